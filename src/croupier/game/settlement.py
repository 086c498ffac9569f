"""Settles one wager strictly by its position, without jurisdiction.

A `Game` is the wheel, layout, odds and zero rule of one table. It says what happens to a wager and why; the rules map
the reason to a clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from croupier.game.layout import Layout, Spot
from croupier.game.wager import WagerId
from croupier.game.wheel import Wheel
from croupier.game.zero import NO_ZERO_RULE, Choice, Fate, Prison, ZeroRule
from croupier.terms.money import PLAYER_CENTS, Cents, Rounding


class Clapper(StrEnum):
    """What counts when the clapper stops between two stops."""

    PREVIOUS = "previous"
    VOID = "void"


class Verdict(StrEnum):
    WIN = "win"
    LOSE = "lose"
    HALF = "half"
    IMPRISONED = "imprisoned"
    RELEASED = "released"
    VOID = "void"


class SettlementReason(StrEnum):
    """Why a wager is settled as it is."""

    COVERED_BY_SPOT = "covered-by-spot"
    NOT_COVERED = "not-covered"
    ZERO_LOSES = "zero-loses"
    ZERO_HALVES = "zero-halves"
    ZERO_IMPRISONS = "zero-imprisons"
    SECOND_ZERO = "second-zero"
    PRISONER_WINS = "prisoner-wins"
    PRISONER_LOSES = "prisoner-loses"
    TABLE_CLOSES = "table-closes"
    VOID_COMPARTMENT = "void-compartment"
    VOID_CLAPPER = "void-clapper"


class Ruling(Struct, frozen=True):
    """What happens to one wager.

    `winnings` is paid in addition to the stake; `returned` is the part of the stake that remains the player's, on the
    layout or in hand; `coupon` is the face value of a match play coupon that the player keeps; `level` is how many
    times a wager in prison has been imprisoned so far.
    """

    verdict: Verdict
    reason: SettlementReason
    winnings: Cents
    returned: Cents
    coupon: Cents = Cents(0)
    level: int = 0


class Game(Struct, frozen=True):
    """What decides a wager at one table. `pays_on` holds odds that depend on the winning number."""

    wheel: Wheel
    layout: Layout
    pays: Mapping[WagerId, Fraction]
    zero: ZeroRule = NO_ZERO_RULE
    clapper: Clapper | None = None
    pays_on: Mapping[WagerId, Mapping[str, Fraction]] = {}
    rounding: Rounding = PLAYER_CENTS

    @property
    def zero_answers(self) -> frozenset[str]:
        return self.zero.answers

    def odds_on(self, spot: Spot, result: str) -> Fraction:
        """The odds of the wager, to one, when that number wins."""
        return self.pays_on.get(spot.wager, {}).get(result, self.pays[spot.wager])

    def settle(
        self,
        spot: Spot,
        stake: int,
        result: str,
        *,
        choice: Choice = Choice.HALF,
        imprisoned: int = 0,
        coupon: int = 0,
        between: bool = False,
    ) -> Ruling:
        """The ruling on a stake on a spot when the ball rests in the compartment `result`.

        `imprisoned` is how many times earlier spins have imprisoned the wager. `between` means that the clapper rests
        between `result`, just passed, and the next stop.
        """
        if result in self.wheel.void:
            return self._void(SettlementReason.VOID_COMPARTMENT, stake, coupon, imprisoned)
        if between and self.clapper is Clapper.VOID:
            return self._void(SettlementReason.VOID_CLAPPER, stake, coupon, imprisoned)
        if imprisoned:
            return self._settle_prisoner(spot, stake, result, int(imprisoned))
        if result in spot.numbers:
            return self._win(spot, stake, coupon, result)
        if self.zero.applies_to(spot.wager, result):
            return self._settle_zero(stake, choice)
        zero = result in self.wheel.zeros and spot.even_money
        return _lose(SettlementReason.ZERO_LOSES if zero else SettlementReason.NOT_COVERED)

    def close(self, stake: int) -> Ruling:
        """The ruling on a prisoner whose table closes before its next spin."""
        prison = self.zero.prison or Prison()
        return self._apply_fate(prison.close, SettlementReason.TABLE_CLOSES, stake, 0)

    def _win(self, spot: Spot, stake: int, coupon: int, result: str) -> Ruling:
        # one of the equal straights wins, the others lose
        odds = self.odds_on(spot, result)
        winnings = self.rounding.pay(stake + coupon, odds / spot.parts)
        return Ruling(Verdict.WIN, SettlementReason.COVERED_BY_SPOT, winnings, Cents(stake // spot.parts))

    def _settle_zero(self, stake: int, choice: Choice) -> Ruling:
        fate = self.zero.fate(choice)
        reasons = {Fate.LOSE: SettlementReason.ZERO_LOSES, Fate.HALF: SettlementReason.ZERO_HALVES}
        return self._apply_fate(fate, reasons.get(fate, SettlementReason.ZERO_IMPRISONS), stake, 0)

    def _settle_prisoner(self, spot: Spot, stake: int, result: str, level: int) -> Ruling:
        prison = self.zero.prison or Prison()
        if result in spot.numbers:
            if prison.win is Fate.PAY:
                winnings = self.rounding.pay(stake, self.odds_on(spot, result))
                return Ruling(Verdict.WIN, SettlementReason.PRISONER_WINS, winnings, Cents(stake))
            return self._apply_fate(prison.win, SettlementReason.PRISONER_WINS, stake, level)
        if self.zero.applies_to(spot.wager, result):
            return self._apply_fate(prison.on_zero(level), SettlementReason.SECOND_ZERO, stake, level)
        return self._apply_fate(prison.lose, SettlementReason.PRISONER_LOSES, stake, level)

    def _apply_fate(self, fate: Fate, reason: SettlementReason, stake: int, level: int) -> Ruling:
        """The ruling for a fate."""
        match fate:
            case Fate.LOSE:
                return _lose(reason)
            case Fate.HALF:
                return Ruling(Verdict.HALF, reason, Cents(0), self.rounding.half(stake))
            case Fate.RETURN:
                return Ruling(Verdict.RELEASED, reason, Cents(0), Cents(stake))
            case Fate.LIGHTEN if level <= 1:
                return Ruling(Verdict.RELEASED, reason, Cents(0), Cents(stake))
            case Fate.LIGHTEN:
                return Ruling(Verdict.IMPRISONED, reason, Cents(0), Cents(stake), level=level - 1)
            case Fate.PRISON:
                return self._imprison(reason, stake, level + 1)
            case Fate.HALVE:
                return self._imprison(reason, self.rounding.half(stake), level + 1)
            case Fate.PAY:
                raise AssertionError("a winner is paid where its odds are known")

    def _imprison(self, reason: SettlementReason, stake: int, level: int) -> Ruling:
        prison = self.zero.prison or Prison()
        if stake < prison.floor:
            return self._apply_fate(prison.below_floor, reason, stake, level)
        return Ruling(Verdict.IMPRISONED, reason, Cents(0), Cents(stake), level=level)

    def _void(self, reason: SettlementReason, stake: int, coupon: int, level: int) -> Ruling:
        return Ruling(Verdict.VOID, reason, Cents(0), Cents(stake), Cents(coupon), int(level))


def _lose(reason: SettlementReason) -> Ruling:
    return Ruling(Verdict.LOSE, reason, Cents(0), Cents(0))
