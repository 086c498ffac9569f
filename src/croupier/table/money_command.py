"""Commands about money that comes to a table or leaves it: slips, tickets, coupons, claims, counts, second persons."""

from __future__ import annotations

from enum import StrEnum

from msgspec import field

from croupier.table.command_roles import CAGE, PIT
from croupier.terms.message import Command
from croupier.terms.people import Role

CHIPS_WITHOUT_VALUE = "Tournament chips have no value in money, and no other chips are here."
"""Why no money moves at a tournament table."""


class SlipKind(StrEnum):
    """Which way the chips of a slip go."""

    FILL = "fill"
    """From the cage to the table."""
    CREDIT = "credit"
    """From the table to the cage."""


class RequestSlip(Command, frozen=True, tag="request-slip"):
    """Requests a fill or a credit: the number of chips of each denomination, in cents."""

    given_by = PIT
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    kind: SlipKind
    chips: dict[int, int]


class PrepareSlip(Command, frozen=True, tag="prepare-slip"):
    """The chips are counted out: a fill's at the cage, a credit's at the table."""

    given_by = (Role.CASHIER, Role.DEALER)
    slip: int


class CarrySlip(Command, frozen=True, tag="carry-slip"):
    """The chips and the slip are being carried; those of a credit have left the float."""

    given_by = (Role.SECURITY,)
    slip: int


class AcceptSlip(Command, frozen=True, tag="accept-slip"):
    """The chips have arrived and were counted; those of a fill are in the float. Empty `chips` means as on the slip."""

    given_by = (Role.DEALER, Role.CASHIER)
    slip: int
    chips: dict[int, int] = field(default_factory=dict)


class VoidSlip(Command, frozen=True, tag="void-slip"):
    """Voids the slip; its number is not used again."""

    given_by = (Role.SUPERVISOR, Role.CASHIER)
    slip: int
    why: str


class RedeemTicket(Command, frozen=True, tag="redeem-ticket"):
    """The cage pays a ticket of this table."""

    given_by = CAGE
    ticket: str


class IssueCoupons(Command, frozen=True, tag="issue-coupons"):
    """Issues match play coupons of one face value for this table, each with its own serial."""

    given_by = CAGE
    serials: tuple[str, ...]
    face: int


class SettleClaim(Command, frozen=True, tag="settle-claim"):
    """Settles a claim that a correction left, in part or whole: from or to the stack of a seat, or at the cage."""

    given_by = PIT
    player: str
    amount: int
    why: str
    seat: int = 0


class CountDrop(Command, frozen=True, tag="count-drop"):
    """The drop box was emptied and counted."""

    given_by = (Role.ACCOUNTANT,)
    counted: int


class GiveSecond(Command, frozen=True, tag="give-second"):
    """A second person agrees to a request."""

    given_by = PIT
    request: int


class DenySecond(Command, frozen=True, tag="deny-second"):
    """A second person denies a request, or the first withdraws it."""

    given_by = PIT
    request: int
    why: str


MoneyCommand = (
    RequestSlip
    | PrepareSlip
    | CarrySlip
    | AcceptSlip
    | VoidSlip
    | RedeemTicket
    | IssueCoupons
    | SettleClaim
    | CountDrop
    | GiveSecond
    | DenySecond
)
