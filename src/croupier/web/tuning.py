"""The interpreter, set up for one busy loop beside a thread that waits for the disk. See ADR 37."""

from __future__ import annotations

import gc
import sys

SWITCH_S = 0.0005
"""How long the thread at the disk waits for the interpreter when the loop has it. Python's own choice, ten times as
long, is a good part of what a wager may take."""
YOUNG = 20_000
"""Frames and answers come and go by the thousand and hold no circles: the collector looks less often."""


def tune() -> None:
    """Called when everything is there: what is there now stays, and the collector need not look at it again."""
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)
