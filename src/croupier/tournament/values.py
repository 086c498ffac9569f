"""Values that the events and the state of a tournament hold: payments, drawn seats, awards."""

from __future__ import annotations

from msgspec import Struct

from croupier.terms.money import Cents
from croupier.tournament.command import PaidBy
from croupier.tournament.setup import PrizeKind


class EntryPayment(Struct, frozen=True, omit_defaults=True):
    """The amount and kind of a payment; `item` or `voucher` says what was given, if not cash."""

    amount: Cents
    paid_by: PaidBy = PaidBy.CASH
    item: str = ""
    voucher: str = ""


class DrawnSeat(Struct, frozen=True, array_like=True):
    entry: int
    table: int
    seat: int


class Award(Struct, frozen=True, omit_defaults=True):
    """An awarded prize. The id of a voucher is the number of its award."""

    number: int
    place: int
    entry: int
    kind: PrizeKind
    amount: Cents
    item: str = ""
    event: str = ""
    """The later event that a voucher admits to."""
