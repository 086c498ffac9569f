"""The languages that people have chosen for the pages; the choice belongs to the account, not the browser."""

from __future__ import annotations

from croupier.access.accounts import TERMINALS
from croupier.access.store import PeopleStore


class Languages:
    """The choice of each account. The guests of a terminal share its name, so nothing is saved for them."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store

    def of(self, name: str) -> str:
        """The language tag; empty if none was chosen."""
        row = self._store.row("SELECT language FROM languages WHERE name = ?", (name,))
        return str(row[0]) if row else ""

    def keep(self, name: str, language: str) -> None:
        """Saves the language of the account's pages."""
        if name.startswith(TERMINALS):
            return
        with self._store.commit() as db:
            db.execute(
                "INSERT INTO languages (name, language) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET language = excluded.language",
                (name, language),
            )
