"""The interpreter, set up for one busy loop beside a thread that waits for the disk. See ADR 37."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

SWITCH_S = 0.0005
"""How long the thread at the disk waits for the interpreter when the loop has it. Python's own choice, ten times as
long, is a good part of what a wager may take."""
EVERY_S = 2.0
"""How often the loop looks whether there is time to collect garbage."""
CALM = 0.2
"""There is when it had so little to do since it last looked, in parts of the time."""
YOUNG_MAX = 2_000_000
"""So many new objects are collected in any case."""


@contextmanager
def tuned(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """While it holds, garbage is collected when the loop is calm and not in the middle of the betting.

    With thousands of terminals a collection takes some hundred milliseconds. What was looked at once is not looked at
    again; almost everything goes without a collector anyway, when nobody holds it any longer.
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
