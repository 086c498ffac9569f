"""The two cookies of the service: whoever signed in, and the terminal that the device is.

Under TLS their names begin with `__Host-`: a browser then takes them from this very host alone, and no neighbor under
the same domain can plant one.
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
"""The most that browsers keep."""


def cookie_name(name: str, *, secure: bool) -> str:
    """What browsers know the cookie by."""
    return f"{_OWN_HOST}{name}" if secure else name


def read_cookie(headers: Iterable[tuple[bytes, bytes]], name: str) -> str | None:
    """The value of a cookie; None when there is none, or more than one: then somebody planted one."""
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
    """The header that signs a browser in; pages cannot read it, and no other site can make a browser send it."""
    seconds = (PLAYER_MS if role is Role.PLAYER else STAFF_MS) // 1000
    return _cookie(SESSION, token, seconds, secure=secure)


def terminal_cookie(key: str, *, secure: bool) -> str:
    return _cookie(TERMINAL, key, _TERMINAL_SECONDS, secure=secure)


def no_cookie(name: str, *, secure: bool) -> str:
    """The header that makes a browser forget."""
    return _cookie(name, "", 0, secure=secure)


def _cookie(name: str, value: str, seconds: int, *, secure: bool) -> str:
    rest = "; Secure" if secure else ""
    return f"{cookie_name(name, secure=secure)}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{rest}"
