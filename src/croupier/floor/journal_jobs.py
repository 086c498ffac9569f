"""Jobs on the whole journal while the service runs: verification and backup, each one at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path

from msgspec import Struct

from croupier.floor.premises import Premises
from croupier.journal.backup import back_up
from croupier.journal.policy import Demands
from croupier.journal.sqlite import SqliteJournal
from croupier.records.audit import Audited, audit
from croupier.terms.fault import Fault
from croupier.wire.inspection import rules_inspections

BACKUPS = "backups"


class Verification(Struct, frozen=True):
    """The result of the last verification."""

    at: int
    took_ms: int
    ok: bool
    records: int
    streams: int
    checkpoints: int
    sealed: int
    """Number of records that a signature of this service's key covers."""
    events: int
    """Number of table events that went through the ledger."""
    rounds: int
    """Number of rounds settled again."""
    orders: int
    """Number of orders decided again."""
    problems: tuple[str, ...] = ()
    """The first error, if any; nothing after it is checked."""


class Progress(Struct, frozen=True):
    done: int
    of: int


class BackedUp(Struct, frozen=True):
    """A verified copy of the journal, and a copy of the people file next to it."""

    file: str
    people: str
    at: int
    took_ms: int
    records: int
    bytes: int
    sha256: str
    """The file's digest, to identify it wherever it is kept."""


class Underway(Fault):
    """The same job is already running."""


class JournalJobs:
    """Callable from any thread; each call blocks until it is done."""

    def __init__(self, premises: Premises, copy_people: Callable[[Path], None]) -> None:
        self._directory, self._clock = premises.directory, premises.clock
        self._store = premises.store
        self._keys = premises.public_keys
        self._copy_people = copy_people
        self._verifying, self._copying = threading.Lock(), threading.Lock()
        self.verification: Verification | None = None
        self.progress: Progress | None = None
        """Progress of a running verification."""
        self.backup: BackedUp | None = None

    @property
    def verifying(self) -> bool:
        return self._verifying.locked()

    def verify(self) -> Verification:
        """Verifies the whole journal against this service's own key."""
        with _alone(self._verifying, "The journal is already being verified."):
            began = self._clock.now()
            try:
                report = self._store.verify(Demands(self._keys()), self._at, rules_inspections())
                audited = self._audit() if report.ok else Audited()
            finally:
                self.progress = None
            problems = [report.finding] if report.finding else audited.findings
            self.verification = Verification(
                at=began,
                took_ms=self._clock.now() - began,
                ok=not problems,
                records=report.records,
                streams=report.streams,
                checkpoints=report.checkpoints,
                sealed=report.sealed,
                events=audited.events,
                rounds=audited.rounds,
                orders=audited.orders,
                problems=tuple(map(str, problems)),
            )
            return self.verification

    def _audit(self) -> Audited:
        with self._store.journal(read_only=True) as journal:
            return audit(journal, on_progress=self._at)

    def _at(self, done: int, of: int) -> None:
        self.progress = Progress(done, of)

    def back_up(self) -> BackedUp:
        """Copies the journal and the people file to the backup directory, named by the time."""
        with _alone(self._copying, "A backup is already being made."):
            began = self._clock.now()
            folder = self._directory / BACKUPS
            folder.mkdir(mode=0o700, exist_ok=True)
            target, people = folder / f"journal-{began}.sqlite", folder / f"people-{began}.sqlite"
            self._copy_people(people)
            report = back_up(self._store, target, check=unsound)
            with target.open("rb") as copy:
                digest = file_digest(copy, "sha256").hexdigest()
            took, size = self._clock.now() - began, target.stat().st_size
            self.backup = BackedUp(
                f"{BACKUPS}/{target.name}",
                f"{BACKUPS}/{people.name}",
                began,
                took,
                report.records,
                size,
                digest,
            )
            return self.backup


def unsound(path: Path) -> str:
    """The first event in a journal file that its rules do not allow, as a message; empty if there is none."""
    with SqliteJournal(path, read_only=True) as journal:
        return " ".join(map(str, audit(journal, deep=False).findings))


@contextmanager
def _alone(lock: threading.Lock, words: str) -> Iterator[None]:
    if not lock.acquire(blocking=False):
        raise Underway(f"{words} Wait until it is done.")
    try:
        yield
    finally:
        lock.release()
