"""Exact edge and variance of a wager, by settling it in every compartment and, in prison, over the next spins too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.game.layout import Spot
from croupier.game.settlement import Game, Verdict
from croupier.game.wager import WagerId
from croupier.game.zero import LEVELS_MAX, Choice
from croupier.terms.money import Favor, Rounding

Law = tuple[tuple[Fraction, Fraction], ...]
"""Pairs of net result per unit staked and its probability, sorted by result."""


class ZeroPlay(Struct, frozen=True):
    """A zero rule as played: its name in the rules, and the choices from which the player takes the best."""

    name: str
    rule: str
    choices: tuple[Choice, ...]

    def __str__(self) -> str:
        return self.name


LOSE_ALL = ZeroPlay("lose-all", "lose-all", (Choice.HALF,))


class Odds(Struct, frozen=True):
    """The exact figures of one kind of wager. `edge` is the share of a stake that the house keeps on average."""

    wager: WagerId
    covers: int
    pays: Fraction
    law: Law
    choice: Choice
    """The choice in prison that the figures assume; irrelevant to other zero rules."""

    @property
    def edge(self) -> Fraction:
        return -_mean(self.law)

    @property
    def variance(self) -> Fraction:
        mean = _mean(self.law)
        return sum(((net - mean) ** 2 * chance for net, chance in self.law), start=Fraction(0))

    @property
    def chance(self) -> Fraction:
        """The probability of ending with more than was staked."""
        return sum((chance for net, chance in self.law if net > 0), start=Fraction(0))


def _mean(law: Law) -> Fraction:
    return sum((net * chance for net, chance in law), start=Fraction(0))


def odds_of(game: Game, spot: Spot, play: ZeroPlay | None = None) -> Odds:
    """The figures of a spot's wager, with the choice that is best for the player."""
    return min(
        (
            Odds(
                spot.wager,
                sum(game.wheel.counts.get(label, 0) for label in spot.numbers),
                game.pays[spot.wager],
                law_of(game, spot, choice),
                choice,
            )
            for choice in (play.choices if play else game.zero.choices)
        ),
        key=lambda odds: odds.edge,
    )


def even_stake(game: Game, spot: Spot) -> int:
    """A stake that divides evenly in every payout and halving, so that nothing is rounded."""
    paid = [game.pays[spot.wager], *game.pays_on.get(spot.wager, {}).values()]
    halvings = min(game.zero.prison.most, LEVELS_MAX) + 2 if game.zero.prison else 1
    return lcm(*(odds.denominator for odds in paid)) * spot.parts * (1 << halvings) * game.rounding.unit


def law_of(game: Game, spot: Spot, choice: Choice) -> Law:
    """The distribution of the net result of one unit on the spot, without rounding.

    A floor under prisoners depends on the stake, so this is the law of a large wager.
    """
    stake, exact = even_stake(game, spot), _unbounded(game)
    chain = _Chain(exact, spot, stake, choice)
    return tuple(sorted(chain.solve().items()))


_State = tuple[int, int]
"""How many times the wager has been imprisoned, and how much of it is left."""
_FREE = 0


class _Chain:
    """The spins a wager lives through, as an absorbing Markov chain: it ends with a net result or stays in prison."""

    def __init__(self, game: Game, spot: Spot, stake: int, choice: Choice) -> None:
        self.game, self.spot, self.stake, self.choice = game, spot, stake, choice
        self.ends: dict[_State, dict[Fraction, Fraction]] = {}
        self.goes: dict[_State, dict[_State, Fraction]] = {}
        self.start = (_FREE, stake)
        waiting = [self.start]
        while waiting:
            state = waiting.pop()
            if state not in self.ends:
                self._spin(state)
                waiting.extend(self.goes[state])

    def _spin(self, state: _State) -> None:
        """Adds the transitions of one spin from a state."""
        level, amount = state
        ends: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        goes: defaultdict[_State, Fraction] = defaultdict(Fraction)
        for result, count in self.game.wheel.counts.items():
            chance = Fraction(count, self.game.wheel.size)
            ruling = self.game.settle(self.spot, amount, result, choice=self.choice, imprisoned=level)
            if ruling.verdict is Verdict.IMPRISONED:
                goes[ruling.level, ruling.returned] += chance
            else:
                ends[Fraction(ruling.winnings + ruling.returned - self.stake, self.stake)] += chance
        self.ends[state], self.goes[state] = dict(ends), dict(goes)

    def solve(self) -> dict[Fraction, Fraction]:
        """The probability of every net result from the start, by eliminating the other states one by one."""
        for gone in [state for state in self.ends if state != self.start]:
            again = self.goes[gone].pop(gone, Fraction(0))
            once = 1 / (1 - again)
            for state in self.ends:
                share = self.goes[state].pop(gone, Fraction(0)) * once if state != gone else Fraction(0)
                if share:
                    _add(self.ends[state], self.ends[gone], share)
                    _add(self.goes[state], self.goes[gone], share)
        again = self.goes[self.start].pop(self.start, Fraction(0))
        return {net: chance / (1 - again) for net, chance in self.ends[self.start].items()}


_Key = TypeVar("_Key")


def _add(to: dict[_Key, Fraction], of: Mapping[_Key, Fraction], share: Fraction) -> None:
    for key, chance in of.items():
        to[key] = to.get(key, Fraction(0)) + share * chance


def _unbounded(game: Game) -> Game:
    """The same game without a floor and with the smallest rounding unit, for figures per unit staked."""
    zero = game.zero
    if zero.prison is not None and zero.prison.floor:
        zero = replace(zero, prison=replace(zero.prison, floor=0))
    return replace(game, zero=zero, rounding=Rounding(1, Favor.PLAYER))
