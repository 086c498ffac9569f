"""Checks the hash chain of a replay; that of a long one partly in a process of its own. See ADR 128."""

from __future__ import annotations

import contextlib
import logging
import mmap
import os
import select
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier.journal import preimage
from croupier.journal.chain import BrokenChain, advance_all, advance_page, is_next, last_of
from croupier.journal.columns import RecordColumns
from croupier.journal.packed import PackedRecords
from croupier.journal.preimage import DIFFERENT, INTACT, QUESTION, ROW_HEAD, SLOT_BYTES
from croupier.journal.record import Head

LONG = 20_000
"""Minimum number of records of a replay that starts the process; while it starts, some ten thousand are replayed."""
ROW_MIN = 8
"""Minimum average number of records in the rows of a page; fewer are checked as fast as they are sent."""
SLOTS = 8
"""Number of pages that may wait for the process."""
ANSWER_S = 5.0
"""How long a page's answer may take; after that, the process is given up."""
PROGRAM = Path(preimage.__file__).read_text("utf-8")
"""Read once, so that a service runs what it has loaded, whatever becomes of the file."""

_log = logging.getLogger(__name__)


def can_share() -> bool:
    """Whether there is a second core to check on, and an interpreter to run there."""
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1 and bool(sys.executable)


class ChainCheck:
    """Follows the chain of a stream page by page, as a context manager.

    What the process checks is proved only at the end of the block, which raises `BrokenChain` if anything differs, also
    in place of another error. Until then, what was replayed must not be used. The process rejects nothing: a page that
    it does not call intact is checked here, and so is everything that it leaves unanswered.
    """

    def __init__(self, head: Head, records: int) -> None:
        """Begins after `head`; `records` is how many will follow, at least about."""
        self.head = head
        self._may_share = records >= LONG
        self._process: CheckProcess | None = None
        self._sent: deque[tuple[Head, RecordColumns]] = deque()
        """Pages without an answer, each with the head before it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None or isinstance(error, Exception):
                self._settle()
        finally:
            self._end_process()

    def follow(self, page: RecordColumns) -> Head:
        """The head after the page; raises `BrokenChain` if a record does not follow."""
        process = self._process
        if process is None and self._may_share and page.rows:
            self._may_share = False
            process = self._process = CheckProcess.started() if can_share() else None
        if process is not None:
            self._take(process.answers())
            if _is_worth_sending(page) and is_next(self.head, page) and process.send(page.rows):
                self._sent.append((self.head, page))
                self.head = last_of(page)
                return self.head
        self.head = advance_page(self.head, page)
        return self.head

    def _take(self, answers: bytes) -> None:
        for answer in answers:
            head, page = self._sent.popleft()
            if answer == INTACT[0]:
                continue
            try:
                advance_all(head, page.records())
            except BrokenChain:
                self._sent.clear()  # what comes later does not matter anymore
                raise

    def _settle(self) -> None:
        """Waits for the answers, and checks here what remains without one."""
        while self._sent and self._process is not None:
            answers = self._process.wait()
            self._take(answers)
            if not answers:
                _log.warning("the process that checks the hash chain does not answer; continuing without it")
                self._end_process()
        self._take(DIFFERENT * len(self._sent))

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()


def _is_worth_sending(page: RecordColumns) -> bool:
    return 0 < len(page.rows) * ROW_MIN <= len(page.times)


class CheckProcess:
    """`preimage` as a process: takes pages through shared memory while a slot is free, and answers them in order."""

    def __init__(self, process: subprocess.Popen[bytes], memory: mmap.mmap) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process has no pipes")
        self.pid = process.pid
        self._process, self._memory = process, memory
        self._questions, self._answers = process.stdin, process.stdout
        self._asked = self._answered = 0
        os.set_blocking(self._answers.fileno(), False)
        self._poll = select.poll()  # `select` takes no file numbers above 1023
        self._poll.register(self._answers, select.POLLIN)

    @classmethod
    def started(cls) -> Self | None:
        """The process; None if none can be started."""
        try:
            shared = os.memfd_create("croupier-chain")
            try:
                os.ftruncate(shared, SLOTS * SLOT_BYTES)
                memory = mmap.mmap(shared, 0)
                try:
                    return cls(_started(shared), memory)
                except OSError:
                    memory.close()
                    raise
            finally:
                os.close(shared)
        except OSError as error:
            _log.warning("no process can be started to check the hash chain; continuing without it: %s", error)
            return None

    def send(self, rows: Sequence[PackedRecords]) -> bool:
        """Sends a page, unless that would have to wait."""
        if self._asked - self._answered == SLOTS:
            return False
        name, slot = rows[0].stream.encode(), self._asked % SLOTS
        message = [name]
        for row in rows:
            parts = row.parts.encode()
            sizes = len(parts), len(row.bodies), len(row.hashes)
            message += (ROW_HEAD.pack(row.version, row.prev, *sizes), parts, row.bodies, row.hashes)
        if sum(map(len, message)) > SLOT_BYTES:
            return False
        self._memory.seek(slot * SLOT_BYTES)
        for part in message:
            self._memory.write(part)
        with contextlib.suppress(BrokenPipeError):  # it has ended, and will not answer
            self._questions.write(QUESTION.pack(slot, len(rows), len(name)))
            self._questions.flush()
        self._asked += 1
        return True

    def answers(self) -> bytes:
        """The answers that have arrived, one byte each."""
        try:
            found = os.read(self._answers.fileno(), SLOTS)
        except BlockingIOError:
            return b""
        self._answered += len(found)
        return found

    def wait(self) -> bytes:
        """At least one answer; empty if it has ended or takes too long."""
        return self.answers() if self._poll.poll(ANSWER_S * 1000) else b""

    def end(self) -> None:
        self._process.kill()
        with contextlib.suppress(BrokenPipeError), self._process:
            pass  # closes the pipes, and waits
        self._memory.close()


def _started(shared: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-I", "-S", "-c", PROGRAM, str(shared)]
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    # In a group of its own, which Ctrl-C does not reach
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nothing, pass_fds=[shared], process_group=0)  # noqa: S603
