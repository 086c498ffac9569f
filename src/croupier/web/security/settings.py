"""Settings of the gate."""

from __future__ import annotations

from msgspec import Struct

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Rate(Struct, frozen=True):
    """A rate limit: requests per second, and the maximum burst."""

    per_second: float
    burst: int


class GateSettings(Struct, frozen=True):
    hosts: tuple[str, ...] = LOOPBACK
    """Host names of the service, without ports; requests for other names are refused."""
    secure: bool = False
    """Whether the service is reached over TLS: cookies are then Secure, and HSTS is sent."""
    origin: str = ""
    """The public origin of the pages, if the house sets one: https://tables.example."""
    rp_id: str = "localhost"
    """The host name that security keys are bound to; they do not work under another one."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the house's proxies, whose forwarding headers are trusted."""
    socket_port: int | None = None
    """A separate port for sockets, which pages may connect to."""
    socket_url: str = ""
    """The public address of that port, if it is another host: wss://sockets.tables.example."""
    requests: Rate = Rate(200, 1_000)
    """API requests of one address, signed in or not."""
    own_requests: Rate = Rate(50, 200)
    """API requests of one signed-in person."""
    sockets: Rate = Rate(1_000, 12_000)
    """Sockets opened by one address: after a restart all terminals reconnect, perhaps through one proxy."""
    attempts: Rate = Rate(0.5, 60)
    """Passwords and codes tried by one address."""
    addresses_max: int = 20_000
    """Maximum number of addresses, and of people, whose rates are tracked; the least recently used is dropped."""
