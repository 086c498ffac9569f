"""The server that commits for the house, in a loop of a thread, at an address of its own."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.floor.commit_process import CommitServer
from tests.loops import Loop


@contextmanager
def address() -> Iterator[tuple[str, socket.socket]]:
    """A short path, and the socket that listens there."""
    with tempfile.TemporaryDirectory() as directory, socket.socket(socket.AF_UNIX) as bound:
        path = str(Path(directory, "commit"))
        bound.bind(path)
        bound.listen()
        yield path, bound


@contextmanager
def committing(path: Path) -> Iterator[str]:
    """The address of a server that commits to the file."""
    loop = Loop()
    with address() as (where, bound):

        async def start() -> CommitServer:
            server = CommitServer(path)
            await server.start(bound.dup())
            return server

        server = loop.do(start())
        yield where
        for caller in list(server.callers):
            loop.call(caller.close)
        loop.do(server.stop())
    loop.close()
