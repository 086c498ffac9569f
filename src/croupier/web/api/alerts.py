"""Alerts, which stay until somebody acknowledges them, and whether the program is the one that was started."""

from __future__ import annotations

from msgspec import Struct

from croupier import __version__
from croupier.access.alerts import Alert
from croupier.access.entrance import Entrance
from croupier.terms.people import Role
from croupier.web.endpoint import Call, Declined, Endpoint
from croupier.web.security.gate import gate_of
from croupier.web.security.refusal import granted

WATCHERS = frozenset({Role.SUPERVISOR, Role.SECURITY, Role.KEY_MANAGER, Role.SURVEILLANCE, Role.REGULATOR})
ACKNOWLEDGERS = WATCHERS - {Role.REGULATOR}
"""A regulator watches and changes nothing."""


class AlertAnswer(Struct, frozen=True):
    id: int
    kind: str
    subject: str
    words: str
    clause: str
    raised: int
    last: int
    count: int
    by: str
    """Role and name of whoever acknowledged it; empty while it waits."""
    acknowledged: int
    """When; 0 while it waits."""


class AlertList(Struct, frozen=True):
    alerts: list[AlertAnswer]
    """What waits, the oldest first."""
    acknowledged: list[AlertAnswer]
    """The last hundred that were acknowledged, the newest first."""


class ProgramAnswer(Struct, frozen=True):
    """The program's files as one hash, as they are now."""

    version: str
    digest: str
    files: int
    same: bool
    """Whether they are those that were started."""


def endpoints(entrance: Entrance) -> tuple[Endpoint, ...]:
    def listed() -> AlertList:
        return AlertList(
            [_told(alert) for alert in entrance.alerts.waiting()],
            [_told(alert) for alert in entrance.alerts.acknowledged()],
        )

    async def every(call: Call) -> AlertList:
        return await gate_of(call.request.scope).disk.do(listed)

    async def acknowledge(call: Call) -> AlertAnswer:
        if call.person is None:
            raise Declined(401, "not-signed-in", "Sign in first.")
        text = call.path["id"]
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            raise Declined(404, "no-such-alert", "There is no such alert.")
        work = gate_of(call.request.scope).disk
        return _told(granted(await work.do(entrance.alerts.acknowledge, int(text), call.person.actor)))

    async def check_program(call: Call) -> ProgramAnswer:
        checked = await gate_of(call.request.scope).disk.do(entrance.check_program)
        return ProgramAnswer(__version__, checked.digest, checked.files, checked.same)

    return (
        Endpoint("GET", "/alerts", every, "What stays until it is acknowledged.", WATCHERS, answer=AlertList),
        Endpoint(
            "POST",
            "/alerts/{id}/acknowledge",
            acknowledge,
            "Acknowledge an alert, with name and time.",
            ACKNOWLEDGERS,
            answer=AlertAnswer,
        ),
        Endpoint("POST", "/program", check_program, "Hash the program's files now.", WATCHERS, answer=ProgramAnswer),
    )


def _told(alert: Alert) -> AlertAnswer:
    return AlertAnswer(
        alert.id,
        alert.kind,
        alert.subject,
        alert.words,
        alert.clause,
        alert.raised,
        alert.last,
        alert.count,
        alert.by,
        alert.acknowledged,
    )
