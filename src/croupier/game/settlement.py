"""Settling one wager strictly by its position, without jurisdiction.

A `Game` is a wheel, a layout, the odds and the zero rule of one table. It says what happens to a wager
and why; which clause stands behind the reason is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from croupier.game.layout import Layout, Spot
from croupier.game.wager import ADJACENT_PARTS, EVEN_MONEY, WagerKind
from croupier.game.wheel import ZEROS, Wheel
from croupier.terms.money import Cents, half, pay


class ZeroEffect(StrEnum):
    """What a zero does to even-money wagers."""

    LOSE_ALL = "lose-all"
    HALF = "half"
    IN_PRISON = "in-prison"


class Choice(StrEnum):
    """What the owner of an even-money wager asks for when in prison is offered and a zero comes up."""

    HALF = "half"
    LEAVE = "leave"


class Clapper(StrEnum):
    """What counts when the clapper rests between two stops."""

    PREVIOUS = "previous"
    VOID = "void"


class Verdict(StrEnum):
    WIN = "win"
    LOSE = "lose"
    HALF = "half"
    IMPRISONED = "imprisoned"
    RELEASED = "released"
    VOID = "void"


class Reason(StrEnum):
    """Why a wager is settled as it is."""

    COVERED_BY_SPOT = "covered-by-spot"
    NOT_COVERED = "not-covered"
    ZERO_LOSES = "zero-loses"
    ZERO_HALVES = "zero-halves"
    ZERO_IMPRISONS = "zero-imprisons"
    SECOND_ZERO = "second-zero"
    PRISONER_WINS = "prisoner-wins"
    PRISONER_LOSES = "prisoner-loses"
    VOID_COMPARTMENT = "void-compartment"
    VOID_CLAPPER = "void-clapper"


class Ruling(Struct, frozen=True):
    """What happens to one wager.

    `winnings` is paid beyond the stake; `returned` is the part of the stake that is still the player's,
    on the layout or in hand; `coupon` is the face of a match play coupon that is still the player's.
    """

    verdict: Verdict
    reason: Reason
    winnings: Cents
    returned: Cents
    coupon: Cents = Cents(0)


class Game(Struct, frozen=True):
    """What decides a wager at one table. `zero_answers` are the compartments that the zero rule speaks of."""

    wheel: Wheel
    layout: Layout
    pays: Mapping[WagerKind, Fraction]
    zero: ZeroEffect = ZeroEffect.LOSE_ALL
    zero_answers: frozenset[str] = frozenset()
    clapper: Clapper | None = None

    def settle(
        self,
        spot: Spot,
        stake: int,
        result: str,
        *,
        choice: Choice = Choice.HALF,
        imprisoned: bool = False,
        coupon: int = 0,
        between: bool = False,
    ) -> Ruling:
        """The ruling on a stake that stands on a spot when the ball rests in the compartment `result`.

        `imprisoned` says that the wager was left in prison by the spin before.
        `between` says that the clapper rests between `result`, just passed, and the next stop.
        """
        if result in self.wheel.void:
            return _stands(Reason.VOID_COMPARTMENT, stake, coupon)
        if between and self.clapper is Clapper.VOID:
            return _stands(Reason.VOID_CLAPPER, stake, coupon)
        if imprisoned:
            return self._settle_prisoner(spot, stake, result)
        if result in spot.numbers:
            return self._win(spot, stake, coupon)
        if result in ZEROS and spot.wager in EVEN_MONEY:
            return self._settle_zero(stake, result, choice)
        return _lose(Reason.NOT_COVERED)

    def _win(self, spot: Spot, stake: int, coupon: int) -> Ruling:
        # one of five equal straights wins and four lose
        parts = ADJACENT_PARTS if spot.wager is WagerKind.FIVE_ADJACENT else 1
        winnings = pay(stake + coupon, self.pays[spot.wager] / parts)
        return Ruling(Verdict.WIN, Reason.COVERED_BY_SPOT, winnings, Cents(stake // parts))

    def _settle_zero(self, stake: int, result: str, choice: Choice) -> Ruling:
        if self.zero is ZeroEffect.LOSE_ALL or result not in self.zero_answers:
            return _lose(Reason.ZERO_LOSES)
        if self.zero is ZeroEffect.IN_PRISON and choice is Choice.LEAVE:
            return Ruling(Verdict.IMPRISONED, Reason.ZERO_IMPRISONS, Cents(0), Cents(stake))
        return Ruling(Verdict.HALF, Reason.ZERO_HALVES, Cents(0), half(stake))

    def _settle_prisoner(self, spot: Spot, stake: int, result: str) -> Ruling:
        if result in spot.numbers:
            return Ruling(Verdict.RELEASED, Reason.PRISONER_WINS, Cents(0), Cents(stake))
        return _lose(Reason.SECOND_ZERO if result in self.zero_answers else Reason.PRISONER_LOSES)


def _lose(reason: Reason) -> Ruling:
    return Ruling(Verdict.LOSE, reason, Cents(0), Cents(0))


def _stands(reason: Reason, stake: int, coupon: int) -> Ruling:
    return Ruling(Verdict.VOID, reason, Cents(0), Cents(stake), Cents(coupon))
