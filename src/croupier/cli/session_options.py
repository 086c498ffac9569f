"""Options that `law` and `simulate` share: wagers, the money of a session, and output files."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from croupier.cli.amounts import METAVAR, add_amount, read_amount, read_wagers, read_whole
from croupier.cli.files import owners_alone, writing
from croupier.cli.table_options import add_json, add_table_choices, rules_of
from croupier.lab.strategies import System
from croupier.rules.table import Rules
from croupier.terms.money import Cents, Currency
from croupier.terms.problem import Problem, Problems

BOND_UNIT = "1"


class SessionInput:
    """The table and the session that the options describe; raises every problem with the numbers."""

    def __init__(self, args: argparse.Namespace, problems: list[Problem] | None = None) -> None:
        problems = [] if problems is None else problems
        self.rules: Rules = rules_of(args)
        self.currency: Currency = self.rules.book.money.currency
        self.spins: int = read_whole("--spins", args.spins, problems) or 0
        self.bankroll: Cents | None = read_amount("--bankroll", args.bankroll, self.currency, problems)
        self.goal: Cents | None = read_amount("--goal", args.goal, self.currency, problems)
        self.unit: Cents | None = read_amount("--unit", args.unit, self.currency, problems)
        if args.goal is not None and args.bankroll is None:
            problems.append(Problem("--goal", "a goal needs a bankroll", "Give --bankroll."))
        if problems:
            raise Problems(problems)

    def portfolio(self, args: argparse.Namespace, system: System) -> dict[str, int]:
        """The named wagers, or the system's own."""
        from croupier.lab.sessions import bond_portfolio

        if system is not System.JAMES_BOND:
            return read_wagers(args.wager, self.currency)
        if args.wager:
            raise Problems([Problem("--wager", "james-bond names its own wagers", "Use --unit for one part of 20.")])
        return bond_portfolio(self.unit or 0)

    def head(self, args: argparse.Namespace, wagers: dict[str, int]) -> dict[str, object]:
        """The first fields of a JSON document."""
        return {
            "book": self.rules.book.id,
            "wheel": self.rules.choices.wheel,
            "zero": self.rules.choices.zero.name,
            "strategy": args.strategy,
            "wagers": wagers,
            "spins": self.spins,
        }


def add_session(parser: argparse.ArgumentParser, strategies: str) -> None:
    add_table_choices(parser)
    parser.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar=f"SPOT={METAVAR}",
        help="a wager, like red=5; may be repeated",
    )
    parser.add_argument("--strategy", default="flat", help=strategies)
    parser.add_argument(
        "--unit", default=BOND_UNIT, metavar=METAVAR, help=f"one part of james-bond's twenty (default {BOND_UNIT})"
    )
    add_amount(parser, "--bankroll", "what the player starts with")
    add_amount(parser, "--goal", "the bankroll at which the player leaves")
    parser.add_argument("--spins", required=True, metavar="N", help="the number of rounds, as resolved wagers")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the distribution as CSV")
    parser.add_argument("--figures", type=Path, metavar="DIR", help="write figures into this directory")
    parser.add_argument("--figure-format", default="png", choices=("png", "svg"), help="png (default) or svg")
    add_json(parser)


def directory(path: Path) -> Path:
    """The directory for figures, created if it does not exist."""
    with writing("--figures", path):
        path.mkdir(parents=True, exist_ok=True)
    return path


def write_csv(path: Path, header: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    with writing("--csv", path), open(path, "w", newline="", encoding="utf-8", opener=owners_alone) as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def figure_text(unit: str, value: float | None, currency: Currency) -> str:
    """A figure with its unit."""
    if value is None:
        return "-"
    if unit == "cents":
        return currency.write(round(value))
    if unit in ("chance", "share"):
        return f"{value:.4%}" if value >= 1e-4 or value == 0 else f"{value:.3e}"
    return f"{value:,.3f}"
