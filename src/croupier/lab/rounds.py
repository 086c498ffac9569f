"""One round of a portfolio of wagers in integers: every net result in cents, and its weight.

A round is a spin that counts and, if it imprisons wagers of the portfolio, the spins that decide them. All wagers in
prison wait for the same spin, and nothing else is wagered meanwhile, so a round resolves every wager exactly once, as
the odds assume. A void spin is repeated and is not a round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from msgspec import Struct

from croupier.game.layout import Spot
from croupier.game.settlement import Verdict
from croupier.game.zero import LEVELS_MAX, Choice
from croupier.odds.exact import even_stake
from croupier.rules.admission import expand_called
from croupier.rules.table import Rules
from croupier.rules.wagers import Wager
from croupier.terms.money import DOLLAR, Currency
from croupier.terms.problem import Problem, Problems, shown
from croupier.terms.refusal import Refusal

Portfolio = Mapping[str, int]
"""Cents by spot, as typed."""


class RoundOutcome(Struct, frozen=True):
    """A net result in cents, and its number of equally likely cases."""

    net: int
    weight: int


class RoundLaw(Struct, frozen=True):
    """The exact law of one round. Outcomes are sorted from best to worst for the player."""

    outcomes: tuple[RoundOutcome, ...]
    total: int
    """Equally likely cases: the compartments, squared if prison takes a second spin."""
    cost: int
    """The total stake of the portfolio, in cents."""
    prison: Fraction
    """The probability that a round takes a second spin."""
    exact: bool
    """Whether nothing was rounded, so that n times the stakes give n times the results."""
    multiple_max: int | None
    """How many times the portfolio the table's maximums allow; None if there are none."""
    currency: Currency = DOLLAR

    @property
    def chances(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(outcome.weight, self.total) for outcome in self.outcomes)

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(outcome.net * outcome.weight for outcome in self.outcomes), self.total)

    @property
    def variance(self) -> Fraction:
        square = Fraction(sum(outcome.net**2 * outcome.weight for outcome in self.outcomes), self.total)
        return square - self.mean**2

    @property
    def edge(self) -> Fraction:
        """The share of a stake that the house keeps on average."""
        return -self.mean / self.cost

    @property
    def step(self) -> int:
        """The greatest common divisor of the differences between results; 1 if there is one result."""
        worst = self.outcomes[-1].net
        return gcd(*(outcome.net - worst for outcome in self.outcomes)) or 1


class PortfolioWager(Struct, frozen=True):
    """A wager of the portfolio, with the player's choice if a zero imprisons it."""

    spot: Spot
    stake: int
    choice: Choice


def admitted_wagers(rules: Rules, portfolio: Portfolio) -> tuple[PortfolioWager, ...]:
    """The wagers of the portfolio as the table admits them; raises every refusal as a problem."""
    problems: list[Problem] = []
    stakes: dict[str, int] = {}
    for typed, cents in portfolio.items():
        for part in expand_called(rules, Wager(1, typed, cents)):
            if isinstance(part, Refusal):
                problems.append(refused(typed, part))
                continue
            answer = rules.admit(part)
            if isinstance(answer, Refusal):
                problems.append(refused(typed, answer))
            else:
                stakes[answer.spot.id] = stakes.get(answer.spot.id, 0) + part.stake
    for spot, cents in stakes.items():
        answer = rules.admit(Wager(1, spot, cents))
        if isinstance(answer, Refusal) and not problems:
            problems.append(refused(spot, answer))
    if not portfolio:
        problems.append(Problem("wager", "there is none", "Name one or more."))
    if problems:
        raise Problems(problems)
    layout = rules.game.layout
    return tuple(
        PortfolioWager(layout[spot], cents, rules.odds[layout[spot].wager].choice) for spot, cents in stakes.items()
    )


def refused(spot: str, refusal: Refusal) -> Problem:
    """A refusal as a problem with a wager."""
    wrong, _, right = refusal.message.rpartition(". ")
    return Problem(f"wager {shown(spot)}", wrong, right)


def round_of(rules: Rules, portfolio: Portfolio) -> RoundLaw:
    """The law of one round: settles the portfolio in every compartment, and wagers in prison over the next spins."""
    standing = admitted_wagers(rules, portfolio)
    size = rules.game.wheel.size
    law: defaultdict[int, Fraction] = defaultdict(Fraction)
    waiting: dict[_Waiting, Fraction] = {
        (0, tuple(_Held(place, 0, each.stake) for place, each in enumerate(standing))): Fraction(1)
    }
    jailed = Fraction(0)
    for spin in range(LEVELS_MAX + 2):
        following: defaultdict[_Waiting, Fraction] = defaultdict(Fraction)
        for (net, held), chance in waiting.items():
            for result, count in rules.game.wheel.counts.items():
                after, kept = _spin(rules, standing, net, held, result)
                weight = chance * Fraction(count, size)
                if kept:
                    following[after, kept] += weight
                    jailed += weight if spin == 0 else 0
                else:
                    law[after] += weight
        waiting = dict(following)
        if not waiting:
            break
    if waiting:
        wrong = "a wager may be imprisoned without end under this zero rule"
        raise Problems([Problem("zero", wrong, "Ask for the odds of single wagers, which are exact.")])
    total = lcm(*(chance.denominator for chance in law.values()))
    maximums = [(rules.bounds(wager.spot.wager).maximum, wager.stake) for wager in standing]
    multiples = [maximum // stake for maximum, stake in maximums if maximum is not None]
    return RoundLaw(
        outcomes=tuple(RoundOutcome(net, int(chance * total)) for net, chance in sorted(law.items(), reverse=True)),
        total=total,
        cost=sum(wager.stake for wager in standing),
        prison=jailed,
        exact=all(_is_exact(rules, wager) for wager in standing),
        multiple_max=min(multiples) if multiples else None,
        currency=rules.book.money.currency,
    )


class _Held(NamedTuple):
    """An unresolved wager: its index in the portfolio, how often it was imprisoned, and what is left of it."""

    place: int
    level: int
    amount: int


_Waiting = tuple[int, tuple[_Held, ...]]


def _spin(
    rules: Rules, standing: tuple[PortfolioWager, ...], net: int, held: tuple[_Held, ...], result: str
) -> _Waiting:
    """Applies one result to the waiting wagers: the net so far, and those still waiting."""
    kept = []
    for each in held:
        wager = standing[each.place]
        ruling = rules.game.settle(wager.spot, each.amount, result, choice=wager.choice, imprisoned=each.level)
        if ruling.verdict is Verdict.IMPRISONED:
            kept.append(_Held(each.place, ruling.level, ruling.returned))
        else:
            net += ruling.winnings + ruling.returned - wager.stake
    return net, tuple(kept)


def _is_exact(rules: Rules, wager: PortfolioWager) -> bool:
    """Whether a multiple of the stake that divides evenly gives the same multiple of every result."""
    game = rules.game
    times = even_stake(game, wager.spot)
    for result in game.wheel.counts:
        one = game.settle(wager.spot, wager.stake, result, choice=wager.choice)
        many = game.settle(wager.spot, wager.stake * times, result, choice=wager.choice)
        if many.winnings + many.returned != times * (one.winnings + one.returned):
            return False
    return True
