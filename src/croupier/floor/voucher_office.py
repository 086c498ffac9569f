"""Issues, prints and redeems vouchers: every step is a record, and a voucher is redeemed only once."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable

from croupier.journal.port import Journal, VersionConflict
from croupier.records.voucher import (
    AMOUNT_MAX,
    DIGITS,
    STREAM,
    Voucher,
    VoucherEvent,
    VoucherIssued,
    VoucherPrinted,
    VoucherRedeemed,
    draft_of,
    number_from,
    vouchers,
    why_not,
)
from croupier.terms.clock import Clock
from croupier.terms.fault import Fault
from croupier.terms.people import Actor
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import stray

ATTEMPTS = 8
WORDS_MAX = 100


class VoucherOffice:
    """The vouchers of one journal. A concurrent write to the stream is detected and retried."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal, self._clock = journal, clock

    def all(self) -> dict[str, Voucher]:
        return vouchers(self._journal.read(STREAM))

    def issue(self, by: Actor, what: str, amount: int, owner: str = "", until: datetime.date | None = None) -> Voucher:
        """Issues a voucher with a number that cannot be guessed."""
        if not 0 < amount <= AMOUNT_MAX:
            raise Problems([Problem("amount", f"{amount} cents is not an amount", "Give an amount above zero.")])
        for key, words, needed in (("what", what, True), ("owner", owner, False)):
            wrong = "it is missing" if needed and not words.strip() else ""
            wrong = wrong or (f"it has more than {WORDS_MAX} characters" if len(words) > WORDS_MAX else "")
            wrong = wrong or (f"it holds {found}" if (found := stray(words)) else "")
            if wrong:
                raise Problems([Problem(key, wrong, "Correct the text.")])

        def decide(known: dict[str, Voucher]) -> VoucherEvent:
            number = number_from(secrets.randbelow(10 ** (DIGITS - 1)))
            while number in known:
                number = number_from(secrets.randbelow(10 ** (DIGITS - 1)))
            return VoucherIssued(number, what.strip(), amount, owner.strip(), until)

        return self._append(by, decide)

    def print(self, by: Actor, number: str) -> Voucher:
        """Counts another printed copy of the voucher; `copies` is its number."""

        def decide(known: dict[str, Voucher]) -> VoucherEvent:
            if number not in known:
                raise Problems([Problem("number", f"no voucher {number} was issued here", "Check the number.")])
            return VoucherPrinted(number, known[number].copies + 1)

        return self._append(by, decide)

    def redeem(self, by: Actor, number: str, where: str, holder: str = "") -> Voucher:
        """Redeems the voucher, once; otherwise raises a problem that says why not."""

        def decide(known: dict[str, Voucher]) -> VoucherEvent:
            why = why_not(known.get(number), number, holder, self._clock.now())
            if why:
                raise Problems([Problem("number", why.rstrip("."), "Nothing is paid.")])
            return VoucherRedeemed(number, where)

        return self._append(by, decide)

    def _append(self, by: Actor, decide: Callable[[dict[str, Voucher]], VoucherEvent]) -> Voucher:
        """Decides on the current records, and again after a concurrent write."""
        for _ in range(ATTEMPTS):
            head = self._journal.head(STREAM)
            event = decide(vouchers(self._journal.read(STREAM, 1, head.version) if head.version else ()))
            try:
                self._journal.append(STREAM, head.version, [draft_of(event, by.id, self._clock.now())])
            except VersionConflict:
                continue
            return self.all()[event.number]
        raise Fault("Other vouchers are being written at the same time. Nothing was recorded; try again.")
