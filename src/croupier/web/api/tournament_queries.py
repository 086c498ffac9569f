"""Queries of the tournament pages: findings in a file, people by name, the layout."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.access.accounts import UserAccount
from croupier.access.control import AccessControl
from croupier.floor.tournaments import TournamentFloor, UnknownTournament
from croupier.game.drawing import LayoutDrawing, Orientation, draw
from croupier.game.wheel import Compartment
from croupier.rules.library import Library
from croupier.rules.table import Rules
from croupier.terms.people import Role
from croupier.terms.problem import Problem, Problems
from croupier.tournament.check import examine_tournament
from croupier.tournament.printed import PrintedRules, printed_rules
from croupier.tournament.state import Tournament
from croupier.web.api.card import SpotOnCard, spots_on_card
from croupier.web.endpoint import EVERYBODY, Call, Declined, Endpoint

DIRECTOR = frozenset({Role.DIRECTOR})
PEOPLE_MAX = 12


class TournamentText(Struct, frozen=True):
    """A tournament file to check."""

    text: Annotated[str, Meta(max_length=60_000)]


class TournamentFinding(Struct, frozen=True):
    key: str
    wrong: str
    right: str
    clause: str | None


class CheckedTournament(Struct, frozen=True):
    """All findings; a file without findings has its printed rules and their digest."""

    findings: tuple[TournamentFinding, ...]
    id: str
    title: str
    digest: str
    rules: PrintedRules | None


class TournamentBook(Struct, frozen=True):
    """A book with tournament rules."""

    id: str
    title: str
    wheels: tuple[str, ...]


class TournamentBooks(Struct, frozen=True):
    books: tuple[TournamentBook, ...]


class PeopleQuery(Struct, frozen=True):
    find: Annotated[str, Meta(max_length=100)] = ""


class FoundPerson(Struct, frozen=True):
    """A person who may enter: a player with an account, or an earlier entrant with the identity shown then."""

    name: str
    display: str
    person: str
    entry: int
    """The active entry in this tournament; 0 if there is none."""


class FoundPeople(Struct, frozen=True):
    people: tuple[FoundPerson, ...]


class TournamentCard(Struct, frozen=True):
    """The layout and wheel of the tournament's tables; wagers there have no money limits."""

    number: str
    flat: bool
    compartments: tuple[Compartment, ...]
    landscape: LayoutDrawing
    portrait: LayoutDrawing
    spots: dict[str, SpotOnCard]


def endpoints(floor: TournamentFloor, access: AccessControl) -> tuple[Endpoint, ...]:
    async def check(call: Call) -> CheckedTournament:
        return await asyncio.to_thread(checked, call.body.text, floor.library)

    async def books(_call: Call) -> TournamentBooks:
        return await asyncio.to_thread(_books, floor.library)

    async def people(call: Call) -> FoundPeople:
        id, asked = call.path["id"], call.query.find

        def found() -> FoundPeople:
            return find_people(asked, access.accounts.all(), floor.entries(), floor.query(id, lambda *at: at[2]))

        try:
            return await asyncio.to_thread(found)
        except UnknownTournament:
            raise Declined(404, "no-such-tournament", "There is no such tournament.") from None

    async def card(call: Call) -> TournamentCard:
        try:
            return await asyncio.to_thread(floor.query, call.path["id"], lambda *at: card_of(at[1].table))
        except UnknownTournament:
            raise Declined(404, "no-such-tournament", "There is no such tournament.") from None

    words = "All findings in a tournament file; nothing is recorded."
    return (
        Endpoint("GET", "/tournament-books", books, "The books with tournament rules.", answer=TournamentBooks),
        Endpoint("POST", "/tournament-checks", check, words, DIRECTOR, body=TournamentText, answer=CheckedTournament),
        Endpoint(
            "GET",
            "/tournaments/{id}/people",
            people,
            "People who may enter, by name or identity.",
            DIRECTOR,
            query=PeopleQuery,
            answer=FoundPeople,
        ),
        Endpoint(
            "GET",
            "/tournaments/{id}/card",
            card,
            "The layout and the wheel of a tournament's tables.",
            EVERYBODY,
            answer=TournamentCard,
        ),
    )


def checked(text: str, library: Library) -> CheckedTournament:
    """Checks a file; one that cannot be parsed has a single finding."""
    try:
        found = examine_tournament(text, library)
    except Problems as problems:
        return CheckedTournament(tuple(map(_finding, problems.problems)), "", "", "", None)
    planned = found.planned
    if planned is None:
        return CheckedTournament(tuple(map(_finding, found.findings)), "", "", "", None)
    setup = planned.setup
    return CheckedTournament((), setup.id, setup.title, planned.rules_digest, printed_rules(planned))


def _finding(problem: Problem) -> TournamentFinding:
    return TournamentFinding(problem.key, problem.wrong, problem.right, problem.clause)


def _books(library: Library) -> TournamentBooks:
    return TournamentBooks(
        tuple(
            TournamentBook(book.id, book.title, tuple(book.wheels))
            for book in library.books()
            if book.tournaments is not None
        )
    )


def find_people(
    asked: str, accounts: Iterable[UserAccount], entered: Iterable[tuple[str, str]], tournament: Tournament
) -> FoundPeople:
    """People whose name, display name or identity contains all words, sorted by name."""
    found: dict[str, FoundPerson] = {}
    known = {name.casefold(): person for name, person in entered}
    for account in accounts:
        if account.role is Role.PLAYER and account.enabled:
            person = known.get(account.name.casefold(), "")
            found[account.name.casefold()] = FoundPerson(account.name, account.display, person, 0)
    for name, person in entered:
        found.setdefault(name.casefold(), FoundPerson(name, "", person, 0))
    words = asked.casefold().split()
    fitting = [
        replace(each, entry=tournament.active.get(each.person, 0) if each.person else 0)
        for each in found.values()
        if all(word in f"{each.name} {each.display} {each.person}".casefold() for word in words)
    ]
    return FoundPeople(tuple(sorted(fitting, key=lambda each: each.name.casefold())[:PEOPLE_MAX]))


def card_of(rules: Rules) -> TournamentCard:
    return TournamentCard(
        "",
        rules.layout.is_flat,
        rules.game.wheel.compartments,
        draw(rules.layout, Orientation.LANDSCAPE),
        draw(rules.layout, Orientation.PORTRAIT),
        {id: replace(spot, minimum=None, maximum=None) for id, spot in spots_on_card(rules).items()},
    )
