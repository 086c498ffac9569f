"""Whether a person may ask this of the service. What a role may not do is refused here, whatever a page shows."""

from __future__ import annotations

from starlette.requests import Request

from croupier.access.person import Person
from croupier.web.endpoint import Declined, Endpoint
from croupier.web.security.gate import gate_of


def admit(endpoint: Endpoint, person: Person | None, request: Request) -> None:
    """Afterwards the person may be heard; otherwise `Declined` is raised, and the refusal is on record."""
    if endpoint.roles is None:
        return
    what = f"{endpoint.method} {endpoint.path}"
    gate = gate_of(request.scope)
    if person is None:
        gate.denied(request.scope, what, "not-signed-in")
        raise Declined(401, "not-signed-in", "Sign in first.")
    if person.role not in endpoint.roles:
        gate.denied(request.scope, what, "wrong-role")
        raise Declined(403, "wrong-role", f"The role {person.role.value} may not do this.")
    if person.locked and not endpoint.when_locked:
        gate.denied(request.scope, what, "locked")
        raise Declined(423, "locked", "This console is locked. Unlock it with your password.")
