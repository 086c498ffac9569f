"""The spins of a table, read from its journal, for fairness tests."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Callable, Iterable
from io import StringIO

from msgspec import Struct

from croupier.game.wheel import Wheel
from croupier.journal.record import Record
from croupier.table import event as e
from croupier.terms.day import moment_of
from croupier.wire.events import from_record, read_actor

WheelOf = Callable[[e.TableOpened], Wheel | None]
"""The wheel of a table, given its opening; None if its rules are not recorded."""
LAST = 100
"""How many results count as recent."""


def spins_csv(records: Iterable[Record]) -> str:
    """Every announced number, oldest first, with time, dealer and the direction of ball or wheel, as CSV.

    Corrected numbers appear as corrected; a spin that was called off has no number and is omitted.
    """
    rows: list[list[str]] = []
    round, direction = 0, ""
    row_of: dict[int, int] = {}
    for record in records:
        match from_record(record).event:
            case e.TableOpened() | e.CrownLifted():
                round += 1
            case e.BallSpun(ball=ball):
                direction = ball.value
            case e.WheelSpun(wheel=wheel):
                direction = wheel.value
            case e.NumberAnnounced(number=number):
                time = moment_of(record.time_ms).isoformat()
                row_of[round] = len(rows)
                rows.append([number, time, read_actor(record.actor).name, direction])
            case e.NumberCorrected(round=corrected, number=number) if corrected in row_of:
                rows[row_of[corrected]][0] = number
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([["number", "time", "dealer", "direction"], *rows])
    return out.getvalue() if rows else ""


class SpinsKept(Struct, frozen=True):
    """A reader's state, for storage."""

    numbers: list[str] = []
    times: bytes = b""
    opened: int = 0
    wheel: str = ""
    round: int = 0
    row_of: dict[int, int] = {}


class SpinReader:
    """Every number of the table's current wheel, updated record by record.

    Corrected numbers appear as corrected. If the table opens with another kind of wheel, earlier numbers are dropped.
    """

    def __init__(self, wheel_of: WheelOf, kept: SpinsKept | None = None) -> None:
        kept = kept or SpinsKept()
        self._wheel_of = wheel_of
        self.numbers = kept.numbers
        self.times = array("q", kept.times)
        self.opened = kept.opened
        """How many numbers there were when the table was last opened."""
        self.edition = 0
        """Incremented when an earlier number changes or is dropped, so that counts must be redone."""
        self.wheel = kept.wheel
        """Identifies the kind of wheel (`wheel_mark`)."""
        self._round, self._row_of = kept.round, kept.row_of

    @property
    def kept(self) -> SpinsKept:
        return SpinsKept(self.numbers, self.times.tobytes(), self.opened, self.wheel, self._round, dict(self._row_of))

    def add(self, time_ms: int, event: object) -> None:
        match event:
            case e.TableOpened():
                self._round += 1
                wheel = self._wheel_of(event)
                self._open(wheel_mark(wheel) if wheel is not None else "")
            case e.CrownLifted():
                self._round += 1
            case e.NumberAnnounced():
                self._row_of[self._round] = len(self.numbers)
                if len(self._row_of) > 2:  # only the last settled round can be corrected
                    del self._row_of[min(self._row_of)]
                self.numbers.append(event.number)
                self.times.append(time_ms)
            case e.NumberCorrected() if event.round in self._row_of:
                self.numbers[self._row_of[event.round]] = event.number
                self.edition += 1

    def _open(self, wheel: str) -> None:
        if wheel != self.wheel:
            self.wheel = wheel
            self.numbers, self.times = [], array("q")
            self._row_of.clear()
            self.edition += 1
        self.opened = len(self.numbers)


def wheel_mark(wheel: Wheel) -> str:
    """Identifies a kind of wheel: its compartments in order, and which of them are void."""
    return f"{wheel.id}: {' '.join(each.label for each in wheel.compartments)}; void {' '.join(sorted(wheel.void))}"
