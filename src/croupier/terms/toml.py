"""Writes plain values as TOML that `tomllib` reads back unchanged."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def value(given: object) -> str:
    """A value in inline form.

    >>> value(["17", True, 5, {"at seat": 1}])
    '["17", true, 5, { "at seat" = 1 }]'
    """
    match given:
        case bool():
            return "true" if given else "false"
        case str():
            return _text(given)
        case int() | float():
            return str(given)
        case datetime.datetime():
            return given.astimezone(datetime.UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
        case datetime.date() | datetime.time():
            return given.isoformat()
        case Mapping():
            return "{ " + ", ".join(f"{key(name)} = {value(each)}" for name, each in given.items()) + " }"
        case Sequence():
            return f"[{', '.join(map(value, given))}]"
        case _:
            raise TypeError(f"{type(given).__name__} cannot be written as TOML.")


def key(name: object) -> str:
    return str(name) if _BARE.fullmatch(str(name)) else _text(str(name))


def _text(given: str) -> str:
    return '"' + "".join(_ESCAPES.get(char) or _plain(char) for char in given) + '"'


def _plain(char: str) -> str:
    return char if char.isprintable() else f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def pairs(table: Mapping[str, object]) -> Iterator[str]:
    """One line per key; a list of tables gets one line per table."""
    for name, each in table.items():
        if isinstance(each, list) and each and isinstance(each[0], Mapping):
            yield f"{key(name)} = ["
            yield from (f"  {value(item)}," for item in each)
            yield "]"
        else:
            yield f"{key(name)} = {value(each)}"
