"""The trace of clauses to rules and tests: as the table the package reads, and as a page for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from croupier.rules.shelf import BOOK_IDS, rulebook
from croupier.rules.trace import SEPARATOR, State, Traced

_FAMILIES = (
    ("Colorado Rule 22, 2013 and 2014", ("co-2013", "co-2014")),
    ("House sheet", ("house",)),
    ("South Dakota", ("sd",)),
    ("New Jersey", ("nj",)),
)

_HEAD = """\
<!-- Written by make docs. Do not edit. -->
# Traceability: clause, rule, test

Every clause of the five texts, where the package keeps it, and the tests that carry its marker.

- **works**: nothing is due; a rule keeps the clause and a test proves it.
- **partly**: a test proves a part of it; the rest is due in the room that is named.
- **to come**: due in the room that is named, and nothing proves any of it yet.
"""
_UNPROVEN = """\
- **unproven**: nothing is said to be due, but a rule or a test is missing. This is an error.
"""


def trace_table(trace: Iterable[Traced]) -> str:
    """The content of trace.tsv."""
    rows = ["clause\trules\ttests"]
    rows += ["\t".join([each.clause.id, SEPARATOR.join(each.rules), SEPARATOR.join(each.tests)]) for each in trace]
    return "\n".join(rows) + "\n"


def traceability_page(trace: tuple[Traced, ...]) -> str:
    """Counts first, then the clauses of each text."""
    states = [state for state in State if state is not State.UNPROVEN or any(each.state is state for each in trace)]
    lines = [_HEAD + _UNPROVEN if State.UNPROVEN in states else _HEAD, *_counts(trace, states)]
    for title, books in _FAMILIES:
        lines += ["", f"## {title}", "", *_clauses(trace, books)]
    return "\n".join(lines) + "\n"


def _counts(trace: tuple[Traced, ...], states: list[State]) -> Iterator[str]:
    yield f"| book | {' | '.join(states)} | clauses |"
    yield f"| --- |{' ---: |' * (len(states) + 1)}"
    for book in BOOK_IDS:
        yield _count(f"{book}: {rulebook(book).title}", [each for each in trace if book in each.clause.books], states)
    yield _count("**all five, shared clauses counted once**", trace, states)


def _count(name: str, trace: Iterable[Traced], states: list[State]) -> str:
    counts = Counter(each.state for each in trace)
    return f"| {name} | {' | '.join(str(counts[state]) for state in states)} | {counts.total()} |"


def _clauses(trace: tuple[Traced, ...], books: tuple[str, ...]) -> Iterator[str]:
    yield "| clause | what it owes | state | rules | tests |"
    yield "| --- | --- | --- | --- | --- |"
    for each in trace:
        clause = each.clause
        own = [book for book in books if book in clause.books]
        if not own:
            continue
        only = f" ({' '.join(own)} only)" if len(own) < len(books) else ""
        due = f": due in {', '.join(clause.due)}" if clause.due else ""
        cells = (
            f"{clause.id}{only}",
            clause.owes,
            f"{each.state}{due}",
            _grouped(each.rules, ": "),
            _grouped(each.tests, "::"),
        )
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _grouped(names: Iterable[str], separator: str) -> str:
    """Names by file: ``file`` a, b; another file is another line of the cell."""
    files: dict[str, list[str]] = {}
    for name in names:
        file, _, part = name.partition(separator)
        files.setdefault(file, []).extend([part] if part else [])
    return "<br>".join(f"`{file}` {', '.join(parts)}".rstrip() for file, parts in files.items())
