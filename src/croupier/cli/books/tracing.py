"""`croupier books trace`."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from croupier.cli.page import Block, Grid, Heading, print_json, show
from croupier.cli.tables import add_json
from croupier.rules.catalogue import catalogue
from croupier.rules.shelf import BOOK_IDS
from croupier.terms.problem import Problem, Problems, nearest, shown

if TYPE_CHECKING:
    from croupier.rules.trace import Traced

EPILOG = """\
A clause is named as the catalogue has it, such as "NJ 19:47-5.2(b)"; a book's id gives all of its clauses.

JSON: {"clauses": [{"clause", "books": [...], "kind", "owes", "state": "works|partly|to come|unproven",
       "rules": [...], "tests": [...], "due": [...]}]}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("of", metavar="CLAUSE or BOOK", nargs="?", help="one clause, or all of one book")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    wanted: str | None = args.of
    if wanted is not None and wanted not in catalogue() and wanted not in BOOK_IDS:
        hint = _hint(wanted)
        raise Problems([Problem("clause", f"{shown(wanted)} is neither a clause of the catalogue nor a book", hint)])
    from croupier.rules.trace import trace

    found = [
        traced for traced in trace() if wanted is None or wanted == traced.clause.id or wanted in traced.clause.books
    ]
    if args.json:
        print_json({"clauses": [to_json(traced) for traced in found]})
    else:
        show(*(_one(found[0]) if wanted in catalogue() else _all(found)))
    return 0


def _hint(wanted: str) -> str:
    near = nearest(wanted, [*BOOK_IDS, *catalogue()]).partition("Allowed:")[0].strip()
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
        "due": list(clause.due),
    }


def _one(traced: Traced) -> list[Block]:
    clause = traced.clause
    return [
        Heading(clause.id),
        f"{clause.owes} ({', '.join(clause.books)}; {clause.kind})",
        f"State: {traced.state}" + (f"; due in {', '.join(clause.due)}" if clause.due else ""),
        "Rules:",
        *(f"  {rule}" for rule in traced.rules or ("none yet",)),
        "Tests:",
        *(f"  {test}" for test in traced.tests or ("none yet",)),
    ]


def _all(found: list[Traced]) -> list[Block]:
    rows = [
        (
            traced.clause.id,
            traced.state,
            str(len(traced.rules)),
            str(len(traced.tests)),
            " ".join(traced.clause.due),
            traced.clause.owes,
        )
        for traced in found
    ]
    states = Counter(traced.state for traced in found)
    counted = ", ".join(f"{count} {state}" for state, count in states.items())
    columns = ("clause", "state", "rules", "tests", "due in", "in short")
    return [Grid(columns, rows, frozenset({"rules", "tests"})), f"\n{len(found)} clauses: {counted}."]
