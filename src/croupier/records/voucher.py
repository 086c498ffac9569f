"""Vouchers and tickets: issued with a random number and redeemed once, which the records decide, not the paper.

The stream `vouchers` holds everything about a number: what it is worth, whose it is, its last day, how often it was
printed, and whether it was redeemed.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.journal.record import Draft, Record
from croupier.terms.day import day_of, moment_of
from croupier.wire.events import UnreadableRecord, canonical

STREAM = "vouchers"
DIGITS = 18
"""The digits of a number, the last of which is the check digit."""
AMOUNT_MAX = 10**12
"""Maximum value of a voucher, in cents."""


class VoucherIssued(Struct, frozen=True, tag="voucher-issued/1"):
    """`owner` is the person it is bound to, if any; `until` is the last day on which it is valid."""

    number: str
    what: str
    amount: int
    owner: str
    until: datetime.date | None


class VoucherPrinted(Struct, frozen=True, tag="voucher-printed/1"):
    """`copy` is 1 for the first print, and one more for each further one."""

    number: str
    copy: int


class VoucherRedeemed(Struct, frozen=True, tag="voucher-redeemed/1"):
    number: str
    where: str


VoucherEvent = VoucherIssued | VoucherPrinted | VoucherRedeemed
_read = json.Decoder(VoucherEvent).decode


class Voucher(Struct):
    """One voucher, from its records."""

    number: str
    what: str
    amount: int
    owner: str
    until: datetime.date | None
    issued_at: int
    issued_by: str
    copies: int = 0
    redeemed_at: int = 0
    redeemed_by: str = ""


def check_digit(digits: str) -> str:
    """The digit that makes the Luhn sum of all digits a multiple of ten, which detects any single wrong digit.

    >>> check_digit("7992739871")
    '3'
    """
    total = 0
    for place, digit in enumerate(map(int, reversed(digits))):
        doubled = digit * 2 if place % 2 == 0 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def number_from(chance: int) -> str:
    """The number of a voucher from a random whole number below 10 to the 17th."""
    digits = f"{chance:0{DIGITS - 1}}"
    return digits + check_digit(digits)


def is_number(text: str) -> bool:
    """Whether a text is the number of some voucher: all digits, and the check digit right."""
    plain = len(text) == DIGITS and text.isascii() and text.isdigit()
    return plain and check_digit(text[:-1]) == text[-1]


def draft_of(event: VoucherEvent, actor: str, at: int) -> Draft:
    """The event as a draft to commit."""
    return Draft(str(type(event).__struct_config__.tag), actor, at, canonical(event))


def vouchers(records: Iterable[Record]) -> dict[str, Voucher]:
    """Every voucher by its number, from the records of the stream."""
    found: dict[str, Voucher] = {}
    for record in records:
        try:
            event: VoucherEvent = _read(record.body)
        except (DecodeError, ValidationError) as error:
            raise UnreadableRecord(f"{record.stream} {record.version} is not a voucher: {error}") from error
        match event:
            case VoucherIssued():
                found[event.number] = Voucher(
                    event.number, event.what, event.amount, event.owner, event.until, record.time_ms, record.actor
                )
            case VoucherPrinted():
                found[event.number].copies = event.copy
            case VoucherRedeemed():
                found[event.number].redeemed_at = record.time_ms
                found[event.number].redeemed_by = record.actor
    return found


def why_not(voucher: Voucher | None, number: str, holder: str, at: int) -> str:
    """Why a number cannot be redeemed now; empty if it can."""
    if not is_number(number):
        return f"{number!r} is not the number of a voucher: a digit is wrong or missing. Read it again."
    if voucher is None:
        return f"No voucher {number} was issued here. Keep the paper, and call the supervisor."
    if voucher.redeemed_at:
        when = moment_of(voucher.redeemed_at)
        return f"Voucher {number} was redeemed on {when:%Y-%m-%d at %H:%M} UTC by {voucher.redeemed_by}."
    if voucher.until is not None and day_of(at) > voucher.until:
        return f"Voucher {number} was valid until {voucher.until}."
    if voucher.owner and voucher.owner.casefold() != holder.strip().casefold():
        return f"Voucher {number} is bound to {voucher.owner}. Name its owner, and check a document that proves it."
    return ""
