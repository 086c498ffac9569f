"""Where a house keeps its records: one file, or a database that several nodes share. See ADR 74 and 76."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

from croupier.journal.append_failure import try_to_write
from croupier.journal.house import HouseJournal
from croupier.journal.policy import Demands
from croupier.journal.port import Journal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.tape import Progress
from croupier.journal.verify import Inspections, VerificationReport, verify_file

SCHEMES = ("postgresql://", "postgres://")
_PASSWORD = re.compile(r"(://[^:/@]*):[^@]*@")


class OpenedJournal(Journal, Protocol):
    """A journal object that is also a context manager."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class JournalStore(Protocol):
    """Opens journal objects on the same records, each for one user. Its `str` is its name."""

    def prepare(self) -> tuple[str, ...]:
        """Prepares the store, so that a journal can be opened; returns the applied steps."""
        ...

    def journal(self, own: str = "", *, read_only: bool = False) -> OpenedJournal:
        """A journal object; if `own` names a stream, earlier owners of it can no longer write."""
        ...

    def try_to_write(self) -> None:
        """Writes without changing anything; raises the fault that prevents writing."""
        ...

    def verify(
        self, demands: Demands, on_progress: Progress | None = None, inspections: Inspections | None = None
    ) -> VerificationReport:
        """Verifies everything that was committed when the call started."""
        ...

    def copy_to(self, target: Path, on_progress: Progress | None = None) -> None:
        """Copies everything that was committed when the call started into the empty journal file `target`."""
        ...

    def fill_from(self, backup: Path) -> None:
        """Loads the journal file into the store, which must be empty, and verifies it."""
        ...


class SqliteStore:
    """A journal file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def prepare(self) -> tuple[str, ...]:
        return ()

    def journal(self, own: str = "", *, read_only: bool = False) -> SqliteJournal:  # noqa: ARG002 (one machine)
        return SqliteJournal(self.path, read_only=read_only)

    def house_journal(self) -> HouseJournal:
        """The one journal object through which everything that the house records is committed."""
        return HouseJournal(self.path)

    def try_to_write(self) -> None:
        try_to_write(self.path)

    def verify(
        self, demands: Demands, on_progress: Progress | None = None, inspections: Inspections | None = None
    ) -> VerificationReport:
        return verify_file(self.path, demands=demands, on_progress=on_progress, inspections=inspections)

    def copy_to(self, target: Path, on_progress: Progress | None = None) -> None:
        from croupier.journal.transfer import copy_file

        copy_file(self.path, target, on_progress)

    def fill_from(self, backup: Path) -> None:
        from croupier.journal.backup import back_up

        back_up(SqliteStore(backup), self.path)


class KeptFiles(Protocol):
    """Small files that the nodes of a store share."""

    def all(self) -> dict[str, bytes]: ...

    def get(self, name: str) -> bytes | None: ...

    def replace(self, files: Mapping[str, bytes], *, but: Collection[str] = ()) -> None:
        """Replaces all files with these, except for those named in `but`."""
        ...

    def claim(self, name: str, body: bytes) -> bytes:
        """Stores the file unless the name is taken, and returns the stored one."""
        ...

    def put(self, name: str, body: bytes) -> None:
        """Stores the file under that name."""
        ...


@runtime_checkable
class _Shared(Protocol):
    @property
    def files(self) -> KeptFiles: ...


def shared_files(store: JournalStore) -> KeptFiles | None:
    """The shared files of a store; None for a store on one machine."""
    return store.files if isinstance(store, _Shared) else None


def is_address(text: str) -> bool:
    """Whether a text names a database and not a file."""
    return text.startswith(SCHEMES)


def without_password(text: str) -> str:
    """The address for messages and logs, without its password.

    >>> without_password("postgresql://house:secret@one,two/house")
    'postgresql://house:***@one,two/house'
    """
    return _PASSWORD.sub(r"\1:***@", text) if is_address(text) else text


def open_store(text: str, *, standby: bool = False) -> JournalStore:
    """The store that a person names; a database needs the extra `postgres`."""
    if not is_address(text):
        return SqliteStore(Path(text))
    try:
        from croupier.journal.postgres.connection import PostgresAddress
        from croupier.journal.postgres.store import PostgresStore
    except ImportError as error:  # psycopg without its library raises no ModuleNotFoundError of its own
        raise ModuleNotFoundError("No module named 'psycopg'", name="psycopg") from error
    return PostgresStore(PostgresAddress(text, standby))
