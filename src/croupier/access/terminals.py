"""Terminals: enrolled once with a short-lived code, and from then on part of a table and a seat. See ADR 33."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

from msgspec import Struct

from croupier.access.accounts import TERMINALS
from croupier.access.clock import Clock
from croupier.access.denial import Denial, Denied, check_why
from croupier.access.event import By, CodeMade, TerminalEnrolled, TerminalRevoked, id_of
from croupier.access.logbook import Logbook
from croupier.access.person import Person
from croupier.access.secret import digest, new_code, new_token
from croupier.access.store import PeopleStore
from croupier.terms.people import Role

CODE_MS = 10 * 60_000
"""A code lives so long, and enrolls one terminal."""
CODES_MAX = 1_000
SEAT_MAX = 1_000_000
TABLE_FORM = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9])?")
"""The number on a table top."""


class Terminal(Struct, frozen=True):
    id: str
    table: str
    seat: int
    enrolled: int

    @property
    def person(self) -> Person:
        """Whoever sits there and has not signed in plays under the terminal's own name."""
        return Person(self.id, Role.PLAYER, self.id, table=self.table, seat=self.seat)


class Code(Struct, frozen=True):
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
    """Which devices belong where; looked up in memory, kept in the file of people."""

    def __init__(self, store: PeopleStore, book: Logbook, clock: Clock) -> None:
        self._store, self._book, self._clock = store, book, clock
        self._lock = threading.Lock()
        self._by_id: dict[str, Terminal] = {}
        self._by_key: dict[bytes, str] = {}
        self.on_end: Callable[[str], None] = lambda _: None
        """Hears of a terminal whose key opens nothing any more."""
        self.reload()

    def all(self) -> list[Terminal]:
        return sorted(self._by_id.values(), key=lambda terminal: (terminal.table, terminal.seat))

    def find(self, id: str) -> Terminal | None:
        return self._by_id.get(id)

    def by_key(self, key: str) -> Terminal | None:
        """The terminal whose key this is."""
        return self._by_id.get(self._by_key.get(digest(key), ""))

    def make_code(self, table: str, seat: int, by: By) -> Code | Denied:
        """Afterwards one device may enroll for the seat, for ten minutes; an older code for the seat is void."""
        if not TABLE_FORM.fullmatch(table) or not 1 <= seat <= SEAT_MAX:
            return Denied(Denial.NO_SUCH_SEAT, "Name a table and a seat of it.")
        now = self._clock.now()
        code = Code(new_code(), table, seat, now + CODE_MS)
        with self._lock:
            self._book.write(CodeMade(table, seat, code.until), by)
            with self._store.commit() as db:
                db.execute("DELETE FROM codes WHERE until <= ? OR (venue = ? AND seat = ?)", (now, table, seat))
                db.execute(
                    "INSERT INTO codes VALUES (?, ?, ?, ?, ?)",
                    (digest(code.code), table, seat, code.until, id_of(by)),
                )
                db.execute(
                    "DELETE FROM codes WHERE code IN (SELECT code FROM codes ORDER BY until DESC LIMIT -1 OFFSET ?)",
                    (CODES_MAX,),
                )
        return code

    def enroll(self, code: str, address: str = "") -> Enrolled | Denied:
        """Afterwards the device that knows the key belongs to the seat; the code is used up."""
        now = self._clock.now()
        with self._lock:
            kept = digest(code.strip().upper().replace("-", ""))
            row = self._store.row("SELECT venue, seat, until, made_by FROM codes WHERE code = ?", (kept,))
            if row is None or now >= row[2]:
                return Denied(Denial.WRONG_CODE, "This code is not valid. Ask for a new one.")
            table, seat, _, made_by = row
            key = new_token()
            terminal = Terminal(f"{TERMINALS}{table}-{seat}", table, seat, now)
            self._book.write(TerminalEnrolled(terminal.id, table, seat, address, made_by), terminal.person.actor)
            with self._store.commit() as db:
                db.execute("DELETE FROM codes WHERE code = ?", (kept,))
                db.execute("DELETE FROM sessions WHERE terminal = ?", (terminal.id,))
                db.execute(
                    "INSERT OR REPLACE INTO terminals VALUES (?, ?, ?, ?, ?)",
                    (terminal.id, digest(key), table, seat, now),
                )
            before = self._forget(terminal.id)
            self._by_id[terminal.id] = terminal
            self._by_key[digest(key)] = terminal.id
        if before:
            self.on_end(terminal.id)
        return Enrolled(key, terminal)

    def revoke(self, id: str, by: By, why: str) -> Terminal | Denied:
        """Afterwards the device is nobody's."""
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
        """Afterwards memory says what the file says, which another process may have changed."""
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
