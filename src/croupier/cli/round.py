"""`croupier round`: exports a round from a journal, or settles rounds again and compares."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from croupier.cli.bundles import bundle_of
from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import writing
from croupier.cli.journals import add_journal, add_table, check_records, opened, table_stream
from croupier.cli.output import print_json, print_text, show
from croupier.cli.table_options import add_json
from croupier.journal.record import Record
from croupier.records.roundfile import book_of, differences, round_text
from croupier.records.rounds import find_round, rounds
from croupier.rules.round import SettlementDifference
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted
from croupier.wire.rulebooks import RecordedRulebooks

EXAMPLE = "croupier round day.journal --round 1"
EPILOG = """\
Writes the round as a readable file, which croupier settle can settle again, with its record: who placed what for whom,
calls, spins, refusals, what each wager got, and later corrections.
With --check every round of the table (or the one named) is settled again and compared with what was paid, under the
rules that the journal recorded when the table was opened. JOURNAL may then be a dispute bundle.
The chain is checked and every event goes through the ledger first.
Exit code: 0 done, 1 if a round was not paid as it settles or the journal is not valid, 2 if there is no such round.

JSON (with --check): {"table", "rounds", "differences": [{"round", "seat", "spot", "stake", "recorded", "again"}]}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    add_table(parser)
    parser.add_argument("--round", metavar="N", type=int, help="the number of the round")
    parser.add_argument("--out", metavar="FILE", help="write to this new file instead of the terminal")
    parser.add_argument("--check", action="store_true", help="settle again and compare instead of exporting")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if data := bundle_of(args.journal):
        return _check_bundle(args, data)
    with opened(args.journal) as journal:
        stream = table_stream(journal, args.table)
        check_records(args.journal, journal, (stream,))
        records = journal.read(stream)
        if args.check:
            return _check(args, stream, records, RecordedRulebooks.of(journal))
        if args.round is None:
            raise Problems([Problem("--round", "it is missing", "Give the number of a round, or --check for all.")])
        round = find_round(records, args.round)
        text = round_text(round, book_of(round, RecordedRulebooks.of(journal)).money.currency)
    write_new(args.out, text)
    return ExitCode.DONE


def write_new(path: str | None, text: str) -> None:
    """Writes to a new file, or to the terminal."""
    if path is None:
        print_text(text)
        return
    with writing("--out", Path(path)):
        descriptor = os.open(
            path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600
        )  # for its owner only, regardless of the umask: it names players
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


def _check(args: argparse.Namespace, stream: str, records: Iterator[Record], recorded: RecordedRulebooks) -> int:
    found: list[tuple[int, SettlementDifference]] = []
    count = 0
    for round in [find_round(records, args.round)] if args.round is not None else rounds(records):
        if round.finished:
            count += 1
            found += ((round.number, each) for each in differences(round, recorded))
    return _compared(args, stream.partition("/")[2], count, found)


def _check_bundle(args: argparse.Namespace, data: bytes) -> int:
    """Settles the round of a bundle again, under the rules in the bundle."""
    from croupier.records.any_bundle import round_in_any_bundle, verify_any_bundle

    if not args.check:
        raise Problems([Problem("--check", "a bundle already holds one whole round", "Settle it again with --check.")])
    report = verify_any_bundle(data)
    if args.round not in (None, report.round):
        right = f"It holds round {report.round}."
        raise Problems([Problem("--round", f"round {args.round} is not in the bundle", right, file=args.journal)])
    found = [(report.round, each) for each in round_in_any_bundle(data).differences()]
    return _compared(args, report.table, 1, found)


def _compared(args: argparse.Namespace, table: str, count: int, found: list[tuple[int, SettlementDifference]]) -> int:
    if args.json:
        print_json({"table": table, "rounds": count, "differences": [_json(*each) for each in found]})
    elif found:
        show(*(f"Round {number}: {each}" for number, each in found))
    else:
        show(f"{counted(count, 'round')} settled again: every wager gets what it got at the table.")
    return ExitCode.FINDINGS if found else ExitCode.DONE


def _json(number: int, difference: SettlementDifference) -> dict[str, object]:
    wager, again = difference.wager, difference.again
    return {
        "round": number,
        "seat": wager.seat,
        "spot": wager.spot,
        "stake": wager.stake,
        "recorded": difference.recorded.text(difference.money),
        "again": again.text(difference.money) if again else None,
    }
