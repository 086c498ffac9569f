"""Who does things: a name and the role in which it acts."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "pit-supervisor"
    SECURITY = "security"
    KEY_MANAGER = "key-manager"
    MAINTENANCE = "maintenance"
    SLOT_TECHNICIAN = "slot-technician"
    DIRECTOR = "tournament-director"
    ACCOUNTANT = "accountant"
    SURVEILLANCE = "surveillance"
    REGULATOR = "regulator"


class Actor(Struct, frozen=True, array_like=True, gc=False):
    """A person in a role, as records name them."""

    name: str
    role: Role

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"
