"""Generates the trace of clauses to rules and tests: a table for the package, and a page for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.rules.book import Rulebook
from croupier.rules.catalogue import Clause, Duty
from croupier.rules.library import rulebooks
from croupier.rules.trace import SEPARATOR, ClauseTally, State, Traced, tally

_HEAD = """\
<!-- Written by make docs. Do not edit. -->
# Traceability: clause, duty, rule, test

Every clause of the texts with its duties: each thing that it asks for, forbids or allows.
Under each clause stand the places of the package that cite it, and under each duty the tests that carry its marker.

A duty is **enforced** (what breaks it is refused or found), **prompted** (a person is told when it is time),
**recorded**, **printed**, **computed** (the program does it) or **defined** (a thing is what the text says).

- **works**: all duties of the clause are done, each proved by a test, and a rule cites it.
- **partly**: some of its duties are done; the others are due in the part of the program that is named.
- **to come**: all of its duties are due.
"""
_UNPROVEN = """\
- **unproven**: a rule or a test is missing, or a duty counts as due and has a test. This is an error.
"""


def trace_table(trace: Iterable[Traced]) -> str:
    """The content of trace.tsv: a row for each clause, then one for each of its duties."""
    rows = ["clause\tduty\trules\ttests"]
    for each in trace:
        rows.append(_row(each.clause.id, "", each.rules, each.touching))
        rows += [_row(each.clause.id, duty.duty.id, (), duty.tests) for duty in each.duties]
    return "\n".join(rows) + "\n"


def _row(clause: str, duty: str, rules: Iterable[str], tests: Iterable[str]) -> str:
    return "\t".join([clause, duty, SEPARATOR.join(rules), SEPARATOR.join(tests)])


def traceability_page(trace: tuple[Traced, ...]) -> str:
    """Counts first, then the clauses of each text."""
    states = [state for state in State if state is not State.UNPROVEN or any(each.state is state for each in trace)]
    lines = [_HEAD + _UNPROVEN if State.UNPROVEN in states else _HEAD, *_counts(trace, states)]
    for title, books in _texts():
        lines += ["", f"## {title}", "", *_clauses(trace, books)]
    return "\n".join(lines) + "\n"


def _texts() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The texts with their books: a book and those based on it share a chapter."""
    chapters: dict[str, list[Rulebook]] = {}
    for book in rulebooks():
        first = next((name for folder in book.chain.folders if (name := folder.name) in chapters), book.id)
        chapters.setdefault(first, []).append(book)
    for books in chapters.values():
        yield " and ".join(book.title for book in books), tuple(book.id for book in books)


def _counts(trace: tuple[Traced, ...], states: list[State]) -> Iterator[str]:
    yield f"| book | {' | '.join(state.words for state in states)} | clauses | duties done | duties |"
    yield f"| --- |{' ---: |' * (len(states) + 3)}"
    for book in rulebooks():
        yield _count(f"{book.id}: {book.title}", tally(trace, book.id), states)
    yield _count("**all, what books share counted once**", tally(trace), states)


def _count(name: str, counts: ClauseTally, states: list[State]) -> str:
    cells = [*(counts.states[state] for state in states), counts.clauses, counts.done, counts.duties]
    return f"| {name} | {' | '.join(map(str, cells))} |"


def _clauses(trace: tuple[Traced, ...], books: tuple[str, ...]) -> Iterator[str]:
    yield "| clause and duty | what is owed | state | rules and tests |"
    yield "| --- | --- | --- | --- |"
    for each in trace:
        clause = each.clause
        if not set(books) & set(clause.books):
            continue
        counted = f"{each.state.words}, {each.done} of {len(each.duties)}"
        yield _cells(f"**{clause.id}**{_only(clause, books)}", clause.owes, counted, _grouped(each.rules, ": "))
        for traced in each.duties:
            duty = traced.duty
            state = f"due in {duty.due}" if duty.due else traced.state
            words = f"{duty.how}: {duty.words}"
            yield _cells(f"{duty.id}{_only(duty, clause.books)}", words, state, _grouped(traced.tests, "::"))


def _only(owner: Clause | Duty, books: tuple[str, ...]) -> str:
    """The books that have it, if not all do."""
    own = [book for book in books if book in owner.books]
    return f" ({' '.join(own)} only)" if len(own) < len(books) else ""


def _cells(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _grouped(names: Iterable[str], separator: str) -> str:
    """Names grouped by file: ``file`` a, b; one line of the cell per file."""
    files: dict[str, list[str]] = {}
    for name in names:
        file, _, part = name.partition(separator)
        files.setdefault(file, []).extend([part] if part else [])
    return "<br>".join(f"`{file}` {', '.join(parts)}".rstrip() for file, parts in files.items())
