"""A rulebook: what one text says, each value with its clause and the authority behind it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.game.settlement import Clapper, ZeroEffect
from croupier.game.wager import WagerKind
from croupier.game.wheel import WheelId
from croupier.terms.citation import Authority, Basis, ClauseId

if TYPE_CHECKING:
    from croupier.rules.table import Rules


class WagerRule(Struct, frozen=True):
    """One wager of the book: where it is defined, what it pays at least, and on whose word."""

    kind: WagerKind
    pays: Fraction
    authority: Authority
    defined: ClauseId | None = None
    optional: bool = False
    wheels: frozenset[WheelId] = frozenset()
    """The wheels it is tied to; empty when it goes with every wheel that has its numbers."""
    place_adr: int | None = None
    """The ADR that reads where the wager is placed, when the text does not settle it."""

    @property
    def place(self) -> Authority | None:
        """Behind the wager and its place on the layout; None where no text defines it."""
        if self.defined is None:
            return None
        return Authority(Basis.READING if self.place_adr else Basis.TEXT, self.defined, self.place_adr)


class WheelRule(Struct, frozen=True):
    """A wheel that the book lets a house use.

    `ring` cites its compartments and their colors, `cover` the covering of 00 where it is covered.
    `placement` and `position` stand in for the book's where another game has clauses of its own.
    """

    authority: Authority
    ring: ClauseId | None = None
    cover: ClauseId | None = None
    placement: ClauseId | None = None
    position: ClauseId | None = None
    coupons: bool = True


class ZeroRule(Struct, frozen=True):
    """One way in which a zero may treat even-money wagers, and the compartments it speaks of."""

    effect: ZeroEffect
    authority: Authority
    answers: frozenset[str] = frozenset()
    second_win: Authority | None = None
    """Behind what an imprisoned winner gets: the stake back."""


class ZeroRules(Struct, frozen=True):
    """The zero rules among which a house chooses at one wheel, and the clause that leaves the choice."""

    options: Mapping[ZeroEffect, ZeroRule]
    clause: ClauseId | None = None


class OddsRule(Struct, frozen=True):
    """Whether a house may pay more than the book's odds."""

    more: bool
    authority: Authority


class LimitRule(Struct, frozen=True):
    """The bounds that the text itself sets for a wager, where it does."""

    authority: Authority
    minimum: int | None = None
    maximum: int | None = None


class CouponRule(Struct, frozen=True):
    """Match play coupons: whether, on wagers of which odds (None: any), and beside value chips."""

    accepted: bool
    authority: Authority
    pays: frozenset[int] | None = None
    with_value_chips: bool = True


class ClapperRule(Struct, frozen=True):
    options: frozenset[Clapper]
    authority: Authority


class Exclusion(Struct, frozen=True):
    """Where one of these optional wagers is offered, those other wagers are not."""

    offer: frozenset[WagerKind]
    wagers: frozenset[WagerKind]
    clause: ClauseId


class Amendment(Struct, frozen=True):
    """What a text changed under an id that its forerunner has as well."""

    clause: ClauseId
    what: str


class Rulebook(Struct, frozen=True):
    """One of the texts, as data."""

    id: str
    family: str
    title: str
    placement: Authority
    position: Authority
    limits: LimitRule
    odds: OddsRule
    coupons: CouponRule
    wheels: Mapping[WheelId, WheelRule]
    zero: Mapping[WheelId, ZeroRules]
    wagers: Mapping[WagerKind, WagerRule]
    definitions: Mapping[str, ClauseId] = {}
    """Where the text defines a wheel, the colors, inside and outside bets, the crown."""
    excludes: tuple[Exclusion, ...] = ()
    amended: tuple[Amendment, ...] = ()
    clapper: ClapperRule | None = None
    in_force_from: datetime.date | None = None
    in_force_until: datetime.date | None = None
    successor: str = ""

    def table(
        self,
        wheel: str = "american",
        *,
        zero: str = "lose-all",
        on: datetime.date | None = None,
        **choices: object,
    ) -> Rules:
        """The rules of a table that a house opens under this book; raises every problem with its choices.

        `choices` are those of a house file's table: layout, offers, withholds, pays, limits, sections,
        arrangement, stops, clapper, coupons.
        """
        from croupier.rules.assembly import table_of

        return table_of(self, {"wheel": wheel, "zero": zero, **choices}, on)

    def in_force(self, day: datetime.date) -> bool:
        """Whether the text was in force that day; both ends belong to it."""
        begun = self.in_force_from is None or self.in_force_from <= day
        return begun and (self.in_force_until is None or day <= self.in_force_until)

    @property
    def validity(self) -> str:
        """The days in force, in words."""
        if self.in_force_from is None:
            return "undated"
        return f"{self.in_force_from} to {self.in_force_until}" if self.in_force_until else f"from {self.in_force_from}"
