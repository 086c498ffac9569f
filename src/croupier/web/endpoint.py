"""Endpoint declarations; routes and the OpenAPI document are generated from the same list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from croupier.access.person import Must, Person
from croupier.terms.people import Role
from croupier.terms.refusal import Facts


class Call(Struct, frozen=True):
    """A parsed and authorized request: the person has the role, body and query have their types."""

    request: Request
    person: Person | None
    path: Mapping[str, str]
    query: Any = None
    body: Any = None


Handler = Callable[[Call], Awaitable[Any]]
"""Returns a struct of the endpoint's answer type, or a whole response; raises `Declined` to refuse."""

EVERYBODY: frozenset[Role] | None = None
SIGNED_IN = frozenset(Role)


class Endpoint(Struct, frozen=True):
    """A method and path (without the prefix /api/v1) and its handler."""

    method: str
    path: str
    handler: Handler
    words: str
    """One line for the documentation."""
    roles: frozenset[Role] | None = SIGNED_IN
    """Who may call it; None means everybody, signed in or not."""
    query: type[Struct] | None = None
    body: type[Struct] | None = None
    answer: Any = None
    """The type of the answer; None if it has no body."""
    status: int = 200
    when_locked: bool = False
    """Whether a locked console may still call it."""
    during: frozenset[Must] = frozenset()
    """Obligations that may still be open when it is called."""
    media: str = "application/json"


class Declined(Exception):
    """The service refuses a request. A refusal by the rules has a clause and facts."""

    def __init__(
        self, status: int, code: str, message: str, clause: str | None = None, facts: Facts | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.clause, self.facts = status, code, message, clause, facts
