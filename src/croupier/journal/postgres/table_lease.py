"""Which process runs which table, by the database's clock. This is a hint; the check of the
epochs keeps out other writers. See ADR 112.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from croupier.journal.port import OutcomeUnknown
from croupier.journal.postgres.connection import Connection, PostgresAddress
from croupier.journal.postgres.lease import LEASE_S, TIMEOUT_S
from croupier.journal.postgres.session import PostgresSession

# Each of these is one statement: a process that is frozen in between would keep the locks of a transaction.
_RENEW = """
WITH registered AS (
  INSERT INTO croupier.workers (place, process, node, address, certificate, house, until)
  VALUES (%(place)s, %(process)s, %(node)s, %(address)s, %(certificate)s, %(kin)s,
    clock_timestamp() + %(seconds)s * interval '1 second')
  ON CONFLICT (place) DO UPDATE
  SET process = excluded.process, node = excluded.node, address = excluded.address,
    certificate = excluded.certificate, house = excluded.house, until = excluded.until
)
UPDATE croupier.leases SET until = clock_timestamp() + %(seconds)s * interval '1 second'
WHERE node = %(process)s AND name LIKE 'table/%%' RETURNING name
"""
# Tables are taken only when the node that runs the house says so, and only if no other process has them.
_TAKE = """
WITH house AS (SELECT FROM croupier.leases WHERE name = 'house' AND node = %(front)s FOR SHARE)
INSERT INTO croupier.leases (name, node, url, until)
SELECT %(stream)s, %(process)s, %(node)s, clock_timestamp() + %(seconds)s * interval '1 second' FROM house
ON CONFLICT (name) DO UPDATE SET node = excluded.node, url = excluded.url, until = excluded.until
WHERE leases.until < clock_timestamp() OR leases.node = excluded.node RETURNING name
"""
# A lease that is released or ended names no process, so that the process that had it does not renew it.
_GIVE = "UPDATE croupier.leases SET node = '', until = '-infinity' WHERE node = %s AND name = ANY (%s)"
_LEAVE = """
WITH given AS (
  UPDATE croupier.leases SET node = '', until = '-infinity' WHERE node = %(process)s AND name LIKE 'table/%%'
)
DELETE FROM croupier.workers
WHERE process = %(process)s OR until < clock_timestamp() - interval '1 day'
"""
_WORKERS = """
SELECT place, process, node, address, certificate, house, until > clock_timestamp() FROM croupier.workers ORDER BY place
"""
_FRONT = """
SELECT node, coalesce((SELECT certificate FROM croupier.workers WHERE workers.node = leases.node LIMIT 1), '')
FROM croupier.leases WHERE name = 'house' AND until > clock_timestamp()
"""
# The process has ended, or does not answer: only the node that runs the house may say so.
_EXPIRE = """
UPDATE croupier.leases SET node = '', until = '-infinity'
WHERE node = %(process)s AND name LIKE 'table/%%'
  AND EXISTS (SELECT FROM croupier.leases WHERE name = 'house' AND node = %(front)s FOR SHARE)
"""


class RegisteredWorker(Struct, frozen=True):
    """A process that runs tables, as all nodes see it."""

    place: str
    """Its place in its node, which a process that replaces it takes over."""
    process: str
    """The process itself: another one at the same place has another name."""
    node: str
    address: str
    """Where other nodes reach it, as host and port; empty if they cannot."""
    certificate: bytes
    """The certificate of its node, by which both ends of a connection authenticate each other."""
    house: str
    """The hash of the program's version and the house files: only equal ones run the same house."""
    alive: bool = True


class RunningNode(Struct, frozen=True):
    """The node that runs the house, and the certificate of its connections to workers."""

    node: str
    certificate: bytes


class TableLeases(PostgresSession):
    """The leases of one process, on a connection of its own."""

    def __init__(self, address: PostgresAddress, worker: RegisteredWorker, seconds: float = LEASE_S) -> None:
        super().__init__(address)
        self.worker, self._seconds = worker, seconds

    def renew(self) -> frozenset[str]:
        """Registers this process as alive and renews all its leases; returns the streams that it still has."""
        return frozenset(name for (name,) in self.change(_RENEW, self._values()))

    def take(self, stream: str, front: str) -> bool:
        """Takes the lease of a table if the node `front` runs the house; returns whether this process has it now."""
        try:
            return bool(self.change(_TAKE, self._values() | {"stream": stream, "front": front}))
        except OutcomeUnknown:
            return False

    def give(self, streams: Collection[str]) -> None:
        """Lets another process take these tables."""
        self.change(_GIVE, (self.worker.process, list(streams)))

    def leave(self) -> None:
        """Releases all tables and removes this process from the register."""
        self.change(_LEAVE, self._values())

    def running_node(self) -> RunningNode | None:
        """The node that runs the house now."""
        rows = self.query(_FRONT)
        return RunningNode(*rows[0]) if rows else None

    def has_others(self) -> bool:
        """Whether another process could take the tables of this one."""
        return any(
            each.alive and each.process != self.worker.process and each.house == self.worker.house
            for each in registered(self)
        )

    def _values(self) -> dict[str, object]:
        worker = self.worker
        return {
            "place": worker.place,
            "process": worker.process,
            "node": worker.node,
            "address": worker.address,
            "certificate": worker.certificate,
            "kin": worker.house,
            "seconds": self._seconds,
        }

    def _prepare(self, connection: Connection) -> None:
        connection.timeout_s = TIMEOUT_S


class WorkerRegister(PostgresSession):
    """The workers of all nodes, as the node that runs the house reads them."""

    def __init__(self, address: PostgresAddress, node: str) -> None:
        super().__init__(address)
        self.node = node

    def all(self) -> list[RegisteredWorker]:
        return registered(self)

    def expire(self, process: str) -> None:
        """Ends the leases of a process that is gone; does nothing unless this node runs the house."""
        self.change(_EXPIRE, {"process": process, "front": self.node})

    def _prepare(self, connection: Connection) -> None:
        connection.timeout_s = TIMEOUT_S


def registered(session: PostgresSession) -> list[RegisteredWorker]:
    return [RegisteredWorker(*row) for row in session.query(_WORKERS)]
