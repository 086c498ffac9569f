"""`croupier simulate`: sessions of a system or of a strategy in plain Python, beside the exact figures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from croupier.cli._laboratory import (
    configure_session,
    configure_table,
    folder,
    need,
    portfolio_of,
    rules_of,
    shown_figure,
    whole,
    write_csv,
)
from croupier.lab.law import flat_law
from croupier.lab.rounds import Portfolio, round_of
from croupier.lab.strategies import LABOUCHERE_LINE, System, read_system
from croupier.rules.table import Rules
from croupier.terms.problem import Problem, Problems, shown

if TYPE_CHECKING:
    from croupier.lab.progression import SessionLaw
    from croupier.lab.report import Estimate
    from croupier.lab.simulate import Simulation

EPILOG = (
    "Example: croupier simulate nj --wheel european --strategy martingale --wager red=500 \\\n"
    "  --table-maximum 250000 --bankroll 500000 --spins 1000"
)
Report = Callable[[int, int], None]
FLAT_SPINS_MAX = 10**6
"""Flat play is answered by its law beyond this."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Plays many sessions of one system. The same key gives the same figures on any number of workers.\n"
        "Every figure that has an exact value is printed beside it, with z."
    )
    configure_table(parser)
    parser.add_argument(
        "--strategy", default="flat", help=f"{', '.join(System)}; or FILE.py or FILE.py:NAME, a function of a seat"
    )
    parser.add_argument("--unit", metavar="CENTS", help="one part of james-bond's twenty (default 100)")
    parser.add_argument("--line", metavar="1-2-3-4", help="labouchere's opening line, in units")
    configure_session(parser)
    parser.add_argument("--sessions", default="100000", metavar="N", help="how many to play (default 100,000)")
    parser.add_argument("--key", default="1", metavar="K", help="the key of the random streams (default 1)")
    parser.add_argument("--workers", metavar="N", help="threads (default: one to a processor)")
    parser.add_argument("--kernel", default="auto", help="auto (default), numba or numpy")
    parser.add_argument("--seconds", default="5", metavar="S", help="the most one decision of a FILE.py may take")


class _Asked:
    """The numbers of the command line, or every problem with them."""

    def __init__(self, args: argparse.Namespace) -> None:
        problems: list[Problem] = []
        self.spins = whole("spins", args.spins, problems) or 0
        self.sessions = whole("sessions", args.sessions, problems) or 0
        self.bankroll = whole("bankroll", args.bankroll, problems)
        self.goal = whole("goal", args.goal, problems)
        self.key = whole("key", args.key, problems) or 0
        self.workers = whole("workers", args.workers, problems)
        self.seconds = whole("seconds", args.seconds, problems) or 0
        self.line: tuple[int, ...] = LABOUCHERE_LINE
        if args.line is not None:
            numbers = [whole("line", part, problems) for part in args.line.split("-")]
            self.line = tuple(number for number in numbers if number is not None)
        if self.workers is not None and not 1 <= self.workers <= 1024:
            problems.append(Problem("workers", f"{self.workers} is out of range", "Give 1 to 1024."))
        if self.goal is not None and self.bankroll is None:
            problems.append(Problem("goal", "a goal needs a bankroll to start from", "Give --bankroll."))
        if not 1 <= self.seconds <= 3600:
            problems.append(Problem("seconds", f"{self.seconds} is out of range", "Give 1 to 3600."))
        if problems:
            raise Problems(problems)


def run(args: argparse.Namespace) -> int:
    need("numpy", "scipy")
    asked = _Asked(args)
    rules = rules_of(args)
    if args.strategy.endswith(".py") or ".py:" in args.strategy:
        return _plain(args, asked, rules)
    system = read_system(args.strategy)
    portfolio = portfolio_of(args, system)
    if system in (System.FLAT, System.JAMES_BOND) and asked.spins > FLAT_SPINS_MAX:
        return _law_instead(args, asked)
    if asked.bankroll is None:
        if system not in (System.FLAT, System.JAMES_BOND):
            raise Problems([Problem("bankroll", f"{system} needs one", "Give --bankroll.")])
        return _flat(args, asked, rules, portfolio, system)
    return _session(args, asked, rules, portfolio, system, asked.bankroll)


def _session(
    args: argparse.Namespace, asked: _Asked, rules: Rules, portfolio: Portfolio, system: System, bankroll: int
) -> int:
    from croupier.lab.progression import has_law, session_law
    from croupier.lab.report import estimates
    from croupier.lab.sessions import session_of
    from croupier.lab.simulate import ROUNDS_MAX, simulate, too_many

    if asked.spins > ROUNDS_MAX:
        raise Problems([too_many(asked.spins)])
    session = session_of(
        rules, portfolio, system, bankroll=bankroll, goal=asked.goal, rounds=asked.spins, line=asked.line
    )
    with _bar(asked.sessions) as bar:
        begun = time.perf_counter()
        simulation = simulate(
            session, asked.sessions, key=asked.key, workers=asked.workers, kernel=args.kernel, progress=bar
        )
        seconds = time.perf_counter() - begun
    law: SessionLaw | None = None
    why = f"{system} has no exact law here: its states are too many"
    if has_law(session):
        try:
            law = session_law(session)
        except Problems as problems:
            why = problems.problems[0].wrong
    _files(args, simulation, law)
    exact = "dynamic programming" if law else f"none for the session: {why}; the house's share is exact"
    _print(args, asked, portfolio, estimates(simulation, law), exact, simulation.kernel.note, seconds, simulation)
    return 0


def _law_instead(args: argparse.Namespace, asked: _Asked) -> int:
    from croupier.cli import law

    if not args.json:
        print(f"{asked.spins:,} spins of flat play are not played one by one: this is their law.")
    args.exact = args.drawdown = False
    return law.run(args)


def _flat(args: argparse.Namespace, asked: _Asked, rules: Rules, portfolio: Portfolio, system: System) -> int:
    from croupier.lab.report import flat_estimates
    from croupier.lab.sessions import session_of
    from croupier.lab.simulate import simulate

    each = round_of(rules, portfolio)
    law = flat_law(each, asked.spins)
    session = session_of(rules, portfolio, system, bankroll=each.cost * asked.spins, rounds=asked.spins)
    with _bar(asked.sessions) as bar:
        begun = time.perf_counter()
        simulation = simulate(
            session, asked.sessions, key=asked.key, workers=asked.workers, kernel=args.kernel, progress=bar
        )
        seconds = time.perf_counter() - begun
    _files(args, simulation, None)
    figures = flat_estimates(simulation, law)
    _print(args, asked, portfolio, figures, f"{law.method}", simulation.kernel.note, seconds, simulation)
    return 0


def _plain(args: argparse.Namespace, asked: _Asked, rules: Rules) -> int:
    from croupier.lab.plain import PlainRun, simulate_plain
    from croupier.lab.report import plain_estimates

    problems = []
    if asked.bankroll is None:
        problems.append(Problem("bankroll", "a strategy in Python needs one", "Give --bankroll."))
    if args.wager:
        problems.append(Problem("wager", f"{shown(args.strategy)} names its own wagers", "Leave --wager out."))
    if args.figures:
        problems.append(Problem("figures", "there are none for strategies in Python", "Use --csv."))
    if problems or asked.bankroll is None:
        raise Problems(problems)
    run = PlainRun(
        rules, args.strategy, None, asked.bankroll, asked.goal, asked.spins, asked.key, seconds=float(asked.seconds)
    )
    with _bar(asked.sessions) as bar:
        begun = time.perf_counter()
        played = simulate_plain(run, asked.sessions, workers=asked.workers, progress=bar)
        seconds = time.perf_counter() - begun
    if args.csv:
        rows: list[tuple[object, ...]] = [
            (number, session.bankroll, session.rounds, session.staked) for number, session in enumerate(played, start=1)
        ]
        write_csv(args.csv, ("session", "bankroll_cents", "rounds", "staked_cents"), rows)
    figures = plain_estimates(played, asked.bankroll, asked.goal)
    exact = "none for the session; the house's share is exact"
    _print(args, asked, {}, figures, exact, "plain Python: thousands of times slower than a named system", seconds)
    return 0


def _files(args: argparse.Namespace, simulation: Simulation, law: SessionLaw | None) -> None:
    if args.csv:
        rows: list[tuple[object, ...]] = [(low, high, count) for low, high, count in simulation.bins() if count]
        write_csv(args.csv, ("bankroll_cents_from", "bankroll_cents_below", "sessions"), rows)
    if args.figures:
        need("matplotlib")
        from croupier.lab import figures

        place, ending = folder(args.figures), args.figure_format
        figures.fan(simulation, place / f"fan.{ending}")
        figures.distribution(simulation, law, place / f"distribution.{ending}")
        figures.ruin_curve(simulation, law, place / f"ruin.{ending}")


def _print(
    args: argparse.Namespace,
    asked: _Asked,
    portfolio: Portfolio,
    figures: list[Estimate],
    exact: str,
    note: str,
    seconds: float,
    simulation: Simulation | None = None,
) -> None:
    if args.json:
        document = {
            "book": args.book,
            "wheel": args.wheel,
            "zero": args.zero,
            "strategy": args.strategy,
            "wagers": dict(portfolio),
            "bankroll": asked.bankroll,
            "goal": asked.goal,
            "spins": asked.spins,
            "sessions": asked.sessions,
            "key": asked.key,
            "kernel": simulation.kernel.name if simulation else "python",
            "note": note,
            "exact": exact,
            "estimates": [asdict(figure) for figure in figures],
        }
        print(json.dumps(document, indent=2))
        return
    print(f"{args.strategy}: {asked.sessions:,} sessions of at most {asked.spins:,} rounds, key {asked.key}.")
    if simulation:
        print(f"{simulation.block.rounds:,} rounds in {seconds:.2f} s.")
    if note:
        print(f"Note: {note}.")
    print(f"Exact values: {exact}.")
    print(f"  {'':38} {'estimate':>16} {'± 1 sd':>12} {'exact':>16} {'z':>6}")
    for figure in figures:
        z = f"{figure.z:+.2f}" if figure.z is not None else "-"
        values = [shown_figure(figure.unit, value) for value in (figure.estimate, figure.error, figure.exact)]
        print(f"  {figure.figure:38} {values[0]:>16} {values[1]:>12} {values[2]:>16} {z:>6}")


@contextmanager
def _bar(sessions: int) -> Iterator[Report | None]:
    """A bar with rate and time left on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TextColumn("{task.fields[rate]}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=sessions, rate="")
        begun, rounds = time.perf_counter(), 0

        def report(more_rounds: int, more_sessions: int) -> None:
            nonlocal rounds
            rounds += more_rounds
            rate = rounds / max(1e-9, time.perf_counter() - begun)
            progress.update(task, advance=more_sessions, rate=f"{rate:.2e} rounds/s")

        yield report
