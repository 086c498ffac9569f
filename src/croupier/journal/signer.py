"""A signer: a process under another account that holds a journal's key and signs only extensions of what it signed.

The service talks to it over a Unix socket, with one JSON request and one JSON response per line. The signer keeps a
counter: the number, size and root of the last checkpoint that it signed under each origin. It signs only the next
number, and only with the proof that the tree extends the last one. So an attacker who takes over the service can get
later events signed, but no second history, and a checkpoint outside the journal shows in the counter.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import socketserver
import stat
import threading
from pathlib import Path
from typing import cast

import apsw
import msgspec

from croupier.journal.checkpoint import (
    BadCheckpoint,
    Checkpoint,
    check_own_signature,
    parse_checkpoint,
    parse_statement,
)
from croupier.journal.key import SigningKey
from croupier.journal.note import BadNote, TreeHead, is_name, sign_note
from croupier.journal.schema import faults
from croupier.journal.seal import Unsealed
from croupier.journal.tree import BadProof, check_consistency
from croupier.terms.fault import Fault

LINE_MAX = 1 << 26
TIMEOUT_S = 10.0
_SCHEMA = """
CREATE TABLE signed (
  origin TEXT NOT NULL, number INTEGER NOT NULL, statement TEXT NOT NULL, note TEXT NOT NULL, size INTEGER NOT NULL,
  root BLOB NOT NULL, PRIMARY KEY (origin, number)
) STRICT
"""

_log = logging.getLogger(__name__)


class SignerUnreachable(Fault):
    """The signer is unreachable or sends an invalid response; nothing was sealed."""


class SignerRefuses(Fault):
    """The signer refuses to sign."""


class _Request(msgspec.Struct, frozen=True):
    statement: str = ""
    origin: str = ""
    size: int = 0
    root: bytes = b""
    old: int = 0
    proof: tuple[bytes, ...] = ()


class _Reply(msgspec.Struct, frozen=True):
    public: bytes = b""
    statement: str = ""
    note: str = ""
    refused: str = ""


_read_request = msgspec.json.Decoder(_Request).decode
_read_reply = msgspec.json.Decoder(_Reply).decode
_write = msgspec.json.Encoder().encode


class Counter:
    """The signed checkpoints, durable before a signature is returned."""

    def __init__(self, path: Path, key: SigningKey) -> None:
        self._path, self._key = path, key
        self._lock = threading.Lock()
        with faults(path):
            self._db = apsw.Connection(os.fspath(path))
            self._db.pragma("journal_mode", "wal")
            self._db.pragma("synchronous", "FULL")
            self._db.pragma("fullfsync", True)
            if not self._db.execute("SELECT count(*) FROM sqlite_schema").get:
                self._db.execute(_SCHEMA)

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def counted(self) -> tuple[tuple[str, int], ...]:
        """Each origin, and the number of checkpoints signed under it."""
        with self._lock, faults(self._path):
            rows = self._db.execute("SELECT origin, count(*) FROM signed GROUP BY origin ORDER BY origin").fetchall()
        return tuple(cast("list[tuple[str, int]]", rows))

    def reply(self, line: bytes) -> bytes:
        """The response to one request."""
        try:
            request = _read_request(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            return _write(_Reply(refused=f"The request cannot be read: {error}."))
        if not request.statement:
            return _write(_Reply(public=self._key.public))
        with self._lock, faults(self._path):
            try:
                self._db.execute("BEGIN IMMEDIATE")
                statement, note = self._sign(request)
                self._db.execute("COMMIT")
            except (SignerRefuses, BadCheckpoint, BadProof) as error:
                return _write(_Reply(refused=str(error)))
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
        return _write(_Reply(self._key.public, statement, note))

    def _sign(self, request: _Request) -> tuple[str, str]:
        statement = parse_statement(request.statement)
        head = TreeHead(request.origin, request.size, request.root)
        if not is_name(request.origin) or len(request.root) != 32 or statement.size != request.size:
            raise SignerRefuses("The statement does not match the tree head.")
        if statement.key != self._key.public:
            raise SignerRefuses("The statement names another key.")
        sql = "SELECT number, statement, note, size, root FROM signed WHERE origin = ? ORDER BY number DESC LIMIT 1"
        last = self._db.execute(sql, (request.origin,)).fetchone()
        if last is not None:  # the first checkpoint may have any number: a journal can be older than its signer
            number, text, note, size, root = cast("tuple[int, str, str, int, bytes]", last)
            if statement.number == number and request.old < size:
                return text, note  # it was signed, but not stored
            if statement.number != number + 1 or request.old != size:
                raise SignerRefuses(
                    f"The last signed checkpoint of {request.origin} is {number} over {size} leaves, but this is "
                    f"checkpoint {statement.number} after {request.old}."
                )
            check_consistency(size, root, request.size, request.root, request.proof)
        signed = str(sign_note(str(head), request.origin, self._key))
        row = (request.origin, statement.number, request.statement, signed, request.size, request.root)
        self._db.execute("INSERT INTO signed VALUES (?, ?, ?, ?, ?, ?)", row)
        return request.statement, signed


class SignerClient:
    """A key in another process; each call opens a connection."""

    def __init__(self, path: Path, timeout_s: float = TIMEOUT_S) -> None:
        self.path, self._timeout_s = path, timeout_s
        self.public = self._ask(_Request()).public
        if len(self.public) != 32:
            raise SignerUnreachable(f"{path} did not return a key.")

    def sign_checkpoint(self, unsealed: Unsealed) -> Checkpoint:
        head = unsealed.head
        text = unsealed.statement.text
        reply = self._ask(_Request(text, head.origin, head.size, head.root, unsealed.old, unsealed.proof))
        if reply.refused:
            raise SignerRefuses(f"The signer at {self.path} refuses: {reply.refused}")
        try:
            checkpoint = parse_checkpoint(reply.statement, reply.note)
            check_own_signature(checkpoint)
        except (BadCheckpoint, BadNote) as error:
            raise SignerUnreachable(f"The signer at {self.path} returned a wrong checkpoint: {error}") from None
        if checkpoint.key != self.public or (checkpoint.statement == unsealed.statement and checkpoint.head != head):
            raise SignerUnreachable(f"The signer at {self.path} returned a different checkpoint.")
        return checkpoint

    def _ask(self, request: _Request) -> _Reply:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
                link.settimeout(self._timeout_s)
                link.connect(os.fspath(self.path))
                link.sendall(_write(request) + b"\n")
                with link.makefile("rb") as lines:
                    return _read_reply(lines.readline(LINE_MAX))
        except (OSError, msgspec.MsgspecError, UnicodeError) as error:
            raise SignerUnreachable(f"The signer at {self.path} does not answer: {error}.") from None


class _Call(socketserver.StreamRequestHandler):
    timeout = TIMEOUT_S
    server: SignerServer

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            line = self.rfile.readline(LINE_MAX)
            try:
                answer = self.server.counter.reply(line)
            except Fault as fault:
                _log.error("nothing was signed: %s", fault)
                answer = _write(_Reply(refused="The signer cannot write its counter."))
            self.wfile.write(answer + b"\n")


class SignerServer(socketserver.ThreadingUnixStreamServer):
    """Serves one socket, which only its owner and group can use."""

    daemon_threads = True

    def __init__(self, path: Path, counter: Counter) -> None:
        self.counter = counter
        self._path = path
        with contextlib.suppress(FileNotFoundError):
            if not stat.S_ISSOCK(path.lstat().st_mode):
                raise Fault(f"{path} is not a socket. It was left as it is.")
            path.unlink()
        before = os.umask(0o117)
        try:
            super().__init__(os.fspath(path), _Call)
        except OSError as error:
            raise Fault(f"{path} cannot be created ({error.strerror or error}).") from None
        finally:
            os.umask(before)

    def server_close(self) -> None:
        super().server_close()
        with contextlib.suppress(OSError):
            self._path.unlink()
