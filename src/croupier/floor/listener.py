"""One connection to a table's feed: its bounded queue, and what happens when it is too slow."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

from croupier.terms.people import Actor, Role
from croupier.wire.frames import Bye, encode, message
from croupier.wire.news import news_frame

QUEUE_MAX = 256
"""Maximum number of queued messages; beyond it, a snapshot replaces the news."""
QUEUE_BYTES_MAX = 4 << 20
"""Maximum number of queued bytes, with the same effect."""
ANSWERS_MAX = 256
"""Maximum number of unread answers; beyond it, the connection is closed."""

SILENT, TAKEN_OVER, FAILED, RESTARTS = 4408, 4409, 1011, 1012
"""Close codes of the protocol that the floor uses."""


_PLAYER = Role.PLAYER


class Port(Protocol):
    """A connection to send to; neither call blocks."""

    def send(self, message: bytes) -> None: ...

    def close(self, code: int, reason: str = "") -> None: ...


class _Queued(NamedTuple):
    """A message for a slow connection: answers and news, each joined, and the number of answers."""

    answers: bytes
    counted: int
    news: bytes


class Listener:
    """A connection to a table. Runs in the loop's thread.

    An answer is never dropped while the connection is open, because the client waits for it. News may be dropped; a
    snapshot then replaces them.
    """

    __slots__ = (  # there are thousands, all visited for every wager: slots keep memory access local
        "__weakref__",
        "_answers",
        "_counted",
        "_news",
        "_queue",
        "_queued",
        "actor",
        "audio",
        "closed",
        "enrolled",
        "fresh",
        "greeting",
        "joined",
        "paused",
        "port",
        "role",
        "seat",
        "touched",
        "version",
        "watch",
    )

    def __init__(self, port: Port, actor: Actor, *, watch: bool = False, seat: int | None = None) -> None:
        self.port, self.actor, self.watch = port, actor, watch
        self.role: Role | None = None if watch else actor.role
        self.enrolled = seat
        """The seat of an enrolled terminal; None for any other device."""
        self.seat = seat
        self.version = 0
        self.fresh = False
        """Whether it has a snapshot that news can follow."""
        self.joined = self.closed = False
        """Whether it gets what its hub sends; whether the connection is closed."""
        self.audio = False
        self.paused = False
        self.touched = False
        """Whether its hub is about to send what is queued."""
        self.greeting: Callable[[int | None, int], bytes] | None = None
        """Encodes the frame before the first snapshot, given the seat and the time."""
        self._answers = self._news = b""
        """Frames for the next message, joined."""
        self._counted = 0
        """Number of answers among them."""
        self._queue: deque[_Queued] | None = None
        """Messages for a slow connection; most connections never have one."""
        self._queued = 0
        """Number of bytes in them."""

    @property
    def waiting(self) -> int:
        """Number of queued messages."""
        return len(self._queue) if self._queue is not None else 0

    @property
    def plays(self) -> bool:
        """Whether it is a player's own connection, of which there is only one."""
        return self.role is _PLAYER

    def answer(self, frame: bytes) -> None:
        """Queues an answer or the greeting for the next `flush`; never dropped."""
        self._answers = _joined(self._answers, frame) if self._answers else frame
        self._counted += 1

    def put(self, frame: bytes) -> None:
        """Queues a frame for the next `flush`; dropped if a snapshot replaces it."""
        self._news = _joined(self._news, frame) if self._news else frame

    def news(self, version: int, tail: bytes) -> bool:
        """Queues news that brings it to this version; False if it awaits a snapshot, or has that version already."""
        if not self.awaits(version):
            return False
        self.put_news(version, news_frame(self.version, tail))
        return True

    def awaits(self, version: int) -> bool:
        """Whether news can bring it to this version."""
        return self.fresh and self.version < version

    def put_news(self, version: int, frame: bytes) -> None:
        """Queues a frame of news that brings it from its version to this one."""
        self._news = _joined(self._news, frame) if self._news else frame
        self.version = version

    def begin(self, version: int) -> None:
        """A snapshot of this version is about to be queued; news follows it."""
        self._news = b""
        self.version, self.fresh = version, True

    def flush(self) -> None:
        """Sends the queued frames as one message, or queues the message if the connection is slow."""
        answers, news, counted = self._answers, self._news, self._counted
        if not (answers or news):
            return
        self._answers = self._news = b""
        self._counted = 0
        if self.closed:
            return
        if not (self.paused or self._queue):
            self.port.send(message((answers, news) if answers and news else (answers or news,)))
            return
        if self._queue is None:
            self._queue = deque()
        self._queue.append(_Queued(answers, counted, news))
        self._queued += len(answers) + len(news)
        if len(self._queue) > QUEUE_MAX or self._queued > QUEUE_BYTES_MAX:
            self._drop(self._queue)

    def _drop(self, queue: deque[_Queued]) -> None:
        """Drops all but the answers, and awaits a snapshot."""
        counted = sum(each.counted for each in queue)
        answers = b",".join(each.answers for each in queue if each.answers)
        queue.clear()
        self.fresh = False
        if counted > ANSWERS_MAX:
            self.end("The client does not read its answers.", SILENT)
        elif answers:
            queue.append(_Queued(answers, counted, b""))
        self._queued = len(answers)

    def pause(self) -> None:
        """The connection accepts no messages for now."""
        self.paused = True

    def resume(self) -> bool:
        """The connection accepts messages again; True if it has caught up and awaits a snapshot."""
        self.paused = False
        while self._queue and not self.paused and not self.closed:
            each = self._queue.popleft()
            self._queued -= len(each.answers) + len(each.news)
            self.port.send(message([frames for frames in (each.answers, each.news) if frames]))
        return not (self._queue or self.fresh or self.closed)

    def end(self, reason: str, code: int) -> None:
        """Sends the reason, if the connection still accepts messages, and closes."""
        if self.closed:
            return
        if not (self.paused or self._queue):
            self.put(encode(Bye(reason)))
            self.flush()
        self.closed, self._queue = True, None
        self.port.close(code, reason)


def _joined(frames: bytes, frame: bytes) -> bytes:
    return b"%b,%b" % (frames, frame)
