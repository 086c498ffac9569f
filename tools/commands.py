"""The page of the command line: the help of every command, at one width."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from importlib import import_module
from unittest import mock

from croupier.cli import COMMANDS, main
from croupier.cli.command import Group

_WIDTH = 100
PLAIN = {"COLUMNS": str(_WIDTH), "LINES": "50", "NO_COLOR": "1", "PYTHON_COLORS": "0", "TERM": "dumb"}
"""An environment in which every terminal looks alike."""

_HEAD = """\
<!-- Written by make docs. Do not edit. -->
# The command line

`--json` output is a contract. What is printed without it is for people and may change.
"""


def cli_page() -> str:
    sections = [f"## croupier{path and ' '}{path}\n\n```\n{help_of(path).rstrip()}\n```" for path in _paths()]
    return "\n\n".join([_HEAD.rstrip(), *sections]) + "\n"


def _paths() -> Iterator[str]:
    yield ""
    yield from _below(COMMANDS, "")


def _below(group: Group, path: str) -> Iterator[str]:
    """The commands of a group, each with those below it, in their public order."""
    for command in group.commands:
        own = f"{path} {command.name}".strip()
        yield own
        inner = getattr(import_module(command.module), "GROUP", None)
        if isinstance(inner, Group):
            yield from _below(inner, own)


def help_of(path: str) -> str:
    """What the command prints for ``--help``, whatever the terminal."""
    out = io.StringIO()
    with mock.patch.dict(os.environ, PLAIN), contextlib.redirect_stdout(out):
        main([*path.split(), "--help"])
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
