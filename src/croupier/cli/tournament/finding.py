"""Finds a tournament in a journal, or reads its file."""

from __future__ import annotations

import argparse

from croupier.cli.files import file_name, read_text
from croupier.cli.table_options import library_of
from croupier.journal.port import Journal
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.text import counted
from croupier.tournament.check import PlannedTournament, read_tournament
from croupier.wire.tournaments import is_tournament_stream, tournament_of, tournament_stream


def add_tournament(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tournament", metavar="ID", help="its id (optional if the journal has one tournament)")


def tournament_ids(journal: Journal) -> list[str]:
    return [tournament_of(head.stream) for head in journal.streams() if is_tournament_stream(head.stream)]


def stream_named(journal: Journal, named: str | None) -> str:
    """The stream of the named tournament, or of the only one."""
    ids = tournament_ids(journal)
    if named is None and len(ids) == 1:
        return tournament_stream(ids[0])
    if named is None:
        right = f"Name one. {nearest('', ids)}" if ids else "Play one into it first."
        raise Problems([Problem("--tournament", f"the journal holds {counted(len(ids), 'tournament')}", right)])
    if named not in ids:
        raise Problems([Problem("--tournament", f"{shown(named)} has no records here", nearest(named, ids))])
    return tournament_stream(named)


def planned_of(args: argparse.Namespace) -> PlannedTournament:
    """The tournament of the named file; raises all its findings."""
    try:
        return read_tournament(read_text(args.file), library_of(args))
    except Problems as problems:
        raise problems.within(file_name(args.file)) from None
