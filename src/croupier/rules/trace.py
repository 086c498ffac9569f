"""Traceability: from a clause to the places that keep it, and from each duty to the tests that prove it.

`python -m tools.generate` finds the places and tests in the source tree, because an installed package has no tests, and
writes them to trace.tsv beside this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from croupier.rules.catalogue import Clause, Duty, catalogue
from croupier.terms.citation import ClauseId

SEPARATOR = " | "
"""Separates the places, or the tests, of one row in trace.tsv."""


class State(StrEnum):
    """How far a clause is kept."""

    WORKS = "works"
    """A rule keeps it, and all its duties are done."""
    PARTLY = "partly"
    """Some of its duties are done; the others are due."""
    TO_COME = "to-come"
    """All its duties are due."""
    UNPROVEN = "unproven"
    """A rule or a test is missing, or a due duty has a test: an error in the catalogue or the code."""

    @property
    def words(self) -> str:
        return self.replace("-", " ")


class DutyState(StrEnum):
    """How far a duty is kept."""

    DONE = "done"
    """A test proves it."""
    DUE = "due"
    """A part of the program has yet to do it."""
    UNPROVEN = "unproven"
    """It is not due but has no test, or it is due but has one: an error."""


class TracedDuty(Struct, frozen=True):
    """One duty and the tests that carry its marker."""

    duty: Duty
    tests: tuple[str, ...]

    @property
    def state(self) -> DutyState:
        if bool(self.duty.due) == bool(self.tests):
            return DutyState.UNPROVEN
        return DutyState.DUE if self.duty.due else DutyState.DONE


class Traced(Struct, frozen=True):
    """One clause, the places that cite it, its duties with their tests, and tests that only touch on it."""

    clause: Clause
    rules: tuple[str, ...]
    duties: tuple[TracedDuty, ...]
    touching: tuple[str, ...] = ()
    """Tests that name the clause but none of its several duties; they prove no duty."""

    @property
    def tests(self) -> tuple[str, ...]:
        """The distinct tests that prove a duty."""
        return tuple(dict.fromkeys(test for each in self.duties for test in each.tests))

    @property
    def done(self) -> int:
        """How many of the duties are done."""
        return sum(each.state is DutyState.DONE for each in self.duties)

    @property
    def state(self) -> State:
        states = {each.state for each in self.duties}
        if DutyState.UNPROVEN in states:
            return State.UNPROVEN
        if DutyState.DONE not in states:
            return State.TO_COME
        if DutyState.DUE in states:
            return State.PARTLY
        return State.WORKS if self.rules else State.UNPROVEN

    def within(self, book: str) -> Traced:
        """The clause with only one book's duties."""
        return replace(self, duties=tuple(each for each in self.duties if book in each.duty.books))


class ClauseTally(Struct, frozen=True):
    """How many clauses are in each state, and how many of their duties are done."""

    states: Mapping[State, int]
    clauses: int
    duties: int
    done: int


def tally(trace: Iterable[Traced], book: str | None = None) -> ClauseTally:
    """The counts over all clauses, or over one book's clauses and duties."""
    own = [each if book is None else each.within(book) for each in trace if book is None or book in each.clause.books]
    states = Counter(each.state for each in own)
    return ClauseTally(
        {state: states[state] for state in State},
        len(own),
        sum(len(each.duties) for each in own),
        sum(each.done for each in own),
    )


def trace(clauses: Mapping[ClauseId, Clause] | None = None) -> tuple[Traced, ...]:
    """Every clause of a catalogue, in order, with where it is kept and proved."""
    rules, tests = _found()
    listed = catalogue() if clauses is None else clauses
    return tuple(traced(clause, rules.get(id, ()), tests) for id, clause in listed.items())


@cache
def _found() -> tuple[Mapping[str, tuple[str, ...]], Mapping[tuple[str, str], tuple[str, ...]]]:
    """The places of each clause, and the tests of each duty."""
    lines = (Path(__file__).parent / "trace.tsv").read_text("utf-8").splitlines()
    rules: dict[str, tuple[str, ...]] = {}
    tests: dict[tuple[str, str], tuple[str, ...]] = {}
    for line in lines[1:]:
        id, duty, kept, proved = line.split("\t")
        tests[id, duty] = _names(proved)
        if not duty:
            rules[id] = _names(kept)
    return rules, tests


def traced(clause: Clause, rules: tuple[str, ...], tests: Mapping[tuple[str, str], tuple[str, ...]]) -> Traced:
    """The clause with its places, and the tests of its duties, given by clause and duty; an empty duty means none."""
    duties = tuple(TracedDuty(duty, tests.get((clause.id, duty.id), ())) for duty in clause.duties)
    return Traced(clause, rules, duties, tests.get((clause.id, ""), ()))


def _names(cell: str) -> tuple[str, ...]:
    return tuple(cell.split(SEPARATOR)) if cell else ()
