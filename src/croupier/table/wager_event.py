"""Events of wagers on the layout while bets are open."""

from __future__ import annotations

from typing import final

from croupier.table import command as c
from croupier.table.stake import Returned, Stake
from croupier.table.table_event import NOTHING, Change, TableEvent
from croupier.terms.audience import FELT


@final
class WagerPlaced(TableEvent, frozen=True, tag="wager-placed/1"):
    """The stake stands on the spot until the round is settled or voided.

    `instructed` means that the dealer placed it on the instruction of the player, who is responsible for its position.
    """

    audience = FELT
    changes = Change.OTHER_PARTS
    command = None
    stake: Stake
    coupon: int
    instructed: bool


class WagerMoved(TableEvent, frozen=True, tag="wager-moved/1"):
    audience = FELT
    changes = Change.OTHER_PARTS
    command = None
    stake: Stake
    to: str
    instructed: bool


class WagerTakenDown(TableEvent, frozen=True, tag="wager-taken-down/1"):
    """The stake is the player's again; the coupon too, if the whole stake was taken down."""

    audience = FELT
    changes = Change.OTHER_PARTS
    command = None
    stake: Stake
    coupon: int
    instructed: bool


class WagersChanged(TableEvent, frozen=True, tag="wagers-changed/1"):
    """Many wagers of one seat changed at once: those taken down, with their coupons, then those placed."""

    audience = FELT
    changes = Change.STACK | Change.OTHER_PARTS
    command = None
    taken: tuple[Returned, ...]
    placed: tuple[Stake, ...]
    instructed: bool

    @property
    def seat(self) -> int:
        return self.placed[0].seat if self.placed else self.taken[0].stake.seat


class VerbalWagerOffered(TableEvent, frozen=True, tag="verbal-wager-offered/1"):
    audience = FELT
    changes = Change.DEALING | Change.OTHER_PARTS
    command = c.OfferVerbalWager
    seat: int
    spot: str
    cash: int


class VerbalWagerConfirmed(TableEvent, frozen=True, tag="verbal-wager-confirmed/1"):
    """The cash went into the drop box, and value chips for it are on the spot."""

    audience = FELT
    changes = Change.DEALING | Change.OTHER_PARTS | Change.SESSION
    command = None
    stake: Stake


class LateBetReturned(TableEvent, frozen=True, tag="late-bet-returned/1"):
    audience = FELT
    changes = NOTHING
    command = c.ReturnLateBet
    seat: int
    spot: str
    stake: int


WagerEvent = (
    WagerPlaced
    | WagerMoved
    | WagerTakenDown
    | WagersChanged
    | VerbalWagerOffered
    | VerbalWagerConfirmed
    | LateBetReturned
)
