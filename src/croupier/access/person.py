"""A signed-in person."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from croupier.terms.people import Actor, Role


class Must(StrEnum):
    """What a person must do before any other request is accepted."""

    CHANGE_PASSWORD = "change-password"  # noqa: S105
    """Another person knows the password."""
    ENROLL_KEY = "enroll-key"
    """The house requires a security key for the role, and the person has none."""


class Person(Struct, frozen=True):
    """The person of one session; an enrolled terminal belongs to a table and a seat."""

    name: str
    role: Role
    session: str
    """The id of the session in records, not the secret in its cookie."""
    locked: bool = False
    """Whether the staff console is locked after being idle; only unlocking is accepted."""
    table: str | None = None
    seat: int | None = None
    must: Must | None = None
    """The open obligation; nothing else is accepted until it is met."""

    @property
    def actor(self) -> Actor:
        return Actor(self.name, self.role)
