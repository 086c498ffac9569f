"""The odds explorer: exact figures and the drawing of any layout in a rulebook."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.floor.premises import Premises
from croupier.game.drawing import LayoutDrawing, Orientation, draw
from croupier.game.wheel import Compartment, SpunPart, WheelId
from croupier.odds import LOSE_ALL
from croupier.rules.assembly import table_of
from croupier.rules.book import Rulebook
from croupier.rules.choices import CALLED_BETS
from croupier.rules.figures import Exact, SpotFigures, figures
from croupier.rules.library import Library
from croupier.rules.table import Rules
from croupier.rules.zero_words import zero_messages, zero_sentences
from croupier.table.posted import posted_title
from croupier.terms.citation import Basis
from croupier.terms.coded_message import CodedMessage
from croupier.terms.money import Currency
from croupier.terms.problem import Problem, Problems
from croupier.web.api.card import Replicas, SpotOnCard, replicas, spots_on_card
from croupier.web.endpoint import EVERYBODY, Call, Endpoint

TEXT_MAX = 200


class OddsQuery(Struct, frozen=True):
    book: Annotated[str, Meta(max_length=64)] = ""
    """Default: the house's book."""
    wheel: Annotated[str, Meta(max_length=64)] = ""
    """Default: the book's default wheel."""
    zero: Annotated[str, Meta(max_length=64)] = ""
    customary: bool = False
    offers: Annotated[str, Meta(max_length=TEXT_MAX)] = ""
    """Optional wagers, separated by commas."""


class BookWheel(Struct, frozen=True):
    wheel: WheelId
    title: str
    zeros: tuple[str, ...]
    offers: tuple[str, ...]


class ListedBook(Struct, frozen=True):
    id: str
    title: str
    wheels: tuple[BookWheel, ...]


class WagerFigures(Struct, frozen=True):
    """The figures of one kind of wager."""

    wager: str
    name: str
    named: str
    """The kind of wager if it has its usual title, otherwise the title, which stays in every language."""
    covers: int
    pays: str
    chance: Exact
    edge: Exact
    variance: Exact
    deviation: float
    optional: bool
    clause: str | None
    defined: str | None
    basis: Basis
    adr: int | None


class Explorer(Struct, frozen=True):
    books: tuple[ListedBook, ...]
    book: str
    title: str
    wheel: WheelId
    wheel_title: str
    spun: SpunPart
    flat: bool
    currency: Currency
    zero: str
    zero_words: str
    zero_said: tuple[CodedMessage, ...]
    """The same as codes and facts."""
    zero_clause: str | None
    compartments: tuple[Compartment, ...]
    landscape: LayoutDrawing
    portrait: LayoutDrawing
    replica: Replicas | None
    spots: dict[str, SpotOnCard]
    wagers: tuple[WagerFigures, ...]


@lru_cache(maxsize=4)
def listed_books(library: Library) -> tuple[ListedBook, ...]:
    """Every book with its wheels and the options that it leaves to the house."""
    return tuple(
        ListedBook(book.id, book.title, tuple(_wheel(book, wheel) for wheel in book.wheels)) for book in library.books()
    )


def _wheel(book: Rulebook, wheel: WheelId) -> BookWheel:
    rules = book.zero.get(wheel)
    zeros = tuple(rules.options) if rules else ()
    return BookWheel(wheel, book.plan(wheel).wheel.title, zeros or (LOSE_ALL.name,), tuple(_open_offers(book, wheel)))


def _open_offers(book: Rulebook, wheel: WheelId) -> Iterator[str]:
    """The optional wagers that the wheel allows, each checked alone; customary ones come last."""
    for kind, rule in {**book.wagers, **book.customary}.items():
        if not rule.optional:
            continue
        try:
            table_of(book, {"wheel": wheel, "offers": [kind]})
        except Problems:
            continue
        yield kind


@lru_cache(maxsize=128)
def explore(library: Library, query: OddsQuery) -> Explorer:
    """The figures of a table with these choices; raises `Problems` if the rules do not allow them."""
    book = library.find(query.book)
    wheel = query.wheel or book.default_wheel
    offers = [offer.strip() for offer in query.offers.split(",") if offer.strip()]
    if CALLED_BETS in offers:
        raise Problems([Problem("offers", "called bets are made of other wagers", "Look at their parts.")])
    if query.customary:
        known = _wheel(book, wheel).offers if wheel in book.wheels else ()
        offers += [kind for kind in book.customary if kind in known and kind not in offers]
    zero = {"zero": query.zero} if query.zero else {}
    rules = table_of(book, {"wheel": wheel, **zero, "offers": offers})
    options = book.zero.get(wheel)
    return Explorer(
        books=listed_books(library),
        book=book.id,
        title=book.title,
        wheel=wheel,
        wheel_title=rules.game.wheel.title,
        spun=rules.game.wheel.spun,
        flat=rules.layout.is_flat,
        currency=book.money.currency,
        zero=rules.game.zero.name,
        zero_words=" ".join(zero_sentences(rules)),
        zero_said=zero_messages(rules),
        zero_clause=options.clause if options else None,
        compartments=rules.game.wheel.compartments,
        landscape=draw(rules.layout, Orientation.LANDSCAPE),
        portrait=draw(rules.layout, Orientation.PORTRAIT),
        replica=replicas(rules),
        spots=spots_on_card(rules),
        wagers=tuple(_wagers(rules)),
    )


def _wagers(rules: Rules) -> Iterator[WagerFigures]:
    seen: set[str] = set()
    for each in figures(rules).spots:
        if each.wager not in seen:
            seen.add(each.wager)
            yield _wager(rules, each)


def _wager(rules: Rules, each: SpotFigures) -> WagerFigures:
    return WagerFigures(
        wager=each.wager,
        name=rules.title(rules.layout[each.spot].wager),
        named=posted_title(rules.layout[each.spot].wager, rules.title(rules.layout[each.spot].wager)),
        covers=each.covers,
        pays=each.pays,
        chance=each.chance,
        edge=each.edge,
        variance=each.variance,
        deviation=each.deviation,
        optional=each.optional,
        clause=each.clause,
        defined=each.defined,
        basis=each.basis,
        adr=each.adr,
    )


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:

    async def odds(call: Call) -> Explorer:
        query: OddsQuery = call.query
        if not query.book and premises.houses:
            query = replace(query, book=premises.houses[0].book.id)
        return await asyncio.to_thread(explore, premises.library, query)

    words = "Exact figures and the drawing of a layout."
    return (Endpoint("GET", "/odds", odds, words, EVERYBODY, query=OddsQuery, answer=Explorer),)
