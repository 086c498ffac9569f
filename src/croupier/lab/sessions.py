"""A session: one player with a system, a portfolio as the unit, a bankroll, a goal and a limit of rounds.

Money is scaled by its greatest common divisor, so that it fits 32-bit lanes and the exact law has as few states as
possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from msgspec import Struct

from croupier.lab.rounds import Portfolio, RoundLaw, round_of
from croupier.lab.strategies import JAMES_BOND, LABOUCHERE_LINE, StrategyCode, System
from croupier.rules.table import Rules
from croupier.terms.problem import Problem, Problems

ROUNDS_MAX = 10**18
MONEY_MAX = 2**31 - 1
UNITS_MAX = 2**27
NO_GOAL = MONEY_MAX


class SessionPlan(Struct, frozen=True):
    """A session, with money in multiples of `measure` cents.

    It ends when the bankroll reaches the goal, no longer covers one unit, or after `rounds` rounds.
    """

    system: System
    each: RoundLaw
    rounds: int
    measure: int
    bankroll: int
    goal: int
    """`NO_GOAL` if none is set."""
    cost: int
    """The cost of one unit."""
    nets: tuple[int, ...]
    """The net results of one unit, from best to worst."""
    most: int
    """The most units that the table's maximums allow, capped at what the system can reach."""
    line: tuple[int, ...] = LABOUCHERE_LINE

    @property
    def code(self) -> StrategyCode:
        return self.system.code

    @property
    def has_goal(self) -> bool:
        return self.goal != NO_GOAL

    @property
    def chances(self) -> tuple[Fraction, ...]:
        return self.each.chances

    @property
    def gain(self) -> int:
        """The win of one unit, if every win is the same."""
        return self.nets[0]

    def cents(self, money: int) -> int:
        return money * self.measure


def bond_portfolio(unit: int) -> dict[str, int]:
    """James Bond's three wagers, twenty parts of `unit` in all."""
    return {spot: parts * unit for spot, parts in JAMES_BOND.items()}


def session_of(
    rules: Rules,
    portfolio: Portfolio,
    system: System,
    *,
    bankroll: int,
    rounds: int,
    goal: int | None = None,
    line: Sequence[int] = LABOUCHERE_LINE,
) -> SessionPlan:
    """Builds the session; raises every problem with it. Amounts are in cents."""
    each = round_of(rules, portfolio)
    write = each.currency.write
    problems = []
    if system is not System.FLAT and system is not System.JAMES_BOND and not each.exact:
        wrong = "a stake of this portfolio does not halve or multiply into whole cents"
        problems.append(Problem("wager", wrong, f"A {system} needs stakes that do: choose even ones."))
    if not 1 <= rounds <= ROUNDS_MAX:
        problems.append(Problem("spins", f"{rounds:,} is out of range", f"Give 1 to {ROUNDS_MAX:,}."))
    if bankroll < each.cost:
        wrong = f"a bankroll of {write(bankroll)} does not hold one unit of {write(each.cost)}"
        problems.append(Problem("bankroll", wrong, "Start with more, or stake less."))
    if goal is not None and goal <= bankroll:
        wrong = f"a goal of {write(goal)} is reached before play with a bankroll of {write(bankroll)}"
        problems.append(Problem("goal", wrong, "Set a goal above the bankroll, or none."))
    wins = {outcome.net for outcome in each.outcomes if outcome.net > 0}
    if not wins:
        problems.append(Problem("wager", "this portfolio never wins", "Stake so that some result pays."))
    elif len(wins) > 1 and system is System.OSCARS_GRIND:
        wrong = f"{system} counts units won, and this portfolio wins {len(wins)} different amounts"
        problems.append(Problem("wager", wrong, "Choose one wager."))
    if not line or min(line) < 1 or len(line) > 50 or max(line) > 10**6:
        problems.append(
            Problem("line", f"{list(line)} is not a line", "Give 1 to 50 whole numbers of units of at least 1.")
        )
    if len(each.outcomes) == 1:
        problems.append(Problem("wager", "this portfolio always has the same result", "Stake so that results differ."))
    if problems:
        raise Problems(problems)
    return _scaled(system, each, bankroll, goal, rounds, tuple(line))


def _scaled(
    system: System, each: RoundLaw, bankroll: int, goal: int | None, rounds: int, line: tuple[int, ...]
) -> SessionPlan:
    nets = [outcome.net for outcome in each.outcomes]
    measure = gcd(each.cost, bankroll, goal or 0, *nets)
    cost, bankroll = each.cost // measure, bankroll // measure
    top = goal // measure if goal is not None else None
    most = min(UNITS_MAX // cost, each.multiple_max or UNITS_MAX)
    if system.code in (StrategyCode.FLAT,):
        most = 1
    elif system.code is StrategyCode.PAROLI:
        most = min(most, 4)
    if top is not None:
        most = min(most, max(1, (top - 1) // cost))  # no bankroll in play covers more
    highest = top if top is not None else bankroll
    best = max(nets) // measure
    # with no goal, play may win every round at the highest stake
    reach = highest + best * most if top is not None else _highest(bankroll, cost, best, most, rounds, system)
    if reach > MONEY_MAX // 2:
        raise Problems(
            [
                Problem(
                    "bankroll",
                    f"this session may hold more than {MONEY_MAX // 2:,} times {each.currency.write(measure)}",
                    "Set a goal, post a maximum, or use rounder amounts.",
                )
            ]
        )
    return SessionPlan(
        system=system,
        each=each,
        rounds=rounds,
        measure=measure,
        bankroll=bankroll,
        goal=NO_GOAL if top is None else top,
        cost=cost,
        nets=tuple(net // measure for net in nets),
        most=most,
        line=line,
    )


def _highest(bankroll: int, cost: int, best: int, most: int, rounds: int, system: System) -> int:
    """An upper bound on the bankroll during the session."""
    if system.code is StrategyCode.FLAT:
        return bankroll + best * rounds
    held = bankroll
    for _ in range(min(rounds, 64)):
        if held > MONEY_MAX:
            break
        held += best * min(most, held // cost)
    return held + best * most * max(0, rounds - 64)
