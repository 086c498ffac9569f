"""What a service is started with: its houses, addresses, store and processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from croupier.access.control import AccessControl
from croupier.floor.live import Dealing
from croupier.floor.premises import Premises
from croupier.floor.spread_premises import SpreadPlan
from croupier.floor.tournaments import TournamentFloor
from croupier.floor.witnessing import Witnessing
from croupier.journal.stores import JournalStore
from croupier.rules.house import HouseText
from croupier.web.api.tables import Login
from croupier.web.files import STATIC
from croupier.web.security.origin import is_address, split_host
from croupier.web.security.settings import LOOPBACK, GateSettings
from croupier.web.server import Tls, is_loopback

Publish = Callable[[str, int | None], None]
"""Publishes to a table's pages when its automatic dealer will close the betting."""


class Companion(Protocol):
    """What a demonstration runs next to the service: automatic dealers and players."""

    @property
    def dealers(self) -> Mapping[str, Dealing]: ...

    async def run(self) -> None: ...

    def remember(self, number: str, on: bool) -> None:
        """Records whether the automatic dealer deals at the table, so that a restart keeps it."""
        ...


class ServiceSettings(Struct, frozen=True):
    """What is served and where; port 0 picks a free port."""

    directory: Path
    houses: tuple[HouseText, ...]
    host: str
    port: int
    tls: Tls | None = None
    socket_port: int | None = None
    """A port for sockets only, for a large number of terminals."""
    names: tuple[str, ...] = ()
    """Further host names of the service."""
    url: str = ""
    """The public address, if it is not the one listened on: https://tables.example."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the house's own proxies, which terminate TLS and report the client's address."""
    socket_url: str = ""
    """The public address of the socket port: wss://sockets.tables.example."""
    workers: int = 0
    """How many processes run the tables; with none, and with one on a single machine, this one does everything."""
    peers: tuple[str, int] | None = None
    """Where other nodes reach the first worker of this one; the next ones have the ports after it."""
    plan: SpreadPlan | None = None
    """What the front shares with its workers."""
    store: JournalStore | None = None
    """The store of journal and accounts that several nodes share; None keeps them in files of the directory."""
    witnessing: Witnessing | None = None
    """Who seals and who cosigns the journal; None seals it with a key of the directory, without cosigners."""
    logins: tuple[Login, ...] = ()
    prepare: Callable[[AccessControl], None] | None = None
    """Called before the service starts, for example to create the accounts of a demonstration."""
    companion: Callable[[Premises, Publish, TournamentFloor], Companion] | None = None
    static: Path = STATIC

    @property
    def address(self) -> str:
        """The URL that it listens on."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}"

    @property
    def gate(self) -> GateSettings:
        own = () if is_loopback(self.host) else (f"[{self.host}]" if ":" in self.host else self.host,)
        outside = [split_host(urlsplit(url).netloc) for url in (self.url, self.socket_url)]
        named = [*(name.lower() for name in self.names), *(split[0] for split in outside if split)]
        return GateSettings(
            hosts=tuple(dict.fromkeys((*LOOPBACK, *own, *named))),
            secure=self.tls is not None or self.url.startswith("https:"),
            origin=self.url.lower(),
            rp_id=self._rp_id(outside[0], own),
            proxies=self.proxies,
            socket_port=self.socket_port,
            socket_url=self.socket_url.lower(),
        )

    def _rp_id(self, outside: tuple[str, int | None] | None, own: tuple[str, ...]) -> str:
        """The host name that security keys are bound to; they do not work under an IP address."""
        if outside is not None:
            return outside[0]
        named = (*(name.lower() for name in self.names), *own)
        return next((name for name in named if not is_address(name)), "localhost")
