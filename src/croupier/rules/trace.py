"""From a clause to the places that keep it and the tests that prove it.

The places and tests are found in the source tree by `python -m tools.generate`, because an installed package
has no tests; what it found is in trace.tsv beside this module.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from msgspec import Struct

from croupier.rules.catalogue import Clause, catalogue
from croupier.rules.data import data_text
from croupier.terms.citation import ClauseId

SEPARATOR = " | "
"""Between the places, or the tests, of one clause in trace.tsv."""


class State(StrEnum):
    """How far a clause is kept."""

    WORKS = "works"
    """Nothing is due, a rule keeps it and a test proves it."""
    PARTLY = "partly"
    """A test proves a part of it; the rest is due."""
    TO_COME = "to come"
    """It is due, and nothing proves any of it yet."""
    UNPROVEN = "unproven"
    """Nothing is said to be due, and yet a rule or a test is missing: an error of the catalogue or of the code."""


class Traced(Struct, frozen=True):
    """One clause, the places that cite it and the tests that carry its marker."""

    clause: Clause
    rules: tuple[str, ...]
    tests: tuple[str, ...]
    state: State


def state_of(clause: Clause, rules: tuple[str, ...], tests: tuple[str, ...]) -> State:
    """How far a clause with these places and these tests is kept."""
    if clause.due:
        return State.PARTLY if tests else State.TO_COME
    return State.WORKS if rules and tests else State.UNPROVEN


@cache
def trace() -> tuple[Traced, ...]:
    """Every clause of the catalogue, in its order, with where it is kept and proved."""
    lines = data_text("trace.tsv").splitlines()
    found: dict[ClauseId, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for line in lines[1:]:
        id, rules, tests = line.split("\t")
        found[ClauseId(id)] = _names(rules), _names(tests)
    return tuple(traced(clause, *found.get(clause.id, ((), ()))) for clause in catalogue().values())


def traced(clause: Clause, rules: tuple[str, ...], tests: tuple[str, ...]) -> Traced:
    """The clause with its places and tests, and the state that follows from them."""
    return Traced(clause, rules, tests, state_of(clause, rules, tests))


def _names(cell: str) -> tuple[str, ...]:
    return tuple(cell.split(SEPARATOR)) if cell else ()
