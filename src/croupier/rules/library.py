"""The available rulebooks: those of this package, of directories that a user names, and of other packages."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from croupier.game.notation import Notation
from croupier.rules.book import Rulebook
from croupier.rules.book_reader import read_book
from croupier.rules.folder import (
    BOOK_FILE,
    CHAIN_MAX,
    CUSTOMARY,
    PACKAGED,
    Folder,
    FolderChain,
    folders_in,
    folders_of,
    read_folder,
)
from croupier.terms.problem import Problem, Problems, nearest, shown

ENTRY_POINTS = "croupier.rulebooks"
"""The entry point group in which packages name a directory of rulebooks: an importable package with the folders."""


class Library:
    """Rulebooks by id or by day. Folders of named directories take precedence over packaged ones."""

    def __init__(self, directories: Iterable[Path] = (), *, files: Mapping[str, bytes] | None = None) -> None:
        self._folders: dict[str, Folder] = folders_of(files) if files is not None else {}
        self._recorded = files is not None
        self.directories = tuple(directories)
        self._outside: dict[str, Path] = {}
        self._books: dict[str, Rulebook] = {}
        self._broken: dict[str, Problems] = {}
        for directory in reversed(self.directories):
            self._outside |= folders_in(directory)
        self._paths = self._outside if self._recorded else {**folders_in(PACKAGED), **self._outside}

    @classmethod
    def recorded(cls, files: Mapping[str, bytes]) -> Library:
        """A library of only the files that a journal holds."""
        return cls(files=files)

    def with_directory(self, directory: Path) -> Library:
        """A library with one more directory, after the existing ones."""
        return Library([*self.directories, directory])

    def outside_files(self) -> Mapping[str, bytes]:
        """Every file of the named directories, by folder and name, without unreadable folders."""
        found: dict[str, bytes] = {}
        for name in sorted(self._outside):
            with suppress(Problems):
                folder = self._folder(name)
                found |= {f"{name}/{file}": data for file, data in sorted(folder.files.items())}
        return found

    def ids(self) -> tuple[str, ...]:
        """The ids of all rulebooks, by family and days in force."""
        return tuple(book.id for book in self.books())

    def names(self) -> tuple[str, ...]:
        """The folders that hold a book, whether readable or not."""
        found = dict.fromkeys([*self._folders, *self._paths])
        if not self._recorded:
            found |= dict.fromkeys(installed().folders)
        return tuple(name for name in found if name != CUSTOMARY)

    def books(self) -> tuple[Rulebook, ...]:
        """The readable rulebooks; `broken` has the problems of the others."""
        books = [self._books[name] for name in self.names() if self._read(name) is None]
        return tuple(sorted(books, key=lambda book: (book.family, book.in_force_from or datetime.date.min, book.id)))

    def broken(self) -> tuple[Problem, ...]:
        """All problems of folders and packages without a readable rulebook."""
        unread = [problem for name in self.names() if (wrong := self._read(name)) for problem in wrong.problems]
        return tuple(unread) if self._recorded else (*unread, *installed().problems)

    def book(self, id: str) -> Rulebook:
        """The rulebook of that folder; raises all problems of its files at once."""
        if wrong := self._read(id):
            raise wrong
        return self._books[id]

    def _read(self, id: str) -> Problems | None:
        """Reads a book once; returns the problems that prevent it."""
        if id in self._books:
            return None
        if id not in self._broken:
            try:
                chain = self.chain(id)
                if id in self._outside:
                    check_files(chain)
                self._books[id] = read_book(chain)
                return None
            except Problems as problems:
                if id not in self:  # not cached: it may appear later
                    return problems
                self._broken[id] = problems
        return self._broken[id]

    def chain(self, id: str) -> FolderChain:
        """The folder and those it builds on."""
        folders: list[Folder] = []
        name: str | None = id
        while name is not None:
            if name in (folder.name for folder in folders) or len(folders) == CHAIN_MAX:
                wrong = f"{' builds on '.join([*(folder.name for folder in folders), name])}"
                right = f"A folder may not build on itself, or on more than {CHAIN_MAX} folders."
                raise Problems([Problem("builds_on", wrong, right, file=f"{id}/{BOOK_FILE}")])
            try:
                folders.append(self._folder(name))
            except Problems as problems:
                raise _as_base(problems, folders[-1]) if folders and name not in self._paths else problems from None
            name = folders[-1].base
        return FolderChain(tuple(folders))

    def _folder(self, name: str) -> Folder:
        if name not in self._folders:
            path = self._paths.get(name) or (None if self._recorded else installed().folders.get(name))
            if path is None:
                raise Problems([Problem("book", f"{shown(name)} is not a rulebook", nearest(name, self.names()))])
            self._folders[name] = read_folder(path)
        return self._folders[name]

    def __contains__(self, id: str) -> bool:
        return id != CUSTOMARY and (id in self._folders or id in self._paths or id in self.names())

    def find(self, book: str, on: datetime.date | None = None) -> Rulebook:
        """The rulebook of that id or, for a family and a day, the one in force that day."""
        if book in self:
            found = self.book(book)
            if on is not None and not found.in_force(on):
                raise Problems([self.not_in_force(found, on)])
            return found
        if on is not None:
            family = self.family(book)
            for each in family:
                if each.in_force(on):
                    return each
            if family:
                raise Problems([self.not_in_force(family[0], on), *self.broken()])
        raise Problems([Problem("book", f"{shown(book)} is not a rulebook", nearest(book, self.names()))])

    def family(self, name: str) -> tuple[Rulebook, ...]:
        """The books of one family, by days in force."""
        return tuple(book for book in self.books() if book.family == name)

    def families(self) -> Mapping[str, Rulebook]:
        """The newest book of each family."""
        return {book.family: book for book in self.books()}

    def not_in_force(self, book: Rulebook, day: datetime.date) -> Problem:
        others = [f"{each.id} ({each.validity})" for each in self.family(book.family)]
        return Problem(
            "book",
            f"{book.id} ({book.validity}) was not in force on {day}",
            f"Choose another day or one of: {', '.join(others)}.",
        )

    @cached_property
    def notation(self) -> Notation:
        """Everything that can be typed under any of the books."""
        each = [book.vocabulary.notation for book in self.books()]
        return Notation(
            tuple(dict.fromkeys(label for one in each for label in one.labels)),
            frozenset().union(*(one.names for one in each)),
            {alias: spot for one in each for alias, spot in one.aliases.items()},
            max((one.numbers_max for one in each), default=6),
            frozenset().union(*(one.places for one in each)),
        )

    def __iter__(self) -> Iterator[Rulebook]:
        return iter(self.books())


def check_files(chain: FolderChain) -> None:
    """Raises all problems with the files of a folder, including those normally read later."""
    from croupier.rules.catalogue import clauses_of
    from croupier.rules.chips import CHIPS_FILE
    from croupier.rules.duties import read_duties
    from croupier.rules.procedure_reader import read_procedures
    from croupier.rules.signs import read_printing, read_signs
    from croupier.rules.tournaments import read_tournaments

    problems: list[Problem] = []

    def collect(read: Callable[[], object]) -> None:
        try:
            read()
        except Problems as wrong:
            problems.extend(problem for problem in wrong.problems if problem not in problems)

    clauses: Container[str] = _AnyClause()
    try:
        clauses = clauses_of(chain)
    except Problems as wrong:
        problems += wrong.problems
    collect(lambda: _check_id(chain))
    collect(lambda: read_duties(chain, clauses))
    collect(lambda: read_procedures(chain, clauses))
    collect(lambda: read_signs(chain, clauses))
    collect(lambda: read_printing(chain, clauses))
    collect(lambda: read_tournaments(chain, clauses))
    collect(lambda: chain.merged(CHIPS_FILE))
    collect(lambda: read_book(chain))
    if not problems:
        book = read_book(chain)
        collect(lambda: [book.chips(wheel) for wheel in book.wheels])
        problems += _without_procedure(book)
    if problems:
        raise Problems(problems)


def _without_procedure(book: Rulebook) -> Iterator[Problem]:
    from croupier.rules.procedure_reader import PROCEDURE_FILE

    for wheel in book.wheels:
        try:
            book.procedure(wheel)
        except KeyError as missing:
            wrong = f"it does not say how a round is run at the {wheel} wheel"
            right = "Give the steps of its game."
            yield Problem(str(missing.args[0]), wrong, right, file=f"{book.id}/{PROCEDURE_FILE}")


class _AnyClause:
    """Stands for an unreadable catalogue, so that citations do not become problems too."""

    def __contains__(self, clause: object) -> bool:
        return True


def _check_id(chain: FolderChain) -> None:
    named = chain.own.book.get("id", chain.id)
    if named != chain.id:
        wrong = f"{shown(named)} is not the name of the folder"
        raise Problems([Problem("id", wrong, f'Write id = "{chain.id}".', file=f"{chain.id}/{BOOK_FILE}")])


def _as_base(problems: Problems, above: Folder) -> Problems:
    """Problems of a folder's base, reported at the key that names it."""
    file = f"{above.name}/{BOOK_FILE}"
    return Problems(replace(problem, key="builds_on", file=file) for problem in problems.problems)


class InstalledBooks(Struct, frozen=True):
    """The folders that installed packages provide, and problems with such packages."""

    folders: Mapping[str, Path]
    problems: tuple[Problem, ...]


@cache
def installed() -> InstalledBooks:
    from importlib.metadata import entry_points

    found: dict[str, Path] = {}
    problems: list[Problem] = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            found |= folders_in(_directory_of(entry.value))
        except Problems as wrong:
            problems += (replace(problem, file=f"entry point {entry.name}") for problem in wrong.problems)
    return InstalledBooks(found, tuple(problems))


def _directory_of(module: str) -> Path:
    """The directory of an importable package."""
    from importlib.resources import files

    try:
        directory = files(module.partition(":")[0])
    except Exception as error:  # third-party packages may raise anything on import
        wrong = f"{module} cannot be imported: {type(error).__name__}: {error}"
        raise Problems([Problem("rulebooks", wrong, "Repair or remove the package that names it.")]) from error
    if isinstance(directory, Path):
        return directory
    raise Problems([Problem("rulebooks", f"{module} is not a directory", "Install the package unpacked.")])


@cache
def packaged() -> Library:
    """The rulebooks of this package and of other installed ones."""
    return Library()


def rulebooks() -> tuple[Rulebook, ...]:
    """All rulebooks that need no directory."""
    return packaged().books()


def rulebook(book: str, on: datetime.date | None = None) -> Rulebook:
    """The rulebook of that id or, for a family such as ``co`` and a day, the one in force that day.

    >>> rulebook("co", on=datetime.date(2014, 7, 14)).id
    'co-2013'
    """
    return packaged().find(book, on)
