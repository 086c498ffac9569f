"""The client's address when a proxy of the house is in front of the service.

Forwarding headers are read only if a trusted proxy sent them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
HOPS_MAX = 32
"""Maximum number of addresses read from a forwarding header."""
_WITH_PORT = re.compile(r"\[(?P<six>[0-9A-Fa-f:.]+)\](?::\d{1,5})?|(?P<four>[0-9.]+):\d{1,5}")


def networks(proxies: Sequence[str]) -> tuple[Network, ...]:
    """Parses the addresses and networks of the trusted proxies; raises ValueError if one is invalid."""
    return tuple(ip_network(each, strict=False) for each in proxies)


def is_proxy(address: str, proxies: Sequence[Network]) -> bool:
    """Whether the address is that of a trusted proxy."""
    parsed = _address(address)
    return parsed is not None and _within(parsed, proxies)


def client_behind(address: str, forwarded: str | None, proxies: Sequence[Network]) -> str:
    """The client's address: from the right, the first one that is not a trusted proxy.

    Addresses further left are untrusted. If the header has no client, the request is the proxy's own.

    >>> ours = networks(["10.0.0.0/24"])
    >>> client_behind("10.0.0.1", "192.0.2.66, 198.51.100.7, 10.0.0.2", ours)
    '198.51.100.7'
    >>> client_behind("192.0.2.1", "10.9.9.9", ours)
    '192.0.2.1'
    """
    if forwarded is None or not is_proxy(address, proxies):
        return address
    for each in reversed(forwarded.split(",")[-HOPS_MAX:]):
        parsed = _address(each.strip())
        if parsed is None:
            return address
        address = str(parsed)
        if not _within(parsed, proxies):
            break
    return address


def _address(text: str) -> IPv4Address | IPv6Address | None:
    if port := _WITH_PORT.fullmatch(text):
        text = port["six"] or port["four"]
    try:
        parsed = ip_address(text)
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed


def _within(address: IPv4Address | IPv6Address, proxies: Sequence[Network]) -> bool:
    return any(address in each for each in proxies if each.version == address.version)
