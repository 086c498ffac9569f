"""`croupier report`: win, drop and hold."""

from __future__ import annotations

import argparse
from fractions import Fraction

from msgspec.structs import asdict

from croupier.cli.guard import DONE
from croupier.cli.journals import add_journal, add_one_or_all, opened, table_streams
from croupier.cli.page import Block, Grid, Heading, number, percent, print_json, show
from croupier.cli.tables import add_json
from croupier.records.report import Day, Figures, Shift, days, shifts
from croupier.records.roundfile import moment
from croupier.terms.money import dollars

EPILOG = """\
win = drop + closing float - opening float - fills + credits; hold = win / drop. The float is what was counted.
A shift lasts from one count of the float to the next, and belongs to the day on which the table was opened.

JSON: {"by", "rows": [{"table", "day", "shift", "dealer", "supervisor", "began", "ended", "counted", "win", "hold",
       "rounds_per_hour", "opening_float", "closing_float", "fills", "credits", "drop", "drop_receipts", "collected",
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
    parser.add_argument("--by", choices=("shift", "day"), default="shift", help="shift (when left out) or day")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with opened(args.journal) as journal:
        streams = table_streams(journal, args.table)
        every = [shift for stream in streams for shift in shifts(journal.read(stream))]
    rows: list[Shift] | list[Day] = list(days(every)) if args.by == "day" else every
    if args.json:
        print_json({"by": args.by, "rows": [_json(row) for row in rows]})
    else:
        show(*(_page(rows) if rows else ["No table has been opened."]))
    return DONE


def _json(row: Shift | Day) -> dict[str, object]:
    figures = row.figures
    own = {name: value for name, value in asdict(row).items() if name != "figures"}
    if isinstance(row, Shift):
        own |= {name: moment(getattr(row, name)).isoformat() for name in ("began", "ended")}
    rate, hold = figures.rounds_per_hour, figures.hold
    return {
        **own,
        "win": figures.win,
        "hold": None if hold is None else number(hold),
        "rounds_per_hour": None if rate is None else number(rate),
        **asdict(figures),
    }


def _page(rows: list[Shift] | list[Day]) -> list[Block]:
    blocks: list[Block] = []
    for row in rows:
        blocks += [Heading(_title(row)), Grid(("figure", "amount"), _figures(row.figures), frozenset({"amount"}))]
    return blocks


def _title(row: Shift | Day) -> str:
    still = "" if row.counted else ", not counted yet"
    if isinstance(row, Day):
        return f"Table {row.table}, {row.day}, {row.shifts} shifts{still}"
    hours = f"{moment(row.began):%H:%M} to {moment(row.ended):%H:%M}"
    who = f"dealer {row.dealer}, supervisor {row.supervisor}"
    return f"Table {row.table}, {row.day}, shift {row.shift}, {hours}, {who}{still}"


def _figures(figures: Figures) -> list[tuple[str, str]]:
    rows = [(title, dollars(getattr(figures, name))) for title, name in _MONEY]
    rows.insert(1, ("hold", _share(figures.hold)))
    rate = figures.rounds_per_hour
    rows += [("rounds", f"{figures.rounds:,}"), ("rounds per hour", "-" if rate is None else f"{float(rate):.1f}")]
    counts = (("no spins", figures.no_spins), ("disputes", figures.disputes), ("refusals", figures.refused))
    return rows + [(title, f"{count:,}") for title, count in counts]


def _share(hold: Fraction | None) -> str:
    return "-" if hold is None else percent(hold)
