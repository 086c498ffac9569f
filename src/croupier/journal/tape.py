"""A journal as one tape: records in the order of commits, each checkpoint after the last record it seals.

The verifier reads tapes and nothing else, so that a file, an export and a live journal are judged alike.
A tape gives what is stored, however wrong it is; only what cannot be read at all ends it with `Unreadable`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import starmap
from pathlib import Path
from typing import Any, BinaryIO, cast

import apsw
import msgspec

from croupier.journal.checkpoint import BadCheckpoint, parse
from croupier.journal.port import Journal
from croupier.journal.record import Record
from croupier.journal.schema import connect, faults
from croupier.terms.fault import Fault

LINE_MAX = 64 << 20
"""The most bytes that one line of an export may have; a checkpoint of half a million streams fits."""
EXPORT_TITLE = b'{"croupier-journal":1}\n'
SQLITE_TITLE = b"SQLite format 3\0"

_TYPES = (int, str, int, int, str, str, bytes, bytes, bytes)
_ROWS = "SELECT seq, stream, version, time_ms, actor, kind, body, prev, hash FROM records ORDER BY seq"
_ROW_NAMES = "SELECT CAST(stream AS BLOB), version FROM records WHERE seq > ? ORDER BY seq LIMIT 1"


class Row(msgspec.Struct, frozen=True, gc=False):
    """A stored record and the place that it claims in the order of commits."""

    seq: int
    record: Record


class Note(msgspec.Struct, frozen=True, gc=False):
    """A stored checkpoint, not yet read."""

    number: int
    text: str


Item = Row | Note
Progress = Callable[[int, int], None]
"""Called with how much of how much is done."""


class Unreadable(Exception):
    """The tape ends here, because what is stored next cannot be read as what it should be."""

    def __init__(self, detail: str, stream: str = "", version: int = 0) -> None:
        self.detail, self.stream, self.version = detail, stream, version
        super().__init__(detail)


class _NoteLine(msgspec.Struct):
    checkpoint: str


_decode_record = msgspec.json.Decoder(Record).decode
_decode_note = msgspec.json.Decoder(_NoteLine).decode
_encode = msgspec.json.Encoder().encode


def journal_tape(journal: Journal) -> Iterator[Item]:
    """The tape of an open journal."""
    rows = starmap(Row, enumerate(journal.read_all(), start=1))
    return _merge(rows, (Note(checkpoint.number, checkpoint.text) for checkpoint in journal.checkpoints()))


def export(journal: Journal, out: BinaryIO) -> int:
    """Writes the tape as lines of JSON, and says how many records that were."""
    out.write(EXPORT_TITLE)
    count = 0
    for item in journal_tape(journal):
        match item:
            case Row():
                out.write(_encode(item.record) + b"\n")
                count += 1
            case Note():
                out.write(_encode(_NoteLine(item.text)) + b"\n")
    return count


def export_tape(file: BinaryIO, size: int, on_progress: Progress) -> Iterator[Item]:
    """The tape of an export; one record has exactly one right line, so any other byte is found."""
    file.readline(len(EXPORT_TITLE))
    seq = number = 0
    while line := file.readline(LINE_MAX):
        try:
            if line.startswith(b'{"checkpoint"'):
                note = _decode_note(line)
                number += 1
                item: Item = Note(number, note.checkpoint)
                right = _encode(note)
            else:
                seq += 1
                record = _decode_record(line)
                item = Row(seq, record)
                right = _encode(record)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise Unreadable(f"line {seq + number + 1} cannot be read ({error})") from error
        if line != right + b"\n":
            raise Unreadable(f"line {seq + number + 1} is not written as it was exported")
        yield item
        if not seq % 8192:
            on_progress(file.tell(), size)


def sqlite_tape(path: Path, on_progress: Progress) -> Generator[Item, None, None]:
    """The tape of a journal file as it is at this moment, also while somebody writes to it."""
    connection = connect(path, read_only=True)
    try:
        with faults(path):
            connection.execute("BEGIN")
            total = connection.execute("SELECT max(seq) FROM records").get
        yield from _merge(_rows(connection, on_progress, total or 0), _notes(connection))
        _check_pages(connection)
    finally:
        connection.close()


def file_tape(path: Path, on_progress: Progress) -> Generator[Item, None, None]:
    """The tape of a journal file or of an export, whichever the file is."""
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


def _rows(connection: apsw.Connection, on_progress: Progress, total: int) -> Iterator[Row]:
    seq = 0
    try:
        for row in connection.execute(_ROWS):
            if tuple(map(type, row)) != _TYPES:
                break
            seq = cast(int, row[0])
            yield Row(seq, Record(*cast("tuple[Any, ...]", row[1:])))
            if not seq % 8192:
                on_progress(seq, total)
        else:
            return
    except apsw.Error as error:
        raise Unreadable(f"the file is damaged ({error})") from error
    except UnicodeDecodeError:
        pass
    raise _unreadable_row(connection, seq)


def _unreadable_row(connection: apsw.Connection, after: int) -> Unreadable:
    stream, version = connection.execute(_ROW_NAMES, (after,)).fetchone() or (b"", 0)
    name = stream.decode(errors="replace") if isinstance(stream, bytes) else ""
    return Unreadable(
        "a column does not hold the kind of value it was made for", name, version if isinstance(version, int) else 0
    )


def _notes(connection: apsw.Connection) -> Iterator[Note]:
    number = 0
    try:
        for number, text in connection.execute("SELECT number, note FROM checkpoints ORDER BY number"):
            if not isinstance(number, int) or not isinstance(text, str):
                raise Unreadable(f"checkpoint {number} does not hold a text")
            yield Note(number, text)
    except (apsw.Error, UnicodeDecodeError) as error:
        raise Unreadable(f"the checkpoint after number {number} cannot be read ({error})") from error


def _check_pages(connection: apsw.Connection) -> None:
    """Afterwards the index agrees with the rows, so that a reader by stream sees what was verified."""
    try:
        answer = connection.pragma("integrity_check", 1)
    except apsw.Error as error:
        answer = str(error)
    if answer != "ok":
        raise Unreadable(f"the file is damaged ({answer})")


def _merge(rows: Iterable[Row], notes: Iterator[Note]) -> Iterator[Item]:
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


def _waiting(notes: Iterator[Note]) -> tuple[int, Note] | None:
    """The next checkpoint and after how many records it stands; an unreadable one is due at once."""
    note = next(notes, None)
    if note is None:
        return None
    try:
        return parse(note.text).records, note
    except BadCheckpoint:
        return 0, note
