"""The sockets of a front: clients connect as usual, and each session runs at the worker of its table. See ADR 109."""

from __future__ import annotations

import asyncio
from socket import socket

from starlette.routing import BaseRoute

from croupier.access.control import AccessControl
from croupier.access.person import Person
from croupier.floor.spread_premises import FrontPremises, SpreadPlan
from croupier.journal.stores import JournalStore
from croupier.terms.clock import Clock
from croupier.web.security.gate import identify_free
from croupier.web.server import Tls
from croupier.web.socket.asgi import socket_route
from croupier.web.socket.direct import Direct
from croupier.web.socket.handshake import HandshakeRules
from croupier.web.socket.policy import SocketPolicy
from croupier.web.socket.service import Sockets
from croupier.web.worker_status import WorkerStatus
from croupier.web.workers.front import FrontEnd, WorkerGateway


def worker_gateway(plan: SpreadPlan, access: AccessControl, policy: SocketPolicy, store: JournalStore) -> WorkerGateway:
    """The gateway of a front: to its own workers, or to those of all nodes that share a database."""
    if plan.node is None:
        return WorkerGateway(plan, access, policy)
    from croupier.journal.postgres.store import PostgresStore
    from croupier.web.workers.leased_front import LeasedGateway

    if not isinstance(store, PostgresStore):
        raise TypeError(type(store).__name__)
    return LeasedGateway(plan, access, policy, store.address)


class FrontSockets(Sockets):
    """Accepts connections here and runs their sessions in the workers."""

    def __init__(self, access: AccessControl, clock: Clock, plan: SpreadPlan, store: JournalStore) -> None:
        super().__init__(access, clock)
        self.worker_gateway = worker_gateway(plan, access, self.gateway.policy, store)
        self._premises: FrontPremises | None = None

    @property
    def routes(self) -> list[BaseRoute]:
        return [socket_route(self.worker_gateway, identify_free)]

    async def reach(self, premises: FrontPremises) -> None:
        """Lets people connect to the tables of all workers; call it in the running loop."""
        self._loop, self._premises = asyncio.get_running_loop(), premises
        await self.worker_gateway.start(premises)
        self._access.sessions.listen(self._session_changed)

    async def listen(self, bound: socket, rules: HandshakeRules, tls: Tls | None = None) -> None:
        self._direct = Direct(self.worker_gateway, self._redeem, bound, rules, tls)
        await self._direct.start()

    async def stop(self, ending: FrontEnd = FrontEnd.STOP) -> None:
        self._access.sessions.forget(self._session_changed)
        await self.worker_gateway.stop(ending)
        if self._direct is not None:
            await self._direct.stop()

    def connections(self) -> list[tuple[str, int]]:
        tables = self._premises.remote_tables if self._premises is not None else {}
        return [(number, table.connections) for number, table in tables.items()]

    def workers(self) -> list[WorkerStatus]:
        return self.worker_gateway.workers()

    def _session_changed(self, person: Person | None, session: str) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.worker_gateway.session_changed, person, session)
