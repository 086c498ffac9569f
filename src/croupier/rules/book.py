"""A rulebook: what one text says, each value with its authority."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.game.settlement import Clapper
from croupier.game.wager import WagerId
from croupier.game.wheel import WheelId
from croupier.game.zero import ZeroRule
from croupier.odds import ZeroPlay
from croupier.rules.catalogue import Clause
from croupier.rules.folder import FolderChain
from croupier.rules.vocabulary import Vocabulary, WheelPlan
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.money import DOLLAR, PLAYER_CENTS, Currency, Rounding
from croupier.terms.problem import Problem

if TYPE_CHECKING:
    from croupier.rules.chips import ChipRules
    from croupier.rules.duties import Duties
    from croupier.rules.procedure import Procedure
    from croupier.rules.signs import Printing, SignRule
    from croupier.rules.table import Rules
    from croupier.rules.tournaments import TournamentRules


class WagerRule(Struct, frozen=True):
    """A wager of the book: where it is defined, what it pays at least, and on what authority."""

    kind: WagerId
    pays: Fraction
    authority: Authority
    defined: ClauseId | None = None
    optional: bool = False
    wheels: frozenset[WheelId] = frozenset()
    """The wheels it is limited to; empty if it goes with every wheel that has its numbers."""
    place_adr: int | None = None
    """The ADR on where the wager is placed, if the text leaves it open."""
    pays_on: Mapping[str, Fraction] = {}
    """Odds that depend on the winning number."""

    @property
    def place(self) -> Authority | None:
        """The authority for the wager and its place on the layout; None if no text defines it."""
        if self.defined is None:
            return None
        return Authority(Basis.READING if self.place_adr else Basis.TEXT, self.defined, self.place_adr)


class WheelRule(Struct, frozen=True):
    """A wheel that the book lets a house use.

    `ring` cites its compartments and their colors, `cover` is the authority for closing covered spots. `placement` and
    `position` replace the book's if another game has its own clauses.
    """

    authority: Authority
    ring: ClauseId | None = None
    cover: Authority | None = None
    placement: Authority | None = None
    position: Authority | None = None
    coupons: bool = True


class ZeroOption(Struct, frozen=True):
    """A zero rule that a house may choose, with the authority for each of its outcomes."""

    rule: ZeroRule
    authority: Authority
    second_zero: Authority
    prisoner_wins: Authority
    prisoner_loses: Authority
    close: Authority

    @property
    def plays(self) -> tuple[ZeroPlay, ...]:
        """The ways to play it: each choice of the player, then the best of them."""
        name, choices = self.rule.name, self.rule.choices
        if not self.rule.leaves_choice:
            return (ZeroPlay(name, name, choices),)
        each = (ZeroPlay(f"{name}-{choice}", name, (choice,)) for choice in choices)
        return (*each, ZeroPlay(f"{name}-best", name, choices))


class ZeroOptions(Struct, frozen=True):
    """The zero rules that a house can choose from at one wheel, and the clause that allows the choice."""

    options: Mapping[str, ZeroOption]
    clause: ClauseId | None = None

    @property
    def plays(self) -> tuple[ZeroPlay, ...]:
        return tuple(play for option in self.options.values() for play in option.plays)

    def play(self, name: str) -> ZeroPlay | None:
        """The play of that name; the name of a rule alone leaves the choice to each player."""
        option = self.options.get(name)
        if option is not None:
            return option.plays[-1]
        return next((play for play in self.plays if play.name == name), None)


class OddsRule(Struct, frozen=True):
    """Whether a house may pay more than the book's odds."""

    more: bool
    authority: Authority


class Band(Struct, frozen=True):
    """The maximum wager if the table's minimum is at most `minimum`."""

    minimum: int
    maximum: int


class TextBounds(Struct, frozen=True):
    """The bounds that a text sets for a wager: amounts, a multiple of the table's minimum, or bands of it."""

    minimum: int | None = None
    maximum: int | None = None
    times: int | None = None
    bands: tuple[Band, ...] = ()

    def most(self, table_minimum: int | None) -> int | None:
        """The maximum wager at a table with that minimum; None if the text sets none."""
        bounds = [self.maximum]
        if table_minimum is not None:
            bounds.append(self.times * table_minimum if self.times else None)
            bounds.append(next((band.maximum for band in self.bands if table_minimum <= band.minimum), None))
        return min((bound for bound in bounds if bound is not None), default=None)

    @property
    def minimum_most(self) -> int | None:
        """The highest table minimum that has a band; None if the text has no bands."""
        return self.bands[-1].minimum if self.bands else None

    @property
    def is_relative(self) -> bool:
        """Whether the maximum depends on the table's minimum."""
        return bool(self.times or self.bands)


class LimitRule(Struct, frozen=True):
    """The bounds in the text itself: for every wager, per group or wager, and for a player's total."""

    authority: Authority
    every: TextBounds = TextBounds()
    groups: Mapping[str, TextBounds] = {}
    player: TextBounds = TextBounds()
    """For all wagers of one player on one spin."""

    def problem(self, posted: int | None, money: Currency) -> Problem | None:
        """Why the text's bounds say nothing at a table with that posted minimum; None if they do."""
        relative = [each for each in (self.every, *self.groups.values(), self.player) if each.is_relative]
        if not relative:
            return None
        minimum = posted if posted is not None else self.every.minimum
        if minimum is None:
            wrong = "the text limits wagers by the table's minimum, and none is posted"
            return Problem.cited("limits.minimum", wrong, "Post a minimum.", self.authority)
        most = min((top for each in relative if (top := each.minimum_most) is not None), default=minimum)
        if minimum <= most:
            return None
        above = f"{money.write(minimum)} is above {money.write(most)}"
        wrong = f"{above}, the highest minimum for which the text has a maximum"
        return Problem.cited("limits.minimum", wrong, "Lower the minimum.", self.authority)

    def of(self, kind: str, group: str) -> tuple[TextBounds, ...]:
        """All bounds that apply to a wager."""
        return tuple(each for each in (self.every, self.groups.get(group), self.groups.get(kind)) if each is not None)


class CouponRule(Struct, frozen=True):
    """Match play coupons: whether they are accepted, at which odds (None: any), and with value chips."""

    accepted: bool
    authority: Authority
    pays: frozenset[int] | None = None
    with_value_chips: bool = True


class ClapperRule(Struct, frozen=True):
    options: frozenset[Clapper]
    authority: Authority


class Exclusion(Struct, frozen=True):
    """If one of the optional wagers `offer` is offered, the other `wagers` are not."""

    offer: frozenset[WagerId]
    wagers: frozenset[WagerId]
    clause: ClauseId


class Amendment(Struct, frozen=True):
    """What a text changed under a clause id that its predecessor also has."""

    clause: ClauseId
    what: str


class MoneyRule(Struct, frozen=True):
    """How amounts are written and rounded."""

    currency: Currency = DOLLAR
    rounding: Rounding = PLAYER_CENTS
    authority: Authority = Authority(Basis.CUSTOMARY)


class Rulebook(Struct, frozen=True, dict=True):
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
    zero: Mapping[WheelId, ZeroOptions]
    wagers: Mapping[WagerId, WagerRule]
    vocabulary: Vocabulary
    customary: Mapping[WagerId, WagerRule] = {}
    """Wagers that houses add, which no text contains."""
    definitions: Mapping[str, ClauseId] = {}
    """Where the text defines a wheel, the colors, inside and outside bets, the crown."""
    excludes: tuple[Exclusion, ...] = ()
    amended: tuple[Amendment, ...] = ()
    clapper: ClapperRule | None = None
    money: MoneyRule = MoneyRule()
    called: Mapping[str, Authority] = {}
    """The authority for each called bet that the text itself contains."""
    language: str = "en"
    in_force_from: datetime.date | None = None
    in_force_until: datetime.date | None = None
    successor: str = ""
    chain: FolderChain = FolderChain(())
    """The folders it was read from."""
    clauses: Mapping[ClauseId, Clause] = {}

    @property
    def digest(self) -> str:
        """The digest of every byte that matters: the folder and all that it builds on."""
        return self.chain.digest

    @property
    def games(self) -> tuple[str, ...]:
        """The games of the wheels, both the book's own and the customary ones."""
        return tuple(dict.fromkeys(plan.game for plan in self.vocabulary.wheels.values()))

    @property
    def default_wheel(self) -> WheelId:
        return next(iter(self.wheels))

    def plan(self, wheel: WheelId) -> WheelPlan:
        """The description of the wheel."""
        return self.vocabulary.wheels[wheel]

    @cached_property
    def duties(self) -> Duties:
        """What a house file must state and do besides its choices, and who may vary the rules."""
        from croupier.rules.duties import read_duties

        return read_duties(self.chain, self.clauses)

    @cached_property
    def signs(self) -> tuple[SignRule, ...]:
        """The signs posted under the book, both required and voluntary."""
        from croupier.rules.signs import read_signs

        return read_signs(self.chain, self.clauses)

    @cached_property
    def printing(self) -> Printing:
        """The forms that are printed under the book, and how its odds are worded."""
        from croupier.rules.signs import read_printing

        return read_printing(self.chain, self.clauses)

    @cached_property
    def tournaments(self) -> TournamentRules | None:
        """What the text says about tournaments; None if it says nothing."""
        from croupier.rules.tournaments import read_tournaments

        return read_tournaments(self.chain, self.clauses)

    def procedure(self, wheel: WheelId) -> Procedure:
        """How rounds are run at that wheel; each game has its own steps."""
        return self._procedures[self.plan(wheel).game]

    def chips(self, wheel: WheelId) -> ChipRules:
        """The chip rules at that wheel."""
        return self._chips[self.plan(wheel).game]

    @cached_property
    def _chips(self) -> Mapping[str, ChipRules]:
        from croupier.rules.chips import read_chips

        return read_chips(self.chain, self.clauses, self.games, [*self.wagers, *self.customary])

    @cached_property
    def _procedures(self) -> Mapping[str, Procedure]:
        from croupier.rules.procedure_reader import read_procedures

        return read_procedures(self.chain, self.clauses)

    def table(
        self,
        wheel: str | None = None,
        *,
        zero: str | None = None,
        on: datetime.date | None = None,
        **choices: object,
    ) -> Rules:
        """The rules of a table under this book; raises every problem with the choices.

        `wheel` defaults to the book's first. `choices` are those of a table in a house file: layout, offers, withholds,
        pays, limits, sections, arrangement, stops, clapper, coupons.
        """
        from croupier.rules.assembly import table_of

        chosen = {"wheel": wheel or self.default_wheel, **({"zero": str(zero)} if zero is not None else {}), **choices}
        return table_of(self, chosen, on)

    def in_force(self, day: datetime.date) -> bool:
        """Whether the text was in force that day; the first and last day count."""
        begun = self.in_force_from is None or self.in_force_from <= day
        return begun and (self.in_force_until is None or day <= self.in_force_until)

    @property
    def validity(self) -> str:
        """The days in force, in words."""
        if self.in_force_from is None:
            return "undated"
        return f"{self.in_force_from} to {self.in_force_until}" if self.in_force_until else f"from {self.in_force_from}"
