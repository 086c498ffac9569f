"""The page of a table's commands and events: their permanent names, who gives them, what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from msgspec import NODEFAULT, inspect, json
from msgspec.structs import FieldInfo, fields

from croupier.table.command import AnyCommand, Command
from croupier.table.event import AnyEvent
from croupier.table.guard import ID_MAX, ROLES, TEXT_MAX
from croupier.wire.events import CommandRefused

_HEAD = """\
<!-- Written by make docs. Do not edit. -->
# Commands and events of a table

A command asks, an event has happened. The names of events are permanent: a journal written today is read by every
later version. A command becomes one or more events, or one [refusal](refusals.md), which is recorded too.
"""
_FIELDS = """\
Amounts are whole cents. What is written with `=` may be left out, and is then that.
Texts are of one line, what somebody tells (`what`, `why`, `decision`, `note`) of several; {text_max:,} characters at
most, names {id_max}. Characters that cannot be seen, or that turn others around, are refused.
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


def _events() -> Iterator[str]:
    yield "## Events\n"
    yield "| event | holds | what it means |"
    yield "| --- | --- | --- |"
    for kind in (*get_args(AnyEvent), CommandRefused):
        meaning = " ".join((kind.__dict__.get("__doc__") or "").split())
        yield f"| `{kind.__struct_config__.tag}` | {', '.join(kind.__struct_fields__)} | {meaning} |"
