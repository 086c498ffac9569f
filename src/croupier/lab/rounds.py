"""One round of a portfolio of wagers, as whole numbers: every net result in cents and its weight.

A round is a spin that counts and, where it puts wagers of the portfolio in prison, the one spin that decides
them: all its prisoners wait for the same spin, and nothing else is wagered meanwhile. So a round resolves every
wager of the portfolio exactly once, as the odds count. A spin that the rules void is spun again and is no round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm

from msgspec import Struct

from croupier.game.layout import Spot
from croupier.game.settlement import Choice, Verdict
from croupier.game.wager import ADJACENT_PARTS
from croupier.rules.table import Rules
from croupier.rules.wagers import Wager
from croupier.terms.problem import Problem, Problems, shown
from croupier.terms.refusal import Refusal

Portfolio = Mapping[str, int]
"""Cents by spot, as typed."""


class Outcome(Struct, frozen=True):
    """A net result in cents, and how many of the round's equally likely cases bring it."""

    net: int
    weight: int


class Round(Struct, frozen=True):
    """The exact law of one round. Outcomes run from the best to the worst for the player."""

    outcomes: tuple[Outcome, ...]
    total: int
    """Equally likely cases: the compartments, squared where prison takes a second spin."""
    cost: int
    """What the portfolio stakes, in cents."""
    prison: Fraction
    """The chance that a round takes a second spin."""
    exact: bool
    """Whether no odd cent was rounded, so that n times the stakes bring n times the results."""
    multiple_max: int | None
    """How many times the portfolio the table's maximums allow; None where no maximum is posted."""

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
        """What the house keeps of a cent staked, on average."""
        return -self.mean / self.cost

    @property
    def step(self) -> int:
        """The largest amount of which every two results differ by a multiple; 1 where there is one result."""
        worst = self.outcomes[-1].net
        return gcd(*(outcome.net - worst for outcome in self.outcomes)) or 1


class Standing(Struct, frozen=True):
    """A wager of the portfolio on its spot, with what its owner asks for when a zero imprisons it."""

    spot: Spot
    stake: int
    choice: Choice


def read_portfolio(texts: Iterable[str]) -> dict[str, int]:
    """Wagers typed as ``SPOT=CENTS``; a spot named twice gets both stakes.

    >>> read_portfolio(["red=500", "17-20=100", "red=100"])
    {'red': 600, '17-20': 100}
    """
    portfolio: dict[str, int] = {}
    problems = []
    for text in texts:
        spot, equals, stake = text.rpartition("=")
        if not equals or not stake.isascii() or not stake.isdecimal() or len(stake) > 15:
            problems.append(
                Problem("wager", f"{shown(text)} is not a spot and whole cents", "Write it like red=500 or 17-20=100.")
            )
        else:
            portfolio[spot] = portfolio.get(spot, 0) + int(stake)
    if problems:
        raise Problems(problems)
    return portfolio


def stand(rules: Rules, portfolio: Portfolio) -> tuple[Standing, ...]:
    """Every wager of the portfolio where the table takes it; raises every refusal as a problem."""
    problems: list[Problem] = []
    stakes: dict[str, int] = {}
    for typed, cents in portfolio.items():
        for part in rules.expand(Wager(1, typed, cents)):
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
        problems.append(Problem("wager", "there is none", "Name one like red=500."))
    if problems:
        raise Problems(problems)
    layout = rules.game.layout
    return tuple(Standing(layout[spot], cents, rules.odds[layout[spot].wager].choice) for spot, cents in stakes.items())


def refused(spot: str, refusal: Refusal) -> Problem:
    """A refusal as the problem of a wager that nobody can take back."""
    wrong, _, right = refusal.message.rpartition(". ")
    return Problem(f"wager {shown(spot)}", wrong, right)


def round_of(rules: Rules, portfolio: Portfolio) -> Round:
    """The law of one round, by settling the portfolio in every compartment, and after prison in every one again."""
    standing = stand(rules, portfolio)
    game, counts, size = rules.game, rules.game.wheel.counts, rules.game.wheel.size
    law: defaultdict[int, int] = defaultdict(int)
    jailed = 0
    for result, count in counts.items():
        net, prisoners = 0, []
        for wager in standing:
            ruling = game.settle(wager.spot, wager.stake, result, choice=wager.choice)
            if ruling.verdict is Verdict.IMPRISONED:
                prisoners.append(wager)
            else:
                net += ruling.winnings + ruling.returned - wager.stake
        if not prisoners:
            law[net] += count * size
            continue
        jailed += count
        for second, again in counts.items():
            rulings = [(game.settle(wager.spot, wager.stake, second, imprisoned=True), wager) for wager in prisoners]
            law[net + sum(each.winnings + each.returned - wager.stake for each, wager in rulings)] += count * again
    shared = gcd(*law.values())
    maximums = [(rules.bounds(wager.spot.wager).maximum, wager.stake) for wager in standing]
    multiples = [maximum // stake for maximum, stake in maximums if maximum is not None]
    return Round(
        outcomes=tuple(Outcome(net, weight // shared) for net, weight in sorted(law.items(), reverse=True)),
        total=size * size // shared,
        cost=sum(wager.stake for wager in standing),
        prison=Fraction(jailed, size),
        exact=all(_is_exact(rules, wager) for wager in standing),
        multiple_max=min(multiples) if multiples else None,
    )


def _is_exact(rules: Rules, wager: Standing) -> bool:
    """Whether a stake that every division divides brings the same multiple of every result."""
    game = rules.game
    times = lcm(2, ADJACENT_PARTS, game.pays[wager.spot.wager].denominator)
    for result in game.wheel.counts:
        one = game.settle(wager.spot, wager.stake, result, choice=wager.choice)
        many = game.settle(wager.spot, wager.stake * times, result, choice=wager.choice)
        if many.winnings + many.returned != times * (one.winnings + one.returned):
            return False
    return True
