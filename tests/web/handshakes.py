"""Opening a socket at a service that runs, with any host and origin, and what the service records of it."""

from __future__ import annotations

import socket
from collections import Counter
from pathlib import Path

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from croupier.access.event import STREAM, AccessDenied, from_record
from croupier.floor.premises import JOURNAL_FILE
from croupier.journal.sqlite import SqliteJournal
from croupier.web.socket.policy import NOT_SIGNED_IN

PASSED = NOT_SIGNED_IN
"""The table itself turns away somebody who is not signed in, after every check of where the socket comes from."""


def open_socket(port: int, origin: str | None, host: str = "127.0.0.1") -> int:
    """Says hello to table 1: the status of a refused upgrade, or the code with which the socket is closed after it."""
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    given = Origin(origin) if origin is not None else None
    try:
        with connect(f"ws://{host}:{port}/api/v1/tables/1/socket", sock=line, origin=given) as opened:
            opened.send('{"type":"hello","protocol":1}')
            while True:
                opened.recv(30)
    except InvalidStatus as refused:
        return refused.response.status_code
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


def denied(directory: Path) -> Counter[str]:
    """How often access was denied, by code; repeated ones are written after a minute, or when the service stops."""
    found: Counter[str] = Counter()
    with SqliteJournal(directory / JOURNAL_FILE, read_only=True) as journal:
        for record in journal.read(STREAM):
            event = from_record(record)
            if isinstance(event, AccessDenied):
                found[event.code] += event.count
    return found
