"""What sockets need from access control, whether it runs in the same process or in another one."""

from __future__ import annotations

from typing import Protocol

from croupier.access.accounts import UserAccount
from croupier.access.alert_text import AlertKind
from croupier.access.event import SERVICE, AnySignificant, By
from croupier.access.person import Person
from croupier.access.sessions import Listener
from croupier.terms.coded_message import Facts


class SessionsSeen(Protocol):
    """Who is signed in."""

    def listen(self, listener: Listener) -> None: ...

    def forget(self, listener: Listener) -> None: ...

    def acted(self, id: str) -> Person | None: ...


class AccountsRead(Protocol):
    def find(self, name: str) -> UserAccount | None: ...


class EventsNoted(Protocol):
    def note(self, event: AnySignificant, by: By = SERVICE, *, each: bool = False) -> None: ...


class TicketsTaken(Protocol):
    def redeem(self, ticket: str) -> Person | None: ...


class SocketAccess(Protocol):
    """Access control as sockets use it."""

    @property
    def sessions(self) -> SessionsSeen: ...

    @property
    def accounts(self) -> AccountsRead: ...

    @property
    def book(self) -> EventsNoted: ...

    @property
    def tickets(self) -> TicketsTaken: ...

    def alert(self, kind: AlertKind, subject: str, facts: Facts, clause: str = "") -> None: ...
