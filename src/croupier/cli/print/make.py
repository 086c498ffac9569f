"""`croupier print make`: one sign, sheet, form or slip."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import journal_in, opened
from croupier.cli.print.houses import add_house, read_house_tables
from croupier.cli.print.output import EXTRA, add_language, add_out, check_fonts, check_out, deliver
from croupier.cli.print.tournaments import made_for_tournament, tournament_in
from croupier.floor.clock import HouseClock
from croupier.floor.print_office import PrintOffice
from croupier.terms import text
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problem, Problems

if TYPE_CHECKING:
    from croupier.press.document import Document
    from croupier.press.labels import Labels

EXAMPLE = "croupier print make limits examples/house.toml --table 7 --out limits.pdf"
EPILOG = f"""\
croupier print list HOUSE.toml lists what can be printed. The log, slips, reports, decisions and the list of signs on
record come from the records: name a journal or the data directory of the service with --journal.
If there are several slips, reports or decisions, the last one is printed, or the one that --which names: the slip, the
number of the dispute, the day of a day report, the day and shift of a shift report (2026-11-15/2).
--language prints a form in another language; a sign, or the house rules, says the same in it below its own words.
The rules of a tournament are in the words that are filed.
For the file of a tournament: tournament-rules, and with --journal entrants, prize-payouts, prize-vouchers,
prize-voucher, month-proceeds, joint-record, seat-cards, seat-card and color-notice; --which names a voucher, an entry
or a month.
A slip or a prize voucher is marked as a preview. With --by NAME its print is recorded, and the journal numbers the
copies.
{EXTRA}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("thing", metavar="THING", help="such as limits, layout, odds-brochure or fill-slip")
    add_house(parser)
    parser.add_argument("--journal", metavar="PATH", help="a journal or a data directory, for what needs records")
    parser.add_argument("--which", metavar="NAME", help="which slip, report or decision (default: the last)")
    parser.add_argument("--by", metavar="NAME", default="", help="who prints a slip or a prize voucher")
    add_language(parser, "print a form in this language, or add it to a sign or to the house rules")
    add_out(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.press.catalog import document_of, find, labels_of

    check_out(args.out)
    planned = tournament_in(args)
    if planned is not None:
        deliver(counted(args, made_for_tournament(args, planned)), args.out)
        return ExitCode.DONE
    house, tables = read_house_tables(args)
    if len(tables) != 1:
        raise Problems(
            [
                Problem(
                    "--table", f"the house has {text.counted(len(tables), 'table')}", f"Name one: {', '.join(tables)}."
                )
            ]
        )
    ((number, rules),) = tables.items()
    thing = find(rules, args.thing)
    check_fonts(args.language, args.out)
    if thing.records and args.journal is not None:
        document = _from_records(args, number, labels_of(rules, args.language))
    else:
        document = document_of(rules, args.thing, house, args.language)
    deliver(counted(args, document), args.out)
    return ExitCode.DONE


def _from_records(args: argparse.Namespace, number: str, say: Labels) -> Document:
    from croupier.press.record_catalog import record_document
    from croupier.records.script import stream_of

    with opened(journal_in(args.journal)) as journal:
        records = list(journal.read(stream_of(number)))
    return record_document(args.thing, number, records, say, args.which)


def counted(args: argparse.Namespace, document: Document) -> Document:
    """The next copy of a document whose prints the journal counts, or a preview if nobody prints it."""
    if not document.counted or not args.by.strip():
        return document.as_preview()
    with opened(journal_in(args.journal), read_only=False) as journal:
        copy = PrintOffice(journal, HouseClock()).print(Actor(args.by, Role.ACCOUNTANT), document.counted)
    return document.as_copy(copy)
