"""What a house chooses at one table, and the limits it posts.

House files, round files and the library call all come through `read_choices`, so they answer alike.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.game.layout import Felt, Sections
from croupier.game.notation import SECTION_COLORS
from croupier.game.settlement import Clapper
from croupier.game.wager import BIG_SIX, INSIDE, WagerKind
from croupier.game.wheel import NUMBERS, SYMBOLS, ZEROS, WheelId
from croupier.odds import ZeroPlay
from croupier.terms.document import Section
from croupier.terms.money import STAKE_MAX
from croupier.terms.problem import shown

STOPS_MAX = 360
"""The most stops that a Big Six wheel may have of one insignia, and in all."""
CALLED_BETS = "called-bets"
"""The offer that turns the called bets on."""


class Bounds(Struct, frozen=True):
    """The least and the most one wager may be, in cents; None where nothing is posted."""

    minimum: int | None = None
    maximum: int | None = None


class Limits(Struct, frozen=True):
    """Posted limits: for every wager, and where they differ, for `inside`, `outside` or one kind."""

    every: Bounds = Bounds()
    groups: Mapping[str, Bounds] = {}

    def of(self, kind: WagerKind) -> Bounds:
        """The bounds of one kind: its own before its group's, its group's before the general ones."""
        group = "inside" if kind in INSIDE or kind in BIG_SIX else "outside"
        own, shared = self.groups.get(kind, Bounds()), self.groups.get(group, Bounds())
        return Bounds(
            _first(own.minimum, shared.minimum, self.every.minimum),
            _first(own.maximum, shared.maximum, self.every.maximum),
        )


LIMIT_GROUPS = ("inside", "outside", *(kind.value for kind in WagerKind))


def _first(*values: int | None) -> int | None:
    return next((value for value in values if value is not None), None)


class Choices(Struct, frozen=True):
    """The options that a text leaves to the house, as chosen for one table."""

    wheel: WheelId = WheelId.AMERICAN
    zero: ZeroPlay = ZeroPlay.LOSE_ALL
    felt: Felt | None = None
    offers: frozenset[str] = frozenset()
    withholds: frozenset[WagerKind] = frozenset()
    pays: Mapping[WagerKind, Fraction] = {}
    limits: Limits = Limits()
    sections: Sections | None = None
    arrangement: tuple[str, ...] | None = None
    stops: Mapping[str, int] | None = None
    clapper: Clapper | None = None
    coupons: bool = True
    on: datetime.date | None = None


OFFERS = (*(kind.value for kind in WagerKind), CALLED_BETS)
ZERO_NAMES = {play.value: play for play in ZeroPlay} | {"in-prison": ZeroPlay.IN_PRISON_BEST}
"""How a zero rule is named; plain in-prison leaves each player the choice, half back where they say nothing."""

FELTS = (Felt.DOUBLE_ZERO.value, Felt.SINGLE_ZERO.value)


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


def read_choices(section: Section) -> Choices:
    """The choices written in a section; what is wrong about their form is collected there."""
    section.known("sections", "arrangement", "stops")
    wheel = section.text("wheel", allowed=[*WheelId])
    zero = section.text("zero", allowed=ZERO_NAMES)
    felt = section.text("layout", allowed=FELTS)
    clapper = section.text("clapper", allowed=[*Clapper])
    return Choices(
        wheel=WheelId(wheel) if wheel else WheelId.AMERICAN,
        zero=ZERO_NAMES[zero] if zero else ZeroPlay.LOSE_ALL,
        felt=Felt(felt) if felt else None,
        offers=frozenset(section.texts("offers", allowed=OFFERS)),
        withholds=frozenset(WagerKind(kind) for kind in section.texts("withholds", allowed=[*WagerKind])),
        pays=_read_pays(section.section("pays")),
        limits=_read_limits(section.section("limits")),
        sections=_read_sections(section.section("sections")) if "sections" in section else None,
        arrangement=section.texts("arrangement", allowed=ZEROS + NUMBERS) if "arrangement" in section else None,
        stops=_read_stops(section.section("stops")) if "stops" in section else None,
        clapper=Clapper(clapper) if clapper else None,
        coupons=section.flag("coupons") is not False,
    )


def _read_pays(section: Section) -> dict[WagerKind, Fraction]:
    pays = {}
    for kind in WagerKind:
        odds = section.fraction(kind)
        if odds is not None:
            pays[kind] = odds
    section.finish()
    return pays


def _read_limits(section: Section) -> Limits:
    every, groups = _read_bounds(section), {}
    for group in LIMIT_GROUPS:
        if group in section:
            own = section.section(group)
            groups[group] = _read_bounds(own)
            own.finish()
        else:
            section.known(group)
    section.finish()
    return Limits(every, groups)


def _read_bounds(section: Section) -> Bounds:
    bounds = Bounds(*(section.integer(key, least=1, most=STAKE_MAX) for key in ("minimum", "maximum")))
    if bounds.minimum is not None and bounds.maximum is not None and bounds.minimum > bounds.maximum:
        section.wrong(
            "minimum",
            f"{shown(bounds.minimum)} is above the maximum {shown(bounds.maximum)}",
            "Lower it to the maximum or below.",
        )
    return bounds


def _read_sections(section: Section) -> Sections:
    sections = {color: section.texts(color, allowed=NUMBERS) for color in SECTION_COLORS}
    section.finish()
    return sections


def _read_stops(section: Section) -> dict[str, int]:
    stops = {symbol: section.integer(symbol, required=True, least=1, most=STOPS_MAX) or 1 for symbol in SYMBOLS}
    section.finish()
    return stops
