"""Receipts for players: records a slip on request, and proves it once a cosigned checkpoint covers it."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator

from msgspec import Struct

from croupier.floor.premises import Premises
from croupier.journal.inclusion import NotSealed
from croupier.journal.note import ED25519, VerifierKey
from croupier.journal.port import Journal, VersionConflict
from croupier.journal.record import Draft
from croupier.records.receipt import NONCE_CHARS, STREAM, make_receipt, read_slip, slip_draft, slips_of
from croupier.records.rounds import PlayedRound

ROUNDS_BACK = 100
"""Number of past rounds for which a receipt can be requested."""
KEPT_MAX = 50_000
"""Number of receipts remembered for repeated requests; beyond it, a repeated request is recorded again."""
_ATTEMPTS = 5


class Given(Struct, frozen=True):
    """A recorded slip: its version, and the nonce that only the requester knows."""

    version: int
    nonce: str


class Receipts:
    """Callable from any thread; each call blocks until it is done."""

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._lock = threading.Lock()
        self._given: OrderedDict[tuple[str, int, int], tuple[Given, ...]] = OrderedDict()

    def give(self, round: PlayedRound, seats: tuple[int, ...]) -> tuple[Given, ...]:
        """Records the slips of these seats; a seat without wagers has none."""
        with self._lock:
            return tuple(given for seat in seats for given in self._give(round, seat))

    def _give(self, round: PlayedRound, seat: int) -> tuple[Given, ...]:
        key = round.opened.number, round.number, seat
        if (known := self._given.get(key)) is not None:
            return known
        with self._premises.open_journal() as journal:
            given = record_slips(journal, round, seat, self._premises.clock.now())
        if not given:
            return ()
        self._given[key] = given
        while len(self._given) > KEPT_MAX:
            self._given.popitem(last=False)
        return given

    def proof(self, version: int, nonce: str) -> str | None:
        """The receipt; None while no checkpoint with a quorum covers it. Raises LookupError for a wrong nonce."""
        with self._premises.store.journal(read_only=True) as journal:
            record = next(journal.read(STREAM, version, 1), None)
            if record is None or not secrets.compare_digest(read_slip(record).nonce.encode(), nonce.encode()):
                raise LookupError(version)
            try:
                return str(make_receipt(journal, version, self._premises.policy))
            except NotSealed:
                return None

    def policy_text(self) -> str:
        """The policy to check receipts with; without a house policy, one that trusts the log's signature alone."""
        if self._premises.policy is not None:
            return self._premises.policy.text
        sealer = self._premises.sealer
        last = sealer.last if sealer is not None else None
        if last is None:
            return "quorum none\n"
        return f"log {VerifierKey(last.head.origin, ED25519, last.key)}\nquorum none\n"


def record_slips(journal: Journal, round: PlayedRound, seat: int, at: int) -> tuple[Given, ...]:
    """Records what the seat got in the round; nothing if it had no wager."""
    slips = slips_of(round, seat, _nonces())
    if not slips:
        return ()
    records = _append(journal, [slip_draft(slip, at) for slip in slips])
    return tuple(Given(version, slip.nonce) for version, slip in zip(records, slips, strict=True))


def _nonces() -> Iterator[str]:
    while True:
        yield secrets.token_urlsafe(NONCE_CHARS * 3 // 4)


def _append(journal: Journal, drafts: list[Draft]) -> list[int]:
    """Appends to a stream that other processes may write to as well."""
    for attempt in range(_ATTEMPTS):
        try:
            return [record.version for record in journal.append(STREAM, journal.head(STREAM).version, drafts)]
        except VersionConflict:
            if attempt == _ATTEMPTS - 1:
                raise
    raise AssertionError("the last attempt returns or raises")
