"""A witness over HTTP: add-checkpoint, and the last checkpoint of each log for monitors.

Requests and responses are signed texts, so the connection need not be encrypted; a proxy may do that. Requests,
connections and bodies are limited.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from typing import Any

from croupier.journal.submission import PATH, REQUEST_MAX
from croupier.journal.witness import TEXT, WitnessAnswer, WitnessState
from croupier.terms.fault import Fault

CONNECTIONS_MAX = 64
IDLE_S = 75.0
_CHECKPOINT = re.compile(r"/([0-9a-f]{64})/checkpoint")

_log = logging.getLogger(__name__)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "croupier-witness"
    sys_version = ""
    timeout = IDLE_S
    server: WitnessServer

    def do_POST(self) -> None:
        length = self.headers.get("content-length", "")
        if not (length.isascii() and length.isdigit() and len(length) < 10 and int(length) <= REQUEST_MAX):
            self.close_connection = True
            return self._say(_words(413, f"A request needs a length of at most {REQUEST_MAX:,} bytes."))
        body = self.rfile.read(int(length))
        if self.path != PATH:
            return self._say(_words(404, "There is nothing here."))
        return self._say(self._asked(lambda: self.server.state.add_checkpoint(body)))

    def do_GET(self) -> None:
        found = _CHECKPOINT.fullmatch(self.path)
        if found is None:
            return self._say(_words(404, "There is nothing here."))
        return self._say(self._asked(lambda: self.server.state.checkpoint(found[1])))

    def _asked(self, ask: Callable[[], WitnessAnswer]) -> WitnessAnswer:
        try:
            return ask()
        except Fault as fault:
            _log.error("a request was not answered: %s", fault)
            return _words(503, "The witness cannot store its state. Try again later.")

    def _say(self, answer: WitnessAnswer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.media)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: Any) -> None:
        _log.info("%s %s", self.client_address[0], format % args)


def _words(status: int, words: str) -> WitnessAnswer:
    return WitnessAnswer(status, (words + "\n").encode(), TEXT)


class WitnessServer(ThreadingHTTPServer):
    """Serves until `shutdown`, with a limited number of connections at a time."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], state: WitnessState) -> None:
        self.state = state
        self._room = threading.BoundedSemaphore(CONNECTIONS_MAX)
        super().__init__(address, _Handler)

    def process_request(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:
        if self._room.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:  # noqa: ARG002
        _log.info("%s disconnected", client_address[0], exc_info=True)
