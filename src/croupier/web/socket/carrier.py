"""Interfaces that a transport uses: opening and driving sessions, whichever process runs the table."""

from __future__ import annotations

from typing import Protocol

from croupier.access.person import Person
from croupier.floor.listener import Port
from croupier.web.socket.policy import SocketPolicy


class CarriedSession(Protocol):
    """One connection to a table; all calls come from the loop's thread."""

    def received(self, message: bytes) -> None: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...

    def closed(self) -> None: ...

    def end(self, reason: str, code: int) -> None: ...


class SocketGate(Protocol):
    """Admits connections to tables.

    Host, origin and rate are checked before, by the gate at the pages' port and by the porter at the socket port.
    """

    @property
    def policy(self) -> SocketPolicy: ...

    def open(self, port: Port, number: str, person: Person | None) -> CarriedSession | None: ...
