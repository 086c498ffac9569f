"""Presence: which seats have a terminal, whose sound is on, and which terminals announced the call."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from croupier.wire.frames import Presence, SeatPresence

NO_MORE_BETS = "no-more-bets"
"""The call that terminals announce."""

_log = logging.getLogger(__name__)


class Announcement(Struct, frozen=True):
    """How one call of no more bets was announced; a text may require sound and picture at each terminal."""

    table: str
    round: int
    call: str
    audible: tuple[int, ...]
    """Seats whose terminals announced it by sound."""
    visual: tuple[int, ...]
    """Seats whose terminals announced it on the screen."""
    silent: tuple[int, ...]
    """Seats whose terminals were connected but announced nothing."""


class Present(Protocol):
    """A connection at a seat."""

    seat: int | None
    audio: bool

    @property
    def plays(self) -> bool: ...


class Presences:
    """The terminals of one table, and the call that they have to announce."""

    def __init__(self, table: str, report: Callable[[Announcement], None] | None = None) -> None:
        self._table, self._report = table, report
        self._at: dict[int, Present] = {}
        self._seat_of: dict[Present, int] = {}
        self._changed: set[int] = set()
        self._announced: dict[int, tuple[bool, bool]] = {}
        self._round: int | None = None
        """The round whose call is not reported yet."""
        self._shown_round = 0

    def move(self, who: Present) -> None:
        """Moves the connection to its current seat."""
        if not who.plays:
            return
        before = self._seat_of.get(who)
        if before is not None and before != who.seat:
            self.drop(who)
        if who.seat is not None:
            self._at[who.seat] = who
            self._seat_of[who] = who.seat
            self._changed.add(who.seat)

    def drop(self, who: Present) -> None:
        seat = self._seat_of.pop(who, None)
        if seat is not None and self._at.get(seat) is who:
            del self._at[seat]
            self._changed.add(seat)

    def called(self, round: int) -> None:
        """No more bets was called: each terminal has to announce it."""
        self._changed.update(self._announced)
        self._announced = {}
        self._round = self._shown_round = round

    def announce(self, seat: int, round: int, *, audible: bool, visual: bool) -> None:
        """A terminal has announced the call to its player; ignored for any other round."""
        if round != self._shown_round:
            return
        heard, seen = self._announced.get(seat, (False, False))
        self._announced[seat] = (heard or audible, seen or visual)
        self._changed.add(seat)

    def over(self) -> None:
        """The result is known, or the spin is void: reports the call once."""
        round, self._round = self._round, None
        if round is None or self._report is None:
            return
        announced = self._announced
        try:
            self._report(
                Announcement(
                    self._table,
                    round,
                    NO_MORE_BETS,
                    tuple(sorted(seat for seat, (audible, _) in announced.items() if audible)),
                    tuple(sorted(seat for seat, (_, visual) in announced.items() if visual)),
                    tuple(sorted(seat for seat in self._at if not any(announced.get(seat, ())))),
                )
            )
        except Exception:  # a failed report must not stop the table
            _log.exception("table %s: the report of round %d failed", self._table, round)

    def everywhere(self) -> Presence | None:
        """Every seat with a terminal; None if there is none."""
        return Presence(tuple(self._of(seat) for seat in sorted(self._at))) if self._at else None

    def take_changed(self) -> Presence | None:
        """The seats that changed since the last call; None if none did."""
        if not self._changed:
            return None
        changed, self._changed = sorted(self._changed), set()
        return Presence(tuple(self._of(seat) for seat in changed))

    def _of(self, seat: int) -> SeatPresence:
        who = self._at.get(seat)
        announced = any(self._announced.get(seat, (False, False)))
        return SeatPresence(seat, who is not None, who is not None and who.audio, announced)
