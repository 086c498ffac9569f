"""How long a player has played, and the result, read from a table's records. See ADR 90.

    result = cashed out + chips held − bought in − brought along

Chips held are those in the rack and on the layout. Tips and wagers for the dealers count as spent, and a correction
counts when it reaches the rack.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct

from croupier.table import event as e
from croupier.table.state import Table

KEPT_MS = 24 * 3_600_000
"""A sitting is forgotten this long after it ended."""
BREAK_MS = 30 * 60_000
"""A pause at least this long between two sittings ends a session."""


class Sitting(Struct):
    """One player in one seat, from taking it to leaving it. Amounts are in cents."""

    player: str
    seat: int
    since: int
    until: int | None = None
    """When the seat was left; None while the player sits there."""
    rounds: int = 0
    """The rounds in which a wager of the player was settled."""
    bought: int = 0
    """Chips bought, chips brought from another table, and cash of verbal wagers."""
    cashed: int = 0
    held: int = 0
    """In the rack and on the layout when the player left; for an open sitting see `held_now`."""

    @property
    def result(self) -> int:
        return self.cashed + self.held - self.bought


OfSession = (
    e.SeatTaken
    | e.SeatLeft
    | e.ChipsBought
    | e.ChipsBrought
    | e.CashedOut
    | e.VerbalWagerConfirmed
    | e.CrownLifted
    | e.TableClosed
)
"""The events that begin or end a sitting, or change its money or its rounds."""


class SittingReader:
    """The sittings of one table, updated record by record."""

    def __init__(self, sittings: Iterable[Sitting] = ()) -> None:
        self._all = list(sittings)
        self._open = {each.seat: each for each in self._all if each.until is None}

    @property
    def kept(self) -> list[Sitting]:
        """The state with which another reader can continue."""
        return self._all

    def add(self, at: int, event: e.AnyEvent, table: Table) -> None:
        """Adds an event with its recorded time; `table` is the state before it."""
        if not isinstance(event, OfSession):
            return
        match event:
            case e.SeatTaken():
                self._all = [each for each in self._all if each.until is None or each.until > at - KEPT_MS]
                taken = self._open[event.seat] = Sitting(event.player, event.seat, at)
                self._all.append(taken)
            case e.SeatLeft():
                self._leave(event.seat, at, table)
            case e.TableClosed():
                for seat in list(self._open):
                    self._leave(seat, at, table)
            case e.ChipsBought() | e.ChipsBrought():
                self._open[event.seat].bought += event.amount
            case e.VerbalWagerConfirmed():
                self._open[event.stake.seat].bought += event.stake.amount
            case e.CashedOut():
                self._open[event.seat].cashed += event.amount
            case e.CrownLifted():
                for seat, settled in table.settled.items():
                    sitting = self._open.get(seat)
                    if sitting is not None and sitting.player == settled.player and table.settled_round == event.round:
                        sitting.rounds += 1
            case _:
                assert_never(event)

    def of(self, player: str, table: Table) -> list[Sitting]:
        """A player's sittings, oldest first, with what the player holds in the table as it is now."""
        return [
            Sitting(*_fields(each), held=each.held if each.until is not None else held_now(table, each.seat))
            for each in self._all
            if each.player == player
        ]

    def _leave(self, seat: int, at: int, table: Table) -> None:
        sitting = self._open.pop(seat)
        sitting.until, sitting.held = at, held_now(table, seat)


def _fields(each: Sitting) -> tuple[str, int, int, int | None, int, int, int]:
    return each.player, each.seat, each.since, each.until, each.rounds, each.bought, each.cashed


def held_now(table: Table, seat: int) -> int:
    """What a seat has in the rack and on the layout."""
    wagers = table.wagers.get(seat)
    return table.seats[seat].total + (wagers.total if wagers is not None else 0)


def last_session(sittings: Iterable[tuple[str, Sitting]], now: int) -> list[tuple[str, Sitting]]:
    """The sittings of the current session, by table, oldest first; none if there is no session.

    Sittings at any tables belong to one session while they are less than `BREAK_MS` apart.
    """
    found: list[tuple[str, Sitting]] = []
    began = now
    for table, each in sorted(sittings, key=lambda one: now if one[1].until is None else one[1].until, reverse=True):
        ended = now if each.until is None else each.until
        if ended <= began - BREAK_MS:
            break
        found.append((table, each))
        began = min(began, each.since)
    return sorted(found, key=lambda one: one[1].since)
