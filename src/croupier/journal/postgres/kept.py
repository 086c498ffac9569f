"""Small files that all nodes of a house share: the house file with its hash, its rulebooks, its policy, public keys."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from croupier.journal.postgres.connection import PostgresAddress
from croupier.journal.postgres.session import PostgresSession


class SharedFiles:
    """Each call is one transaction on its own connection; the files are read at startup and rarely written."""

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address

    def all(self) -> dict[str, bytes]:
        with PostgresSession(self._address, read_only=True) as session:
            return dict(session.query("SELECT name, body FROM croupier.kept_files"))

    def get(self, name: str) -> bytes | None:
        return self.all().get(name)

    def replace(self, files: Mapping[str, bytes], *, but: Collection[str] = ()) -> None:
        """Replaces all files with these, except for those named in `but`."""
        with PostgresSession(self._address) as session, session.transaction() as db:
            db.execute("DELETE FROM croupier.kept_files WHERE name <> ALL (%s)", (list(but),))
            for name, body in files.items():
                db.execute(
                    "INSERT INTO croupier.kept_files VALUES (%s, %s) "
                    "ON CONFLICT (name) DO UPDATE SET body = excluded.body",
                    (name, body),
                )

    def claim(self, name: str, body: bytes) -> bytes:
        """Stores the file unless the name is taken, and returns the stored one."""
        with PostgresSession(self._address) as session, session.transaction() as db:
            db.execute("INSERT INTO croupier.kept_files VALUES (%s, %s) ON CONFLICT DO NOTHING", (name, body))
        found = self.get(name)
        return body if found is None else found

    def put(self, name: str, body: bytes) -> None:
        """Stores the file under that name."""
        with PostgresSession(self._address) as session, session.transaction() as db:
            db.execute(
                "INSERT INTO croupier.kept_files VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET body = excluded.body",
                (name, body),
            )
