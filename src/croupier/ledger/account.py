"""Where value can be: an account is a kind of place and whose it is."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class AccountKind(StrEnum):
    """The kinds of places that hold value, in the words of the pit."""

    STACK = "stack"
    """The chips or credits in front of a player."""
    LAYOUT = "layout"
    """A player's wagers on the layout."""
    FLOAT = "float"
    """The chips of the house at the table; below nothing when more went out than was filled in."""
    DROP_BOX = "drop-box"
    TIP_BOX = "tip-box"
    COUPONS = "coupons"
    """The face of the match play coupons at the table: those in play and those collected."""
    POOL = "pool"
    """A tournament's entries and prizes."""
    DIFFERENCE = "difference"
    """What a count found too much or too little; recorded, never smoothed."""
    OUTSIDE = "outside"
    """The cage, the bank and the pockets of players: where value comes from and goes to."""


MAY_BE_NEGATIVE = frozenset({AccountKind.FLOAT, AccountKind.COUPONS, AccountKind.DIFFERENCE, AccountKind.OUTSIDE})
"""The house can owe, and the world outside is not ours to limit; a player or a box holds what it holds."""


class Account(Struct, frozen=True, order=True):
    """One place: its kind, and whose it is where there are several."""

    kind: AccountKind
    owner: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.owner}" if self.owner else str(self.kind)

    @property
    def may_be_negative(self) -> bool:
        return self.kind in MAY_BE_NEGATIVE


def stack(seat: int) -> Account:
    """What the player at a seat has in front.

    >>> print(stack(3))
    stack:3
    """
    return Account(AccountKind.STACK, str(seat))


def layout(seat: int) -> Account:
    """What the player at a seat has on the layout."""
    return Account(AccountKind.LAYOUT, str(seat))
