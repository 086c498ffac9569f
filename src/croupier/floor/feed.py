"""The feed of a table: publishes every commit to all connections, each in its own view. See ADR 31 and 96.

Runs in the event loop of the desk. Changes are queued in order and sent by `flush`, one slice of time per turn, so
that a result for thousands of connections does not block the loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from croupier.floor.desk import Desk
from croupier.floor.listener import FAILED, RESTARTS, TAKEN_OVER, Listener
from croupier.floor.order import Answer, News, Order
from croupier.floor.outbox import STEP, Outbox, Publishing
from croupier.floor.presence import Announcement, Presences
from croupier.floor.version_marks import VersionMarks
from croupier.table import event as e
from croupier.table.bet_news import BetNews
from croupier.table.command import AnyCommand
from croupier.table.news import CommitNews, NewsPart
from croupier.table.news_reporter import NewsReporter
from croupier.table.state import Table, TableRules
from croupier.table.view import CREW, HOUSE, STAFF, View, view_from
from croupier.terms.clock import Clock
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Actor
from croupier.terms.refusal import Refusal
from croupier.wire.frames import PaceFrame, SnapshotFrame, encode
from croupier.wire.news import bets_frame, encoded, news_tail

_MARKS = frozenset({e.NoMoreBetsCalled, e.NumberAnnounced, e.NoSpinCalled})
_LARGE_SUMS = frozenset({e.SecondAsked, e.SecondGiven, e.SecondDenied, e.SlipRequested, e.ChipsBought, e.CashedOut})
"""Events about large sums and second persons, which are reported to the house whoever is connected."""
_log = logging.getLogger(__name__)


class _Publication(Struct, frozen=True):
    """A commit that is being published."""

    version: int
    now: int
    round: int
    marks: tuple[type[e.Event], ...]
    changes: CommitNews
    mark: str


class Hub:
    """All connections to one table."""

    def __init__(
        self,
        rules: TableRules,
        clock: Clock,
        *,
        announced: Callable[[Announcement], None] | None = None,
        colors: Sequence[str] = (),
        repeated: Callable[[Actor], None] | None = None,
        large_sum: Callable[[Actor, e.AnyEvent], None] | None = None,
    ) -> None:
        self.rules, self.clock = rules, clock
        self.colors = colors
        """The colors that terminals can show, for players to choose from; empty allows any."""
        self.on_repeated = repeated
        """Called when a device repeats an old message."""
        self.on_large_sum = large_sum
        """Called when large sums move or wait for a second person, with the person's name."""
        self.presence = Presences(rules.setup.number, announced)
        self.closes_at: int | None = None
        self._desk: Desk | None = None
        self._marks: VersionMarks | None = None
        self._listeners: dict[Listener, None] = {}
        self._public: dict[Listener, None] = {}
        self._staff: dict[Listener, None] = {}
        self._players: dict[str, Listener] = {}
        self._asking: list[Listener] = []
        self.outbox = Outbox(rules.setup.number, leave=self.leave, snapshot_all=self._snapshot_all, flush=self.flush)
        self._reporter: NewsReporter | None = None
        self._version = 0

    def __len__(self) -> int:
        """Number of connections."""
        return len(self._listeners)

    @property
    def idle(self) -> bool:
        """Whether everything that the desk has delivered is sent."""
        return self.outbox.idle

    def attach(self, desk: Desk, loop: asyncio.AbstractEventLoop, marks: VersionMarks | None = None) -> None:
        """Lets people join; `desk` is the one that publishes to this hub."""
        self._desk, self.outbox.loop, self._marks = desk, loop, marks
        desk.on_delivered = self._delivered

    def check_mark(self, version: int, mark: str) -> None:
        """Checks the version that a client was sent before; one whose records are lost stops the table."""
        if self._marks is not None and self._marks.proves_loss(version, mark):
            _log.error("table %s: a client was shown version %d, which is lost", self.rules.setup.number, version)

    def _mark(self, version: int) -> str:
        return self._marks.mark(version) if self._marks is not None else ""

    # Called by the desk

    def publish(self, news: News, table: Table) -> Iterator[None] | None:
        """Publishes the changes of a commit behind its answers; what is returned does the rest, and yields often."""
        reporter = self._reporter
        if reporter is None:  # nobody has a view that could change
            self._version = max(self._version, news.version)
            return None
        if news.after > self._version:
            self._start_over(table)
            self._advance(news)
            return None
        try:
            bets = reporter.report_bets(news.events, table)
            if bets is None:
                return self._report(reporter, news, table)
            self._publish_bets(news.version, table.round, bets)
        except Exception:
            self._fail_to_publish(news, table)
        self._advance(news)
        return None

    def _report(self, reporter: NewsReporter, news: News, table: Table) -> Publishing:
        """Publishes the changes of a commit that may take long to report."""
        changes = CommitNews()
        try:
            yield from reporter.reporting(changes, news.events, table, self._players, staff=bool(self._staff))
            marks = tuple([kind for event in news.events if (kind := type(event)) in _MARKS])
            publication = _Publication(
                news.version, self.clock.now(), table.round, marks, changes, self._mark(news.version)
            )
            self.outbox.publish(self._spread(publication))
        except Exception:
            self._fail_to_publish(news, table)
        finally:
            self._advance(news)

    def _publish_bets(self, version: int, round: int, bets: BetNews) -> None:
        """Publishes at once what only concerns the players who bet, if nothing is queued; otherwise queues it."""
        now, mark, players = self.clock.now(), self._mark(version), self._players
        if self._staff or self.rules.setup.central_screen or not self.outbox.clear:
            changes = bets.for_all(players, staff=bool(self._staff))
            self.outbox.publish(self._spread(_Publication(version, now, round, (), changes, mark)))
            return
        touch = self.outbox.touch
        for own in bets.own(players):
            listener = players[own.player]
            if listener.awaits(version):
                listener.put_news(version, bets_frame(listener.version, version, now, own, mark))
                touch(listener)

    def _advance(self, news: News) -> None:
        self._version = max(self._version, news.version)

    def _delivered(self, later: bool) -> None:
        """Sends what the desk has delivered, now or in the next step of the loop."""
        if later:
            self.outbox.wake()
        else:
            self.flush()

    def _fail_to_publish(self, news: News, table: Table) -> None:
        _log.exception("table %s: version %d could not be published", self.rules.setup.number, news.version)
        self._start_over(table)

    def _start_over(self, table: Table) -> None:
        """The changes cannot be published one by one: every connection gets a snapshot."""
        self._reporter = NewsReporter(self.rules, table)
        self.outbox.publish(self._snapshot_all())

    def _replied(self, listener: Listener, answer: Answer) -> None:
        self.outbox.answer(listener, answer)
        outcome = answer.outcome
        if type(outcome) is Refusal:
            if outcome.code is CommandRefusalCode.MESSAGE_REPEATED and self.on_repeated is not None:
                self.on_repeated(listener.actor)
        elif type(outcome) is tuple and outcome and type(outcome[0]) in _LARGE_SUMS and self.on_large_sum is not None:
            self.on_large_sum(listener.actor, outcome[0])

    def _build_views(self, asking: Sequence[Listener], version: int, table: Table) -> None:
        reporter = self._reporter
        if reporter is None:
            reporter = self._reporter = NewsReporter(self.rules, table)
        self._version = max(self._version, version)
        seats = [reporter.seating.seat_of.get(each.actor.name) if each.plays else None for each in asking]
        views = [
            (each, view_from(self.rules, table, each.role, seat), seat)
            for each, seat in zip(asking, seats, strict=True)
        ]
        self.outbox.publish(self._show(version, self.clock.now(), self._mark(version), views))

    def _check_views(self, asking: Sequence[Listener], query: asyncio.Future[None]) -> None:
        """Closes the connections if the view could not be built, instead of leaving them waiting."""
        if query.cancelled() or (error := query.exception()) is None:
            return
        _log.error("table %s: a view could not be built", self.rules.setup.number, exc_info=error)
        for listener in asking:
            listener.end("The view of the table could not be built.", FAILED)

    # Joining and leaving

    def join(self, listener: Listener) -> None:
        """Requests a snapshot for the connection, after which it gets news; closes another connection of the player."""
        if listener.plays:
            before = self._players.get(listener.actor.name)
            if before is not None:
                self.leave(before)
                before.end("Another connection took the seat.", TAKEN_OVER)
            self._players[listener.actor.name] = listener
        self._listeners[listener] = None
        listener.joined = True
        (self._staff if listener.role in STAFF else self._public)[listener] = None
        self.presence.move(listener)
        self.ask_snapshot(listener)

    def leave(self, listener: Listener) -> None:
        """Sends nothing more to the connection; its orders are still decided."""
        if self._listeners.pop(listener, False) is False:
            return
        listener.joined = False
        self._public.pop(listener, None)
        self._staff.pop(listener, None)
        if self._players.get(listener.actor.name) is listener:
            del self._players[listener.actor.name]
        self.presence.drop(listener)
        self._presence_changed()

    def ask_snapshot(self, listener: Listener) -> None:
        """Stops news for the connection until its snapshot has been sent."""
        listener.fresh = False
        if not self._asking:
            self._soon(self._ask)
        self._asking.append(listener)

    def _ask(self) -> None:
        asking, self._asking = self._asking, []
        if self._desk is not None:
            self._desk.query(partial(self._build_views, asking)).add_done_callback(partial(self._check_views, asking))

    def resume(self, listener: Listener) -> None:
        """Continues after the connection has caught up; if news was dropped, it gets a snapshot."""
        if listener.resume() and listener in self._listeners and listener not in self._asking:
            self.ask_snapshot(listener)

    def close(self, reason: str = "The service is stopping.") -> None:
        """Closes every connection."""
        for listener in list(self._listeners):
            self.leave(listener)
            listener.end(reason, RESTARTS)

    # Orders

    def order(self, listener: Listener, id: str, command: AnyCommand, seen: int | None) -> None:
        """Sends a command that is stamped now to the desk; its answer goes to the listener."""
        if self._desk is not None:
            self._desk.take(Order(id, command, seen), partial(self._replied, listener))

    def _soon(self, call: Callable[[], None]) -> None:
        if self.outbox.loop is None:
            raise RuntimeError("The hub has no loop yet.")
        self.outbox.loop.call_soon(call)

    # Sending

    def flush(self) -> None:
        """Sends what the desk has delivered, for a slice of time."""
        self.outbox.send()
        self._presence_changed()

    def _snapshot_all(self) -> Publishing:
        for listener in list(self._listeners):
            self.ask_snapshot(listener)
        yield

    def _spread(self, publication: _Publication) -> Publishing:
        changes, version, now, mark = publication.changes, publication.version, publication.now, publication.mark
        if self._staff:
            self._spread_staff(publication)
        public, crew = changes.public, changes.crew
        if public.empty:
            players = self._players
            for count, name in enumerate(list(changes.own), start=1):
                part = changes.own.pop(name)  # to forget thousands of parts at once takes long
                if name in players:  # the player may have left in the meantime
                    self._pass(players[name], version, news_tail(version, now, part, mark=mark), part)
                if not count % STEP:
                    yield
            if crew is not None:
                for listener in [each for each in self._public if each.role in CREW]:
                    self._pass(listener, version, news_tail(version, now, crew, mark=mark), crew)
        else:
            yield from self._spread_wide(publication)
        for kind in publication.marks:
            if kind is e.NoMoreBetsCalled:
                self.presence.called(publication.round)
            else:
                self.presence.over()

    def _spread_wide(self, publication: _Publication) -> Publishing:
        """Publishes what everyone may see, with the parts that concern only some."""
        changes, version, now, mark = publication.changes, publication.version, publication.now, publication.mark
        public, crew = changes.public, changes.crew
        tail, wide = news_tail(version, now, public, mark=mark), public
        if self.rules.setup.central_screen and (changes.own or crew):
            wide = encoded(public)  # encoded once for all; without a central screen the public part is small
        for count, listener in enumerate(list(self._public), start=1):
            own = changes.own.pop(listener.actor.name, None) if listener.plays else None
            if crew is not None and listener.role in CREW:
                own = crew
            if own is not None:
                self._pass(listener, version, news_tail(version, now, own, wide, mark), own)
            elif listener.news(version, tail):
                self.outbox.touch(listener)
            if not count % STEP:
                yield

    def _spread_staff(self, publication: _Publication) -> None:
        staff, house, mark = publication.changes.staff, publication.changes.house, publication.mark
        tail = news_tail(publication.version, publication.now, staff, mark=mark) if not staff.empty else None
        wide = tail if house.empty else news_tail(publication.version, publication.now, house, staff, mark)
        for listener in self._staff:
            mine = wide if listener.role in HOUSE else tail
            if mine is not None and listener.news(publication.version, mine):
                self.outbox.touch(listener)

    def _pass(self, listener: Listener, version: int, tail: bytes, part: NewsPart) -> None:
        if listener.news(version, tail):
            if not listener.touched:
                self.outbox.touch(listener)
            if part.you is not None and part.you.seat != listener.seat and listener.enrolled is None:
                listener.seat = part.you.seat
                self.presence.move(listener)

    def _show(self, version: int, now: int, mark: str, views: list[tuple[Listener, View, int | None]]) -> Publishing:
        """Sends the requested views, all of one version."""
        for listener, view, seat in views:
            yield
            if listener.closed:
                continue
            if listener.enrolled is None and listener.plays:
                listener.seat = seat
                self.presence.move(listener)
            listener.begin(version)
            if listener.greeting is not None:
                listener.answer(listener.greeting(listener.seat, now))  # another snapshot does not replace it
                listener.greeting = None
            listener.put(encode(SnapshotFrame(version, now, view, mark)))
            if self.closes_at is not None:
                listener.put(encode(PaceFrame(self.closes_at)))
            if listener.role in STAFF and (everywhere := self.presence.everywhere()):
                listener.put(encode(everywhere))
            self.outbox.touch(listener)

    def _presence_changed(self) -> None:
        changed = self.presence.take_changed()
        if changed is None or not self._staff:
            return
        frame = encode(changed)
        for listener in list(self._staff):
            if listener.fresh:
                listener.put(frame)
                self.outbox.send_to(listener)

    def set_pace(self, closes_at: int | None) -> None:
        """Publishes when an automatic dealer plans to call no more bets, for display only."""
        self.closes_at = closes_at
        frame = encode(PaceFrame(closes_at))
        for listener in list(self._listeners):
            if listener.fresh:
                listener.put(frame)
                self.outbox.send_to(listener)

    def audio(self, listener: Listener, *, ready: bool) -> None:
        """Records whether the terminal's sound is unlocked."""
        listener.audio = ready
        self.presence.move(listener)
        self._presence_changed()

    def announced(self, listener: Listener, round: int, *, audible: bool, visual: bool) -> None:
        """The terminal has announced the call of no more bets to its player."""
        if listener.plays and listener.seat is not None:
            self.presence.announce(listener.seat, round, audible=audible, visual=visual)
            self._presence_changed()
