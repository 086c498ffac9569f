"""`croupier books trace`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import Block, ColumnBlock, Heading, print_json, show
from croupier.cli.table_options import add_json, add_rulebooks, library_of
from croupier.rules.catalogue import catalogue, catalogue_of
from croupier.rules.library import packaged
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.text import counted

if TYPE_CHECKING:
    from croupier.rules.trace import Traced, TracedDuty

EXAMPLE = 'croupier books trace "NJ 19:47-5.2(c)"'
EPILOG = """\
Name a clause by its id in the catalogue, such as "NJ 19:47-5.2(b)", or give the id of a book for all of its clauses.
A clause works if all its duties are done; a duty is done if a test has its marker.

JSON: {"clauses": [{"clause", "books": [...], "kind", "owes", "state": "works|partly|to-come|unproven",
       "rules": [...], "tests": [...], "due": [...],
       "duties": [{"duty", "how", "words", "books": [...], "state": "done|due|unproven", "due", "tests": [...]}]}],
       "counts": [{"book", "works", "partly", "to-come", "unproven", "clauses", "done", "duties"}]}
      "due" of a duty is the part that has yet to do it, or null; the last of "counts" is the total, its "book" null.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("of", metavar="CLAUSE or BOOK", nargs="?", help="one clause, or all of one book")
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    wanted: str | None = args.of
    library = library_of(args)
    clauses = catalogue() if library is packaged() else catalogue_of(library.books())
    if wanted is not None and wanted not in clauses and wanted not in library:
        hint = _hint(wanted, [*library.names(), *clauses])
        raise Problems([Problem("clause", f"{shown(wanted)} is neither a clause of the catalogue nor a book", hint)])
    if wanted is not None and wanted in library:
        library.book(wanted)  # raises the problems of an unreadable book
    from croupier.rules.trace import trace

    known = trace(clauses)
    found = [each for each in known if wanted is None or wanted == each.clause.id or wanted in each.clause.books]
    if wanted is not None and wanted not in clauses:
        found = [each.within(wanted) for each in found]
    if args.json:
        print_json({"clauses": [to_json(each) for each in found], "counts": _counts(found)})
    else:
        show(*(_one(found[0]) if wanted in clauses else _all(found)))
    return ExitCode.DONE


def _hint(wanted: str, known: list[str]) -> str:
    near = nearest(wanted, known).partition("Allowed:")[0].strip()
    return near or "croupier books trace lists all clauses."


def to_json(traced: Traced) -> dict[str, object]:
    clause = traced.clause
    return {
        "clause": clause.id,
        "books": list(clause.books),
        "kind": clause.kind.value,
        "owes": clause.owes,
        "state": traced.state,
        "rules": list(traced.rules),
        "tests": list(traced.tests),
        "due": list(dict.fromkeys(each.duty.due for each in traced.duties if each.duty.due)),
        "duties": [_duty(each) for each in traced.duties],
    }


def _duty(traced: TracedDuty) -> dict[str, object]:
    duty = traced.duty
    return {
        "duty": duty.id,
        "how": duty.how.value,
        "words": duty.words,
        "books": list(duty.books),
        "state": traced.state,
        "due": duty.due or None,
        "tests": list(traced.tests),
    }


def _counts(found: list[Traced]) -> list[dict[str, object]]:
    from croupier.rules.trace import tally

    books = dict.fromkeys(book for each in found for duty in each.duties for book in duty.duty.books)
    counts: list[dict[str, object]] = []
    for book in (*books, None):
        own = tally(found, book)
        states = {state.value: count for state, count in own.states.items()}
        counts.append({"book": book, **states, "clauses": own.clauses, "done": own.done, "duties": own.duties})
    return counts


def _one(traced: Traced) -> list[Block]:
    clause = traced.clause
    lines: list[Block] = [
        Heading(clause.id),
        f"{clause.owes} ({', '.join(clause.books)}; {clause.kind})",
        f"State: {traced.state.words}, {traced.done} of {counted(len(traced.duties), 'duty', 'duties')} done.",
        "Rules:",
        *(f"  {rule}" for rule in traced.rules or ("none yet",)),
    ]
    for each in traced.duties:
        duty = each.duty
        state = f"due in {duty.due}" if duty.due else each.state
        lines += [f"{duty.id} ({duty.how}, {state}): {duty.words}", *(f"  {test}" for test in each.tests)]
    return lines


def _all(found: list[Traced]) -> list[Block]:
    from croupier.rules.trace import tally

    rows = [
        (
            each.clause.id,
            each.state.words,
            f"{each.done} of {len(each.duties)}",
            ", ".join(f"{duty.duty.id} ({duty.duty.due})" for duty in each.duties if duty.duty.due),
            each.clause.owes,
        )
        for each in found
    ]
    counts = tally(found)
    states = ", ".join(f"{count} {state.words}" for state, count in counts.states.items() if count)
    columns = ("clause", "state", "duties done", "due", "in short")
    return [
        ColumnBlock(columns, rows, frozenset({"duties done"})),
        f"\n{counted(counts.clauses, 'clause')}: {states}. Duties done: {counts.done} of {counts.duties}.",
    ]
