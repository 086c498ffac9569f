"""Sessions: who is signed in, on which device, and whether the console is locked.

A lookup does no I/O, so that every frame of a socket can do one. A staff console locks after five minutes without
activity (GLI-19 C.6.5(d), by analogy); a heartbeat is not activity.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from msgspec import Struct

from croupier.access.denial import Denial, Denied
from croupier.access.event import SERVICE, By, ConsoleLocked, ConsoleUnlocked, SignedIn, SignedOut
from croupier.access.logbook import Logbook
from croupier.access.obligations import Obligations
from croupier.access.person import Person
from croupier.access.secret import digest, new_id, new_token
from croupier.access.store import PeopleStore
from croupier.access.terminals import Terminals
from croupier.terms.clock import Clock
from croupier.terms.people import Actor, Role

LOCK_MS = 5 * 60_000
"""Idle time after which a staff console locks."""
STAFF_IDLE_MS = 3_600_000
"""Idle time after which a staff session ends."""
STAFF_MS = 12 * 3_600_000
"""Maximum age of a staff session."""
PLAYER_IDLE_MS = 4 * 3_600_000
PLAYER_MS = 24 * 3_600_000
SESSIONS_MAX = 20_000
SESSIONS_EACH = 32
"""Maximum number of sessions per person; another one ends the oldest."""
SAVE_MS = 15_000
"""Maximum age of the saved activity time. After a crash a console may lock this much too early, never too late."""
ORPHAN_MS = 60_000
"""Extra time before this node ends or locks another node's session, in case that node is gone."""
SWEEP = 256
"""Number of sessions checked at a time."""

_log = logging.getLogger(__name__)

Listener = Callable[[Person | None, str], None]
"""Called when a session is locked, unlocked or ended (None), with its id, in any thread."""


class UserSession(Struct):
    """One signed-in browser or device."""

    id: str
    token: bytes
    """The SHA-256 hash of the secret in the cookie."""
    name: str
    role: Role
    created: int
    active: int
    locked: bool
    address: str
    terminal: str
    saved: int = 0
    here: bool = False
    """Whether this node was the last to hear from it; with shared stores it may be another node."""

    @property
    def staff(self) -> bool:
        return self.role is not Role.PLAYER

    def ended(self, now: int) -> str:
        """Why the session has ended at that time; empty if it has not."""
        if now - self.created >= (STAFF_MS if self.staff else PLAYER_MS):
            return "expired"
        if now - self.active >= (STAFF_IDLE_MS if self.staff else PLAYER_IDLE_MS):
            return "idle"
        return ""


class Opened(Struct, frozen=True):
    """A new session; the token goes into the cookie and is stored nowhere else."""

    token: str
    person: Person

    def __repr__(self) -> str:
        return f"Opened({self.person!r})"


class Sessions:
    """All sessions and terminals, in memory; the people store keeps them across a restart."""

    def __init__(
        self, store: PeopleStore, book: Logbook, clock: Clock, terminals: Terminals, obligations: Obligations
    ) -> None:
        self._store, self._book, self._clock, self._terminals = store, book, clock, terminals
        self._obligations = obligations
        self._lock = threading.RLock()
        self._by_id: dict[str, UserSession] = {}
        self._by_token: dict[bytes, str] = {}
        self._listeners: tuple[Listener, ...] = ()
        self._unsaved: set[str] = set()
        """Sessions that were locked or expired; a lookup writes nothing, the next sweep saves them."""
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

    def open(self, name: str, role: Role, address: str, terminal: str = "", proof: str = "") -> Opened | Denied:
        """Records the sign-in with its second factor, and opens a session."""
        now = self._clock.now()
        token = new_token()
        session = UserSession(new_id(), digest(token), name, role, now, now, False, address[:80], terminal)
        with self._lock:
            own = sorted((each.created, each.id) for each in self._by_id.values() if each.name == name)
            full = len(self._by_id) >= SESSIONS_MAX
        for _, id in own[: max(0, len(own) - SESSIONS_EACH + 1)]:
            self.end(id, "too-many-sessions")
        if full and len(own) < SESSIONS_EACH:
            return Denied(Denial.FULL, f"{SESSIONS_MAX:,} people are signed in, which is the maximum.", 60_000)
        actor = Actor(name, role)
        self._book.write(SignedIn(name, role, session.id, session.address, terminal, proof), actor)
        with self._store.commit() as db:
            db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _row(session))
        session.saved, session.here = now, True
        with self._lock:
            self._add(session)
        return Opened(token, self._person(session))

    def by_token(self, token: str) -> Person | None:
        """The person with this cookie; does not count as activity."""
        kept = digest(token)
        with self._lock:
            id = self._by_token.get(kept)
        if id is None and self._store.shared:
            id = self._opened_elsewhere(kept)
        return self.look(id) if id is not None else None

    def look(self, id: str) -> Person | None:
        """The person of a session or an enrolled terminal; None if it has ended."""
        return self._see(id, acting=False)

    def acted(self, id: str) -> Person | None:
        """Like `look`, and counts as activity unless the console is locked."""
        return self._see(id, acting=True)

    def unlock(self, id: str) -> Person | None:
        """Unlocks the console; the caller has checked the password."""
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
        """Ends the session; False if it had already ended."""
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
        """Ends all sessions of a person except the one in `but`."""
        for id in self.of(name):
            if id != but:
                self.end(id, reason, by)

    def sweep(self) -> None:
        """Locks idle consoles, removes ended sessions, and saves both."""
        now = self._clock.now()
        with self._lock:
            ids = list(self._by_id)
        for start in range(0, len(ids), SWEEP):
            with self._lock:  # in batches, because frames wait for the same lock
                for id in ids[start : start + SWEEP]:
                    here = id in self._by_id and (self._by_id[id].here or not self._store.shared)
                    session = self._settled(id, now if here else now - ORPHAN_MS)
                    if session is not None and session.active - session.saved >= SAVE_MS:
                        self._unsaved.add(id)
        self.save()

    def save(self, *, everything: bool = False) -> None:
        """Saves what changed; with `everything`, also all activity times."""
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
        """Ends and adds sessions that another process ended or opened."""
        with self._lock:
            known = list(self._by_id)
        stored = {session.id: session for session in self._stored()}  # a session is stored before it is in memory
        with self._lock:
            for id in known:
                if id not in stored and (session := self._by_id.get(id)):
                    self._drop(session)
            for id, found in stored.items():
                self._follow(id, found)

    def _follow(self, id: str, found: UserSession) -> None:
        """Applies what another node saved of a session; called with the lock."""
        session = self._by_id.get(id)
        if session is None:
            if id not in self._unsaved:  # it has ended here, and its row is about to be deleted
                self._add(found)
            return
        if found.active > session.active:
            session.active = session.saved = found.active
            session.here = False
        if found.locked != session.locked and id not in self._unsaved:
            session.locked = found.locked
            self._tell(self._person(session), id)

    def look_anew(self, id: str) -> Person | None:
        """Like `look`, for a session or terminal that another node may have just created."""
        self._terminals.reload()
        self.reload()
        return self.look(id)

    def _opened_elsewhere(self, token: bytes) -> str | None:
        """The session that another node has just opened."""
        for found in self._stored("WHERE token = ?", (token,)):
            with self._lock:
                self._follow(found.id, found)
            return found.id
        return None

    def _see(self, id: str, *, acting: bool) -> Person | None:
        terminal = self._terminals.find(id)
        if terminal is not None:
            return terminal.person
        now = self._clock.now()
        with self._lock:
            session = self._settled(id, now)
            if session is None:
                return None
            session.here = True
            if acting and not session.locked:
                session.active = now
            return self._person(session)

    def _settled(self, id: str, now: int) -> UserSession | None:
        """The session, after ending or locking it if it is due; called with the lock."""
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

    def _person(self, session: UserSession) -> Person:
        terminal = self._terminals.find(session.terminal) if session.terminal else None
        must = self._obligations.of(session.name, session.role)
        if terminal is None or session.staff:
            return Person(session.name, session.role, session.id, session.locked, must=must)
        return Person(session.name, session.role, session.id, session.locked, terminal.table, terminal.seat, must)

    def _remove(self, session: UserSession, reason: str, by: By) -> None:
        """Called with the lock."""
        self._book.note(SignedOut(session.name, session.role, session.id, reason), by)
        self._unsaved.add(session.id)
        self._drop(session)

    def _drop(self, session: UserSession) -> None:
        del self._by_id[session.id]
        self._by_token.pop(session.token, None)
        self._tell(None, session.id)

    def _tell(self, person: Person | None, id: str) -> None:
        for listener in self._listeners:
            try:
                listener(person, id)
            except Exception:
                _log.exception("a session listener failed")

    def _terminal_ended(self, id: str) -> None:
        with self._lock:
            on_it = [session.id for session in self._by_id.values() if session.terminal == id]
        for session in on_it:
            self.end(session, "terminal-ended")
        self._tell(None, id)

    def _add(self, session: UserSession) -> None:
        self._by_id[session.id] = session
        self._by_token[session.token] = session.id

    def _stored(self, where: str = "", values: tuple[object, ...] = ()) -> list[UserSession]:
        rows = self._store.rows(f"SELECT * FROM sessions {where}".strip(), values)  # noqa: S608 (constants of this module)
        return [
            UserSession(id, token, name, Role(role), created, active, bool(locked), address, terminal, active)
            for id, token, name, role, created, active, locked, address, terminal in rows
        ]


def _row(session: UserSession) -> tuple[object, ...]:
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
