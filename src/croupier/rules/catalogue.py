"""The clause catalogue of a rulebook: every clause of its text, with its duties and those still due."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from croupier.rules.folder import Folder, FolderChain
from croupier.terms.citation import ClauseId
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

if TYPE_CHECKING:
    from croupier.rules.book import Rulebook

CLAUSES_FILE = "clauses.tsv"
_COLUMNS = ("clause", "duty", "kind", "due", "words")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class ClauseKind(StrEnum):
    """What a clause is about."""

    DEFINE = "define"
    PLAY = "play"
    CONFIG = "config"
    RECORD = "record"
    NOTICE = "notice"
    ACCOUNT = "account"


class Manner(StrEnum):
    """How the program keeps a duty."""

    ENFORCED = "enforced"
    """Violations are refused or reported."""
    PROMPTED = "prompted"
    """A person is prompted to do it in time."""
    RECORDED = "recorded"
    """It is recorded that it was done, and by whom."""
    PRINTED = "printed"
    """It is printed on a sign, a page or a form."""
    COMPUTED = "computed"
    """The program does it."""
    DEFINED = "defined"
    """A thing is what the text says it is."""


class Duty(Struct, frozen=True):
    """One thing that a clause requires, forbids or allows; `due` names the part of the program that is to do it."""

    id: str
    how: Manner
    words: str
    due: str = ""
    books: tuple[str, ...] = ()
    """The rulebooks whose text has it, if several are combined."""


class Clause(Struct, frozen=True):
    """A clause, summarized, with its duties."""

    id: ClauseId
    kind: ClauseKind
    owes: str
    duties: tuple[Duty, ...]
    books: tuple[str, ...] = ()
    """The rulebooks that have it, if several are combined."""

    @property
    def due(self) -> tuple[str, ...]:
        """The parts of the program that have yet to finish it."""
        return tuple(sorted({duty.due for duty in self.duties if duty.due}))


def clauses_of(chain: FolderChain) -> Mapping[ClauseId, Clause]:
    """The clauses of a book: its own and inherited ones, without those it drops."""
    found: dict[ClauseId, Clause] = {}
    for folder in reversed(chain.folders):
        for dropped in _dropped(folder):
            found.pop(ClauseId(dropped), None)
        found |= _read(folder)
    return found


def _dropped(folder: Folder) -> list[str]:
    named = folder.book.get("drops", [])
    return [str(each) for each in named] if isinstance(named, list) else []


def _read(folder: Folder) -> Mapping[ClauseId, Clause]:
    if CLAUSES_FILE not in folder.files:
        return {}
    text = folder.text(CLAUSES_FILE)
    try:
        return _parse(text)
    except Problems as problems:
        raise problems.within(f"{folder.name}/{CLAUSES_FILE}") from None


@lru_cache(maxsize=16)
def _parse(text: str) -> Mapping[ClauseId, Clause]:
    """Parses the file: a row with an empty duty is the clause itself, the rows below it are its duties."""
    found: dict[ClauseId, Clause] = {}
    problems: list[Problem] = []
    head, _, rest = text.partition("\n")
    if not head.startswith("clause\t"):
        problems.append(
            Problem("line 1", "it does not name the columns", "Begin with clause, kind and the other columns.")
        )
    for rank, line in enumerate(rest.splitlines(), start=2):
        cells = line.split("\t")
        if len(cells) != len(_COLUMNS) or not cells[0].strip():
            wrong, right = f"it has {counted(len(cells), 'column')}", f"Give {len(_COLUMNS)}: {', '.join(_COLUMNS)}."
            problems.append(Problem(f"line {rank}", wrong, right))
        elif problem := _take(found, cells):
            problems.append(Problem(f"line {rank}", *problem))
    without = [clause.id for clause in found.values() if not clause.duties]
    problems += [Problem(id, "it has no duty", "Give it a row for each thing that it requires.") for id in without]
    if problems:
        raise Problems(problems)
    return found


def _take(found: dict[ClauseId, Clause], cells: list[str]) -> tuple[str, str] | None:
    """Adds one row; returns what is wrong with it and how to correct it, if anything."""
    id, duty, kind, due, words = ClauseId(cells[0]), *cells[1:]
    if not duty:
        if kind not in [*ClauseKind]:
            return f"{kind!r} is not a kind of clause", f"Give one of: {', '.join(ClauseKind)}."
        if id in found:
            return f"{id} is listed twice", "List it once."
        if due:
            return "a clause itself cannot be due", "Mark its duties as due."
        found[id] = Clause(id, ClauseKind(kind), words, ())
        return None
    if id not in found or id != next(reversed(found)):
        return f"the duty {duty} is not below its clause {id}", "List a clause first, then its duties."
    if kind not in [*Manner]:
        return f"{kind!r} is not a way to keep a duty", f"Give one of: {', '.join(Manner)}."
    if not _SLUG.fullmatch(duty):
        return f"{duty!r} does not name a duty", "Use lowercase words joined with hyphens."
    clause = found[id]
    if any(each.id == duty for each in clause.duties):
        return f"{id} has the duty {duty} twice", "Name each duty once."
    found[id] = replace(clause, duties=(*clause.duties, Duty(duty, Manner(kind), words, due)))
    return None


@cache
def catalogue() -> Mapping[ClauseId, Clause]:
    """The clauses of all rulebooks that need no directory."""
    from croupier.rules.library import rulebooks

    return catalogue_of(rulebooks())


def catalogue_of(books: Iterable[Rulebook]) -> Mapping[ClauseId, Clause]:
    """The clauses of these books by id; clauses and duties list the books that have them."""
    found: dict[ClauseId, Clause] = {}
    for book in books:
        for id, clause in book.clauses.items():
            duties = {duty.id: duty for duty in found[id].duties} if id in found else {}
            for duty in clause.duties:
                having = duties[duty.id].books if duty.id in duties else ()
                duties[duty.id] = replace(duty, books=(*having, book.id))
            before = found[id].books if id in found else ()
            found[id] = replace(clause, duties=tuple(duties.values()), books=(*before, book.id))
    return found
