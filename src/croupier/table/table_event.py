"""The base class of a table's events, and what each event declares."""

from __future__ import annotations

from enum import Flag, auto
from typing import ClassVar

from croupier.terms.message import Command, Event


class Change(Flag):
    """What an event changes besides the state."""

    STACK = auto()
    """The chips of its seat."""
    HOLDINGS = auto()
    """It may lower the chips of several seats, or the tip box."""
    DEALING = auto()
    """The dealer's console."""
    LAST_ROUND = auto()
    """What players are shown of their last round."""
    RESULTS = auto()
    CLAIMS = auto()
    EQUIPMENT = auto()
    OTHER_PARTS = auto()
    """Parts of views that depend on its fields: `touched` says which."""
    FIGURES = auto()
    """A figure of the report that does not follow from the accounts."""
    SESSION = auto()
    """A player's session: its time, its money or its rounds."""

    __hash__ = object.__hash__  # combinations are singletons too, and Flag's own hash is slow


NOTHING = Change(0)


class TableEvent(Event, frozen=True):
    """An event of a table. Nothing it declares has a default: an event that does not say is an error."""

    changes: ClassVar[Change]
    command: ClassVar[type[Command] | None]
    """The command that leads to it, with fields of the same names; None if `command_from_events` says which."""
