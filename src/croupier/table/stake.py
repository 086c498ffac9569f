"""Wagers as events hold them: stakes, payments, collections."""

from __future__ import annotations

from msgspec import Struct

from croupier.game.settlement import Verdict
from croupier.rules.wagers import Chips
from croupier.terms.citation import Authority

OWN_COLOR = (Chips.NON_VALUE, Chips.ELECTRONIC)
"""Chips in a color of the player's own."""


class Stake(Struct, frozen=True, array_like=True, gc=False):
    """Identifies a wager on the layout, with its amount."""

    seat: int
    spot: str
    chips: Chips
    color: str
    tip: bool
    amount: int
    prison: int = 0
    """How often the wager was imprisoned; 0 if it is free."""

    @property
    def key(self) -> str:
        """Identifies a wager within its seat; a wager in prison differs from a free one on the same spot.

        A player's own chips have one kind and color at a time, so their key is the spot alone.
        """
        if not self.tip and not self.prison and self.chips in OWN_COLOR:
            return self.spot
        parts = (self.spot, self.chips, "tip" if self.tip else "", self.color)
        return "|".join((*parts, f"prison {self.prison}") if self.prison else parts)


class Payment(Struct, frozen=True, array_like=True, gc=False):
    """A settled wager that its player keeps at least in part; an imprisoned one stays on the layout."""

    stake: Stake
    outcome: Verdict
    winnings: int
    returned: int
    coupon: int
    authority: Authority
    level: int = 0
    """How often it has been imprisoned by now, if it stays in prison."""


class Collected(Struct, frozen=True, array_like=True, gc=False):
    """What was taken of a wager, and the face value of the coupon taken with it."""

    stake: Stake
    taken: int
    coupon: int
    authority: Authority


class Swept(Struct, frozen=True, array_like=True, gc=False):
    """A losing spot: the amount taken from it, and the authority."""

    spot: str
    taken: int
    authority: Authority


class Share(Struct, frozen=True, array_like=True, gc=False):
    """The amount taken from one seat on all losing spots."""

    seat: int
    taken: int


class KeptBySeat(Struct, frozen=True, array_like=True, gc=False):
    """What the wagers of a seat keep, by key; wagers that keep nothing are left out."""

    seat: int
    wagers: dict[str, int]


class Returned(Struct, frozen=True, array_like=True, gc=False):
    """A wager returned whole to its player, with its coupon."""

    stake: Stake
    coupon: int


class Uncollected(Struct, frozen=True, array_like=True, gc=False):
    """What was collected from a seat and put back: chips, and the face value of coupons."""

    seat: int
    taken: int
    coupon: int


class Freed(Struct, frozen=True, array_like=True, gc=False):
    """A wager in prison without a further spin: what is taken, and what is returned."""

    stake: Stake
    taken: int
    returned: int
    authority: Authority
