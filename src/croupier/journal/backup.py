"""A copy of a journal, made while it is in use and verified before it counts."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import apsw

from croupier.journal.schema import connect, faults
from croupier.journal.tape import Progress
from croupier.journal.verify import Report, verify_file
from croupier.terms.fault import Fault

PAGES = 2048
"""How many pages are copied at once."""


def back_up(source: Path, target: Path, on_progress: Progress | None = None) -> Report:
    """Afterwards `target` is a verified copy of everything that was committed when the call began.

    Writers go on meanwhile. What is there under that name is never replaced, and a copy that is not right or not
    finished leaves nothing behind.
    """
    if target.exists():
        raise Fault(f"{target} exists. A backup never replaces a file: give another name.")
    part = target.with_name(f"{target.name}.part")
    try:
        with contextlib.suppress(FileNotFoundError):
            part.unlink()
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        _copy(source, part, on_progress)
        report = verify_file(part)
        if not report.ok:
            raise Fault(f"The copy of {source} is not right: {report.finding}. Run croupier verify on the journal.")
        os.link(part, target)
        _sync(target.parent)
    except FileExistsError as error:
        raise Fault(f"{target} exists. A backup never replaces a file: give another name.") from error
    except OSError as error:
        raise Fault(f"{target} cannot be written ({error.strerror}).") from error
    finally:
        for name in (part.name, f"{part.name}-wal", f"{part.name}-shm"):
            with contextlib.suppress(OSError):
                part.with_name(name).unlink()
    return report


def _copy(source: Path, target: Path, on_progress: Progress | None) -> None:
    with faults(source):
        origin = connect(source, read_only=True)
        try:
            # One read transaction for the whole copy: without it, every commit of a writer would start it over.
            origin.execute("BEGIN; SELECT count(*) FROM checkpoints")
            copy = apsw.Connection(os.fspath(target.absolute()), flags=apsw.SQLITE_OPEN_READWRITE)
            try:
                with copy.backup("main", origin, "main") as backup:
                    while not backup.done:
                        backup.step(PAGES)
                        if on_progress is not None:
                            on_progress(backup.page_count - backup.remaining, backup.page_count)
                copy.pragma("journal_mode", "delete")
            finally:
                copy.close()
        finally:
            origin.close()
    descriptor = os.open(target, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync(directory: Path) -> None:
    if os.name == "posix":
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
