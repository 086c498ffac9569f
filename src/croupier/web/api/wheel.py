"""How often each compartment of a table's wheel came up, and the evidence against a fair wheel.

Counts and monitor follow the journal: a request reads only the numbers since the last request. The monitor is the
laboratory's (ADR 18) and may be read after every spin; it can neither cause nor predict a result.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from croupier.floor.history import History
from croupier.floor.premises import Premises
from croupier.game.wheel import Wheel
from croupier.records.spins import LAST
from croupier.table.view import HOUSE
from croupier.terms.coded_message import CodedMessage
from croupier.terms.text import counted
from croupier.web.api.lookup import find_running
from croupier.web.endpoint import Call, Endpoint

if TYPE_CHECKING:
    from croupier.lab.fairness.monitor import Monitor

LEVEL = 0.01
"""The probability that the monitor of a fair wheel ever raises an alarm."""
AT_ONCE = 1_000
"""Numbers processed per batch, so that a long history does not hold up the tables."""
Span = Literal["all", "opening", "last"]


class WheelQuery(Struct, frozen=True):
    span: Span = "all"
    """Every number on record, those since the table was opened, or the last 100."""


class CountedLabel(Struct, frozen=True):
    label: str
    count: int
    expected: float
    """The average count if all compartments are equally likely."""


class WheelAlarm(Struct, frozen=True):
    spin: int
    """The spin that raised it, counted from 1 without void spins."""
    points_to: str
    """What most of the evidence points to now."""
    suspect: CodedMessage
    """The same as code and facts."""


class WheelMonitor(Struct, frozen=True):
    """The evidence against a fair wheel from all recorded numbers, whatever the requested span."""

    spins: int
    evidence: float
    peak: float
    threshold: float
    level: float
    alarm: WheelAlarm | None
    words: str


class WheelFigures(Struct, frozen=True):
    span: Span
    spins: int
    since: int | None
    """When the first number of the span was announced."""
    until: int | None
    counts: tuple[CountedLabel, ...]
    """In wheel order."""
    monitor: WheelMonitor | None
    """None if the laboratory is not installed."""


class _Watched:
    """The counts and the monitor of one table's wheel."""

    def __init__(self, history: History, wheel: Wheel) -> None:
        self._history, self.wheel = history, wheel
        self._lock = threading.Lock()
        self._edition = -1
        self._taken = 0
        self._since: int | None = None
        self._until: int | None = None
        self._counts: Counter[str] = Counter()
        self._monitor: Monitor | None = None

    def figures(self, span: Span) -> WheelFigures:
        with self._lock:
            self._follow()
            monitor = self._monitor_now()
            if span == "all":
                return self._figures(span, self._counts, self._since, self._until, monitor)
        part = self._history.spun(self.wheel, lambda _, total, opened: opened if span == "opening" else total - LAST)
        since, until = (part.times[0], part.times[-1]) if part.times else (None, None)
        return self._figures(span, Counter(part.numbers), since, until, monitor)

    def _follow(self) -> None:
        """Reads the numbers since the last request, or all of them after a correction."""
        fresh = self._history.spun(
            self.wheel, lambda edition, _total, _opened: self._taken if edition == self._edition else 0
        )
        if fresh.edition != self._edition:
            self._counts, self._since, self._until = Counter(), None, None
            self._monitor = _monitor(self.wheel)
        self._counts.update(fresh.numbers)
        if fresh.numbers:
            self._since = fresh.times[0] if self._since is None else self._since
            self._until = fresh.times[-1]
            if self._monitor is not None:
                for start in range(0, len(fresh.numbers), AT_ONCE):
                    self._monitor.replay(fresh.numbers[start : start + AT_ONCE])
        self._taken, self._edition = fresh.total, fresh.edition

    def _figures(
        self, span: Span, counts: Counter[str], since: int | None, until: int | None, monitor: WheelMonitor | None
    ) -> WheelFigures:
        spins, size = counts.total(), len(self.wheel.compartments)
        stops = Counter(each.label for each in self.wheel.compartments)
        labels = tuple(CountedLabel(label, counts[label], spins * stops[label] / size) for label in stops)
        return WheelFigures(span, spins, since, until, labels, monitor)

    def _monitor_now(self) -> WheelMonitor | None:
        watch = self._monitor
        if watch is None:
            return None
        suspect = watch.suspects(1)[0]
        said = CodedMessage(suspect.family, suspect.facts)
        alarm = WheelAlarm(watch.alarm, suspect.words, said) if watch.alarm is not None else None
        return WheelMonitor(
            watch.spins, watch.evidence, watch.peak, watch.threshold, watch.alpha, alarm, _words(watch, alarm)
        )


def _words(watch: Monitor, alarm: WheelAlarm | None) -> str:
    if alarm is not None:
        return (
            f"Alarm at spin {alarm.spin:,}: on a fair wheel the chance of any alarm is at most {watch.alpha:.0%}, "
            f"however often it is checked. Most of the evidence points to: {alarm.points_to}. "
            "Inspect the wheel and check the record."
        )
    return (
        f"No alarm in {counted(watch.spins, 'spin')}: the evidence against a fair wheel is {watch.evidence:,.2f}, its "
        f"peak was {watch.peak:,.2f}, and an alarm needs {watch.threshold:,.0f}. It may be checked after every spin. "
        "The absence of an alarm does not prove that the wheel is fair."
    )


def _monitor(wheel: Wheel) -> Monitor | None:
    try:
        from croupier.lab.fairness import Monitor, ring_of
    except ModuleNotFoundError:  # the extra lab is not installed
        return None
    return Monitor(ring_of(wheel), LEVEL)


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:
    watched: dict[str, _Watched] = {}

    async def wheel(call: Call) -> WheelFigures:
        running = find_running(premises, call)
        number = running.place.number
        if number not in watched:
            watched[number] = _Watched(running.history, running.live.rules.betting.game.wheel)
        return await asyncio.to_thread(watched[number].figures, call.query.span)

    words = "How often each compartment came up, and the evidence against a fair wheel."
    path = "/tables/{number}/wheel"
    return (Endpoint("GET", path, wheel, words, HOUSE, query=WheelQuery, answer=WheelFigures),)
