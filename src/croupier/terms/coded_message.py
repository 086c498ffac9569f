"""A message as a code and facts, for translation."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from croupier.terms.text import phrase

Facts = dict[str, str | int]


class CodedMessage(Struct, frozen=True):
    """The code of a message, and the values in it."""

    code: str
    facts: Facts


def facts_of(told: Struct, **more: str | int) -> Facts:
    """The plain fields of a struct and of nested structs as facts, without lists and maps.

    >>> class Bet(Struct):
    ...     seat: int
    ...     tip: bool
    >>> facts_of(Bet(3, True), round=7)
    {'seat': 3, 'tip': 'yes', 'round': 7}
    """
    found: Facts = {}
    for name in told.__struct_fields__:
        value = getattr(told, name)
        if isinstance(value, Struct):
            found |= facts_of(value)
        elif isinstance(value, bool):
            found[name] = yes(value)
        elif isinstance(value, Enum):
            found[name] = str(value.value)
        elif isinstance(value, int):
            found[name] = value
        elif isinstance(value, str) or value is None:
            found[name] = phrase(value or "")
    return found | more


def yes(value: bool) -> str:
    """A flag as a fact."""
    return "yes" if value else "no"
