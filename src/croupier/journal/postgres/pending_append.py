"""An append that was sent to the server and is not confirmed yet. See ADR 123."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

import psycopg
from psycopg.abc import PQGen
from psycopg.waiting import Ready, Wait

from croupier.journal.port import OutcomeUnknown
from croupier.journal.postgres.connection import Connection, PostgresAddress, committing, too_long
from croupier.journal.record import Record
from croupier.terms.fault import Fault
from croupier.terms.text import counted


class _Sender(psycopg.Cursor[tuple[Any, ...]]):
    """A cursor whose statement is sent and read step by step."""

    def steps(self, text: str, values: Mapping[str, Any]) -> PQGen[None]:
        return self._execute_gen(text, values, prepare=True)


class PostgresAppend:
    """A statement that appends the records, from sending it to its outcome.

    Until a loop watches it, any thread may `wait` for the outcome, one at a time. While a loop watches it, only the
    thread of the loop takes steps.
    """

    def __init__(
        self,
        address: PostgresAddress,
        connection: Connection,
        records: tuple[Record, ...],
        ended: Callable[[bool | None], None],
    ) -> None:
        self._address, self._connection, self._records, self._ended = address, connection, records, ended
        self._cursor = _Sender(connection)
        self._needs = Wait.R
        self._steps: PQGen[None]
        self._rows = self._written = 0
        self._known = False
        self._error: BaseException | None = None
        self._watcher: int | None = None
        self._taken: Callable[[], None] | None = None
        self._unwatched = threading.Event()

    def send(self, text: str, values: Mapping[str, Any], rows: int) -> None:
        """Sends the statement, which inserts `rows` rows or none."""
        self._rows, self._steps = rows, self._cursor.steps(text, values)
        self._take(lambda: self._step(None))

    def wait(self) -> None:
        """Waits for the outcome."""
        if self._watcher not in {None, threading.get_ident()}:
            self._unwatched.wait()
        if not self._known:
            if self._taken is not None:
                self._taken()
            self._take(lambda: self._connection.wait(self._rest()))

    # For a loop

    @property
    def fileno(self) -> int:
        """The socket to watch."""
        return self._connection.fileno()

    @property
    def timeout_s(self) -> float | None:
        """After this time the loop gives up; None for never."""
        return self._connection.timeout_s

    @property
    def writes(self) -> bool:
        """Whether a part of it still has to be sent."""
        return bool(self._needs & Wait.W)

    @property
    def is_known(self) -> bool:
        """Whether the outcome is known."""
        return self._known

    def watch(self, taken: Callable[[], None]) -> None:
        """The running loop watches the socket; `taken` is called in its thread if another call has to wait for it."""
        self._watcher, self._taken = threading.get_ident(), taken

    def leave(self) -> None:
        """No loop watches it any longer."""
        self._watcher = self._taken = None
        self._unwatched.set()

    def proceed(self, *, writable: bool) -> None:
        """Continues after the socket became writable or readable; never blocks."""
        if not self._known:
            self._take(lambda: self._step(Ready.W if writable else Ready.R))

    def give_up(self) -> None:
        """The server took too long: the outcome counts as unknown. The statement is left running, never canceled."""
        if not self._known:
            self._take(lambda: too_long(self.timeout_s))

    def result(self) -> tuple[Record, ...] | None:
        """The records if they were written, None if nothing was; raises `OutcomeUnknown`."""
        if self._error is not None:
            raise self._error
        return self._records if self._written else None

    # Steps

    def _step(self, ready: int | None) -> Wait | None:
        """What the statement waits for next; None at its end."""
        try:
            return self._steps.send(ready)  # type: ignore[arg-type]  # None begins
        except StopIteration:
            return None

    def _rest(self) -> PQGen[None]:
        needs: Wait | None = self._needs
        while needs is not None:
            needs = self._step((yield needs))

    def _take(self, step: Callable[[], Wait | None]) -> None:
        """Takes a step, or several."""
        try:
            with committing(self._address, self._connection):
                if (needs := step()) is not None:
                    self._needs = needs
                else:
                    self._written = self._cursor.rowcount
                    if self._written not in {0, self._rows}:
                        raise Fault(f"the database wrote {counted(self._written, 'row')} instead of {self._rows}")
            if needs is not None:
                return
        except OutcomeUnknown as error:
            self._end(error)
        except BaseException as error:
            self._end(error)
            raise
        else:
            self._end(None)

    def _end(self, error: BaseException | None) -> None:
        self._error, self._known = error, True
        self._ended(None if error is not None else bool(self._written))
