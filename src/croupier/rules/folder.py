"""Rulebook folders: one text per folder, with its files as bytes and a digest over all that matters."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from msgspec import Struct

from croupier.terms.document import Table, parse_toml
from croupier.terms.problem import Problem, Problems, shown

CUSTOMARY = "customary"
"""The folder at the root of every book: customary wheels, layouts, wagers and steps."""
BOOK_FILE = "book.toml"
FILE_MAX = 1 << 19
"""Maximum size of a rulebook file; it fits into one journal record."""
FILES_MAX = 32
"""Maximum number of files in a folder."""
CHAIN_MAX = 8
"""Maximum number of folders in a chain."""

NAME_MAX = 100
"""Maximum length of a file name."""
FOLDER_NAME = re.compile(r"(?=.{1,32}$)[a-z0-9]+(?:-[a-z0-9]+)*")

PACKAGED = Path(__file__).parent.parent / "rulebooks"


@lru_cache(maxsize=64)
def _parse(text: str) -> Table:
    """The document of a text; folders that differ in one file share what they read in the others."""
    return parse_toml(text)


class Folder(Struct, frozen=True, dict=True):
    """The files of one folder by name."""

    name: str
    files: Mapping[str, bytes]

    def toml(self, file: str) -> Table:
        """A document of the folder, parsed once; empty if there is no such file."""
        if file not in self._parsed:
            try:
                self._parsed[file] = _parse(self.text(file)) if file in self.files else {}
            except Problems as problems:
                raise problems.within(f"{self.name}/{file}") from None
        return self._parsed[file]

    @cached_property
    def _parsed(self) -> dict[str, Table]:
        return {}

    def text(self, file: str) -> str:
        try:
            return self.files[file].decode()
        except UnicodeDecodeError as error:
            wrong = Problem("file", "it is not UTF-8 text", "Save it as UTF-8.", file=f"{self.name}/{file}")
            raise Problems([wrong]) from error

    @cached_property
    def book(self) -> Table:
        return self.toml(BOOK_FILE)

    @property
    def base(self) -> str | None:
        """The folder that this one builds on; None for the customary one."""
        if self.name == CUSTOMARY:
            return None
        named = self.book.get("builds_on", CUSTOMARY)
        if isinstance(named, str):
            return named
        wrong = f"{shown(named)} is not the name of a folder"
        raise Problems([Problem("builds_on", wrong, "Name one rulebook.", file=f"{self.name}/{BOOK_FILE}")])


class FolderChain(Struct, frozen=True, dict=True):
    """A folder and those it builds on, nearest first."""

    folders: tuple[Folder, ...]

    @property
    def own(self) -> Folder:
        return self.folders[0]

    @property
    def id(self) -> str:
        """The id of the book: the name of its folder."""
        return self.own.name

    @cached_property
    def digest(self) -> str:
        """The digest over the name and content of every file."""
        return digest_of({path: file_digest(data) for path, data in self.files.items()})

    @cached_property
    def files(self) -> Mapping[str, bytes]:
        """Every file by folder and name."""
        return {f"{folder.name}/{name}": data for folder in self.folders for name, data in sorted(folder.files.items())}

    def documents(self, file: str) -> Iterator[tuple[Folder, Table]]:
        """The documents of that name, base folders first."""
        for folder in reversed(self.folders):
            if file in folder.files:
                yield folder, folder.toml(file)

    def merged(self, file: str) -> Table:
        """The documents of that name combined: tables are merged, anything else is replaced."""
        found: Table = {}
        for _, document in self.documents(file):
            found = merge(found, document)
        return found


def file_digest(data: bytes) -> str:
    """The SHA-256 of one file."""
    return hashlib.sha256(data).hexdigest()


def digest_of(files: Mapping[str, str]) -> str:
    """The SHA-256 over files, given by path and digest; paths have no control characters, so this is unambiguous."""
    lines = (f"{path}\0{digest}\n" for path, digest in sorted(files.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def is_path(path: str) -> bool:
    """Whether it names a file of a folder, as in `FolderChain.files`."""
    folder, slash, name = path.partition("/")
    return bool(slash) and FOLDER_NAME.fullmatch(folder) is not None and is_file_name(name)


def is_file_name(name: str) -> bool:
    return 0 < len(name) <= NAME_MAX and name.isprintable() and "/" not in name


def merge(base: Table, over: Table) -> Table:
    """Merges one document over another; `false` in place of a table removes the table.

    >>> merge({"wager": {"split": {"pays": 17}}}, {"wager": {"split": {"clause": "X 1"}}})
    {'wager': {'split': {'pays': 17, 'clause': 'X 1'}}}
    >>> merge({"wager": {"split": {"pays": 17}, "line": {"pays": 5}}}, {"wager": {"line": False}})
    {'wager': {'split': {'pays': 17}}}
    """
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(below, dict) and value is False:
            del merged[key]
        else:
            merged[key] = merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def read_folder(path: Path) -> Folder:
    """Reads the folder at a path; files that begin with a dot or two underscores are ignored."""
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    if not FOLDER_NAME.fullmatch(path.name):
        wrong = f"{shown(path.name)} is not a name for a rulebook"
        problems.append(
            Problem("folder", wrong, "Use lowercase letters and digits, joined by hyphens, such as qx-2031.")
        )
    try:
        found = sorted(each for each in path.iterdir() if not each.name.startswith((".", "__")) and each.is_file())
        for each in found[: FILES_MAX + 1]:
            try:
                files[each.name] = _read_file(each)
            except Problems as unfit:
                problems += unfit.within(f"{path.name}/{each.name}").problems
    except OSError as error:
        problems.append(Problem("folder", f"it cannot be read: {error.strerror}", "Check the path."))
    if len(files) > FILES_MAX:
        wrong = f"it has more than {FILES_MAX} files"
        problems.append(Problem("folder", wrong, "Keep to what the text says."))
    if problems:
        raise Problems(problems).within(_printable(path.name))
    return Folder(path.name, files)


def _read_file(path: Path) -> bytes:
    if not is_file_name(path.name):
        raise Problems([Problem("file", "its name cannot be recorded", f"Give it a plain name of at most {NAME_MAX}.")])
    try:
        with path.open("rb") as file:
            data = file.read(FILE_MAX + 1)
    except OSError as error:
        raise Problems([Problem("file", f"it cannot be read: {error.strerror}", "Check it.")]) from error
    if len(data) > FILE_MAX:
        raise Problems([Problem("file", f"it has more than {FILE_MAX:,} bytes", "Make it smaller.")])
    return data


def _printable(name: str) -> str:
    return name if name.isprintable() else shown(name)


def folders_in(directory: Path) -> dict[str, Path]:
    """The rulebook folders of a directory by name; raises `Problems` if it cannot be read."""
    try:
        return {each.name: each for each in sorted(directory.iterdir()) if (each / BOOK_FILE).is_file()}
    except OSError as error:
        wrong = f"{directory} cannot be read: {error.strerror}"
        raise Problems([Problem("rulebooks", wrong, "Name a directory that holds rulebook folders.")]) from error


def folders_of(files: Mapping[str, bytes]) -> dict[str, Folder]:
    """Folders from files named by folder and name, as in `FolderChain.files`."""
    found: dict[str, dict[str, bytes]] = {}
    for path, data in files.items():
        folder, _, name = path.partition("/")
        found.setdefault(folder, {})[name] = data
    return {name: Folder(name, own) for name, own in found.items()}
