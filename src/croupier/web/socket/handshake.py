"""What the porter checks at the handshake: the host and origin, the address, and the rate.

The porter gets these rules at its start and knows no tables or people. It counts the sockets it refuses and reports
the counts to the floor, which records them.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Self

from msgspec import Struct

from croupier.web.security.origin import host_allowed, origin_allowed
from croupier.web.security.proxy import client_behind, networks
from croupier.web.security.rates import Buckets, rate_key
from croupier.web.security.settings import GateSettings, Rate
from croupier.web.socket.policy import NOT_ALLOWED, TOO_OFTEN, Breach

ADDRESSES_REPORTED = 256
"""Maximum number of addresses in one report; all others are counted together."""


class HandshakeRules(Struct, frozen=True):
    """Who may open a socket, as far as a porter can check."""

    hosts: tuple[str, ...]
    secure: bool
    origin: str
    proxies: tuple[str, ...]
    rate: Rate
    addresses_max: int

    @classmethod
    def of(cls, gate: GateSettings) -> Self:
        """The hosts, origins and rates of the pages' port."""
        return cls(gate.hosts, gate.secure, gate.origin, gate.proxies, gate.sockets, gate.addresses_max)


class RefusedSockets(Struct, frozen=True):
    """Number of sockets from one address that were refused for one reason."""

    breach: Breach
    address: str
    count: int


class SocketRefusal(Struct, frozen=True):
    """The close code and reason that a refused socket gets."""

    code: int
    reason: str


class HandshakeGuard:
    """Checks every new socket."""

    def __init__(
        self,
        rules: HandshakeRules,
        report: Callable[[list[RefusedSockets]], None],
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rules, self._report = rules, report
        self._proxies = networks(rules.proxies)
        self._rates = Buckets(rules.rate, rules.addresses_max, seconds)
        self._refused: Counter[tuple[Breach, str]] = Counter()

    def check(self, peer: str, headers: Mapping[str, str]) -> SocketRefusal | None:
        """Returns a refusal, or None if the socket is accepted; `headers` has lower-case names."""
        address = client_behind(peer, headers.get("x-forwarded-for"), self._proxies)
        if wait := math.ceil(self._rates.take(rate_key(address))):
            self._count(Breach.SOCKETS, address)
            return SocketRefusal(TOO_OFTEN, f"Too many sockets. Wait {wait} s.")
        rules, host = self._rules, headers.get("host")
        known = host_allowed(host, rules.hosts)
        if known and origin_allowed(headers.get("origin"), host, secure=rules.secure, any_port=True, own=rules.origin):
            return None
        self._count(Breach.ORIGIN, address)
        return SocketRefusal(NOT_ALLOWED, "Only a page of this service may open a socket.")

    def report(self) -> None:
        """Reports the sockets refused since the last report."""
        refused, self._refused = self._refused, Counter()
        if refused:
            self._report([RefusedSockets(breach, address, count) for (breach, address), count in refused.items()])

    def _count(self, breach: Breach, address: str) -> None:
        key = breach, address
        if key not in self._refused and len(self._refused) >= ADDRESSES_REPORTED:
            key = breach, ""
        self._refused[key] += 1
