"""The frames of the live protocol as bytes, and back; docs/protocol.md says what they mean.

What comes in is read strictly: an unknown type or field, a wrong type, a key given twice or a message past its bound
is refused and never guessed. What goes out to many is encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args

from msgspec import NODEFAULT, DecodeError, Meta, Raw, Struct, ValidationError, defstruct, field, json
from msgspec.structs import FieldInfo, astuple, fields

from croupier.table.command import AnyCommand, Command
from croupier.table.happened import Happened, Placed
from croupier.table.parts import Part, SeenWagers
from croupier.table.view import SeenSeat, SeenYou, View
from croupier.terms.people import Actor
from croupier.terms.refusal import Refusal
from croupier.wire.once import check_once

PROTOCOL = 1
FRAME_MAX = 16_384
"""The most bytes of a message from a client."""
FRAMES_MAX = 64
"""The most frames in one message from a client."""
ID_MAX = 64
"""The most characters of a command's id."""


class FrameError(Exception):
    """A message that cannot be read: a code for programs, a message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


# Commands as a client sends them: who and when are not the client's to say

_SAID = frozenset({"by", "at"})


Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A whole number that every JSON reader reads alike."""
_BOUNDED: Mapping[Any, Any] = {int: Whole, dict[int, int]: dict[Whole, Whole]}


def _unsigned(kind: type[Command]) -> type[Struct]:
    own = [
        (each.name, _BOUNDED.get(each.type, each.type), *_default(each))
        for each in fields(kind)
        if each.name not in _SAID
    ]
    tag = str(kind.__struct_config__.tag)
    return defstruct(
        kind.__name__, own, frozen=True, forbid_unknown_fields=True, kw_only=True, tag=tag, gc=False, module=__name__
    )


def _default(each: FieldInfo) -> tuple[Any, ...]:
    if each.default_factory is not NODEFAULT:
        return (field(default_factory=each.default_factory),)
    return () if each.default is NODEFAULT else (each.default,)


_SIGNED: dict[type[Struct], type[Command]] = {_unsigned(kind): kind for kind in get_args(AnyCommand)}
if TYPE_CHECKING:
    Unsigned = Struct
else:
    Unsigned = Union[tuple(_SIGNED)]  # noqa: UP007  # made of what there is


def sign(unsigned: Unsigned, by: Actor) -> AnyCommand:
    """The command as somebody's; the desk gives it its time."""
    made: Any = _SIGNED[type(unsigned)](*astuple(unsigned), by=by, at=0)  # its fields in the order of the command's
    return made  # type: ignore[no-any-return]  # one of the union that its shape was made from


# From a client


class _Incoming(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    pass


class Hello(_Incoming, frozen=True, tag="hello"):
    """The beginning. `seat` is the terminal's own; `watch` sees what everybody sees, and does nothing."""

    protocol: Whole
    seat: Whole | None = None
    watch: bool = False


class CommandFrame(_Incoming, frozen=True, tag="command"):
    """A command under the client's own id, and the version that the client knew."""

    id: Annotated[str, Meta(min_length=1, max_length=ID_MAX)]
    command: Unsigned
    seen: Whole | None = None


class Resync(_Incoming, frozen=True, tag="resync"):
    """The client has missed something and wants a snapshot."""


class Ping(_Incoming, frozen=True, tag="ping"):
    n: Whole = 0


class Audio(_Incoming, frozen=True, tag="audio"):
    """The sound of this terminal is unlocked, or not."""

    ready: bool


class Announced(_Incoming, frozen=True, tag="announced"):
    """The terminal told its player of a call, in sound, in picture, or both."""

    call: Annotated[str, Meta(max_length=ID_MAX)]
    round: Whole
    audible: bool
    visual: bool


Incoming = Hello | CommandFrame | Resync | Ping | Audio | Announced
_one = json.Decoder(Incoming)
_many = json.Decoder(list[Incoming])
_loose = json.Decoder()
_SPACE = b" \t\r\n"


def read_frames(message: bytes) -> Sequence[Incoming]:
    """The frames of one message; raises `FrameError`."""
    if len(message) > FRAME_MAX:
        raise FrameError("too-large", f"A message has at most {FRAME_MAX} bytes, not {len(message)}.")
    try:
        if message[:1] == b"{":
            frames: Sequence[Incoming] = (_one.decode(message),)
            keys = _keys_of_one(message)
        else:
            listed = message.lstrip(_SPACE)[:1] == b"["
            frames = _many.decode(message) if listed else (_one.decode(message),)
            keys = _keys(_loose.decode(message))
        if keys != message.count(b":"):  # a key given twice, a colon in a text, or more inside: looked at slowly
            check_once(message)
    except ValidationError as error:
        raise FrameError("not-a-frame", str(error)) from None
    except (DecodeError, ValueError) as error:
        raise FrameError("not-json", str(error)) from None
    except RecursionError:
        raise FrameError("not-json", "It is nested too deeply.") from None
    if not 1 <= len(frames) <= FRAMES_MAX:
        raise FrameError("too-many", f"A message has 1 to {FRAMES_MAX} frames, not {len(frames)}.")
    return frames


class _Named(Struct, frozen=True):
    """As much of a frame as is needed to answer it."""

    type: str
    id: Annotated[str, Meta(min_length=1, max_length=ID_MAX)]


_named = json.Decoder(_Named)
_each = json.Decoder(list[Raw])


def unread_commands(message: bytes) -> list[tuple[str, bool]]:
    """Of a message that was not read, the commands that can be answered: their ids, and whether they are blameless."""
    try:
        raws = _each.decode(message) if message.lstrip(_SPACE)[:1] == b"[" else [Raw(message)]
    except (DecodeError, ValueError, RecursionError):
        return []
    found: dict[str, bool] = {}
    for raw in raws:  # as many as a message of `FRAME_MAX` holds
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


def _keys_of_one(message: bytes) -> int:
    """How many keys there are in a frame and its command; what else it may hold makes them too few."""
    frame = _loose.decode(message)
    command = frame.get("command")
    return len(frame) + len(command) if type(command) is dict else len(frame)


def _keys(value: Any) -> int:
    """How many keys there are in a value and all that is in it; one given twice counts once."""
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


# To a client


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


class Snapshot(Struct, frozen=True, tag="snapshot"):
    version: int
    now: int
    view: View


class RefusalWords(Struct, frozen=True):
    code: str
    clause: str | None
    message: str
    facts: Mapping[str, str | int]

    @classmethod
    def of(cls, refusal: Refusal) -> RefusalWords:
        return cls(refusal.code, refusal.clause, refusal.message, refusal.facts)


class Done(Struct, frozen=True, tag="answer", gc=False):
    id: str
    version: int
    outcome: str = "done"


class Refused(Struct, frozen=True, tag="answer"):
    id: str
    version: int
    refusal: RefusalWords
    outcome: str = "refused"


class NotAnswered(Struct, frozen=True, tag="answer"):
    """The table did not answer; `again` says whether sending it again makes sense."""

    id: str
    reason: str
    detail: str
    again: bool
    version: int = 0
    outcome: str = "unanswered"


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


class Pace(Struct, frozen=True, tag="pace"):
    closes_at: int | None


class Locked(Struct, frozen=True, tag="locked"):
    pass


class ErrorFrame(Struct, frozen=True, tag="error"):
    code: str
    message: str


class Bye(Struct, frozen=True, tag="bye"):
    reason: str


Outgoing = Welcome | Snapshot | Done | Refused | NotAnswered | Pong | Presence | Pace | Locked | ErrorFrame | Bye
encode: Callable[[Outgoing], bytes] = json.Encoder().encode


def message(frames: Sequence[bytes]) -> bytes:
    """Frames as one message."""
    return b"[" + b",".join(frames) + b"]"


class _Body(Struct, frozen=True, omit_defaults=True, gc=False):
    """What follows `after` in a frame of news."""

    version: int
    now: int
    table: dict[str, Any] = {}
    wagers: SeenWagers | None = None
    seats: list[SeenSeat] = []
    you: SeenYou | None = None
    happened: list[Happened | Placed] = []


_encode = json.Encoder().encode


class Pieces(Struct):
    """A wide audience's part of the news, encoded so that a narrower part can be laid over it."""

    table: bytes
    wagers: bytes
    seats: bytes
    happened: dict[int, bytes]

    @classmethod
    def of(cls, part: Part) -> Pieces:
        return cls(
            _encode(part.table)[1:-1],
            _encode(part.wagers) if part.wagers else b"",
            _encode(part.seats)[1:-1],
            {place: _encode(each) for place, each in part.happened.items()},
        )


def news_tail(version: int, now: int, part: Part) -> bytes:
    """All of a frame of news but its beginning, which names the version of each client."""
    happened = list(part.happened.values())
    return _encode(_Body(version, now, part.table, part.wagers, part.seats, part.you, happened))[1:]


def news_both(version: int, now: int, narrow: Part, wide: Part) -> bytes:
    """The same for a narrow part over a wide one that is small."""
    table = {**wide.table, **narrow.table} if narrow.table else wide.table
    told = {**wide.happened, **narrow.happened}
    happened = [told[place] for place in sorted(told)] if len(told) > 1 else list(told.values())
    seats = wide.seats + narrow.seats if wide.seats else narrow.seats
    you = narrow.you or wide.you
    return _encode(_Body(version, now, table, narrow.wagers or wide.wagers, seats, you, happened))[1:]


def news_over(version: int, now: int, narrow: Part, wide: Pieces) -> bytes:
    """The same for a narrow part over a wide one that may be large, and is not encoded again."""
    mine = Pieces.of(narrow)
    pieces = [b'"version":%d,"now":%d' % (version, now)]
    if table := b",".join(filter(None, (wide.table, mine.table))):
        pieces.append(b',"table":{%b}' % table)
    if wagers := mine.wagers or wide.wagers:
        pieces.append(b',"wagers":%b' % wagers)
    if seats := b",".join(filter(None, (wide.seats, mine.seats))):
        pieces.append(b',"seats":[%b]' % seats)
    if narrow.you is not None:
        pieces.append(b',"you":%b' % _encode(narrow.you))
    if wide.happened or mine.happened:
        told = {**wide.happened, **mine.happened}
        pieces.append(b',"happened":[%b]' % b",".join(told[place] for place in sorted(told)))
    return b"".join((*pieces, b"}"))


def news_frame(after: int, tail: bytes) -> bytes:
    """A frame of news for a client at that version."""
    return b'{"type":"news","after":%d,%b' % (after, tail)
