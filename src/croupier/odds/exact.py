"""The exact law of one unit staked: what every compartment, and every compartment after prison, gives.

Figures are per unit staked and per resolved wager: void spins are spun again and do not count.
"""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from fractions import Fraction
from math import lcm

from msgspec import Struct

from croupier.game.layout import Spot
from croupier.game.settlement import Choice, Game, Verdict, ZeroEffect
from croupier.game.wager import ADJACENT_PARTS, WagerKind


class ZeroPlay(StrEnum):
    """The zero rule, and where it leaves a choice, how it is played."""

    LOSE_ALL = "lose-all"
    HALF = "half"
    IN_PRISON_HALF = "in-prison-half"
    IN_PRISON_LEAVE = "in-prison-leave"
    IN_PRISON_BEST = "in-prison-best"

    @property
    def effect(self) -> ZeroEffect:
        return ZeroEffect.IN_PRISON if self.startswith("in-prison") else ZeroEffect(self)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices among which the best counts."""
        if self is ZeroPlay.IN_PRISON_BEST:
            return (Choice.HALF, Choice.LEAVE)
        return (Choice.LEAVE,) if self is ZeroPlay.IN_PRISON_LEAVE else (Choice.HALF,)


Law = tuple[tuple[Fraction, Fraction], ...]
"""Pairs of net result per unit staked and its probability, in order of the result."""


class Odds(Struct, frozen=True):
    """The exact figures of one kind of wager. `edge` is what the house keeps of a unit on average."""

    wager: WagerKind
    covers: int
    pays: Fraction
    law: Law
    choice: Choice
    """What the figures assume the player chooses in prison; no matter for other zero rules."""

    @property
    def edge(self) -> Fraction:
        return -_mean(self.law)

    @property
    def variance(self) -> Fraction:
        mean = _mean(self.law)
        return sum(((net - mean) ** 2 * chance for net, chance in self.law), start=Fraction(0))

    @property
    def chance(self) -> Fraction:
        """The probability to end with more than was staked."""
        return sum((chance for net, chance in self.law if net > 0), start=Fraction(0))


def _mean(law: Law) -> Fraction:
    return sum((net * chance for net, chance in law), start=Fraction(0))


def odds_of(game: Game, spot: Spot, play: ZeroPlay = ZeroPlay.IN_PRISON_BEST) -> Odds:
    """The figures of the wager that a spot belongs to; among the play's choices, the best for the player."""
    return min(
        (
            Odds(
                spot.wager,
                sum(game.wheel.counts.get(label, 0) for label in spot.numbers),
                game.pays[spot.wager],
                _law(game, spot, choice),
                choice,
            )
            for choice in play.choices
        ),
        key=lambda odds: odds.edge,
    )


def _law(game: Game, spot: Spot, choice: Choice) -> Law:
    """Settles a stake that every division of the rules divides evenly, in every compartment."""
    stake = lcm(2, ADJACENT_PARTS, game.pays[spot.wager].denominator) * ADJACENT_PARTS
    law: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for result, count in game.wheel.counts.items():
        chance = Fraction(count, game.wheel.size)
        ruling = game.settle(spot, stake, result, choice=choice)
        if ruling.verdict is not Verdict.IMPRISONED:
            law[Fraction(ruling.winnings + ruling.returned - stake, stake)] += chance
            continue
        for second, again in game.wheel.counts.items():
            ruling = game.settle(spot, stake, second, imprisoned=True)
            law[Fraction(ruling.winnings + ruling.returned - stake, stake)] += chance * Fraction(again, game.wheel.size)
    return tuple(sorted(law.items()))
