"""What people must do before anything else: change a password that another person knows, or enroll a key.

Kept in memory, because every request checks it. Both depend on the account, not on the session: resetting a password
or a second factor also ends the sessions.
"""

from __future__ import annotations

from collections.abc import Collection

from croupier.access.person import Must
from croupier.access.store import PeopleEdit, PeopleStore
from croupier.terms.people import Role

NOT_STAFF = frozenset({Role.PLAYER, Role.DEVICE})
"""Roles without a second factor: players and devices."""


class Obligations:
    """The obligations in the store; call `reload` after every change."""

    def __init__(self, store: PeopleStore, required: Collection[Role] = ()) -> None:
        self._store = store
        self.required = frozenset(required) - NOT_STAFF
        """The roles for which the house requires a security key."""
        self.reload()

    def reload(self) -> None:
        """Reads the obligations from the store."""
        self._given = frozenset(name for (name,) in self._store.rows("SELECT name FROM given_passwords"))
        keyed = self._store.rows("SELECT DISTINCT name FROM security_keys WHERE blocked = 0")
        self._keyed = frozenset(name for (name,) in keyed)

    def of(self, name: str, role: Role) -> Must | None:
        """What this person must do first; None if nothing."""
        if name in self._given:
            return Must.CHANGE_PASSWORD
        if role in self.required and name not in self._keyed:
            return Must.ENROLL_KEY
        return None


def mark_given(db: PeopleEdit, name: str, *, given: bool) -> None:
    """Marks the password as known to another person, or as the person's own."""
    db.execute("DELETE FROM given_passwords WHERE name = ?", (name,))
    if given:
        db.execute("INSERT INTO given_passwords VALUES (?)", (name,))
