"""What a porter looks at before it shakes a hand: from where somebody comes, under which name, and how often.

It is given at its start what that takes, and knows no table and no person. What it turns away it counts, and tells the
floor once a second, which has it on record.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Self

from msgspec import Struct, json

from croupier.web.security.origin import host_allowed, origin_allowed
from croupier.web.security.proxy import client_behind, networks
from croupier.web.security.rates import Buckets, rate_key
from croupier.web.security.settings import GateSettings, Rate

TOLD_MAX = 256
"""The most addresses that are told apart in one telling; the others are counted together."""
WRONG_ORIGIN, TOO_OFTEN = "wrong-origin", "too-often"


class Door(Struct, frozen=True):
    """Who may come in, as far as a porter can know."""

    hosts: tuple[str, ...]
    secure: bool
    origin: str
    proxies: tuple[str, ...]
    rate: Rate
    addresses_max: int

    @classmethod
    def of(cls, gate: GateSettings) -> Self:
        """The same names, origins and figures as at the port of the pages."""
        return cls(gate.hosts, gate.secure, gate.origin, gate.proxies, gate.sockets, gate.addresses_max)


class TurnedAway(Struct, frozen=True):
    """So many of one address, for one reason."""

    code: str
    address: str
    count: int


class No(Struct, frozen=True):
    """What somebody is told who is turned away."""

    status: HTTPStatus
    code: str
    message: str
    retry_after: int = 0

    @property
    def response(self) -> bytes:
        body = json.encode({"error": {"code": self.code, "message": self.message, "clause": None}})
        again = f"Retry-After: {self.retry_after}\r\n" if self.retry_after else ""
        head = (
            f"HTTP/1.1 {self.status} {self.status.phrase}\r\nContent-Type: application/json\r\n{again}"
            f"Cache-Control: no-store\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        return head.encode() + body


class Doorkeeper:
    """Asked about every request to open a socket."""

    def __init__(
        self, door: Door, tell: Callable[[list[TurnedAway]], None], seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self._door, self._tell = door, tell
        self._proxies = networks(door.proxies)
        self._rates = Buckets(door.rate, door.addresses_max, seconds)
        self._turned: Counter[tuple[str, str]] = Counter()

    def ask(self, peer: str, headers: Mapping[str, str]) -> No | None:
        """None when the hand may be shaken. Header names are in small letters."""
        address = client_behind(peer, headers.get("x-forwarded-for"), self._proxies)
        if wait := math.ceil(self._rates.take(rate_key(address))):
            self._note(TOO_OFTEN, address)
            return No(HTTPStatus.TOO_MANY_REQUESTS, TOO_OFTEN, f"Too many sockets. Wait {wait} s.", wait)
        door, host = self._door, headers.get("host")
        known = host_allowed(host, door.hosts)
        if known and origin_allowed(headers.get("origin"), host, secure=door.secure, any_port=True, own=door.origin):
            return None
        self._note(WRONG_ORIGIN, address)
        return No(HTTPStatus.FORBIDDEN, WRONG_ORIGIN, "A socket is opened by a page of this service.")

    def tell(self) -> None:
        """Tells the floor of those who were turned away since the last call."""
        turned, self._turned = self._turned, Counter()
        if turned:
            self._tell([TurnedAway(code, address, count) for (code, address), count in turned.items()])

    def _note(self, code: str, address: str) -> None:
        key = code, address
        if key not in self._turned and len(self._turned) >= TOLD_MAX:
            key = code, ""
        self._turned[key] += 1
