"""What a socket asks of the house: who may speak, from where, how often, and whom to tell of a breach."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from croupier.access.person import Person
from croupier.terms.people import Role

MALFORMED, NOT_SIGNED_IN, NOT_ALLOWED, NO_TABLE, TOO_OFTEN = 4400, 4401, 4403, 4404, 4429
"""Close codes of the protocol; the floor gives the others."""


class Breach(StrEnum):
    """What is reported as a significant event."""

    ORIGIN = "origin-refused"
    MALFORMED = "frame-malformed"
    RATE = "commands-too-often"
    SOCKETS = "sockets-too-often"
    LOCKED = "command-while-locked"
    NOT_YOURS = "terminal-elsewhere"
    FORGED = "device-forged"
    REPEATED = "device-repeated"


class BreachReport(Struct, frozen=True):
    """A breach, by whom (None where nobody signed in), and at which table."""

    breach: Breach
    person: Person | None
    table: str
    detail: str
    address: str = ""
    """From where, where that is known."""
    count: int = 1
    """How often, where several are told at once."""


def _nothing(_alarm: BreachReport) -> None:
    pass


class SocketPolicy(Struct, frozen=True):
    """The house's answers. Each is a plain call that does not wait."""

    origin_allowed: Callable[[str | None, str], bool]
    """By the `Origin` header, if any, and the `Host` header. The porter checks its own port."""
    current: Callable[[Person], Person | None] = lambda person: person
    """The person who gives a command, as the session stands now; None when it has ended."""
    alarm: Callable[[BreachReport], None] = _nothing
    device_key: Callable[[str], bytes | None] = lambda _name: None
    """The public key that was enrolled for a device."""
    has_role: Callable[[str, Role], bool] = lambda _name, _role: True
    """Whether there is such an account, enabled and in this role."""


class SocketLimits(Struct, frozen=True):
    """Every rate and time has a stated bound."""

    commands_per_second: int = 20
    """With a burst of twice as many."""
    heartbeat_ms: int = 15_000
    """Two of them missed, and the connection is closed."""
    spectators_max: int = 100
    """The most who watch the screen of one table without having signed in."""
    malformed_max: int = 3
    """So many messages that cannot be read are answered; one more closes the connection."""
