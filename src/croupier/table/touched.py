"""The parts of the views that the events of a commit change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import assert_never, get_args

from msgspec import Struct, field

from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.declared_changes import CHANGE_STACK, changes_of, seat_of
from croupier.table.stake import Stake
from croupier.table.state import Table
from croupier.table.table_event import Change

WagerKey = tuple[str, str, Chips, str, bool]
"""Identifies a wager of a seat for viewers: key, spot, chips, color, tip."""


def wager_key(stake: Stake) -> WagerKey:
    return (stake.key, stake.spot, stake.chips, stake.color, stake.tip)


class Seating:
    """Who sits where, as of the last event."""

    def __init__(self, table: Table) -> None:
        self.player_at = {number: seat.player for number, seat in table.seats.items()}
        self.seat_of = {player: number for number, player in self.player_at.items()}

    def take(self, seat: int, player: str) -> None:
        self.player_at[seat] = player
        self.seat_of[player] = seat

    def leave(self, seat: int) -> str:
        player = self.player_at.pop(seat)
        if self.seat_of.get(player) == seat:
            del self.seat_of[player]
        return player

    def players(self, seats: Iterable[int]) -> set[str]:
        """Who sits at these seats."""
        return {self.player_at[seat] for seat in seats if seat in self.player_at}


WithOtherParts = (
    e.WagerPlaced
    | e.WagerMoved
    | e.WagerTakenDown
    | e.WagersChanged
    | e.VerbalWagerOffered
    | e.VerbalWagerConfirmed
    | e.LosersCollected
    | e.WinnersPaid
    | e.CollectionReturned
    | e.RoundVoided
    | e.PlayEnded
    | e.CorrectionBegun
    | e.NumberCorrected
    | e.SeatTaken
    | e.SeatLeft
    | e.ChipsSet
    | e.TableClosed
    | e.PrisonChosen
    | e.DisputeRaised
    | e.DisputeDecided
)
"""The events that change parts of views which depend on their fields."""
_WITH_OTHER_PARTS = frozenset(get_args(WithOtherParts))
_PARTS = (Change.DEALING, Change.LAST_ROUND, Change.RESULTS, Change.CLAIMS, Change.EQUIPMENT)
_PARTS_OF: Mapping[type[e.Event], tuple[str, ...]] = {
    kind: tuple(str(part.name).lower() for part in _PARTS if part in changes_of(kind)) for kind in get_args(e.AnyEvent)
}
"""The fields of `Touched` that each kind of event sets. What else it changes is compared at every commit."""


class Touched(Struct):
    """The parts of the views that the events of a commit change."""

    seating: Seating
    wagers: dict[int, set[WagerKey]] = field(default_factory=dict)
    """Single wagers, by seat."""
    settled: set[int] = field(default_factory=set)
    """Seats with settled wagers: all wagers of these seats are sent."""
    whole: bool = False
    seats: set[int] = field(default_factory=set)
    shown: set[int] = field(default_factory=set)
    """Seats that look different to everybody: taken, left, or with a new color."""
    people: set[str] = field(default_factory=set)
    """Players whose seat, choice or last round may have changed."""
    left: dict[str, list[int]] = field(default_factory=dict)
    results: bool = False
    last_round: bool = False
    disputes: set[str] | None = None
    claims: bool = False
    dealing: bool = False
    """Something else on the dealer's console changed."""
    equipment: bool = False

    def add_wager(self, stake: Stake) -> None:
        """A wager and the chips of its seat changed."""
        seat = stake.seat
        if seat in self.wagers:
            self.wagers[seat].add(wager_key(stake))
        else:
            self.wagers[seat] = {wager_key(stake)}
        self.seats.add(seat)

    def add(self, event: e.AnyEvent, table: Table) -> None:
        """Adds one event; `table` is the table after the commit."""
        kind = type(event)
        if kind in CHANGE_STACK:
            self.seats.add(seat_of(event))
        for part in _PARTS_OF[kind]:
            setattr(self, part, True)
        if kind in _WITH_OTHER_PARTS and isinstance(event, WithOtherParts):  # the set is faster
            self._add_other_parts(event, table)

    def _add_other_parts(self, event: WithOtherParts, table: Table) -> None:
        match event:
            case e.WagerPlaced() | e.WagerTakenDown():
                self.add_wager(event.stake)
            case e.WagersChanged():
                for stake in chain((each.stake for each in event.taken), event.placed):
                    self.add_wager(stake)
            case e.VerbalWagerConfirmed():
                self.add_wager(event.stake)
                self.people |= self.seating.players((event.stake.seat,))
            case e.WagerMoved():
                stake = event.stake
                to = Stake(stake.seat, event.to, stake.chips, stake.color, stake.tip, stake.amount)
                self.wagers.setdefault(stake.seat, set()).update((wager_key(stake), wager_key(to)))
            case e.VerbalWagerOffered():
                self.people |= self.seating.players((event.seat,))
            case e.LosersCollected():
                self._settled({share.seat for share in event.seats} | {each.stake.seat for each in event.wagers})
            case e.WinnersPaid():
                self._settled({each.stake.seat for each in event.wagers}, paid=True)
            case e.CollectionReturned():
                self._settled({share.seat for share in event.seats})
            case e.RoundVoided():
                self._returned(each.stake for each in event.wagers)
            case e.PlayEnded():
                self._returned(each.stake for each in event.returned)
                self._returned(each.stake for each in event.freed)
            case e.CorrectionBegun():
                self.people |= self.seating.players(table.settled)
            case e.NumberCorrected():
                self.people |= self.seating.players(table.settled)
                self._settled({stake.seat for stake in event.imprisoned})
                self._settled({stake.seat for stake in event.released}, paid=True)
            case e.SeatTaken():
                self.seating.take(event.seat, event.player)
                self._look(event.seat)
            case e.SeatLeft():
                self._leave(event.seat)
            case e.ChipsSet():
                self._look(event.seat)
            case e.TableClosed():
                for seat in list(self.seating.player_at):
                    self._leave(seat)
            case e.PrisonChosen():
                self.people.add(self.seating.player_at[event.seat])
            case e.DisputeRaised():
                self.disputes = (self.disputes or set()) | {event.player}
            case e.DisputeDecided():
                self.disputes = (self.disputes or set()) | {table.disputes[event.dispute].player}
            case _:
                assert_never(event)

    def _settled(self, seats: set[int], *, paid: bool = False) -> None:
        """Wagers of these seats were settled; if paid, the chips of the seats changed too."""
        self.whole = self.last_round = True
        self.settled |= seats
        self.seats |= seats if paid else set()

    def _returned(self, stakes: Iterable[Stake]) -> None:
        """Wagers went back to their players."""
        self.whole = True
        seats = {stake.seat for stake in stakes}
        self.settled |= seats
        self.seats |= seats

    def _look(self, seat: int) -> None:
        """The seat looks different to everybody."""
        self.seats.add(seat)
        self.shown.add(seat)
        self.people.add(self.seating.player_at[seat])

    def _leave(self, seat: int) -> None:
        self._look(seat)
        self.left.setdefault(self.seating.leave(seat), []).append(seat)
