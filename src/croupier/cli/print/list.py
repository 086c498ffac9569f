"""`croupier print list`: what can be printed for each table, and what is due there."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import Block, ColumnBlock, Heading, print_json, show
from croupier.cli.print.houses import add_house, posted_at, read_house_tables, today
from croupier.cli.print.tournaments import tournament_in, tournament_rows
from croupier.cli.table_options import add_json

if TYPE_CHECKING:
    from croupier.equipment.state import PostedSign
    from croupier.table.state import TableRules

EXAMPLE = "croupier print list examples/house.toml"
EPILOG = """\
A sign is due, posted, to be replaced (the posted one does not match the current rules), not approved, or to be taken
down. Posted signs are read from the records: name the journal, or the data directory of the service.

For the file of a tournament, it lists the rules, forms, vouchers, seat cards and notice.

JSON: {"things": [{"table", "thing", "title", "audience", "size", "language", "clause", "basis", "sign", "state",
       "code", "place"}]}
      "table" is the id of the tournament, if there is one.
      "state" is null for things that are not posted; "code" is printed on the sign, "place" is where it hangs.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_house(parser)
    parser.add_argument("--journal", metavar="PATH", help="a journal or a data directory, to look up posted signs")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    planned = tournament_in(args)
    if planned is not None:
        rows = tournament_rows(planned)
        if args.json:
            print_json({"things": rows})
        else:
            show(*_page(rows, "Tournament"))
        return ExitCode.DONE
    _, tables = read_house_tables(args)
    posted = posted_at(args.journal, list(tables))
    rows = [row for number, rules in tables.items() for row in _rows(number, rules, posted.get(number, {}))]
    if args.json:
        print_json({"things": rows})
    else:
        show(*_page(rows))
    return ExitCode.DONE


def _rows(number: str, rules: TableRules, posted: dict[str, PostedSign]) -> Iterator[dict[str, object]]:
    from croupier.equipment.signs import SignState, state_of
    from croupier.press.catalog import catalog

    things = catalog(rules)
    for each in things:
        sign = rules.due_signs.get(each.id) if each.sign else None
        hangs = posted.get(each.id)
        yield {
            "table": number,
            "thing": each.id,
            "title": each.title,
            "audience": each.audience,
            "size": each.size,
            "language": each.language,
            "clause": each.authority.clause,
            "basis": each.authority.basis,
            "sign": each.sign,
            "state": state_of(sign, hangs, today()) if sign is not None else None,
            "code": sign.code if sign is not None else None,
            "place": hangs.place if hangs is not None else None,
        }
    for id in sorted(posted.keys() - {each.id for each in things}):
        yield {
            "table": number,
            "thing": id,
            "title": id,
            "audience": "",
            "size": "",
            "language": "",
            "clause": None,
            "basis": None,
            "sign": True,
            "state": SignState.REMOVE,
            "code": None,
            "place": posted[id].place,
        }


def _page(rows: list[dict[str, object]], of: str = "Table") -> list[Block]:
    blocks: list[Block] = []
    columns = ("thing", "for", "size", "required by", "state", "code")
    for table in dict.fromkeys(str(row["table"]) for row in rows):
        own = [row for row in rows if row["table"] == table]
        cells = [
            (
                str(row["thing"]),
                str(row["audience"]),
                str(row["size"]),
                str(row["clause"] or row["basis"] or ""),
                str(row["state"] or ""),
                str(row["code"] or ""),
            )
            for row in own
        ]
        blocks += [Heading(f"{of} {table}"), ColumnBlock(columns, cells)]
    return blocks
