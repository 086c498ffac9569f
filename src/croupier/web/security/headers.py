"""The headers that every answer carries."""

from __future__ import annotations

from functools import lru_cache

from croupier.web.security.origin import split_host

_STEADY = (
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"accelerometer=(), autoplay=(self), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
        b"magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    ),
)
_HSTS = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


@lru_cache(maxsize=64)
def security_headers(
    host: str, *, secure: bool, socket_port: int | None, socket_url: str = ""
) -> tuple[tuple[bytes, bytes], ...]:
    """For an answer under that Host, which is one of the allowed ones."""
    policy = content_policy(host, secure=secure, socket_port=socket_port, socket_url=socket_url)
    return ((b"content-security-policy", policy.encode()), *_STEADY, *((_HSTS,) if secure else ()))


def content_policy(host: str, *, secure: bool, socket_port: int | None, socket_url: str = "") -> str:
    """Everything from this service and nothing from anywhere else, no script or style written into a page."""
    scheme = "wss" if secure else "ws"
    sockets = [f"{scheme}://{host}"]  # older browsers do not count sockets to 'self'
    split = split_host(host)
    if socket_url:
        sockets.append(socket_url)
    elif socket_port is not None and split is not None:
        sockets.append(f"{scheme}://{split[0]}:{socket_port}")
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            f"connect-src 'self' {' '.join(sockets)}",
            "object-src 'none'",
            "frame-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'self'",
        )
    )
