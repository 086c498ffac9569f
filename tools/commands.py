"""Generates the command line page: the help of every command, at a fixed width."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from importlib import import_module
from unittest import mock

from croupier.cli import COMMANDS, main
from croupier.cli.command import SubcommandGroup
from croupier.cli.errors import ErrorKind
from croupier.cli.exit_codes import MEANINGS
from croupier.terms.problem import listed

_WIDTH = 100
PLAIN = {"COLUMNS": str(_WIDTH), "LINES": "50", "NO_COLOR": "1", "PYTHON_COLORS": "0", "TERM": "dumb"}
"""An environment in which the output does not depend on the terminal."""

_HEAD = """\
<!-- Written by make docs. Do not edit. -->
# The command line

Every command that names a table takes the same options. Amounts are typed the same everywhere: `5`, `2.50` or
`$5,000`, in the currency of the book. Files and JSON hold whole cents.

`--json` output is a contract: one line on standard output. What is printed without it is for people and may change.
An error is one line on standard error. With `--json` that line is JSON, in the shape below;
`kind` is {kinds}.

```
{{"error": {{"exit", "kind", "message", "problems": [{{"file", "table", "key", "clause", "wrong", "right"}}]}}}}
```

## Exit codes

| code | meaning |
| --- | --- |
{codes}
"""


def cli_page() -> str:
    sections = [f"## croupier{path and ' '}{path}\n\n```\n{help_of(path).rstrip()}\n```" for path in _paths()]
    codes = "\n".join(f"| {code.value} | {meaning} |" for code, meaning in MEANINGS.items())
    head = _HEAD.format(codes=codes, kinds=listed(f"`{kind}`" for kind in ErrorKind))
    return "\n\n".join([head.rstrip(), *sections]) + "\n"


def _paths() -> Iterator[str]:
    yield ""
    yield from _below(COMMANDS, "")


def _below(group: SubcommandGroup, path: str) -> Iterator[str]:
    """The commands of a group, each followed by its own subcommands, in their public order."""
    for command in group.commands:
        own = f"{path} {command.name}".strip()
        yield own
        inner = getattr(import_module(command.module), "GROUP", None)
        if isinstance(inner, SubcommandGroup):
            yield from _below(inner, own)


def help_of(path: str) -> str:
    """The output of the command's ``--help``, independent of the terminal."""
    out = io.StringIO()
    with mock.patch.dict(os.environ, PLAIN), contextlib.redirect_stdout(out):
        main([*path.split(), "--help"])
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
