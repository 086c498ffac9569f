"""`croupier books list`."""

from __future__ import annotations

import argparse

from croupier.cli.page import Grid, print_json, show
from croupier.cli.tables import add_json
from croupier.rules.book import Rulebook
from croupier.rules.catalogue import catalogue
from croupier.rules.shelf import rulebooks

EPILOG = """\
JSON: {"books": [{"book", "family", "title", "from", "until", "successor", "wheels": [...], "clauses"}]}
      Days are written 2014-07-15, or null; "clauses" counts those of the catalogue.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        print_json({"books": [to_json(book) for book in rulebooks()]})
    else:
        rows = [
            (book.id, book.title, book.validity, ", ".join(book.wheels), str(clause_count(book)))
            for book in rulebooks()
        ]
        show(Grid(("book", "text", "in force", "wheels", "clauses"), rows, frozenset({"clauses"})))
    return 0


def clause_count(book: Rulebook) -> int:
    return sum(book.id in clause.books for clause in catalogue().values())


def to_json(book: Rulebook) -> dict[str, object]:
    return {
        "book": book.id,
        "family": book.family,
        "title": book.title,
        "from": str(book.in_force_from) if book.in_force_from else None,
        "until": str(book.in_force_until) if book.in_force_until else None,
        "successor": book.successor or None,
        "wheels": [wheel.value for wheel in book.wheels],
        "clauses": clause_count(book),
    }
