"""Events of a table. Their tags are permanent and independent of the class names.

Each event declares its audience, and marks the fields that only some of it may see.
"""

from __future__ import annotations

from croupier.equipment.event import PitEvent
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table.money_event import ClaimSettled as ClaimSettled  # noqa: PLC0414
from croupier.table.money_event import CouponPresented as CouponPresented  # noqa: PLC0414
from croupier.table.money_event import CouponsIssued as CouponsIssued  # noqa: PLC0414
from croupier.table.money_event import DeviceHeard as DeviceHeard  # noqa: PLC0414
from croupier.table.money_event import DropCounted as DropCounted  # noqa: PLC0414
from croupier.table.money_event import SecondDenied as SecondDenied  # noqa: PLC0414
from croupier.table.money_event import SecondGiven as SecondGiven  # noqa: PLC0414
from croupier.table.money_event import SlipAccepted as SlipAccepted  # noqa: PLC0414
from croupier.table.money_event import SlipCarried as SlipCarried  # noqa: PLC0414
from croupier.table.money_event import SlipPrepared as SlipPrepared  # noqa: PLC0414
from croupier.table.money_event import SlipRequested as SlipRequested  # noqa: PLC0414
from croupier.table.money_event import SlipVoided as SlipVoided  # noqa: PLC0414
from croupier.table.money_event import TicketPrinted as TicketPrinted  # noqa: PLC0414
from croupier.table.money_event import TicketRedeemed as TicketRedeemed  # noqa: PLC0414
from croupier.table.stake import Collected, Freed, KeptBySeat, Payment, Returned, Share, Stake, Swept, Uncollected
from croupier.table.values import Action, BallFate, Direction, Funds, NoSpinReason
from croupier.terms.audience import (
    ALL,
    FELT,
    OWN,
    STAFF,
    Audience,
    House,
    Own,
    OwnerAndHouse,
    RecordOnly,
    Staff,
    WagersBySeat,
)
from croupier.terms.citation import Authority
from croupier.terms.message import Event as Event  # noqa: PLC0414 (re-exported as the base class)


class TableOpened(Event, frozen=True, tag="table-opened/1"):
    """Records the rules in force by book, choices and hash."""

    audience = ALL
    number: RecordOnly[str]
    book: RecordOnly[str]
    rules: RecordOnly[str]
    rules_hash: RecordOnly[str]
    dealer: Staff[str]
    supervisor: Staff[str]
    float_count: House[int]


class OpenedForTournament(Event, frozen=True, tag="opened-for-tournament/1"):
    """The preceding opening is for an event of a tournament, which records the points itself."""

    audience = ALL
    tournament: str
    event: str


class TableClosed(Event, frozen=True, tag="table-closed/1"):
    """`float_book` is the float according to the records; a difference is recorded as it is."""

    audience = ALL
    float_count: House[int]
    float_book: House[int]


class ShiftChanged(Event, frozen=True, tag="shift-changed/1"):
    audience = STAFF
    dealer: str
    supervisor: str
    float_count: House[int]
    float_book: House[int]


class StaffRelieved(Event, frozen=True, tag="staff-relieved/1"):
    """These two now act at the table; the shift and its float continue."""

    audience = STAFF
    dealer: str
    supervisor: str


class PlayEnded(Event, frozen=True, tag="play-ended/1"):
    """No more spins until the table opens again. `freed` wagers were in prison, `returned` ones were not.

    A long round takes several of these in one commit.
    """

    audience = ALL
    returned: WagersBySeat[tuple[Returned, ...]]
    freed: WagersBySeat[tuple[Freed, ...]]


class FloatMoved(Event, frozen=True, tag="float-moved/1"):
    audience = Audience.HOUSE
    amount: int
    slip: str


class SeatTaken(Event, frozen=True, tag="seat-taken/1"):
    audience = FELT
    seat: int
    player: Own[str]


class SeatLeft(Event, frozen=True, tag="seat-left/1"):
    audience = FELT
    seat: int


class ChipsSet(Event, frozen=True, tag="chips-set/1"):
    audience = FELT
    seat: int
    color: str
    value: Own[int]
    design: str = ""


class ChipsBought(Event, frozen=True, tag="chips-bought/1"):
    audience = OWN
    seat: int
    amount: int
    funds: Funds
    chips: Chips


class ChipsBrought(Event, frozen=True, tag="chips-brought/1"):
    audience = OWN
    seat: int
    amount: int


class ColoredUp(Event, frozen=True, tag="colored-up/1"):
    """Chips were exchanged for another kind: on request, or because a payment was not whole chips of the first kind."""

    audience = OWN
    seat: int
    amount: int
    chips: Chips
    into: Chips


class CashedOut(Event, frozen=True, tag="cashed-out/1"):
    audience = OWN
    seat: int
    amount: int
    chips: Chips


class TipGiven(Event, frozen=True, tag="tip-given/1"):
    audience = OWN
    seat: int
    amount: int
    chips: Chips


class WagerPlaced(Event, frozen=True, tag="wager-placed/1"):
    """The stake stands on the spot until the round is settled or voided.

    `instructed` means that the dealer placed it on the instruction of the player, who is responsible for its position.
    """

    audience = FELT
    stake: Stake
    coupon: int
    instructed: bool


class WagerMoved(Event, frozen=True, tag="wager-moved/1"):
    audience = FELT
    stake: Stake
    to: str
    instructed: bool


class WagerTakenDown(Event, frozen=True, tag="wager-taken-down/1"):
    """The stake is the player's again; the coupon too, if the whole stake was taken down."""

    audience = FELT
    stake: Stake
    coupon: int
    instructed: bool


class WagersChanged(Event, frozen=True, tag="wagers-changed/1"):
    """Many wagers of one seat changed at once: those taken down, with their coupons, then those placed."""

    audience = FELT
    taken: tuple[Returned, ...]
    placed: tuple[Stake, ...]
    instructed: bool

    @property
    def seat(self) -> int:
        return self.placed[0].seat if self.placed else self.taken[0].stake.seat


class VerbalWagerOffered(Event, frozen=True, tag="verbal-wager-offered/1"):
    audience = FELT
    seat: int
    spot: str
    cash: int


class VerbalWagerConfirmed(Event, frozen=True, tag="verbal-wager-confirmed/1"):
    """The cash went into the drop box, and value chips for it are on the spot."""

    audience = FELT
    stake: Stake


class LateBetReturned(Event, frozen=True, tag="late-bet-returned/1"):
    audience = FELT
    seat: int
    spot: str
    stake: int


class BallSpun(Event, frozen=True, tag="ball-spun/2"):
    """`irregular` says why the directions make the spin invalid, if they do."""

    audience = ALL
    wheel: Direction
    ball: Direction
    irregular: Staff[NoSpinReason | None]


class WheelSpun(Event, frozen=True, tag="wheel-spun/2"):
    audience = ALL
    wheel: Direction
    irregular: Staff[NoSpinReason | None]


class NoMoreBetsCalled(Event, frozen=True, tag="no-more-bets-called/2"):
    """`waved` says whether the dealer waved a hand over the layout."""

    audience = ALL
    waved: bool


class NumberAnnounced(Event, frozen=True, tag="number-announced/2"):
    """`choose_until` is when choices in prison end, in a game without a crown; 0 otherwise."""

    audience = ALL
    number: str
    revolutions: int
    between: bool
    choose_until: int


class NoSpinCalled(Event, frozen=True, tag="no-spin-called/2"):
    """Every wager stands, and the spin is repeated. `ball` says how the attempt to remove the ball ended."""

    audience = ALL
    reason: NoSpinReason
    authority: Authority
    ball: BallFate


class BallInspected(Event, frozen=True, tag="ball-inspected/1"):
    audience = STAFF
    fit: bool
    note: str


class IrregularityReported(Event, frozen=True, tag="irregularity-reported/1"):
    audience = ALL
    what: Staff[str]


class IrregularityDecided(Event, frozen=True, tag="irregularity-decided/2"):
    """The supervisor has directed an action. `done` is set in old records, where the decision also ended it."""

    audience = ALL
    decision: Staff[str]
    why: Staff[str]
    action: Action
    number: str
    done: RecordOnly[bool]


class DirectionCarriedOut(Event, frozen=True, tag="direction-carried-out/1"):
    """The dealer has carried out the direction; the events of the same commit hold what it changed."""

    audience = ALL
    action: Action
    number: str


class ActionObserved(Event, frozen=True, tag="action-observed/1"):
    """The supervisor has observed the action, which ends the irregularity."""

    audience = ALL
    note: Staff[str]


class CollectionReturned(Event, frozen=True, tag="collection-returned/1"):
    """Everything collected from these seats is back in place, coupons included. `last` closes the step."""

    audience = ALL
    seats: RecordOnly[tuple[Uncollected, ...]]
    last: RecordOnly[bool]


class RoundVoided(Event, frozen=True, tag="round-voided/1"):
    """Every wager of the round goes back to its player; one in prison stays there and waits for a spin.

    `last` closes the step; a long round takes several of these in one commit.
    """

    audience = ALL
    round: int
    why: Staff[str]
    authority: Authority
    wagers: WagersBySeat[tuple[Returned, ...]]
    last: RecordOnly[bool]


class NumberSetRight(Event, frozen=True, tag="number-set-right/1"):
    """The number was announced wrongly, and another one counts. Nothing had been paid yet."""

    audience = ALL
    was: str
    number: str


class CrownPlaced(Event, frozen=True, tag="crown-placed/1"):
    """`choose_until` is when choices in prison end; 0 if there is nothing to choose."""

    audience = ALL
    number: str
    choose_until: int


class PrisonChosen(Event, frozen=True, tag="prison-chosen/1"):
    audience = OWN
    seat: int
    spot: str
    choice: Choice


class FifthsMoved(Event, frozen=True, tag="fifths-moved/1"):
    """The fifth of each winning five-adjacent wager that now stands on the winning number.

    A long round takes several of these in one commit.
    """

    audience = ALL
    number: str
    wagers: WagersBySeat[tuple[Stake, ...]]


class LosersCollected(Event, frozen=True, tag="losers-collected/1"):
    """Every wager of `seats` on `spots` is taken whole, except for those in prison or with a coupon.

    Those, and wagers that lose only a part, are listed in `wagers`. `seats` and `spots` add up the same money twice.
    `last` closes the step; a long round takes several of these in one commit.
    """

    audience = ALL
    spots: RecordOnly[tuple[Swept, ...]]
    seats: RecordOnly[tuple[Share, ...]]
    wagers: WagersBySeat[tuple[Collected, ...]]
    last: RecordOnly[bool]


class WinnersPaid(Event, frozen=True, tag="winners-paid/1"):
    audience = ALL
    wagers: WagersBySeat[tuple[Payment, ...]]
    last: RecordOnly[bool]


class CrownLifted(Event, frozen=True, tag="crown-lifted/1"):
    """The round is over and the layout is open again."""

    audience = ALL
    round: int


class DisputeRaised(Event, frozen=True, tag="dispute-raised/1"):
    """`player` is the player concerned; empty if there is none."""

    audience = OWN
    dispute: int
    round: int
    what: str
    player: str


class DisputeDecided(Event, frozen=True, tag="dispute-decided/1"):
    audience = OWN
    dispute: int
    decision: str
    why: str


class BalanceCorrected(Event, frozen=True, tag="balance-corrected/1"):
    """A compensating payment between float and stack.

    What a stack cannot give back, or what is owed to a player who has left, is `claimed`: owed by the player if
    positive, to the player if negative.
    """

    audience = OWN
    seat: int
    player: str
    chips: Chips
    paid: int
    claimed: OwnerAndHouse[int]
    round: int
    why: str


class TipsCorrected(Event, frozen=True, tag="tips-corrected/1"):
    """A compensating payment between float and tip box; what the box can no longer give back is `claimed`."""

    audience = STAFF
    amount: House[int]
    claimed: House[int]
    round: int
    why: House[str]


class CorrectionBegun(Event, frozen=True, tag="correction-begun/1"):
    """The right number gives players a choice in prison; the number is corrected after they have chosen."""

    audience = ALL
    round: int
    was: str
    number: str
    why: Staff[str]
    choose_until: int


class NumberCorrected(Event, frozen=True, tag="number-corrected/2"):
    """`released` are wagers that only the wrong number put in prison; they go back to their players first.

    `kept` is what each wager of the round keeps under the right number; seats that keep nothing are left out.
    `imprisoned` are wagers that the right number puts in prison; their chips come from the float.
    A long round takes several of these in one commit.
    """

    audience = ALL
    round: int
    was: str
    number: str
    why: Staff[str]
    released: WagersBySeat[tuple[Stake, ...]]
    kept: RecordOnly[tuple[KeptBySeat, ...]]
    imprisoned: RecordOnly[tuple[Stake, ...]]


class SecondAsked(Event, frozen=True, tag="second-asked/1"):
    """The amount is above what one person may move alone, so a second person has to agree first."""

    audience = Audience.HOUSE
    request: int
    order: RecordOnly[str]
    """The command as JSON."""
    amount: int


HouseEvent = TableOpened | OpenedForTournament | TableClosed | ShiftChanged | StaffRelieved | PlayEnded | FloatMoved
"""The table's day and float."""
SeatEvent = SeatTaken | SeatLeft | ChipsSet | ChipsBought | ChipsBrought | ColoredUp | CashedOut | TipGiven
WagerEvent = (
    WagerPlaced
    | WagerMoved
    | WagerTakenDown
    | WagersChanged
    | VerbalWagerOffered
    | VerbalWagerConfirmed
    | LateBetReturned
)
SpinEvent = (
    BallSpun
    | WheelSpun
    | NoMoreBetsCalled
    | NumberAnnounced
    | NoSpinCalled
    | BallInspected
    | IrregularityReported
    | IrregularityDecided
    | DirectionCarriedOut
    | ActionObserved
    | NumberSetRight
    | CrownPlaced
    | PrisonChosen
    | CrownLifted
)
"""The spin, its number, and decisions about them. None of these moves money."""
SettlingEvent = (
    CollectionReturned | RoundVoided | FifthsMoved | LosersCollected | WinnersPaid | PlayEnded | NumberCorrected
)
"""Events about many wagers; players see their own. A long step takes several of these events."""
CorrectionEvent = DisputeRaised | DisputeDecided | BalanceCorrected | TipsCorrected | CorrectionBegun | NumberCorrected
"""Events about an earlier round."""
SlipEvent = SlipRequested | SlipPrepared | SlipCarried | SlipAccepted | SlipVoided
MoneyEvent = (
    SlipEvent
    | DeviceHeard
    | TicketPrinted
    | TicketRedeemed
    | CouponsIssued
    | CouponPresented
    | ClaimSettled
    | DropCounted
    | SecondAsked
    | SecondGiven
    | SecondDenied
)
"""Money that comes to the table or leaves it, and the people responsible for it."""
AnyEvent = PitEvent | HouseEvent | SeatEvent | WagerEvent | SpinEvent | SettlingEvent | CorrectionEvent | MoneyEvent
Events = tuple[AnyEvent, ...]
