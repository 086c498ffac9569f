"""A session: one player, one system, one portfolio as the unit, a bankroll and a goal, at most so many rounds.

Money is scaled to the largest measure that divides everything, so that lanes of 32 bits hold it and the exact law
has as few states as it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from msgspec import Struct

from croupier.lab.rounds import Portfolio, Round, round_of
from croupier.lab.strategies import JAMES_BOND, LABOUCHERE_LINE, Code, System
from croupier.rules.table import Rules
from croupier.terms.money import dollars
from croupier.terms.problem import Problem, Problems

ROUNDS_MAX = 10**18
MONEY_MAX = 2**31 - 1
UNITS_MAX = 2**27
NO_GOAL = MONEY_MAX


class Session(Struct, frozen=True):
    """What is played, with money in multiples of `measure` cents.

    A session ends when the bankroll reaches the goal, when it no longer holds one unit, or after `rounds` rounds.
    """

    system: System
    each: Round
    rounds: int
    measure: int
    bankroll: int
    goal: int
    """`NO_GOAL` where none is set."""
    cost: int
    """What one unit costs."""
    nets: tuple[int, ...]
    """What one unit brings, from the best outcome to the worst."""
    most: int
    """The most units that the table's maximums allow, cut to what the system can ever reach."""
    line: tuple[int, ...] = LABOUCHERE_LINE

    @property
    def code(self) -> Code:
        return self.system.code

    @property
    def has_goal(self) -> bool:
        return self.goal != NO_GOAL

    @property
    def chances(self) -> tuple[Fraction, ...]:
        return self.each.chances

    @property
    def gain(self) -> int:
        """What one unit wins, where every win is the same."""
        return self.nets[0]

    def cents(self, money: int) -> int:
        return money * self.measure


def bond_portfolio(unit: int) -> dict[str, int]:
    """James Bond's three wagers for twenty parts of one unit."""
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
) -> Session:
    """The session, or every reason why it cannot be played. Amounts are cents."""
    each = round_of(rules, portfolio)
    problems = []
    if system is not System.FLAT and system is not System.JAMES_BOND and not each.exact:
        wrong = "a stake of this portfolio does not halve or multiply into whole cents"
        problems.append(Problem("wager", wrong, f"A {system} needs stakes that do: choose even ones."))
    if not 1 <= rounds <= ROUNDS_MAX:
        problems.append(Problem("spins", f"{rounds:,} is out of range", f"Give 1 to {ROUNDS_MAX:,}."))
    if bankroll < each.cost:
        wrong = f"a bankroll of {dollars(bankroll)} does not hold one unit of {dollars(each.cost)}"
        problems.append(Problem("bankroll", wrong, "Bring more, or stake less."))
    if goal is not None and goal <= bankroll:
        wrong = f"a goal of {dollars(goal)} is reached before play with a bankroll of {dollars(bankroll)}"
        problems.append(Problem("goal", wrong, "Set a goal above the bankroll, or none."))
    wins = {outcome.net for outcome in each.outcomes if outcome.net > 0}
    if not wins:
        problems.append(Problem("wager", "this portfolio never wins", "Stake so that some result pays."))
    elif len(wins) > 1 and system is System.OSCARS_GRIND:
        wrong = f"{system} counts units won, and this portfolio wins {len(wins)} different amounts"
        problems.append(Problem("wager", wrong, "Choose one wager."))
    if not line or min(line) < 1 or len(line) > 50 or max(line) > 10**6:
        problems.append(
            Problem("line", f"{list(line)} is no line", "Give 1 to 50 whole numbers of units of at least 1.")
        )
    if len(each.outcomes) == 1:
        problems.append(Problem("wager", "this portfolio always brings the same", "Stake so that chance decides."))
    if problems:
        raise Problems(problems)
    return _scaled(system, each, bankroll, goal, rounds, tuple(line))


def _scaled(
    system: System, each: Round, bankroll: int, goal: int | None, rounds: int, line: tuple[int, ...]
) -> Session:
    nets = [outcome.net for outcome in each.outcomes]
    measure = gcd(each.cost, bankroll, goal or 0, *nets)
    cost, bankroll = each.cost // measure, bankroll // measure
    top = goal // measure if goal is not None else None
    most = min(UNITS_MAX // cost, each.multiple_max or UNITS_MAX)
    if system.code in (Code.FLAT,):
        most = 1
    elif system.code is Code.PAROLI:
        most = min(most, 4)
    if top is not None:
        most = min(most, max(1, (top - 1) // cost))  # no bankroll in play holds more
    highest = top if top is not None else bankroll
    best = max(nets) // measure
    # with no goal, play may win every round at the most it can stake
    reach = highest + best * most if top is not None else _highest(bankroll, cost, best, most, rounds, system)
    if reach > MONEY_MAX // 2:
        raise Problems(
            [
                Problem(
                    "bankroll",
                    f"this session may hold more than {MONEY_MAX // 2:,} times {dollars(measure)}",
                    "Set a goal, post a maximum, or use rounder amounts.",
                )
            ]
        )
    return Session(
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
    """A bound on any bankroll of the session."""
    if system.code is Code.FLAT:
        return bankroll + best * rounds
    held = bankroll
    for _ in range(min(rounds, 64)):
        if held > MONEY_MAX:
            break
        held += best * min(most, held // cost)
    return held + best * most * max(0, rounds - 64)
