"""Drafts, which are not committed yet, and records, which never change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

BODY_MAX = 1 << 20
"""The most bytes that one body may hold."""
COMMIT_MAX = 250_000
"""The most records that one commit may hold."""
NAME_MAX = 128
"""The most characters of a stream, an actor or a kind."""
TIME_MAX = 253_402_300_799_999
"""The last millisecond of the year 9999."""
SNAPSHOT_MAX = 1 << 28
"""The most bytes that one snapshot may hold."""

_STREAM = re.compile(r"[a-z0-9]+(?:[./-][a-z0-9]+)*")
_ACTOR = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._:@/+-]*[A-Za-z0-9])?")
_KIND = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*/[1-9][0-9]{0,3}")


class BadDraft(ValueError):
    """A draft that no journal may hold; nothing was written."""


class Draft(Struct, frozen=True, gc=False):
    """An event that is not committed yet."""

    kind: str
    """A permanent event name and its version, such as ``wager-placed/1``."""
    actor: str
    """The id of the person or device that caused it."""
    time_ms: int
    """Milliseconds since 1970, from the one clock of the house."""
    body: bytes
    """The canonical bytes of the event, opaque to the journal."""


class Record(Struct, frozen=True, gc=False):
    """A committed event; its hash covers every other field."""

    stream: str
    version: int
    time_ms: int
    actor: str
    kind: str
    body: bytes
    prev: bytes
    hash: bytes


class Head(Struct, frozen=True, gc=False):
    """The version and hash of a stream's last record, or version 0 and its genesis hash."""

    stream: str
    version: int
    hash: bytes


class StateSnapshot(Struct, frozen=True, gc=False):
    """The state at a version: a cache that can always be rebuilt by replay."""

    stream: str
    version: int
    hash: bytes
    """The hash of the record at that version, to detect a snapshot from another history."""
    body: bytes


def _check(pattern: re.Pattern[str], value: object, word: str, example: str) -> None:
    if not isinstance(value, str) or len(value) > NAME_MAX or not pattern.fullmatch(value):
        raise BadDraft(
            f"{value!r:.200} is not {word}. Use at most {NAME_MAX} letters, digits and marks, like {example}."
        )


@lru_cache(maxsize=4096)
def check_stream(stream: str) -> None:
    """Raises `BadDraft` unless the name is lowercase words joined by ``/``, ``.`` or ``-``."""
    _check(_STREAM, stream, "a stream", "table/7")


_GOOD_MAX = 100_000
_good_actors: set[str] = set()
_good_kinds: set[str] = set()
"""Names known to be valid, in plain sets: with thousands of players, an LRU cache costs more than it saves."""


def _remember(good: set[str], name: str) -> None:
    if len(good) >= _GOOD_MAX:
        good.clear()
    good.add(name)


def check_actor(actor: str) -> None:
    """Raises `BadDraft` unless the id is ASCII without spaces."""
    _check(_ACTOR, actor, "an actor", "dealer:ana")
    _remember(_good_actors, actor)


def check_kind(kind: str) -> None:
    """Raises `BadDraft` unless the kind is a permanent name and a version."""
    _check(_KIND, kind, "an event name with its version", "wager-placed/1")
    _remember(_good_kinds, kind)


def check_drafts(drafts: Sequence[Draft]) -> None:
    """Raises `BadDraft` if a draft exceeds a limit, so that every store can hold and hash it."""
    for draft in drafts:
        if draft.kind not in _good_kinds:
            check_kind(draft.kind)
        if draft.actor not in _good_actors:
            check_actor(draft.actor)
        if type(draft.time_ms) is not int or not 0 <= draft.time_ms <= TIME_MAX:
            raise BadDraft(f"{draft.time_ms!r:.80} is not a time in milliseconds from 1970 to 9999.")
        if type(draft.body) is not bytes:
            raise BadDraft(f"The body of {draft.kind} is {type(draft.body).__name__}, not bytes.")
        if len(draft.body) > BODY_MAX:
            raise BadDraft(f"The body of {draft.kind} has {len(draft.body):,} bytes, more than {BODY_MAX:,}.")
