"""A witness by C2SP tlog-witness v1.0.0: the last checkpoint of each log, and whether to cosign the next one.

DIR/witness.key      signs; readable by its owner only
DIR/witness.sqlite   the last checkpoint of each log, and refused requests as evidence

A witness that lost its state could cosign a second history. It must be retired and replaced by a new one with another
key, so a key without its state is refused.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Self, cast

import apsw
from msgspec import Struct

from croupier.journal.cosignature import cosign
from croupier.journal.key import SigningKey, create_key, load_key
from croupier.journal.note import (
    COSIGNATURE,
    ED25519,
    BadNote,
    SignedNote,
    TreeHead,
    VerifierKey,
    add_signatures,
    check_signed,
    is_name,
    parse_head,
    parse_key,
)
from croupier.journal.schema import faults
from croupier.journal.submission import SIZE_TYPE, BadSubmission, Submission, parse_submission
from croupier.journal.tree import EMPTY, BadProof, check_consistency
from croupier.terms.fault import Fault
from croupier.terms.text import counted

KEY_FILE = "witness.key"
STATE_FILE = "witness.sqlite"
EVIDENCE_MAX = 100_000
"""The most refused requests that are kept; only a known log can cause one."""
TEXT = "text/plain; charset=utf-8"

_APPLICATION_ID = int.from_bytes(b"CRWI")
_SCHEMA = """
CREATE TABLE own (name TEXT NOT NULL, public BLOB NOT NULL) STRICT;
CREATE TABLE logs (vkey TEXT PRIMARY KEY, origin TEXT NOT NULL) STRICT;
CREATE TABLE cosigned (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL) STRICT;
CREATE TABLE refused (
  digest BLOB PRIMARY KEY, time_s INTEGER NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL,
  seen INTEGER NOT NULL, request BLOB NOT NULL
) STRICT;
"""


class WitnessAnswer(Struct, frozen=True):
    """An HTTP status and a body."""

    status: int
    body: bytes
    media: str = TEXT


class RefusedRequest(Struct, frozen=True):
    """A signed request that was not cosigned: what the log sent, and what the witness had seen before."""

    time_s: int
    status: int
    reason: str
    seen: int
    """The size of the last tree of the log that the witness cosigned."""
    request: bytes


class _No(Exception):
    def __init__(self, status: int, reason: str, media: str = TEXT) -> None:
        super().__init__(reason)
        self.status, self.reason, self.media = status, reason, media


class WitnessState:
    """A witness with its key and its state; calls are atomic and thread-safe."""

    def __init__(self, directory: Path, name: str, clock_s: Callable[[], int]) -> None:
        if not is_name(name):
            raise Fault(f"{name!r} is not a name for a witness. Use an address without a scheme: witness.example/w1")
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._key = _own_key(directory)
        self._path = directory / STATE_FILE
        with faults(self._path):
            self._db = apsw.Connection(os.fspath(self._path))
            try:
                self._prepare(name)
            except BaseException:
                self._db.close()
                raise
        self.name = name

    def _prepare(self, name: str) -> None:
        db = self._db
        db.set_busy_timeout(5_000)
        fresh = not db.execute("SELECT count(*) FROM sqlite_schema").get
        if not fresh and db.pragma("application_id") != _APPLICATION_ID:
            raise Fault(f"{self._path} is not the state of a witness. It was left as it is.")
        db.pragma("journal_mode", "wal")
        db.pragma("synchronous", "FULL")
        db.pragma("fullfsync", True)
        if fresh:
            with db:
                db.execute(_SCHEMA)
                db.execute("INSERT INTO own VALUES (?, ?)", (name, self._key.public))
                db.pragma("application_id", _APPLICATION_ID)
        kept = db.execute("SELECT name, public FROM own").fetchone()
        if kept != (name, self._key.public):
            raise Fault(
                f"{self._path} is the state of another witness, {kept[0] if kept else 'without a name'}. A witness "
                "never changes its name or key."
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @property
    def key(self) -> VerifierKey:
        """The verifier key of this witness, for policies."""
        return VerifierKey(self.name, COSIGNATURE, self._key.public)

    def trust(self, vkeys: Iterable[str]) -> None:
        """Stores the keys of logs whose checkpoints this witness accepts."""
        for text in vkeys:
            key = parse_key(text)
            if key.type != ED25519:
                raise Fault(f"{text[:120]} is not the key of a log: its type is {key.type}.")
            with self._lock, faults(self._path):
                self._db.execute("INSERT OR IGNORE INTO logs VALUES (?, ?)", (str(key), key.name))

    def logs(self) -> tuple[VerifierKey, ...]:
        """The keys of accepted logs."""
        with self._lock, faults(self._path):
            rows = self._db.execute("SELECT vkey FROM logs ORDER BY origin, vkey").fetchall()
        return tuple(parse_key(cast(str, row[0])) for row in rows)

    def add_checkpoint(self, request: bytes) -> WitnessAnswer:
        """Cosigns a checkpoint that is consistent with everything seen before; keeps evidence of one that is not."""
        try:
            submission = parse_submission(request)
        except BadSubmission as error:
            return _answer(400, str(error))
        head = parse_head(submission.note.text)
        try:
            self._check_log(submission.note, head)
            if submission.old > head.size:
                raise _No(400, f"The old size {submission.old} is larger than the checkpoint's {head.size}.")
            with self._lock, faults(self._path):
                line = self._cosign(submission, head, request)
        except _No as no:
            return WitnessAnswer(no.status, (no.reason + "\n").encode(), no.media)
        return WitnessAnswer(200, line.encode())

    def checkpoint(self, origin_hash: str) -> WitnessAnswer:
        """The last cosigned checkpoint of the log whose origin has this hash, for monitors."""
        with self._lock, faults(self._path):
            rows = self._db.execute("SELECT origin, note FROM cosigned").fetchall()
        for origin, note in cast("list[tuple[str, str]]", rows):
            if sha256(origin.encode()).hexdigest() == origin_hash:
                return WitnessAnswer(200, note.encode())
        return _answer(404, "This witness has cosigned no checkpoint of such a log.")

    def refused(self) -> tuple[RefusedRequest, ...]:
        """Every refused signed request, oldest first."""
        sql = "SELECT time_s, status, reason, seen, request FROM refused ORDER BY time_s, rowid"
        with self._lock, faults(self._path):
            rows = self._db.execute(sql).fetchall()
        return tuple(RefusedRequest(*cast("tuple[int, int, str, int, bytes]", row)) for row in rows)

    def _check_log(self, note: SignedNote, head: TreeHead) -> None:
        keys = tuple(key for key in self.logs() if key.name == head.origin)
        if not keys:
            raise _No(404, f"The log {head.origin} is unknown.")
        try:
            check_signed(note, keys)
        except BadNote as error:
            raise _No(403, str(error)) from None

    def _cosign(self, submission: Submission, head: TreeHead, request: bytes) -> str:
        """Compares with the stored head and stores the new one, in one transaction that commits before the answer."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            sql = "SELECT size, root FROM cosigned WHERE origin = ?"
            size, root = cast("tuple[int, bytes]", self._db.execute(sql, (head.origin,)).fetchone() or (0, EMPTY))
            try:
                _check_growth(submission, head, size, root)
            except _No as no:
                if no.status != 409 or head.size < size or (head.size == size and head.root != root):
                    self._keep_evidence(
                        no, size, request
                    )  # not for a longer tree after another size: the log is just out of date
                self._db.execute("COMMIT")
                raise
            line = cosign(submission.note.text, self.name, self._key, self._clock_s())
            kept = str(add_signatures(_of_log(submission.note, head.origin), (line,)))
            self._db.execute(
                "INSERT OR REPLACE INTO cosigned VALUES (?, ?, ?, ?)", (head.origin, head.size, head.root, kept)
            )
            self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        return line.line

    def _keep_evidence(self, no: _No, seen: int, request: bytes) -> None:
        if self._db.execute("SELECT count(*) FROM refused").get < EVIDENCE_MAX:
            row = (sha256(request).digest(), self._clock_s(), no.status, no.reason, seen, request)
            self._db.execute("INSERT OR IGNORE INTO refused VALUES (?, ?, ?, ?, ?, ?)", row)


def _check_growth(submission: Submission, head: TreeHead, size: int, root: bytes) -> None:
    """Raises the refusal if the checkpoint does not extend the last cosigned one."""
    if submission.old != size or (head.size == size and head.root != root):
        raise _No(409, str(size), SIZE_TYPE)
    if not head.size and head.root != EMPTY:
        raise _No(422, "The root of the empty tree is wrong.")
    try:
        check_consistency(size, root, head.size, head.root, submission.proof)
    except BadProof as error:
        raise _No(
            422, f"The checkpoint does not follow the one of {counted(size, 'leaf', 'leaves')}: {error}."
        ) from None


def _of_log(note: SignedNote, origin: str) -> SignedNote:
    """The note with only the log's own signatures; this witness does not repeat those of others."""
    return SignedNote(note.text, tuple(each for each in note.signatures if each.name == origin))


def _own_key(directory: Path) -> SigningKey:
    key, state = directory / KEY_FILE, directory / STATE_FILE
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(f"{directory} cannot be created ({error.strerror}). Choose another directory.") from error
    if key.exists() != state.exists():
        lost, kept = (STATE_FILE, KEY_FILE) if key.exists() else (KEY_FILE, STATE_FILE)
        raise Fault(
            f"{directory} has {kept} but no {lost}. A witness without its state could cosign a second history. "
            "Retire it, and create a new one in another directory."
        )
    return load_key(key) if key.exists() else create_key(key)


def _answer(status: int, words: str) -> WitnessAnswer:
    return WitnessAnswer(status, (words + "\n").encode())
