"""The state of one table: the sum of its events so far.

One writer owns a table and changes it in place through `evolve`; everybody else sees views.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct, field

from croupier.equipment.signs import DueSigns
from croupier.equipment.state import DAY_MS, Equipment, EquipmentRules
from croupier.game.zero import Choice
from croupier.rules.approval import Approval
from croupier.rules.chip_set import ChipSet, ValueChip
from croupier.rules.chips import ChipRules
from croupier.rules.procedure import Procedure
from croupier.rules.table import Rules
from croupier.rules.tips import tip_message
from croupier.rules.wagers import Chips
from croupier.table.command import ForTwo
from croupier.table.money_command import SlipKind
from croupier.table.standing_wagers import StandingWager, Wagers
from croupier.table.values import Action, Direction, NoSpinReason
from croupier.terms.citation import Authority
from croupier.terms.coded_message import CodedMessage
from croupier.terms.wording import Wording

RESULTS_KEPT = 100
AUTOMATIC_DEALER = "automatic dealer"
"""The name of the program that deals demonstration tables; no person may have it."""
AUTOMATIC_SUPERVISOR = "automatic supervisor"
"""The name under which the program inspects and opens a demonstration table; no person may have it."""
SERVICE_DEALER = "service"
"""The name under which the service calls no more bets when it stops; no person may have it."""
SECOND_PERSON_ABOVE = 1_000_000
"""$10,000, unless the house sets another amount."""
TIP_BOX_CLAIM = "the tip box"
"""The name of the claim for tips that a wrong number paid."""


class Phase(StrEnum):
    """The phases of a round; the procedure of the game selects and orders them."""

    CLOSED = "closed"
    BETTING = "betting"
    IN_TRACK = "in-track"
    NO_MORE_BETS = "no-more-bets"
    SPINNING = "spinning"
    """The ball or wheel turns after no more bets was called."""
    AT_REST = "at-rest"
    CROWNED = "crowned"
    COLLECTED = "collected"
    PAID = "paid"


class Setup(Struct, frozen=True):
    """How a house runs one table, apart from the rules that settle wagers."""

    number: str
    seats: int = 8
    electronic: bool = False
    """Players bet at electronic terminals (EBTs), with electronic chips only."""
    terminals_approved: str = ""
    """Who approved the terminals, and when, if the text itself does not accept electronic chips."""
    central_screen: bool = True
    """A screen shows the felt to everybody; without one, two players may have the same electronic color."""
    value_chips: tuple[ValueChip, ...] = ()
    """The house's value chips and plaques; customary ones by default."""
    prison_ms: int = 30_000
    """How long a player has to choose for a wager in prison."""
    silence: Choice | None = None
    """What the house has posted for a player who does not choose in prison; None if it has posted nothing."""
    tip_wagers: bool = True
    tip_wager_max: int | None = None
    """The most that a player may wager for the dealers on one spin."""
    tip_wagers_on: tuple[str, ...] = ()
    """The wagers or groups of wagers that may be made for the dealers; empty means all."""
    demonstration: bool = False
    """A demonstration, not played for money: the automatic dealer may deal, and every page shows a notice."""
    external_parts: bool = False
    """The wheel has external movable parts."""
    inspection_ms: int = DAY_MS
    """How old the inspection before an opening may be."""
    secure_place: str = ""
    """The approved place outside the floor where the wheel may be adjusted."""
    second_person_above: int = SECOND_PERSON_ABOVE
    """The most that one person may award, correct or settle alone; above it a second person has to agree."""
    house_rules: tuple[str, ...] = ()
    """The house's own rules, posted with those of the text."""
    jackpot_rules: tuple[str, ...] = ()
    """The house's jackpot award rules; empty if there is no jackpot."""
    sign_approvals: dict[str, Approval] = {}
    """Who approved the text and the place of each sign."""
    signs_recorded: bool = False
    """The table opens only if every required sign is on record as posted."""
    odds_word: str = "to"
    """How printed odds are worded: to or win."""
    plays_day: datetime.date | None = None
    """The past day that the house plays, shown on every page; None for today."""


WholeLosses = tuple[Mapping[str, Authority], frozenset[str]]
"""The spots that lose everything, with the authority; and all spots that lose or keep everything."""


class TableRules(Struct, frozen=True, dict=True):
    """All rules of one table; its records refer to them by `document` and `digest`."""

    betting: Rules
    setup: Setup
    document: str = ""
    digest: str = ""
    superseded: bool = False
    """The house has new rules: the table continues under these until it closes, and does not open again."""

    @cached_property
    def procedure(self) -> Procedure:
        return self.betting.book.procedure(self.betting.choices.wheel)

    @cached_property
    def chips(self) -> ChipRules:
        return self.betting.book.chips(self.betting.choices.wheel)

    @cached_property
    def chip_set(self) -> ChipSet:
        """The value chips and plaques of the house."""
        return ChipSet(self.setup.value_chips) if self.setup.value_chips else self.chips.chip_set

    @cached_property
    def own_chips(self) -> Chips:
        """The kind of a player's own chips."""
        return Chips.ELECTRONIC if self.setup.electronic else Chips.NON_VALUE

    @cached_property
    def terminals_allowed(self) -> bool:
        """Whether players may bet at terminals: the text accepts electronic chips, or they were approved."""
        return self.chips.accepts(Chips.ELECTRONIC) or bool(self.setup.terminals_approved)

    @cached_property
    def room(self) -> Mapping[str, range]:
        """The stakes that each spot admits in a player's own chips, for the spots that accept them."""
        rule = self.chips.kinds[self.own_chips]
        if self.setup.electronic:
            return self.betting.room if self.terminals_allowed else {}
        return {spot: room for spot, room in self.betting.room.items() if rule.takes(self.betting.layout[spot])}

    @cached_property
    def tip_restriction(self) -> str | None:
        """The restriction on wagers for the dealers, as posted and enforced; None if there is none."""
        said = self.tip_message
        return Wording(currency=self.betting.book.money.currency).say("posted", said) if said else None

    @property
    def tip_message(self) -> CodedMessage | None:
        """The same as code and facts."""
        setup = self.setup
        return tip_message(setup.tip_wagers, setup.tip_wager_max, setup.tip_wagers_on)

    @cached_property
    def due_signs(self) -> DueSigns:
        """The exact text of every sign required at the table."""
        from croupier.table.signs import due_signs

        return due_signs(self)

    @cached_property
    def equipment(self) -> EquipmentRules:
        setup = self.setup
        covered = bool(self.betting.game.wheel.void)
        return EquipmentRules(self.procedure, covered, setup.external_parts, setup.inspection_ms, setup.secure_place)

    @cached_property
    def whole_losses(self) -> dict[tuple[str, bool], WholeLosses]:
        """What each result, and a clapper after it, does to the spots: settled when it is called the first time."""
        return {}


class Seat(Struct):
    """A player's place: chips by kind in cents, and the color, design and value of the player's own chips."""

    player: str
    color: str = ""
    design: str = ""
    value: int = 0
    stacks: dict[Chips, int] = {}
    last: Wagers | None = None
    """The wagers of the seat's last settled round, for a rebet."""

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


class SettledSeat(Struct):
    """The wagers of one seat in the last settled round, kept for a correction."""

    player: str
    wagers: Wagers
    kept: dict[str, int] = {}
    """Winnings plus returned stake of the wagers that kept anything, by the stake's key."""


class Directed(Struct):
    """A supervisor's direction about an irregularity, and whether the dealer has carried it out."""

    action: Action
    number: str
    why: str
    carried_out: bool = False


class PendingCorrection(Struct):
    """A correction that waits for players to choose, because the right number puts their wagers in prison."""

    number: str
    choose_until: int
    choices: dict[int, dict[str, Choice]] = {}
    """By seat and spot."""


class Dispute(Struct):
    round: int
    what: str
    player: str
    """The player concerned; empty if the dealer raised it for nobody."""
    decided: bool = False


class OpenSlip(Struct):
    """An open fill or credit, and the people who have taken part in it."""

    kind: SlipKind
    chips: dict[int, int]
    people: list[str]
    prepared: bool = False
    carried: bool = False

    @property
    def amount(self) -> int:
        return slip_amount(self.chips)


def slip_amount(chips: Mapping[int, int]) -> int:
    """The value of chips, counted by denomination."""
    return sum(denomination * count for denomination, count in chips.items())


class CouponInPlay(Struct, frozen=True):
    """A coupon with a wager of this seat on this spot."""

    face: int
    seat: int
    spot: str


class SecondRequest(Struct, frozen=True):
    """A request that waits for a second person."""

    command: ForTwo
    amount: int


class Table(Struct):
    """The state of one table."""

    phase: Phase = Phase.CLOSED
    round: int = 0
    number: str = ""
    dealer: str = ""
    supervisor: str = ""
    rules_hash: str = ""
    tournament: str = ""
    """The tournament that the table is open for; empty if it plays for money."""
    tournament_event: str = ""
    seats: dict[int, Seat] = field(default_factory=dict)
    wagers: dict[int, Wagers] = field(default_factory=dict)
    """The wagers on the layout by seat; seats without wagers are left out."""
    spin: Spin = field(default_factory=Spin)
    verbal: dict[int, dict[str, int]] = field(default_factory=dict)
    """The cash of verbal wagers that the dealer has yet to confirm, by seat and spot, oldest first."""
    turned: Direction | None = None
    """The direction of the wheel in the last settled round."""
    ball_out: bool = False
    irregularity: str = ""
    """The reported irregularity; empty once the supervisor has observed the action."""
    directed: Directed | None = None
    correction: PendingCorrection | None = None
    ended: bool = False
    """No more spins until the table opens again."""
    disputes: dict[int, Dispute] = field(default_factory=dict)
    results: list[str] = field(default_factory=list)
    settled: dict[int, SettledSeat] = field(default_factory=dict)
    """The last settled round, or the one being settled, by seat."""
    settled_round: int = 0
    settled_number: str = ""
    settled_between: bool = False
    house_float: int = 0
    """The float according to the records; a count may differ."""
    drop: int = 0
    tips: int = 0
    coupons: int = 0
    """The face value of the collected coupons."""
    claims: dict[str, int] = field(default_factory=dict)
    """Claims that corrections left: what a player owes, or is owed (negative)."""
    slips: dict[int, OpenSlip] = field(default_factory=dict)
    """Open slips by number."""
    slip_last: int = 0
    devices: dict[str, int] = field(default_factory=dict)
    """The counter of the last message of each device, by its name."""
    tickets: dict[str, int] = field(default_factory=dict)
    """Unredeemed tickets by number."""
    ticket_last: int = 0
    coupons_open: dict[str, int] = field(default_factory=dict)
    """The face value of coupons issued but not presented, by serial."""
    coupons_in_play: dict[str, CouponInPlay] = field(default_factory=dict)
    coupons_met: dict[str, CouponInPlay] = field(default_factory=dict)
    """Coupons collected in the round being settled, in case the collection is put back."""
    seconds: dict[int, SecondRequest] = field(default_factory=dict)
    """Requests that wait for a second person, by number."""
    second_last: int = 0
    collecting: bool = False
    """Losers are being collected, and more events of the collection follow."""
    equipment: Equipment = field(default_factory=Equipment)
    last_at: int = 0

    def standing(self) -> Iterator[StandingWager]:
        """Every wager on the layout, seat by seat."""
        for wagers in self.wagers.values():
            yield from wagers.values()

    def on_spot(self, seat: int, spot: str) -> int:
        """The total of a seat on a spot, in chips of any kind."""
        wagers = self.wagers.get(seat)
        return wagers.on(spot) if wagers is not None else 0
