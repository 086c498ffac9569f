"""Shared by the PostgreSQL baselines as child processes: command input, garbage collection, open files."""

from __future__ import annotations

import asyncio
import gc
import resource
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from msgspec import json

from benchmarks.floor_server import _read

Call = Callable[[], Awaitable[Any]]


async def settle_down() -> None:
    """Excludes all current objects from garbage collection, after the terminals have connected."""
    gc.collect()
    gc.freeze()


async def obey(calls: Mapping[str, Call]) -> None:
    """Reports that it is ready, then answers each line with one line until `quit`."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    threading.Thread(target=_read, args=(asyncio.get_running_loop(), lines.put_nowait), daemon=True).start()
    print(json.encode("ready").decode(), flush=True)
    while (line := await lines.get()) != "quit":
        print(json.encode(await calls[line]()).decode(), flush=True)


def many_files() -> None:
    """Raises the limit of open files to the maximum."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
