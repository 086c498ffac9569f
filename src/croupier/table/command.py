"""Commands of a table. Time, chance and identity arrive as fields.

Each command declares the roles that may give it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from croupier.equipment.command import PitCommand
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table.money_command import CHIPS_WITHOUT_VALUE, MoneyCommand, SettleClaim
from croupier.table.values import Action, BallFate, Direction, Funds, NoSpinReason
from croupier.terms.message import Command as Command  # noqa: PLC0414 (re-exported as the base class)
from croupier.terms.people import Role

DEALER = (Role.DEALER,)
PIT = (Role.SUPERVISOR,)
PLAY = (Role.PLAYER, Role.DEALER)
"""A player, or a dealer on the player's instruction."""
ATTESTED = (Role.DEALER, Role.CASHIER, Role.DEVICE)
"""Who may vouch for money that enters or leaves; a player may not."""
_IN_POINTS = "Players wager their points in the tournament."


# Opening and closing


class OpenTable(Command, frozen=True, tag="open-table"):
    """Opens the table with a counted float, or for an event of a tournament, without a float."""

    given_by = PIT
    dealer: str
    supervisor: str
    float_count: int
    tournament: str = ""
    """The id of the tournament, if the table opens for one."""
    event: str = ""
    """The event of the tournament."""


class CloseTable(Command, frozen=True, tag="close-table"):
    """Closes the table with a counted float; nothing may be left on the layout or in a player's stack."""

    given_by = PIT
    float_count: int


class ChangeShift(Command, frozen=True, tag="change-shift"):
    """Another dealer or supervisor takes over; the float is counted."""

    given_by = PIT
    dealer: str
    supervisor: str
    float_count: int


class RelieveStaff(Command, frozen=True, tag="relieve-staff"):
    """Another dealer or supervisor takes over at once, in any phase; the float is not counted."""

    given_by = PIT
    dealer: str
    supervisor: str


class EndPlay(Command, frozen=True, tag="end-play"):
    """Ends play: wagers on the layout are returned, and wagers in prison are resolved."""

    given_by = PIT


# Seats and chips


class TakeSeat(Command, frozen=True, tag="take-seat"):
    given_by = PLAY
    instead_at_tournament = "Players have the seats that they have drawn."
    seat: int
    player: str


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    given_by = PLAY
    seat: int


class SetChips(Command, frozen=True, tag="set-chips"):
    """Sets the color of a player's own chips and the value of one, before any betting."""

    given_by = PLAY
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    color: str
    value: int
    design: str = ""
    """Distinguishes chips of the same color; empty means plain."""


class BuyChips(Command, frozen=True, tag="buy-chips"):
    """Money or a receipt goes into the drop box, and chips go to the player."""

    given_by = ATTESTED
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    funds: Funds = Funds.CASH
    chips: Chips = Chips.NON_VALUE
    ticket: str = ""
    """The number of the ticket, if the player pays with one."""
    player: str = ""
    """The player at the device, if the device knows; it must be the player of the seat."""
    counter: int = 0
    """A counter of the device, higher with each message."""
    signature: str = ""
    """The device's signature over all other fields."""


class BringChips(Command, frozen=True, tag="bring-chips"):
    """A player brings value chips that another table issued.

    `premises` names where they come from, if not from this licensee's premises.
    """

    given_by = DEALER
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    premises: str = ""


class ColorUp(Command, frozen=True, tag="color-up"):
    """Non-value or electronic chips become value chips or plaques."""

    given_by = DEALER
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    chips: Chips = Chips.NON_VALUE
    into: Chips = Chips.VALUE


class CashOut(Command, frozen=True, tag="cash-out"):
    """Value chips, plaques or electronic credits leave the table with the player."""

    given_by = ATTESTED
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    chips: Chips
    validation: str = ""
    """Random digits from the ticket printer, which end the ticket's number. Without them, no ticket is printed."""
    player: str = ""
    """The player at the device, if the device knows; it must be the player of the seat."""
    counter: int = 0
    """A counter of the device, higher with each message."""
    signature: str = ""
    """The device's signature over all other fields."""


class GiveTip(Command, frozen=True, tag="give-tip"):
    given_by = PLAY
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    chips: Chips = Chips.VALUE


# Wagers


class WagerCommand(Command, frozen=True):
    """A stake on a spot, in chips of a kind."""

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str
    stake: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    """The color of value chips or plaques; the player's own color otherwise."""
    tip: bool = False
    """A wager for the dealers: what it wins goes into the tip box."""


class PlaceWager(WagerCommand, frozen=True, tag="place-wager"):
    """A stake on a spot; a dealer places it on the instruction of the seat's player."""

    coupon: int = 0
    serial: str = ""
    """The coupon's serial; optional for a dealer at a felt, who takes the paper."""


class MoveWager(Command, frozen=True, tag="move-wager"):
    """Moves a stake to another spot."""

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str
    to: str
    stake: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    tip: bool = False


class TakeDown(WagerCommand, frozen=True, tag="take-down"):
    pass


class WagerChange(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A change of the amount on a spot; negative to take down."""

    spot: str
    amount: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    tip: bool = False


class ChangeWagers(Command, frozen=True, tag="change-wagers"):
    """Places and takes down many wagers of one seat, all or nothing."""

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int
    changes: tuple[WagerChange, ...]


class Rebet(Command, frozen=True, tag="rebet"):
    """Places the wagers of the seat's last round again, all or nothing."""

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int


class OfferVerbalWager(Command, frozen=True, tag="offer-verbal-wager"):
    """A verbal wager with cash on the table, which the dealer has yet to confirm.

    Offers on several spots wait together; a new offer on the same spot replaces the old one.
    """

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str
    cash: int


class ConfirmVerbalWager(Command, frozen=True, tag="confirm-verbal-wager"):
    """The dealer confirms a verbal wager, converts the cash and places the chips.

    Without a spot, it confirms the seat's oldest offer. With an amount of cash, it confirms only an offer of that
    amount, so an offer that the player has changed meanwhile is not confirmed.
    """

    given_by = DEALER
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str = ""
    cash: int = 0


class ReturnLateBet(Command, frozen=True, tag="return-late-bet"):
    """A chip placed after the call goes back to its player; the spin stands."""

    given_by = DEALER
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str
    stake: int


# The spin


class SpinBall(Command, frozen=True, tag="spin-ball"):
    given_by = DEALER
    wheel: Direction
    ball: Direction


class SpinWheel(Command, frozen=True, tag="spin-wheel"):
    """Spins the wheel of a game without a ball."""

    given_by = DEALER
    wheel: Direction


class CallNoMoreBets(Command, frozen=True, tag="call-no-more-bets"):
    """`waved` says whether the dealer waved a hand over the layout."""

    given_by = DEALER
    waved: bool = False


class AnnounceNumber(Command, frozen=True, tag="announce-number"):
    """The ball or wheel is at rest; `between` means that the clapper rests between two stops."""

    given_by = DEALER
    number: str
    revolutions: int = 0
    between: bool = False


class CallNoSpin(Command, frozen=True, tag="call-no-spin"):
    """`ball` says how the attempt to remove the ball ended."""

    given_by = DEALER
    reason: NoSpinReason
    ball: BallFate = BallFate.UNSTATED


class InspectBall(Command, frozen=True, tag="inspect-ball"):
    """The supervisor inspects a ball that left the wheel; the replacement of an unfit ball is inspected too."""

    given_by = PIT
    fit: bool
    note: str = ""


class ReportIrregularity(Command, frozen=True, tag="report-irregularity"):
    given_by = DEALER
    what: str


class DecideIrregularity(Command, frozen=True, tag="decide-irregularity"):
    """The supervisor directs the dealer and says why; a new direction replaces the last one."""

    given_by = PIT
    decision: str
    why: str
    action: Action = Action.GO_ON
    number: str = ""
    """The number that counts, if it is not the announced one."""


class CarryOutDirection(Command, frozen=True, tag="carry-out-direction"):
    """The dealer carries out the supervisor's direction."""

    given_by = DEALER


class ObserveAction(Command, frozen=True, tag="observe-action"):
    """The supervisor has observed the action being taken."""

    given_by = PIT
    note: str = ""


class VoidRound(Command, frozen=True, tag="void-round"):
    """Voids the round and returns every wager."""

    given_by = DEALER
    why: str


class PlaceCrown(Command, frozen=True, tag="place-crown"):
    given_by = DEALER


class ChooseInPrison(Command, frozen=True, tag="choose-in-prison"):
    given_by = PLAY
    seat: int
    spot: str
    choice: Choice


class MoveFifths(Command, frozen=True, tag="move-fifths"):
    """Moves a fifth of each winning five-adjacent wager to the winning number's box."""

    given_by = DEALER


class CollectLosers(Command, frozen=True, tag="collect-losers"):
    given_by = DEALER


class PayWinners(Command, frozen=True, tag="pay-winners"):
    given_by = DEALER


class LiftCrown(Command, frozen=True, tag="lift-crown"):
    given_by = DEALER


# Disputes and corrections


class RaiseDispute(Command, frozen=True, tag="raise-dispute"):
    given_by = PLAY
    round: int
    what: str
    seat: int = 0


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """The supervisor's decision; an award is paid from the float to the stack, or back if negative."""

    given_by = PIT
    dispute: int
    decision: str
    why: str
    awards: dict[int, int] = field(default_factory=dict)


class CorrectNumber(Command, frozen=True, tag="correct-number"):
    """Corrects the number of the last round: the round is settled again, and differences are paid."""

    given_by = PIT
    instead_at_tournament = "The director corrects the points of the players."
    number: str
    why: str


NamesStaff = OpenTable | ChangeShift | RelieveStaff
"""Commands that name the dealer and the supervisor."""
ForTwo = DecideDispute | CorrectNumber | SettleClaim
"""Commands that need a second person above an amount that the house sets."""

TableCommand = OpenTable | CloseTable | ChangeShift | RelieveStaff | EndPlay
SeatCommand = TakeSeat | LeaveSeat | SetChips | BuyChips | BringChips | ColorUp | CashOut | GiveTip
LayoutCommand = (
    PlaceWager | MoveWager | TakeDown | ChangeWagers | Rebet | OfferVerbalWager | ConfirmVerbalWager | ReturnLateBet
)
SpinCommand = SpinBall | SpinWheel | CallNoMoreBets | AnnounceNumber | CallNoSpin | InspectBall
IrregularityCommand = ReportIrregularity | DecideIrregularity | CarryOutDirection | ObserveAction | VoidRound
SettlingCommand = PlaceCrown | ChooseInPrison | MoveFifths | CollectLosers | PayWinners | LiftCrown
CorrectionCommand = RaiseDispute | DecideDispute | CorrectNumber
AnyCommand = (
    PitCommand
    | TableCommand
    | SeatCommand
    | LayoutCommand
    | SpinCommand
    | IrregularityCommand
    | SettlingCommand
    | CorrectionCommand
    | MoneyCommand
)
