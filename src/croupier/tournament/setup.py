"""The setup of a tournament: who conducts it, its events and rounds, what is collected, and the prizes."""

from __future__ import annotations

import datetime
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from croupier.terms.money import Cents
from croupier.tournament.points import Points


class TieRule(StrEnum):
    """How equal points are decided."""

    PLAY_OFF = "play-off"
    """Tied players play further games until one has more points."""
    DRAW = "draw"
    """Lots are drawn before witnesses."""
    SHARE = "share"
    """At a cut, all tied players advance; at the end, they share the prizes of their places."""


class RoundChips(StrEnum):
    """The chips with which a round after the first starts."""

    FRESH = "fresh"
    CARRIED = "carried"


class PrizeKind(StrEnum):
    SHARE = "share"
    CASH = "cash"
    ITEM = "item"
    VOUCHER = "voucher"


class PrizePlan(Struct, frozen=True, omit_defaults=True):
    """One prize of an event: a share of its pool, fixed cash, an item with its cash value, or a voucher."""

    place: int
    kind: PrizeKind
    part: str = ""
    """The share of the pool after all other prizes, such as 1/2."""
    amount: Cents = Cents(0)
    """The cash, or the cash value of the item or voucher."""
    item: str = ""
    event: str = ""
    """The later event that a voucher admits to."""

    @property
    def share(self) -> Fraction:
        return Fraction(self.part) if self.part else Fraction(0)


class RoundPlan(Struct, frozen=True, omit_defaults=True):
    """One round: how many games each table plays, and who advances. The last round of an event has no cut."""

    games: int
    chips: RoundChips = RoundChips.CARRIED
    best_of_table: int = 0
    """How many of each table advance."""
    best: int = 0
    """How many of all players advance."""
    second_chance: int = 0
    """How many of the others advance too, best first."""
    secret_last: bool = False
    """Wagers of the last game are secret until it is settled."""
    cap: Points | None = None
    """The most points of one wager, in initial rounds only."""


class PurchasePlan(Struct, frozen=True, omit_defaults=True):
    """Chips that every player may purchase after the initial buy-in."""

    price: Cents
    points: Points
    most: int | None = None
    """How often one player may purchase; None for no limit."""
    until_round: int = 1
    """The last round in which they may be purchased."""
    broke_only: bool = True
    """Only by a player who has no chips left."""
    conditions: str = ""


class EventPlan(Struct, frozen=True, omit_defaults=True):
    """One event of the tournament."""

    id: str
    title: str
    points: Points
    tables: int
    seats: int
    rounds: tuple[RoundPlan, ...]
    prizes: tuple[PrizePlan, ...]
    fee: Cents = Cents(0)
    buy_in: Cents = Cents(0)
    purchase: PurchasePlan | None = None
    fee_items: dict[str, Cents] = {}
    """Items accepted as the entry fee, with the cash value set for each."""
    buy_in_items: dict[str, Cents] = {}
    guaranteed: Cents = Cents(0)
    """The least that the pool holds, guaranteed by the house."""
    late_round: int = 0
    """The last round in which entries and re-entries are taken; 0 means until seats are drawn."""

    @property
    def is_free(self) -> bool:
        """Whether there is neither an entry fee nor a buy-in."""
        return not self.fee and not self.buy_in

    @property
    def buy_ins_max(self) -> Cents | None:
        """The total of all allowable buy-ins of one entry; None if the rules set no limit."""
        if self.purchase is None:
            return self.buy_in
        return None if self.purchase.most is None else Cents(self.buy_in + self.purchase.most * self.purchase.price)

    @property
    def room(self) -> int:
        return self.tables * self.seats


class ColorValue(Struct, frozen=True):
    """The points of a chip of one color."""

    color: str
    points: Points


class ChipPlan(Struct, frozen=True, omit_defaults=True):
    """The tournament chips: who approved them, whether they have a printed number, and the points of each color."""

    approval: str
    numbered: bool = True
    non_negotiable: bool = True
    colors: tuple[ColorValue, ...] = ()


class TournamentSetup(Struct, frozen=True, omit_defaults=True):
    """All rules of one tournament."""

    id: str
    title: str
    book: str
    house: str
    """The licensee that conducts it; the responsible one, if there are several."""
    premises: str
    first_day: datetime.date
    last_day: datetime.date
    events: tuple[EventPlan, ...]
    chips: ChipPlan
    tie: TieRule | None
    final_round: str = ""
    """How the final round is determined, in words."""
    conclusion: str = ""
    """How the tournament is concluded, in words."""
    table: dict[str, object] = {}
    """The choices of a table of the book: wheel, zero rule, layout, wagers."""
    licensees: tuple[str, ...] = ()
    """All licensees, if several conduct it jointly."""
    designated: str = ""
    security: bool = False
    """The premises meet the security and surveillance requirements."""
    internal_controls: bool = False
    """The premises meet the internal control minimum procedures."""
    office: str = ""
    """The local office of the regulator where the rules are filed."""
    criteria: str = ""
    criteria_related: str = ""
    """How the criteria are related to gaming."""
    re_entries: int = 0
    """How often a player may enter again after being eliminated; each is a new and separate entry."""
    split: bool = False
    """The remaining players may agree to split the prizes."""
    refunds: bool = True
    """A player who withdraws before the event starts gets a refund."""
    overall: str = ""
    """How a series determines its overall winner."""
    house_rules: str = ""
    """The standard house rules; if empty, a fixed sentence replaces them."""
    changes: tuple[str, ...] = ()
    """House rules that change the normal play of the game."""
    initial_rounds: int = 1
    """How many rounds of each event are initial rounds."""
    demonstration: bool = False
    """A demonstration: nobody pays, prizes are play money, and anybody may join. No text applies to it."""
    wager_max: Cents | None = None
    """The largest single wager that the house may accept, which limits the initial rounds."""

    @property
    def is_joint(self) -> bool:
        return len(self.licensees) > 1

    @property
    def is_series(self) -> bool:
        return len(self.events) > 1

    def event(self, id: str) -> EventPlan | None:
        return next((each for each in self.events if each.id == id), None)
