"""Accounts: where value can be."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class AccountKind(StrEnum):
    """The kinds of places that hold value."""

    STACK = "stack"
    """The chips or credits in front of a player."""
    LAYOUT = "layout"
    """A player's wagers on the layout."""
    FLOAT = "float"
    """The house's chips at the table; negative when more was paid out than filled in."""
    DROP_BOX = "drop-box"
    TIP_BOX = "tip-box"
    COUPONS = "coupons"
    """The face value of the match play coupons at the table, in play or collected."""
    POOL = "pool"
    """The buy-ins of a tournament's event, until they are awarded."""
    FEES = "fees"
    """Cash of entry fees that is kept apart until it is counted, by month."""
    PROCEEDS = "proceeds"
    """Entry fees that are adjusted gross proceeds of a month."""
    VOUCHERS = "vouchers"
    """Prize vouchers that are not used yet."""
    PRIZES = "prizes"
    """Prizes that were awarded and are not paid yet."""
    ESCROW = "escrow"
    """Prizes of a tournament that are placed in escrow."""
    DIFFERENCE = "difference"
    """What a count found over or short."""
    OUTSIDE = "outside"
    """The cage, the bank and players' pockets: where value comes from and goes to."""


MAY_BE_NEGATIVE = frozenset({AccountKind.FLOAT, AccountKind.COUPONS, AccountKind.DIFFERENCE, AccountKind.OUTSIDE})
"""The house can owe, and the outside is unlimited; players and boxes hold only what they have."""


class Account(Struct, frozen=True, order=True):
    """A kind of place, and its owner where there are several."""

    kind: AccountKind
    owner: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.owner}" if self.owner else str(self.kind)

    @property
    def may_be_negative(self) -> bool:
        return self.kind in MAY_BE_NEGATIVE


def stack(seat: int) -> Account:
    """The account of the chips in front of a seat.

    >>> print(stack(3))
    stack:3
    """
    return Account(AccountKind.STACK, str(seat))


def layout(seat: int) -> Account:
    """The account of a seat's wagers on the layout."""
    return Account(AccountKind.LAYOUT, str(seat))
