"""A voucher or ticket on paper: its value in figures and words, its number, and its last day."""

from __future__ import annotations

from croupier.press.document import Code, Document, Facts, Paper, Section, Style
from croupier.press.record_documents import moment
from croupier.records.voucher import Voucher
from croupier.terms.amount_words import amount_in_words
from croupier.terms.money import dollars


def spaced(number: str) -> str:
    """A number in groups of three.

    >>> spaced("123456789012345675")
    '123 456 789 012 345 675'
    """
    return " ".join(number[at : at + 3] for at in range(0, len(number), 3))


def voucher_document(voucher: Voucher, house: str = "") -> Document:
    """The voucher on paper; every print after the first is numbered as a copy."""
    facts = [
        ("Amount", dollars(voucher.amount)),
        ("In words", amount_in_words(voucher.amount)),
        ("Number", spaced(voucher.number)),
        ("Issued", moment(voucher.issued_at)),
        ("Counts until", str(voucher.until) if voucher.until else "redeemed"),
    ]
    if voucher.owner:
        facts.append(("Only for", voucher.owner))
    code = Code(f"croupier voucher {voucher.number}", f"QR code: voucher {spaced(voucher.number)}")
    return Document(
        voucher.what,
        house,
        (Section("", (Facts(tuple(facts)), code)),),
        "Redeemed once, by its number. A copy has no worth of its own.",
        Style.SLIP,
        Paper.TICKET,
    ).as_copy(max(1, voucher.copies))
