"""What one path of the service takes and gives; routes and the OpenAPI document are made from the same list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from croupier.access.person import Person
from croupier.terms.people import Role


class Call(Struct, frozen=True):
    """One request that was read and may be heard: its person has the role, its body and query have the type."""

    request: Request
    person: Person | None
    path: Mapping[str, str]
    query: Any = None
    body: Any = None


Handler = Callable[[Call], Awaitable[Any]]
"""Gives a struct of the endpoint's answer type, or a whole response; raises `Declined` to say no."""

EVERYBODY: frozenset[Role] | None = None
SIGNED_IN = frozenset(Role)


class Endpoint(Struct, frozen=True):
    """A method and path (without the prefix /api/v1) and what stands behind it."""

    method: str
    path: str
    handler: Handler
    words: str
    """One line for the documentation."""
    roles: frozenset[Role] | None = SIGNED_IN
    """Who may ask; None also for those who have not signed in."""
    query: type[Struct] | None = None
    body: type[Struct] | None = None
    answer: Any = None
    """The type of what is given back; None where nothing is."""
    status: int = 200
    when_locked: bool = False
    """Whether a locked console may still ask this."""
    media: str = "application/json"


class Declined(Exception):
    """The service says no: a status, a code, words for a person, and the clause where one says so."""

    def __init__(self, status: int, code: str, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.clause = status, code, message, clause
