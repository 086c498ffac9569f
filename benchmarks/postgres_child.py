"""What the baselines in PostgreSQL have in common as processes: they obey lines, and look after their own files."""

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
    """After everybody has come: what is there now stays, and need not be looked at by the collector again."""
    gc.collect()
    gc.freeze()


async def obey(calls: Mapping[str, Call]) -> None:
    """Says that it is ready, then answers each line with one until it is told to quit."""
    lines: asyncio.Queue[str] = asyncio.Queue()
    threading.Thread(target=_read, args=(asyncio.get_running_loop(), lines.put_nowait), daemon=True).start()
    print(json.encode("ready").decode(), flush=True)
    while (line := await lines.get()) != "quit":
        print(json.encode(await calls[line]()).decode(), flush=True)


def many_files() -> None:
    """As many open connections as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
