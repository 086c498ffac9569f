"""The first process of a service with workers: starts the others, and restarts those that end. See ADR 109.

It has no thread, no loop and no connection, so that it can fork at any time: a process that was killed is replaced by
one that has already loaded everything. It opens nothing but the sockets at which the others listen.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from msgspec import Struct

from croupier.web.server import run

SOON_S = 1.0
"""A process that ran no longer than this is restarted after a pause of the same length."""
END_S = 25.0
"""Time for a process to end before it is killed."""

Work = Callable[[asyncio.Event], Coroutine[Any, Any, None]]
"""What a process does until the event is set."""

_log = logging.getLogger(__name__)


class Helper(Struct, frozen=True):
    """A process other than the front; they start in this order and stop in reverse."""

    name: str
    work: Work


class _Child(Struct):
    helper: Helper | None
    """None for the front."""
    pid: int = 0
    began: float = 0.0
    due: float | None = None
    """When it is due to be restarted."""


class Supervisor:
    """Forks the helpers and the front, and waits."""

    def __init__(self, helpers: Sequence[Helper]) -> None:
        self._helpers = [_Child(helper) for helper in helpers]
        self._front = _Child(None)
        self._stopping = False
        self._alive, self._held = os.pipe()
        """A pipe whose write end only this process holds: readers see its end when this process is gone."""
        self._wakeup_read, self._wakeup_write = os.pipe()
        for end in (self._wakeup_read, self._wakeup_write):
            os.set_blocking(end, False)
        self._here = os.getpid()

    def supervise(self) -> int | None:
        """Returns None in the front, which continues here; in this process, the exit code once the front has ended."""
        before = {kind: signal.signal(kind, self._on_signal) for kind in (signal.SIGINT, signal.SIGTERM)}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, _noticed)
        woken = signal.set_wakeup_fd(self._wakeup_write, warn_on_full_buffer=False)
        gc.collect()
        gc.freeze()  # keeps what is loaded now in shared memory: garbage collection in the forks does not touch it
        try:
            for child in (*self._helpers, self._front):
                if not self._fork(child):
                    return None
            code = self._watch()
        finally:
            if os.getpid() == self._here:
                signal.set_wakeup_fd(woken)
                for kind, handler in before.items():
                    signal.signal(kind, handler)
        return code

    def _watch(self) -> int | None:
        """The exit code of the front; None in a front that was restarted."""
        while True:
            for child, status in self._ended():
                if child is self._front and (os.WIFEXITED(status) or self._stopping):
                    self._end_helpers()
                    return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 3
                self._plan(child, status)
            if self._stopping and not self._front.pid:  # told to stop while the front was about to be restarted
                self._end_helpers()
                return 3
            for child in (*self._helpers, self._front):
                if child.due is not None and child.due <= time.monotonic() and not self._fork(child):
                    return None
            dues = [child.due for child in (*self._helpers, self._front) if child.due is not None]
            patience = max(min(dues) - time.monotonic(), 0.0) if dues else None
            if select.select([self._wakeup_read], [], [], patience)[0]:
                os.read(self._wakeup_read, 4096)

    def _ended(self) -> list[tuple[_Child, int]]:
        found = []
        for child in (*self._helpers, self._front):
            if child.pid:
                pid, status = os.waitpid(child.pid, os.WNOHANG)
                if pid:
                    child.pid = 0
                    found.append((child, status))
        return found

    def _plan(self, child: _Child, status: int) -> None:
        """Schedules the restart of a process that has ended: at once, or after a pause if it ran only briefly."""
        if self._stopping and child is not self._front:
            return
        now = time.monotonic()
        child.due = now if now - child.began > SOON_S else child.began + 2 * SOON_S
        facts = {"process": child.helper.name if child.helper else "front", "code": os.waitstatus_to_exitcode(status)}
        _log.error("a process ended and is being restarted", extra={"facts": facts})

    def _fork(self, child: _Child) -> bool:
        """False in the front that was forked; a helper never returns."""
        sys.stdout.flush()
        sys.stderr.flush()
        child.began, child.due = time.monotonic(), None
        child.pid = os.fork()
        if child.pid:
            facts = {"process": child.helper.name if child.helper else "front", "pid": child.pid}
            _log.info("a process was started", extra={"facts": facts})
            return True
        self._become(child)
        if child.helper is not None:
            _live(child.helper, self._alive)
        return False

    def _become(self, child: _Child) -> None:
        """In the new process: drops what belongs to its parent."""
        os.setpgid(0, 0)  # only the supervisor gets a Ctrl-C, and tells the front
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        for end in (self._held, self._wakeup_read, self._wakeup_write):
            os.close(end)
        if child is self._front:
            _end_with(self._alive)

    def _on_signal(self, kind: int, _frame: object) -> None:
        """Tells the front to shut down cleanly, once per signal that this process gets."""
        self._stopping = True
        if self._front.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._front.pid, kind)
        else:
            self._front.due = None

    def _end_helpers(self) -> None:
        """Ends the helpers in reverse order of their start, the process that commits last."""
        self._stopping = True
        for child in reversed(self._helpers):
            if not child.pid:
                continue
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGTERM)
            deadline = time.monotonic() + END_S
            while child.pid and time.monotonic() < deadline:
                if os.waitpid(child.pid, os.WNOHANG)[0]:
                    child.pid = 0
                else:
                    select.select([self._wakeup_read], [], [], 0.05)
                    with contextlib.suppress(BlockingIOError):
                        os.read(self._wakeup_read, 4096)
            if child.pid:
                os.kill(child.pid, signal.SIGKILL)
                os.waitpid(child.pid, 0)


def _noticed(_kind: int, _frame: object) -> None:
    """The signal only wakes the supervisor."""


def _live(helper: Helper, alive: int) -> None:
    """Runs a helper from its fork to its end."""
    code = 1
    try:
        run(lambda: _work(helper, alive))
        code = 0
    except BaseException:
        _log.exception("the process failed", extra={"facts": {"process": helper.name}})
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


async def _work(helper: Helper, alive: int) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    loop.add_reader(alive, _orphaned, loop, alive, stop)
    await helper.work(stop)


def _orphaned(loop: asyncio.AbstractEventLoop, alive: int, stop: asyncio.Event) -> None:
    loop.remove_reader(alive)
    stop.set()


def _end_with(alive: int) -> None:
    """Shuts this process down cleanly when the supervisor is gone."""

    def wait() -> None:
        select.select([alive], [], [])  # the pipe is shared with event loops, which need it non-blocking
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="supervisor", daemon=True).start()
