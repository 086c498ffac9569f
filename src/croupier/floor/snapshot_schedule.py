"""When a desk saves a snapshot of its table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from croupier.floor.recorded_table import RecordedTable
from croupier.table.state import Phase

SNAPSHOT_EVERY = 50_000
"""Records between snapshots, taken while no bets are open; after ten times as many, at any time."""
CALM_S = 1.0
"""Delay before a snapshot that is due is taken in the loop."""
_OVERDUE_FACTOR = 10
_BETS = frozenset({Phase.BETTING, Phase.IN_TRACK})


class SnapshotSchedule:
    """A snapshot blocks the table while it is made, so one that is due waits for a time without bets.

    `request_turn` has the desk take a turn, which asks again whether to save.
    """

    def __init__(self, recorded: RecordedTable, every: int, request_turn: Callable[[], None]) -> None:
        self._recorded, self._every, self._request_turn = recorded, every, request_turn
        self._reminded = self._calm = False
        """Whether a turn for a snapshot is scheduled; whether now is the time for one."""

    def saves(self, *, waits: bool) -> bool:
        """Whether to save a snapshot in this turn. Unless it `waits`, one that is due is not put off."""
        unsaved = self._recorded.unsaved
        calm, self._calm = self._calm or not waits, False
        if unsaved < self._every:
            return False
        overdue = unsaved >= _OVERDUE_FACTOR * self._every
        if not overdue and self._recorded.known.table.phase in _BETS:
            return False
        if not (calm or overdue or self._reminded):
            self._reminded = True
            asyncio.get_running_loop().call_later(CALM_S, self._remind)
        return calm or overdue

    def _remind(self) -> None:
        self._reminded, self._calm = False, True
        self._request_turn()
