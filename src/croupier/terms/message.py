"""Base classes of commands and events."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from croupier.terms.audience import Audience
from croupier.terms.people import Actor, Role


class Command(Struct, frozen=True, kw_only=True, gc=False):
    """A request: who asks, and when, in milliseconds since the epoch."""

    given_by: ClassVar[tuple[Role, ...]]
    """Roles that may give the command."""
    instead_at_tournament: ClassVar[str] = ""
    """What happens instead at a tournament table, where the command is refused; empty if it is allowed."""
    by: Actor
    at: int


class Event(Struct, frozen=True, gc=False):
    """A fact. Its record holds who and when."""

    audience: ClassVar[Audience]
    """The audience of the event. Marked fields are for fewer, all others for the whole audience."""
