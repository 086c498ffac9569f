"""Somebody who has signed in."""

from __future__ import annotations

from msgspec import Struct

from croupier.terms.people import Actor, Role


class Person(Struct, frozen=True):
    """Who speaks, for one session; a terminal that was enrolled belongs to a table and a seat."""

    name: str
    role: Role
    session: str
    """Names the session in records; it is not the secret of its cookie."""
    locked: bool = False
    """A staff console that was left idle: nothing but unlocking is heard."""
    table: str | None = None
    seat: int | None = None

    @property
    def actor(self) -> Actor:
        return Actor(self.name, self.role)
