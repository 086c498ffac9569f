"""The clause catalogue: every clause of the five texts, what it owes, and what is still to come."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from msgspec import Struct

from croupier.rules.data import data_text
from croupier.terms.citation import ClauseId


class ClauseKind(StrEnum):
    """How a clause is kept."""

    DEFINE = "define"
    PLAY = "play"
    CONFIG = "config"
    RECORD = "record"
    NOTICE = "notice"
    ACCOUNT = "account"


class Clause(Struct, frozen=True):
    """One clause in our short words; `due` names the rooms of the program that have yet to finish it."""

    id: ClauseId
    books: tuple[str, ...]
    kind: ClauseKind
    owes: str
    due: tuple[str, ...]


@cache
def catalogue() -> Mapping[ClauseId, Clause]:
    """All clauses by id, in the order of the texts."""
    lines = data_text("clauses.tsv").splitlines()
    clauses = {}
    for line in lines[1:]:
        id, books, kind, owes, due = line.split("\t")
        clause = Clause(ClauseId(id), tuple(books.split()), ClauseKind(kind), owes, tuple(due.split()))
        clauses[clause.id] = clause
    return clauses
