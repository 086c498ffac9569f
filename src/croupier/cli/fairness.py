"""`croupier fairness`: what a record of spins says about a wheel, and what it cannot say."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import file_name, read_text, writing
from croupier.cli.journals import add_table, is_journal, opened, table_stream
from croupier.cli.output import print_json, show
from croupier.cli.table_options import BOOK_HELP, add_json, add_rulebooks, add_wheel, library_of
from croupier.game.wheel import Wheel
from croupier.rules.assembly import table_of
from croupier.rules.book import Rulebook
from croupier.terms.problem import Problem, Problems, nearest, shown

if TYPE_CHECKING:
    from croupier.game.wheel import Wheel

EXAMPLE = "croupier fairness day.journal"
EPILOG = """\
FILE is a journal, or a CSV with one spin per line, oldest first: number, and if recorded time, dealer, direction (cw
or ccw), and stop for a Big Six wheel. Nothing in the result says anything about the next spin.
It needs the extra lab: pip install 'croupier[lab]'. Exit code 1 if the wheel is suspect.

JSON: {"audit": {"wheel", "by", "spins", "voids", "first", "last", "alpha", "tallies": [{"outcome", "count",
       "expected"}], "watch": {"evidence", "peak", "threshold", "p_value", "alarm", "components", "suspects"},
       "tests": [{"test": {"id", "title", "found", "statistic", "freedom", "p"}, "holm", "stands_out"}],
       "powers": [{"words", "power", "spins_needed"}], "detectable", "sprt", "named"},
       "words": {"verdict", "findings", "limits"}, "suspicious", "book"}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="CSV of spins (- reads standard input), or a journal")
    add_wheel(parser)
    add_table(parser)
    parser.add_argument("--book", metavar="BOOK", help=f"{BOOK_HELP} (default: any book with that wheel)")
    add_rulebooks(parser)
    parser.add_argument("--alpha", metavar="A", type=float, default=0.01, help="chance of a false alarm (default 0.01)")
    parser.add_argument(
        "--stops", metavar="N,N,...", help="Big Six: the number of stops of each insignia, in the book's order"
    )
    parser.add_argument("--allege", metavar="N,N=R", help="test one bias alleged in advance, such as 17,20,32=1.2")
    parser.add_argument("--plot", metavar="OUT", type=Path, help="also draw it: OUT.png, OUT.svg or OUT.pdf")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """0 if nothing stands out, 1 on an alarm or an outstanding test."""
    from croupier.lab import fairness

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

        with writing("--plot", args.plot):
            plot(spins, wheel, path, args.alpha, args.plot)
    if args.json:
        import msgspec

        print_json(msgspec.to_builtins(made))
    else:
        show(*fairness.lines(made))
    return ExitCode.FINDINGS if made.suspicious else ExitCode.DONE


def _from_journal(args: argparse.Namespace) -> tuple[str | None, Wheel, str]:
    """The book, wheel and spins of a table, from its records."""
    from croupier.floor.recovery import rules_in_force
    from croupier.records.spins import spins_csv

    for name in ("wheel", "book", "stops"):
        if getattr(args, name):
            raise Problems([Problem(f"--{name}", "a journal already records it", f"Leave --{name} out.")])
    with opened(args.file) as journal:
        stream = table_stream(journal, args.table)
        in_force = rules_in_force(journal, stream)
        if in_force is None:
            raise Problems([Problem("--table", "the table was never opened", "Name another table.")])
        return in_force.betting.book.id, in_force.betting.game.wheel, spins_csv(journal.read(stream))


def _wheel(args: argparse.Namespace) -> tuple[str | None, Wheel]:
    """The wheel as the book uses it; without a book, as the first book with such a wheel."""
    library = library_of(args)
    known = list(dict.fromkeys(wheel for book in library.books() for wheel in book.wheels))
    if not args.wheel:
        raise Problems([Problem("--wheel", "it is missing", f"Name the wheel. {nearest('', known)}")])
    books = [library.find(args.book)] if args.book else [book for book in library.books() if args.wheel in book.wheels]
    if not books:
        raise Problems([Problem("--wheel", f"{shown(args.wheel)} is not a wheel", nearest(args.wheel, known))])
    choices: dict[str, object] = {"stops": _stops(args.stops, books[0], args.wheel)} if args.stops else {}
    return args.book, table_of(books[0], {"wheel": args.wheel, **choices}).game.wheel


def _stops(text: str, book: Rulebook, wheel: str) -> dict[str, int]:
    symbols = list(book.plan(wheel).stops or ()) if wheel in book.wheels else []
    parts = text.split(",")
    if len(parts) != len(symbols) or not all(part.strip().isdecimal() and len(part) < 5 for part in parts):
        right = (
            f"Give {len(symbols)} whole numbers: the stops of {', '.join(symbols)}."
            if symbols
            else "Leave it out: it is for the Big Six wheel."
        )
        raise Problems([Problem("--stops", f"{shown(text)} does not count the stops", right)])
    return dict(zip(symbols, map(int, parts), strict=True))
