"""A journal object that reads the file by itself and appends through the process that commits. See ADR 108."""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from pathlib import Path

from croupier.journal.append_wire import AppendOutcome, FrameReader, PendingAppends
from croupier.journal.port import Batch, OutcomeUnknown, StoreUnreachable
from croupier.journal.record import Record
from croupier.journal.sqlite import SqliteJournal

REPLY_S = 30.0
"""How long a thread waits for a reply, which includes the start of another process that commits."""
_READ = 1 << 16


class RemoteJournal(SqliteJournal):
    """Reads, snapshots and checkpoints as the file does; what it appends, one process commits for the whole house.

    It has a connection of its own, so that any thread may append without a loop. When the connection is lost before
    the reply, the outcome is unknown; the next append reconnects.
    """

    def __init__(self, path: Path, address: str, *, reply_s: float = REPLY_S) -> None:
        self.address, self._reply_s = address, reply_s
        self._sending = threading.Lock()
        self._socket: socket.socket | None = None
        self._pending, self._frames = PendingAppends(), FrameReader()
        super().__init__(path)

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self._open()  # a closed journal takes nothing
        with self._sending:
            id, frame = self._pending.request(batches)
            try:
                connection = self._connected()
            except OSError as error:
                self._disconnect()
                raise StoreUnreachable(f"The process that commits cannot be reached ({error.strerror}).") from error
            try:
                connection.sendall(frame)
                outcome = self._outcome(connection, id)
            except OSError as error:
                self._disconnect()
                raise OutcomeUnknown(f"The process that commits did not answer ({error}).") from error
            except BaseException:
                self._disconnect()
                raise
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self) -> None:
        super().close()
        with self._sending:
            self._disconnect()

    def _outcome(self, connection: socket.socket, id: int) -> AppendOutcome:
        while True:
            data = connection.recv(_READ)
            if not data:
                lost = self._pending.lose()
                self._disconnect()
                return lost[id]
            for body in self._frames.feed(data):
                replied, outcome = self._pending.reply(body)
                if replied == id:
                    return outcome

    def _connected(self) -> socket.socket:
        """A connection whose other end was there a moment ago."""
        if self._socket is not None and _has_ended(self._socket):
            self._socket.close()
            self._socket = None
        if self._socket is None:
            made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            made.settimeout(self._reply_s)
            self._socket = made
            made.connect(self.address)
        return self._socket

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket, self._pending, self._frames = None, PendingAppends(), FrameReader()


def _has_ended(connection: socket.socket) -> bool:
    """Whether the peer has closed an idle connection."""
    timeout = connection.gettimeout()
    connection.settimeout(0)  # with a timeout, Python waits before it calls recv, whatever the flags
    try:
        connection.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        connection.settimeout(timeout)
    return True  # closed, or it sent data without a request
