"""What every command and every event is: somebody asks at a time; something has happened."""

from __future__ import annotations

from msgspec import Struct

from croupier.terms.people import Actor


class Command(Struct, frozen=True, kw_only=True, gc=False):
    """Who asks, and when, in milliseconds since the epoch."""

    by: Actor
    at: int


class Event(Struct, frozen=True, gc=False):
    """A fact. Who and when stand in its record."""
