"""A journal as one tape: records in commit order, each checkpoint after the last record it seals.

The verifier reads only tapes, so that a file, an export and a live journal are checked in the same way. A tape yields
what is stored, right or wrong; it ends with `UnreadableRow` at a row that cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import starmap
from pathlib import Path
from typing import BinaryIO

import apsw
import msgspec

from croupier.journal.checkpoint import BadCheckpoint, parse_statement
from croupier.journal.packed import BadRow, read_row
from croupier.journal.port import Journal
from croupier.journal.record import Record
from croupier.journal.schema import NOTES, connect, faults
from croupier.terms.fault import Fault

LINE_MAX = 64 << 20
"""The most bytes of one line of an export; a checkpoint of half a million streams fits."""
PROGRESS_EVERY = 8192
"""Number of records between two reports of progress."""
EXPORT_TITLE = b'{"croupier-journal":1}\n'
SQLITE_TITLE = b"SQLite format 3\0"

_ROWS = "SELECT seq, stream, version, parts, bodies, prev, hashes FROM batches ORDER BY seq"
_ROW_NAMES = "SELECT CAST(stream AS BLOB), version FROM batches WHERE seq > ? ORDER BY seq LIMIT 1"


class Row(msgspec.Struct, frozen=True, gc=False):
    """A stored record and its stored position in commit order."""

    seq: int
    record: Record


class StoredCheckpoint(msgspec.Struct, frozen=True, gc=False):
    """A stored checkpoint, not parsed yet."""

    number: int
    statement: str
    text: str
    """The signed note with its cosignatures."""


Item = Row | StoredCheckpoint
Progress = Callable[[int, int], None]
"""Called with the amount done and the total."""


class UnreadableRow(Exception):
    """The tape ends here, because the next row cannot be read."""

    def __init__(self, detail: str, stream: str = "", version: int = 0) -> None:
        self.detail, self.stream, self.version = detail, stream, version
        super().__init__(detail)


class _Texts(msgspec.Struct):
    statement: str
    note: str


class _NoteLine(msgspec.Struct):
    checkpoint: _Texts


_decode_record = msgspec.json.Decoder(Record).decode
_decode_note = msgspec.json.Decoder(_NoteLine).decode
_encode = msgspec.json.Encoder().encode


def journal_tape(journal: Journal) -> Iterator[Item]:
    """The tape of an open journal."""
    rows = starmap(Row, enumerate(journal.read_all(), start=1))
    return _merge(
        rows, (StoredCheckpoint(each.number, each.statement.text, str(each.note)) for each in journal.checkpoints())
    )


def export(journal: Journal, out: BinaryIO) -> int:
    """Writes the tape as lines of JSON, and returns the number of records."""
    out.write(EXPORT_TITLE)
    count = 0
    for item in journal_tape(journal):
        match item:
            case Row():
                out.write(_encode(item.record) + b"\n")
                count += 1
            case StoredCheckpoint():
                out.write(_encode(_NoteLine(_Texts(item.statement, item.text))) + b"\n")
    return count


def export_tape(file: BinaryIO, size: int, on_progress: Progress) -> Iterator[Item]:
    """The tape of an export; each record has exactly one valid line, so any changed byte is found."""
    file.readline(len(EXPORT_TITLE))
    seq = number = 0
    while line := file.readline(LINE_MAX):
        try:
            if line.startswith(b'{"checkpoint"'):
                note = _decode_note(line)
                number += 1
                item: Item = StoredCheckpoint(number, note.checkpoint.statement, note.checkpoint.note)
                right = _encode(note)
            else:
                seq += 1
                record = _decode_record(line)
                item = Row(seq, record)
                right = _encode(record)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise UnreadableRow(f"line {seq + number + 1} cannot be read ({error})") from error
        if line != right + b"\n":
            raise UnreadableRow(f"line {seq + number + 1} is not written as it was exported")
        yield item
        if not seq % PROGRESS_EVERY:
            on_progress(file.tell(), size)


def sqlite_tape(path: Path, on_progress: Progress) -> Generator[Item, None, None]:
    """The tape of a journal file at this moment, also while it is being written."""
    connection = connect(path, read_only=True)
    try:
        with faults(path):
            connection.execute("BEGIN")
            total = connection.execute("SELECT max(seq) FROM batches").get
        yield from _merge(_rows(connection, on_progress, total or 0), _notes(connection))
        _check_pages(connection)
    finally:
        connection.close()


def file_tape(path: Path, on_progress: Progress) -> Generator[Item, None, None]:
    """The tape of a journal file or an export."""
    try:
        with path.open("rb") as file:
            title = file.read(len(EXPORT_TITLE))
            if title == EXPORT_TITLE:
                file.seek(0)
                yield from export_tape(file, path.stat().st_size, on_progress)
                return
    except OSError as error:
        raise Fault(f"{path} cannot be read ({error.strerror}).") from error
    if not title.startswith(SQLITE_TITLE):
        raise Fault(f"{path} is neither a journal of croupier nor an export of one.")
    yield from sqlite_tape(path, on_progress)


def is_sqlite(path: Path) -> bool:
    """Whether a file is a database; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE_TITLE)) == SQLITE_TITLE
    except OSError:
        return False


def _rows(connection: apsw.Connection, on_progress: Progress, total: int) -> Iterator[Row]:
    seq = reported = 0
    try:
        for each in connection.execute(_ROWS):
            row = read_row(each)
            columns = row.columns()
            if not row.is_canonical:
                raise BadRow("its parts are not written as they were recorded")
            seq = row.seq
            yield from starmap(Row, enumerate(columns.records(), start=seq))
            if seq >= reported + PROGRESS_EVERY:
                reported = seq
                on_progress(seq, total)
    except apsw.Error as error:
        raise UnreadableRow(f"the file is damaged ({error})") from error
    except BadRow as error:
        raise _unreadable_row(connection, seq, str(error)) from error
    except UnicodeDecodeError as error:
        raise _unreadable_row(connection, seq, "a text cannot be read") from error


def _unreadable_row(connection: apsw.Connection, after: int, why: str) -> UnreadableRow:
    stream, version = connection.execute(_ROW_NAMES, (after,)).fetchone() or (b"", 0)
    name = stream.decode(errors="replace") if isinstance(stream, bytes) else ""
    return UnreadableRow(why, name, version if isinstance(version, int) else 0)


def _notes(connection: apsw.Connection) -> Iterator[StoredCheckpoint]:
    number = 0
    try:
        for number, statement, text in connection.execute(f"{NOTES} ORDER BY number"):
            if not isinstance(number, int) or not isinstance(statement, str) or not isinstance(text, str):
                raise UnreadableRow(f"checkpoint {number} does not hold a text")
            yield StoredCheckpoint(number, statement, text)
    except (apsw.Error, UnicodeDecodeError) as error:
        raise UnreadableRow(f"the checkpoint after number {number} cannot be read ({error})") from error


def _check_pages(connection: apsw.Connection) -> None:
    """Checks that the index matches the rows, so that a reader by stream sees what was verified."""
    try:
        answer = connection.pragma("integrity_check", 1)
    except apsw.Error as error:
        answer = str(error)
    if answer != "ok":
        raise UnreadableRow(f"the file is damaged ({answer})")


def _merge(rows: Iterable[Row], notes: Iterator[StoredCheckpoint]) -> Iterator[Item]:
    waiting = _waiting(notes)
    while waiting and waiting[0] == 0:
        yield waiting[1]
        waiting = _waiting(notes)
    for row in rows:
        yield row
        while waiting and waiting[0] <= row.seq:
            yield waiting[1]
            waiting = _waiting(notes)
    if waiting:
        yield waiting[1]
        yield from notes


def _waiting(notes: Iterator[StoredCheckpoint]) -> tuple[int, StoredCheckpoint] | None:
    """The next checkpoint and the number of records before it; an unreadable one comes at once."""
    note = next(notes, None)
    if note is None:
        return None
    try:
        return parse_statement(note.statement).records, note
    except BadCheckpoint:
        return 0, note
