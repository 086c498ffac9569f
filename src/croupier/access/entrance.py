"""Everything about people and devices of one data directory, opened together. See ADR 33."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier import __version__
from croupier.access.accounts import Accounts
from croupier.access.alerts import AlertKind, Alerts
from croupier.access.clock import Clock
from croupier.access.door import Door
from croupier.access.event import ClockChanged, IntegrityChecked, ServiceStarted, ServiceStopped
from croupier.access.integrity import Fingerprint, fingerprint
from croupier.access.logbook import Logbook
from croupier.access.secret import Passwords
from croupier.access.sessions import Sessions
from croupier.access.store import FILE, PeopleStore
from croupier.access.strikes import Strikes
from croupier.access.terminals import Terminals
from croupier.access.tickets import Tickets
from croupier.journal.port import Journal
from croupier.terms.fault import Fault

TICK_SECONDS = 1.0
INTEGRITY_MS = 24 * 3_600_000
"""The program's files are hashed at the start, and again so often."""
JUMP_MS = 2_000
"""A clock that moved so far against the steady one was changed by somebody."""

SOON_MAX = 1_000
"""The most alerts that wait to be raised."""

_log = logging.getLogger(__name__)


class Entrance:
    """People, sessions, terminals, tickets and alerts, and the logbook they all write to.

    `start` and `stop` frame the life of a service. A command that only changes an account needs neither.
    """

    def __init__(
        self,
        store: PeopleStore,
        journal: Journal,
        clock: Clock,
        *,
        reopen: Callable[[], Journal] | None = None,
        passwords: Passwords | None = None,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        steady_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
        program: Callable[[], Fingerprint] = fingerprint,
    ) -> None:
        self.store, self.clock = store, clock
        self.book = Logbook(journal, clock, reopen=reopen)
        self.passwords = passwords or Passwords()
        self.alerts = Alerts(store, self.book, clock)
        self.accounts = Accounts(store, self.book, self.passwords, clock)
        self.terminals = Terminals(store, self.book, clock)
        self.sessions = Sessions(store, self.book, clock, self.terminals)
        self.tickets = Tickets(self.sessions, clock)
        strikes = Strikes(store)
        self.door = Door(self.accounts, self.sessions, strikes, self.passwords, self.alerts, self.book, clock)
        self.book.listener = self._events_dropped
        self._program, self._running = program, Fingerprint("", 0)
        self._wall_ms, self._steady_ms = wall_ms, steady_ms
        self._ahead = wall_ms() - steady_ms()
        self._checked = 0
        self._edition = self._data_version()
        self._soon: deque[tuple[AlertKind, str, str, str]] = deque()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @classmethod
    def open(
        cls,
        directory: Path,
        journal: Journal,
        clock: Clock,
        *,
        reopen: Callable[[], Journal] | None = None,
        passwords: Passwords | None = None,
    ) -> Entrance:
        """The entrance of a data directory; the journal object is its own from now on."""
        return cls(PeopleStore(directory / FILE), journal, clock, reopen=reopen, passwords=passwords)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def program(self) -> Fingerprint:
        """The program that was started."""
        return self._running

    def start(self) -> None:
        """Afterwards the start is on record with the program's hash, and threads look after time and the journal."""
        self.passwords.prepare()
        self._running = self._program()
        self._checked = self.clock.now()
        self.book.start()
        self.book.write(ServiceStarted(__version__, self._running.digest, self._running.files))
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="entrance")
        self._thread.start()

    def stop(self, reason: str = "asked") -> None:
        """Afterwards the stop is on record, everything is written and closed; raises a fault when it is not written."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self.book.note(ServiceStopped(reason))
        self.close()

    def close(self) -> None:
        """Afterwards nothing waits and both files are closed; raises a fault when something could not be written."""
        faults: list[str] = []
        for write in (self._raise_alerts, partial(self.sessions.save, everything=True), self.book.stop):
            try:
                write()
            except Fault as fault:
                faults.append(str(fault))
        if self.book.waiting:
            faults.append(f"{self.book.waiting:,} events of the premises could not be written.")
        self.book.journal.close()
        self.store.close()
        if faults:
            raise Fault(" ".join(faults))

    def alert(self, kind: AlertKind, subject: str, words: str, clause: str = "") -> None:
        """An alert will wait for somebody within a second; never waits for the disk itself."""
        if len(self._soon) < SOON_MAX and (kind, subject, words, clause) not in self._soon:
            self._soon.append((kind, subject, words, clause))

    def tick(self) -> None:
        """What time brings: idle consoles, changes from outside, a moved clock, the daily look at the files."""
        self._raise_alerts()
        self._watch_clock()
        edition = self._data_version()
        if edition != self._edition:
            self._edition = edition
            self.terminals.reload()
            self.sessions.reload()
        self.sessions.sweep()
        if self._running.files and self.clock.now() - self._checked >= INTEGRITY_MS:
            self.check_program()

    def check_program(self) -> IntegrityChecked:
        """Hashes the program's files again; a difference raises an alert."""
        self._checked = self.clock.now()
        found = self._program()
        checked = IntegrityChecked(found.digest, found.files, found == self._running)
        self.book.note(checked)
        if not checked.same:
            words = "The program's files are not those that were started. Find out who changed them."
            self.alerts.raise_(AlertKind.PROGRAM_CHANGED, found.digest[:16], words)
        return checked

    def _raise_alerts(self) -> None:
        while self._soon:
            self.alerts.raise_(*self._soon.popleft())

    def _watch_clock(self) -> None:
        ahead = self._wall_ms() - self._steady_ms()
        moved, self._ahead = ahead - self._ahead, ahead
        if abs(moved) >= JUMP_MS:
            self.book.note(ClockChanged(moved, self._wall_ms()))
            where = "forward" if moved > 0 else "back"
            self.alerts.raise_(AlertKind.CLOCK_CHANGED, "", f"The clock was moved {where} by {abs(moved):,} ms.")

    def _events_dropped(self, count: int) -> None:
        words = f"{count:,} events of the premises came too fast to be recorded."
        self.alerts.raise_(AlertKind.EVENTS_DROPPED, "", words)

    def _data_version(self) -> int:
        row = self.store.row("PRAGMA data_version")
        return int(row[0]) if row else 0

    def _run(self) -> None:
        while not self._stopping.wait(TICK_SECONDS):
            try:
                self.tick()
            except Exception:
                _log.exception("the entrance missed a tick")
