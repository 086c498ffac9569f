"""The feed of a table: every commit told to everybody connected, each as they may hear it. See ADR 31 and 37.

All of it belongs to the loop that takes the desk's turns. What a commit brought is collected first and sent by
`flush`, when the desk has handed its next commit to the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial

from msgspec import Struct

from croupier.floor.answering import encode_answer
from croupier.floor.clock import Clock
from croupier.floor.desk import Desk
from croupier.floor.listener import FAILED, RESTARTS, TAKEN_OVER, Listener
from croupier.floor.order import Answer, News, Order
from croupier.floor.presence import Announcement, Presences
from croupier.table import event as e
from croupier.table.changes import Reporter
from croupier.table.command import AnyCommand
from croupier.table.parts import Changes, Part
from croupier.table.state import Table, TableRules
from croupier.table.view import CREW, HOUSE, STAFF, View, view_from
from croupier.wire.frames import (
    Pace,
    Pieces,
    Snapshot,
    encode,
    news_both,
    news_over,
    news_tail,
)

POST_MAX = 500
"""The most orders that are posted together, so that a crowded turn of the loop becomes several commits."""

_MARKS = frozenset({e.NoMoreBetsCalled, e.NumberAnnounced, e.NoSpinCalled})
_log = logging.getLogger(__name__)


class _Told(Struct, frozen=True):
    """A commit on its way to the loop."""

    version: int
    now: int
    round: int
    marks: tuple[type[e.Event], ...]
    changes: Changes


class _Seen(Struct, frozen=True):
    """Views that were asked for, all of one version."""

    version: int
    now: int
    views: list[tuple[Listener, View, int | None]]


class _Answers(Struct, frozen=True):
    listeners: Sequence[Listener]
    answers: Sequence[Answer]


class _Lost(Struct, frozen=True):
    """What happened cannot be told step by step: everybody needs a snapshot."""


class Hub:
    """Everybody connected to one table."""

    def __init__(
        self,
        rules: TableRules,
        clock: Clock,
        *,
        announced: Callable[[Announcement], None] | None = None,
        colors: Sequence[str] = (),
    ) -> None:
        self.rules, self.clock = rules, clock
        self.colors = colors
        """The colors that terminals can show, of which a player chooses one; any where there are none."""
        self.presence = Presences(rules.setup.number, announced)
        self.closes_at: int | None = None
        self._desk: Desk | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[Listener, None] = {}
        self._public: dict[Listener, None] = {}
        self._staff: dict[Listener, None] = {}
        self._players: dict[str, Listener] = {}
        self._orders: list[tuple[Listener, Order]] = []
        self._asking: list[Listener] = []
        self._touched: list[Listener] = []
        # what the desk has brought, until it is sent
        self._passage: deque[_Told | _Seen | _Answers | _Lost] = deque()
        self._woken = False
        self._reporter: Reporter | None = None
        self._version = 0

    def __len__(self) -> int:
        """How many are connected."""
        return len(self._listeners)

    def attach(self, desk: Desk, loop: asyncio.AbstractEventLoop) -> None:
        """Afterwards people may join; the desk is the one that tells this hub its news."""
        self._desk, self._loop = desk, loop

    # What the desk calls

    def tell(self, news: News, table: Table) -> None:
        """Passes on what a commit changed; the loop hears of it and of the commit's answers with one call."""
        try:
            if self._reporter is not None:
                self._passage.append(self._report(news, table))
        finally:
            self._version = max(self._version, news.version)
            self._wake()

    def _report(self, news: News, table: Table) -> _Told | _Lost:
        reporter = self._reporter
        if reporter is None or news.after > self._version:
            self._reporter = Reporter(self.rules, table)
            return _Lost()
        try:
            changes = reporter.report(news.events, table, players=self._players, staff=bool(self._staff))
        except Exception:
            _log.exception("table %s: version %d could not be told", self.rules.setup.number, news.version)
            self._reporter = Reporter(self.rules, table)
            return _Lost()
        marks = tuple(type(event) for event in news.events if type(event) in _MARKS)
        return _Told(news.version, self.clock.now(), table.round, marks, changes)

    def _replied(self, listeners: Sequence[Listener], answers: Sequence[Answer]) -> None:
        """Where something new happened, its news follow at once and wake the loop for both."""
        self._passage.append(_Answers(listeners, answers))
        version = self._version
        if not any(answer.version > version and isinstance(answer.outcome, tuple) for answer in answers):
            self._wake()

    def _look(self, asking: Sequence[Listener], version: int, table: Table) -> None:
        reporter = self._reporter
        if reporter is None:
            reporter = self._reporter = Reporter(self.rules, table)
        self._version = max(self._version, version)
        seats = [reporter.seat_of.get(each.actor.name) if each.plays else None for each in asking]
        views = [
            (each, view_from(self.rules, table, each.role, seat), seat)
            for each, seat in zip(asking, seats, strict=True)
        ]
        self._passage.append(_Seen(version, self.clock.now(), views))
        self._wake()

    def _looked(self, asking: Sequence[Listener], look: Future[None]) -> None:
        """Whoever cannot have a view is not left waiting for it."""
        error = look.exception()
        if error is None or self._loop is None:
            return
        _log.error("table %s: no view could be made", self.rules.setup.number, exc_info=error)
        for listener in asking:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon(listener.end, "There is no view of the table.", FAILED)

    def _wake(self) -> None:
        if not self._woken and self._loop is not None:
            self._woken = True
            with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody listens
                self._loop.call_soon(self.flush)

    # Coming and going

    def join(self, listener: Listener) -> None:
        """Afterwards a snapshot is on its way, and news follow on it; another connection of the player is ended."""
        if listener.plays:
            before = self._players.get(listener.actor.name)
            if before is not None:
                self.leave(before)
                before.end("Another connection took the seat.", TAKEN_OVER)
            self._players[listener.actor.name] = listener
        self._listeners[listener] = None
        (self._staff if listener.role in STAFF else self._public)[listener] = None
        self.presence.move(listener)
        self.ask_snapshot(listener)

    def leave(self, listener: Listener) -> None:
        """Afterwards nothing reaches the connection; what it asked for is decided all the same."""
        if self._listeners.pop(listener, False) is False:
            return
        self._public.pop(listener, None)
        self._staff.pop(listener, None)
        if self._players.get(listener.actor.name) is listener:
            del self._players[listener.actor.name]
        self.presence.drop(listener)
        self._presence_changed()

    def ask_snapshot(self, listener: Listener) -> None:
        """Afterwards news stop for the connection until its snapshot has come."""
        listener.fresh = False
        if not self._asking:
            self._soon(self._ask)
        self._asking.append(listener)

    def _ask(self) -> None:
        asking, self._asking = self._asking, []
        if self._desk is not None:
            self._desk.look(partial(self._look, asking)).add_done_callback(partial(self._looked, asking))

    def resume(self, listener: Listener) -> None:
        """The connection takes messages again; one that lost some gets a snapshot."""
        if listener.resume() and listener in self._listeners and listener not in self._asking:
            self.ask_snapshot(listener)

    def close(self, reason: str = "The service stops.") -> None:
        """Ends every connection."""
        for listener in list(self._listeners):
            self.leave(listener)
            listener.end(reason, RESTARTS)

    # Orders

    def order(self, listener: Listener, id: str, command: AnyCommand, seen: int | None) -> None:
        """Collects the orders of one turn of the loop; their answers come to the listener."""
        if not self._orders:
            self._soon(self._post)
        self._orders.append((listener, Order(id, command, seen)))

    def _post(self) -> None:
        orders, self._orders = self._orders, []
        if self._desk is None:
            return
        for start in range(0, len(orders), POST_MAX):
            some = orders[start : start + POST_MAX]
            listeners = [listener for listener, _ in some]
            self._desk.post([order for _, order in some], partial(self._replied, listeners))

    def _soon(self, call: Callable[[], None]) -> None:
        if self._loop is None:
            raise RuntimeError("The hub has no loop yet.")
        self._loop.call_soon(call)

    # What the loop does with it

    def flush(self) -> None:
        """Sends all that has come from the desk: to each connection one message."""
        self._woken = False
        passage = self._passage
        while passage:
            item = passage.popleft()
            try:
                self._take(item)
            except Exception:  # nobody may go on with a picture that has a hole in it
                _log.exception("table %s: something could not be passed on", self.rules.setup.number)
                self._take(_Lost())
        touched, self._touched = self._touched, []
        for listener in touched:
            self._send(listener)
        self._presence_changed()

    def _take(self, item: _Told | _Seen | _Answers | _Lost) -> None:
        if isinstance(item, _Answers):
            for listener, answer in zip(item.listeners, item.answers, strict=True):
                listener.answer(encode_answer(answer))
            self._touched += item.listeners
        elif isinstance(item, _Told):
            self._spread(item)
        elif isinstance(item, _Seen):
            self._show(item)
        else:
            for listener in self._listeners:
                self.ask_snapshot(listener)

    def _send(self, listener: Listener) -> None:
        """One connection that fails is ended, and the next is not kept waiting."""
        try:
            listener.flush()
        except Exception:
            _log.exception("table %s: a connection failed", self.rules.setup.number)
            self.leave(listener)
            listener.pause()  # it takes no good-bye either
            with contextlib.suppress(Exception):
                listener.end("The connection failed.", FAILED)

    def _spread(self, told: _Told) -> None:
        changes, version, now = told.changes, told.version, told.now
        if self._staff:
            self._spread_staff(told)
        public = changes.public
        if public.empty:
            for name, part in changes.own.items():
                listener = self._players.get(name)
                if listener is not None:
                    self._pass(listener, version, news_tail(version, now, part), part)
            if changes.crew is not None:
                for listener in self._public:
                    if listener.role in CREW:
                        self._pass(listener, version, news_tail(version, now, changes.crew), changes.crew)
        else:
            tail = news_tail(version, now, public)
            pieces = Pieces.of(public) if self.rules.setup.central_screen and (changes.own or changes.crew) else None
            for listener in self._public:
                part_of = changes.own.get(listener.actor.name) if listener.plays else None
                if changes.crew is not None and listener.role in CREW:
                    part_of = changes.crew
                if part_of is None:
                    if listener.news(version, tail):
                        self._touched.append(listener)
                elif pieces is None:  # without a screen there is little that all hear
                    self._pass(listener, version, news_both(version, now, part_of, public), part_of)
                else:
                    self._pass(listener, version, news_over(version, now, part_of, pieces), part_of)
        for mark in told.marks:
            if mark is e.NoMoreBetsCalled:
                self.presence.called(told.round)
            else:
                self.presence.over()

    def _spread_staff(self, told: _Told) -> None:
        staff, house = told.changes.staff, told.changes.house
        tail = news_tail(told.version, told.now, staff) if not staff.empty else None
        wide = tail if house.empty else news_over(told.version, told.now, house, Pieces.of(staff))
        for listener in self._staff:
            mine = wide if listener.role in HOUSE else tail
            if mine is not None and listener.news(told.version, mine):
                self._touched.append(listener)

    def _pass(self, listener: Listener, version: int, tail: bytes, part: Part) -> None:
        if listener.news(version, tail):
            self._touched.append(listener)
            if part.you is not None and part.you.seat != listener.seat and listener.enrolled is None:
                listener.seat = part.you.seat
                self.presence.move(listener)

    def _show(self, seen: _Seen) -> None:
        for listener, view, seat in seen.views:
            if listener.closed:
                continue
            if listener.enrolled is None and listener.plays:
                listener.seat = seat
                self.presence.move(listener)
            listener.begin(seen.version)
            if listener.greeting is not None:
                listener.put(listener.greeting(listener.seat, seen.now))
                listener.greeting = None
            listener.put(encode(Snapshot(seen.version, seen.now, view)))
            if self.closes_at is not None:
                listener.put(encode(Pace(self.closes_at)))
            if listener.role in STAFF and (everywhere := self.presence.everywhere()):
                listener.put(encode(everywhere))
            self._touched.append(listener)

    def _presence_changed(self) -> None:
        changed = self.presence.take_changed()
        if changed is None or not self._staff:
            return
        frame = encode(changed)
        for listener in list(self._staff):
            if listener.fresh:
                listener.put(frame)
                self._send(listener)

    def set_pace(self, closes_at: int | None) -> None:
        """Tells everybody when an automatic dealer means to call; decoration."""
        self.closes_at = closes_at
        frame = encode(Pace(closes_at))
        for listener in list(self._listeners):
            if listener.fresh:
                listener.put(frame)
                self._send(listener)

    def audio(self, listener: Listener, *, ready: bool) -> None:
        """The terminal's sound is unlocked, or not."""
        listener.audio = ready
        self.presence.move(listener)
        self._presence_changed()

    def announced(self, listener: Listener, round: int, *, audible: bool, visual: bool) -> None:
        """The terminal told its player that no more bets are taken."""
        if listener.plays and listener.seat is not None:
            self.presence.announce(listener.seat, round, audible=audible, visual=visual)
            self._presence_changed()
