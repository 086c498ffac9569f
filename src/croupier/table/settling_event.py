"""Events that settle or return many wagers."""

from __future__ import annotations

from croupier.table import command as c
from croupier.table.correction_event import NumberCorrected
from croupier.table.shift_event import PlayEnded
from croupier.table.stake import Collected, Payment, Returned, Share, Stake, Swept, Uncollected
from croupier.table.table_event import NOTHING, Change, TableEvent
from croupier.terms.audience import ALL, RecordOnly, Staff, WagersBySeat
from croupier.terms.citation import Authority


class CollectionReturned(TableEvent, frozen=True, tag="collection-returned/1"):
    """Everything collected from these seats is back in place, coupons included. `last` closes the step."""

    audience = ALL
    changes = Change.OTHER_PARTS | Change.FIGURES
    command = None
    seats: RecordOnly[tuple[Uncollected, ...]]
    last: RecordOnly[bool]


class RoundVoided(TableEvent, frozen=True, tag="round-voided/1"):
    """Every wager of the round goes back to its player; one in prison stays there and waits for a spin.

    `last` closes the step; a long round takes several of these in one commit.
    """

    audience = ALL
    changes = Change.OTHER_PARTS
    command = c.VoidRound
    round: int
    why: Staff[str]
    authority: Authority
    wagers: WagersBySeat[tuple[Returned, ...]]
    last: RecordOnly[bool]


class FifthsMoved(TableEvent, frozen=True, tag="fifths-moved/1"):
    """The fifth of each winning five-adjacent wager that now stands on the winning number.

    A long round takes several of these in one commit.
    """

    audience = ALL
    changes = NOTHING
    command = c.MoveFifths
    number: str
    wagers: WagersBySeat[tuple[Stake, ...]]


class LosersCollected(TableEvent, frozen=True, tag="losers-collected/1"):
    """Every wager of `seats` on `spots` is taken whole, except for those in prison or with a coupon.

    Those, and wagers that lose only a part, are listed in `wagers`. `seats` and `spots` add up the same money twice.
    `last` closes the step; a long round takes several of these in one commit.
    """

    audience = ALL
    changes = Change.HOLDINGS | Change.OTHER_PARTS | Change.FIGURES
    command = c.CollectLosers
    spots: RecordOnly[tuple[Swept, ...]]
    seats: RecordOnly[tuple[Share, ...]]
    wagers: WagersBySeat[tuple[Collected, ...]]
    last: RecordOnly[bool]


class WinnersPaid(TableEvent, frozen=True, tag="winners-paid/1"):
    audience = ALL
    changes = Change.OTHER_PARTS | Change.FIGURES
    command = c.PayWinners
    wagers: WagersBySeat[tuple[Payment, ...]]
    last: RecordOnly[bool]


SettlingEvent = (
    CollectionReturned | RoundVoided | FifthsMoved | LosersCollected | WinnersPaid | PlayEnded | NumberCorrected
)
"""Events about many wagers; players see their own. A long step takes several of these events."""
