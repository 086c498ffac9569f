"""Opening a journal that a person names, and finding a table in it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.journal.port import StoreBusy
from croupier.journal.sqlite import SqliteJournal
from croupier.records.script import number_of, stream_of
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, nearest, shown

_TABLES = "table/"
_MAGIC = b"SQLite format 3\0"


def is_journal(path: str) -> bool:
    """Whether a file looks like a journal; what cannot be read is left to whoever reads it."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="JOURNAL", help="a journal file")


def add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", metavar="N", help="the table's number (may be left out when there is one table)")


def add_one_or_all(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", metavar="N", help="one table only (all when left out)")


@contextmanager
def opened(path: str, *, read_only: bool = True) -> Iterator[SqliteJournal]:
    """The journal of a file; one that cannot be opened is a problem of the file."""
    with readable(path):
        journal = SqliteJournal(path, read_only=read_only)
    with journal:
        yield journal


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Turns the fault that a file cannot be read into a problem that names it."""
    try:
        yield
    except StoreBusy:
        raise
    except Fault as fault:
        words = str(fault).removeprefix(f"{path}: ").removeprefix(f"{path} ").rstrip(".")
        raise Problems([Problem("", words, "Name another file.", file=path)]) from None


def table_stream(journal: SqliteJournal, named: str | None) -> str:
    """The stream of the table that was named, or of the only one."""
    tables = [number_of(stream) for stream in _streams(journal)]
    if named is None and len(tables) == 1:
        return stream_of(tables[0])
    if named is None:
        right = f"Name one with --table. {nearest('', tables)}" if tables else "Play a day into it first."
        raise Problems([Problem("--table", f"the journal holds {len(tables)} tables", right)])
    if named not in tables:
        raise Problems([Problem("--table", f"{shown(named)} has no records here", nearest(named, tables))])
    return stream_of(named)


def table_streams(journal: SqliteJournal, named: str | None) -> list[str]:
    """The stream of the table that was named; without a name, those of all tables."""
    return _streams(journal) if named is None else [table_stream(journal, named)]


def _streams(journal: SqliteJournal) -> list[str]:
    return [head.stream for head in journal.streams() if head.stream.startswith(_TABLES)]
