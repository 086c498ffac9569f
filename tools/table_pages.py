"""The page of a table's commands and events: their permanent names, who gives them, what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from croupier.table.command import AnyCommand, Command
from croupier.table.event import AnyEvent
from croupier.table.guard import ROLES
from croupier.wire.events import CommandRefused

_HEAD = """\
<!-- Written by make docs. Do not edit. -->
# Commands and events of a table

A command asks, an event has happened. The names of events are permanent: a journal written today is read by every
later version. A command becomes one or more events, or one [refusal](refusals.md), which is recorded too.
"""


def table_page() -> str:
    return "\n".join([_HEAD, *_commands(), "", *_events()]) + "\n"


def _commands() -> Iterator[str]:
    yield "## Commands\n"
    yield "| command | given by | holds |"
    yield "| --- | --- | --- |"
    for kind in get_args(AnyCommand):
        roles = ", ".join(ROLES[kind])
        fields = [name for name in kind.__struct_fields__ if name not in Command.__struct_fields__]
        yield f"| `{kind.__struct_config__.tag}` | {roles} | {', '.join(fields)} |"


def _events() -> Iterator[str]:
    yield "## Events\n"
    yield "| event | holds | what it means |"
    yield "| --- | --- | --- |"
    for kind in (*get_args(AnyEvent), CommandRefused):
        meaning = " ".join((kind.__dict__.get("__doc__") or "").split())
        yield f"| `{kind.__struct_config__.tag}` | {', '.join(kind.__struct_fields__)} | {meaning} |"
