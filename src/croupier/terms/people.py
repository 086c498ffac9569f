"""People: a name, and the role in which the person acts."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

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
    CASHIER = "cashier"
    DEVICE = "device"
    """Not a person: a bill validator or ticket printer with its own key."""


_OTHER = re.compile(r"[^A-Za-z0-9._-]|[._-]$|^[._-]")


class Actor(Struct, frozen=True, array_like=True, gc=False):
    """A person acting in a role."""

    name: str
    role: Role

    @property
    def id(self) -> str:
        """Role and name in plain ASCII; other characters are escaped as bytes.

        >>> Actor("ana", Role.DEALER).id, Actor("Ann Lee", Role.PLAYER).id
        ('dealer:ana', 'player:Ann+20Lee')
        """
        name = self.name
        if name.isascii() and name.isalnum():  # the common case
            return f"{self.role._value_}:{name}"  # the `value` property is slow
        return _id(self.role._value_, name)

    @classmethod
    def read(cls, id: str) -> Actor:
        """The person with this id; raises ValueError if it is malformed."""
        role, _, name = id.partition(":")
        return cls(_BYTES.sub(_from_bytes, name), Role(role))

    def __str__(self) -> str:
        return f"{self.name} ({self.role})"


@lru_cache(maxsize=65_536)
def _id(role: str, name: str) -> str:
    return f"{role}:{_OTHER.sub(_as_bytes, name)}"


_BYTES = re.compile(r"(?:\+[0-9A-F]{2})+")


def _as_bytes(match: re.Match[str]) -> str:
    return "".join(f"+{byte:02X}" for byte in match[0].encode())


def _from_bytes(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("+", "")).decode()
