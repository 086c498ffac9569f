"""The two cookies of the service: the session, and the terminal that the device is enrolled as.

Under TLS their names begin with `__Host-`: a browser then accepts them from this host only, so that another host of
the same domain cannot set them.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.access.sessions import PLAYER_MS, STAFF_MS
from croupier.terms.people import Role

SESSION = "croupier_session"
TERMINAL = "croupier_terminal"
_OWN_HOST = "__Host-"
VALUE_MAX = 128
_TERMINAL_SECONDS = 400 * 86_400
"""The maximum that browsers allow."""


def cookie_name(name: str, *, secure: bool) -> str:
    """The name of the cookie in a browser."""
    return f"{_OWN_HOST}{name}" if secure else name


def read_cookie(headers: Iterable[tuple[bytes, bytes]], name: str) -> str | None:
    """The value of a cookie; None if it is missing, or if there are several, because one of them is forged."""
    found: list[str] = []
    for key, value in headers:
        if key != b"cookie":
            continue
        for part in value.decode("latin-1").split(";"):
            own, _, text = part.strip().partition("=")
            if own == name:
                found.append(text)
    if len(found) != 1 or not 0 < len(found[0]) <= VALUE_MAX:
        return None
    return found[0]


def session_cookie(token: str, role: Role, *, secure: bool) -> str:
    """The Set-Cookie value that signs a browser in; scripts cannot read it and other sites cannot send it."""
    seconds = (PLAYER_MS if role is Role.PLAYER else STAFF_MS) // 1000
    return _cookie(SESSION, token, seconds, secure=secure)


def terminal_cookie(key: str, *, secure: bool) -> str:
    return _cookie(TERMINAL, key, _TERMINAL_SECONDS, secure=secure)


def no_cookie(name: str, *, secure: bool) -> str:
    """The Set-Cookie value that deletes a cookie."""
    return _cookie(name, "", 0, secure=secure)


def _cookie(name: str, value: str, seconds: int, *, secure: bool) -> str:
    rest = "; Secure" if secure else ""
    return f"{cookie_name(name, secure=secure)}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{rest}"
