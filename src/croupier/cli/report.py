"""`croupier report`: win, drop and hold."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction

from msgspec.structs import asdict

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import add_journal, add_one_or_all, check_records, opened, table_streams
from croupier.cli.output import Block, ColumnBlock, Heading, number, percent, print_json, show
from croupier.cli.table_options import add_json
from croupier.journal.port import Journal
from croupier.records.report import Day, Figures, Shift, days, shifts
from croupier.records.script import number_of
from croupier.terms.day import moment_of
from croupier.terms.money import DOLLAR, Currency
from croupier.terms.text import counted

EXAMPLE = "croupier report day.journal --by day"
EPILOG = """\
win = drop + closing float - opening float - fills + credits; hold = win / drop. The float is what was counted.
A shift lasts from one count of the float to the next, and belongs to the day on which the table was opened.
The chain is checked and every event goes through the ledger first; if the journal is not valid, the exit code is 1 and
no figures are printed.

JSON: {"by", "rows": [{"table", "day", "shift", "dealer", "supervisor", "began", "ended", "counted", "win", "hold",
       "rounds_per_hour", "opening_float", "closing_float", "fills", "credits", "drop", "drop_receipts",
       "drop_counted", "drop_difference", "collected",
       "paid", "corrections", "difference", "tips", "coupons", "claims", "rounds", "no_spins", "disputes",
       "refused", "open_ms"}]}
      by day: "shifts" instead of "shift", "dealer", "supervisor", "began" and "ended".
      Amounts are cents; "hold" and "rounds_per_hour" are exact, such as "37/200", or null.
"""
_MONEY = (
    ("win", "win"),
    ("drop", "drop"),
    ("of it in ATM receipts", "drop_receipts"),
    ("opening float", "opening_float"),
    ("fills", "fills"),
    ("credits", "credits"),
    ("closing float", "closing_float"),
    ("drop counted", "drop_counted"),
    ("drop counted beyond the record", "drop_difference"),
    ("collected", "collected"),
    ("paid", "paid"),
    ("corrections", "corrections"),
    ("counted difference", "difference"),
    ("claims left open", "claims"),
    ("tips", "tips"),
    ("coupons collected", "coupons"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    add_one_or_all(parser)
    parser.add_argument("--by", choices=("shift", "day"), default="shift", help="shift (default) or day")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with opened(args.journal) as journal:
        streams = table_streams(journal, args.table)
        check_records(args.journal, journal, streams)
        every = [shift for stream in streams for shift in shifts(journal.read(stream))]
        money = {number_of(stream): _currency(journal, stream) for stream in streams}
    rows: list[Shift] | list[Day] = list(days(every)) if args.by == "day" else every
    if args.json:
        print_json({"by": args.by, "rows": [_json(row) for row in rows]})
    else:
        show(*(_page(rows, money) if rows else ["No table has been opened."]))
    return ExitCode.DONE


def _currency(journal: Journal, stream: str) -> Currency:
    """The currency of the book under which the table was last opened."""
    from croupier.floor.recovery import rules_in_force

    rules = rules_in_force(journal, stream)
    return rules.betting.book.money.currency if rules else DOLLAR


def _json(row: Shift | Day) -> dict[str, object]:
    figures = row.figures
    own = {name: value for name, value in asdict(row).items() if name != "figures"}
    if isinstance(row, Shift):
        own |= {name: moment_of(getattr(row, name)).isoformat() for name in ("began", "ended")}
    rate, hold = figures.rounds_per_hour, figures.hold
    return {
        **own,
        "win": figures.win,
        "hold": None if hold is None else number(hold),
        "rounds_per_hour": None if rate is None else number(rate),
        **asdict(figures),
    }


def _page(rows: list[Shift] | list[Day], money: Mapping[str, Currency]) -> list[Block]:
    blocks: list[Block] = []
    for row in rows:
        blocks += [
            Heading(_title(row)),
            ColumnBlock(("figure", "amount"), _figures(row.figures, money[row.table]), frozenset({"amount"})),
        ]
    return blocks


def _title(row: Shift | Day) -> str:
    still = "" if row.counted else ", not counted yet"
    if isinstance(row, Day):
        return f"Table {row.table}, {row.day}, {counted(row.shifts, 'shift')}{still}"
    hours = f"{moment_of(row.began):%H:%M} to {moment_of(row.ended):%H:%M}"
    who = f"dealer {row.dealer}, supervisor {row.supervisor}"
    return f"Table {row.table}, {row.day}, shift {row.shift}, {hours}, {who}{still}"


def _figures(figures: Figures, money: Currency) -> list[tuple[str, str]]:
    rows = [(title, money.write(getattr(figures, name))) for title, name in _MONEY]
    rows.insert(1, ("hold", _share(figures.hold)))
    rate = figures.rounds_per_hour
    rows += [("rounds", f"{figures.rounds:,}"), ("rounds per hour", "-" if rate is None else f"{float(rate):.1f}")]
    counts = (("no spins", figures.no_spins), ("disputes", figures.disputes), ("refusals", figures.refused))
    return rows + [(title, f"{count:,}") for title, count in counts]


def _share(hold: Fraction | None) -> str:
    return "-" if hold is None else percent(hold)
