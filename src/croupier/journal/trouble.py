"""What keeps a journal from taking records, in words for whoever can put it right; and whether it still does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
from msgspec import Struct

from croupier.journal.chain import BrokenChain
from croupier.journal.port import StoreBusy
from croupier.journal.schema import connect, faults

VERIFY = "Run croupier verify, keep the file as it is, and go back to a backup."


class Trouble(Struct, frozen=True):
    """Names no file and no person: anybody may be told."""

    what: str
    do: str


_WORDS: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], Trouble], ...] = (
    (apsw.FullError, Trouble("The disk is full.", "Make room on it; no restart is needed.")),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError),
        Trouble("The journal can only be read.", "Have its disk and directory take writes again."),
    ),
    (
        (StoreBusy, apsw.BusyError, apsw.LockedError),
        Trouble("Another program holds the journal.", "End the copy or the script that holds it."),
    ),
    ((BrokenChain, apsw.CorruptError, apsw.NotADBError), Trouble("The journal is damaged.", VERIFY)),
    (
        (apsw.IOError, apsw.CantOpenError, OSError),
        Trouble("The disk fails.", "See what the log and the system say of the disk, and keep a backup elsewhere."),
    ),
)
_OTHER = Trouble("The journal takes no records.", "The log says why.")


def diagnose(error: BaseException) -> Trouble:
    """What was behind an append that failed, as far as its causes tell."""
    causes = tuple(_causes(error))
    for kind, trouble in _WORDS:
        if any(isinstance(each, kind) for each in causes):
            return trouble
    return _OTHER


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def try_to_write(path: Path) -> None:
    """Has one page of the file written and synced that changes nothing; raises what keeps it from being taken."""
    with faults(path):
        connection = connect(path, read_only=False)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.pragma("user_version", connection.pragma("user_version"))
            connection.execute("COMMIT")
        finally:
            connection.close()
