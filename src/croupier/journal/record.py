"""What is written down: a draft before it is committed, a record forever after."""

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
    """The caller asked to write what no journal may hold; nothing was written."""


class Draft(Struct, frozen=True, gc=False):
    """An event that waits for its commit."""

    kind: str
    """A permanent event name and its version, such as ``wager-placed/1``."""
    actor: str
    """The id of the person or device that caused it."""
    time_ms: int
    """Milliseconds since 1970, from the one clock of the house."""
    body: bytes
    """The canonical bytes of the event; opaque here."""


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
    """Where a stream stands: the version and hash of its last record, or version 0 and its genesis."""

    stream: str
    version: int
    hash: bytes


class Snapshot(Struct, frozen=True, gc=False):
    """A state saved at a version: a cache that replay can always rebuild, never the truth."""

    stream: str
    version: int
    hash: bytes
    """The hash of the record at that version, so that a snapshot of another history is noticed."""
    body: bytes


def _check(pattern: re.Pattern[str], value: object, word: str, example: str) -> None:
    if not isinstance(value, str) or len(value) > NAME_MAX or not pattern.fullmatch(value):
        raise BadDraft(
            f"{value!r:.200} is not {word}. Use at most {NAME_MAX} letters, digits and marks, like {example}."
        )


@lru_cache(maxsize=4096)
def check_stream(stream: str) -> None:
    """Afterwards the name is lowercase words joined by ``/``, ``.`` or ``-``."""
    _check(_STREAM, stream, "a stream", "table/7")


_GOOD_MAX = 100_000
_good_actors: set[str] = set()
_good_kinds: set[str] = set()
"""Seen before, in plain sets: with thousands of players an orderly cache costs more than it saves."""


def _remember(good: set[str], name: str) -> None:
    if len(good) >= _GOOD_MAX:
        good.clear()
    good.add(name)


def check_actor(actor: str) -> None:
    """Afterwards the id is ASCII without spaces."""
    _check(_ACTOR, actor, "an actor", "dealer:ana")
    _remember(_good_actors, actor)


def check_kind(kind: str) -> None:
    """Afterwards the kind is a permanent name and a version."""
    _check(_KIND, kind, "an event name with its version", "wager-placed/1")
    _remember(_good_kinds, kind)


def check_drafts(drafts: Sequence[Draft]) -> None:
    """Afterwards every draft is within its bounds, so that whatever is stored can be read and hashed alike."""
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
