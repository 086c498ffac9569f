"""Who does things: a name and the role in which it acts."""

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


_OTHER = re.compile(r"[^A-Za-z0-9._-]|[._-]$|^[._-]")


class Actor(Struct, frozen=True, array_like=True, gc=False):
    """A person in a role, as records name them."""

    name: str
    role: Role

    @property
    def id(self) -> str:
        """Role and name in plain characters; any other stands as its bytes.

        >>> Actor("ana", Role.DEALER).id, Actor("Ann Lee", Role.PLAYER).id
        ('dealer:ana', 'player:Ann+20Lee')
        """
        name = self.name
        if name.isascii() and name.isalnum():  # as most are
            return f"{self.role._value_}:{name}"  # the public `value` takes longer than all the rest
        return _id(self.role._value_, name)

    @classmethod
    def read(cls, id: str) -> Actor:
        """The person that an id names; raises ValueError when it names none."""
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
