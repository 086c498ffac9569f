"""`croupier print par`: the PAR sheet of one table configuration, as HTML or PDF."""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.tables import add_book, add_offers, add_wheel, add_zero, offers_of
from croupier.rules.shelf import rulebook
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems

if TYPE_CHECKING:
    from croupier.press.document import Document
    from croupier.rules.table import Rules

FORMATS = (".html", ".pdf")
EPILOG = """\
The sheet shows the wheel in order, wagers, odds, exact edge and variance, the house's win over 1,000 rounds with
exact bands, what each house option costs or earns, and the clause and basis of every value.
A PDF needs the extra press: pip install 'croupier[press]'.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_book(parser)
    add_wheel(parser)
    add_zero(parser)
    add_offers(parser)
    parser.add_argument("--pays", metavar="A=N,B=N", help="odds above the least, such as straight=36,split=35/2")
    parser.add_argument("--on", metavar="DATE", help="the day for which the sheet holds; BOOK may then be a family, co")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write FILE.html or FILE.pdf (HTML on stdout when left out)"
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
    choices: dict[str, object] = {"offers": offers_of(args.offers), "pays": _pays(args.pays)}
    return rulebook(args.book, on=day).table(args.wheel, zero=args.zero, on=day, **choices)


def _day(text: str | None) -> datetime.date | None:
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise Problems([Problem("on", f"{text!r} is no day", "Give it as 2014-07-15.")]) from error


def _pays(text: str | None) -> dict[str, object]:
    pays: dict[str, object] = {}
    for pair in text.split(",") if text else ():
        wager, equals, odds = (part.strip() for part in pair.partition("="))
        if not equals or wager in pays:
            wrong = f"{pair!r} names no odds, or names a wager again"
            raise Problems([Problem("pays", wrong, "Write it like straight=36,split=35/2.")])
        pays[wager] = odds
    return pays
