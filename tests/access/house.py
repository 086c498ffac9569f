"""Access control with a clock that only the test moves, cheap hashes, and its two files in a directory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.access.accounts import NewAccount, UserAccount
from croupier.access.control import AccessControl
from croupier.access.event import STREAM, AnySignificant, from_record
from croupier.access.integrity import Fingerprint
from croupier.access.people_database import PeopleDatabase
from croupier.access.people_file import PeopleFile
from croupier.access.sessions import Opened
from croupier.access.store import FILE, PeopleStore
from croupier.journal.memory import MemoryJournal
from croupier.journal.policy import Demands
from croupier.journal.port import Journal
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.terms.people import Role
from tests.passwords import QUICK

NOON = 1_731_672_000_000
PASSWORD = "correct horse battery"
MACHINE = "command-line:test"


class HandClock:
    """Stands still until it is moved."""

    def __init__(self, at: int = NOON) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def steady(self) -> int:
        return self.at - NOON

    def pass_ms(self, ms: int) -> None:
        self.at += ms


class House:
    """The access control of one directory, which can be closed and opened again."""

    def __init__(self, directory: Path, journal: Journal | None = None, *, shared: PostgresStore | None = None) -> None:
        self.directory, self.clock, self.shared = directory, HandClock(), shared
        self.wall_moved = 0
        self.program = Fingerprint("ab" * 32, 3)
        self.second_factor: frozenset[Role] = frozenset()
        self._journal = journal
        self.access = self._open()

    def _open(self) -> AccessControl:
        journal: Journal
        people: PeopleStore
        if self.shared is not None:
            people, journal = PeopleDatabase(self.shared.address), self.shared.journal()
        else:
            people, journal = PeopleFile(self.directory / FILE), self._journal or SqliteJournal(self.journal_path)
        return AccessControl(
            people,
            journal,
            self.clock,
            passwords=QUICK,
            wall_ms=lambda: self.clock.at + self.wall_moved,
            steady_ms=self.clock.steady,
            program=lambda: self.program,
            second_factor=self.second_factor,
        )

    def verify(self) -> bool:
        """Whether every record is valid."""
        if self.shared is None:
            return verify_file(self.journal_path).ok
        return self.shared.verify(Demands()).ok

    @property
    def journal_path(self) -> Path:
        return self.directory / "journal.sqlite"

    def restart(self) -> None:
        """As after a stop: everything that is not in a file is lost."""
        self.access.close()
        self.access = self._open()

    def restart_closed(self) -> None:
        """The same if the service has already stopped."""
        self.access = self._open()

    def crash(self) -> None:
        """As after SIGKILL: nothing was saved at the end."""
        old, self.access = self.access, self._open()
        old.book.turn()
        old.store.close()
        old.book.journal.close()

    def add(self, name: str, role: Role, password: str = PASSWORD) -> UserAccount:
        key = "ab" * 32 if role is Role.DEVICE else ""
        made = self.access.accounts.create(NewAccount(name, role, password, license=key, own=True), MACHINE)
        assert isinstance(made, UserAccount), made
        return made

    def sign_in(self, name: str, password: str = PASSWORD, address: str = "192.0.2.1") -> Opened:
        opened = self.access.sign_in_desk.sign_in(name, password, address)
        assert isinstance(opened, Opened), opened
        return opened

    def events(self) -> list[AnySignificant]:
        """Everything on record, in order."""
        while self.access.book.turn():
            pass
        return [from_record(record) for record in self.access.book.journal.read(STREAM)]

    def kinds(self) -> list[str]:
        while self.access.book.turn():
            pass
        return [record.kind for record in self.access.book.journal.read(STREAM)]


@contextmanager
def house(directory: Path, *, on_disk: bool = True) -> Iterator[House]:
    made = House(directory, None if on_disk else MemoryJournal())
    try:
        yield made
    finally:
        made.access.close()
