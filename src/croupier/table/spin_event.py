"""Events of a spin, its number, and decisions about them."""

from __future__ import annotations

from croupier.game.zero import Choice
from croupier.table.values import Action, BallFate, Direction, NoSpinReason
from croupier.terms.audience import ALL, OWN, STAFF, RecordOnly, Staff
from croupier.terms.citation import Authority
from croupier.terms.message import Event


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


class CrownLifted(Event, frozen=True, tag="crown-lifted/1"):
    """The round is over and the layout is open again."""

    audience = ALL
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
