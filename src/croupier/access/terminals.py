"""Terminals, which are enrolled once with a short-lived code and then belong to a table and a seat. See ADR 33."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

from msgspec import Struct

from croupier.access.accounts import TERMINALS
from croupier.access.denial import Denial, Denied, check_why
from croupier.access.event import By, CodeMade, TerminalEnrolled, TerminalRevoked, id_of
from croupier.access.logbook import Logbook
from croupier.access.person import Person
from croupier.access.secret import digest, new_code, new_token
from croupier.access.store import PeopleStore
from croupier.terms.clock import Clock
from croupier.terms.people import Role

CODE_MS = 10 * 60_000
"""Lifetime of a code, which enrolls one terminal."""
CODES_MAX = 1_000
SEAT_MAX = 1_000_000
TABLE_FORM = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9])?")
"""The form of a table's number."""
_WRONG_CODE = Denied(Denial.WRONG_CODE, "This code is not valid. Ask for a new one.")


class Terminal(Struct, frozen=True):
    id: str
    table: str
    seat: int
    enrolled: int

    @property
    def person(self) -> Person:
        """A player who has not signed in plays under the terminal's name."""
        return Person(self.id, Role.PLAYER, self.id, table=self.table, seat=self.seat)


class EnrollmentCode(Struct, frozen=True):
    code: str
    table: str
    seat: int
    until: int

    def __repr__(self) -> str:
        return f"Code(table={self.table!r}, seat={self.seat!r})"


class Enrolled(Struct, frozen=True):
    key: str
    terminal: Terminal

    def __repr__(self) -> str:
        return f"Enrolled({self.terminal!r})"


class Terminals:
    """The enrolled devices; looked up in memory, kept in the people store."""

    def __init__(self, store: PeopleStore, book: Logbook, clock: Clock) -> None:
        self._store, self._book, self._clock = store, book, clock
        self._lock = threading.Lock()
        self._by_id: dict[str, Terminal] = {}
        self._by_key: dict[bytes, str] = {}
        self.on_end: Callable[[str], None] = lambda _: None
        """Called with the id of a terminal whose key is no longer valid."""
        self.reload()

    def all(self) -> list[Terminal]:
        return sorted(self._by_id.values(), key=lambda terminal: (terminal.table, terminal.seat))

    def find(self, id: str) -> Terminal | None:
        return self._by_id.get(id)

    def by_key(self, key: str) -> Terminal | None:
        return self._by_id.get(self._by_key.get(digest(key), ""))

    def make_code(self, table: str, seat: int, by: By) -> EnrollmentCode | Denied:
        """Creates a code that enrolls one device for the seat within ten minutes; it voids an older code."""
        if not TABLE_FORM.fullmatch(table) or not 1 <= seat <= SEAT_MAX:
            return Denied(Denial.NO_SUCH_SEAT, "Name a table and one of its seats.")
        now = self._clock.now()
        code = EnrollmentCode(new_code(), table, seat, now + CODE_MS)
        with self._lock:
            self._book.write(CodeMade(table, seat, code.until), by)
            with self._store.commit() as db:
                db.execute("DELETE FROM codes WHERE until <= ? OR (venue = ? AND seat = ?)", (now, table, seat))
                db.execute(
                    "INSERT INTO codes VALUES (?, ?, ?, ?, ?)",
                    (digest(code.code), table, seat, code.until, id_of(by)),
                )
                db.execute(
                    "DELETE FROM codes WHERE code IN "
                    "(SELECT code FROM codes ORDER BY until DESC LIMIT 1000000000 OFFSET ?)",
                    (CODES_MAX,),
                )
        return code

    def enroll(self, code: str, address: str = "") -> Enrolled | Denied:
        """Assigns a device with a new key to the seat; the code cannot be used again."""
        now = self._clock.now()
        with self._lock:
            kept = digest(code.strip().upper().replace("-", ""))
            row = self._store.row("SELECT venue, seat, until, made_by FROM codes WHERE code = ?", (kept,))
            if row is None or now >= row[2]:
                return _WRONG_CODE
            table, seat, _, made_by = row
            key = new_token()
            terminal = Terminal(f"{TERMINALS}{table}-{seat}", table, seat, now)
            self._book.write(TerminalEnrolled(terminal.id, table, seat, address, made_by), terminal.person.actor)
            with self._store.commit() as db:
                used = db.execute("DELETE FROM codes WHERE code = ? RETURNING seat", (kept,)).fetchone()
                if used is None:  # another node has just used it
                    return _WRONG_CODE
                db.execute("DELETE FROM sessions WHERE terminal = ?", (terminal.id,))
                db.execute(
                    "INSERT INTO terminals VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
                    "SET key = excluded.key, enrolled = excluded.enrolled",
                    (terminal.id, digest(key), table, seat, now),
                )
            before = self._forget(terminal.id)
            self._by_id[terminal.id] = terminal
            self._by_key[digest(key)] = terminal.id
        if before:
            self.on_end(terminal.id)
        return Enrolled(key, terminal)

    def revoke(self, id: str, by: By, why: str) -> Terminal | Denied:
        """Removes the terminal; its key is no longer valid."""
        if wrong := check_why(why):
            return wrong
        with self._lock:
            terminal = self._by_id.get(id)
            if terminal is None:
                return Denied(Denial.NO_SUCH_TERMINAL, f"There is no terminal {id[:60]}.")
            self._book.write(TerminalRevoked(id, terminal.table, terminal.seat, why), by)
            with self._store.commit() as db:
                db.execute("DELETE FROM terminals WHERE id = ?", (id,))
                db.execute("DELETE FROM sessions WHERE terminal = ?", (id,))
            self._forget(id)
        self.on_end(id)
        return terminal

    def reload(self) -> None:
        """Reads the terminals from the store, which another process may have changed."""
        rows = self._store.rows("SELECT id, key, venue, seat, enrolled FROM terminals")
        keys = {row[1]: str(row[0]) for row in rows}
        gone = {id for key, id in self._by_key.items() if keys.get(key) != id}
        self._by_id = {row[0]: Terminal(row[0], row[2], row[3], row[4]) for row in rows}
        self._by_key = keys
        for id in sorted(gone):
            self.on_end(id)

    def _forget(self, id: str) -> bool:
        if self._by_id.pop(id, None) is None:
            return False
        self._by_key = {key: held for key, held in self._by_key.items() if held != id}
        return True
