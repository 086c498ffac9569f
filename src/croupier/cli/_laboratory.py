"""What the laboratory's commands share: naming the table, the wagers and the money, and printing figures."""

from __future__ import annotations

import argparse
import math
from importlib.util import find_spec
from pathlib import Path

from croupier.lab.rounds import read_portfolio
from croupier.lab.strategies import System
from croupier.rules.shelf import rulebook
from croupier.rules.table import Rules
from croupier.terms.money import dollars
from croupier.terms.problem import Problem, Problems, shown


def configure_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("book", help="the rulebook: co-2013, co-2014, nj, sd or house")
    parser.add_argument("--wheel", default="american", help="american (default), european, double-as-single, big-six")
    parser.add_argument("--zero", default="lose-all", help="the zero rule and how it is played (default lose-all)")
    parser.add_argument("--offer", action="append", default=[], metavar="WAGER", help="an optional wager to offer")
    parser.add_argument("--table-minimum", metavar="CENTS", help="the least one wager may be")
    parser.add_argument("--table-maximum", metavar="CENTS", help="the most one wager may be")
    parser.add_argument(
        "--wager", action="append", default=[], metavar="SPOT=CENTS", help="a wager of the unit; may be repeated"
    )


def configure_session(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bankroll", metavar="CENTS", help="what the player brings")
    parser.add_argument("--goal", metavar="CENTS", help="the bankroll at which the player leaves")
    parser.add_argument("--spins", required=True, metavar="N", help="rounds: wagers resolved, as the odds count")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the distribution as CSV")
    parser.add_argument("--figures", type=Path, metavar="DIR", help="write figures into this folder")
    parser.add_argument("--figure-format", default="png", choices=("png", "svg"))


def need(*modules: str) -> None:
    """A problem that says what to install, instead of a traceback."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        wrong = f"{' and '.join(missing)} is not installed"
        raise Problems([Problem("laboratory", wrong, "Install croupier[lab].")])


def whole(name: str, text: str | None, problems: list[Problem]) -> int | None:
    """A whole number as typed, also as 1e6, 10^15 or 1,000; what is none becomes a problem."""
    if text is None:
        return None
    plain = text.replace(",", "").replace("_", "")
    base, power, exponent = plain.partition("^")
    mantissa, e, digits = plain.lower().partition("e")
    if power and base.isdecimal() and exponent.isdecimal() and len(base) <= 6 and len(exponent) <= 2:
        return math.prod([int(base)] * int(exponent))
    if e and mantissa.isdecimal() and digits.isdecimal() and len(plain) <= 20 and len(digits) <= 2:
        return int(mantissa + "0" * int(digits))
    if plain.removeprefix("-").isdecimal() and len(plain) <= 30:
        return int(plain)
    problems.append(Problem(name, f"{shown(text)} is not a whole number", "Give one such as 1000."))
    return None


def rules_of(args: argparse.Namespace) -> Rules:
    """The table that the arguments describe; raises every problem with it."""
    problems: list[Problem] = []
    limits = {
        "minimum": whole("table-minimum", args.table_minimum, problems),
        "maximum": whole("table-maximum", args.table_maximum, problems),
    }
    if problems:
        raise Problems(problems)
    given = {name: value for name, value in limits.items() if value is not None}
    return rulebook(args.book).table(args.wheel, zero=args.zero, offers=args.offer, limits=given)


def portfolio_of(args: argparse.Namespace, system: System | None) -> dict[str, int]:
    """The wagers named, or James Bond's own."""
    from croupier.lab.sessions import bond_portfolio

    if system is System.JAMES_BOND:
        if args.wager:
            raise Problems([Problem("wager", "james-bond names its own wagers", "Use --unit for one part of 20.")])
        problems: list[Problem] = []
        unit = whole("unit", args.unit, problems)
        if problems:
            raise Problems(problems)
        return bond_portfolio(100 if unit is None else unit)
    return read_portfolio(args.wager)


def folder(path: Path) -> Path:
    """The folder for figures, made where it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problems([Problem("figures", f"{path} cannot be made: {error.strerror}", "Name a folder.")]) from error
    return path


def write_csv(path: Path, header: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    import csv

    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            writer.writerows(rows)
    except OSError as error:
        raise Problems([Problem("csv", f"{path} cannot be written: {error.strerror}", "Name another file.")]) from error


def shown_figure(unit: str, value: float | None) -> str:
    """A figure as its unit is read."""
    if value is None:
        return "-"
    if unit == "cents":
        return dollars(round(value))
    if unit in ("chance", "share"):
        return f"{value:.4%}" if value >= 1e-4 or value == 0 else f"{value:.3e}"
    return f"{value:,.3f}"
