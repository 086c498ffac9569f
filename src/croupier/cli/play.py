"""`croupier play`: plays a scripted day."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from msgspec import Struct, structs

from croupier.cli.errors import say_lines
from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import file_name, read_text
from croupier.cli.journals import opened, readable
from croupier.cli.output import print_json, show
from croupier.cli.table_options import add_json, add_rulebooks, library_of
from croupier.floor.order import Order, Unanswered
from croupier.floor.recovery import rules_in_force
from croupier.floor.writer import OtherRules, Writer
from croupier.journal.key import create_key, load_key
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.journal.seal import seal
from croupier.records.playback import Answer, Commit, Failure, Played, play, replay
from croupier.records.script import Script, number_of, read_script
from croupier.records.tournament_script import tournament_file
from croupier.table.command import AnyCommand
from croupier.table.state import TableRules
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.terms.refusal import Refusal
from croupier.terms.text import counted
from croupier.wire.events import kind_of
from croupier.wire.rules import read_document

EXAMPLE = "croupier play examples/day.play --journal day.journal --key day.key"
EPILOG = """\
A script is a day at a table in plain sentences (docs/play.md lists them all):
  table 7 under nj, wheel american, zero half
  date 2026-11-15
  09:00 supervisor sue opens, dealer ana, float $50,000
  09:01 pat takes seat 1
  09:01 pat sets chips blue worth $1
  09:02 ana sells seat 1 $200 for cash
  09:03 pat bets $5 on 17-20
    => seat 1 has $195
Each line is committed before the next; a refused line does not stop the day.
Exit code: 0 if every expectation held, 1 if one did not, 2 if the script cannot be read.

JSON: [{"line", "text", "events": [{"kind", ...}], "refused": {"code", "clause", "message"} | null,
        "failed": [{"line", "expected", "found"}]}]      Amounts are cents.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("script", metavar="SCRIPT", help="a play script, or - for standard input")
    parser.add_argument("--journal", metavar="FILE", help="keep the records in this file, which may hold earlier days")
    parser.add_argument(
        "--key", metavar="FILE", help="seal the journal afterwards with this key, created if it does not exist"
    )
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    path: str = args.script
    text = read_text(path)
    named = tournament_file(text)
    if named is not None:
        from croupier.cli.tournament.playing import run_tournament

        return run_tournament(args, text, named)
    try:
        script = read_script(text, library_of(args).find)
    except Problems as problems:
        raise problems.within(file_name(path)) from None
    name = sha256(text.encode()).hexdigest()[:16]
    if args.journal is None:
        return _run(args, script, MemoryJournal(), name)
    with opened(args.journal, read_only=False) as journal:
        return _run(args, script, journal, name)


def _run(args: argparse.Namespace, script: Script, journal: Journal, name: str) -> int:
    played = play(script, committing_writer(journal, script.stream, script.rules), replay(journal, script.stream), name)
    failures: list[Failure] = []
    if args.json:
        lines = list(played)
        failures = [failure for line in lines for failure in line.failures]
        print_json([to_json(line) for line in lines])
    else:
        for line in played:
            show(*line_text(line))
            failures += line.failures
        show(*_end(script, failures))
    if args.key is not None:
        seal_with(journal, args.key, script.lines[-1].command.at)
    say_lines(*(_failed(file_name(args.script), failure) for failure in failures))
    return ExitCode.FINDINGS if failures else ExitCode.DONE


def _failed(file: str, failure: Failure) -> str:
    expected = failure.expectation
    return f"{file}: line {expected.number}: expected {expected.text!r}, found {failure.found!r}."


def committing_writer(journal: Journal, stream: str, rules: TableRules) -> Commit:
    """The table's one writer, with one commit for each line."""
    try:
        writer = Writer(journal, stream, rules)
    except OtherRules:
        writer = Writer(journal, stream, _kept(journal, stream, rules))

    def commit(id: str, command: AnyCommand) -> Answer:
        outcome = writer.commit([Order(id, command)])[0].outcome
        if isinstance(outcome, Unanswered):
            raise Fault(f"The line was not answered ({outcome.reason}): {outcome.detail}")
        return outcome

    return commit


def _kept(journal: Journal, stream: str, rules: TableRules) -> TableRules:
    """The rules under which the table is still open, if only the rulebook has changed since."""
    kept = rules_in_force(journal, stream)
    if kept is not None:
        then, now = read_document(kept.document), read_document(rules.document)
        if then == structs.replace(now, digest=then.digest):
            return structs.replace(kept, superseded=True)
    wrong = f"{number_of(stream)} is open in the journal under rules that differ from the script's"
    raise Problems([Problem("table", wrong, "Restore the head of the script, close the table, then change it.")])


def seal_with(journal: Journal, path: str, time_ms: int) -> None:
    """Seals the journal with the key of a file, created if it does not exist."""
    with readable(path):
        key = load_key(Path(path)) if Path(path).exists() else create_key(Path(path))
    seal(journal, key, time_ms)


def line_text(played: Played) -> Iterator[str]:
    """What a line did, or why it was refused, in words."""
    yield f"{played.line.number:>4}  {played.line.text}"
    if isinstance(played.answer, Refusal):
        yield f"        refused, {played.answer.code}: {played.answer.message}"
    else:
        yield from (f"        {line}" for line in played.told)
    for failure in played.failures:
        yield f"      ✗ line {failure.expectation.number}: {failure.expectation.text}, but found: {failure.found}"


def _end(script: Script, failures: list[Failure]) -> Iterator[str]:
    expected = sum(len(line.expectations) for line in script.lines)
    lines = f"{counted(len(script.lines), 'line')} played"
    yield ""
    if not expected:
        yield f"{lines}."
    elif failures:
        yield f"{lines}, {len(failures)} of {expected} expectations failed."
    else:
        yield f"{lines}, {'the one expectation' if expected == 1 else f'all {expected} expectations'} held."


def to_json(played: Played) -> dict[str, object]:
    answer = played.answer
    return {
        "line": played.line.number,
        "text": played.line.text,
        "events": []
        if isinstance(answer, Refusal)
        else [{"kind": kind_of(event), **_fields(event)} for event in answer],
        "refused": (
            {"code": answer.code.value, "clause": answer.clause, "message": answer.message}
            if isinstance(answer, Refusal)
            else None
        ),
        "failed": [
            {"line": each.expectation.number, "expected": each.expectation.text, "found": each.found}
            for each in played.failures
        ],
    }


def _fields(value: Struct) -> dict[str, object]:
    """The fields of an event by name, including those of its wagers."""
    return {name: _plain(field) for name, field in structs.asdict(value).items()}


def _plain(value: object) -> object:
    if isinstance(value, Struct):
        return _fields(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, str) else value
