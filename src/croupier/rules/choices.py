"""What a house chooses at one table, and the limits it posts.

House files, round files and library calls all use `read_choices`, so they behave alike.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.game.layout import Sections
from croupier.game.settlement import Clapper
from croupier.game.wager import BetGroup, WagerId
from croupier.game.wheel import WheelId
from croupier.game.zero import Choice
from croupier.odds import LOSE_ALL, ZeroPlay
from croupier.rules.book import Rulebook
from croupier.rules.vocabulary import LABELS_MAX, WheelPlan
from croupier.terms.document import DocumentTable
from croupier.terms.money import STAKE_MAX
from croupier.terms.problem import nearest, shown

CALLED_BETS = "called-bets"
"""The offer that enables called bets."""


class Bounds(Struct, frozen=True):
    """The minimum and maximum of a wager, in cents; None if not posted."""

    minimum: int | None = None
    maximum: int | None = None


class Limits(Struct, frozen=True):
    """Posted limits: for every wager and, if they differ, for `inside`, `outside` or a single wager."""

    every: Bounds = Bounds()
    groups: Mapping[str, Bounds] = {}

    def of(self, kind: str, group: BetGroup) -> Bounds:
        """The bounds of one wager: its own first, then its group's, then the general ones."""
        own, shared = self.groups.get(kind, Bounds()), self.groups.get(group, Bounds())
        return Bounds(
            _first(own.minimum, shared.minimum, self.every.minimum),
            _first(own.maximum, shared.maximum, self.every.maximum),
        )


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)


class Choices(Struct, frozen=True):
    """The options that a text leaves to the house, as chosen for one table."""

    wheel: WheelId
    zero: ZeroPlay = LOSE_ALL
    layout: str | None = None
    offers: frozenset[str] = frozenset()
    withholds: frozenset[WagerId] = frozenset()
    pays: Mapping[WagerId, Fraction] = {}
    limits: Limits = Limits()
    sections: Sections | None = None
    arrangement: tuple[str, ...] | None = None
    stops: Mapping[str, int] | None = None
    clapper: Clapper | None = None
    coupons: bool = True
    on: datetime.date | None = None


CHOICES = (
    "wheel",
    "zero",
    "layout",
    "offers",
    "withholds",
    "pays",
    "limits",
    "sections",
    "arrangement",
    "stops",
    "clapper",
    "coupons",
)
"""The keys that `read_choices` reads."""


def read_choices(section: DocumentTable, book: Rulebook) -> Choices:
    """Parses the choices of a section; problems of form are collected there."""
    section.known("sections", "arrangement", "stops")
    known = book.vocabulary
    wheel = section.text("wheel", allowed=list(known.wheels)) or book.default_wheel
    plan = known.wheels[wheel]
    kinds = list(known.shapes)
    layout = section.text("layout", allowed=list(known.layouts))
    clapper = section.text("clapper", allowed=[*Clapper])
    return Choices(
        wheel=wheel,
        zero=_read_zero(section, book, wheel),
        layout=layout,
        offers=frozenset(section.texts("offers", allowed=[*kinds, CALLED_BETS])),
        withholds=frozenset(map(WagerId, section.texts("withholds", allowed=kinds))),
        pays=_read_pays(section.section("pays"), kinds),
        limits=_read_limits(section.section("limits"), kinds),
        sections=_read_sections(section.section("sections"), book, plan) if "sections" in section else None,
        arrangement=section.texts("arrangement", allowed=_labels(book)) if "arrangement" in section else None,
        stops=_read_stops(section.section("stops"), plan) if "stops" in section else None,
        clapper=Clapper(clapper) if clapper else None,
        coupons=section.flag("coupons") is not False,
    )


def _labels(book: Rulebook) -> list[str]:
    return list(book.vocabulary.notation.labels)


def _read_zero(section: DocumentTable, book: Rulebook, wheel: WheelId) -> ZeroPlay:
    """A zero rule by name, at this wheel or another of the book; `assemble` reports rules that are not available."""
    name, here = section.text("zero"), book.zero.get(wheel)
    if name is None:
        return LOSE_ALL if here is None or LOSE_ALL.rule in here.options else here.plays[0]
    for options in [*([here] if here else []), *book.zero.values()]:
        play = options.play(name)
        if play is not None:
            return play
    plays = customary_plays(book)
    if name in plays:
        return plays[name]
    section.wrong("zero", f"{shown(name)} is not known", nearest(name, plays))
    return LOSE_ALL


def customary_plays(book: Rulebook) -> dict[str, ZeroPlay]:
    """The customary zero rules and those of the book, by name; not all are available everywhere."""
    half, leave = Choice.HALF, Choice.LEAVE
    usual = [
        LOSE_ALL,
        ZeroPlay("half", "half", (half,)),
        ZeroPlay("in-prison-half", "in-prison", (half,)),
        ZeroPlay("in-prison-leave", "in-prison", (leave,)),
        ZeroPlay("in-prison-best", "in-prison", (half, leave)),
        ZeroPlay("in-prison", "in-prison", (half, leave)),
    ]
    own = [play for options in book.zero.values() for play in options.plays]
    return {play.name: play for play in [*usual, *own]}


def _read_pays(section: DocumentTable, kinds: list[WagerId]) -> dict[WagerId, Fraction]:
    pays = {}
    for kind in kinds:
        odds = section.fraction(kind)
        if odds is not None:
            pays[kind] = odds
    section.finish()
    return pays


def _read_limits(section: DocumentTable, kinds: list[WagerId]) -> Limits:
    every, groups = _read_bounds(section), {}
    for group in (*BetGroup, *kinds):
        if group in section:
            own = section.section(group)
            groups[str(group)] = _read_bounds(own)
            own.finish()
        else:
            section.known(group)
    section.finish()
    return Limits(every, groups)


def _read_bounds(section: DocumentTable) -> Bounds:
    bounds = Bounds(*(section.integer(key, least=1, most=STAKE_MAX) for key in ("minimum", "maximum")))
    if bounds.minimum is not None and bounds.maximum is not None and bounds.minimum > bounds.maximum:
        section.wrong(
            "minimum",
            f"{shown(bounds.minimum)} is above the maximum {shown(bounds.maximum)}",
            "Lower it to the maximum or below.",
        )
    return bounds


def _read_sections(section: DocumentTable, book: Rulebook, plan: WheelPlan) -> Sections:
    numbers = [label for label in plan.wheel.labels if label not in plan.wheel.zeros]
    sections = {color: section.texts(color, allowed=numbers) for color in book.vocabulary.section_colors}
    section.finish()
    return sections


def _read_stops(section: DocumentTable, plan: WheelPlan) -> dict[str, int]:
    labels = list(plan.stops or plan.wheel.labels)
    stops = {label: section.integer(label, required=True, least=1, most=LABELS_MAX) or 1 for label in labels}
    section.finish()
    return stops
