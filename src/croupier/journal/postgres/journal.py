"""The journal in PostgreSQL: the same guarantees as the file, for several nodes. See ADR 74.

There is no global sequence: numbers from a sequence do not become visible in the order of the commits, and stores that
read by them have lost records. Checkpoints define the order of the whole journal; unsealed records come last, stream by
stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, cast

from croupier.journal.chain import genesis, link, origin, snapshot_hash
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.note import NoteSignature
from croupier.journal.port import (
    Batch,
    OutcomeUnknown,
    StreamTaken,
    Tile,
    VersionConflict,
    check_batches,
    check_snapshot,
)
from croupier.journal.postgres import statements as sql
from croupier.journal.postgres.appending import StreamState, accept_packed, append_statement
from croupier.journal.postgres.connection import TIMEOUT_S, Connection, committing
from croupier.journal.postgres.loading import load_tape
from croupier.journal.postgres.pending_append import PostgresAppend
from croupier.journal.postgres.sealing import add_checkpoint, add_cosignatures, read_note, save_tiles
from croupier.journal.postgres.session import PostgresSession
from croupier.journal.record import Draft, Head, Record, StateSnapshot, check_stream
from croupier.journal.seal import rebuilt
from croupier.journal.tape import Item
from croupier.journal.verify import VerificationReport, verify_journal
from croupier.terms.fault import Fault

if TYPE_CHECKING:
    from croupier.journal.postgres.store import PostgresStore

PAGE = 1024
"""The page size for reading records."""
RUNS_PAGE = 512
VERSION_MAX = (1 << 63) - 1
ATTEMPTS = 5
"""The number of retries on a shared stream whose epoch others raise."""


class PostgresJournal(PostgresSession):
    """A journal in PostgreSQL. Threads may share an object; each call is atomic.

    An object that owns a stream stops working after an `OutcomeUnknown`: open another, which raises the epoch and then
    reads what was committed. Other objects reconnect automatically.
    """

    def __init__(self, store: PostgresStore, *, own: str = "", read_only: bool = False) -> None:
        super().__init__(store.address, read_only=read_only)
        self._store = store
        self._states: dict[str, StreamState] = {}
        """A cache of stream heads after our own commits; the check of the head's row keeps out other writers."""
        self._epoch: int | None = None
        self._own = own
        self._open()
        if own:
            check_stream(own)
            try:
                self._epoch = self._raise_epoch(own).epoch
            except BaseException:
                self.close()
                raise

    @property
    def epoch(self) -> int | None:
        """The epoch under which this object owns its stream."""
        return self._epoch

    # Appending

    def append(self, stream: str, expected_version: int, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        return self.append_many([(stream, expected_version, drafts)])

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        check_batches(batches)
        with self._lock:
            for _ in range(ATTEMPTS):
                states = [self._expect(stream, expected) for stream, expected, _ in batches]
                append = self._start(batches, states)
                if append is None:
                    return ()
                append.wait()
                if (records := append.result()) is not None:
                    return records
        raise VersionConflict(batches[0][0], batches[0][1], states[0].version)

    def start_append(self, batches: Sequence[Batch]) -> PostgresAppend | None:
        """Sends an append without waiting for its outcome; None if it could not be sent without waiting."""
        check_batches(batches)
        with self._lock:
            connection = self._connection
            if connection is None or connection.closed or self._started is not None:
                return None
            for stream, expected, _ in batches:
                state = self._states.get(stream)
                if state is None or state.version != expected:
                    return None
            return self._start(batches, [self._expect(stream, expected) for stream, expected, _ in batches])

    def _start(self, batches: Sequence[Batch], states: Sequence[StreamState]) -> PostgresAppend | None:
        """Sends the records that follow these heads; None if there are none."""
        linked = [
            link(stream, state.version, state.hash, drafts)
            for (stream, _, drafts), state in zip(batches, states, strict=True)
        ]
        filled = [(records, state) for records, state in zip(linked, states, strict=True) if records]
        if not filled:
            return None
        records = linked[0] if len(linked) == 1 else tuple(record for group in linked for record in group)
        append = PostgresAppend(self._address, self._open(), records, partial(self._ended, filled))
        self._started = append
        append.send(*append_statement(filled))
        return append

    def _expect(self, stream: str, expected: int) -> StreamState:
        """The head of the stream, which must have that version and, if it is our own, our epoch."""
        state = self._states.get(stream)
        if state is None or state.version != expected:
            self._settle(stream)
            state = self._state(stream) or self._begin(stream, expected)
        if state.version != expected:
            raise VersionConflict(stream, expected, state.version)
        if stream == self._own and state.epoch != self._epoch:
            raise StreamTaken(stream)
        return state

    def _ended(self, filled: Sequence[tuple[Sequence[Record], StreamState]], written: bool | None) -> None:
        """An append was written whole, or, if another writer wrote or raised an epoch, not at all; None if unknown."""
        self._started = None
        if written is None:
            self._lose([records[0].stream for records, _ in filled])
        elif not written:
            self._states.clear()
        else:
            for records, state in filled:
                last = records[-1]
                self._states[last.stream] = StreamState(last.version, last.hash, state.epoch)

    def _lose(self, streams: Iterable[str]) -> None:
        self._connection = None
        self._states.clear()
        self._store.unsettle(streams)
        if self._own:
            self._closed = "the outcome of its last commit is unknown, open it again"

    def _begin(self, stream: str, expected: int) -> StreamState:
        """Creates the row of a stream without records."""
        if expected:
            return StreamState(0, genesis(stream), 0)
        if stream != self._own:
            self._do(lambda db: db.execute(sql.BEGIN_STREAM, (stream, genesis(stream))))
        return self._state(stream) or StreamState(0, genesis(stream), 0)

    def _state(self, stream: str) -> StreamState | None:
        row = self._one(sql.STATE, (stream,))
        return None if row is None else StreamState(*row)

    def _settle(self, stream: str) -> None:
        """Makes sure that no append of ours to the stream is still in progress."""
        if not self._read_only and stream != self._own and self._store.is_unsettled(stream):
            self._raise_epoch(stream)

    def _raise_epoch(self, stream: str) -> StreamState:
        connection = self._open()
        try:
            with committing(self._address, connection):
                text, holder = self._store.raising() if stream == self._own else (sql.RAISE_EPOCH, "")
                values = {"stream": stream, "genesis": genesis(stream), "holder": holder}
                row = connection.execute(text, values).fetchone()
        except OutcomeUnknown:
            self._connection = None
            raise
        if row is None:
            raise StreamTaken(stream)
        self._states.pop(stream, None)
        self._store.settled(stream)
        return StreamState(*row)

    def _prepare(self, connection: Connection) -> None:
        accept_packed(connection)

    def _forget(self) -> None:
        self._states.clear()

    # Reading

    def read(self, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        check_stream(stream)
        self._open()
        self._settle(stream)
        return self._pages(stream, max(from_version, 1), VERSION_MAX, limit)

    def read_all(
        self, after: int = 0, limit: int | None = None, *, heads: Sequence[Head] | None = None
    ) -> Iterator[Record]:
        self._open()
        records = self._in_order(max(after, 0), heads)
        return records if limit is None else islice(records, max(limit, 0))

    def _in_order(self, after: int, heads: Sequence[Head] | None) -> Iterator[Record]:
        """Sealed records in the order of their runs, then unsealed ones stream by stream, up to a snapshot of heads."""
        last = self.last_checkpoint()
        sealed = last.records if last else 0
        while after < sealed:
            runs = self._all(sql.RUNS, (after + 1, RUNS_PAGE))
            for place, stream, version, count in runs:
                skip = after + 1 - place
                if not 0 <= skip < count:
                    raise Fault(f"{self._address}: there is no record at place {after + 1}. Run croupier verify.")
                yield from self._pages(stream, version + skip, version + count - 1, None)
                after = place + count - 1
                if after >= sealed:
                    break
            if not runs:
                raise Fault(f"{self._address}: the order of records ends at {after} of {sealed}. Run croupier verify.")
        known = {head.stream: head.version for head in last.statement.heads} if last else {}
        if heads is None:
            self._pass_barrier()
            heads = self.streams()
        for head in sorted(heads, key=lambda each: each.stream):
            first = known.get(head.stream, 0) + 1
            skip = min(after - sealed, max(head.version - first + 1, 0))
            after -= skip
            first += skip
            for record in self._pages(head.stream, first, head.version, None):
                first = record.version + 1
                yield record
            if first <= head.version:
                raise Fault(
                    f"{self._address}: {head.stream} ends at record {first - 1}, and its head is {head.version}: "
                    "records are missing."
                )

    def _pages(self, stream: str, at: int, last: int, limit: int | None) -> Iterator[Record]:
        """Reads whole batches, about a page of records at a time."""
        if limit is not None:
            last = min(last, at + limit - 1)
        begin = row = self._number(sql.BATCH_OF, stream, at) or at
        while begin <= last:
            batches = self._all(sql.READ, (stream, row, min(last, begin + PAGE - 1)))
            for version, times, actors, kinds, bodies, prev, hashes in batches:
                if version < begin or not len(times) == len(actors) == len(kinds) == len(bodies) == len(hashes):
                    raise Fault(f"{self._address}: the records of {stream} from {version} on are damaged.")
                row, begin = version + 1, version + len(times)
                prevs = [prev, *hashes[:-1]]
                for place in range(max(at - version, 0), min(len(times), last - version + 1)):
                    yield Record(
                        stream,
                        version + place,
                        times[place],
                        actors[place],
                        kinds[place],
                        bodies[place],
                        prevs[place],
                        hashes[place],
                    )
            if not batches:
                begin = self._number(sql.NEXT_BATCH, stream, begin) or last + 1

    def _number(self, text: str, stream: str, version: int) -> int | None:
        row = self._one(text, (stream, version))
        return row[0] if row else None

    def head(self, stream: str) -> Head:
        check_stream(stream)
        self._settle(stream)
        state = self._state(stream)
        return Head(stream, state.version, state.hash) if state else origin(stream)

    def streams(self) -> tuple[Head, ...]:
        return tuple(Head(*row) for row in self._all(sql.STREAMS))

    def place(self, stream: str, version: int) -> int:
        check_stream(stream)
        row = self._one(sql.RUN_OF, (version, stream, version, version))
        if row is not None:
            return cast(int, row[0])
        last = self.last_checkpoint()
        known = {head.stream: head.version for head in last.statement.heads} if last else {}
        place = last.records if last else 0
        for head in self.streams():
            first = known.get(head.stream, 0) + 1
            if head.stream == stream:
                return place + version - first + 1 if first <= version <= head.version else 0
            place += head.version - first + 1
        return 0

    def load(self, tape: Iterable[Item]) -> VerificationReport:
        """Loads a tape into the empty database and verifies it; on any exception the database stays empty."""

        def load(db: Connection) -> VerificationReport:
            db.timeout_s = None  # nobody waits for it, and it is atomic
            db.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            load_tape(db, tape)
            rebuilt_tiles = [tile for group in rebuilt(self) for tile in group]
            save_tiles(db, rebuilt_tiles)
            report = verify_journal(self)
            if not report.ok:
                raise Fault(f"The backup is not valid: {report.finding}. Nothing was written.")
            return report

        try:
            return self._do(load)
        finally:
            if self._connection is not None:
                self._connection.timeout_s = TIMEOUT_S

    # Snapshots, checkpoints, tiles

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        check_stream(stream)

        def save(db: Connection) -> None:
            row = db.execute(sql.STATE, (stream,)).fetchone()
            check_snapshot(Head(stream, row[0], row[1]) if row else origin(stream), version, body)
            found = db.execute(sql.AT, {"stream": stream, "version": version}).fetchone()
            if found is None:
                raise Fault(f"Record {version} of {stream} is missing. Run croupier verify.")
            values = (stream, version, found[0], body, snapshot_hash(stream, version, found[0], body))
            db.execute(sql.SAVE_SNAPSHOT, values)

        self._do(save)

    def snapshot(self, stream: str) -> StateSnapshot | None:
        check_stream(stream)
        self._settle(stream)
        row = self._one(sql.SNAPSHOT, (stream,))
        if row is None:
            return None
        version, body, check = row
        found = self._one(sql.AT, {"stream": stream, "version": version})
        if found is None or check != snapshot_hash(stream, version, found[0], body):
            return None
        return StateSnapshot(stream, version, found[0], body)

    def save_checkpoint(self, checkpoint: Checkpoint, tiles: Iterable[Tile] = ()) -> None:
        listed = tuple(tiles)
        self._do(lambda db: add_checkpoint(db, checkpoint, listed))

    def save_cosignatures(self, number: int, lines: Sequence[NoteSignature]) -> None:
        self._do(lambda db: add_cosignatures(self._address, db, number, lines))

    def checkpoints(self) -> Iterator[Checkpoint]:
        self._open()
        return self._notes()

    def _notes(self) -> Iterator[Checkpoint]:
        number = 0
        while found := self._find_note(f"{sql.NOTES} WHERE number > %s ORDER BY number LIMIT 1", (number,)):
            number = found.number
            yield found

    def checkpoint(self, number: int) -> Checkpoint | None:
        return self._find_note(f"{sql.NOTES} WHERE number = %s", (number,))

    def last_checkpoint(self) -> Checkpoint | None:
        return self._find_note(f"{sql.NOTES} ORDER BY number DESC LIMIT 1")

    def _find_note(self, text: str, values: Sequence[int] = ()) -> Checkpoint | None:
        return read_note(self._one(text, values))

    def tile(self, level: int, number: int) -> bytes:
        row = self._one(sql.TILE, (level, number))
        return b"" if row is None else cast(bytes, row[0])

    def save_tiles(self, tiles: Iterable[Tile]) -> None:
        listed = tuple(tiles)
        self._do(lambda db: save_tiles(db, listed))
