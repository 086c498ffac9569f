"""Events about money that comes to a table or leaves it. They name the person; each step takes a different one."""

from __future__ import annotations

from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.table_event import NOTHING, Change, TableEvent
from croupier.terms.audience import OWN, Audience, RecordOnly


class SlipRequested(TableEvent, frozen=True, tag="slip-requested/1"):
    """Slips of a table are numbered without gaps; `chips` maps denominations in cents to counts."""

    audience = Audience.HOUSE
    changes = NOTHING
    command = None
    slip: int
    way: SlipKind
    chips: tuple[tuple[int, int], ...]
    by: str


class SlipPrepared(TableEvent, frozen=True, tag="slip-prepared/1"):
    audience = Audience.HOUSE
    changes = NOTHING
    command = m.PrepareSlip
    slip: int
    by: str


class SlipCarried(TableEvent, frozen=True, tag="slip-carried/1"):
    """A credit leaves the float; `float-moved` follows in the same commit."""

    audience = Audience.HOUSE
    changes = NOTHING
    command = m.CarrySlip
    slip: int
    by: str


class SlipAccepted(TableEvent, frozen=True, tag="slip-accepted/1"):
    """A fill enters the float; `float-moved` follows in the same commit."""

    audience = Audience.HOUSE
    changes = NOTHING
    command = m.AcceptSlip
    slip: int
    by: str


class SlipVoided(TableEvent, frozen=True, tag="slip-voided/1"):
    audience = Audience.HOUSE
    changes = NOTHING
    command = m.VoidSlip
    slip: int
    why: str
    by: str


class DeviceHeard(TableEvent, frozen=True, tag="device-heard/1"):
    """The events before it in the same order come from a signed message of this device."""

    audience = Audience.HOUSE
    changes = NOTHING
    command = None
    device: str
    counter: int
    signature: str


class TicketPrinted(TableEvent, frozen=True, tag="ticket-printed/1"):
    """The ticket for a cash-out at a device, valid once, at this table or at the cage."""

    audience = OWN
    changes = NOTHING
    command = None
    ticket: str
    seat: int
    amount: int


class TicketRedeemed(TableEvent, frozen=True, tag="ticket-redeemed/1"):
    """Redeemed at a seat, with `chips-bought` in the same commit, or at the cage if the seat is 0."""

    audience = Audience.HOUSE
    changes = NOTHING
    command = None
    ticket: str
    amount: int
    seat: int


class CouponsIssued(TableEvent, frozen=True, tag="coupons-issued/1"):
    audience = Audience.HOUSE
    changes = NOTHING
    command = m.IssueCoupons
    serials: RecordOnly[tuple[str, ...]]
    face: int


class CouponPresented(TableEvent, frozen=True, tag="coupon-presented/1"):
    """The coupon belongs to the wager placed in the same commit, and to no other until it is handed back."""

    audience = OWN
    changes = NOTHING
    command = None
    serial: str
    seat: int
    spot: str
    face: int


class ClaimSettled(TableEvent, frozen=True, tag="claim-settled/1"):
    """Settled at the cage; a claim settled at a seat is `balance-corrected`."""

    audience = Audience.HOUSE
    changes = Change.CLAIMS | Change.FIGURES
    command = None
    player: str
    amount: int
    why: str


class DropCounted(TableEvent, frozen=True, tag="drop-counted/1"):
    """`book` is the content of the box according to the records; a difference is recorded as it is."""

    audience = Audience.HOUSE
    changes = Change.FIGURES
    command = m.CountDrop
    counted: int
    book: int


class SecondAsked(TableEvent, frozen=True, tag="second-asked/1"):
    """The amount is above what one person may move alone, so a second person has to agree first."""

    audience = Audience.HOUSE
    changes = NOTHING
    command = None
    request: int
    order: RecordOnly[str]
    """The command as JSON."""
    amount: int


class SecondGiven(TableEvent, frozen=True, tag="second-given/1"):
    """The events of the request follow in the same commit."""

    audience = Audience.HOUSE
    changes = NOTHING
    command = m.GiveSecond
    request: int
    by: str


class SecondDenied(TableEvent, frozen=True, tag="second-denied/1"):
    audience = Audience.HOUSE
    changes = NOTHING
    command = m.DenySecond
    request: int
    why: str
    by: str


SlipEvent = SlipRequested | SlipPrepared | SlipCarried | SlipAccepted | SlipVoided
MoneyEvent = (
    SlipEvent
    | DeviceHeard
    | TicketPrinted
    | TicketRedeemed
    | CouponsIssued
    | CouponPresented
    | ClaimSettled
    | DropCounted
    | SecondAsked
    | SecondGiven
    | SecondDenied
)
"""Money that comes to the table or leaves it, and the people responsible for it."""
