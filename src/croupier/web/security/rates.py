"""Token buckets with bounded memory."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable

from croupier.web.security.settings import Rate


class Buckets:
    """One bucket per key. A forgotten key starts again with a full bucket, so the least recently used goes first."""

    def __init__(self, rate: Rate, keys_max: int, seconds: Callable[[], float]) -> None:
        self._rate, self._keys_max, self._seconds = rate, keys_max, seconds
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> float:
        """Takes a token and returns 0; if there is none, returns the seconds until there is."""
        now = self._seconds()
        left, at = self._buckets.pop(key, (float(self._rate.burst), now))
        left = min(float(self._rate.burst), left + (now - at) * self._rate.per_second)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate.per_second
        self._buckets[key] = (left if wait else left - 1), now
        if len(self._buckets) > self._keys_max:
            self._buckets.popitem(last=False)
        return wait


def rate_key(address: str) -> str:
    """The key of an address: for IPv6 its /64 network, because one customer holds all of it.

    >>> rate_key("192.0.2.7"), rate_key("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_address(int(parsed) >> 64 << 64))
