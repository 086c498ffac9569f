"""A refusal is returned when the rules say no to one wager.

It holds a code, a clause and facts; its words are rendered here and nowhere else.
The order of the codes is their precedence: when several apply, the first one is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import final

from msgspec import Struct

from croupier.terms.citation import Basis, ClauseId
from croupier.terms.money import dollars
from croupier.terms.steps import AFTER_THE_WAGER, STEP_WORDS, StepCode


class RefusalCode(StrEnum):
    """Why a wager is refused, in order of precedence."""

    SPOT_UNREADABLE = "spot-unreadable"
    SPOT_UNKNOWN = "spot-unknown"
    SPOT_COVERED = "spot-covered"
    WAGER_EXCLUDED = "wager-excluded"
    WAGER_NOT_OFFERED = "wager-not-offered"
    STAKE_NOT_CENTS = "stake-not-cents"
    STAKE_NOT_POSITIVE = "stake-not-positive"
    STAKE_TOO_LARGE = "stake-too-large"
    STAKE_NOT_WHOLE_CHIPS = "stake-not-whole-chips"
    STAKE_NOT_EQUAL_PARTS = "stake-not-equal-parts"
    STAKE_BELOW_MINIMUM = "stake-below-minimum"
    STAKE_ABOVE_MAXIMUM = "stake-above-maximum"
    COUPON_NOT_ACCEPTED = "coupon-not-accepted"
    COUPON_WRONG_WAGER = "coupon-wrong-wager"
    COUPON_WITH_VALUE_CHIP = "coupon-with-value-chip"
    COUPON_NOT_MATCHED = "coupon-not-matched"
    PRISON_NOT_OFFERED = "prison-not-offered"
    PRISON_WRONG_WAGER = "prison-wrong-wager"


Facts = Mapping[str, str | int]

_WORDS: dict[RefusalCode, str] = {
    RefusalCode.SPOT_UNREADABLE: (
        "{spot} is not a spot{clause}: {reason}. Write it like 17, 17-20, 13-14-15, column-1 or red."
    ),
    RefusalCode.SPOT_UNKNOWN: (
        "{spot} is not a place on the {layout}{clause}. Choose numbers that share a line or a corner, or a named box."
    ),
    RefusalCode.WAGER_NOT_OFFERED: ("The {wager} wager is not offered at this table{clause}. Choose another spot."),
    RefusalCode.WAGER_EXCLUDED: (
        "The {wager} wager may not stand beside {beside} at one table{clause}. Choose another spot."
    ),
    RefusalCode.SPOT_COVERED: "{spot} holds {covered}, which is covered at this table{clause}. Choose another spot.",
    RefusalCode.STAKE_NOT_CENTS: "A stake of {given} is not a whole number of cents{clause}. Stake whole cents.",
    RefusalCode.STAKE_NOT_POSITIVE: "A stake of {stake} is no wager{clause}. Stake at least one cent.",
    RefusalCode.STAKE_TOO_LARGE: (
        "Stake {stake} is above {maximum}, the most these accounts hold for one wager{clause}. Lower the stake."
    ),
    RefusalCode.STAKE_NOT_WHOLE_CHIPS: (
        "Stake {stake} is not a whole number of {chip} chips{clause}. Stake a multiple of {chip}."
    ),
    RefusalCode.STAKE_NOT_EQUAL_PARTS: (
        "Stake {stake} cannot be divided into {parts} equal wagers{clause}. Stake a multiple of {unit}."
    ),
    RefusalCode.STAKE_BELOW_MINIMUM: (
        "Stake {stake} is below {minimum}, the least one wager may be{clause}. Raise the stake."
    ),
    RefusalCode.STAKE_ABOVE_MAXIMUM: (
        "Stake {stake} is above {maximum}, the most one wager may be{clause}. Lower the stake."
    ),
    RefusalCode.COUPON_NOT_ACCEPTED: ("Match play coupons are not accepted at this table{clause}. Wager chips alone."),
    RefusalCode.COUPON_WRONG_WAGER: (
        "A match play coupon may not stand on a {wager} wager{clause}. Put it on an even-money or 2 to 1 wager."
    ),
    RefusalCode.COUPON_WITH_VALUE_CHIP: (
        "A match play coupon may not be wagered with a value chip{clause}. Wager it with non-value chips."
    ),
    RefusalCode.COUPON_NOT_MATCHED: (
        "A coupon of {coupon} is not matched by a stake of {stake}{clause}. "
        "Stake at least the coupon's face, which is more than nothing."
    ),
    RefusalCode.PRISON_NOT_OFFERED: (
        "In prison is not offered at this table, so {asked} has no meaning{clause}. Leave it out."
    ),
    RefusalCode.PRISON_WRONG_WAGER: (
        "In prison is for even-money wagers, so {asked} has no meaning on a {wager} wager{clause}. Leave it out."
    ),
}


def _time(ms: int) -> str:
    """A time as people read it; one outside the calendar as it is."""
    try:
        return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return str(ms)


_READABLE: Mapping[str, Callable[[int], str]] = {
    **dict.fromkeys(("stake", "minimum", "maximum", "chip", "unit", "coupon", "left", "amount", "has"), dollars),
    **dict.fromkeys(("at", "last"), _time),
}


@final
class Refusal(Struct, frozen=True):
    """The rules say no: why, by which clause (None where only custom asks it), and the facts."""

    code: RefusalCode | StepCode
    clause: ClauseId | None
    facts: Facts
    basis: Basis = Basis.CUSTOMARY
    """What stands behind it where no clause does."""

    @property
    def message(self) -> str:
        """One sentence that says what was wrong and the clause, and one that says what to do."""
        facts = {
            name: _READABLE[name](value) if name in _READABLE and isinstance(value, int) else value
            for name, value in self.facts.items()
        }
        words = STEP_WORDS[self.code] if isinstance(self.code, StepCode) else _WORDS[self.code]
        return words.format(**facts, clause=f" ({self.clause or self.basis})")

    @property
    def precedence(self) -> int:
        """The place of the code in `PRECEDENCE`; the smallest that applies is given."""
        return _ORDER[self.code]


PRECEDENCE: tuple[StepCode | RefusalCode, ...] = (
    *(code for code in StepCode if code not in AFTER_THE_WAGER),
    *RefusalCode,
    *AFTER_THE_WAGER,
)
"""All codes in the order in which they are given: the person and the step, then the wager, then what it meets."""
_ORDER = {code: rank for rank, code in enumerate(PRECEDENCE)}
