"""Strategies that users write in plain Python, played under the table's rules and with limits.

A strategy is a function that looks at its seat and returns its next wagers:

    def strategy(seat):
        if seat.nets and seat.nets[-1] < 0:
            return {"red": min(2 * seat.staked[-1], 50000, seat.bankroll)}
        return {"red": 500}

None, or no wagers, ends the session. `seat.memory` belongs to the strategy and is new in every session. A strategy that
raises, takes too long or makes wagers that the table refuses ends the run with a problem that names the strategy, the
session and the spin.
"""

from __future__ import annotations

import ctypes
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field

from croupier.game.settlement import Verdict
from croupier.lab.rounds import Portfolio, PortfolioWager, RoundLaw, admitted_wagers, round_of
from croupier.rules.table import Rules
from croupier.terms.problem import Problem, Problems, shown
from croupier.terms.text import counted

PLAIN_BLOCK = 64
"""Sessions per block; they share a random stream and are played in order."""
DECISION_SECONDS = 5.0
STEPS_MAX = 10**9
REMEMBERED = 20_000
WAGERS_MAX = 200


class StrategyView(Struct):
    """What a strategy sees: its money in cents and the history of its session."""

    bankroll: int
    start: int
    goal: int | None
    results: list[str] = field(default_factory=list)
    """Every compartment that came up, including second spins of wagers in prison."""
    nets: list[int] = field(default_factory=list)
    staked: list[int] = field(default_factory=list)
    memory: dict[str, object] = field(default_factory=dict)


class Strategy(Protocol):
    """Returns cents by spot for the next spin, or None to leave the table."""

    def __call__(self, seat: StrategyView, /) -> Portfolio | None: ...


class PlainSession(Struct, frozen=True):
    """How a session ended. `surprise` is the net result minus its exact expectation."""

    bankroll: int
    rounds: int
    staked: int
    surprise: Fraction
    variance: Fraction


class _Prepared(Struct, frozen=True):
    """A portfolio settled in every compartment."""

    each: RoundLaw
    nets: dict[str, int]
    prisoners: dict[str, tuple[PortfolioWager, ...]]


class _Stopped(BaseException):
    """Raised inside a strategy that takes too long."""


def read_strategy(source: str) -> Strategy:
    """Loads the function `strategy` from a Python file, or another one named as ``FILE.py:NAME``."""
    path, colon, name = source.rpartition(":")
    if not colon or path.endswith(("/", "\\")) or not name.isidentifier():
        path, name = source, "strategy"
    names: dict[str, object] = {"__name__": "croupier_strategy", "__file__": path}
    try:
        code = compile(Path(path).read_text("utf-8"), path, "exec")
        exec(code, names)  # noqa: S102 - runs the user's own file, as requested
    except OSError as error:
        raise _problem(source, f"it cannot be read: {error.strerror}", "Name a Python file.") from error
    except Exception as error:
        raise _problem(source, f"it does not load: {_exception_line(error, path)}", "Correct the file.") from error
    found = names.get(name)
    if not callable(found):
        raise _problem(source, f"it has no function {name}", f"Define {name}(seat).")
    return found


def _problem(source: str, wrong: str, right: str) -> Problems:
    return Problems([Problem(f"strategy {source}", wrong, right)])


def _exception_line(error: BaseException, path: str) -> str:
    """An exception in one line, with the last line of the user's file in the traceback."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    where = f", line {lines[-1]}" if lines else ""
    return f"{type(error).__name__}: {error}{where}"


class _Player:
    """Plays the sessions of one block; while the strategy runs, `deciding` is when it was called."""

    def __init__(
        self, rules: Rules, name: str, strategy: Strategy, spins: Iterator[str], *, bankroll: int, goal: int | None
    ) -> None:
        self._rules = rules
        self._name = name
        self._strategy = strategy
        self._spins = spins
        self._bankroll = bankroll
        self._goal = goal
        self._prepared: dict[tuple[tuple[str, int], ...], _Prepared] = {}
        self.deciding: float | None = None
        self.session = 0
        self.spin = 0

    def wrong(self, wrong: str, right: str) -> Problems:
        return _problem(f"{self._name}, session {self.session}, spin {self.spin}", wrong, right)

    def play(self, session: int, rounds: int) -> PlainSession:
        """Plays one session to its end."""
        self.session = session
        seat = StrategyView(self._bankroll, self._bankroll, self._goal)
        surprise, variance = Fraction(0), Fraction(0)
        money, played, staked = self._bankroll, 0, 0
        while played < rounds and money > 0 and (self._goal is None or money < self._goal):
            self.spin = played + 1
            prepared = self._decide(seat, money)
            if prepared is None:
                break
            net = self._round(prepared, seat)
            money += net
            played += 1
            staked += prepared.each.cost
            surprise += net - prepared.each.mean
            variance += prepared.each.variance
            seat.bankroll = money
            seat.nets.append(net)
            seat.staked.append(prepared.each.cost)
        return PlainSession(money, played, staked, surprise, variance)

    def _decide(self, seat: StrategyView, money: int) -> _Prepared | None:
        """The strategy's next wagers, checked against the table; None if it leaves."""
        self.deciding = time.monotonic()
        try:
            answer: object = self._strategy(seat)
        except _Stopped:
            raise
        except BaseException as error:
            path = getattr(getattr(self._strategy, "__code__", None), "co_filename", "")
            raise self.wrong(f"it raised {_exception_line(error, path)}", "Correct the strategy.") from error
        finally:
            self.deciding = None
        if answer is None or (isinstance(answer, Mapping) and not answer):
            return None
        wagers = self._checked(answer)
        prepared = self._prepared.get(wagers) or self._prepare(wagers)
        if prepared.each.cost > money:
            write = prepared.each.currency.write
            raise self.wrong(
                f"it stakes {write(prepared.each.cost)} and holds {write(money)}", "Stake what the seat holds."
            )
        return prepared

    def _checked(self, answer: object) -> tuple[tuple[str, int], ...]:
        if not isinstance(answer, Mapping) or len(answer) > WAGERS_MAX:
            raise self.wrong(f"it returned {shown(answer)}, which names no wagers", 'Return {"red": 500} or nothing.')
        for spot, cents in answer.items():
            if not isinstance(spot, str) or not isinstance(cents, int) or isinstance(cents, bool):
                raise self.wrong(
                    f"{shown(spot)}: {shown(cents)} is not a spot with whole cents", 'Return {"red": 500} or nothing.'
                )
        return tuple(answer.items())

    def _prepare(self, wagers: tuple[tuple[str, int], ...]) -> _Prepared:
        """Settles the portfolio in every compartment."""
        try:
            each, standing = round_of(self._rules, dict(wagers)), admitted_wagers(self._rules, dict(wagers))
        except Problems as refused:
            first = refused.problems[0]
            raise self.wrong(f"the table refuses {first.key}: {first.wrong}", first.right) from None
        game = self._rules.game
        nets: dict[str, int] = {}
        prisoners: dict[str, tuple[PortfolioWager, ...]] = {}
        for result in game.wheel.counts:
            nets[result], jailed = 0, []
            for wager in standing:
                ruling = game.settle(wager.spot, wager.stake, result, choice=wager.choice)
                if ruling.verdict is Verdict.IMPRISONED:
                    jailed.append(wager)
                else:
                    nets[result] += ruling.winnings + ruling.returned - wager.stake
            if jailed:
                prisoners[result] = tuple(jailed)
        if len(self._prepared) >= REMEMBERED:
            self._prepared.clear()
        self._prepared[wagers] = _Prepared(each, nets, prisoners)
        return self._prepared[wagers]

    def _round(self, prepared: _Prepared, seat: StrategyView) -> int:
        result = next(self._spins)
        seat.results.append(result)
        net = prepared.nets[result]
        if result in prepared.prisoners:
            second = next(self._spins)
            seat.results.append(second)
            for wager in prepared.prisoners[result]:
                ruling = self._rules.game.settle(wager.spot, wager.stake, second, imprisoned=True)
                net += ruling.winnings + ruling.returned - wager.stake
        return net


def _spins(rules: Rules, key: int, block: int) -> Iterator[str]:
    """Compartments that count, drawn from the block's stream."""
    from croupier.lab.streams import WORDS, draw_below, stream

    state = stream(key, block, "plain")
    labels = [label for label, count in rules.game.wheel.counts.items() for _ in range(count)]
    while True:
        for index in draw_below(state, len(labels), 4 * WORDS).tolist():
            yield labels[index]


class PlainRun(Struct, frozen=True):
    """Parameters of a run: picklable if the strategy is given as a file name."""

    rules: Rules
    name: str
    strategy: Strategy | None
    """None: load it from the file `name`."""
    bankroll: int
    goal: int | None
    rounds: int
    key: int
    seconds: float = DECISION_SECONDS


def play_plain_block(run: PlainRun, block: int, sessions: int) -> list[PlainSession]:
    """Plays the sessions of one block in a thread that this one supervises."""
    strategy = run.strategy or read_strategy(run.name)
    spins = _spins(run.rules, run.key, block)
    player = _Player(run.rules, run.name, strategy, spins, bankroll=run.bankroll, goal=run.goal)
    played: list[PlainSession] = []
    trouble: list[BaseException] = []

    def work() -> None:
        try:
            first = block * PLAIN_BLOCK + 1
            played.extend(player.play(session, run.rounds) for session in range(first, first + sessions))
        except BaseException as error:  # re-raised by the supervising thread
            trouble.append(error)

    thread = threading.Thread(target=work, name=f"croupier-strategy-{block}", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.02)
        asked = player.deciding
        if asked is not None and time.monotonic() - asked > run.seconds:
            _interrupt(thread)
            raise player.wrong(f"it took more than {run.seconds:g} s to name its wagers", "Make it faster.")
    if trouble:
        raise trouble[0]
    return played


def _interrupt(thread: threading.Thread) -> None:
    """Raises `_Stopped` in the thread at its next Python instruction; a thread blocked in C ends with the process."""
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Stopped))


def simulate_plain(
    run: PlainRun,
    sessions: int,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[PlainSession]:
    """All sessions in order; independent of the number of workers."""
    from croupier.lab.simulate import in_order, pool_of

    problems = []
    write = run.rules.book.money.currency.write
    if sessions < 1 or run.rounds < 1 or sessions * run.rounds > STEPS_MAX:
        wrong = f"out of range for plain Python: {counted(sessions, 'session')} of {counted(run.rounds, 'spin')}"
        problems.append(Problem("sessions", wrong, f"Keep both above 0 and sessions times spins within {STEPS_MAX:,}."))
    if run.bankroll < 1:
        problems.append(Problem("bankroll", f"{write(run.bankroll)} is too little to stake", "Start with more."))
    if run.goal is not None and run.goal <= run.bankroll:
        wrong = f"a goal of {write(run.goal)} is reached before play"
        problems.append(Problem("goal", wrong, "Set a goal above the bankroll, or none."))
    if problems:
        raise Problems(problems)
    if run.strategy is None:
        read_strategy(run.name)  # reports problems with the file once, before starting workers
    played: list[PlainSession] = []
    blocks = -(-sessions // PLAIN_BLOCK)
    with pool_of(executor, workers) as (pool, width):
        calls = (
            pool.submit(play_plain_block, run, block, min(PLAIN_BLOCK, sessions - block * PLAIN_BLOCK))
            for block in range(blocks)
        )
        for block in in_order(calls, 2 * width):
            played += block
            if progress:
                progress(sum(session.rounds for session in block), len(block))
    return played
