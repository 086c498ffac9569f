"""A player's saved layouts over HTTP, for each kind of wheel."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from croupier.access.control import AccessControl
from croupier.access.favorites import KeptLayout, KeptLayouts
from croupier.terms.people import Role
from croupier.web.endpoint import Call, Endpoint
from croupier.web.security.gate import gate_of

PLAYERS = frozenset({Role.PLAYER})
Wheel = Annotated[str, Meta(min_length=1, max_length=60)]


class FavoritesQuery(Struct, frozen=True):
    wheel: Wheel


class FavoritesBody(Struct, frozen=True):
    wheel: Wheel
    layouts: KeptLayouts


class FavoritesAnswer(Struct, frozen=True):
    layouts: tuple[KeptLayout, ...]


def endpoints(access: AccessControl) -> tuple[Endpoint, ...]:
    async def ask(call: Call) -> FavoritesAnswer:
        query: FavoritesQuery = call.query
        name = call.person.name if call.person else ""
        found = await gate_of(call.request.scope).disk.do(access.favorites.of, name, query.wheel)
        return FavoritesAnswer(found)

    async def keep(call: Call) -> FavoritesAnswer:
        body: FavoritesBody = call.body
        name = call.person.name if call.person else ""
        disk = gate_of(call.request.scope).disk
        return FavoritesAnswer(await disk.do(access.favorites.keep, name, body.wheel, body.layouts))

    return (
        Endpoint(
            "GET", "/favorites", ask, "The player's saved layouts for a kind of wheel.", PLAYERS,
            query=FavoritesQuery, answer=FavoritesAnswer,
        ),
        Endpoint(
            "POST", "/favorites", keep, "Replaces the player's saved layouts for a kind of wheel.", PLAYERS,
            body=FavoritesBody, answer=FavoritesAnswer,
        ),
    )  # fmt: skip
