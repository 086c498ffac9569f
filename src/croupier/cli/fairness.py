"""croupier fairness: what a record of spins says about a wheel, and what it cannot say."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.game.wheel import SYMBOLS, WheelId
from croupier.rules.shelf import rulebook, rulebooks
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, nearest

if TYPE_CHECKING:
    from croupier.game.wheel import Wheel

BYTES_MAX = 256 * 2**20


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Judges the fairness of a wheel from a CSV of spins (columns number, and where recorded time, dealer, "
        "direction, and stop for a Big Six wheel). It never says anything about the next spin."
    )
    parser.add_argument("file", metavar="FILE", help="CSV of spins; - reads standard input")
    parser.add_argument("--wheel", required=True, metavar="W", help=f"one of {', '.join(WheelId)}")
    parser.add_argument("--book", help="rulebook under which the wheel is used (any that has such a wheel)")
    parser.add_argument("--alpha", type=float, default=0.01, help="chance of a false alarm (default 0.01)")
    parser.add_argument("--stops", metavar="N,N,...", help=f"Big Six: stops of {', '.join(SYMBOLS)}")
    parser.add_argument("--allege", metavar="N,N=R", help="test one alleged bias, such as 17,20,32=1.2 (Wald)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--plot", type=Path, metavar="OUT", help="also draw it (.png, .svg or .pdf)")


def run(args: argparse.Namespace) -> int:
    """0 when nothing stands out, 1 on an alarm or an outstanding test."""
    book, wheel = _wheel(args)
    try:
        from croupier.lab import fairness
    except ModuleNotFoundError as error:
        raise Fault(f"fairness needs {error.name}. Install it with: pip install 'croupier[lab]'") from error
    text, name = _read(args.file)
    try:
        spins = fairness.read_spins(text, wheel)
    except Problems as problems:
        raise problems.within(name) from None
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

        print(msgspec.json.format(msgspec.json.encode(made), indent=2).decode())
    else:
        print("\n".join(fairness.lines(made)))
    return int(made.suspicious)


def _wheel(args: argparse.Namespace) -> tuple[str | None, Wheel]:
    """The wheel as the book uses it; without a book, as the first book that has one."""
    if args.wheel not in [*WheelId]:
        raise Problems([Problem("wheel", f"{args.wheel!r} is no wheel", nearest(args.wheel, WheelId))])
    choices: dict[str, object] = {"stops": _stops(args.stops)} if args.stops else {}
    books = [rulebook(args.book)] if args.book else [b for b in rulebooks() if WheelId(args.wheel) in b.wheels]
    rules = books[0].table(args.wheel, **choices)  # type: ignore[arg-type]
    return args.book, rules.game.wheel


def _stops(text: str) -> dict[str, int]:
    parts = text.split(",")
    if len(parts) != len(SYMBOLS) or not all(part.strip().isdecimal() and len(part) < 5 for part in parts):
        right = f"Give {len(SYMBOLS)} whole numbers: the stops of {', '.join(SYMBOLS)}."
        raise Problems([Problem("stops", f"{text!r} does not count the stops", right)])
    return dict(zip(SYMBOLS, map(int, parts), strict=True))


def _read(file: str) -> tuple[str, str]:
    name = "standard input" if file == "-" else file
    try:
        data = sys.stdin.buffer.read(BYTES_MAX + 1) if file == "-" else _bytes(Path(file))
        if len(data) > BYTES_MAX:
            wrong = f"it is larger than {BYTES_MAX // 2**20} MB"
            raise Problems([Problem("file", wrong, "Split it by wheel or by month.", file=name)])
        return data.decode("utf-8-sig"), name
    except OSError as error:
        raise Problems(
            [Problem("file", f"it cannot be read: {error.strerror}", "Check the path.", file=name)]
        ) from error
    except UnicodeDecodeError as error:
        raise Problems([Problem("file", "it is not UTF-8 text", "Save it as CSV in UTF-8.", file=name)]) from error


def _bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(BYTES_MAX + 1)
