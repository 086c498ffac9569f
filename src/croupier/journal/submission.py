"""Requests from a log to a witness by C2SP tlog-witness v1.0.0, and the client.

old SIZE
HASH...
(blank)
the checkpoint's note
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from msgspec import Struct

from croupier.journal.note import (
    NOTE_MAX,
    BadNote,
    NoteSignature,
    SignedNote,
    decode64,
    encode64,
    parse_head,
    parse_note,
    parse_signatures,
)
from croupier.journal.tree import HASH_BYTES, PROOF_MAX
from croupier.terms.fault import Fault

PATH = "/add-checkpoint"
SIZE_TYPE = "text/x.tlog.size"
REQUEST_MAX = NOTE_MAX + 4_096
ANSWER_MAX = 1 << 16
TIMEOUT_S = 10.0
_OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")
_SIZE = re.compile(rb"(0|[1-9][0-9]{0,18})\n")


class BadSubmission(Fault):
    """A request for a cosignature is malformed."""


class WitnessUnreachable(Fault):
    """A witness is unreachable or sends an invalid response."""


class WitnessRefuses(Fault):
    """A witness finds that the checkpoint does not extend the last one that it cosigned."""


class Submission(Struct, frozen=True):
    """A checkpoint for a witness, and the proof that it extends the last one that the witness saw."""

    old: int
    proof: tuple[bytes, ...]
    note: SignedNote

    def __bytes__(self) -> bytes:
        return "\n".join((f"old {self.old}", *map(encode64, self.proof), "", str(self.note))).encode()


class Conflict(Struct, frozen=True):
    """The last tree that the witness saw does not have the size that the log expected."""

    size: int


def parse_submission(data: bytes) -> Submission:
    """Parses a request; raises `BadSubmission` if it is malformed."""
    try:
        text = data.decode()
        start, found, rest = text.partition("\n\n")
        lines = start.split("\n")
        old = _OLD.fullmatch(lines[0])
        proof = tuple(map(decode64, lines[1:]))
        note = parse_note(rest)
        parse_head(note.text)
    except (ValueError, BadNote) as error:
        raise BadSubmission(f"The request cannot be read: {str(error).rstrip('.')}.") from None
    if not found or old is None or int(old[1]) >= 1 << 63 or any(len(each) != HASH_BYTES for each in proof):
        raise BadSubmission("The request cannot be read: it must start with old, a size and hashes.")
    if len(proof) > PROOF_MAX:
        raise BadSubmission(f"The proof has more than {PROOF_MAX} hashes.")
    return Submission(int(old[1]), proof, note)


class WitnessClient:
    """One connection to a witness, kept open between calls; not thread-safe."""

    def __init__(self, url: str, timeout_s: float = TIMEOUT_S) -> None:
        split = urlsplit(url)
        self.url = url
        self._path = split.path.rstrip("/")
        kind = HTTPSConnection if split.scheme == "https" else HTTPConnection
        self._connection = kind(split.hostname or "", split.port, timeout=timeout_s)

    def add_checkpoint(
        self, old: int, proof: Sequence[bytes], note: SignedNote
    ) -> tuple[NoteSignature, ...] | Conflict:
        """The witness's unchecked signature lines, or the size that it saw last."""
        status, body = self._ask("POST", PATH, bytes(Submission(old, tuple(proof), note)))
        if status == 409 and (match := _SIZE.fullmatch(body)):
            return Conflict(int(match[1]))
        if status == 422:
            raise WitnessRefuses(f"{self.url} refuses: {_shown(body)}")
        if status != 200:
            raise WitnessUnreachable(f"{self.url} declines with status {status}: {_shown(body)}")
        try:
            return parse_signatures(body.decode())
        except (UnicodeDecodeError, BadNote) as error:
            raise WitnessUnreachable(f"{self.url} did not return a cosignature: {error}") from None

    def checkpoint(self, origin: str) -> SignedNote | None:
        """The last checkpoint that the witness cosigned for a log; None if there is none."""
        status, body = self._ask("GET", f"/{sha256(origin.encode()).hexdigest()}/checkpoint")
        if status == 404:
            return None
        try:
            note = parse_note(body.decode())
            if status == 200 and parse_head(note.text).origin == origin:
                return note
        except (UnicodeDecodeError, BadNote):
            pass
        raise WitnessUnreachable(f"{self.url} did not return a checkpoint of {origin} (status {status}).")

    def close(self) -> None:
        self._connection.close()

    def _ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        for fresh in (False, True):
            reused = self._connection.sock is not None
            try:
                self._connection.request(method, self._path + path, body)
                response = self._connection.getresponse()
                data = response.read(ANSWER_MAX + 1)
                if len(data) > ANSWER_MAX:
                    self._connection.close()
                    raise WitnessUnreachable(f"{self.url} returned more than {ANSWER_MAX:,} bytes.")
                return response.status, data
            except (OSError, HTTPException, ValueError) as error:
                self._connection.close()
                if fresh or not reused:  # the other end may have closed an idle connection
                    why = str(error) or type(error).__name__
                    raise WitnessUnreachable(f"{self.url} does not answer: {why}.") from None
        raise AssertionError("both attempts return or raise")


def _shown(body: bytes) -> str:
    text = body[:200].decode(errors="replace")
    return "".join(char if char.isprintable() else " " for char in text).strip()
