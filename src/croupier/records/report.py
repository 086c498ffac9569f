"""Win, drop and hold per shift and day, from the journal alone. See ADR 29.

    win = drop + closing float − opening float − fills + credits

The float is the counted one; a difference from the books is part of the win and also shown separately. A shift ends
with a count, at a change of shift or at the closing; for an open shift the float is the book value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import assert_never, get_args

from msgspec import Struct
from msgspec.structs import replace

from croupier.journal.record import Record
from croupier.table import event as e
from croupier.table.posting import DIFFERENCE, DROP_BOX, FLOAT, TIP_BOX, entry
from croupier.table.values import Funds
from croupier.terms.day import moment_of
from croupier.wire.events import CommandRefused, Recorded, from_record

HOUR_MS = 3_600_000
Counted = (
    e.FloatMoved
    | e.ChipsBought
    | e.LosersCollected
    | e.WinnersPaid
    | e.CollectionReturned
    | e.PlayEnded
    | e.NumberCorrected
    | e.BalanceCorrected
    | e.TipsCorrected
    | e.CrownLifted
    | e.NoSpinCalled
    | e.DisputeRaised
    | e.ClaimSettled
    | e.DropCounted
)
"""The events with figures that do not follow from the accounts."""
_COUNTED = frozenset(get_args(Counted))


class Figures(Struct):
    """Totals, in cents and counts."""

    opening_float: int = 0
    closing_float: int = 0
    fills: int = 0
    credits: int = 0
    drop: int = 0
    drop_receipts: int = 0
    """The part of the drop that is mobile ATM receipts."""
    collected: int = 0
    paid: int = 0
    corrections: int = 0
    """Paid to players and into the tip box by decisions and corrections; negative if taken back."""
    difference: int = 0
    """Counted in excess of the books."""
    tips: int = 0
    coupons: int = 0
    """The face value of the coupons collected."""
    claims: int = 0
    """Left open by corrections: owed by players, or to them if negative."""
    drop_counted: int = 0
    """Found in the drop box when it was emptied."""
    drop_difference: int = 0
    """The counted drop in excess of the recorded drop."""
    rounds: int = 0
    no_spins: int = 0
    disputes: int = 0
    refused: int = 0
    open_ms: int = 0

    @property
    def win(self) -> int:
        return self.drop + self.closing_float - self.opening_float - self.fills + self.credits

    @property
    def hold(self) -> Fraction | None:
        """The win as a share of the drop; None if nothing was dropped."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def rounds_per_hour(self) -> Fraction | None:
        return Fraction(self.rounds * HOUR_MS, self.open_ms) if self.open_ms else None


class Shift(Struct):
    """One dealer and supervisor at one table, between two counts of the float."""

    table: str
    day: str
    """The day the table was opened; a night belongs to the day before."""
    shift: int
    """Counted from 1 at each opening."""
    dealer: str
    supervisor: str
    began: int
    ended: int
    counted: bool
    """Whether the shift is over; the float of an open one is the book value."""
    figures: Figures


class Day(Struct):
    """A table's shifts of one day, added up."""

    table: str
    day: str
    shifts: int
    counted: bool
    figures: Figures


class ShiftReader:
    """Adds up the shifts of one table, event by event from the beginning of its records."""

    def __init__(self, ended: Iterable[Shift] = (), current: Shift | None = None, last: int = 0) -> None:
        self._ended = list(ended)
        self._current = current
        self._last = last

    @property
    def kept(self) -> tuple[list[Shift], Shift | None, int]:
        """The state with which another reader can continue."""
        return self._ended, self._current, self._last

    def add(self, at: int, event: Recorded) -> None:
        """Adds an event with its recorded time."""
        self._last = at
        if isinstance(event, e.TableOpened):
            day = moment_of(at).date().isoformat()
            self._current = _begin(event.number, day, 1, event, at)
            return
        current = self._current
        if current is None:
            # the box is emptied, and claims are settled, when the table is closed too
            if isinstance(event, e.DropCounted | e.ClaimSettled) and self._ended:
                _add(self._ended[-1].figures, event)
            return
        _add(current.figures, event)
        if isinstance(event, e.ShiftChanged | e.TableClosed):
            _end(current, at, counted=True)
            self._ended.append(current)
            self._current = (
                _begin(current.table, current.day, current.shift + 1, event, at)
                if isinstance(event, e.ShiftChanged)
                else None
            )

    def open_shift(self) -> Shift | None:
        """A copy of the open shift up to the last event, with the float by the books."""
        if self._current is None:
            return None
        shift = replace(self._current, figures=replace(self._current.figures))
        _end(shift, self._last, counted=False)
        return shift

    def all(self) -> list[Shift]:
        """Every shift, with the open one last."""
        current = self.open_shift()
        return [*self._ended, *([current] if current else [])]


def shifts(records: Iterable[Record]) -> Iterator[Shift]:
    """The shifts of one table in order; the records are its stream from the beginning."""
    reader = ShiftReader()
    for record in records:
        reader.add(record.time_ms, from_record(record).event)
    yield from reader.all()


def _begin(table: str, day: str, number: int, event: e.TableOpened | e.ShiftChanged, at: int) -> Shift:
    figures = Figures(opening_float=event.float_count, closing_float=event.float_count)
    return Shift(table, day, number, event.dealer, event.supervisor, at, at, counted=False, figures=figures)


def _end(shift: Shift, at: int, *, counted: bool) -> None:
    shift.ended, shift.counted = at, counted
    shift.figures.open_ms = at - shift.began


def _add(figures: Figures, event: Recorded) -> None:
    if isinstance(event, CommandRefused):
        figures.refused += 1
        return
    if isinstance(event, e.DropCounted):
        figures.drop_counted += event.counted
        figures.drop_difference += event.counted - event.book
        return
    posted = dict.fromkeys((FLOAT, DROP_BOX, TIP_BOX, DIFFERENCE), 0)
    for posting in entry(event).postings:
        if posting.account in posted:
            posted[posting.account] += posting.amount
    figures.drop += posted[DROP_BOX]
    figures.tips += posted[TIP_BOX]
    figures.difference -= posted[DIFFERENCE]
    # The closing moves the whole float to the cage; the count before it is the closing float.
    figures.closing_float += -posted[DIFFERENCE] if isinstance(event, e.TableClosed) else posted[FLOAT]
    if type(event) not in _COUNTED or not isinstance(event, Counted):  # the set is faster, and most are not
        return
    match event:
        case e.FloatMoved(amount=amount):
            figures.fills += max(amount, 0)
            figures.credits += max(-amount, 0)
        case e.ChipsBought(funds=funds, amount=amount):
            figures.drop_receipts += amount if funds is Funds.ATM_RECEIPT else 0
        case e.LosersCollected(spots=swept, wagers=collected):
            figures.collected += sum(each.taken for each in swept) + sum(each.taken for each in collected)
            figures.coupons += sum(each.coupon for each in collected)
        case e.WinnersPaid(wagers=paid):
            figures.paid += sum(each.winnings for each in paid)
            figures.coupons += sum(each.coupon for each in paid)
        case e.CollectionReturned(seats=seats):
            figures.collected -= sum(each.taken for each in seats)
            figures.coupons -= sum(each.coupon for each in seats)
        case e.PlayEnded(freed=freed):
            figures.collected += sum(each.taken for each in freed)
        case e.NumberCorrected(imprisoned=stakes):
            figures.corrections += sum(stake.amount for stake in stakes)
        case e.BalanceCorrected(paid=amount, claimed=claimed):
            figures.corrections += amount
            figures.claims += claimed
        case e.TipsCorrected(amount=amount):
            figures.corrections += amount
        case e.CrownLifted():
            figures.rounds += 1
        case e.NoSpinCalled():
            figures.no_spins += 1
        case e.DisputeRaised():
            figures.disputes += 1
        case e.ClaimSettled(amount=amount):
            figures.claims -= amount
        case _:
            assert_never(event)


def days(all_shifts: Iterable[Shift]) -> Iterator[Day]:
    """The shifts of each table and day, added up, in order."""
    found: dict[tuple[str, str], list[Shift]] = {}
    for shift in all_shifts:
        found.setdefault((shift.table, shift.day), []).append(shift)
    for (table, day), own in found.items():
        total = Figures()
        for name in Figures.__struct_fields__:
            setattr(total, name, sum(getattr(shift.figures, name) for shift in own))
        # A count between shifts closes one and opens the next; only the first and last are floats of the day.
        ends = [at for at, shift in enumerate(own) if at + 1 == len(own) or own[at + 1].shift == 1]
        total.opening_float = sum(shift.figures.opening_float for shift in own if shift.shift == 1)
        total.closing_float = sum(own[at].figures.closing_float for at in ends)
        yield Day(table, day, len(own), all(shift.counted for shift in own), total)
