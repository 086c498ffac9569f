"""The state of one table: what all its events so far add up to.

One writer owns a table and changes it in place through `evolve`; everybody else sees views.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from functools import cached_property
from itertools import chain

from msgspec import Struct, field

from croupier.game.settlement import Choice
from croupier.pit.state import Equipment, EquipmentRules
from croupier.rules.procedure import Procedure, procedure
from croupier.rules.table import Rules
from croupier.rules.wagers import Chips
from croupier.table.command import Direction, NoSpinReason
from croupier.table.event import Stake

RESULTS_KEPT = 100
TIP_BOX_CLAIM = "the tip box"
"""Under this name a claim is open against the tips that a wrong number had paid."""
VALUE_COLORS = ("white", "red", "green", "black", "purple")
"""The colors of value chips ($1, $5, $25, $100, $500), which no player's own chips may have."""


class Phase(StrEnum):
    """Where a round stands. Betting is open in the first two of a round (Big Six: in the first)."""

    CLOSED = "closed"
    BETTING = "betting"
    IN_TRACK = "in-track"
    NO_MORE_BETS = "no-more-bets"
    SPINNING = "spinning"
    """The Big Six wheel turns; bets were closed before."""
    AT_REST = "at-rest"
    CROWNED = "crowned"
    COLLECTED = "collected"
    PAID = "paid"


class Setup(Struct, frozen=True):
    """How a house runs one table beyond what decides its wagers."""

    number: str
    seats: int = 8
    electronic: bool = False
    """Players bet at electronic terminals (EBTs), with electronic chips alone."""
    central_screen: bool = True
    """A screen simulates the felt for all; without one, electronic colors may be alike."""
    prison_ms: int = 30_000
    """How long a player may think about a wager in prison before half of it goes back."""
    tip_wagers: bool = True
    tip_wager_max: int | None = None
    """The posted restriction on wagers for the dealers."""
    demonstration: bool = False
    """No money is played for: the automatic dealer may deal, and every page says so."""
    external_parts: bool = False
    """The wheel has external movable parts."""
    secure_place: str = ""
    """The approved place outside the floor where the wheel may be adjusted."""


class TableRules(Struct, frozen=True, dict=True):
    """Everything that decides at one table; `document` and `digest` are how its records name it."""

    rules: Rules
    setup: Setup
    document: str = ""
    digest: str = ""

    @cached_property
    def procedure(self) -> Procedure:
        return procedure(self.rules.book.id, self.rules.choices.wheel)

    @cached_property
    def equipment(self) -> EquipmentRules:
        setup = self.setup
        return EquipmentRules(self.procedure, self.rules.choices.wheel, setup.external_parts, setup.secure_place)


class Standing(Struct, frozen=True, gc=False):
    """A wager on the layout. It never changes, so that the last settled round can hold it as it stood."""

    stake: Stake
    coupon: int = 0
    imprisoned: bool = False
    choice: Choice | None = None

    @property
    def apart(self) -> bool:
        """Whether it is settled on its own and not with its spot."""
        return self.imprisoned or self.coupon > 0


class Wagers(Struct):
    """What stands for one seat. A plain wager, in the player's own chips and nothing more, is an amount on a spot."""

    seat: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    """Of the plain wagers: a player's own chips are of one kind and color at a time."""
    plain: dict[str, int] = {}
    others: dict[str, Standing] = {}
    """By the stake's key: in other chips, for the dealers, with a coupon, with a choice made, or in prison."""

    def __len__(self) -> int:
        return len(self.plain) + len(self.others)

    def __iter__(self) -> Iterator[str]:
        return chain(self.plain, self.others)

    def values(self) -> Iterator[Standing]:
        return chain(map(self._standing, self.plain), self.others.values())

    def items(self) -> Iterator[tuple[str, Standing]]:
        """Every wager by the key of its stake."""
        return zip(self, self.values(), strict=True)

    def get(self, key: str) -> Standing | None:
        return self._standing(key) if key in self.plain else self.others.get(key)

    def is_plain(self, chips: Chips, color: str) -> bool:
        """Whether the plain wagers are in such chips."""
        return self.chips is chips and self.color == color

    def over(self, spots: Collection[str]) -> Iterator[Standing]:
        """Every wager on one of these spots."""
        for spot in spots:
            if spot in self.plain:
                yield self._standing(spot)
        for each in self.others.values():
            if each.stake.spot in spots:
                yield each

    def on(self, spot: str) -> int:
        """All that stands on a spot, of whatever chips."""
        plain = self.plain.get(spot, 0)
        if not self.others:
            return plain
        return plain + sum(each.stake.amount for each in self.others.values() if each.stake.spot == spot)

    @property
    def total(self) -> int:
        return sum(self.plain.values()) + sum(each.stake.amount for each in self.others.values())

    def copy(self) -> Wagers:
        return Wagers(self.seat, self.chips, self.color, self.plain.copy(), self.others.copy())

    def _standing(self, spot: str) -> Standing:
        return Standing(Stake(self.seat, spot, self.chips, self.color, tip=False, amount=self.plain[spot]))


class Seat(Struct):
    """A player's place: chips by kind in cents, the own color and the value of one such chip."""

    player: str
    color: str = ""
    value: int = 0
    stacks: dict[Chips, int] = {}
    last: Wagers | None = None
    """What stood for the seat when it last had wagers in a settled round, for a rebet."""

    @property
    def total(self) -> int:
        return sum(self.stacks.values())


class Spin(Struct):
    wheel: Direction | None = None
    ball: Direction | None = None
    called: bool = False
    number: str = ""
    between: bool = False
    irregular: NoSpinReason | None = None
    choose_until: int = 0
    fifths_moved: bool = False


class Settled(Struct):
    """The wagers of one seat in the last settled round as they stood: the ground of a correction."""

    player: str
    wagers: Wagers
    kept: dict[str, int] = {}
    """Winnings and returned stake together, by the stake's key, of the wagers that kept anything."""


class Dispute(Struct):
    round: int
    what: str
    player: str
    """Whose affair it is; empty when the dealer raised it for nobody."""
    decided: bool = False


class Table(Struct):
    """One table between two events."""

    phase: Phase = Phase.CLOSED
    round: int = 0
    number: str = ""
    dealer: str = ""
    supervisor: str = ""
    rules_hash: str = ""
    seats: dict[int, Seat] = field(default_factory=dict)
    wagers: dict[int, Wagers] = field(default_factory=dict)
    """What stands on the layout, by seat; a seat without wagers is not here."""
    spin: Spin = field(default_factory=Spin)
    verbal: dict[int, dict[str, int]] = field(default_factory=dict)
    """The cash of the spoken wagers that wait for the dealer's word, by seat and spot, in the order of speaking."""
    ball_out: bool = False
    irregularity: str = ""
    disputes: dict[int, Dispute] = field(default_factory=dict)
    results: list[str] = field(default_factory=list)
    settled: dict[int, Settled] = field(default_factory=dict)
    """The last settled round, or the one that is being settled, by seat."""
    settled_round: int = 0
    settled_number: str = ""
    settled_between: bool = False
    house_float: int = 0
    """What the records say is in the float; a count may differ."""
    drop: int = 0
    tips: int = 0
    coupons: int = 0
    """The face of the coupons collected."""
    claims: dict[str, int] = field(default_factory=dict)
    """What a correction left open: what a player still owes, or is owed (negative)."""
    collecting: bool = False
    """Losers are being collected, and more records of it come."""
    equipment: Equipment = field(default_factory=Equipment)
    last_at: int = 0

    def standing(self) -> Iterator[Standing]:
        """Every wager on the layout, seat by seat."""
        for wagers in self.wagers.values():
            yield from wagers.values()

    def on_spot(self, seat: int, spot: str) -> int:
        """All that a seat has on a spot, of whatever chips."""
        wagers = self.wagers.get(seat)
        return wagers.on(spot) if wagers is not None else 0
