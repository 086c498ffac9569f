"""Security headers of every response."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from croupier.web.security.origin import split_host

_STEADY = (
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"accelerometer=(), autoplay=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
        b"magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    ),
)


class Framing(StrEnum):
    """Whether a page may frame other pages or be framed."""

    NONE = "none"
    HOLDS = "holds"
    """The page with several tables."""
    HELD = "held"
    """A player's terminal, which only a page of this service may frame."""


SEVERAL, TERMINAL = "/several", "/play/"


def framing_of(path: str) -> Framing:
    if path == SEVERAL:
        return Framing.HOLDS
    return Framing.HELD if path.startswith(TERMINAL) else Framing.NONE


_HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


@lru_cache(maxsize=64)
def security_headers(
    host: str, *, secure: bool, socket_port: int | None, socket_url: str = "", framing: Framing = Framing.NONE
) -> tuple[tuple[bytes, bytes], ...]:
    """The headers of a response; `host` must be an allowed one."""
    policy = content_policy(host, secure=secure, socket_port=socket_port, socket_url=socket_url, framing=framing)
    held = (b"x-frame-options", b"SAMEORIGIN" if framing is Framing.HELD else b"DENY")
    return ((b"content-security-policy", policy.encode()), held, *_STEADY, *((_HSTS,) if secure else ()))


def content_policy(
    host: str, *, secure: bool, socket_port: int | None, socket_url: str = "", framing: Framing = Framing.NONE
) -> str:
    """Allows content from this service only, and no inline scripts or styles."""
    scheme = "wss" if secure else "ws"
    sockets = [f"{scheme}://{host}"]  # older browsers do not include sockets in 'self'
    split = split_host(host)
    if socket_url:
        sockets.append(socket_url)
    elif socket_port is not None and split is not None:
        sockets.append(f"{scheme}://{split[0]}:{socket_port}")
    holds, held = ("'self'" if framing is kind else "'none'" for kind in (Framing.HOLDS, Framing.HELD))
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            f"connect-src 'self' {' '.join(sockets)}",
            "object-src 'none'",
            f"frame-src {holds}",
            f"frame-ancestors {held}",
            "base-uri 'none'",
            "form-action 'self'",
        )
    )
