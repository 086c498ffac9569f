"""Events: what happened at a table. Their names are permanent and are not their class names."""

from __future__ import annotations

from msgspec import Struct

from croupier.game.settlement import Choice, Verdict
from croupier.pit.event import PartReplaced, ReplacementInspected, TableInspected, WheelAdjusted
from croupier.rules.wagers import Chips
from croupier.table.command import Direction, Funds, NoSpinReason
from croupier.terms.message import Event as Event  # noqa: PLC0414 (what all of these are)

OWN_COLOR = (Chips.NON_VALUE, Chips.ELECTRONIC)
"""Chips in a color of the player's own."""


class Stake(Struct, frozen=True, array_like=True, gc=False):
    """What names a wager that stands on the layout, with its amount."""

    seat: int
    spot: str
    chips: Chips
    color: str
    tip: bool
    amount: int

    @property
    def key(self) -> str:
        """What tells the wagers of one seat apart.

        The chips of a player's own are of one kind and color at a time, so that their spot is enough.
        """
        if not self.tip and self.chips in OWN_COLOR:
            return self.spot
        return "|".join((self.spot, self.chips, "tip" if self.tip else "", self.color))


class Payment(Struct, frozen=True, array_like=True, gc=False):
    """A wager that was settled and is still, in part, its player's; an imprisoned one stays on the layout."""

    stake: Stake
    outcome: Verdict
    winnings: int
    returned: int
    coupon: int
    clause: str | None


class Collected(Struct, frozen=True, array_like=True, gc=False):
    """What was taken of a wager, and the face of the coupon taken with it."""

    stake: Stake
    taken: int
    coupon: int
    clause: str | None


class Swept(Struct, frozen=True, array_like=True, gc=False):
    """A spot that lost: what was taken from it, and the clause."""

    spot: str
    taken: int
    clause: str | None


class Share(Struct, frozen=True, array_like=True, gc=False):
    """What was taken from one seat on all spots that lost."""

    seat: int
    taken: int


class Kept(Struct, frozen=True, array_like=True, gc=False):
    """What the wagers of a seat keep, by their keys; one that keeps nothing is not named."""

    seat: int
    wagers: dict[str, int]


class TableOpened(Event, frozen=True, tag="table-opened/1"):
    """The rules in force are recorded by book, choices and hash."""

    number: str
    book: str
    rules: str
    rules_hash: str
    dealer: str
    supervisor: str
    float_count: int


class TableClosed(Event, frozen=True, tag="table-closed/1"):
    """`float_book` is what the records say should be there; a difference is recorded, never smoothed."""

    float_count: int
    float_book: int


class ShiftChanged(Event, frozen=True, tag="shift-changed/1"):
    dealer: str
    supervisor: str
    float_count: int
    float_book: int


class FloatMoved(Event, frozen=True, tag="float-moved/1"):
    amount: int
    slip: str


class SeatTaken(Event, frozen=True, tag="seat-taken/1"):
    seat: int
    player: str


class SeatLeft(Event, frozen=True, tag="seat-left/1"):
    seat: int


class ChipsSet(Event, frozen=True, tag="chips-set/1"):
    seat: int
    color: str
    value: int


class ChipsBought(Event, frozen=True, tag="chips-bought/1"):
    seat: int
    amount: int
    funds: Funds
    chips: Chips


class ChipsBrought(Event, frozen=True, tag="chips-brought/1"):
    seat: int
    amount: int


class ColoredUp(Event, frozen=True, tag="colored-up/1"):
    seat: int
    amount: int
    chips: Chips
    into: Chips


class CashedOut(Event, frozen=True, tag="cashed-out/1"):
    seat: int
    amount: int
    chips: Chips


class TipGiven(Event, frozen=True, tag="tip-given/1"):
    seat: int
    amount: int
    chips: Chips


class WagerPlaced(Event, frozen=True, tag="wager-placed/1"):
    """The stake stands on the spot until the round is settled or voided.

    `instructed` says that the dealer placed it on the player's instruction, who answers for its position.
    """

    stake: Stake
    coupon: int
    instructed: bool


class WagerMoved(Event, frozen=True, tag="wager-moved/1"):
    stake: Stake
    to: str
    instructed: bool


class WagerTakenDown(Event, frozen=True, tag="wager-taken-down/1"):
    """The stake, and with the whole of it its coupon, is the player's again."""

    stake: Stake
    coupon: int
    instructed: bool


class VerbalWagerOffered(Event, frozen=True, tag="verbal-wager-offered/1"):
    seat: int
    spot: str
    cash: int


class VerbalWagerConfirmed(Event, frozen=True, tag="verbal-wager-confirmed/1"):
    """The cash went into the drop box and value chips for it stand on the spot."""

    stake: Stake


class LateBetReturned(Event, frozen=True, tag="late-bet-returned/1"):
    seat: int
    spot: str
    stake: int


class BallSpun(Event, frozen=True, tag="ball-spun/1"):
    wheel: Direction
    ball: Direction


class WheelSpun(Event, frozen=True, tag="wheel-spun/1"):
    wheel: Direction


class NoMoreBetsCalled(Event, frozen=True, tag="no-more-bets-called/1"):
    pass


class NumberAnnounced(Event, frozen=True, tag="number-announced/1"):
    number: str
    revolutions: int
    between: bool


class NoSpinCalled(Event, frozen=True, tag="no-spin-called/1"):
    """Every wager stands and the spin is made again."""

    reason: NoSpinReason
    clause: str | None


class BallInspected(Event, frozen=True, tag="ball-inspected/1"):
    fit: bool
    note: str


class IrregularityReported(Event, frozen=True, tag="irregularity-reported/1"):
    what: str


class IrregularityDecided(Event, frozen=True, tag="irregularity-decided/1"):
    decision: str
    why: str
    no_spin: bool


class CrownPlaced(Event, frozen=True, tag="crown-placed/1"):
    """`choose_until` is when choices in prison end; zero when there is nothing to choose."""

    number: str
    choose_until: int


class PrisonChosen(Event, frozen=True, tag="prison-chosen/1"):
    seat: int
    spot: str
    choice: Choice


class FifthsMoved(Event, frozen=True, tag="fifths-moved/1"):
    """The fifth of each winning five-adjacent wager that now stands on the winning number.

    A long round takes several of these in one commit.
    """

    number: str
    wagers: tuple[Stake, ...]


class LosersCollected(Event, frozen=True, tag="losers-collected/1"):
    """Every wager of `seats` on `spots` is taken whole, but for those in prison or with a coupon.

    Those, and wagers of which a part is taken, are told one by one in `wagers`. By seat and by spot the same money is
    added up twice. `last` closes the step; a long round takes several of these in one commit.
    """

    spots: tuple[Swept, ...]
    seats: tuple[Share, ...]
    wagers: tuple[Collected, ...]
    last: bool


class WinnersPaid(Event, frozen=True, tag="winners-paid/1"):
    wagers: tuple[Payment, ...]
    last: bool


class CrownLifted(Event, frozen=True, tag="crown-lifted/1"):
    """The round is over and the layout is open again."""

    round: int


class DisputeRaised(Event, frozen=True, tag="dispute-raised/1"):
    """`player` is whose affair it is; empty when it is nobody's in particular."""

    dispute: int
    round: int
    what: str
    player: str


class DisputeDecided(Event, frozen=True, tag="dispute-decided/1"):
    dispute: int
    decision: str
    why: str


class BalanceCorrected(Event, frozen=True, tag="balance-corrected/1"):
    """A compensating payment between float and stack.

    What a stack cannot give back, or what is owed to a player who left, is `claimed`: against the player when
    positive, by the player when negative.
    """

    seat: int
    player: str
    chips: Chips
    paid: int
    claimed: int
    round: int
    why: str


class TipsCorrected(Event, frozen=True, tag="tips-corrected/1"):
    """A compensating payment between float and tip box; what the box no longer holds is `claimed`."""

    amount: int
    claimed: int
    round: int
    why: str


class NumberCorrected(Event, frozen=True, tag="number-corrected/1"):
    """`released` are wagers that only the wrong number had put in prison: they go back to their players first.

    `kept` is what each wager of the round keeps under the right number; a seat that keeps nothing is not named.
    A long round takes several of these in one commit.
    """

    round: int
    was: str
    number: str
    why: str
    released: tuple[Stake, ...]
    kept: tuple[Kept, ...]


AnyEvent = (
    TableInspected
    | WheelAdjusted
    | PartReplaced
    | ReplacementInspected
    | TableOpened
    | TableClosed
    | ShiftChanged
    | FloatMoved
    | SeatTaken
    | SeatLeft
    | ChipsSet
    | ChipsBought
    | ChipsBrought
    | ColoredUp
    | CashedOut
    | TipGiven
    | WagerPlaced
    | WagerMoved
    | WagerTakenDown
    | VerbalWagerOffered
    | VerbalWagerConfirmed
    | LateBetReturned
    | BallSpun
    | WheelSpun
    | NoMoreBetsCalled
    | NumberAnnounced
    | NoSpinCalled
    | BallInspected
    | IrregularityReported
    | IrregularityDecided
    | CrownPlaced
    | PrisonChosen
    | FifthsMoved
    | LosersCollected
    | WinnersPaid
    | CrownLifted
    | DisputeRaised
    | DisputeDecided
    | BalanceCorrected
    | TipsCorrected
    | NumberCorrected
)
Events = tuple[AnyEvent, ...]
