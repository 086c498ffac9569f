"""A private network: forwards bytes to the service until it is cut."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading

from tests.browser.service import Service


class Wire:
    """Passes connections on to a service; cut, it resets every one and takes no more."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._whole = True
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def cut(self) -> None:
        """As when a cable is pulled: connections are not closed properly."""
        with self._lock:
            self._whole = False
            ends, self._ends = self._ends, set()
        for end in ends:
            _reset(end)

    def mend(self) -> None:
        with self._lock:
            self._whole = True

    def close(self) -> None:
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                self._join(near)

    def _join(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self._service.port))
        except OSError:
            _reset(near)
            return
        with self._lock:
            whole = self._whole
            if whole:
                self._ends |= {near, far}
        if not whole:
            _reset(near)
            _reset(far)
            return
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=self._pass, args=(source, target), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)


def _reset(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end.shutdown(socket.SHUT_RDWR)
    end.close()
