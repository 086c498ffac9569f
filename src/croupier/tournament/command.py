"""Commands of a tournament, from directors, dealers, players and the regulator."""

from __future__ import annotations

from enum import StrEnum

from croupier.terms.message import Command
from croupier.terms.money import Cents
from croupier.tournament.points import Points
from croupier.tournament.setup import ColorValue, TournamentSetup


class PaidBy(StrEnum):
    """How an entry fee or a buy-in is paid."""

    CASH = "cash"
    COMPLIMENTARY = "complimentary"
    """The licensee pays it."""
    IN_KIND = "in-kind"
    """With an item whose cash value was set in advance."""
    VOUCHER = "voucher"
    """With a prize voucher of an earlier event."""


class StakeKind(StrEnum):
    """What is put down as a wager."""

    TOURNAMENT_CHIPS = "tournament-chips"
    CURRENCY = "currency"
    COINS = "coins"
    OTHER_CHIPS = "other-chips"
    OTHER_VALUE = "other-value"


class TableStep(StrEnum):
    """The records of a house table that matter to the tournament played there."""

    OPENED = "opened"
    CALLED = "called"
    """No more bets."""
    SETTLED = "settled"
    VOID = "void"
    """No spin, or a round that was voided."""
    CLOSED = "closed"


class DraftTournament(Command, frozen=True, tag="draft-tournament"):
    setup: TournamentSetup


class ChangeTournament(Command, frozen=True, tag="change-tournament"):
    """Changes the rules before the first round; they have to be filed again."""

    setup: TournamentSetup


class FileRules(Command, frozen=True, tag="file-rules"):
    """The regulator's local office has received the printed rules that have this SHA-256."""

    digest: str
    received_by: str


class FindUnacceptable(Command, frozen=True, tag="find-unacceptable"):
    """The regulator finds the filed rules unacceptable."""

    what: str


class OpenRegistration(Command, frozen=True, tag="open-registration"):
    event: str


class EnterPlayer(Command, frozen=True, tag="enter-player"):
    """A person enters an event. `person` is the identity that was shown, the same for every entry of this person."""

    event: str
    person: str
    name: str
    fee: PaidBy = PaidBy.CASH
    buy_in: PaidBy = PaidBy.CASH
    fee_item: str = ""
    buy_in_item: str = ""
    voucher: str = ""
    handed: bool = False
    """The written rules were handed to the player."""
    qualified: bool = False
    """The player meets the criteria of the tournament."""
    licensee: str = ""
    """The licensee of a joint tournament that takes the entry."""


class WithdrawEntry(Command, frozen=True, tag="withdraw-entry"):
    entry: int


class CloseRegistration(Command, frozen=True, tag="close-registration"):
    event: str


class CommitDraw(Command, frozen=True, tag="commit-draw"):
    """Commits to the hash of a secret seed, and names a beacon before its value is published."""

    event: str
    commitment: str
    beacon: str = ""
    beacon_at: int = 0


class AddNonce(Command, frozen=True, tag="add-nonce"):
    """A player's contribution to the draw."""

    event: str
    entry: int
    nonce: str


class RevealDraw(Command, frozen=True, tag="reveal-draw"):
    event: str
    seed: str
    beacon_value: str = ""


class RecordCardDraw(Command, frozen=True, tag="record-card-draw"):
    """Records seats drawn with cards: table and seat of each entry."""

    event: str
    seats: dict[int, tuple[int, int]]
    witness: str


class DepositEscrow(Command, frozen=True, tag="deposit-escrow"):
    amount: Cents
    agent: str


class SetColorPoints(Command, frozen=True, tag="set-color-points"):
    values: tuple[ColorValue, ...]


class StartRound(Command, frozen=True, tag="start-round"):
    event: str


class AssignTable(Command, frozen=True, tag="assign-table"):
    """Assigns a house table to a table of an event; without one, the table is played by hand again."""

    event: str
    table: int
    place: str = ""
    """The number of the house table."""
    since: int = 0
    """The version of its stream after which its records count. The writer fills it in."""


class FollowTable(Command, frozen=True, tag="follow-table"):
    """A record of a house table. Only the service gives this command."""

    place: str
    version: int
    """The version of the record in the table's stream."""
    step: TableStep
    round: int = 0
    number: str = ""
    opened_for: str = ""
    """The event that an opening names."""
    book: str = ""
    wheel: str = ""


class SeatEntrant(Command, frozen=True, tag="seat-entrant"):
    """A person sits down for an entry; `person` is the identity that was shown."""

    entry: int
    person: str


class OpenGame(Command, frozen=True, tag="open-game"):
    event: str
    table: int


class WagerPoints(Command, frozen=True, tag="wager-points"):
    """A wager of an entry. A dealer places it only on the instruction of its player."""

    entry: int
    spot: str
    points: Points
    stake: StakeKind = StakeKind.TOURNAMENT_CHIPS


class SettleGame(Command, frozen=True, tag="settle-game"):
    event: str
    table: int
    number: str


class VoidGame(Command, frozen=True, tag="void-game"):
    """The spin is not valid, and every wager is returned."""

    event: str
    table: int
    why: str


class PurchaseChips(Command, frozen=True, tag="purchase-chips"):
    entry: int
    paid_by: PaidBy = PaidBy.CASH
    item: str = ""


class DeclinePurchase(Command, frozen=True, tag="decline-purchase"):
    entry: int


class RedeemChips(Command, frozen=True, tag="redeem-chips"):
    """A request for money or anything of value for tournament chips, which is always refused."""

    entry: int
    points: Points


class BalanceTables(Command, frozen=True, tag="balance-tables"):
    event: str


class BreakTable(Command, frozen=True, tag="break-table"):
    event: str
    table: int


class CorrectPoints(Command, frozen=True, tag="correct-points"):
    entry: int
    points: Points
    why: str


class ReinstateEntry(Command, frozen=True, tag="reinstate-entry"):
    """Undoes a wrong elimination, with the player's correct points."""

    entry: int
    points: Points
    why: str


class ReopenRound(Command, frozen=True, tag="reopen-round"):
    event: str
    why: str


class DecideTie(Command, frozen=True, tag="decide-tie"):
    """The tied entries, best first, as decided by the rule of the tournament."""

    event: str
    order: tuple[int, ...]
    how: str


class EndRound(Command, frozen=True, tag="end-round"):
    event: str


class DisqualifyPlayer(Command, frozen=True, tag="disqualify-player"):
    """One person was found with these concurrent entries."""

    entries: tuple[int, ...]
    why: str


class ProposeSplit(Command, frozen=True, tag="propose-split"):
    """A remaining player proposes what each of the remaining players gets."""

    event: str
    amounts: dict[int, Cents]


class AgreeToSplit(Command, frozen=True, tag="agree-to-split"):
    event: str
    entry: int


class RefuseSplit(Command, frozen=True, tag="refuse-split"):
    """A player does not agree, or the director does not permit it."""

    event: str
    why: str


class GrantSplit(Command, frozen=True, tag="grant-split"):
    """The director states that everybody understood, and that the agreement is voluntary and unanimous."""

    event: str
    understood: bool
    voluntary: bool
    pressured: bool = False


class ConcludeEvent(Command, frozen=True, tag="conclude-event"):
    event: str


class ReopenEvent(Command, frozen=True, tag="reopen-event"):
    """The conclusion of an event was wrong, and none of its prizes has been paid."""

    event: str
    why: str


class PayPrize(Command, frozen=True, tag="pay-prize"):
    """Hands a prize to its winner; `person` is the identity that was shown."""

    award: int
    person: str


class CountFees(Command, frozen=True, tag="count-fees"):
    """The cash of a month's entry fees was counted."""

    month: str
    counted: Cents


class CloseTournament(Command, frozen=True, tag="close-tournament"):
    pass


class CancelTournament(Command, frozen=True, tag="cancel-tournament"):
    """Cancels the tournament before the first game; everybody gets their payments back."""

    why: str


TournamentCommand = (
    DraftTournament
    | ChangeTournament
    | FileRules
    | FindUnacceptable
    | OpenRegistration
    | EnterPlayer
    | WithdrawEntry
    | CloseRegistration
    | CommitDraw
    | AddNonce
    | RevealDraw
    | RecordCardDraw
    | DepositEscrow
    | SetColorPoints
    | StartRound
    | AssignTable
    | FollowTable
    | SeatEntrant
    | OpenGame
    | WagerPoints
    | SettleGame
    | VoidGame
    | PurchaseChips
    | DeclinePurchase
    | RedeemChips
    | BalanceTables
    | BreakTable
    | CorrectPoints
    | ReinstateEntry
    | ReopenRound
    | DecideTie
    | EndRound
    | DisqualifyPlayer
    | ProposeSplit
    | AgreeToSplit
    | RefuseSplit
    | GrantSplit
    | ConcludeEvent
    | ReopenEvent
    | PayPrize
    | CountFees
    | CloseTournament
    | CancelTournament
)
