"""Failed sign-ins in a row: the third locks the name out, and each further one for twice as long.

A name that is nobody's is counted in the same way, so that a lockout does not tell which names exist.
"""

from __future__ import annotations

import threading

from msgspec import Struct

from croupier.access.store import PeopleStore

FAILURES_MAX = 3
"""The failure with this number locks out."""
DELAY_MS = 60_000
DELAY_MAX_MS = 3_600_000
FORGET_MS = 24 * 3_600_000
"""So long after the last failure, the count begins anew."""
STRANGERS_MAX = 10_000
"""The most names of nobody's that are remembered; those that failed longest ago are forgotten first."""


def delay(failures: int) -> int:
    """For how long so many failures in a row lock a name out.

    >>> [delay(failures) // 1000 for failures in (2, 3, 4, 5, 8, 9, 50)]
    [0, 60, 120, 240, 1920, 3600, 3600]
    """
    if failures < FAILURES_MAX:
        return 0
    return min(DELAY_MS << min(failures - FAILURES_MAX, 20), DELAY_MAX_MS)


class Strike(Struct, frozen=True):
    failures: int
    until: int


class Strikes:
    """Counts per name, kept over a restart.

    A try is taken before its password is looked at and given back or counted afterwards, so that guesses sent
    all at once are no more than those sent one after the other.
    """

    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._trying: dict[str, int] = {}

    def take(self, name: str, now: int) -> Strike | None:
        """None when the try may go on and must be followed by `failed`, `passed` or `left`; else what is in its way."""
        with self._lock:
            failures, until = self._find(name, now)
            if now < until:
                return Strike(failures, until)
            trying = self._trying.get(name, 0)
            if trying >= max(1, FAILURES_MAX - failures):
                return Strike(failures, 0)
            self._trying[name] = trying + 1
            return None

    def failed(self, name: str, now: int, *, known: bool) -> Strike:
        """Afterwards one more failure is counted, and the name locked out if it was the third or a later one."""
        with self._lock:
            self._leave(name)
            failures, _ = self._find(name, now)
            failures += 1
            wait = delay(failures)
            until = now + wait if wait else 0
            with self._store.commit() as db:
                db.execute("INSERT OR REPLACE INTO strikes VALUES (?, ?, ?, ?)", (name, failures, now, until))
                if not known:
                    db.execute(
                        "DELETE FROM strikes WHERE name IN (SELECT name FROM strikes WHERE name NOT IN "
                        "(SELECT name FROM accounts) ORDER BY last DESC, name LIMIT -1 OFFSET ?)",
                        (STRANGERS_MAX,),
                    )
            return Strike(failures, until)

    def passed(self, name: str) -> None:
        """Afterwards nothing is counted against the name."""
        with self._lock:
            self._leave(name)
            self._clear(name)

    def left(self, name: str) -> None:
        """The try came to nothing, and nothing is counted."""
        with self._lock:
            self._leave(name)

    def lift(self, name: str) -> bool:
        """Afterwards the name is not locked out; whether anything was counted."""
        with self._lock:
            return self._clear(name)

    def until(self, name: str, now: int) -> int:
        """When the lockout of a name ends; 0 when there is none."""
        until = self._find(name, now)[1]
        return until if now < until else 0

    def _leave(self, name: str) -> None:
        left = self._trying.get(name, 0) - 1
        if left > 0:
            self._trying[name] = left
        else:
            self._trying.pop(name, None)

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
