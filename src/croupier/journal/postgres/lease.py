"""Which node runs the house, by the database's clock. This is a hint; the check of the epochs keeps
out other writers. See ADR 77.
"""

from __future__ import annotations

from msgspec import Struct

from croupier.journal.port import OutcomeUnknown
from croupier.journal.postgres.connection import (
    Connection,
    PostgresAddress,
    abandon,
    check_settings,
)
from croupier.journal.postgres.session import PostgresSession
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems

LEASE_S = 3.0
"""How long a lease lasts after it was taken or renewed."""
TIMEOUT_S = 1.5
"""How long a renewal may take."""

_TAKE = """
INSERT INTO croupier.leases (name, node, url, until)
VALUES ('house', %(node)s, %(url)s, clock_timestamp() + %(seconds)s * interval '1 second')
ON CONFLICT (name) DO UPDATE SET node = excluded.node, url = excluded.url, until = excluded.until
WHERE leases.until < clock_timestamp() OR leases.node = excluded.node RETURNING name
"""
_RENEW = """
UPDATE croupier.leases SET until = clock_timestamp() + %(seconds)s * interval '1 second'
WHERE name = 'house' AND node = %(node)s RETURNING name
"""
_STAND_BY = """
INSERT INTO croupier.leases (name, node, url, until)
VALUES ('standby/' || %(node)s, %(node)s, %(url)s, clock_timestamp() + %(seconds)s * interval '1 second')
ON CONFLICT (name) DO UPDATE SET until = excluded.until RETURNING name
"""
_LEAVE = """
DELETE FROM croupier.leases
WHERE name = 'standby/' || %s OR (name LIKE 'standby/%%' AND until < clock_timestamp() - interval '1 day')
"""
_HAS_STANDBY = """
SELECT 1 FROM croupier.leases WHERE name LIKE 'standby/%%' AND node <> %s AND until > clock_timestamp() LIMIT 1
"""
_RELEASE = "UPDATE croupier.leases SET until = '-infinity' WHERE name = 'house' AND node = %s"
_HOLDER = """
SELECT node, url, extract(epoch FROM greatest(until, clock_timestamp() - interval '1 day') - clock_timestamp())::float8
FROM croupier.leases WHERE name = 'house'
"""


class LeaseHolder(Struct, frozen=True):
    """The node that runs the house, its address, and the seconds left; negative after the lease expired."""

    node: str
    url: str
    seconds: float


class HouseLease(PostgresSession):
    """One node's view of the lease, on its own connection."""

    def __init__(self, address: PostgresAddress, node: str, url: str, seconds: float = LEASE_S) -> None:
        super().__init__(address)
        self.node, self.url, self._seconds = node, url, seconds

    def take(self) -> bool:
        """Takes the lease if it is free, expired or this node's own; returns whether this node runs the house now.

        It is its own after the process that ran the house has ended and another one of the same node replaces it.
        """
        holder = self.holder()
        if holder is not None and holder.seconds > 0 and holder.node != self.node:
            return False
        self._check()
        return self._changes(_TAKE)

    def renew(self) -> bool:
        """Renews the lease; returns whether this node still runs the house.

        Settings can change while connections are open: a server that can now lose acknowledged commits is refused.
        """
        self._check()
        return self._changes(_RENEW)

    def stand_by(self) -> bool:
        """Says that this node stands by, for as long as a lease lasts."""
        return self._changes(_STAND_BY)

    def leave(self) -> None:
        """Says that this node no longer stands by."""
        self.change(_LEAVE, (self.node,))

    def has_standby(self) -> bool:
        """Whether another node stands by and would take the house over at once."""
        return bool(self.query(_HAS_STANDBY, (self.node,)))

    def release(self) -> None:
        """Releases the lease, so that another node can take it at once."""
        self.change(_RELEASE, (self.node,))

    def holder(self) -> LeaseHolder | None:
        """The node that took the lease last."""
        rows = self.query(_HOLDER)
        return LeaseHolder(*rows[0]) if rows else None

    def _changes(self, statement: str) -> bool:
        values = {"node": self.node, "url": self.url, "seconds": self._seconds}
        try:
            return bool(self.change(statement, values))
        except OutcomeUnknown:
            return False

    def _check(self) -> None:
        with self._lock:
            try:
                check_settings(self._address, self._open())
            except (Fault, Problems):
                connection, self._connection = self._connection, None
                if connection is not None:
                    abandon(connection)
                raise

    def _prepare(self, connection: Connection) -> None:
        connection.timeout_s = TIMEOUT_S
