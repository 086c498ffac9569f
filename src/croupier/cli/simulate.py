"""`croupier simulate`: sessions of a system or of a strategy in plain Python, compared with the exact figures."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from croupier.cli.amounts import read_whole
from croupier.cli.exit_codes import ExitCode
from croupier.cli.extras import require
from croupier.cli.output import ColumnBlock, print_json, print_note, show
from croupier.cli.session_options import SessionInput, add_session, directory, figure_text, write_csv
from croupier.lab.law import flat_law
from croupier.lab.rounds import Portfolio, round_of
from croupier.lab.strategies import LABOUCHERE_LINE, System, read_system
from croupier.terms.money import Currency
from croupier.terms.problem import Problem, Problems, shown
from croupier.terms.text import counted

if TYPE_CHECKING:
    from croupier.lab.progression import SessionLaw
    from croupier.lab.report import Estimate
    from croupier.lab.simulate import Simulation

EXAMPLE = "croupier simulate nj --strategy martingale --wager red=5 --maximum 2500 --bankroll 5000 --spins 200"
EPILOG = """\
Plays many sessions of one system. The same key gives the same figures on any number of workers.
Every figure with an exact value is printed next to it, with its z-score.
A run of more than a few seconds is announced on standard error; one of more than a day is refused.
It needs the extra lab: pip install 'croupier[lab]'.

JSON: {"book", "wheel", "zero", "strategy", "wagers": {spot: cents}, "spins", "bankroll", "goal", "sessions", "key",
       "note", "exact", "estimates": [{"figure", "unit", "estimate", "error", "exact", "z"}]}
      Amounts are cents. For flat play of very many rounds it prints the law instead, in the shape of croupier law.
"""
Report = Callable[[int, int], None]
TOLD_S = 3
"""Runs longer than this are announced."""
FLAT_SPINS_MAX = 10**6
"""Beyond this many rounds, flat play is not simulated; its law is printed instead."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_session(parser, f"{', '.join(System)}; or FILE.py or FILE.py:NAME, a function of a seat")
    parser.add_argument("--line", metavar="1-2-3-4", help="labouchere's opening line, in units")
    parser.add_argument("--sessions", default="100000", metavar="N", help="how many to play (default 100,000)")
    parser.add_argument("--key", default="1", metavar="K", help="the key of the random streams (default 1)")
    parser.add_argument("--workers", metavar="N", help="threads (default: one per processor)")
    parser.add_argument("--seconds", default="5", metavar="S", help="the time limit for one decision of a FILE.py")


class SimulationInput(SessionInput):
    """The numbers of a simulation, or every problem with them."""

    def __init__(self, args: argparse.Namespace) -> None:
        problems: list[Problem] = []
        self.sessions = read_whole("--sessions", args.sessions, problems) or 0
        self.key = read_whole("--key", args.key, problems) or 0
        self.workers = read_whole("--workers", args.workers, problems)
        self.seconds = read_whole("--seconds", args.seconds, problems) or 0
        self.line: tuple[int, ...] = LABOUCHERE_LINE
        if args.line is not None:
            numbers = [read_whole("--line", part, problems) for part in args.line.split("-")]
            self.line = tuple(number for number in numbers if number is not None)
        if self.workers is not None and not 1 <= self.workers <= 1024:
            problems.append(Problem("--workers", f"{self.workers} is out of range", "Give 1 to 1024."))
        if not 1 <= self.seconds <= 3600:
            problems.append(Problem("--seconds", f"{self.seconds} is out of range", "Give 1 to 3600."))
        super().__init__(args, problems)


def run(args: argparse.Namespace) -> int:
    require("numpy", "scipy", *(["matplotlib"] if args.figures else []))
    given = SimulationInput(args)
    if args.strategy.endswith(".py") or ".py:" in args.strategy:
        return _plain(args, given)
    system = read_system(args.strategy)
    wagers = given.portfolio(args, system)
    if system in (System.FLAT, System.JAMES_BOND) and given.spins > FLAT_SPINS_MAX:
        from croupier.cli.law import print_law

        if not args.json:
            show(f"{given.spins:,} spins of flat play are too many to simulate. This is their exact law.")
        return print_law(args, given, system)
    if given.bankroll is None:
        if system not in (System.FLAT, System.JAMES_BOND):
            raise Problems([Problem("--bankroll", f"{system} needs one", "Give --bankroll.")])
        return _flat(args, given, wagers, system)
    return _session(args, given, wagers, system, given.bankroll)


def _session(
    args: argparse.Namespace, given: SimulationInput, portfolio: Portfolio, system: System, bankroll: int
) -> int:
    require("numba")
    from croupier.lab.pace import seconds_of
    from croupier.lab.progression import has_law, session_law
    from croupier.lab.report import estimates
    from croupier.lab.sessions import session_of
    from croupier.lab.simulate import ROUNDS_MAX, simulate, too_many

    if given.spins > ROUNDS_MAX:
        raise Problems([too_many(given.spins)])
    session = session_of(
        given.rules, portfolio, system, bankroll=bankroll, goal=given.goal, rounds=given.spins, line=given.line
    )
    _tell(seconds_of(session, given.sessions, workers=given.workers), given)
    with _bar(given.sessions) as bar:
        begun = time.perf_counter()
        simulation = simulate(session, given.sessions, key=given.key, workers=given.workers, progress=bar)
        seconds = time.perf_counter() - begun
    law: SessionLaw | None = None
    why = f"{system} has too many states for an exact law"
    if has_law(session):
        try:
            law = session_law(session)
        except Problems as problems:
            why = problems.problems[0].wrong
    _files(args, simulation, law)
    exact = "dynamic programming" if law else f"none for the session: {why}; the house's share is exact"
    _print(args, given, portfolio, estimates(simulation, law), exact, "", seconds, simulation)
    return ExitCode.DONE


def _flat(args: argparse.Namespace, given: SimulationInput, portfolio: Portfolio, system: System) -> int:
    require("numba")
    from croupier.lab.pace import seconds_of
    from croupier.lab.report import flat_estimates
    from croupier.lab.sessions import session_of
    from croupier.lab.simulate import simulate

    each = round_of(given.rules, portfolio)
    law = flat_law(each, given.spins)
    session = session_of(given.rules, portfolio, system, bankroll=each.cost * given.spins, rounds=given.spins)
    _tell(seconds_of(session, given.sessions, workers=given.workers), given)
    with _bar(given.sessions) as bar:
        begun = time.perf_counter()
        simulation = simulate(session, given.sessions, key=given.key, workers=given.workers, progress=bar)
        seconds = time.perf_counter() - begun
    _files(args, simulation, None)
    figures = flat_estimates(simulation, law)
    _print(args, given, portfolio, figures, f"{law.method}", "", seconds, simulation)
    return ExitCode.DONE


def _plain(args: argparse.Namespace, given: SimulationInput) -> int:
    from croupier.lab.pace import plain_seconds_of
    from croupier.lab.python_strategies import PlainRun, simulate_plain
    from croupier.lab.report import plain_estimates

    problems = []
    if given.bankroll is None:
        problems.append(Problem("--bankroll", "a strategy in Python needs one", "Give --bankroll."))
    if args.wager:
        problems.append(Problem("--wager", f"{shown(args.strategy)} names its own wagers", "Leave --wager out."))
    if args.figures:
        problems.append(Problem("--figures", "there are none for strategies in Python", "Use --csv."))
    if problems or given.bankroll is None:
        raise Problems(problems)
    run = PlainRun(
        given.rules,
        args.strategy,
        None,
        given.bankroll,
        given.goal,
        given.spins,
        given.key,
        seconds=float(given.seconds),
    )
    _tell(plain_seconds_of(run, given.sessions), given)
    with _bar(given.sessions) as bar:
        begun = time.perf_counter()
        played = simulate_plain(run, given.sessions, workers=given.workers, progress=bar)
        seconds = time.perf_counter() - begun
    if args.csv:
        rows: list[tuple[object, ...]] = [
            (number, session.bankroll, session.rounds, session.staked) for number, session in enumerate(played, start=1)
        ]
        write_csv(args.csv, ("session", "bankroll_cents", "rounds", "staked_cents"), rows)
    figures = plain_estimates(played, given.bankroll, given.goal)
    exact = "none for the session; the house's share is exact"
    _print(args, given, {}, figures, exact, "plain Python: thousands of times slower than a named system", seconds)
    return ExitCode.DONE


def _files(args: argparse.Namespace, simulation: Simulation, law: SessionLaw | None) -> None:
    if args.csv:
        rows: list[tuple[object, ...]] = [(low, high, count) for low, high, count in simulation.bins() if count]
        write_csv(args.csv, ("bankroll_cents_from", "bankroll_cents_below", "sessions"), rows)
    if args.figures:
        from croupier.lab import figures

        place, ending = directory(args.figures), args.figure_format
        figures.fan(simulation, place / f"fan.{ending}")
        figures.distribution(simulation, law, place / f"distribution.{ending}")
        figures.ruin_curve(simulation, law, place / f"ruin.{ending}")


def _print(
    args: argparse.Namespace,
    given: SimulationInput,
    portfolio: Portfolio,
    figures: list[Estimate],
    exact: str,
    note: str,
    seconds: float,
    simulation: Simulation | None = None,
) -> None:
    if args.json:
        head = given.head(args, dict(portfolio))
        print_json(
            {
                **head,
                "bankroll": given.bankroll,
                "goal": given.goal,
                "sessions": given.sessions,
                "key": given.key,
                "note": note,
                "exact": exact,
                "estimates": [asdict(figure) for figure in figures],
            }
        )
        return
    sessions = f"{counted(given.sessions, 'session')} of at most {counted(given.spins, 'round')}"
    columns = ("figure", "estimate", "± 1 sd", "exact", "z")
    show(
        f"{args.strategy}: {sessions}, key {given.key}.",
        *([f"{counted(simulation.block.rounds, 'round')} in {seconds:.2f} s."] if simulation else []),
        *([f"Note: {note}."] if note else []),
        f"Exact values: {exact}.",
        ColumnBlock(columns, [_row(figure, given.currency) for figure in figures], frozenset(columns[1:])),
    )


def _row(figure: Estimate, currency: Currency) -> tuple[str, ...]:
    z = f"{figure.z:+.2f}" if figure.z is not None else "-"
    values = (figure.estimate, figure.error, figure.exact)
    return figure.figure, *(figure_text(figure.unit, value, currency) for value in values), z


def _tell(seconds: float, given: SimulationInput) -> None:
    """Announces a long run on standard error, apart from the figures."""
    if seconds < TOLD_S:
        return
    from croupier.lab.pace import duration

    what = f"{counted(given.sessions, 'session')} of at most {counted(given.spins, 'round')}"
    print_note(f"{what}: at most {duration(seconds)}.")


@contextmanager
def _bar(sessions: int) -> Iterator[Report | None]:
    """A progress bar with rate and time left on a terminal; nothing in a pipe."""
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
