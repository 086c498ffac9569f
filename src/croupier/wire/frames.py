"""Frames of the live protocol as bytes, and back; docs/protocol.md describes them.

Input is parsed strictly: unknown types or fields, wrong types, duplicate keys and oversized messages are rejected.
Output to many clients is encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args

from msgspec import NODEFAULT, DecodeError, Meta, Raw, Struct, ValidationError, defstruct, field, json
from msgspec.structs import FieldInfo, astuple, fields

from croupier.table.command import AnyCommand, Command
from croupier.table.view import View
from croupier.terms.people import Actor
from croupier.terms.refusal import Refusal
from croupier.wire.unique_keys import check_unique_keys

PROTOCOL = 1
FRAME_MAX = 16_384
"""Maximum size of a client's message, in bytes."""
FRAMES_MAX = 64
"""Maximum number of frames in a client's message."""
ID_MAX = 64
"""Maximum length of a command's id."""
MARK_MAX = 32
"""Maximum length of a mark."""


class FrameError(Exception):
    """A message that cannot be read: a code for programs, a text for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


# Commands as clients send them; the server adds who and when.

_SERVER_FIELDS = frozenset({"by", "at"})


Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""An integer that every JSON parser reads exactly."""
_BOUNDED: Mapping[Any, Any] = {int: Whole, dict[int, int]: dict[Whole, Whole]}


def _unsigned(kind: type[Command]) -> type[Struct]:
    own = [
        (each.name, _BOUNDED.get(each.type, each.type), *_default(each))
        for each in fields(kind)
        if each.name not in _SERVER_FIELDS
    ]
    tag = str(kind.__struct_config__.tag)
    return defstruct(
        kind.__name__,
        own,
        frozen=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
        kw_only=True,
        tag=tag,
        gc=False,
        module=__name__,
    )


def _default(each: FieldInfo) -> tuple[Any, ...]:
    if each.default_factory is not NODEFAULT:
        return (field(default_factory=each.default_factory),)
    return () if each.default is NODEFAULT else (each.default,)


_SIGNED: dict[type[Struct], type[Command]] = {_unsigned(kind): kind for kind in get_args(AnyCommand)}
if TYPE_CHECKING:
    Unsigned = Struct
else:
    Unsigned = Union[tuple(_SIGNED)]  # noqa: UP007  # one per command


def sign(unsigned: Unsigned, by: Actor, at: int) -> AnyCommand:
    """The command with its sender and its time."""
    made: Any = _SIGNED[type(unsigned)](*astuple(unsigned), by=by, at=at)  # the fields are in the same order
    return made  # type: ignore[no-any-return]  # a member of the union it was made from


# From a client.


class _Incoming(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    pass


class Hello(_Incoming, frozen=True, tag="hello"):
    """The first frame. `seat` is the terminal's seat; `watch` asks for a read-only view of what everyone sees.

    A client that was connected before sends the highest version that came with a mark as `seen`, and that `mark`.
    """

    protocol: Whole
    seat: Whole | None = None
    watch: bool = False
    seen: Whole = 0
    mark: Annotated[str, Meta(max_length=MARK_MAX)] = ""


class CommandFrame(_Incoming, frozen=True, kw_only=True, tag="command"):
    """A command with the client's own id, and the version the client has seen."""

    id: Annotated[str, Meta(min_length=1, max_length=ID_MAX)]
    seen: Whole | None = None
    command: Unsigned


class Resync(_Incoming, frozen=True, tag="resync"):
    """The client missed something and asks for a snapshot."""


class Ping(_Incoming, frozen=True, tag="ping"):
    n: Whole = 0


class Audio(_Incoming, frozen=True, tag="audio"):
    """Whether sound is unlocked on this terminal."""

    ready: bool


class Announced(_Incoming, frozen=True, tag="announced"):
    """The terminal announced a call to its player, audibly, visually or both."""

    call: Annotated[str, Meta(max_length=ID_MAX)]
    round: Whole
    audible: bool
    visual: bool


Incoming = Hello | CommandFrame | Resync | Ping | Audio | Announced
_one = json.Decoder(Incoming)
_many = json.Decoder(list[Incoming])
_loose = json.Decoder()
_bare = json.Encoder().encode
_SPACE = b" \t\r\n"


def read_frames(message: bytes) -> Sequence[Incoming]:
    """Parses the frames of a message; raises `FrameError`."""
    if len(message) > FRAME_MAX:
        raise FrameError("too-large", f"A message has at most {FRAME_MAX} bytes, not {len(message)}.")
    try:
        if message[:1] == b"{" or message.lstrip(_SPACE)[:1] != b"[":
            frames: Sequence[Incoming] = (_one.decode(message),)
            again = _bare(frames[0])
        else:
            frames = _many.decode(message)
            again = _bare(frames)
        # A message that consists of what was read from it, in the same order, has no key twice. Otherwise the keys are
        # counted; a colon in a text makes that fail, too.
        if again != message and _keys(_loose.decode(message)) != message.count(b":"):
            check_unique_keys(message)
    except ValidationError as error:
        raise FrameError("not-a-frame", str(error)) from None
    except UnicodeDecodeError:
        raise FrameError("not-json", "It is not UTF-8.") from None
    except (DecodeError, ValueError) as error:
        raise FrameError("not-json", str(error)) from None
    except RecursionError:
        raise FrameError("not-json", "It is nested too deeply.") from None
    if not 1 <= len(frames) <= FRAMES_MAX:
        raise FrameError("too-many", f"A message has 1 to {FRAMES_MAX} frames, not {len(frames)}.")
    return frames


class _Named(Struct, frozen=True):
    """The part of a frame that is needed to answer it."""

    type: str
    id: Annotated[str, Meta(min_length=1, max_length=ID_MAX)]


_named = json.Decoder(_Named)
_each = json.Decoder(list[Raw])


def unread_commands(message: bytes) -> list[tuple[str, bool]]:
    """The ids of the commands of an unreadable message that can be answered, and whether each is valid by itself."""
    try:
        raws = _each.decode(message) if message.lstrip(_SPACE)[:1] == b"[" else [Raw(message)]
    except (DecodeError, ValueError, RecursionError):
        return []
    found: dict[str, bool] = {}
    for raw in raws:  # bounded by `FRAME_MAX`
        try:
            name = _named.decode(raw)
        except (DecodeError, ValueError, RecursionError):
            continue
        if name.type == "command":
            found[name.id] = found.get(name.id, True) and _is_frame(bytes(raw))
    return list(found.items())


def _is_frame(raw: bytes) -> bool:
    try:
        read_frames(raw)
    except FrameError:
        return False
    return True


def _keys(value: Any) -> int:
    """The number of keys in a value and everything nested in it; duplicates count once."""
    count, left = 0, [value]
    while left:
        value = left.pop()
        if type(value) is dict:
            count += len(value)
            left.extend(each for each in value.values() if type(each) in _NESTS)
        elif type(value) is list:
            left.extend(value)
    return count


_NESTS = (dict, list)


# To a client.


class Self(Struct, frozen=True):
    name: str
    role: str
    seat: int | None


class Welcome(Struct, frozen=True, tag="welcome"):
    protocol: int
    you: Self
    table: str
    digest: str
    now: int
    heartbeat_ms: int
    frame_max: int
    commands_per_second: int


class SnapshotFrame(Struct, frozen=True, tag="snapshot"):
    version: int
    now: int
    view: View
    mark: str = ""
    """Proves later that this version was sent."""


class RefusalWords(Struct, frozen=True):
    code: str
    clause: str | None
    basis: str
    message: str
    facts: Mapping[str, str | int]

    @classmethod
    def of(cls, refusal: Refusal) -> RefusalWords:
        return cls(refusal.code, refusal.clause, refusal.basis, refusal.message, refusal.facts)


class Done(Struct, frozen=True, tag="answer", gc=False):
    id: str
    version: int
    outcome: Literal["done"] = "done"


class RefusedAnswer(Struct, frozen=True, tag="answer"):
    id: str
    version: int
    refusal: RefusalWords
    outcome: Literal["refused"] = "refused"


class NotAnswered(Struct, frozen=True, tag="answer"):
    """The table gave no answer; `again` says whether to retry."""

    id: str
    reason: str
    detail: str
    again: bool
    version: int = 0
    outcome: Literal["unanswered"] = "unanswered"


class Pong(Struct, frozen=True, tag="pong"):
    n: int
    now: int


class SeatPresence(Struct, frozen=True):
    seat: int
    connected: bool
    audio: bool
    announced: bool


class Presence(Struct, frozen=True, tag="presence"):
    """The seats that changed; after a snapshot, every seat with a terminal."""

    seats: tuple[SeatPresence, ...]


class PaceFrame(Struct, frozen=True, tag="pace"):
    closes_at: int | None


class Locked(Struct, frozen=True, tag="locked"):
    pass


class ErrorFrame(Struct, frozen=True, tag="error"):
    code: str
    message: str


class Bye(Struct, frozen=True, tag="bye"):
    reason: str


Outgoing = (
    Welcome
    | SnapshotFrame
    | Done
    | RefusedAnswer
    | NotAnswered
    | Pong
    | Presence
    | PaceFrame
    | Locked
    | ErrorFrame
    | Bye
)
encode: Callable[[Outgoing], bytes] = json.Encoder().encode


def message(frames: Sequence[bytes]) -> bytes:
    """Joins frames into one message."""
    return b"[" + b",".join(frames) + b"]"
