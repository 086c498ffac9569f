"""Opens everything about people and devices of one data directory. See ADR 33."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier import __version__
from croupier.access.accounts import Accounts
from croupier.access.alert_text import AlertKind
from croupier.access.alerts import Alerts
from croupier.access.event import ClockChanged, IntegrityChecked, ServiceStarted, ServiceStopped
from croupier.access.failed_sign_ins import FailedSignIns
from croupier.access.favorites import Favorites
from croupier.access.integrity import Fingerprint, fingerprint, running_fingerprint
from croupier.access.languages import Languages
from croupier.access.logbook import Logbook
from croupier.access.obligations import Obligations
from croupier.access.people_file import PeopleFile
from croupier.access.second_factor import SecondFactor
from croupier.access.secret import Passwords
from croupier.access.sessions import Sessions
from croupier.access.sign_in import SignInDesk
from croupier.access.store import FILE, PeopleStore
from croupier.access.terminals import CODE_MS, Terminals
from croupier.access.tickets import TicketBox, tickets
from croupier.journal.port import Journal
from croupier.terms.clock import Clock
from croupier.terms.coded_message import Facts
from croupier.terms.fault import Fault
from croupier.terms.people import Role
from croupier.terms.text import counted

TICK_SECONDS = 1.0
FOLLOW_SECONDS = 0.1
"""Interval at which nodes pick up each other's changes, such as the end of a session."""
INTEGRITY_MS = 24 * 3_600_000
"""Interval of the check of the program's files, after the one at the start."""
JUMP_MS = 2_000
"""The clock counts as changed if it moves this far against the monotonic clock."""

WRONG_CODES = 3
"""This many wrong terminal codes within the lifetime of one raise an alert."""
SOON_MAX = 1_000
"""Maximum number of alerts queued to be raised."""

_log = logging.getLogger(__name__)


class AccessControl:
    """Accounts, sessions, terminals, tickets and alerts, and the logbook they all write to.

    A service calls `start` and `stop`; a command that only changes an account needs neither.
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
        second_factor: Collection[Role] = (),
    ) -> None:
        self.store, self.clock = store, clock
        self.book = Logbook(journal, clock, reopen=reopen)
        self.passwords = passwords or Passwords()
        self.alerts = Alerts(store, self.book, clock)
        self.obligations = Obligations(store, second_factor)
        self.accounts = Accounts(store, self.book, self.passwords, clock, self.obligations)
        self.terminals = Terminals(store, self.book, clock)
        self.sessions = Sessions(store, self.book, clock, self.terminals, self.obligations)
        self.factor = SecondFactor(store, self.book, self.alerts, self.obligations, clock)
        self.favorites = Favorites(store)
        self.languages = Languages(store)
        self.tickets: TicketBox = tickets(store, self.sessions, clock)
        failures = FailedSignIns(store)
        self.sign_in_desk = SignInDesk(
            self.accounts, self.sessions, failures, self.passwords, self.factor, self.alerts, self.book, clock
        )
        self.book.listener = self._events_dropped
        self._program, self._running = program, Fingerprint("", 0)
        self._wall_ms, self._steady_ms = wall_ms, steady_ms
        self._ahead = wall_ms() - steady_ms()
        self._checked = 0
        self._edition = self.store.edition()
        self._wrong_codes: deque[int] = deque(maxlen=WRONG_CODES)
        self._soon: deque[tuple[AlertKind, str, Facts, str]] = deque()
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
        store: PeopleStore | None = None,
        second_factor: Collection[Role] = (),
    ) -> AccessControl:
        """Opens a data directory, or a store that nodes share; takes ownership of journal and store.

        The house requires a security key for the roles in `second_factor`.
        """
        people = store or PeopleFile(directory / FILE)
        return cls(people, journal, clock, reopen=reopen, passwords=passwords, second_factor=second_factor)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def program(self) -> Fingerprint:
        """The program's files as they were at the start."""
        return self._running

    def start(self) -> None:
        """Records the start with the program's hash, and starts the threads for periodic checks and the journal."""
        self.passwords.prepare()
        self._running = running_fingerprint() if self._program is fingerprint else self._program()
        self._checked = self.clock.now()
        self.book.start()
        self.book.write(ServiceStarted(__version__, self._running.digest, self._running.files))
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="access-control")
        self._thread.start()

    def stop(self, reason: str = "asked") -> None:
        """Records the stop, then writes and closes everything; raises a fault if something could not be written."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            self.book.note(ServiceStopped(reason))
        self.close()

    def close(self) -> None:
        """Writes what is queued and closes both files; raises a fault if something could not be written."""
        faults: list[str] = []
        for write in (self._raise_alerts, partial(self.sessions.save, everything=True), self.book.stop):
            try:
                write()
            except Fault as fault:
                faults.append(str(fault))
        if self.book.waiting:
            faults.append(f"{counted(self.book.waiting, 'event')} of the premises could not be written.")
        self.book.journal.close()
        self.store.close()
        if faults:
            raise Fault(" ".join(faults))

    def alert(self, kind: AlertKind, subject: str, facts: Facts, clause: str = "") -> None:
        """Queues an alert, which is raised within a second; does not wait for the disk."""
        if len(self._soon) < SOON_MAX and (kind, subject, facts, clause) not in self._soon:
            self._soon.append((kind, subject, facts, clause))

    def code_was_wrong(self, address: str) -> None:
        """Counts a wrong terminal code; the third within ten minutes raises an alert."""
        now = self.clock.now()
        self._wrong_codes.append(now)
        if len(self._wrong_codes) == WRONG_CODES and now - self._wrong_codes[0] < CODE_MS:
            self.alert(AlertKind.CODES_GUESSED, "", {"count": WRONG_CODES, "address": address})

    def tick(self) -> None:
        """The periodic checks: queued alerts, the clock, changes by others, idle consoles, the program's files."""
        self._raise_alerts()
        self._watch_clock()
        self.follow()
        self.sessions.sweep()
        if self._running.files and self.clock.now() - self._checked >= INTEGRITY_MS:
            self.check_program()

    def follow(self) -> None:
        """Picks up changes made by other processes and nodes."""
        edition = self.store.edition()
        if edition != self._edition:
            self._edition = edition
            self.obligations.reload()
            self.terminals.reload()
            self.sessions.reload()

    def check_program(self) -> IntegrityChecked:
        """Hashes the program's files again; raises an alert if they changed."""
        self._checked = self.clock.now()
        found = self._program()
        checked = IntegrityChecked(found.digest, found.files, found == self._running)
        self.book.note(checked)
        if not checked.same:
            self.alerts.raise_(AlertKind.PROGRAM_CHANGED, found.digest[:16], {})
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
            self.alerts.raise_(AlertKind.CLOCK_CHANGED, "", {"way": where, "by_ms": abs(moved)})

    def _events_dropped(self, count: int) -> None:
        self.alerts.raise_(AlertKind.EVENTS_DROPPED, "", {"count": count})

    def _run(self) -> None:
        next_tick = self._steady_ms()
        while not self._stopping.wait(FOLLOW_SECONDS if self.store.shared else TICK_SECONDS):
            try:
                if self.store.shared and self._steady_ms() < next_tick:
                    self.follow()
                    continue
                next_tick = self._steady_ms() + int(TICK_SECONDS * 1000)
                self.tick()
            except Exception:
                _log.exception("a periodic check of sessions and accounts failed")
