"""Generates the page of a table's commands and events: permanent names, roles, fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

from msgspec import NODEFAULT, inspect, json
from msgspec.structs import FieldInfo, fields

from croupier.table.command import AnyCommand, Command
from croupier.table.event import AnyEvent, Event
from croupier.table.preconditions import ID_MAX, ROLES, TEXT_MAX
from croupier.terms.audience import ALL, FELT, NOBODY, OWN, STAFF, Audience, BySeat
from croupier.wire.events import CommandRefused

_HEAD = """\
<!-- Written by make docs. Do not edit. -->
# Commands and events of a table

A command is a request, an event a fact. The names of events are permanent: every later version can read a journal
written today. A command leads to one or more events, or to a [refusal](refusals.md), which is also recorded.
"""
_FIELDS = """\
Amounts are whole cents. `=` gives the default of an optional field.
Texts have one line, free texts (`what`, `why`, `decision`, `note`) may have several; at most {text_max:,} characters,
names {id_max}. Invisible characters, and those that reorder text, are refused.
"""


def table_page() -> str:
    return "\n".join([_HEAD, *_commands(), "", *_events()]) + "\n"


def _commands() -> Iterator[str]:
    yield "## Commands\n"
    yield "| command | given by | holds |"
    yield "| --- | --- | --- |"
    for kind in get_args(AnyCommand):
        roles = ", ".join(ROLES[kind])
        yield f"| `{kind.__struct_config__.tag}` | {roles} | {', '.join(map(_holds, _own_fields(kind)))} |"
    yield "\n" + _FIELDS.format(text_max=TEXT_MAX, id_max=ID_MAX)
    yield "| field | in JSON |"
    yield "| --- | --- |"
    found: dict[str, dict[str, None]] = {}
    for kind in get_args(AnyCommand):
        for field in _own_fields(kind):
            found.setdefault(field.encode_name, {})[_kind(inspect.type_info(field.type))] = None
    for name, kinds in sorted(found.items()):
        yield f"| `{name}` | {'; or '.join(kinds)} |"


def _own_fields(kind: type[Command]) -> list[FieldInfo]:
    return [field for field in fields(kind) if field.name not in Command.__struct_fields__]


def _holds(field: FieldInfo) -> str:
    default = field.default
    if default is NODEFAULT and field.default_factory is not NODEFAULT:
        default = field.default_factory()
    return field.encode_name if default is NODEFAULT else f"{field.encode_name} = `{json.encode(default).decode()}`"


_WORDS: Mapping[type[inspect.Type], str] = {
    inspect.IntType: "a whole number",
    inspect.StrType: "a text",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
}


def _kind(found: Any) -> str:
    """A type in words."""
    match found:
        case inspect.EnumType():
            return ", ".join(f'`"{each.value}"`' for each in found.cls)
        case inspect.DictType():
            return f"an object: under {_kind(found.key_type)} in quotes, {_kind(found.value_type)}"
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return f"a list, each {_kind(found.item_type)}"
        case inspect.UnionType():
            return ", or ".join(_kind(each) for each in found.types)
        case inspect.StructType():
            own = ", ".join(f'"{each.encode_name}": {_kind(each.type)}' for each in found.fields)
            return f"an object: {own}"
        case _:
            return _WORDS[type(found)]


_HEARD = """\
Each event has an audience, and fields with a smaller one name it in parentheses; `record-only` fields are only in the
records. *Felt* is everybody if a central screen shows the felt, and otherwise the player and staff. *Own* is the
player that the event is about, and staff. Staff are dealers and house roles. *Wagers by seat* are visible to whoever
sees the felt; without a central screen, players only see their own.
"""
_AUDIENCES = {ALL: "all", FELT: "felt", OWN: "own", STAFF: "staff", Audience.HOUSE: "house", NOBODY: "record-only"}
_AUDIENCES[Audience.OWNER | Audience.HOUSE] = "the player, house"


def _events() -> Iterator[str]:
    yield "## Events\n"
    yield _HEARD
    yield "| event | audience | holds | what it means |"
    yield "| --- | --- | --- | --- |"
    for kind in get_args(AnyEvent):
        held = ", ".join(_told(kind))
        yield f"| `{kind.__struct_config__.tag}` | {_AUDIENCES[kind.audience]} | {held} | {_meaning(kind)} |"
    held = ", ".join(CommandRefused.__struct_fields__)
    yield f"| `{CommandRefused.__struct_config__.tag}` | who asked | {held} | {_meaning(CommandRefused)} |"


def _told(kind: type[Event]) -> Iterator[str]:
    """The fields of an event; those with a smaller audience name it."""
    hints = get_type_hints(kind, include_extras=True)
    for name in kind.__struct_fields__:
        (mark, *_) = getattr(hints[name], "__metadata__", (kind.audience,))
        words = "wagers by seat" if mark is BySeat else _AUDIENCES[mark]
        yield name if mark == kind.audience else f"{name} ({words})"


def _meaning(kind: type[Event]) -> str:
    return " ".join((kind.__dict__.get("__doc__") or "").split())
