"""Whether a person may call an endpoint. Roles are enforced here, whatever a page shows."""

from __future__ import annotations

from starlette.requests import Request

from croupier.access.person import Must, Person
from croupier.web.endpoint import Declined, Endpoint
from croupier.web.security.gate import gate_of

_FIRST = {
    Must.CHANGE_PASSWORD: "Another person knows your password. Change it first.",
    Must.ENROLL_KEY: "Your role needs a security key. Enroll one first.",
}


def admit(endpoint: Endpoint, person: Person | None, request: Request) -> Person | None:
    """Returns the person to act as; otherwise records the refusal and raises `Declined`.

    At a public endpoint, a person with an open obligation counts as not signed in.
    """
    if endpoint.roles is None:
        return None if person is not None and person.must else person
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
    if person.must is not None and person.must not in endpoint.during:
        gate.denied(request.scope, what, person.must)
        raise Declined(403, person.must, _FIRST[person.must])
    return person
