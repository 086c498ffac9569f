"""`croupier round`: exports a round from a journal, or settles rounds again and compares."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from croupier.cli.guard import DONE, FINDINGS
from croupier.cli.journals import add_journal, add_table, opened, table_stream
from croupier.cli.page import print_json, show
from croupier.cli.tables import add_json
from croupier.journal.record import Record
from croupier.records.roundfile import differences, round_text
from croupier.records.rounds import find_round, rounds
from croupier.terms.problem import Problem, Problems

EPILOG = """\
Writes the round as a file that a dealer can read and croupier settle settles again, with its record: who placed
what for whom, calls, spins, refusals, what each wager got, and what later came of it.
With --check every round of the table (or the one named) is settled again and compared with what was paid.
Exit code: 0 done, 1 when a round was paid otherwise than it settles, 2 when there is no such round.

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
    with opened(args.journal) as journal:
        stream = table_stream(journal, args.table)
        records = journal.read(stream)
        if args.check:
            return _check(args, stream, records)
        if args.round is None:
            raise Problems([Problem("--round", "it is missing", "Give the number of a round, or --check for all.")])
        text = round_text(find_round(records, args.round))
    write_new(args.out, text)
    return DONE


def write_new(path: str | None, text: str) -> None:
    """Writes to a file that is not there yet, or to the terminal."""
    if path is None:
        sys.stdout.write(text)
        return
    try:
        with Path(path).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Problems([Problem("--out", "the file exists", "Name a new one.", file=path)]) from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise Problems([Problem("--out", f"it cannot be written: {reason}", "Check the path.", file=path)]) from None


def _check(args: argparse.Namespace, stream: str, records: Iterator[Record]) -> int:
    found: list[dict[str, object]] = []
    lines: list[str] = []
    count = 0
    for round in [find_round(records, args.round)] if args.round is not None else rounds(records):
        if not round.finished:
            continue
        count += 1
        for each in differences(round):
            lines.append(f"Round {round.number}: {each}")
            found.append(
                {
                    "round": round.number,
                    "seat": each.wager.seat,
                    "spot": each.wager.spot,
                    "stake": each.wager.stake,
                    "recorded": str(each.recorded),
                    "again": str(each.again) if each.again else None,
                }
            )
    if args.json:
        print_json({"table": stream.partition("/")[2], "rounds": count, "differences": found})
    elif found:
        show(*lines)
    else:
        show(f"{count} rounds settled again: every wager gets what it got at the table.")
    return FINDINGS if found else DONE
