"""Tunes the interpreter for one busy loop and a thread that waits for the disk. See ADR 37."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

SWITCH_S = 0.0005
"""How long the disk thread waits for the interpreter while the loop holds it. Python's default is ten times as long,
a large part of a wager's latency budget."""
EVERY_S = 2.0
"""Interval of the check whether to collect garbage."""
CALM = 0.2
"""Collect if the loop was busy for less than this share of the interval."""
YOUNG_MAX = 2_000_000
"""Collect anyway after this many new objects."""


def leave_a_core() -> None:
    """Keeps this process off the first of its cores, if it has several and the system can do that.

    The process that decides then finds a core without it, and takes a sixth less time.
    """
    if sys.platform == "linux":
        cores = os.sched_getaffinity(0)
        if len(cores) > 1:
            with suppress(OSError):  # a sandbox may forbid it
                os.sched_setaffinity(0, cores - {min(cores)})


@contextmanager
def tuned(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Collects garbage when the loop is idle, not in the middle of the betting.

    With thousands of terminals a collection takes hundreds of milliseconds. Objects that survive one are frozen and
    not scanned again; reference counting frees almost everything else.
    """
    switch = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    gc.disable()
    sweeping = loop.call_soon(lambda: None)

    def sweep(before: float) -> None:
        nonlocal sweeping
        if time.thread_time() - before < CALM * EVERY_S or gc.get_count()[0] > YOUNG_MAX:
            gc.collect()
            gc.freeze()
        sweeping = loop.call_later(EVERY_S, sweep, time.thread_time())

    sweep(time.thread_time())
    try:
        yield
    finally:
        sweeping.cancel()
        gc.unfreeze()
        gc.enable()
        sys.setswitchinterval(switch)
