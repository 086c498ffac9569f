"""The only writer of the stream `premises`, with a bounded queue, group commits, and aggregation of repeated refusals.

Refusing a thousand requests a second must not fill the disk. The first refusal of its kind is written at once; the
others of the same minute are counted and written as one record.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from msgspec import Struct
from msgspec.structs import replace

from croupier.access.event import (
    SERVICE,
    STREAM,
    AccessDenied,
    AnySignificant,
    By,
    EventsDropped,
    FrameRefused,
    SignInFailed,
    id_of,
    to_draft,
)
from croupier.journal.port import Journal, VersionConflict
from croupier.journal.record import NAME_MAX, BadDraft, Draft, check_drafts
from croupier.terms.clock import Clock
from croupier.terms.fault import Fault

LINE_MAX = 10_000
"""Maximum length of the queue; further events are dropped, and their number is recorded."""
GROUP_MAX = 1_000
"""Maximum number of events per commit."""
WINDOW_MS = 60_000
"""How long repeated refusals are counted instead of written one by one."""
KEYS_MAX = 1_024
"""Maximum number of kinds of refusals counted separately; the rest is counted together."""
ATTEMPTS = 5
WRITE_SECONDS = 30.0
"""Timeout of a write that waits until its record is durable."""
RETRY_SECONDS = 1.0
"""Delay before a failed journal is tried again."""

_log = logging.getLogger(__name__)

Counted = AccessDenied | FrameRefused | SignInFailed


class _Waiting(Struct):
    draft: Draft
    done: Future[int] | None


class _Window(Struct):
    """Counts refusals of one kind since the first of them was written."""

    event: Counted
    by: str
    opened: int
    more: int = 0
    last: int = 0


class Logbook:
    """Takes events from any thread; one thread writes them. Without `start`, that is the caller of `turn`.

    The logbook owns its journal object; if that fails, `reopen` returns another one for the same records. Other
    processes, such as the command line, may write to the stream too: after a version conflict the logbook continues
    at the current version, because no event depends on the one before it.
    """

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        *,
        reopen: Callable[[], Journal] | None = None,
        line_max: int = LINE_MAX,
    ) -> None:
        self._journal, self._clock, self._reopen, self._line_max = journal, clock, reopen, line_max
        self._changed = threading.Condition()
        self._line: deque[_Waiting] = deque()
        self._windows: dict[tuple[str, ...], _Window] = {}
        self._dropped = 0
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._version = journal.head(STREAM).version
        self.trouble: Exception | None = None
        """Why the last write failed; None if it succeeded."""
        self.listener: Callable[[int], None] | None = None
        """Called with the number of dropped events, in the writing thread."""

    @property
    def journal(self) -> Journal:
        return self._journal

    @property
    def waiting(self) -> int:
        """Number of queued events."""
        return len(self._line)

    def note(self, event: AnySignificant, by: By = SERVICE, *, each: bool = False) -> None:
        """Queues the event; never waits or raises. With `each`, it gets its own record instead of being counted."""
        self._put(event, by, None, each=each)

    def write(self, event: AnySignificant, by: By = SERVICE) -> int:
        """Writes the event and returns its version once it is durable; raises if that fails."""
        done: Future[int] = Future()
        self._put(event, by, done)
        if self._thread is None:
            while not done.done() and self.turn():
                pass
        try:
            return done.result(WRITE_SECONDS)
        except TimeoutError:
            raise Fault("The journal did not record an event of the premises in time. Nothing was done.") from None

    def start(self) -> None:
        """Starts the writing thread."""
        self._thread = threading.Thread(target=self._run, name="logbook")
        self._thread.start()

    def stop(self) -> None:
        """Writes everything queued and counted, and stops the thread."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        with self._changed:
            self._close_windows(all_of_them=True)
        while self._line and self.turn():
            pass

    def turn(self) -> bool:
        """Commits queued events; False if there are none or the commit fails."""
        with self._changed:
            self._close_windows()
            dropped = self._write_dropped()
            group = [self._line.popleft() for _ in range(min(len(self._line), GROUP_MAX))]
        if dropped and self.listener is not None:
            self.listener(dropped)
        if not group:
            return False
        try:
            first = self._append([each.draft for each in group])
        except Exception as error:
            _log.exception("premises: could not write events, count %d", len(group))
            self.trouble = error
            self._keep(group, error)
            return False
        self.trouble = None
        for version, each in enumerate(group, start=first):
            if each.done is not None and each.done.set_running_or_notify_cancel():
                each.done.set_result(version)
        return True

    def _put(self, event: AnySignificant, by: By, done: Future[int] | None, *, each: bool = False) -> None:
        now = self._clock.now()
        dropped = 0
        with self._changed:
            alone = done is not None or each
            if not alone and isinstance(event, Counted) and self._counted(event, id_of(by), now):
                return
            try:
                draft = _checked(to_draft(event, by, now))
            except BadDraft as error:
                if done is None:
                    _log.error("premises: an invalid event was not recorded: %s", error)
                else:
                    done.set_exception(error)
                return
            if len(self._line) >= self._line_max:
                self._dropped += 1
                dropped = self._dropped
                if done is not None:
                    done.set_exception(Fault("Too many events of the premises are queued for the journal."))
            else:
                self._line.append(_Waiting(draft, done))
            self._changed.notify()
        if dropped == 1:
            _log.error("premises: the queue is full, events are dropped")

    def _counted(self, event: Counted, by: str, now: int) -> bool:
        """Whether the event is only counted; called with the lock."""
        key = _key(event, by)
        if key not in self._windows and len(self._windows) >= KEYS_MAX:
            event, by = _of_many(event), SERVICE
            key = _key(event, by)
        window = self._windows.get(key)
        if window is not None and now - window.opened < WINDOW_MS:
            window.more += event.count
            window.last = now
            return True
        if window is not None:
            self._close(key, window)
        self._windows[key] = _Window(event, by, now)
        if _is_many(event):  # the first one is counted too, without a record of its own
            self._windows[key].more = event.count
            return True
        return False

    def _close_windows(self, *, all_of_them: bool = False) -> None:
        now = self._clock.now()
        for key, window in list(self._windows.items()):
            if all_of_them or now - window.opened >= WINDOW_MS:
                self._close(key, window)

    def _close(self, key: tuple[str, ...], window: _Window) -> None:
        """Removes the window and queues its count; counts are never dropped."""
        del self._windows[key]
        if window.more:
            event = window.event
            if isinstance(event, SignInFailed):
                event = replace(event, count=window.more)
            else:
                event = replace(event, count=window.more, first=window.opened)
            self._line.append(_Waiting(_checked(to_draft(event, window.by, self._clock.now())), None))

    def _write_dropped(self) -> int:
        count = self._dropped
        if not count or len(self._line) >= self._line_max:
            return 0
        self._dropped = 0
        self._line.append(_Waiting(to_draft(EventsDropped(count), SERVICE, self._clock.now()), None))
        return count

    def _append(self, drafts: list[Draft]) -> int:
        """Appends the drafts and returns the version of the first."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                records = self._journal.append(STREAM, self._version, drafts)
            except VersionConflict as conflict:
                if attempt == ATTEMPTS:
                    raise
                self._version = conflict.found
            else:
                self._version = records[-1].version
                return records[0].version
        raise AssertionError("unreachable")

    def _keep(self, group: list[_Waiting], error: Exception) -> None:
        """Fails the waiting writes and puts the other events back at the head of the queue.

        If the outcome of the commit is unknown, some may be recorded twice, which is better than never.
        """
        for each in group:
            if each.done is not None and each.done.set_running_or_notify_cancel():
                each.done.set_exception(Fault(f"The journal could not record an event of the premises: {error}"))
        with self._changed:
            self._line.extendleft(reversed([each for each in group if each.done is None]))
        if self._reopen is not None:
            with contextlib.suppress(Exception):
                self._journal.close()
            try:
                self._journal = self._reopen()
                self._version = self._journal.head(STREAM).version
            except Exception as failure:
                _log.error("premises: the journal cannot be reopened: %s", failure)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._line or self._dropped or self._stopping, timeout=RETRY_SECONDS)
                if self._stopping and not self._line:
                    return
            if not self.turn() and self._line:
                with self._changed:
                    if self._stopping:
                        return
                    self._changed.wait_for(lambda: self._stopping, timeout=RETRY_SECONDS)


def _checked(draft: Draft) -> Draft:
    if len(draft.actor) > NAME_MAX:
        raise BadDraft(f"{draft.actor[:40]}… is longer than an actor may be.")
    check_drafts((draft,))
    return draft


def _key(event: Counted, by: str) -> tuple[str, ...]:
    match event:
        case AccessDenied():
            return "access-denied", by, event.person, event.what, event.code, event.address
        case FrameRefused():
            return "frame-refused", by, event.person, event.table, event.code, event.address
        case SignInFailed():
            return "sign-in-failed", event.name, event.address


_MANY = "many"


def _of_many(event: Counted) -> Counted:
    """The event that stands for all refusals counted together."""
    match event:
        case AccessDenied():
            return AccessDenied("", _MANY, _MANY)
        case FrameRefused():
            return FrameRefused("", "", _MANY)
        case SignInFailed():
            return SignInFailed("", _MANY, 0, event.count)


def _is_many(event: Counted) -> bool:
    return _MANY in (event.address, getattr(event, "code", ""))
