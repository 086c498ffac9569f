"""The odds explorer: exact figures and the drawing of any layout that a book knows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from croupier.game.drawing import Drawing, Orientation, draw, wager_title
from croupier.game.settlement import ZeroEffect
from croupier.game.wager import CUSTOMARY
from croupier.game.wheel import Compartment, WheelId
from croupier.press.signs import even_money
from croupier.rules.assembly import table_of
from croupier.rules.book import Rulebook
from croupier.rules.choices import CALLED_BETS
from croupier.rules.figures import Exact, SpotFigures, figures
from croupier.rules.shelf import customary_wagers, rulebook, rulebooks
from croupier.rules.table import Rules
from croupier.terms.citation import Basis
from croupier.terms.problem import Problem, Problems
from croupier.web.api.card import Replicas, SpotOnCard, replicas, spots_on_card
from croupier.web.endpoint import EVERYBODY, Call, Endpoint

TEXT_MAX = 200


class OddsQuery(Struct, frozen=True):
    book: Annotated[str, Meta(max_length=32)] = "co-2014"
    wheel: WheelId = WheelId.AMERICAN
    zero: Annotated[str, Meta(max_length=32)] = "lose-all"
    customary: bool = False
    offers: Annotated[str, Meta(max_length=TEXT_MAX)] = ""
    """Optional wagers with commas between."""


class BookWheel(Struct, frozen=True):
    wheel: WheelId
    zeros: tuple[str, ...]
    offers: tuple[str, ...]


class BookOnShelf(Struct, frozen=True):
    id: str
    title: str
    wheels: tuple[BookWheel, ...]


class WagerFigures(Struct, frozen=True):
    """The figures of one kind of wager."""

    wager: str
    name: str
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
    books: tuple[BookOnShelf, ...]
    book: str
    title: str
    wheel: WheelId
    zero: str
    zero_words: str
    zero_clause: str | None
    compartments: tuple[Compartment, ...]
    landscape: Drawing
    portrait: Drawing
    replica: Replicas | None
    spots: dict[str, SpotOnCard]
    wagers: tuple[WagerFigures, ...]


@lru_cache(maxsize=1)
def shelf() -> tuple[BookOnShelf, ...]:
    """Every book with its wheels and what it leaves to the house there."""
    return tuple(
        BookOnShelf(book.id, book.title, tuple(_wheel(book, wheel) for wheel in book.wheels)) for book in rulebooks()
    )


def _wheel(book: Rulebook, wheel: WheelId) -> BookWheel:
    rules = book.zero.get(wheel)
    zeros = tuple(effect.value for effect in rules.options) if rules else ()
    return BookWheel(wheel, zeros or (ZeroEffect.LOSE_ALL.value,), tuple(_open_offers(book, wheel)))


def _open_offers(book: Rulebook, wheel: WheelId) -> Iterator[str]:
    """The optional wagers that go with the wheel, each on its own; customary ones come last."""
    if wheel is WheelId.BIG_SIX:
        return
    for kind, rule in {**book.wagers, **customary_wagers()}.items():
        if not rule.optional and kind not in CUSTOMARY:
            continue
        try:
            table_of(book, {"wheel": wheel.value, "offers": [kind.value]})
        except Problems:
            continue
        yield kind.value


@lru_cache(maxsize=128)
def explore(query: OddsQuery) -> Explorer:
    """The figures of a table that a house could open; raises what its choices do not allow."""
    book = rulebook(query.book)
    offers = [offer.strip() for offer in query.offers.split(",") if offer.strip()]
    if CALLED_BETS in offers:
        raise Problems([Problem("offers", "called bets are made of other wagers", "Look at their parts.")])
    if query.customary:
        known = _wheel(book, query.wheel).offers if query.wheel in book.wheels else ()
        offers += [kind.value for kind in CUSTOMARY if kind.value in known and kind.value not in offers]
    rules = table_of(book, {"wheel": query.wheel.value, "zero": query.zero, "offers": offers})
    zero = book.zero.get(query.wheel)
    return Explorer(
        books=shelf(),
        book=book.id,
        title=book.title,
        wheel=query.wheel,
        zero=rules.choices.zero.effect.value,
        zero_words=zero_words(rules),
        zero_clause=zero.clause if zero else None,
        compartments=rules.game.wheel.compartments,
        landscape=draw(rules.layout, Orientation.LANDSCAPE),
        portrait=draw(rules.layout, Orientation.PORTRAIT),
        replica=replicas(rules),
        spots=spots_on_card(rules),
        wagers=tuple(_wagers(rules)),
    )


def zero_words(rules: Rules) -> str:
    """What a zero does to even-money wagers; nothing where there is none."""
    money = even_money(rules)
    if rules.choices.wheel is WheelId.BIG_SIX or not money:
        return ""
    answers = " or ".join(sorted(rules.game.zero_answers, key=len))
    match rules.game.zero:
        case ZeroEffect.LOSE_ALL:
            return f"Every zero takes wagers on {money}."
        case ZeroEffect.HALF:
            return f"On {answers}, wagers on {money} lose one half."
        case ZeroEffect.IN_PRISON:
            return f"On {answers}, wagers on {money} give up one half or stay in prison for one more spin."


def _wagers(rules: Rules) -> Iterator[WagerFigures]:
    seen: set[str] = set()
    for each in figures(rules).spots:
        if each.wager not in seen:
            seen.add(each.wager)
            yield _wager(rules, each)


def _wager(rules: Rules, each: SpotFigures) -> WagerFigures:
    return WagerFigures(
        wager=each.wager,
        name=wager_title(rules.layout[each.spot].wager),
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


async def _explore(call: Call) -> Explorer:
    return await asyncio.to_thread(explore, call.query)


def endpoints() -> tuple[Endpoint, ...]:
    """The odds explorer."""
    words = "Exact figures and the drawing of a layout."
    return (Endpoint("GET", "/odds", _explore, words, EVERYBODY, query=OddsQuery, answer=Explorer),)
