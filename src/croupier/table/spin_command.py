"""Commands of a spin: the ball, irregularities, the crown, settlement."""

from __future__ import annotations

from croupier.game.zero import Choice
from croupier.table.command_roles import DEALER, PIT, PLAY
from croupier.table.values import Action, BallFate, Direction, NoSpinReason
from croupier.terms.message import Command


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


SpinCommand = SpinBall | SpinWheel | CallNoMoreBets | AnnounceNumber | CallNoSpin | InspectBall
IrregularityCommand = ReportIrregularity | DecideIrregularity | CarryOutDirection | ObserveAction | VoidRound
SettlingCommand = PlaceCrown | ChooseInPrison | MoveFifths | CollectLosers | PayWinners | LiftCrown
