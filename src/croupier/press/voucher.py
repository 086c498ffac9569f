"""A voucher or ticket on paper: its value in figures and words, its number, and its last day."""

from __future__ import annotations

from croupier.press.document import Code, Document, Facts, Paper, Section, Style
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.records.voucher import Voucher
from croupier.terms.day import moment_words


def spaced(number: str) -> str:
    """A number in groups of three.

    >>> spaced("123456789012345675")
    '123 456 789 012 345 675'
    """
    return " ".join(number[at : at + 3] for at in range(0, len(number), 3))


def voucher_document(voucher: Voucher, house: str = "", say: Labels = IN_ENGLISH_LABELS) -> Document:
    """The voucher on paper; every print after the first is numbered as a copy."""
    facts = [
        (say("Amount"), say.money(voucher.amount)),
        (say("In words"), say.in_words(voucher.amount)),
        (say("Number"), spaced(voucher.number)),
        (say("Issued"), moment_words(voucher.issued_at)),
        (say("Counts until"), str(voucher.until) if voucher.until else say("it is redeemed")),
    ]
    if voucher.owner:
        facts.append((say("Only for"), voucher.owner))
    code = Code(f"croupier voucher {voucher.number}", say("QR code: voucher {number}", number=spaced(voucher.number)))
    return Document(
        say(voucher.what),
        house,
        (Section("", (Facts(tuple(facts)), code)),),
        say("Redeemed once, by its number. A copy has no value of its own."),
        Style.SLIP,
        Paper.TICKET,
        lang=say.lang,
    ).as_copy(max(1, voucher.copies))
