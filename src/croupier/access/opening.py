"""Opens the people store that belongs to a journal store."""

from __future__ import annotations

from pathlib import Path

from croupier.access.people_file import PeopleFile
from croupier.access.store import FILE, PeopleStore
from croupier.journal.stores import JournalStore, SqliteStore


def open_people(store: JournalStore, directory: Path) -> PeopleStore:
    """The database of a shared store, otherwise a file of the directory."""
    if isinstance(store, SqliteStore):
        return PeopleFile(directory / FILE)
    from croupier.access.people_database import PeopleDatabase
    from croupier.journal.postgres.store import PostgresStore

    if not isinstance(store, PostgresStore):
        raise TypeError(type(store).__name__)
    return PeopleDatabase(store.address)
