"""Appends that the loop sends and whose outcome it reads, without a thread that waits. See ADR 123."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from croupier.journal.port import Batch, Journal, StartedAppend, StartingJournal
from croupier.journal.record import Record


async def start(
    loop: asyncio.AbstractEventLoop, journal: Journal, batches: Sequence[Batch]
) -> tuple[Record, ...] | None:
    """Appends durably; None if nothing was written, and a thread that may wait has to find out why."""
    append = journal.start_append(batches) if isinstance(journal, StartingJournal) else None
    if append is None:
        return None
    if not append.is_known:
        await _Watch(loop, append).known()
    return append.result()


class _Watch:
    """Watches the socket of an append until its outcome is known."""

    __slots__ = ("_append", "_done", "_file", "_loop", "_reading", "_writing")

    def __init__(self, loop: asyncio.AbstractEventLoop, append: StartedAppend) -> None:
        self._loop, self._append, self._file = loop, append, append.fileno
        self._done: asyncio.Future[None] = loop.create_future()
        self._reading = self._writing = False

    async def known(self) -> None:
        append, loop = self._append, self._loop
        timeout = append.timeout_s
        timer = loop.call_later(timeout, self._give_up) if timeout is not None else None
        append.watch(self._taken)
        self._watch()
        try:
            await self._done
        finally:
            if timer is not None:
                timer.cancel()
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._unwatch()
            append.leave()

    def _watch(self) -> None:
        self._reading, self._writing = True, self._append.writes
        self._loop.add_reader(self._file, self._proceed, False)
        if self._writing:
            self._loop.add_writer(self._file, self._proceed, True)

    def _unwatch(self) -> None:
        reading, writing, self._reading, self._writing = self._reading, self._writing, False, False
        if reading:
            self._loop.remove_reader(self._file)
        if writing:
            self._loop.remove_writer(self._file)

    def _proceed(self, writable: bool) -> None:
        self._unwatch()  # the socket is closed if the outcome is unknown
        try:
            self._append.proceed(writable=writable)
        finally:
            self._go_on()

    def _give_up(self) -> None:
        self._unwatch()
        try:
            self._append.give_up()
        finally:
            self._tell()

    def _taken(self) -> None:
        self._unwatch()
        self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        if self._append.is_known:
            self._tell()
        else:
            self._watch()

    def _tell(self) -> None:
        if not self._done.done():
            self._done.set_result(None)
