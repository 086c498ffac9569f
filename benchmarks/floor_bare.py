"""A bare server for terminals: it answers each order at once, decides nothing and stores nothing.

A child of `benchmarks.floor`, which compares our response time with this one's: what remains is the sockets, the
machine, and the terminals themselves.
"""

from __future__ import annotations

import gc
import sys
import time
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

from benchmarks.postgres_child import many_files, obey

MESSAGE_BYTES = 520
"""About the size of our answer with the news of the wager, with 10,000 seats."""
_ANSWER = b'[{"type":"answer","id":"%b","version":100000,"outcome":"done"},{"type":"news","told":"%b"}]'
_NEWS = b"x" * (MESSAGE_BYTES - len(_ANSWER % (b"10000-10", b"")))


class Terminal(WSListener):
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        said = frame.get_payload_as_bytes().split(b'"', 8)
        if said[3] == b"command":
            transport.send(WSMsgType.TEXT, _ANSWER % (said[7], _NEWS))
        elif said[3] == b"hello":
            transport.send(WSMsgType.TEXT, b'{"type":"welcome"}')


def _welcome(_request: WSUpgradeRequest) -> WSListener:
    return Terminal()


async def settle_down() -> None:
    """Stops garbage collection after all terminals have connected: no garbage is created."""
    gc.collect()
    gc.disable()


async def cpu() -> Any:
    """CPU time so far, in seconds."""
    return time.process_time()


async def serve(port: int) -> None:
    server = await ws_create_server(_welcome, "127.0.0.1", port, backlog=4096, read_buffer_init_size=1024)
    await obey({"settle_down": settle_down, "cpu": cpu})
    server.close()


if __name__ == "__main__":
    many_files()
    uvloop.run(serve(int(sys.argv[1])))
