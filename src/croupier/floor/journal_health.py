"""Journal health: which streams cannot be written, since when and why, and whether they can be written again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import Protocol

from msgspec import Struct

from croupier.journal.append_failure import Trouble, trouble_of
from croupier.terms.clock import Clock

LOOK_S = 1.0
"""Health check interval; a check does no I/O."""
TRY_S = 5.0
"""Interval of test writes while the journal rejects records."""

_log = logging.getLogger(__name__)


class Recorder(Protocol):
    """Anything that writes to the journal."""

    trouble: Exception | None
    """Why the last append failed; None if it succeeded."""


class Failing(Struct, frozen=True):
    """A stream that cannot be written."""

    stream: str
    since: int
    trouble: Trouble


class JournalHealth:
    """Collects the errors of the writers. It writes to the journal itself only while one of them has an error: a
    service that is not ready gets no orders, so no other write would show that the journal has recovered.

    `start` has a loop run the checks; call `look` only in that loop's thread.
    """

    def __init__(self, clock: Clock, attempt: Callable[[], None]) -> None:
        self._clock, self.attempt = clock, attempt
        self.recorders: dict[str, Recorder] = {}
        """By stream."""
        self._failing: dict[str, Failing] = {}
        self._untrusted: dict[str, Failing] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._disk: Executor | None = None
        self._trying = False
        self._again_at = 0.0

    def records(self) -> Mapping[str, bool]:
        """Each stream, and whether its last append succeeded; callable from any thread."""
        return {stream: each.trouble is None for stream, each in list(self.recorders.items())}

    def mark_untrusted(self, stream: str, error: Exception) -> None:
        """Marks the service as not ready until it is restarted; callable from any thread."""
        trouble = trouble_of(error)
        self._untrusted[stream] = Failing(stream, self._clock.now(), trouble)
        _log.error("%s: its cache does not match the records. %s", stream or "the journal", error)

    def forget(self, stream: str) -> None:
        """Another process records the stream from now on; call it in the loop's thread."""
        self.recorders.pop(stream, None)
        self._failing.pop(stream, None)

    def look(self) -> tuple[Failing, ...]:
        """The streams that fail now. Logs each failure and each recovery once."""
        for stream, recorder in self.recorders.items():
            error, known = recorder.trouble, self._failing.get(stream)
            if error is None:
                if known is not None:
                    del self._failing[stream]
                    _log.info("%s: the journal accepts records again", stream)
            elif known is None or known.trouble != trouble_of(error):
                trouble = trouble_of(error)
                self._failing[stream] = Failing(stream, known.since if known else self._clock.now(), trouble)
                _log.error("%s: the journal does not accept records. %s %s", stream, trouble.what, trouble.do)
        return tuple({**self._failing, **self._untrusted}.values())

    def start(self, loop: asyncio.AbstractEventLoop, disk: Executor) -> None:
        """Has the loop run a check every second; call it in the loop's thread."""
        self._loop, self._disk = loop, disk
        self._timer = loop.call_later(LOOK_S, self._tick)

    def stop(self) -> None:
        """Ends the checks; call it in the loop's thread, or after the loop has ended."""
        self._loop = None
        if self._timer is not None:
            self._timer.cancel()

    def _tick(self) -> None:
        if self._loop is None:
            return
        self.look()
        if self._failing and not self._trying and self._loop.time() >= self._again_at:
            self._try(self._loop)
        self._timer = self._loop.call_later(LOOK_S, self._tick)

    def _try(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._disk is None:
            return
        self._trying = True
        before = {stream: each.trouble for stream, each in self.recorders.items() if each.trouble is not None}

        def tried(attempt: Future[None]) -> None:
            taken = attempt.exception() is None
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._tried, before if taken else {})

        self._disk.submit(self.attempt).add_done_callback(tried)

    def _tried(self, over: Mapping[str, Exception]) -> None:
        """Clears the errors that preceded a successful test write; newer ones stay."""
        self._trying = False
        if self._loop is not None:
            self._again_at = self._loop.time() + TRY_S
        for stream, error in over.items():
            recorder = self.recorders.get(stream)
            if recorder is not None and recorder.trouble is error:
                recorder.trouble = None
        self.look()
