"""Counts consecutive failed sign-ins. The third from one address locks the name out there, and each further one
doubles the time. A stranger elsewhere cannot lock a person out of their own console: only many failures from addresses
where the name never signed in lock it out, and only at such addresses.

Unknown names are counted in the same way, so that a lockout does not reveal which names exist.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from croupier.access.store import PeopleEdit, PeopleStore

FAILURES_MAX = 3
"""This many consecutive failures lock the name out at their address."""
NAME_FAILURES_MAX = 30
"""This many failures from any addresses lock the name out wherever it never signed in."""
KNOWN_MAX = 20
"""Maximum number of remembered addresses per name, those of the latest sign-ins."""
DELAY_MS = 60_000
DELAY_MAX_MS = 3_600_000
FORGET_MS = 24 * 3_600_000
"""Time after the last failure at which the count starts again."""
UNKNOWN_NAMES_MAX = 10_000
"""Maximum number of unknown names kept; those that failed longest ago are dropped first."""


def delay(failures: int, most: int = FAILURES_MAX) -> int:
    """How long this many consecutive failures lock a name out, in milliseconds.

    >>> [delay(failures) // 1000 for failures in (2, 3, 4, 5, 8, 9, 50)]
    [0, 60, 120, 240, 1920, 3600, 3600]
    """
    if failures < most:
        return 0
    return min(DELAY_MS << min(failures - most, 20), DELAY_MAX_MS)


def key_at(name: str, address: str) -> str:
    """The key for failures of a name from one address; names contain no spaces."""
    return f"{name} {address}"


def _most(key: str) -> int:
    return FAILURES_MAX if " " in key or ":" in key else NAME_FAILURES_MAX


_OF_NAME = "name = ? OR substr(name, 1, ?) = ?"


def _of_name(name: str) -> tuple[str, int, str]:
    """The values of `_OF_NAME`: a name and its keys at all addresses."""
    return name, len(name) + 1, key_at(name, "")


def forget_failures(db: PeopleEdit, name: str) -> None:
    """Clears the failures of the name at all addresses."""
    db.execute(f"DELETE FROM strikes WHERE {_OF_NAME}", _of_name(name))  # noqa: S608


def _forget_unknown_names(db: PeopleEdit) -> None:
    """Drops the unknown names that failed longest ago, if there are too many."""
    count = db.execute("SELECT count(*) FROM strikes").fetchone()
    if count is None or count[0] <= UNKNOWN_NAMES_MAX:
        return
    people = {name for (name,) in db.execute("SELECT name FROM accounts")}
    keys = [key for (key,) in db.execute("SELECT name FROM strikes ORDER BY last DESC, name")]
    unknown = [key for key in keys if key.partition(" ")[0] not in people]
    db.executemany("DELETE FROM strikes WHERE name = ?", [(key,) for key in unknown[UNKNOWN_NAMES_MAX:]])


class FailureCount(Struct, frozen=True):
    failures: int
    until: int


class FailedSignIns:
    """Counts per name, kept across a restart.

    A try is taken before its password is checked, and returned or counted afterwards, so that simultaneous guesses
    gain nothing over consecutive ones. If nodes share the store, a name is tried at one node at a time.
    """

    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._trying: dict[str, int] = {}

    def take(self, name: str, now: int) -> FailureCount | None:
        """None if the try may proceed (end it with `failed`, `passed` or `left`); otherwise what prevents it."""
        with self._lock:
            failures, until = self._find(name, now)
            if now < until:
                return FailureCount(failures, until)
            trying = self._trying.get(name, 0)
            if trying >= max(1, _most(name) - failures) or (not trying and not self._store.hold(name)):
                return FailureCount(failures, 0)
            self._trying[name] = trying + 1
            return None

    def failed(self, name: str, now: int, *, known: bool) -> FailureCount:
        """Counts a failure, and locks the name out from the third one on."""
        with self._lock, self._leaving(name):
            failures, _ = self._find(name, now)
            failures += 1
            wait = delay(failures, _most(name))
            until = now + wait if wait else 0
            with self._store.commit() as db:
                db.execute(
                    "INSERT INTO strikes VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE "
                    "SET failures = excluded.failures, last = excluded.last, until = excluded.until",
                    (name, failures, now, until),
                )
                if not known:
                    _forget_unknown_names(db)
            return FailureCount(failures, until)

    def passed(self, name: str) -> None:
        """Clears the failures of the name."""
        with self._lock, self._leaving(name):
            self._clear(name)

    def left(self, name: str) -> None:
        """Ends a try without counting it."""
        with self._lock:
            self._leave(name)

    def lift(self, name: str) -> bool:
        """Lifts all lockouts of the name; returns whether anything was counted."""
        with self._lock:
            found = self._store.row(f"SELECT 1 FROM strikes WHERE {_OF_NAME}", _of_name(name)) is not None  # noqa: S608
            if found:
                with self._store.commit() as db:
                    forget_failures(db, name)
            return found

    def until(self, name: str, now: int) -> int:
        """When the last lockout of a name ends, at any address; 0 if there is none."""
        rows = self._store.rows(f"SELECT until, last FROM strikes WHERE {_OF_NAME}", _of_name(name))  # noqa: S608
        until = max((row[0] for row in rows if now - row[1] < FORGET_MS), default=0)
        return until if now < until else 0

    def is_known(self, name: str, address: str) -> bool:
        """Whether the name has signed in from this address."""
        return self._store.row("SELECT 1 FROM known WHERE name = ? AND address = ?", (name, address)) is not None

    def remember(self, name: str, address: str, now: int) -> None:
        """Remembers that the name has signed in from this address."""
        with self._store.commit() as db:
            db.execute(
                "INSERT INTO known VALUES (?, ?, ?) ON CONFLICT (name, address) DO UPDATE SET last = excluded.last",
                (name, address, now),
            )
            db.execute(
                "DELETE FROM known WHERE name = ? AND address IN "
                "(SELECT address FROM known WHERE name = ? ORDER BY last DESC, address LIMIT 1000000000 OFFSET ?)",
                (name, name, KNOWN_MAX),
            )

    @contextmanager
    def _leaving(self, name: str) -> Iterator[None]:
        """Ends the try after its result is written; until then no other node tries the name."""
        try:
            yield
        finally:
            self._leave(name)

    def _leave(self, name: str) -> None:
        left = self._trying.get(name, 0) - 1
        if left > 0:
            self._trying[name] = left
        elif self._trying.pop(name, None) is not None:
            self._store.release(name)

    def _find(self, name: str, now: int) -> tuple[int, int]:
        row = self._store.row("SELECT failures, last, until FROM strikes WHERE name = ?", (name,))
        if row is None or now - row[1] >= FORGET_MS:
            return 0, 0
        return row[0], row[2]

    def _clear(self, name: str) -> bool:
        if self._store.row("SELECT 1 FROM strikes WHERE name = ?", (name,)) is None:
            return False
        with self._store.commit() as db:
            db.execute("DELETE FROM strikes WHERE name = ?", (name,))
        return True
