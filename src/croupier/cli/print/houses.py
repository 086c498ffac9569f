"""The tables of a house file to print for, and the signs on record at them."""

from __future__ import annotations

import argparse
import datetime
from typing import TYPE_CHECKING

from croupier.cli.files import directory_of, file_name, read_text
from croupier.cli.journals import journal_in, opened
from croupier.cli.table_options import add_rulebooks, library_of
from croupier.terms.problem import Problem, Problems, nearest, shown

if TYPE_CHECKING:
    from croupier.equipment.state import PostedSign
    from croupier.rules.house import SurveyedHouse
    from croupier.table.state import TableRules


def add_house(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "house", metavar="HOUSE.toml", help="a house file or - for standard input; or a tournament file"
    )
    parser.add_argument("--table", metavar="N", help="one table only (default: all)")
    add_rulebooks(parser)


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def read_house_tables(args: argparse.Namespace) -> tuple[str, dict[str, TableRules]]:
    """The name of the house, and its tables by number, without tables that have findings other than signs."""
    from croupier.rules.house import HouseText, survey_house

    house = HouseText(read_text(args.house), file_name(args.house), library_of(args), directory_of(args.house))
    surveyed = survey_house(house)
    tables = rules_of(surveyed)
    if args.table is not None and args.table not in tables:
        unfit = [each.number for each in surveyed.tables]
        wrong = f"nothing can be printed for table {shown(args.table)}"
        right = "Run croupier check." if args.table in unfit else nearest(args.table, tables)
        raise Problems([Problem("--table", wrong, right)])
    return surveyed.name, {args.table: tables[args.table]} if args.table is not None else tables


def rules_of(house: SurveyedHouse) -> dict[str, TableRules]:
    """The rules of each table that can be assembled, by number."""
    from croupier.rules.house import HouseTable
    from croupier.table.house_setup import setup_of
    from croupier.wire.rules import table_rules

    return {
        each.number: table_rules(each.rules.book, each.written, setup_of(each, house.plays_day))
        for each in house.tables
        if isinstance(each, HouseTable)
    }


def posted_at(journal: str | None, numbers: list[str]) -> dict[str, dict[str, PostedSign]]:
    """The signs on record at each table; empty if no journal is named."""
    from croupier.floor.recovery import recover
    from croupier.records.script import stream_of

    if journal is None:
        return {}
    with opened(journal_in(journal)) as records:
        return {number: dict(recover(records, stream_of(number)).table.equipment.signs) for number in numbers}
