"""An entrance with a clock that only the test moves, cheap hashes, and its two files in a directory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.access.accounts import Account, NewAccount
from croupier.access.entrance import Entrance
from croupier.access.event import STREAM, AnySignificant, from_record
from croupier.access.integrity import Fingerprint
from croupier.access.sessions import Opened
from croupier.access.store import FILE, PeopleStore
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.sqlite import SqliteJournal
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
    """The entrance of one directory, which can be closed and opened again."""

    def __init__(self, directory: Path, journal: Journal | None = None) -> None:
        self.directory, self.clock = directory, HandClock()
        self.wall_moved = 0
        self.program = Fingerprint("ab" * 32, 3)
        self._journal = journal
        self.entrance = self._open()

    def _open(self) -> Entrance:
        journal = self._journal or SqliteJournal(self.journal_path)
        return Entrance(
            PeopleStore(self.directory / FILE),
            journal,
            self.clock,
            passwords=QUICK,
            wall_ms=lambda: self.clock.at + self.wall_moved,
            steady_ms=self.clock.steady,
            program=lambda: self.program,
        )

    @property
    def journal_path(self) -> Path:
        return self.directory / "journal.sqlite"

    def restart(self) -> None:
        """As after a stop; everything that is not in a file is forgotten."""
        self.entrance.close()
        self.entrance = self._open()

    def restart_closed(self) -> None:
        """The same where the service has stopped already."""
        self.entrance = self._open()

    def crash(self) -> None:
        """As after SIGKILL: nothing was saved on the way out."""
        old, self.entrance = self.entrance, self._open()
        old.book.turn()
        old.store.close()
        old.book.journal.close()

    def add(self, name: str, role: Role, password: str = PASSWORD) -> Account:
        made = self.entrance.accounts.create(NewAccount(name, role, password), MACHINE)
        assert isinstance(made, Account), made
        return made

    def sign_in(self, name: str, password: str = PASSWORD, address: str = "192.0.2.1") -> Opened:
        opened = self.entrance.door.sign_in(name, password, address)
        assert isinstance(opened, Opened), opened
        return opened

    def events(self) -> list[AnySignificant]:
        """Everything on record, in order."""
        while self.entrance.book.turn():
            pass
        return [from_record(record) for record in self.entrance.book.journal.read(STREAM)]

    def kinds(self) -> list[str]:
        while self.entrance.book.turn():
            pass
        return [record.kind for record in self.entrance.book.journal.read(STREAM)]


@contextmanager
def house(directory: Path, *, on_disk: bool = True) -> Iterator[House]:
    made = House(directory, None if on_disk else MemoryJournal())
    try:
        yield made
    finally:
        made.entrance.close()
