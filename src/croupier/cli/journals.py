"""Opens a journal that a person names, and finds tables in it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.cli.errors import Disproved
from croupier.journal.port import Journal, StoreBusy
from croupier.journal.stores import OpenedJournal, is_address, open_store, without_password
from croupier.journal.verify import verify_journal
from croupier.records.audit import audit
from croupier.records.script import is_table, number_of, stream_of
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.text import counted
from croupier.wire.inspection import rules_inspections

_MAGIC = b"SQLite format 3\0"


def is_journal(path: str) -> bool:
    """Whether a path is a database or a file that looks like a journal; False if it cannot be read."""
    if is_address(path):
        return True
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="JOURNAL", help="a journal file, or postgresql://… for a database")


def add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", metavar="N", help="the table's number (optional if there is one table)")


def add_one_or_all(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", metavar="N", help="one table only (default: all)")


@contextmanager
def opened(path: str, *, read_only: bool = True) -> Iterator[OpenedJournal]:
    """The journal of a file or a database; raises a problem with the file if it cannot be opened."""
    with readable(path):
        store = open_store(path)
        if not read_only:
            store.prepare()
        journal = store.journal(read_only=read_only)
    with journal:
        yield journal


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Turns a fault on reading a file into a problem that names the file."""
    try:
        yield
    except StoreBusy:
        raise
    except Fault as fault:
        path = without_password(path)
        words = str(fault).removeprefix(f"{path}: ").removeprefix(f"{path} ").rstrip(".")
        raise Problems([Problem("", words, "Name another file.", file=path)]) from None


def check_records(path: str, journal: Journal, streams: Iterable[str]) -> None:
    """Checks the hash chain, and the tables' events with the ledger; raises `Disproved` with the first finding."""
    report = verify_journal(journal, inspections=rules_inspections())
    findings = [report.finding] if report.finding else audit(journal, streams, deep=False).findings
    if findings:
        path = without_password(path)
        raise Disproved(f"{path}: {findings[0]} Nothing is reported from it. Run croupier verify {path}")


def journal_in(named: str) -> str:
    """The path of a journal: an address or a file unchanged, or the file in a data directory."""
    from croupier.floor.premises import JOURNAL_FILE

    return named if is_address(named) or not Path(named).is_dir() else str(Path(named) / JOURNAL_FILE)


def table_stream(journal: Journal, named: str | None) -> str:
    """The stream of the named table, or of the only one."""
    tables = [number_of(stream) for stream in _streams(journal)]
    if named is None and len(tables) == 1:
        return stream_of(tables[0])
    if named is None:
        right = f"Name one with --table. {nearest('', tables)}" if tables else "Play a day into it first."
        raise Problems([Problem("--table", f"the journal holds {counted(len(tables), 'table')}", right)])
    if named not in tables:
        raise Problems([Problem("--table", f"{shown(named)} has no records here", nearest(named, tables))])
    return stream_of(named)


def table_streams(journal: Journal, named: str | None) -> list[str]:
    """The stream of the named table, or those of all tables."""
    return _streams(journal) if named is None else [table_stream(journal, named)]


def _streams(journal: Journal) -> list[str]:
    return [head.stream for head in journal.streams() if is_table(head.stream)]
