"""What a house requires of its staff before they may sign in: the section [access] of a house file."""

from __future__ import annotations

from msgspec import Struct

from croupier.terms.document import DocumentTable
from croupier.terms.people import Role

WITHOUT_KEYS = (Role.PLAYER, Role.DEVICE)
"""Guests and machines have no second factor."""


class HouseAccess(Struct, frozen=True):
    second_factor: frozenset[Role] = frozenset({Role.KEY_MANAGER})
    """The roles that need a security key; by default the role that manages accounts."""


def read_access(top: DocumentTable) -> HouseAccess:
    """The section [access]; a house that leaves it out has the default."""
    section = top.section("access")
    roles = section.texts("second_factor", allowed=[role.value for role in Role if role not in WITHOUT_KEYS])
    given = "second_factor" in section
    section.finish()
    return HouseAccess(frozenset(map(Role, roles))) if given else HouseAccess()
