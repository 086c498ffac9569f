"""A tournament as one viewer sees it: events, leaderboard, tables, prizes, draws."""

from __future__ import annotations

from msgspec import Struct

from croupier.terms.coded_message import CodedMessage
from croupier.terms.money import Cents
from croupier.tournament.staff_view import TournamentDesk
from croupier.tournament.state import EntryStatus, EventStage
from croupier.tournament.suggestion import SuggestedCommand


class SeenPointsWager(Struct, frozen=True):
    entry: int
    spot: str
    points: int


class SeenTournamentTable(Struct, frozen=True):
    number: int
    games: int
    games_left: int
    is_open: bool
    place: str
    """The house table where it is played; empty if it is played by hand."""
    takes_wagers: bool
    """A game is open and still takes wagers."""
    last_number: str
    """The result of the last game of the round, and its color; empty before the first."""
    last_color: str
    wagers: tuple[SeenPointsWager, ...]


class SeenEntrant(Struct, frozen=True):
    """One line of the leaderboard."""

    entry: int
    name: str
    place: int
    points: int
    status: EntryStatus
    table: int
    seat: int
    to_advance: int
    """How many points the entry lacks to advance now; 0 if it would advance."""
    next_table: int
    """The seat drawn for the next round; 0 before the draw."""
    next_seat: int
    may_purchase: bool
    """It has no chips, and may purchase more or decline."""
    won: str
    """The award in words; empty before the event is concluded."""
    won_said: tuple[CodedMessage, ...]
    """The same as codes and facts."""


class SeenPrize(Struct, frozen=True):
    """A prize in words, and its amount for the current pool."""

    place: int
    words: str
    said: CodedMessage
    """The same as code and facts."""
    amount: Cents
    """0 if the prize is not cash."""


class SeenDraw(Struct, frozen=True):
    """A draw of seats from its commitment until the round starts."""

    round: int
    commitment: str
    entries: int
    nonces: tuple[int, ...]
    """The entries whose players have added a nonce."""
    beacon: str
    beacon_at: int
    drawn: bool


class SplitShare(Struct, frozen=True):
    entry: int
    name: str
    amount: Cents
    agreed: bool


class SeenSplit(Struct, frozen=True):
    """A proposal to split the prizes, for the remaining players and those who run the tournament."""

    by: str
    shares: tuple[SplitShare, ...]


class SeenTournamentEvent(Struct, frozen=True):
    id: str
    title: str
    stage: EventStage
    round: int
    rounds: int
    round_since: int
    """When the round started, in milliseconds; 0 if none has."""
    games: int
    """The games of the round at each table."""
    fee: Cents
    buy_in: Cents
    cut: str
    """Who advances from the round, in words; empty if there is no cut."""
    cut_said: tuple[CodedMessage, ...]
    """The same as code and facts."""
    pool: Cents
    prizes: tuple[SeenPrize, ...]
    draw: SeenDraw | None
    draws: tuple[int, ...]
    """The rounds whose draw can be fetched and checked."""
    split: SeenSplit | None
    split_due: Cents | None
    """The amount that the remaining players could split; None if they may not."""
    leaderboard: tuple[SeenEntrant, ...]
    tables: tuple[SeenTournamentTable, ...]


class SeenColor(Struct, frozen=True):
    color: str
    points: int


class SeenTournament(Struct, frozen=True):
    """A tournament for one viewer."""

    id: str
    title: str
    house: str
    stage: str
    next: str
    """The next step, for staff."""
    next_said: tuple[CodedMessage, ...]
    """The same as code and facts."""
    action: SuggestedCommand | None
    """The command of the main button for staff; None if another role acts or people have to decide."""
    tasks: tuple[str, ...]
    """The commands that this viewer may give at this stage."""
    desk: TournamentDesk | None
    colors: tuple[SeenColor, ...]
    events: tuple[SeenTournamentEvent, ...]
    mine: tuple[int, ...]
    """The viewer's own entries."""
    demonstration: bool
    """Nobody pays anything, and prizes are play money."""
    joins: str
    """The event of a demonstration that this player can join now; empty if there is none."""
