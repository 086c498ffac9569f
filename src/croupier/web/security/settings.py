"""What a house decides about the way in."""

from __future__ import annotations

from msgspec import Struct

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Rate(Struct, frozen=True):
    """So many a second, and a burst of so many at once."""

    per_second: float
    burst: int


class GateSettings(Struct, frozen=True):
    hosts: tuple[str, ...] = LOOPBACK
    """The names under which the service is reached, without ports; a request for another one is refused."""
    secure: bool = False
    """Whether the service is reached by TLS: cookies are then sent over TLS alone, and browsers told to insist."""
    origin: str = ""
    """What a browser names as the origin of the service's pages, where a house says so: https://tables.example."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies of the house, whose word on who asks counts."""
    socket_port: int | None = None
    """A port of its own for sockets, which pages may then connect to."""
    socket_url: str = ""
    """How that port is reached from outside, where it is not the same host: wss://sockets.tables.example."""
    requests: Rate = Rate(200, 1_000)
    """Requests to the API of one address, signed in or not."""
    own_requests: Rate = Rate(50, 200)
    """Requests to the API of one signed-in person."""
    sockets: Rate = Rate(1_000, 12_000)
    """Sockets that one address may open: after a restart a whole floor comes back, perhaps through one proxy."""
    attempts: Rate = Rate(0.5, 60)
    """Passwords and codes that one address may try."""
    addresses_max: int = 20_000
    """The most addresses, and people, whose rates are remembered; the one that was quiet longest is forgotten."""
