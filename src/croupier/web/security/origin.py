"""Whether a request is meant for this service, and whether one of its pages sent it."""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?)(?::(?P<port>\d{1,5}))?")
_PORTS = {"http": 80, "https": 443}


def split_host(host: str | None) -> tuple[str, int | None] | None:
    """Name and port of a Host header; None if it is invalid.

    >>> split_host("LOCALHOST:8017"), split_host("[::1]"), split_host("a b")
    (('localhost', 8017), ('[::1]', None), None)
    """
    found = _HOST.fullmatch((host or "").lower())
    if found is None:
        return None
    port = int(found["port"]) if found["port"] else None
    return None if port is not None and not 1 <= port <= 65_535 else (found["name"], port)


def host_allowed(host: str | None, hosts: Collection[str]) -> bool:
    """Whether the Host header names this service; refusing other names prevents DNS rebinding."""
    split = split_host(host)
    return split is not None and split[0] in hosts


def origin_allowed(
    origin: str | None, host: str | None, *, secure: bool = False, any_port: bool = False, own: str = ""
) -> bool:
    """Whether the origin is a page of this service; False without an origin.

    With `secure`, the page must use TLS; with `any_port`, it may come from another port of the host. `own` is the
    public origin, which is allowed whatever Host a proxy sends.

    >>> origin_allowed("http://localhost:8017", "localhost:8017"), origin_allowed("http://evil.example", "localhost")
    (True, False)
    """
    if origin is not None and own and origin.lower() == own:
        return True
    split = split_host(host)
    if origin is None or split is None:
        return False
    try:
        parts = urlsplit(origin.lower())
        page = split_host(parts.netloc)
    except ValueError:
        return False
    if page is None or parts.scheme not in _PORTS or parts.path or parts.query or parts.fragment:
        return False
    if secure and parts.scheme != "https":
        return False
    default = _PORTS[parts.scheme]
    return page[0] == split[0] and (any_port or (page[1] or default) == (split[1] or default))


def is_address(name: str) -> bool:
    """Whether a host is an IP address.

    >>> is_address("[::1]"), is_address("127.0.0.1"), is_address("tables.example")
    (True, True, False)
    """
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
