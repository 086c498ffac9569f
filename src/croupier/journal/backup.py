"""Copies a journal while it is in use, and verifies the copy."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from croupier.journal.standalone_verifier import write_verifier
from croupier.journal.stores import JournalStore
from croupier.journal.tape import Progress
from croupier.journal.verify import VerificationReport, verify_file
from croupier.terms.fault import Fault


def back_up(
    source: JournalStore,
    target: Path,
    on_progress: Progress | None = None,
    check: Callable[[Path], str] | None = None,
) -> VerificationReport:
    """Makes `target` a verified copy of everything that was committed when the call started.

    `check` checks the copy beyond its chain, and returns what is wrong with it, or an empty text. The standalone
    verifier is written next to the copy.

    Writers are not blocked. An existing file is never replaced, and a wrong or unfinished copy is removed.
    """
    if target.exists():
        raise Fault(f"{target} exists. A backup never replaces a file. Give another name.")
    part = target.with_name(f"{target.name}.part")
    try:
        with contextlib.suppress(FileNotFoundError):
            part.unlink()
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        source.copy_to(part, on_progress)
        report = verify_file(part)
        if not report.ok:
            raise Fault(f"The copy of {source} is not valid: {report.finding}. Run croupier verify on the journal.")
        if check is not None and (wrong := check(part)):
            raise Fault(f"The copy of {source} is not valid: {wrong} Run croupier verify on the journal.")
        os.link(part, target)
        write_verifier(target.parent)
        _sync(target.parent)
    except FileExistsError as error:
        raise Fault(f"{target} exists. A backup never replaces a file. Give another name.") from error
    except OSError as error:
        raise Fault(f"{target} cannot be written ({error.strerror}).") from error
    finally:
        for name in (part.name, f"{part.name}-wal", f"{part.name}-shm"):
            with contextlib.suppress(OSError):
                part.with_name(name).unlink()
    return report


def _sync(directory: Path) -> None:
    if os.name == "posix":
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
