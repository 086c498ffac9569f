"""The spins of a table as its journal has them, for whoever judges the wheel."""

from __future__ import annotations

import csv
import datetime
from array import array
from collections.abc import Iterable
from functools import lru_cache
from io import StringIO

from msgspec import Struct

from croupier.game.wheel import Wheel
from croupier.journal.record import Record
from croupier.table import event as e
from croupier.wire.events import from_record, read_actor
from croupier.wire.rules import read_rules

LAST = 100
"""So many results are the last ones."""


def spins_csv(records: Iterable[Record]) -> str:
    """Every number that was announced, oldest first, with time, dealer and the direction of ball or wheel.

    A number that was corrected stands as it was corrected; a spin that was called off before it came to rest
    has no number and is not here.
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
                time = datetime.datetime.fromtimestamp(record.time_ms / 1000, datetime.UTC).isoformat()
                row_of[round] = len(rows)
                rows.append([number, time, read_actor(record.actor).name, direction])
            case e.NumberCorrected(round=corrected, number=number) if corrected in row_of:
                rows[row_of[corrected]][0] = number
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([["number", "time", "dealer", "direction"], *rows])
    return out.getvalue() if rows else ""


class SpinsKept(Struct, frozen=True):
    """What a reader has read, for a file."""

    numbers: list[str] = []
    times: bytes = b""
    opened: int = 0
    wheel: str = ""
    round: int = 0
    row_of: dict[int, int] = {}


class SpinReader:
    """Every number that the table's present wheel has given, as it stands now; records come one by one.

    A number that was corrected stands as it was corrected. When the table opens with another kind of wheel, the
    numbers of the one before are forgotten.
    """

    def __init__(self, kept: SpinsKept | None = None) -> None:
        kept = kept or SpinsKept()
        self.numbers = kept.numbers
        self.times = array("q", kept.times)
        self.opened = kept.opened
        """How many numbers there were when the table was last opened."""
        self.edition = 0
        """Raised when a number that was there became another, or went: whoever counted them counts again."""
        self.wheel = kept.wheel
        """What the wheel is known by (`wheel_mark`)."""
        self._round, self._row_of = kept.round, kept.row_of

    @property
    def kept(self) -> SpinsKept:
        return SpinsKept(self.numbers, self.times.tobytes(), self.opened, self.wheel, self._round, dict(self._row_of))

    def add(self, time_ms: int, event: object) -> None:
        match event:
            case e.TableOpened():
                self._round += 1
                self._open(_wheel_of(event.rules))
            case e.CrownLifted():
                self._round += 1
            case e.NumberAnnounced():
                self._row_of[self._round] = len(self.numbers)
                if len(self._row_of) > 2:  # only the last settled round is ever corrected
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


@lru_cache(maxsize=8)
def _wheel_of(rules: str) -> str:
    return wheel_mark(read_rules(rules).rules.game.wheel)


def wheel_mark(wheel: Wheel) -> str:
    """What two wheels of one kind have in common: their compartments in order, and which of them are void."""
    return f"{wheel.id}: {' '.join(each.label for each in wheel.compartments)}; void {' '.join(sorted(wheel.void))}"
