"""Audiences of an event, and marks for fields that only some of them may see. Events declare both."""

from __future__ import annotations

from enum import Flag, auto
from typing import Annotated, TypeVar

T = TypeVar("T")


class Audience(Flag):
    """Groups of viewers that may see different things."""

    PUBLIC = auto()
    """Everybody at a table without a central screen."""
    SCREEN = auto()
    """Everybody at a table whose central screen shows the felt."""
    OWNER = auto()
    """The player that the event is about."""
    DEALER = auto()
    HOUSE = auto()
    """Roles that see the house's money."""

    __hash__ = object.__hash__  # combinations are singletons too, and Flag's own hash is slow


STAFF = Audience.DEALER | Audience.HOUSE
OWN = Audience.OWNER | STAFF
"""The player and staff."""
FELT = Audience.SCREEN | OWN
"""Everybody who sees the felt, the player, and staff."""
ALL = Audience.PUBLIC | FELT
NOBODY = Audience(0)


class BySeat:
    """Marks a list of wagers, each visible to everybody who sees the felt, to the player of its seat, and to staff."""


Own = Annotated[T, OWN]
Staff = Annotated[T, STAFF]
House = Annotated[T, Audience.HOUSE]
OwnerAndHouse = Annotated[T, Audience.OWNER | Audience.HOUSE]
RecordOnly = Annotated[T, NOBODY]
"""A field that is only in the records."""
WagersBySeat = Annotated[T, BySeat]
