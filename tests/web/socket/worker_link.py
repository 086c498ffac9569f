"""The front's end and the worker's end of one link, in the test's own loop: sessions behind it are a worker's."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any, cast

from msgspec import json

from croupier.access.person import Person
from croupier.floor.listener import Port
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.packets import PacketKind, PacketLink
from croupier.web.socket.policy import SocketPolicy
from croupier.web.socket.porter_sessions import PorterSessions
from croupier.web.workers.front import ForwardedSession, WorkerLink
from tests.floor.committing import address


class _FixedSessions:
    """Sessions that never change after opening: the table asks the test who a person is."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.sessions = self

    def look(self, id: str) -> Person | None:
        return self.people.get(id)


class LinkedGateway:
    """A gateway that is reached through the link."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway, self._access, self._stack = gateway, _FixedSessions(), ExitStack()
        where, self._bound = self._stack.enter_context(address())
        self.link = WorkerLink(where, cast("Any", self._access), cast("Any", None), {})

    async def start(self) -> None:
        self._server = await asyncio.get_running_loop().create_unix_server(self._accept, sock=self._bound)
        self.link.start()
        await asyncio.wait_for(self.link.ready.wait(), 30)

    async def stop(self) -> None:
        self.link.ready.clear()  # there is no worker to be told
        await self.link.stop()
        self._server.close()
        self._stack.close()

    def _accept(self) -> PacketLink:
        sessions = PorterSessions(self._gateway, json.Decoder(Person).decode, lambda: link.send(0, PacketKind.READY))
        link = PacketLink(sessions.handle_packet, sessions.lost, full=sessions.stream_full)
        sessions.attach(link)
        return link

    @property
    def policy(self) -> SocketPolicy:
        return self._gateway.policy

    def open(self, port: Port, number: str, person: Person | None) -> ForwardedSession | None:
        if person is not None:
            self._access.people[person.session] = person
        return self.link.open(port, number, person)
