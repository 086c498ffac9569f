"""Commands: what people at a table ask for. Time, chance and identity come in as fields, never from inside."""

from __future__ import annotations

from enum import StrEnum

from msgspec import field

from croupier.game.settlement import Choice
from croupier.pit.command import AdjustWheel, InspectReplacement, InspectTable, ReplacePart
from croupier.rules.wagers import Chips
from croupier.terms.message import Command as Command  # noqa: PLC0414 (what all of these are)


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Funds(StrEnum):
    """What a player buys chips with; it goes into the drop box."""

    CASH = "cash"
    ATM_RECEIPT = "atm-receipt"


class NoSpinReason(StrEnum):
    SAME_DIRECTION = "same-direction"
    TOO_FEW_REVOLUTIONS = "too-few-revolutions"
    FOREIGN_OBJECT = "foreign-object"
    BALL_LEFT_WHEEL = "ball-left-wheel"
    COVERED_NUMBER = "covered-number"
    CLAPPER_BETWEEN = "clapper-between"
    SUPERVISOR_DECISION = "supervisor-decision"


# Opening and closing


class OpenTable(Command, frozen=True, tag="open-table"):
    """The float is counted and the day begins."""

    dealer: str
    supervisor: str
    float_count: int


class CloseTable(Command, frozen=True, tag="close-table"):
    """The float is counted again; nothing may stand on the layout or in a player's stack."""

    float_count: int


class ChangeShift(Command, frozen=True, tag="change-shift"):
    """Another dealer or supervisor takes over; the float is counted between them."""

    dealer: str
    supervisor: str
    float_count: int


class MoveFloat(Command, frozen=True, tag="move-float"):
    """A fill from the cage (positive) or a credit to it (negative), with its slip."""

    amount: int
    slip: str


# Seats and chips


class TakeSeat(Command, frozen=True, tag="take-seat"):
    seat: int
    player: str


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    seat: int


class SetChips(Command, frozen=True, tag="set-chips"):
    """A color of the player's own and the value of one such chip, set before any betting."""

    seat: int
    color: str
    value: int


class BuyChips(Command, frozen=True, tag="buy-chips"):
    """Money or a receipt goes into the drop box, chips of a kind go to the player."""

    seat: int
    amount: int
    funds: Funds = Funds.CASH
    chips: Chips = Chips.NON_VALUE


class BringChips(Command, frozen=True, tag="bring-chips"):
    """A player puts down value chips of the premises that were issued elsewhere."""

    seat: int
    amount: int


class ColorUp(Command, frozen=True, tag="color-up"):
    """Non-value or electronic chips become value chips or plaques."""

    seat: int
    amount: int
    chips: Chips = Chips.NON_VALUE
    into: Chips = Chips.VALUE


class CashOut(Command, frozen=True, tag="cash-out"):
    """Value chips, plaques or electronic credits leave the table with their owner."""

    seat: int
    amount: int
    chips: Chips


class GiveTip(Command, frozen=True, tag="give-tip"):
    seat: int
    amount: int
    chips: Chips = Chips.VALUE


# Wagers


class PlaceWager(Command, frozen=True, tag="place-wager"):
    """A stake on a spot; a dealer places it on the instruction of the seat's player."""

    seat: int
    spot: str
    stake: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    """The color of value chips or plaques; the player's own color otherwise."""
    coupon: int = 0
    tip: bool = False
    """A wager for the dealers: what it wins goes into the tip box."""


class MoveWager(Command, frozen=True, tag="move-wager"):
    seat: int
    spot: str
    to: str
    stake: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""


class TakeDown(Command, frozen=True, tag="take-down"):
    seat: int
    spot: str
    stake: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""


class Rebet(Command, frozen=True, tag="rebet"):
    """The wagers of the seat's last round once more, all of them or none."""

    seat: int


class OfferVerbalWager(Command, frozen=True, tag="offer-verbal-wager"):
    """A wager spoken with cash on the table, which the dealer has yet to confirm.

    Words about several spots wait side by side; another one about the same spot stands in place of the first.
    """

    seat: int
    spot: str
    cash: int


class ConfirmVerbalWager(Command, frozen=True, tag="confirm-verbal-wager"):
    """The dealer confirms it, converts the cash and places the chips.

    Without a spot, it is what the seat spoke first of all that waits. With the cash, it is confirmed only as it was
    heard: a word that the player changed meanwhile is not.
    """

    seat: int
    spot: str = ""
    cash: int = 0


class ReturnLateBet(Command, frozen=True, tag="return-late-bet"):
    """A chip put on the felt after the call goes back to its player; the spin stands."""

    seat: int
    spot: str
    stake: int


# The spin


class SpinBall(Command, frozen=True, tag="spin-ball"):
    wheel: Direction
    ball: Direction


class SpinWheel(Command, frozen=True, tag="spin-wheel"):
    """The Big Six wheel, in either direction."""

    wheel: Direction


class CallNoMoreBets(Command, frozen=True, tag="call-no-more-bets"):
    pass


class AnnounceNumber(Command, frozen=True, tag="announce-number"):
    """The ball or wheel is at rest after so many revolutions; `between` is for a clapper between two stops."""

    number: str
    revolutions: int
    between: bool = False


class CallNoSpin(Command, frozen=True, tag="call-no-spin"):
    reason: NoSpinReason


class InspectBall(Command, frozen=True, tag="inspect-ball"):
    """The supervisor's look at a ball that left the wheel; an unfit one is replaced and looked at again."""

    fit: bool
    note: str = ""


class ReportIrregularity(Command, frozen=True, tag="report-irregularity"):
    what: str


class DecideIrregularity(Command, frozen=True, tag="decide-irregularity"):
    """What the supervisor directed and saw done, and why; `no_spin` voids the spin under way."""

    decision: str
    why: str
    no_spin: bool = False


class PlaceCrown(Command, frozen=True, tag="place-crown"):
    pass


class ChooseInPrison(Command, frozen=True, tag="choose-in-prison"):
    seat: int
    spot: str
    choice: Choice


class MoveFifths(Command, frozen=True, tag="move-fifths"):
    """A fifth of each winning five-adjacent wager goes to the winning number's box."""


class CollectLosers(Command, frozen=True, tag="collect-losers"):
    pass


class PayWinners(Command, frozen=True, tag="pay-winners"):
    pass


class LiftCrown(Command, frozen=True, tag="lift-crown"):
    pass


# Disputes and corrections


class RaiseDispute(Command, frozen=True, tag="raise-dispute"):
    round: int
    what: str
    seat: int = 0


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """The supervisor's decision; what it awards (or takes back, negative) is paid between float and stack."""

    dispute: int
    decision: str
    why: str
    awards: dict[int, int] = field(default_factory=dict)


class CorrectNumber(Command, frozen=True, tag="correct-number"):
    """The last round's number was entered wrongly: it is settled again and the differences are paid."""

    number: str
    why: str


AnyCommand = (
    InspectTable
    | AdjustWheel
    | ReplacePart
    | InspectReplacement
    | OpenTable
    | CloseTable
    | ChangeShift
    | MoveFloat
    | TakeSeat
    | LeaveSeat
    | SetChips
    | BuyChips
    | BringChips
    | ColorUp
    | CashOut
    | GiveTip
    | PlaceWager
    | MoveWager
    | TakeDown
    | Rebet
    | OfferVerbalWager
    | ConfirmVerbalWager
    | ReturnLateBet
    | SpinBall
    | SpinWheel
    | CallNoMoreBets
    | AnnounceNumber
    | CallNoSpin
    | InspectBall
    | ReportIrregularity
    | DecideIrregularity
    | PlaceCrown
    | ChooseInPrison
    | MoveFifths
    | CollectLosers
    | PayWinners
    | LiftCrown
    | RaiseDispute
    | DecideDispute
    | CorrectNumber
)
