"""One connection's end of a table's feed: what waits for it, in bounds, and what it is told when it is too slow."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from croupier.terms.people import Actor, Role
from croupier.wire.frames import Bye, encode, message
from croupier.wire.news import news_frame

QUEUE_MAX = 256
"""The most messages that wait for a slow connection; one more, and a snapshot comes instead of the news."""
QUEUE_BYTES_MAX = 4 << 20
"""The most bytes that wait, with the same end."""
ANSWERS_MAX = 256
"""The most answers that wait for a connection that does not read them; one more closes it."""

SILENT, TAKEN_OVER, FAILED, RESTARTS = 4408, 4409, 1011, 1012
"""Close codes of the protocol that the floor itself gives."""


_PLAYER = Role.PLAYER


class Port(Protocol):
    """A connection: takes a message, or ends. Neither waits."""

    def send(self, message: bytes) -> None: ...

    def close(self, code: int, reason: str = "") -> None: ...


class Listener:
    """Somebody connected to a table. Lives in the loop's thread.

    An answer is never dropped while the connection lives: the client would wait for it. News are, and a snapshot
    makes up for them.
    """

    __slots__ = (  # ten thousand of them, each looked at for every wager: what lies together is found together
        "__weakref__",
        "_answers",
        "_news",
        "_queue",
        "_queued",
        "actor",
        "audio",
        "closed",
        "enrolled",
        "fresh",
        "greeting",
        "paused",
        "port",
        "role",
        "seat",
        "version",
        "watch",
    )

    def __init__(self, port: Port, actor: Actor, *, watch: bool = False, seat: int | None = None) -> None:
        self.port, self.actor, self.watch = port, actor, watch
        self.role: Role | None = None if watch else actor.role
        self.enrolled = seat
        """The seat whose terminal this is; None for a device of anybody's."""
        self.seat = seat
        self.version = 0
        self.fresh = False
        """It has a snapshot, and news follow on it."""
        self.closed = False
        self.audio = False
        self.paused = False
        self.greeting: Callable[[int | None, int], bytes] | None = None
        """Makes what is said before the first snapshot, of the seat and the time."""
        self._answers: list[bytes] = []
        self._news: list[bytes] = []
        self._queue: deque[tuple[list[bytes], list[bytes]]] = deque()
        self._queued = 0

    @property
    def waiting(self) -> int:
        """How many messages wait."""
        return len(self._queue)

    @property
    def plays(self) -> bool:
        """It is a player's own connection, of which there is one."""
        return self.role is _PLAYER

    def answer(self, frame: bytes) -> None:
        """To be sent with the next `flush`; never dropped."""
        self._answers.append(frame)

    def put(self, frame: bytes) -> None:
        """To be sent with the next `flush`, or dropped when a snapshot comes instead."""
        self._news.append(frame)

    def news(self, version: int, tail: bytes) -> bool:
        """News that bring it to this version; False when it awaits a snapshot, or has been there."""
        if not self.fresh or self.version >= version:
            return False
        self._news.append(news_frame(self.version, tail))
        self.version = version
        return True

    def begin(self, version: int) -> None:
        """A snapshot of this version is about to be put; news follow on it."""
        self._news.clear()
        self.version, self.fresh = version, True

    def flush(self) -> None:
        """Sends what was put, as one message, or lets it wait its turn."""
        answers, news = self._answers, self._news
        if not (answers or news):
            return
        if self.closed or not (self.paused or self._queue):
            frames = answers + news
            answers.clear()  # not replaced: a new list for every message is work for the garbage collector
            news.clear()
            if not self.closed:
                self.port.send(message(frames))
            return
        self._answers, self._news = [], []
        self._queue.append((answers, news))
        self._queued += sum(map(len, answers)) + sum(map(len, news))
        if len(self._queue) > QUEUE_MAX or self._queued > QUEUE_BYTES_MAX:
            self._drop()

    def _drop(self) -> None:
        """Afterwards only answers wait, and the listener awaits a snapshot."""
        answers = [frame for frames, _ in self._queue for frame in frames]
        self._queue.clear()
        self.fresh = False
        if len(answers) > ANSWERS_MAX:
            self.end("Answers are not read.", SILENT)
        elif answers:
            self._queue.append((answers, []))
        self._queued = sum(map(len, answers))

    def pause(self) -> None:
        """The connection takes no more for now."""
        self.paused = True

    def resume(self) -> bool:
        """The connection takes messages again; True when it caught up and awaits a snapshot."""
        self.paused = False
        while self._queue and not self.paused and not self.closed:
            answers, news = self._queue.popleft()
            self._queued -= sum(map(len, answers)) + sum(map(len, news))
            self.port.send(message(answers + news))
        return not (self._queue or self.fresh or self.closed)

    def end(self, reason: str, code: int) -> None:
        """Says good-bye, as far as it is heard, and closes."""
        if self.closed:
            return
        if not (self.paused or self._queue):
            self.put(encode(Bye(reason)))
            self.flush()
        self.closed = True
        self._queue.clear()
        self.port.close(code, reason)
