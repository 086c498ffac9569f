"""croupier print: documents from the rules. `print par` is the PAR sheet of one table configuration."""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.rules.shelf import rulebook
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems

if TYPE_CHECKING:
    from croupier.press.document import Document
    from croupier.rules.table import Rules

FORMATS = (".html", ".pdf")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = "Prints documents that follow from the rules."
    kinds = parser.add_subparsers(dest="document", required=True, metavar="DOCUMENT")
    par = kinds.add_parser("par", help="PAR sheet of one table configuration")
    par.add_argument("book", metavar="BOOK", help="rulebook, such as nj; or a family such as co together with --on")
    par.add_argument("--wheel", required=True, metavar="W", help="american, european, double-as-single or big-six")
    par.add_argument("--zero", metavar="Z", help="zero rule (default lose-all)")
    par.add_argument("--offers", nargs="+", default=[], metavar="WAGER", help="optional wagers on this layout")
    par.add_argument("--pays", nargs="+", default=[], metavar="WAGER=ODDS", help="odds above the least, such as $10=11")
    par.add_argument("--on", metavar="DATE", help="day for which the sheet holds (year-month-day)")
    par.add_argument(
        "--out", type=Path, metavar="FILE", help="file to write, .html or .pdf (default: HTML on the screen)"
    )


def run(args: argparse.Namespace) -> int:
    from croupier.press import html
    from croupier.press.par import par_sheet

    out: Path | None = args.out
    if out is not None and out.suffix.lower() not in FORMATS:
        raise Problems([Problem("out", f"{out.name} has no known kind", f"End it in {' or '.join(FORMATS)}.")])
    document = par_sheet(_rules(args))
    if out is None:
        sys.stdout.write(html.render(document))
        return 0
    data = _pdf(document) if out.suffix.lower() == ".pdf" else html.render(document).encode()
    try:
        out.write_bytes(data)
    except OSError as error:
        wrong = f"{out} cannot be written: {error.strerror}"
        raise Problems([Problem("out", wrong, "Check the path.")]) from error
    return 0


def _pdf(document: Document) -> bytes:
    try:
        from croupier.press import pdf
    except ModuleNotFoundError as error:
        raise Fault(f"a PDF needs {error.name}. Install it with: pip install 'croupier[press]'") from error
    return pdf.render(document)


def _rules(args: argparse.Namespace) -> Rules:
    day = _day(args.on)
    choices: dict[str, object] = {}
    if args.offers:
        choices["offers"] = list(args.offers)
    if args.pays:
        choices["pays"] = _pays(args.pays)
    return rulebook(args.book, on=day).table(args.wheel, zero=args.zero or "lose-all", on=day, **choices)


def _day(text: str | None) -> datetime.date | None:
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise Problems([Problem("on", f"{text!r} is no day", "Give it as 2014-07-15.")]) from error


def _pays(pairs: list[str]) -> dict[str, object]:
    pays: dict[str, object] = {}
    for pair in pairs:
        wager, equals, odds = pair.partition("=")
        if not equals or wager in pays:
            raise Problems([Problem("pays", f"{pair!r} names no odds", "Write it like $10=11 or split=35/2.")])
        pays[wager] = odds
    return pays
