"""Alerts, which stay until somebody acknowledges them; name and time are recorded."""

from __future__ import annotations

import threading

from msgspec import Struct, json

from croupier.access.alert_text import AlertKind, alert_words
from croupier.access.denial import Denial, Denied
from croupier.access.event import SERVICE, AlertAcknowledged, AlertRaised, By, id_of
from croupier.access.logbook import Logbook
from croupier.access.store import PeopleStore
from croupier.terms.clock import Clock
from croupier.terms.coded_message import Facts

OPEN_MAX = 1_000
"""Maximum number of open alerts; one more alert counts those beyond it."""
KEPT_MAX = 1_000
"""Maximum number of acknowledged alerts kept here; all of them stay in the journal."""


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
    """The id of the person who acknowledged it; empty if nobody has."""
    acknowledged: int
    written: str
    """The facts of its text, as JSON."""

    @property
    def facts(self) -> Facts:
        return _decode(self.written)


_decode = json.Decoder(Facts).decode
_READ = (
    "SELECT alerts.*, coalesce((SELECT facts FROM alert_facts WHERE alert_facts.id = alerts.id), '{}') AS written "
    "FROM alerts"
)
"""Facts have a table of their own, so that nodes of the previous version keep working next to this one."""


class Alerts:
    """One alert per kind and subject is open at a time; repetitions raise its count."""

    def __init__(self, store: PeopleStore, book: Logbook, clock: Clock) -> None:
        self._store, self._book, self._clock = store, book, clock
        self._lock = threading.Lock()

    def raise_(self, kind: AlertKind, subject: str, facts: Facts, clause: str = "") -> Alert:
        """Opens an alert, or raises the count of the open one."""
        now = self._clock.now()
        with self._lock:
            if self.count >= OPEN_MAX and self._waiting(kind, subject) is None:
                kind, subject, clause, facts = AlertKind.TOO_MANY, "", "", {"count": OPEN_MAX}
            words = alert_words(kind, facts)
            with self._store.commit() as db:
                row = db.execute(
                    "INSERT INTO alerts (kind, subject, words, clause, raised, last, count, by, acknowledged) "
                    "VALUES (?, ?, ?, ?, ?, ?, 1, '', 0) ON CONFLICT (kind, subject) WHERE acknowledged = 0 DO UPDATE "
                    "SET count = alerts.count + 1, last = excluded.last, words = excluded.words RETURNING id, count",
                    (kind.value, subject, words, clause, now, now),
                ).fetchone()
                id, count = row or (0, 0)
                db.execute(
                    "INSERT INTO alert_facts (id, facts) VALUES (?, ?) "
                    "ON CONFLICT (id) DO UPDATE SET facts = excluded.facts",
                    (id, json.encode(facts).decode()),
                )
            if count == 1:
                self._book.note(AlertRaised(id, kind.value, subject, words), SERVICE)
            return self._get(id)

    @property
    def count(self) -> int:
        """Number of open alerts."""
        return int((self._store.row("SELECT count(*) FROM alerts WHERE acknowledged = 0") or (0,))[0])

    def waiting(self) -> list[Alert]:
        """Open alerts, oldest first."""
        rows = self._store.rows(f"{_READ} WHERE acknowledged = 0 ORDER BY id")
        return [Alert(*row) for row in rows]

    def acknowledged(self, limit: int = 100) -> list[Alert]:
        """Acknowledged alerts, newest first."""
        rows = self._store.rows(
            f"{_READ} WHERE acknowledged > 0 ORDER BY acknowledged DESC, id DESC LIMIT ?",
            (limit,),
        )
        return [Alert(*row) for row in rows]

    def acknowledge(self, id: int, by: By) -> Alert | Denied:
        """Closes the alert. Only the first acknowledgment is recorded."""
        with self._lock:
            row = self._store.row(f"{_READ} WHERE id = ?", (id,))
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
                    "ORDER BY acknowledged DESC, id DESC LIMIT 1000000000 OFFSET ?)",
                    (KEPT_MAX,),
                )
                db.execute("DELETE FROM alert_facts WHERE id NOT IN (SELECT id FROM alerts)")
            return self._get(id)

    def _waiting(self, kind: AlertKind, subject: str) -> int | None:
        row = self._store.row(
            "SELECT id FROM alerts WHERE kind = ? AND subject = ? AND acknowledged = 0", (kind.value, subject)
        )
        return None if row is None else int(row[0])

    def _get(self, id: int) -> Alert:
        row = self._store.row(f"{_READ} WHERE id = ?", (id,))
        if row is None:
            raise LookupError(id)
        return Alert(*row)
