"""Why a journal accepts no records, in words for the operator; and a test whether it does again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
from msgspec import Struct

from croupier.journal.chain import BrokenChain
from croupier.journal.lost_records import RecordsLost
from croupier.journal.port import OutcomeUnknown, StoreBusy, StoreUnreachable, StreamTaken
from croupier.journal.schema import connect, faults
from croupier.terms.fault import Fault

VERIFY = "Run croupier verify, keep the file unchanged, and restore a backup."


class Trouble(Struct, frozen=True):
    """A cause and a remedy, without names of files or people, so that anybody may see it."""

    what: str
    do: str


class ReportedTrouble(Fault):
    """The cause of a failure in another process, as that process found it."""

    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble
        super().__init__(f"{trouble.what} {trouble.do}")


_WORDS: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], Trouble], ...] = (
    (apsw.FullError, Trouble("The disk is full.", "Free some space; no restart is needed.")),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError),
        Trouble("The journal is read-only.", "Make its disk and directory writable again."),
    ),
    (
        (StoreBusy, apsw.BusyError, apsw.LockedError),
        Trouble("Another program holds the journal.", "End the copy or the script that holds it."),
    ),
    (
        RecordsLost,
        Trouble(
            "Acknowledged records are missing.",
            "Stop, keep the store unchanged, and bring back the one that holds them; croupier verify shows more.",
        ),
    ),
    ((BrokenChain, apsw.CorruptError, apsw.NotADBError), Trouble("The journal is damaged.", VERIFY)),
    (
        (apsw.IOError, apsw.CantOpenError, OSError),
        Trouble("The disk is failing.", "Check the logs of the service and the system, and keep a backup elsewhere."),
    ),
    (
        StreamTaken,
        Trouble("Another node has taken the table.", "Do nothing: its terminals reconnect there automatically."),
    ),
    (
        StoreUnreachable,
        Trouble("The database cannot be reached.", "Make sure that it is running; croupier doctor shows more."),
    ),
    (
        OutcomeUnknown,
        Trouble(
            "The database did not confirm a commit.",
            "Make sure that it and its standby are running; croupier doctor shows more.",
        ),
    ),
)
_OTHER = Trouble("The journal accepts no records.", "The log shows why.")


def trouble_of(error: BaseException) -> Trouble:
    """The cause of a failed append, from its chain of exceptions."""
    causes = tuple(_causes(error))
    for each in causes:
        if isinstance(each, ReportedTrouble):
            return each.trouble
    for kind, trouble in _WORDS:
        if any(isinstance(each, kind) for each in causes):
            return trouble
    return _OTHER


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def try_to_write(path: Path) -> None:
    """Writes and syncs one page without changing anything; raises the fault that prevents writing."""
    with faults(path):
        connection = connect(path, read_only=False)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.pragma("user_version", connection.pragma("user_version"))
            connection.execute("COMMIT")
        finally:
            connection.close()
