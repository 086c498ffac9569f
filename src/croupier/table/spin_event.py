"""Events of a spin, its number, and decisions about them."""

from __future__ import annotations

from croupier.game.zero import Choice
from croupier.table import command as c
from croupier.table.table_event import NOTHING, Change, TableEvent
from croupier.table.values import Action, BallFate, Direction, NoSpinReason
from croupier.terms.audience import ALL, OWN, STAFF, RecordOnly, Staff
from croupier.terms.citation import Authority


class BallSpun(TableEvent, frozen=True, tag="ball-spun/2"):
    """`irregular` says why the directions make the spin invalid, if they do."""

    audience = ALL
    changes = NOTHING
    command = c.SpinBall
    wheel: Direction
    ball: Direction
    irregular: Staff[NoSpinReason | None]


class WheelSpun(TableEvent, frozen=True, tag="wheel-spun/2"):
    audience = ALL
    changes = NOTHING
    command = c.SpinWheel
    wheel: Direction
    irregular: Staff[NoSpinReason | None]


class NoMoreBetsCalled(TableEvent, frozen=True, tag="no-more-bets-called/2"):
    """`waved` says whether the dealer waved a hand over the layout."""

    audience = ALL
    changes = Change.DEALING
    command = c.CallNoMoreBets
    waved: bool


class NumberAnnounced(TableEvent, frozen=True, tag="number-announced/2"):
    """`choose_until` is when choices in prison end, in a game without a crown; 0 otherwise."""

    audience = ALL
    changes = NOTHING
    command = c.AnnounceNumber
    number: str
    revolutions: int
    between: bool
    choose_until: int


class NoSpinCalled(TableEvent, frozen=True, tag="no-spin-called/2"):
    """Every wager stands, and the spin is repeated. `ball` says how the attempt to remove the ball ended."""

    audience = ALL
    changes = Change.FIGURES
    command = c.CallNoSpin
    reason: NoSpinReason
    authority: Authority
    ball: BallFate


class BallInspected(TableEvent, frozen=True, tag="ball-inspected/1"):
    audience = STAFF
    changes = NOTHING
    command = c.InspectBall
    fit: bool
    note: str


class IrregularityReported(TableEvent, frozen=True, tag="irregularity-reported/1"):
    audience = ALL
    changes = NOTHING
    command = c.ReportIrregularity
    what: Staff[str]


class IrregularityDecided(TableEvent, frozen=True, tag="irregularity-decided/2"):
    """The supervisor has directed an action. `done` is set in old records, where the decision also ended it."""

    audience = ALL
    changes = NOTHING
    command = None
    decision: Staff[str]
    why: Staff[str]
    action: Action
    number: str
    done: RecordOnly[bool]


class DirectionCarriedOut(TableEvent, frozen=True, tag="direction-carried-out/1"):
    """The dealer has carried out the direction; the events of the same commit hold what it changed."""

    audience = ALL
    changes = NOTHING
    command = c.CarryOutDirection
    action: Action
    number: str


class ActionObserved(TableEvent, frozen=True, tag="action-observed/1"):
    """The supervisor has observed the action, which ends the irregularity."""

    audience = ALL
    changes = NOTHING
    command = c.ObserveAction
    note: Staff[str]


class NumberSetRight(TableEvent, frozen=True, tag="number-set-right/1"):
    """The number was announced wrongly, and another one counts. Nothing had been paid yet."""

    audience = ALL
    changes = NOTHING
    command = None
    was: str
    number: str


class CrownPlaced(TableEvent, frozen=True, tag="crown-placed/1"):
    """`choose_until` is when choices in prison end; 0 if there is nothing to choose."""

    audience = ALL
    changes = NOTHING
    command = c.PlaceCrown
    number: str
    choose_until: int


class PrisonChosen(TableEvent, frozen=True, tag="prison-chosen/1"):
    audience = OWN
    changes = Change.DEALING | Change.OTHER_PARTS
    command = c.ChooseInPrison
    seat: int
    spot: str
    choice: Choice


class CrownLifted(TableEvent, frozen=True, tag="crown-lifted/1"):
    """The round is over and the layout is open again."""

    audience = ALL
    changes = Change.RESULTS | Change.FIGURES | Change.SESSION
    command = c.LiftCrown
    round: int


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
