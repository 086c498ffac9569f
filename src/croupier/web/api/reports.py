"""Win, drop and hold of a table, by shift or by day."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, convert
from msgspec.structs import asdict

from croupier.records.report import Day, Figures, Shift, days
from croupier.terms.decoding import prepare_types
from croupier.web.api.lookup import RunningTable


class ReportQuery(Struct, frozen=True):
    by: Literal["shift", "day"] = "day"


class ReportRow(Struct, frozen=True):
    """A day or a shift: cents and counts, ratios as decimals."""

    table: str
    day: str
    shift: int
    """The number of the shift; for a day, how many shifts it had."""
    dealer: str
    supervisor: str
    began: int
    ended: int
    counted: bool
    win: int
    hold: float | None
    rounds_per_hour: float | None
    opening_float: int
    closing_float: int
    fills: int
    credits: int
    drop: int
    drop_receipts: int
    collected: int
    paid: int
    corrections: int
    difference: int
    tips: int
    coupons: int
    claims: int
    rounds: int
    no_spins: int
    disputes: int
    refused: int
    open_ms: int


prepare_types(ReportRow)


class ReportAnswer(Struct, frozen=True):
    by: Literal["shift", "day"]
    rows: tuple[ReportRow, ...]


def report_of(running: RunningTable, by: Literal["shift", "day"]) -> ReportAnswer:
    found = running.history.shifts()
    rows = [_shift_row(each) for each in found] if by == "shift" else [_day_row(each, found) for each in days(found)]
    return ReportAnswer(by, tuple(rows))


def _shift_row(shift: Shift) -> ReportRow:
    return _row(shift, shift, shift, shift.shift, counted=shift.counted, figures=shift.figures)


def _day_row(day: Day, found: list[Shift]) -> ReportRow:
    own = [shift for shift in found if (shift.table, shift.day) == (day.table, day.day)]
    return _row(day, own[0], own[-1], day.shifts, counted=day.counted, figures=day.figures)


def _row(of: Shift | Day, first: Shift, last: Shift, shift: int, *, counted: bool, figures: Figures) -> ReportRow:
    rate, hold = figures.rounds_per_hour, figures.hold
    return convert(
        {
            "table": of.table,
            "day": of.day,
            "shift": shift,
            "dealer": last.dealer,
            "supervisor": last.supervisor,
            "began": first.began,
            "ended": last.ended,
            "counted": counted,
            "win": figures.win,
            "hold": None if hold is None else float(hold),
            "rounds_per_hour": None if rate is None else float(rate),
            **asdict(figures),
        },
        ReportRow,
    )
