"""Alerts that stay until somebody acknowledges them, with name and time."""

from __future__ import annotations

import threading
from enum import StrEnum

from msgspec import Struct

from croupier.access.clock import Clock
from croupier.access.denial import Denial, Denied
from croupier.access.event import SERVICE, AlertAcknowledged, AlertRaised, By, id_of
from croupier.access.logbook import Logbook
from croupier.access.store import PeopleStore

OPEN_MAX = 1_000
"""The most alerts that wait; on top of them one alert counts those that found no room."""
KEPT_MAX = 1_000
"""So many acknowledged ones are still listed; all of them stay in the journal."""


class AlertKind(StrEnum):
    LOCKED_OUT = "locked-out"
    CONSOLE_GUESSED = "console-guessed"
    CODES_GUESSED = "codes-guessed"
    CLOCK_CHANGED = "clock-changed"
    PROGRAM_CHANGED = "program-changed"
    EVENTS_DROPPED = "events-dropped"
    CALL_UNHEARD = "call-unheard"
    TABLE_STOPPED = "table-stopped"
    JOURNAL_DAMAGED = "journal-damaged"
    TOO_MANY = "too-many-alerts"


class Alert(Struct, frozen=True):
    id: int
    kind: str
    subject: str
    words: str
    clause: str
    raised: int
    last: int
    count: int
    by: str
    """The id of the person who acknowledged it; empty while nobody has."""
    acknowledged: int


class Alerts:
    """One alert per kind and subject waits; what happens again adds to its count."""

    def __init__(self, store: PeopleStore, book: Logbook, clock: Clock) -> None:
        self._store, self._book, self._clock = store, book, clock
        self._lock = threading.Lock()

    def raise_(self, kind: AlertKind, subject: str, words: str, clause: str = "") -> Alert:
        """Afterwards an alert waits for somebody."""
        now = self._clock.now()
        with self._lock:
            found = self._waiting(kind, subject)
            if found is None and self.count >= OPEN_MAX:
                kind, subject, clause = AlertKind.TOO_MANY, "", ""
                words = f"More than {OPEN_MAX:,} alerts wait; further ones are only counted."
                found = self._waiting(kind, subject)
            with self._store.commit() as db:
                if found is not None:
                    db.execute(
                        "UPDATE alerts SET count = count + 1, last = ?, words = ? WHERE id = ?", (now, words, found)
                    )
                    id = found
                else:
                    db.execute(
                        "INSERT INTO alerts (kind, subject, words, clause, raised, last, count, by, acknowledged) "
                        "VALUES (?, ?, ?, ?, ?, ?, 1, '', 0)",
                        (kind.value, subject, words, clause, now, now),
                    )
                    id = int(db.last_insert_rowid())
            if found is None:
                self._book.note(AlertRaised(id, kind.value, subject, words), SERVICE)
            return self._get(id)

    @property
    def count(self) -> int:
        """How many wait."""
        return int((self._store.row("SELECT count(*) FROM alerts WHERE acknowledged = 0") or (0,))[0])

    def waiting(self) -> list[Alert]:
        """What waits, the oldest first."""
        rows = self._store.rows("SELECT * FROM alerts WHERE acknowledged = 0 ORDER BY id")
        return [Alert(*row) for row in rows]

    def acknowledged(self, limit: int = 100) -> list[Alert]:
        """What was acknowledged, the newest first."""
        rows = self._store.rows(
            "SELECT * FROM alerts WHERE acknowledged > 0 ORDER BY acknowledged DESC, id DESC LIMIT ?",
            (limit,),
        )
        return [Alert(*row) for row in rows]

    def acknowledge(self, id: int, by: By) -> Alert | Denied:
        """Afterwards it does not wait any more. The one who acknowledged it first is on record."""
        with self._lock:
            row = self._store.row("SELECT * FROM alerts WHERE id = ?", (id,))
            if row is None:
                return Denied(Denial.NO_SUCH_ALERT, "There is no such alert.")
            alert = Alert(*row)
            if alert.acknowledged:
                return alert
            self._book.write(AlertAcknowledged(id, alert.kind, alert.subject), by)
            with self._store.commit() as db:
                db.execute(
                    "UPDATE alerts SET by = ?, acknowledged = ? WHERE id = ?", (id_of(by), self._clock.now(), id)
                )
                db.execute(
                    "DELETE FROM alerts WHERE id IN (SELECT id FROM alerts WHERE acknowledged > 0 "
                    "ORDER BY acknowledged DESC, id DESC LIMIT -1 OFFSET ?)",
                    (KEPT_MAX,),
                )
            return self._get(id)

    def _waiting(self, kind: AlertKind, subject: str) -> int | None:
        row = self._store.row(
            "SELECT id FROM alerts WHERE kind = ? AND subject = ? AND acknowledged = 0", (kind.value, subject)
        )
        return None if row is None else int(row[0])

    def _get(self, id: int) -> Alert:
        row = self._store.row("SELECT * FROM alerts WHERE id = ?", (id,))
        if row is None:
            raise LookupError(id)
        return Alert(*row)
