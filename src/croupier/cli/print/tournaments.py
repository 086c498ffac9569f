"""Documents of a tournament, from its file or from a journal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from croupier.cli.files import file_name, read_text
from croupier.cli.journals import journal_in, opened
from croupier.cli.print.output import labels_for
from croupier.cli.table_options import library_of
from croupier.terms.problem import Problem, Problems

if TYPE_CHECKING:
    from croupier.press.catalog import Printable
    from croupier.press.document import Document
    from croupier.tournament.check import PlannedTournament


def tournament_in(args: argparse.Namespace) -> PlannedTournament | None:
    """The tournament of the named file; None for a house file."""
    from croupier.tournament.check import is_tournament, read_tournament

    if args.house == "-":
        return None
    text = read_text(args.house)
    if not is_tournament(text):
        return None
    try:
        return read_tournament(text, library_of(args))
    except Problems as problems:
        raise problems.within(file_name(args.house)) from None


def tournament_rows(planned: PlannedTournament) -> list[dict[str, object]]:
    """The rows of the list."""
    from croupier.press.tournament_catalog import tournament_catalog

    return [_row(planned.setup.id, each) for each in tournament_catalog(planned)]


def _row(id: str, each: Printable) -> dict[str, object]:
    return {
        "table": id,
        "thing": each.id,
        "title": each.title,
        "audience": each.audience,
        "size": each.size,
        "language": each.language,
        "clause": each.authority.clause,
        "basis": each.authority.basis,
        "sign": each.sign,
        "state": None,
        "code": None,
        "place": None,
    }


def made_for_tournament(args: argparse.Namespace, planned: PlannedTournament) -> Document:
    """The requested document, from the records if a journal is named."""
    from croupier.floor.tournament_writer import replay_tournament
    from croupier.press.tournament_catalog import tournament_document
    from croupier.wire.tournaments import tournament_stream

    say = labels_for(args)
    if args.journal is None:
        return tournament_document(planned, None, args.thing, args.which, say)
    id = planned.setup.id
    with opened(journal_in(args.journal)) as journal:
        found = replay_tournament(journal, tournament_stream(id))
    if found.planned is None:
        wrong, right = f"it holds no records of {id}", "Name the journal in which it was drafted."
        raise Problems([Problem("--journal", wrong, right)])
    return tournament_document(found.planned, found.tournament, args.thing, args.which, say)
