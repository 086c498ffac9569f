"""The send queue of a table's connections: answers and news in the order of the commits, sent in slices of time.

See ADR 96. While nothing is queued, answers and news go straight to their connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator

from croupier.floor.answer_frame import encode_answer
from croupier.floor.listener import FAILED, Listener
from croupier.floor.order import Answer
from croupier.floor.slices import SLICE_S

STEP = 32
"""Number of connections between checks of the time."""

Publishing = Iterator[None]
"""Publishes to one connection after the other, and yields after every `STEP` of them."""
_Answers = list[tuple[Listener, Answer]]

_log = logging.getLogger(__name__)


class Outbox:
    """The frames of one table that are not sent yet. Runs in the loop's thread."""

    def __init__(
        self,
        table: str,
        *,
        leave: Callable[[Listener], None],
        snapshot_all: Callable[[], Publishing],
        flush: Callable[[], None],
    ) -> None:
        self._table = table
        self._leave, self._snapshot_all, self._flush = leave, snapshot_all, flush
        """Removes a connection that failed; sends everybody a snapshot; called in the next turn of the loop."""
        self.timer: Callable[[], float] = time.monotonic
        self.loop: asyncio.AbstractEventLoop | None = None
        self._queue: deque[_Answers | Publishing] = deque()
        """What the desk has delivered and is not published yet, in order."""
        self._touched: deque[Listener] = deque()
        """Connections with frames that are not sent yet, each once."""
        self._late = False
        """Whether the last slice ended before it had sent everything that was published."""
        self._woken = False

    @property
    def idle(self) -> bool:
        """Whether everything is sent."""
        return not (self._queue or self._touched)

    @property
    def clear(self) -> bool:
        """Whether nothing is queued, so that frames may go straight to their connections."""
        return not self._queue

    def answer(self, listener: Listener, answer: Answer) -> None:
        """Queues an answer behind everything that is queued; `send` sends it."""
        queue = self._queue
        if not queue:
            listener.answer(encode_answer(answer))
            if not listener.touched:
                self.touch(listener)
        elif type(last := queue[-1]) is list:
            last.append((listener, answer))
        else:
            queue.append([(listener, answer)])

    def publish(self, publishing: Publishing) -> None:
        """Queues news behind everything that is queued; `send` sends it."""
        self._queue.append(publishing)

    def touch(self, listener: Listener) -> None:
        """Has the next turn of the loop send the connection's frames."""
        if not listener.touched:
            listener.touched = True
            self._touched.append(listener)

    def wake(self) -> None:
        """Has the loop call `flush` in its next turn."""
        if not self._woken and self.loop is not None:
            self._woken = True
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self.loop.call_soon(self._flush)

    def send(self) -> None:
        """Publishes and sends what is queued, one message per connection, for a slice of time."""
        self._woken = False
        if self._queue and not self._late:
            self._publish_some(self.timer() + SLICE_S)
        if self._touched:
            self._send_some(self.timer() + SLICE_S)
        self._late = bool(self._touched)
        if self._late or self._queue:
            self.wake()

    def send_to(self, listener: Listener) -> None:
        """Sends to one connection. If that fails, closes it and does not delay the others."""
        try:
            listener.flush()
        except Exception:
            _log.exception("table %s: a connection failed", self._table)
            self._leave(listener)
            listener.pause()  # it cannot be sent a close frame either
            with contextlib.suppress(Exception):
                listener.end("The connection failed.", FAILED)

    def _publish_some(self, until: float) -> None:
        queue = self._queue
        while queue:
            item = queue[0]
            try:
                if isinstance(item, list):
                    for listener, answer in item:
                        listener.answer(encode_answer(answer))
                        self.touch(listener)
                else:
                    for _ in item:
                        if self.timer() >= until:
                            return
                queue.popleft()
            except Exception:  # no connection may continue with changes missing
                _log.exception("table %s: a message could not be forwarded", self._table)
                queue[0] = self._snapshot_all()

    def _send_some(self, until: float) -> None:
        touched, count = self._touched, 0
        while touched:
            listener = touched.popleft()
            listener.touched = False
            if listener.joined:  # it may have left in the meantime
                self.send_to(listener)
            count += 1
            if not count % STEP and self.timer() >= until:
                return
