"""Events about an earlier round: disputes and corrections."""

from __future__ import annotations

from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.stake import KeptBySeat, Stake
from croupier.table.table_event import Change, TableEvent
from croupier.terms.audience import ALL, OWN, STAFF, House, OwnerAndHouse, RecordOnly, Staff, WagersBySeat


class DisputeRaised(TableEvent, frozen=True, tag="dispute-raised/1"):
    """`player` is the player concerned; empty if there is none."""

    audience = OWN
    changes = Change.OTHER_PARTS | Change.FIGURES
    command = None
    dispute: int
    round: int
    what: str
    player: str


class DisputeDecided(TableEvent, frozen=True, tag="dispute-decided/1"):
    audience = OWN
    changes = Change.OTHER_PARTS
    command = None
    dispute: int
    decision: str
    why: str


class BalanceCorrected(TableEvent, frozen=True, tag="balance-corrected/1"):
    """A compensating payment between float and stack.

    What a stack cannot give back, or what is owed to a player who has left, is `claimed`: owed by the player if
    positive, to the player if negative.
    """

    audience = OWN
    changes = Change.STACK | Change.CLAIMS | Change.FIGURES
    command = None
    seat: int
    player: str
    chips: Chips
    paid: int
    claimed: OwnerAndHouse[int]
    round: int
    why: str


class TipsCorrected(TableEvent, frozen=True, tag="tips-corrected/1"):
    """A compensating payment between float and tip box; what the box can no longer give back is `claimed`."""

    audience = STAFF
    changes = Change.HOLDINGS | Change.CLAIMS | Change.FIGURES
    command = None
    amount: House[int]
    claimed: House[int]
    round: int
    why: House[str]


class CorrectionBegun(TableEvent, frozen=True, tag="correction-begun/1"):
    """The right number gives players a choice in prison; the number is corrected after they have chosen."""

    audience = ALL
    changes = Change.DEALING | Change.OTHER_PARTS
    command = c.CorrectNumber
    round: int
    was: str
    number: str
    why: Staff[str]
    choose_until: int


class NumberCorrected(TableEvent, frozen=True, tag="number-corrected/2"):
    """`released` are wagers that only the wrong number put in prison; they go back to their players first.

    `kept` is what each wager of the round keeps under the right number; seats that keep nothing are left out.
    `imprisoned` are wagers that the right number puts in prison; their chips come from the float.
    A long round takes several of these in one commit.
    """

    audience = ALL
    changes = Change.HOLDINGS | Change.DEALING | Change.RESULTS | Change.OTHER_PARTS | Change.FIGURES
    command = c.CorrectNumber
    round: int
    was: str
    number: str
    why: Staff[str]
    released: WagersBySeat[tuple[Stake, ...]]
    kept: RecordOnly[tuple[KeptBySeat, ...]]
    imprisoned: RecordOnly[tuple[Stake, ...]]


CorrectionEvent = DisputeRaised | DisputeDecided | BalanceCorrected | TipsCorrected | CorrectionBegun | NumberCorrected
"""Events about an earlier round."""
