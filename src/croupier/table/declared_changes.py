"""What each kind of event declares that it changes."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import get_args

from croupier.table import event as e
from croupier.table.table_event import Change, TableEvent


def changes_of(kind: type[e.Event]) -> Change:
    """What events of the kind change; those about the equipment change nothing else."""
    return kind.changes if issubclass(kind, TableEvent) else Change.EQUIPMENT


def changing(what: Change) -> frozenset[type[e.Event]]:
    """The kinds of events that change something."""
    return frozenset(kind for kind in get_args(e.AnyEvent) if what in changes_of(kind))


CHANGE_STACK = changing(Change.STACK)
seat_of: Callable[[e.AnyEvent], int] = attrgetter("seat")
"""The seat of an event that changes its stack."""
