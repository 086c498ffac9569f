"""Events of a tournament. Their tags are permanent. Each holds every amount that its postings need."""

from __future__ import annotations

from croupier.terms.message import Event
from croupier.terms.money import Cents
from croupier.tournament.command import TableStep
from croupier.tournament.points import Points
from croupier.tournament.setup import ColorValue, PrizeKind, TournamentSetup
from croupier.tournament.values import Award, DrawnSeat, EntryPayment


class TournamentDrafted(Event, frozen=True, tag="tournament-drafted/1"):
    """The book is named with the digest over all its files."""

    setup: TournamentSetup
    book: str
    book_digest: str
    rules_digest: str


class TournamentChanged(Event, frozen=True, tag="tournament-changed/1"):
    """An earlier filing no longer counts."""

    setup: TournamentSetup
    book: str
    book_digest: str
    rules_digest: str


class RulesFiled(Event, frozen=True, tag="rules-filed/1"):
    digest: str
    office: str
    received_by: str
    at: int


class RulesFoundUnacceptable(Event, frozen=True, tag="rules-found-unacceptable/1"):
    digest: str
    what: str


class RegistrationOpened(Event, frozen=True, tag="registration-opened/1"):
    event: str


class EntryMade(Event, frozen=True, tag="entry-made/1"):
    """`month` is the month that the fee counts for; `rules` is the digest of the rules that were handed over."""

    entry: int
    event: str
    person: str
    name: str
    fee: EntryPayment
    buy_in: EntryPayment
    month: str
    rules: str
    licensee: str = ""


class EntryWithdrawn(Event, frozen=True, tag="entry-withdrawn/1"):
    """Returns the buy-in, and the fee if it has not been counted."""

    entry: int
    event: str
    month: str
    buy_in: EntryPayment
    fee: EntryPayment


class RegistrationClosed(Event, frozen=True, tag="registration-closed/1"):
    event: str


class VoucherLapsed(Event, frozen=True, tag="voucher-lapsed/1"):
    """Its value goes to the pool of its event."""

    voucher: str
    event: str
    amount: Cents


class PoolRaised(Event, frozen=True, tag="pool-raised/1"):
    """The house raises the pool to the amount that it guaranteed."""

    event: str
    amount: Cents


class DrawCommitted(Event, frozen=True, tag="draw-committed/1"):
    event: str
    round: int
    entries: tuple[int, ...]
    commitment: str
    beacon: str
    beacon_at: int


class NonceAdded(Event, frozen=True, tag="nonce-added/1"):
    event: str
    entry: int
    nonce: str


class SeatsDrawn(Event, frozen=True, tag="seats-drawn/1"):
    """Drawn by the committed seed, or by cards if there is none."""

    event: str
    round: int
    seats: tuple[DrawnSeat, ...]
    seed: str = ""
    beacon_value: str = ""
    witness: str = ""


class EscrowDeposited(Event, frozen=True, tag="escrow-deposited/1"):
    amount: Cents
    agent: str
    licensee: str


class EscrowReleased(Event, frozen=True, tag="escrow-released/1"):
    amount: Cents


class ColorsValued(Event, frozen=True, tag="colors-valued/1"):
    values: tuple[ColorValue, ...]


class RoundStarted(Event, frozen=True, tag="round-started/1"):
    """Every entry starts with these points; `equal` if all start with the same."""

    event: str
    round: int
    points: tuple[tuple[int, Points], ...]
    equal: bool
    at: int = 0
    """When it starts, for the clock of the round; 0 in records without it."""


class TableAssigned(Event, frozen=True, tag="table-assigned/1"):
    """Records of the house table count after version `since`; without a place, the table is played by hand."""

    event: str
    table: int
    place: str
    since: int


class TableFollowed(Event, frozen=True, tag="table-followed/1"):
    """A record of a house table that counted, by its version."""

    event: str
    table: int
    place: str
    version: int
    step: TableStep
    round: int
    number: str
    misfit: str
    """Why a table that opened does not fit; empty if it does."""


class EntrantSeated(Event, frozen=True, tag="entrant-seated/1"):
    entry: int


class EntrantAdded(Event, frozen=True, tag="entrant-added/1"):
    """A late entry gets the starting points and a seat at the table with the fewest players."""

    entry: int
    table: int
    seat: int
    points: Points


class GameOpened(Event, frozen=True, tag="game-opened/1"):
    """Only the chips on the table now are in play for this game."""

    event: str
    table: int
    game: int


class PointsWagered(Event, frozen=True, tag="points-wagered/1"):
    entry: int
    spot: str
    points: Points
    by: str


class GameSettled(Event, frozen=True, tag="game-settled/1"):
    """`points` holds the new points of everybody who wagered."""

    event: str
    table: int
    game: int
    number: str
    points: tuple[tuple[int, Points], ...]


class GameVoided(Event, frozen=True, tag="game-voided/1"):
    event: str
    table: int
    game: int
    why: str


class ChipsPurchased(Event, frozen=True, tag="chips-purchased/1"):
    entry: int
    event: str
    payment: EntryPayment
    points: Points


class EntryEliminated(Event, frozen=True, tag="entry-eliminated/1"):
    entry: int
    event: str
    round: int
    game: int


class TablesBalanced(Event, frozen=True, tag="tables-balanced/1"):
    event: str
    moves: tuple[DrawnSeat, ...]
    broken: int = 0
    """The table that was broken; 0 if tables were only balanced."""


class PointsCorrected(Event, frozen=True, tag="points-corrected/1"):
    entry: int
    before: Points
    points: Points
    why: str


class EntryReinstated(Event, frozen=True, tag="entry-reinstated/1"):
    entry: int
    points: Points
    why: str


class RoundReopened(Event, frozen=True, tag="round-reopened/1"):
    event: str
    round: int
    why: str


class TieDecided(Event, frozen=True, tag="tie-decided/1"):
    event: str
    order: tuple[int, ...]
    how: str


class RoundEnded(Event, frozen=True, tag="round-ended/1"):
    event: str
    round: int
    advanced: tuple[int, ...]
    out: tuple[int, ...]


class PlayerDisqualified(Event, frozen=True, tag="player-disqualified/1"):
    """All of these entries are out without a prize, and these persons may not enter again."""

    entries: tuple[int, ...]
    persons: tuple[str, ...]
    why: str


class SplitProposed(Event, frozen=True, tag="split-proposed/1"):
    event: str
    amounts: tuple[tuple[int, Cents], ...]
    by: str


class SplitAgreed(Event, frozen=True, tag="split-agreed/1"):
    event: str
    entry: int


class SplitRefused(Event, frozen=True, tag="split-refused/1"):
    event: str
    by: str
    why: str


class SplitGranted(Event, frozen=True, tag="split-granted/1"):
    event: str
    amounts: tuple[tuple[int, Cents], ...]
    director: str


class EventConcluded(Event, frozen=True, tag="event-concluded/1"):
    """Places from the first to the last, the awards, and what is carried forward to the next event."""

    event: str
    ranking: tuple[tuple[int, ...], ...]
    awards: tuple[Award, ...]
    carried: Cents
    carried_to: str = ""


class EventReopened(Event, frozen=True, tag="event-reopened/1"):
    """These awards, and what was carried forward, go back into the pool."""

    event: str
    awards: tuple[Award, ...]
    carried: Cents
    carried_to: str
    why: str


class PoolReturned(Event, frozen=True, tag="pool-returned/1"):
    """Nobody is left to win, so the pool goes back to those who paid into it."""

    event: str
    amounts: tuple[tuple[int, Cents], ...]


class PrizePaid(Event, frozen=True, tag="prize-paid/1"):
    award: int
    kind: PrizeKind
    amount: Cents
    person: str


class FeesCounted(Event, frozen=True, tag="fees-counted/1"):
    month: str
    recorded: Cents
    counted: Cents


class TournamentClosed(Event, frozen=True, tag="tournament-closed/1"):
    """`proceeds` are the reported proceeds of each month."""

    proceeds: dict[str, Cents]


class TournamentCanceled(Event, frozen=True, tag="tournament-canceled/1"):
    why: str


TournamentEvent = (
    TournamentDrafted
    | TournamentChanged
    | RulesFiled
    | RulesFoundUnacceptable
    | RegistrationOpened
    | EntryMade
    | EntryWithdrawn
    | RegistrationClosed
    | VoucherLapsed
    | PoolRaised
    | DrawCommitted
    | NonceAdded
    | SeatsDrawn
    | EscrowDeposited
    | EscrowReleased
    | ColorsValued
    | RoundStarted
    | TableAssigned
    | TableFollowed
    | EntrantSeated
    | EntrantAdded
    | GameOpened
    | PointsWagered
    | GameSettled
    | GameVoided
    | ChipsPurchased
    | EntryEliminated
    | TablesBalanced
    | PointsCorrected
    | EntryReinstated
    | RoundReopened
    | TieDecided
    | RoundEnded
    | PlayerDisqualified
    | SplitProposed
    | SplitAgreed
    | SplitRefused
    | SplitGranted
    | EventConcluded
    | EventReopened
    | PoolReturned
    | PrizePaid
    | FeesCounted
    | TournamentClosed
    | TournamentCanceled
)
