"""`croupier books list`."""

from __future__ import annotations

import argparse
import datetime

from croupier.cli.errors import say_problems
from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import ColumnBlock, print_json, show
from croupier.cli.table_options import add_json, add_rulebooks, library_of
from croupier.rules.book import Rulebook
from croupier.rules.notes import notes

EXAMPLE = "croupier books list"
EPILOG = """\
Rulebooks are folders: those of this package, of installed packages with a croupier.rulebooks entry point, and of each
directory that --rulebooks names. A folder that cannot be read is left out, its problems are listed, and the exit code
is 2.

JSON: [{"id", "title", "from", "until", "digest"}]
      Days are written 2014-07-15, or null; the digest covers every file of the book.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    library = library_of(args)
    books = library.books()
    if args.json:
        print_json([to_json(book) for book in books])
    else:
        rows = [
            (book.id, book.title, book.validity, ", ".join(book.wheels), str(len(book.clauses)), book.digest[:12])
            for book in books
        ]
        columns = ("book", "text", "in force", "wheels", "clauses", "digest")
        show(ColumnBlock(columns, rows, frozenset({"clauses"})))
        if told := [note for book in books for note in notes(book)]:
            show("", *told)
    broken = library.broken()
    return say_problems(broken, as_json=args.json) if broken else ExitCode.DONE


def to_json(book: Rulebook) -> dict[str, object]:
    return {
        "id": book.id,
        "title": book.title,
        "from": day(book.in_force_from),
        "until": day(book.in_force_until),
        "digest": book.digest,
    }


def day(value: datetime.date | None) -> str | None:
    return value.isoformat() if value else None
