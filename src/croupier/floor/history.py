"""The past of a table from its records: its state after any record, its rounds, its day.

Reads the journal with its own journal object, and keeps states along the way, so that a query costs no more than the
records since the nearest state. What it has read is saved at intervals in a file next to the journal. All of it is a
cache of replay: without the file, or with a wrong one, every answer is the same but slower.
"""

from __future__ import annotations

import logging
import threading
from bisect import bisect_right
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, msgpack

from croupier.equipment.event import EquipmentEvent
from croupier.floor.answer_index import AnswerIndex
from croupier.floor.cache_seal import CacheSeal, own_seal
from croupier.floor.history_file import HistoryFile, SavedHistory
from croupier.floor.recovery import PAGE, Known, recover
from croupier.game.wheel import Wheel
from croupier.journal.chain import origin
from croupier.journal.port import Journal
from croupier.journal.record import Head, Record
from croupier.journal.stores import JournalStore
from croupier.records.report import Shift, ShiftReader
from croupier.records.results import ResultReader
from croupier.records.rounds import PlayedRound, rounds
from croupier.records.sittings import Sitting, SittingReader
from croupier.records.spins import SpinReader, wheel_mark
from croupier.table import event as e
from croupier.table.evolve import evolve
from croupier.table.state import Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.pauses import to_end
from croupier.terms.problem import Problems
from croupier.wire.events import CommandRefused, Recorded, from_record
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import read_rules
from croupier.wire.state import encoding_table

STATE_EVERY = 1_000
"""Initial number of records between kept states."""
STATES_MAX = 512
"""Maximum number of kept states; beyond it every second one is dropped and the distance doubles."""
STATE_BYTES_MAX = 64 << 20
"""Maximum total bytes of the kept states."""

ANEW_PAGE = 256
"""Number of records replayed between pauses for other threads."""
SAVE_EVERY = 50_000
"""Number of new records after which the file is written again."""
T = TypeVar("T")

_decoder = msgpack.Decoder(Table)
_log = logging.getLogger(__name__)


def _encode(table: Table) -> bytes:
    """The table in pieces: encoding a full one at once would stop all other threads for tens of milliseconds."""
    return to_end(encoding_table(table))


def _known(table: Table, head: Head) -> Known:
    """A table without its answers, which only the writer needs."""
    return Known(table, head, AnswerIndex(0))


class WheelResults(Struct, frozen=True):
    """Results of the table's wheel, oldest first."""

    total: int
    """Number of results of the wheel so far."""
    edition: int
    """Changes when earlier results were corrected, so that results already fetched are stale."""
    numbers: list[str]
    times: list[int]


class History:
    """The past of one table. Callable from any thread; queries run one at a time."""

    def __init__(
        self,
        store: JournalStore,
        stream: str,
        directory: Path,
        seal: CacheSeal | None = None,
        *,
        from_file: bool = True,
    ) -> None:
        self._store, self._stream, self._directory, self._seal = store, stream, directory, seal or own_seal()
        self._file = HistoryFile(directory, stream, self._seal)
        self._loaded, self._closing = not from_file, False
        self._journal: Journal | None = None
        self._lock = threading.Lock()
        self._recorded = RecordedRulebooks()
        self._rules: dict[str, TableRules] = {}
        """By the digest in the opening."""
        self._forget()

    def _forget(self) -> None:
        """Begins before the first record."""
        self._saved = self._began = 0
        self._known = _known(Table(), origin(self._stream))
        """The table as of the last record read."""
        self._every = STATE_EVERY
        self._states: list[tuple[int, bytes]] = []
        self._bytes = 0
        self._openings: list[int] = []
        self._ends: list[int] = []
        """Versions of the records that ended rounds."""
        self._works: list[int] = []
        """Versions of the records that are entries of the equipment log."""
        self._shifts = ShiftReader()
        self._spins = SpinReader(self._wheel_of)
        self._sittings = SittingReader()
        self._results = ResultReader()

    def close(self) -> None:
        """Saves what was read, and ends reading in a thread."""
        self._closing = True
        with self._lock:
            if self._journal is not None:
                self._save()
                self._journal.close()
                self._journal = None

    def read_all(self) -> None:
        """Reads all records, so that the first query is fast."""
        with self._lock:
            if not self._closing:
                self._catch_up()

    @property
    def stream(self) -> str:
        return self._stream

    @property
    def _version(self) -> int:
        return self._known.head.version

    @property
    def _table(self) -> Table:
        return self._known.table

    def unread_copy(self) -> History | None:
        """A history that has read nothing yet, to compare this one with; None if nothing of this came from a file."""
        return History(self._store, self._stream, self._directory, self._seal, from_file=False) if self._began else None

    def continues(self, known: Known) -> None:
        """Continues after a replay that it followed from the first record."""
        with self._lock:
            self._known = _known(known.table, known.head)

    def equals(self, fresh: History, pause: Callable[[], None]) -> bool:
        """Whether this history, part of which came from a file, equals one read from the records alone.

        `fresh` first reads what it has not read yet. A history that is being closed reads no further, and passes.
        """
        while fresh.read_some(ANEW_PAGE):
            pause()
        with self._lock, fresh._lock:
            self._catch_up()
            while fresh._version < self._version and fresh._read_page(self._version - fresh._version):
                pass  # up to the same record, while others are added
            self._began = 0
            return self._closing or msgpack.encode(fresh._kept()) == msgpack.encode(self._kept())

    def read_some(self, count: int) -> bool:
        """Reads up to `count` more records; returns False if there are no more."""
        with self._lock:
            return self._read_page(count)

    def leave(self) -> None:
        """Closes it without saving."""
        self._closing = True
        with self._lock:
            if self._journal is not None:
                self._journal.close()
                self._journal = None

    def query(self, at: Callable[[int, Table], T]) -> T:
        """What a function finds in the table after its last record, with its version. It must not keep the table."""
        with self._lock:
            self._catch_up()
            return at(self._version, self._table)

    def at(self, version: int) -> tuple[Table, TableRules | None]:
        """The table after that record, and its rules then; raises LookupError past the last record."""
        with self._lock:
            self._catch_up()
            if not 0 <= version <= self._version:
                raise LookupError(version)
            opened = self._opening(version)[0]
            return self._state(version), self._rules_of(opened) if opened is not None else None

    def records(self, window: Callable[[int], tuple[int, int]]) -> tuple[Table, list[Record]]:
        """The records of a window, and the table before the first. `window` maps the last version to the first version
        wanted and the number of records."""
        with self._lock:
            self._catch_up()
            first, count = window(self._version)
            found = list(self._read(first, count)) if count > 0 else []
            return self._state(min(first - 1, self._version)), found

    def last_rounds(self, count: int) -> list[PlayedRound]:
        """The last finished rounds, newest first."""
        with self._lock:
            self._catch_up()
            ends = self._ends[-count - 1 :]
            if not ends or count < 1:
                return []
            # A round starts right after the end of the previous one, so its own opening belongs to it.
            before = ends[0] if len(self._ends) > count else 0
            event, opening = self._opening(before)
            opened = (event, opening) if event is not None and opening is not None else None
            records = self._read(before + 1, self._ends[-1] - before)
            found = [each for each in rounds(records, table=self._state(before), opened=opened) if each.finished]
            return found[::-1][:count]

    def shifts(self) -> list[Shift]:
        """Every shift so far, including the current one."""
        with self._lock:
            self._catch_up()
            return self._shifts.all()

    def sittings(self, player: str) -> list[Sitting]:
        """The player's sittings at the table in the last day with their results, oldest first."""
        with self._lock:
            self._catch_up()
            return self._sittings.of(player, self._table)

    def results(self) -> list[str]:
        """The results of the last finished rounds with the table's wheel, oldest first."""
        with self._lock:
            self._catch_up()
            return list(self._results.numbers)

    def spun(self, wheel: Wheel, first: Callable[[int, int, int], int]) -> WheelResults:
        """The results of that wheel from some index on; none if the table was last opened with another wheel.

        `first` maps the edition, the number of results, and the number of results at the opening to that index.
        """
        with self._lock:
            self._catch_up()
            spins = self._spins
            total = len(spins.numbers) if spins.wheel == wheel_mark(wheel) else 0
            place = min(max(first(spins.edition, total, spins.opened), 0), total)
            return WheelResults(total, spins.edition, spins.numbers[place:total], spins.times[place:total].tolist())

    def works(self, count: int) -> tuple[int, list[EquipmentEvent]]:
        """The last entries of the equipment log, oldest first, and the number of earlier ones."""
        with self._lock:
            self._catch_up()
            versions = self._works[-count:]
            found = [from_record(next(self._read(version, 1))).event for version in versions]
            return len(self._works) - len(versions), [event for event in found if isinstance(event, EquipmentEvent)]

    def _catch_up(self) -> None:
        if not self._loaded:
            self._loaded = True
            self._load()
        self._read_on()
        if self._version - self._saved >= SAVE_EVERY:
            self._save()

    def _read_on(self) -> None:
        while not self._closing and self._read_page(PAGE):
            pass

    def _read_page(self, count: int) -> bool:
        before, last = self._version, self._version + count
        try:
            recover(self._opened(), self._stream, begun=self._known, last=last, watch=self.watch, remember=False)
        except BaseException:
            self._forget()  # part of a page was read
            raise
        return self._version > before

    def watch(self, record: Record, event: Recorded, before: Table) -> None:
        """Takes notes of a record while `recover` replays it."""
        version, time_ms = record.version, record.time_ms
        if (version - 1) % self._every == 0 and version > 1:
            self._keep(version - 1, _encode(before))
        self._shifts.add(time_ms, event)
        wheel = self._spins.wheel
        self._spins.add(time_ms, event)
        if self._spins.wheel != wheel:
            self._results.clear()
        if isinstance(event, CommandRefused):
            return
        self._sittings.add(time_ms, event, before)
        self._results.add(event, before)
        if isinstance(event, e.TableOpened):
            self._openings.append(version)
        elif isinstance(event, e.CrownLifted):
            self._ends.append(version)
        elif isinstance(event, EquipmentEvent):
            self._works.append(version)

    def _load(self) -> None:
        found = self._file.load(lambda version: next(self._read(version, 1), None))
        if found is None:
            return
        head, saved = found
        self._saved = self._began = head.version
        self._known, self._every = _known(saved.table, head), saved.every
        self._states, self._openings = saved.states, saved.openings
        self._ends, self._works = saved.ends, saved.works
        self._bytes = sum(len(body) for _, body in saved.states)
        self._shifts = ShiftReader(*saved.shifts)
        self._spins = SpinReader(self._wheel_of, saved.spins)
        self._sittings = SittingReader(saved.sittings)
        self._results = ResultReader(saved.results)

    def _save(self) -> None:
        head = self._known.head
        if head.version > self._saved and self._file.save(head, self._kept()):
            self._saved = head.version

    def _kept(self) -> SavedHistory:
        return SavedHistory(
            self._every,
            self._table,
            self._states,
            self._openings,
            self._ends,
            self._works,
            self._shifts.kept,
            self._spins.kept,
            self._sittings.kept,
            self._results.numbers,
        )

    def _keep(self, version: int, body: bytes) -> None:
        self._states.append((version, body))
        self._bytes += len(body)
        while len(self._states) > STATES_MAX or (self._bytes > STATE_BYTES_MAX and len(self._states) > 1):
            self._every *= 2
            self._states = [each for each in self._states if each[0] % self._every == 0]
            self._bytes = sum(len(each) for _, each in self._states)

    def _state(self, version: int) -> Table:
        if version == self._version:
            return _decoder.decode(_encode(self._table))
        place = bisect_right(self._states, version, key=lambda each: each[0])
        known, table = (0, Table()) if place == 0 else (self._states[place - 1][0], self._decoded(place - 1))
        for record in self._read(known + 1, version - known):
            event = from_record(record).event
            table.last_at = max(table.last_at, record.time_ms)
            if not isinstance(event, CommandRefused):
                table = evolve(table, event)
        return table

    def _decoded(self, place: int) -> Table:
        return _decoder.decode(self._states[place][1])

    def _opening(self, version: int) -> tuple[e.TableOpened, Record] | tuple[None, None]:
        place = bisect_right(self._openings, version)
        if place == 0:
            return None, None
        record = next(self._read(self._openings[place - 1], 1))
        event = from_record(record).event
        if not isinstance(event, e.TableOpened):
            raise Fault(f"Record {record.version} of {self._stream} does not open a table. Run croupier verify.")
        return event, record

    def _wheel_of(self, opened: e.TableOpened) -> Wheel | None:
        try:
            return self._rules_of(opened).betting.game.wheel
        except Problems as problems:
            _log.warning("%s: results after an opening are skipped: %s", self._stream, problems)
            return None

    def _rules_of(self, opened: e.TableOpened) -> TableRules:
        """The recorded rules of an opening."""
        if opened.rules_hash not in self._rules:
            self._recorded.follow(self._opened())
            self._rules[opened.rules_hash] = read_rules(opened.rules, self._recorded)
        return self._rules[opened.rules_hash]

    def _read(self, first: int, limit: int | None = None) -> Iterator[Record]:
        return iter(self._opened().read(self._stream, first, limit))

    def _opened(self) -> Journal:
        if self._journal is None:
            self._journal = self._store.journal(read_only=True)
        return self._journal
