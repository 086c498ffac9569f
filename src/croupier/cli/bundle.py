"""`croupier bundle`: one file that proves a round."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import add_journal, add_table, check_records, opened, readable, table_stream
from croupier.cli.output import show
from croupier.cli.round import write_new
from croupier.floor.receipts import record_slips
from croupier.journal.key import load_key
from croupier.journal.policy import load_policy
from croupier.journal.seal import seal
from croupier.journal.standalone_verifier import write_verifier
from croupier.records.bundle import make_bundle
from croupier.records.rounds import find_round
from croupier.records.seat_bundle_maker import has_slips, make_seat_bundle

EXAMPLE = "croupier bundle day.journal --round 1 --out round-1.bundle"
EPILOG = """\
The file holds the round, the records of its table from the opening to the head that a checkpoint sealed, the rules
in force with their hash, and the proof that a signed note covers the head. croupier verify FILE checks it without the
journal; verify_journal.py, written next to it, checks it without croupier.
It shows the whole table of that day, including players' names: give it only to people who may see that.
With --seat it shows only one seat's part of the round: its wagers, the spin, the number, and what each wager got, each
record with its own proof. It shows nothing of other players. What the wagers got comes from a slip, as for a receipt:
--key records one; without --key, a receipt must have been made before.
With --key the journal is sealed first, at the time of its last record; without it a checkpoint must already cover the
round. With --policy the note is one that the quorum of witnesses has cosigned.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    add_table(parser)
    parser.add_argument("--round", metavar="N", type=int, required=True, help="the number of the round")
    parser.add_argument("--seat", metavar="N", type=int, help="show only this seat's part")
    parser.add_argument("--out", metavar="FILE", required=True, help="the new file")
    parser.add_argument("--key", metavar="FILE", help="seal the journal first with this key")
    parser.add_argument("--policy", metavar="FILE", help="use a note that the quorum of this policy has cosigned")


def run(args: argparse.Namespace) -> int:
    policy = load_policy(Path(args.policy)) if args.policy is not None else None
    with opened(args.journal, read_only=args.key is None) as journal:
        stream = table_stream(journal, args.table)
        check_records(args.journal, journal, (stream,))
        if args.key is not None:
            with readable(args.key):
                key = load_key(Path(args.key))
            last = max(record.time_ms for record in journal.read(stream, journal.head(stream).version))
            if args.seat is not None:
                round = find_round(journal.read(stream), args.round)
                if not has_slips(journal, round, args.seat):
                    record_slips(journal, round, args.seat, last)
            seal(journal, key, last)
        if args.seat is not None:
            data = make_seat_bundle(journal, stream, args.round, args.seat, policy)
        else:
            data = make_bundle(journal, stream, args.round, policy)
    write_new(args.out, data.decode())
    write_verifier(Path(args.out).parent)
    what = f"round {args.round}" if args.seat is None else f"round {args.round}, seat {args.seat} only"
    show(f"{args.out}: {what}, {len(data):,} bytes. Check it with croupier verify {args.out}")
    return ExitCode.DONE
