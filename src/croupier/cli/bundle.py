"""`croupier bundle`: one file that proves a round."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.guard import DONE
from croupier.cli.journals import add_journal, add_table, opened, readable, table_stream
from croupier.cli.page import show
from croupier.cli.round import write_new
from croupier.journal.key import load_key
from croupier.journal.seal import seal
from croupier.records.bundle import make_bundle

EPILOG = """\
The file holds the round, the records of its table from the opening to the head that a signed checkpoint sealed,
the rules in force with their hash, and that checkpoint. croupier verify FILE checks it without the journal.
It shows the whole table of that day, players' names included: hand it to those who may see that.
With --key the journal is sealed first, at the time of its last record; without it a checkpoint must have sealed
the round already.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    add_table(parser)
    parser.add_argument("--round", metavar="N", type=int, required=True, help="the number of the round")
    parser.add_argument("--out", metavar="FILE", required=True, help="the new file")
    parser.add_argument("--key", metavar="FILE", help="seal the journal first with this key")


def run(args: argparse.Namespace) -> int:
    with opened(args.journal, read_only=args.key is None) as journal:
        stream = table_stream(journal, args.table)
        if args.key is not None:
            with readable(args.key):
                key = load_key(Path(args.key))
            last = max(record.time_ms for record in journal.read(stream, journal.head(stream).version))
            seal(journal, key, last)
        data = make_bundle(journal, stream, args.round)
    write_new(args.out, data.decode())
    show(f"{args.out}: round {args.round}, {len(data):,} bytes. Check it with croupier verify {args.out}")
    return DONE
