"""The spins of a table as its journal has them, for whoever judges the wheel."""

from __future__ import annotations

import csv
import datetime
from collections.abc import Iterable
from io import StringIO

from croupier.journal.record import Record
from croupier.table import event as e
from croupier.wire.events import from_record, read_actor


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
