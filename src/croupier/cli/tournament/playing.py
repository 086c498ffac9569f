"""`croupier play` for the script of a tournament."""

from __future__ import annotations

import argparse
from hashlib import sha256

import msgspec

from croupier.cli.errors import say_lines
from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import directory_of, file_name, read_text
from croupier.cli.journals import opened
from croupier.cli.output import print_json, show
from croupier.cli.table_options import library_of
from croupier.floor.tournament_writer import TournamentWriter
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.records.tournament_script import PlayedTournamentLine, play_tournament, read_tournament_script
from croupier.records.tournament_text import Names, tournament_words
from croupier.terms.problem import Problems
from croupier.terms.refusal import Refusal
from croupier.terms.text import counted
from croupier.tournament.check import PlannedTournament, read_tournament


def run_tournament(args: argparse.Namespace, text: str, named: str) -> int:
    """Plays the script; the file that it names is resolved relative to it."""
    path = str(directory_of(args.script) / named)
    try:
        planned = read_tournament(read_text(path), library_of(args))
    except Problems as problems:
        raise problems.within(path) from None
    if args.journal is None:
        return _run(args, text, planned, MemoryJournal())
    with opened(args.journal, read_only=False) as journal:
        return _run(args, text, planned, journal)


def _run(args: argparse.Namespace, text: str, planned: PlannedTournament, journal: Journal) -> int:
    try:
        lines = read_tournament_script(text)
    except Problems as problems:
        raise problems.within(file_name(args.script)) from None
    writer = TournamentWriter(journal, planned.setup.id, library_of(args))
    name = sha256(text.encode()).hexdigest()[:16]
    played = list(play_tournament(lines, planned, writer.commit, lambda: writer.tournament, name))
    names = {entry.number: entry.name for entry in writer.tournament.entries.values()}
    if args.json:
        print_json([_json(each) for each in played])
    else:
        for each in played:
            show(*_lines_of(each, names))
        failed = sum(len(each.failures) for each in played)
        expected = sum(len(line.expectations) for line in lines)
        held = (
            f"{failed} of {counted(expected, 'expectation')} failed"
            if failed
            else "the one expectation held"
            if expected == 1
            else f"all {expected} expectations held"
        )
        show("", f"{counted(len(lines), 'line')} played, {held}.")
    failures = [failure for each in played for failure in each.failures]
    file = file_name(args.script)
    say_lines(*(f"{file}: line {each.number}: expected {each.text!r}, found {found!r}." for each, found in failures))
    if args.key is not None:
        from croupier.cli.play import seal_with

        seal_with(journal, args.key, lines[-1].at)
    return ExitCode.FINDINGS if failures else ExitCode.DONE


def _lines_of(played: PlayedTournamentLine, names: Names) -> list[str]:
    lines = [f"{played.line.number:>4}  {played.line.text}"]
    if isinstance(played.answer, Refusal):
        lines.append(f"        refused, {played.answer.code}: {played.answer.message}")
    else:
        lines += [f"        {tournament_words(event, names)}" for event in played.answer]
    return lines


def _json(played: PlayedTournamentLine) -> dict[str, object]:
    answer = played.answer
    return {
        "line": played.line.number,
        "text": played.line.text,
        "events": [] if isinstance(answer, Refusal) else [msgspec.to_builtins(event) for event in answer],
        "refused": {"code": answer.code, "clause": answer.clause, "message": answer.message}
        if isinstance(answer, Refusal)
        else None,
        "failed": [{"line": each.number, "expected": each.text, "found": found} for each, found in played.failures],
    }
