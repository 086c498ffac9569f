"""`croupier fairness`: what a record of spins says about a wheel, and what it cannot say."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.files import file_name, read_text
from croupier.cli.journals import add_table, is_journal, opened, table_stream
from croupier.cli.page import print_json
from croupier.cli.tables import BOOK_HELP, WHEEL_HELP, add_json
from croupier.game.wheel import SYMBOLS, WheelId
from croupier.rules.assembly import table_of
from croupier.rules.shelf import rulebook, rulebooks
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, nearest

if TYPE_CHECKING:
    from croupier.game.wheel import Wheel

EPILOG = """\
FILE is a journal, or a CSV with one spin to a line, oldest first: number, and where recorded time, dealer, direction
(cw or ccw), and stop for a Big Six wheel. Nothing printed here says anything about the next spin.
It needs the extra lab: pip install 'croupier[lab]'. Exit code 1 when the wheel is suspect.

JSON: {"audit": {"wheel", "by", "spins", "voids", "first", "last", "alpha", "tallies": [{"outcome", "count",
       "expected"}], "watch": {"evidence", "peak", "threshold", "p_value", "alarm", "components", "suspects"},
       "tests": [{"test": {"id", "title", "found", "statistic", "freedom", "p"}, "holm", "stands_out"}],
       "powers": [{"words", "power", "spins_needed"}], "detectable", "sprt", "named"},
       "words": {"verdict", "findings", "limits"}, "suspicious", "book"}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="CSV of spins (- reads standard input), or a journal")
    parser.add_argument("--wheel", metavar="W", help=f"{WHEEL_HELP}; a journal knows its own")
    add_table(parser)
    parser.add_argument("--book", metavar="BOOK", help=f"{BOOK_HELP} (any that has such a wheel when left out)")
    parser.add_argument("--alpha", metavar="A", type=float, default=0.01, help="chance of a false alarm (0.01)")
    parser.add_argument("--stops", metavar="N,N,...", help=f"Big Six: how many stops show {', '.join(SYMBOLS)}")
    parser.add_argument("--allege", metavar="N,N=R", help="test one bias alleged beforehand, such as 17,20,32=1.2")
    parser.add_argument("--plot", metavar="OUT", type=Path, help="also draw it: OUT.png, OUT.svg or OUT.pdf")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """0 when nothing stands out, 1 on an alarm or an outstanding test."""
    try:
        from croupier.lab import fairness
    except ModuleNotFoundError as error:
        raise Fault(f"fairness needs {error.name}. Install it with: pip install 'croupier[lab]'") from error
    if is_journal(args.file):
        book, wheel, text = _from_journal(args)
    else:
        book, wheel = _wheel(args)
        text = read_text(args.file)
    try:
        spins = fairness.read_spins(text, wheel)
    except Problems as problems:
        raise problems.within(file_name(args.file)) from None
    allegation = fairness.read_allegation(args.allege, spins.ring) if args.allege else None
    made, path = fairness.report(spins, args.alpha, allegation, book)
    if args.plot:
        from croupier.lab.fairness.plots import plot

        try:
            plot(spins, wheel, path, args.alpha, args.plot)
        except OSError as error:
            wrong = f"{args.plot} cannot be written: {error.strerror}"
            raise Problems([Problem("plot", wrong, "Check the path.")]) from error
    if args.json:
        import msgspec

        print_json(msgspec.to_builtins(made))
    else:
        sys.stdout.write("\n".join(fairness.lines(made)) + "\n")
    return int(made.suspicious)


def _from_journal(args: argparse.Namespace) -> tuple[str | None, Wheel, str]:
    """Book, wheel and spins of a table, from its own records."""
    from croupier.floor.recovery import rules_in_force
    from croupier.records.spins import spins_csv

    for name in ("wheel", "book", "stops"):
        if getattr(args, name):
            raise Problems([Problem(f"--{name}", "a journal says what its tables play", f"Leave --{name} out.")])
    with opened(args.file) as journal:
        stream = table_stream(journal, args.table)
        in_force = rules_in_force(journal, stream)
        if in_force is None:
            raise Problems([Problem("--table", "the table was never opened", "Name another table.")])
        return in_force.rules.book.id, in_force.rules.game.wheel, spins_csv(journal.read(stream))


def _wheel(args: argparse.Namespace) -> tuple[str | None, Wheel]:
    """The wheel as the book uses it; without a book, as the first book that has one."""
    if not args.wheel:
        raise Problems([Problem("--wheel", "it is missing", f"Name the wheel. {nearest('', WheelId)}")])
    if args.wheel not in [*WheelId]:
        raise Problems([Problem("wheel", f"{args.wheel!r} is no wheel", nearest(args.wheel, WheelId))])
    choices: dict[str, object] = {"stops": _stops(args.stops)} if args.stops else {}
    books = [rulebook(args.book)] if args.book else [b for b in rulebooks() if WheelId(args.wheel) in b.wheels]
    return args.book, table_of(books[0], {"wheel": args.wheel, **choices}).game.wheel


def _stops(text: str) -> dict[str, int]:
    parts = text.split(",")
    if len(parts) != len(SYMBOLS) or not all(part.strip().isdecimal() and len(part) < 5 for part in parts):
        right = f"Give {len(SYMBOLS)} whole numbers: the stops of {', '.join(SYMBOLS)}."
        raise Problems([Problem("stops", f"{text!r} does not count the stops", right)])
    return dict(zip(SYMBOLS, map(int, parts), strict=True))
