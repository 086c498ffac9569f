"""The state of one tournament."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct, field

from croupier.ledger import Account, AccountKind, Balances
from croupier.terms.money import Cents
from croupier.tournament.event import DrawCommitted
from croupier.tournament.points import NO_POINTS, Points
from croupier.tournament.setup import ColorValue, TournamentSetup
from croupier.tournament.values import Award, EntryPayment


class TournamentStage(StrEnum):
    NONE = "none"
    DRAFTED = "drafted"
    FILED = "filed"
    UNACCEPTABLE = "found unacceptable"
    OPEN = "open"
    """Registration has opened; each event has its own stage."""
    CONCLUDED = "concluded"
    CLOSED = "closed"


class EventStage(StrEnum):
    WAITING = "waiting"
    REGISTRATION = "registration"
    REGISTERED = "registered"
    """Registration is closed; seats are drawn next."""
    PLAYING = "playing"
    BETWEEN = "between rounds"
    CONCLUDED = "concluded"


class EntryStatus(StrEnum):
    ACTIVE = "active"
    ELIMINATED = "eliminated"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    FINISHED = "finished"
    """It played the event to its end."""


class Entrant(Struct):
    """One entry of a person in an event."""

    number: int
    event: str
    person: str
    name: str
    fee: EntryPayment
    buy_in: EntryPayment
    month: str
    licensee: str = ""
    fee_counted: bool = False
    """The cash of the fee has been counted and is no longer refunded."""
    status: EntryStatus = EntryStatus.ACTIVE
    points: Points = NO_POINTS
    purchases: int = 0
    paid: Cents = Cents(0)
    """All buy-ins of the entry."""
    declined: bool = False
    table: int = 0
    seat: int = 0
    next_table: int = 0
    """The seat drawn for the next round; the seat of the last round applies until it starts."""
    next_seat: int = 0
    seated: bool = False
    round_out: int = 0
    game_out: int = 0
    cut: bool = False
    """It was eliminated by the cut at the end of a round, not for lack of chips."""

    @property
    def is_active(self) -> bool:
        return self.status is EntryStatus.ACTIVE


class TableWager(Struct, frozen=True):
    entry: int
    spot: str
    points: Points


class TournamentTable(Struct):
    """One table in the current round."""

    number: int
    games: int = 0
    is_open: bool = False
    """A game is open and takes wagers."""
    at_start: dict[int, Points] = field(default_factory=dict)
    """The chips on the table at the start of the open game."""
    wagers: list[TableWager] = field(default_factory=list)
    last_number: str = ""
    """The result of the last game of the round."""

    def staked(self, entry: int) -> Points:
        return Points(sum(each.points.count for each in self.wagers if each.entry == entry))


class AssignedTable(Struct):
    """A house table where a table of an event is played."""

    event: str
    table: int
    place: str
    followed: int
    """The version of its last record that has counted."""
    opened: bool = False
    """It is open for this tournament."""
    joined: bool = False
    """It matches its assignment: the same event, book and wheel."""
    called: bool = False
    """No more bets has been called in its round."""


class SplitProposal(Struct):
    amounts: dict[int, Cents]
    by: str
    agreed: set[int] = field(default_factory=set)


class TournamentVoucher(Struct):
    """A prize voucher, valid once, for its winner only, in the event that it names."""

    number: str
    person: str
    entry: int
    event: str
    value: Cents
    used_by: int = 0
    """The entry that it was used for."""
    was_payout: bool | None = None
    """Whether its use made it a prize payout or a buy-in; None until it is used."""
    lapsed: bool = False


class EventProgress(Struct):
    """The progress of one event."""

    id: str
    stage: EventStage = EventStage.WAITING
    round: int = 0
    round_since: int = 0
    """When the round started, in milliseconds; 0 if unknown."""
    commitment: DrawCommitted | None = None
    nonces: dict[int, str] = field(default_factory=dict)
    drawn: bool = False
    """The seats for the next round have been drawn."""
    tables: dict[int, TournamentTable] = field(default_factory=dict)
    draws: list[int] = field(default_factory=list)
    """The rounds whose seats were drawn by a seed, so that anybody can check them."""
    ties: list[tuple[int, ...]] = field(default_factory=list)
    proposal: SplitProposal | None = None
    granted: dict[int, Cents] | None = None
    ranking: tuple[tuple[int, ...], ...] = ()
    carried: Cents = Cents(0)
    carried_to: str = ""


class Tournament(Struct):
    """The state of one tournament after its events so far."""

    stage: TournamentStage = TournamentStage.NONE
    setup: TournamentSetup | None = None
    rules_digest: str = ""
    filed_at: int | None = None
    unacceptable: set[str] = field(default_factory=set)
    """Digests of rules that the regulator found unacceptable."""
    events: dict[str, EventProgress] = field(default_factory=dict)
    entries: dict[int, Entrant] = field(default_factory=dict)
    barred: set[str] = field(default_factory=set)
    awards: dict[int, Award] = field(default_factory=dict)
    awards_made: int = 0
    """The highest number of any award so far, including withdrawn ones."""
    paid: set[int] = field(default_factory=set)
    vouchers: dict[str, TournamentVoucher] = field(default_factory=dict)
    escrowed: Cents = Cents(0)
    """The total ever placed in escrow."""
    colors: tuple[ColorValue, ...] = ()
    has_played: bool = False
    """The first round of an event has started."""
    canceled: bool = False
    last_at: int = 0
    balances: Balances = field(default_factory=Balances)
    active: dict[str, int] = field(default_factory=dict)
    """The active entry of each person."""
    assigned: dict[str, AssignedTable] = field(default_factory=dict)
    """The house tables assigned to it, by number."""

    def of_event(self, event: str) -> Iterator[Entrant]:
        return (entry for entry in self.entries.values() if entry.event == event)

    def active_in(self, event: str) -> list[Entrant]:
        """The active entries of the event, by number."""
        return [entry for entry in self.of_event(event) if entry.is_active]

    def at_table(self, event: str, table: int) -> list[Entrant]:
        found = [entry for entry in self.of_event(event) if entry.is_active and entry.table == table]
        return sorted(found, key=lambda entry: entry.seat)

    def played_at(self, event: str, table: int) -> AssignedTable | None:
        """The house table where a table of an event is played; None if it is played by hand."""
        return next((at for at in self.assigned.values() if (at.event, at.table) == (event, table)), None)

    def pool(self, event: str) -> Cents:
        return self.balances[pool(event)]

    @property
    def unpaid(self) -> list[Award]:
        return [award for award in self.awards.values() if award.number not in self.paid]

    @property
    def is_between_rounds(self) -> bool:
        return all(event.stage is not EventStage.PLAYING for event in self.events.values())

    def proceeds(self) -> dict[str, Cents]:
        """The entry fees of each month, counted or not."""
        found: dict[str, int] = {}
        for account, held in self.balances.held().items():
            if account.kind in (AccountKind.FEES, AccountKind.PROCEEDS):
                found[account.owner] = found.get(account.owner, 0) + held
        return {month: Cents(found[month]) for month in sorted(found)}


def pool(event: str) -> Account:
    return Account(AccountKind.POOL, event)


def fees(month: str) -> Account:
    return Account(AccountKind.FEES, month)


def proceeds(month: str) -> Account:
    return Account(AccountKind.PROCEEDS, month)


def prize(award: int) -> Account:
    return Account(AccountKind.PRIZES, str(award))


def voucher(number: str) -> Account:
    return Account(AccountKind.VOUCHERS, number)


ESCROW = Account(AccountKind.ESCROW)
PLAYERS = Account(AccountKind.OUTSIDE, "players")
HOUSE = Account(AccountKind.OUTSIDE, "house")
ITEMS = Account(AccountKind.OUTSIDE, "items")
"""Items given as a fee or a buy-in, at their set cash value."""
DIFFERENCE = Account(AccountKind.DIFFERENCE)
