"""`croupier books diff`."""

from __future__ import annotations

import argparse
from itertools import groupby

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import Block, ColumnBlock, Heading, authority_json, percent, print_json, show, source
from croupier.cli.table_options import add_book, add_json, add_rulebooks, library_of
from croupier.rules.book import Rulebook
from croupier.rules.catalogue import Clause
from croupier.rules.diff import BookDiff, Value, diff

EXAMPLE = "croupier books diff co-2013 co-2014"
EPILOG = """\
JSON: {"left", "right", "dropped": [{"clause", "owes"}], "added": [{"clause", "owes"}],
       "amended": [{"clause", "what"}],
       "values": [{"key", "left": {"says", "clause", "basis", "adr"} or null, "right": the same}],
       "edges": [{"wheel", "zero", "wager", "left": "1/19", "right"}],
       "opened": [{"book", "wheel", "zero", "wager", "edge"}], "compared"}
      "dropped" and "added" are the clauses of only one book; "edges" are those of both books that differ, and
      "compared" counts all edges of both; "opened" are even-money edges under a zero rule of only one book.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_book(parser, "left")
    add_book(parser, "right")
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    library = library_of(args)
    found = diff(library.find(args.left), library.find(args.right))
    if args.json:
        print_json(to_json(found))
    else:
        show(*page(found))
    return ExitCode.DONE


def to_json(found: BookDiff) -> dict[str, object]:
    return {
        "left": found.left.id,
        "right": found.right.id,
        "dropped": [{"clause": clause.id, "owes": clause.owes} for clause in found.dropped],
        "added": [{"clause": clause.id, "owes": clause.owes} for clause in found.added],
        "amended": [{"clause": amendment.clause, "what": amendment.what} for amendment in found.amended],
        "values": [
            {"key": change.key, "left": _value_json(change.left), "right": _value_json(change.right)}
            for change in found.values
        ],
        "edges": [
            {
                "wheel": edge.wheel,
                "zero": edge.zero,
                "wager": edge.wager,
                "left": str(edge.left),
                "right": str(edge.right),
            }
            for edge in found.edges
        ],
        "opened": [
            {
                "book": edge.book,
                "wheel": edge.wheel,
                "zero": edge.zero,
                "wager": edge.wager,
                "edge": str(edge.edge),
            }
            for edge in found.opened
        ],
        "compared": found.compared,
    }


def _value_json(value: Value | None) -> dict[str, object] | None:
    if value is None:
        return None
    authority = authority_json(value.authority) if value.authority else {"clause": None, "basis": None, "adr": None}
    return {"says": value.says, **authority}


def page(found: BookDiff) -> list[Block]:
    left, right = found.left.id, found.right.id
    blocks: list[Block] = [f"{left}: {found.left.title}", f"{right}: {found.right.title}"]
    blocks += _clauses(f"Clauses of {left} only", found.dropped)
    blocks += _clauses(f"Clauses of {right} only", found.added)
    if found.amended:
        rows = [(amendment.clause, amendment.what) for amendment in found.amended]
        blocks += [Heading("Clauses of both, amended"), ColumnBlock(("clause", "what changed"), rows)]
    if found.values:
        values = [(change.key, _words(change.left), _words(change.right)) for change in found.values]
        blocks += [Heading("Values"), ColumnBlock(("at", left, right), values)]
    return [*blocks, Heading("Effect on edges"), *_edges(found)]


def _clauses(title: str, clauses: tuple[Clause, ...]) -> list[Block]:
    if not clauses:
        return []
    return [
        Heading(f"{title}: {len(clauses)}"),
        ColumnBlock(("clause", "in short"), [(clause.id, clause.owes) for clause in clauses]),
    ]


def _words(value: Value | None) -> str:
    if value is None:
        return "-"
    return f"{value.says} ({source(value.authority)})" if value.authority else value.says


def _edges(found: BookDiff) -> list[Block]:
    if not found.compared:
        blocks: list[Block] = [
            "The two books share no wager at the same wheel and zero rule, so there is no edge to compare."
        ]
    elif not found.edges:
        blocks = [f"No edge changes: all {found.compared} edges of both books are the same."]
    else:
        rows = [(edge.wheel, edge.zero, edge.wager, f"{edge.left}", f"{edge.right}") for edge in found.edges]
        blocks = [
            f"{len(rows)} of {found.compared} edges of both books differ.",
            ColumnBlock(("wheel", "zero", "wager", found.left.id, found.right.id), rows),
        ]
    if found.opened:
        opened = [
            (book, wheel, zero, _group_name(found.left, [edge.wager for edge in edges]), str(value), percent(value))
            for (book, wheel, zero, value), group in groupby(
                found.opened, key=lambda edge: (edge.book, edge.wheel, edge.zero, edge.edge)
            )
            if (edges := list(group))
        ]
        columns = ("book", "wheel", "zero", "wagers", "edge", "edge %")
        blocks += [
            "\nUnder a zero rule that only one book allows:",
            ColumnBlock(columns, opened, frozenset({"edge", "edge %"})),
        ]
    return blocks


def _group_name(book: Rulebook, wagers: list[str]) -> str:
    shapes = book.vocabulary.shapes
    even = {kind for kind in book.wagers if shapes[kind].even_money}
    return "even money" if set(wagers) == even else " ".join(wagers)
