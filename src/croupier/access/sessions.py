"""Sessions: who has signed in, on what, and whether the console was left alone.

Looking somebody up costs no input or output, so that every frame of a socket can ask. A staff console locks itself
when nobody has acted on it for five minutes (GLI-19 C.6.5(d), by analogy); a heartbeat is not an act.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from msgspec import Struct

from croupier.access.clock import Clock
from croupier.access.denial import Denial, Denied
from croupier.access.event import SERVICE, By, ConsoleLocked, ConsoleUnlocked, SignedIn, SignedOut
from croupier.access.logbook import Logbook
from croupier.access.person import Person
from croupier.access.secret import digest, new_id, new_token
from croupier.access.store import PeopleStore
from croupier.access.terminals import Terminals
from croupier.terms.people import Actor, Role

LOCK_MS = 5 * 60_000
"""A staff console that was idle for so long is locked."""
STAFF_IDLE_MS = 3_600_000
"""A staff session that was idle for so long has ended."""
STAFF_MS = 12 * 3_600_000
"""No staff session is older."""
PLAYER_IDLE_MS = 4 * 3_600_000
PLAYER_MS = 24 * 3_600_000
SESSIONS_MAX = 20_000
SESSIONS_EACH = 32
"""One person has at most so many; a further one ends the oldest."""
SAVE_MS = 15_000
"""How old the saved time of the last act may be. After a crash a console locks by so much too early, never too late."""
SWEEP = 256
"""So many sessions are looked at in one go."""

_log = logging.getLogger(__name__)

Listener = Callable[[Person | None, str], None]
"""Hears that a session was locked or unlocked, or that it ended (None); with its id, in any thread."""


class Session(Struct):
    """One signed-in browser or device."""

    id: str
    token: bytes
    """The SHA-256 of the secret in the cookie."""
    name: str
    role: Role
    created: int
    active: int
    locked: bool
    address: str
    terminal: str
    saved: int = 0

    @property
    def staff(self) -> bool:
        return self.role is not Role.PLAYER

    def ended(self, now: int) -> str:
        """Why it is over at that time; empty while it is not."""
        if now - self.created >= (STAFF_MS if self.staff else PLAYER_MS):
            return "expired"
        if now - self.active >= (STAFF_IDLE_MS if self.staff else PLAYER_IDLE_MS):
            return "idle"
        return ""


class Opened(Struct, frozen=True):
    """A new session; the token is for the cookie and is kept nowhere else."""

    token: str
    person: Person

    def __repr__(self) -> str:
        return f"Opened({self.person!r})"


class Sessions:
    """Every session and terminal that may speak, in memory; the file of people keeps them over a restart."""

    def __init__(self, store: PeopleStore, book: Logbook, clock: Clock, terminals: Terminals) -> None:
        self._store, self._book, self._clock, self._terminals = store, book, clock, terminals
        self._lock = threading.RLock()
        self._by_id: dict[str, Session] = {}
        self._by_token: dict[bytes, str] = {}
        self._listeners: tuple[Listener, ...] = ()
        self._unsaved: set[str] = set()
        """Sessions that were locked, and those that ran out: a look writes nothing, the next sweep does."""
        terminals.on_end = self._terminal_ended
        for session in self._stored():
            self._add(session)

    def listen(self, listener: Listener) -> None:
        with self._lock:
            self._listeners += (listener,)

    def forget(self, listener: Listener) -> None:
        with self._lock:
            self._listeners = tuple(each for each in self._listeners if each != listener)

    @property
    def count(self) -> int:
        return len(self._by_id)

    def open(self, name: str, role: Role, address: str, terminal: str = "") -> Opened | Denied:
        """Afterwards the person has signed in, and it is on record."""
        now = self._clock.now()
        token = new_token()
        session = Session(new_id(), digest(token), name, role, now, now, False, address[:80], terminal)
        with self._lock:
            own = sorted((each.created, each.id) for each in self._by_id.values() if each.name == name)
            full = len(self._by_id) >= SESSIONS_MAX
        for _, id in own[: max(0, len(own) - SESSIONS_EACH + 1)]:
            self.end(id, "too-many-sessions")
        if full and len(own) < SESSIONS_EACH:
            return Denied(Denial.FULL, f"{SESSIONS_MAX:,} people have signed in, the most there may be.", 60_000)
        actor = Actor(name, role)
        self._book.write(SignedIn(name, role, session.id, session.address, terminal), actor)
        with self._store.commit() as db:
            db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _row(session))
        session.saved = now
        with self._lock:
            self._add(session)
        return Opened(token, self._person(session))

    def by_token(self, token: str) -> Person | None:
        """Who holds the cookie; no act by itself."""
        with self._lock:
            id = self._by_token.get(digest(token))
        return self.look(id) if id is not None else None

    def look(self, id: str) -> Person | None:
        """Who a session or an enrolled terminal is now; None when it has ended."""
        return self._see(id, acting=False)

    def acted(self, id: str) -> Person | None:
        """The same, and unless the console is locked it counts as not idle from now."""
        return self._see(id, acting=True)

    def unlock(self, id: str) -> Person | None:
        """Afterwards the console is open again; whoever calls has checked the password."""
        now = self._clock.now()
        with self._lock:
            session = self._settled(id, now)
            if session is None:
                return None
            was, session.locked, session.active = session.locked, False, now
            self._unsaved.add(id)
            person = self._person(session)
        self.save()
        if was:
            self._book.note(ConsoleUnlocked(session.name, session.role, id), person.actor)
            self._tell(person, id)
        return person

    def end(self, id: str, reason: str, by: By | None = None) -> bool:
        """Afterwards the session opens nothing; False when it had ended before."""
        with self._lock:
            session = self._by_id.get(id)
            if session is None:
                return False
            self._remove(session, reason, by if by is not None else SERVICE)
        self.save()
        return True

    def of(self, name: str) -> list[str]:
        """The ids of a person's sessions."""
        with self._lock:
            return [session.id for session in self._by_id.values() if session.name == name]

    def end_of(self, name: str, reason: str, by: By = SERVICE, *, but: str = "") -> None:
        """Afterwards none of a person's sessions is left, except one that is named."""
        for id in self.of(name):
            if id != but:
                self.end(id, reason, by)

    def sweep(self) -> None:
        """Afterwards every console that is due is locked, what has run out is gone, and the file knows."""
        now = self._clock.now()
        with self._lock:
            ids = list(self._by_id)
        for start in range(0, len(ids), SWEEP):
            with self._lock:  # not for all of them at once: frames wait for the same lock
                for id in ids[start : start + SWEEP]:
                    session = self._settled(id, now)
                    if session is not None and session.active - session.saved >= SAVE_MS:
                        self._unsaved.add(id)
        self.save()

    def save(self, *, everything: bool = False) -> None:
        """Afterwards the file has what changed; with `everything`, also when everybody last acted."""
        with self._lock:
            if everything:
                self._unsaved |= {id for id, session in self._by_id.items() if session.active > session.saved}
            unsaved, self._unsaved = self._unsaved, set()
            rows = [(id, self._by_id.get(id)) for id in sorted(unsaved)]
            rest = [(session.active, int(session.locked), id) for id, session in rows if session is not None]
            gone = [(id,) for id, session in rows if session is None]
        if not unsaved:
            return
        try:
            with self._store.commit() as db:
                db.executemany("UPDATE sessions SET active = ?, locked = ? WHERE id = ?", rest)
                db.executemany("DELETE FROM sessions WHERE id = ?", gone)
        except BaseException:
            with self._lock:
                self._unsaved |= unsaved
            raise
        with self._lock:
            for active, _, id in rest:
                if session := self._by_id.get(id):
                    session.saved = active

    def reload(self) -> None:
        """Afterwards sessions that another process ended have ended here too; it has recorded why."""
        with self._lock:
            known = list(self._by_id)
        stored = {session.id for session in self._stored()}  # a row is there before memory knows of it
        with self._lock:
            for id in known:
                if id not in stored and (session := self._by_id.get(id)):
                    self._drop(session)

    def _see(self, id: str, *, acting: bool) -> Person | None:
        terminal = self._terminals.find(id)
        if terminal is not None:
            return terminal.person
        now = self._clock.now()
        with self._lock:
            session = self._settled(id, now)
            if session is None:
                return None
            if acting and not session.locked:
                session.active = now
            return self._person(session)

    def _settled(self, id: str, now: int) -> Session | None:
        """The session after time has done its work on it; called with the lock."""
        session = self._by_id.get(id)
        if session is None:
            return None
        if reason := session.ended(now):
            self._remove(session, reason, SERVICE)
            return None
        if session.staff and not session.locked and now - session.active >= LOCK_MS:
            session.locked = True
            self._book.note(ConsoleLocked(session.name, session.role, id, session.active), SERVICE)
            self._unsaved.add(id)
            self._tell(self._person(session), id)
        return session

    def _person(self, session: Session) -> Person:
        terminal = self._terminals.find(session.terminal) if session.terminal else None
        if terminal is None or session.staff:
            return Person(session.name, session.role, session.id, session.locked)
        return Person(session.name, session.role, session.id, session.locked, terminal.table, terminal.seat)

    def _remove(self, session: Session, reason: str, by: By) -> None:
        """Called with the lock."""
        self._book.note(SignedOut(session.name, session.role, session.id, reason), by)
        self._unsaved.add(session.id)
        self._drop(session)

    def _drop(self, session: Session) -> None:
        del self._by_id[session.id]
        self._by_token.pop(session.token, None)
        self._tell(None, session.id)

    def _tell(self, person: Person | None, id: str) -> None:
        for listener in self._listeners:
            try:
                listener(person, id)
            except Exception:
                _log.exception("a listener to sessions failed")

    def _terminal_ended(self, id: str) -> None:
        with self._lock:
            on_it = [session.id for session in self._by_id.values() if session.terminal == id]
        for session in on_it:
            self.end(session, "terminal-ended")
        self._tell(None, id)

    def _add(self, session: Session) -> None:
        self._by_id[session.id] = session
        self._by_token[session.token] = session.id

    def _stored(self) -> list[Session]:
        rows = self._store.rows(
            "SELECT id, token, name, role, created, active, locked, address, terminal FROM sessions"
        )
        return [
            Session(id, token, name, Role(role), created, active, bool(locked), address, terminal, active)
            for id, token, name, role, created, active, locked, address, terminal in rows
        ]


def _row(session: Session) -> tuple[object, ...]:
    return (
        session.id,
        session.token,
        session.name,
        session.role.value,
        session.created,
        session.active,
        int(session.locked),
        session.address,
        session.terminal,
    )
