"""`croupier tournament list`: the tournaments of a journal."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import add_journal, opened
from croupier.cli.output import ColumnBlock, print_json, show
from croupier.cli.table_options import add_json
from croupier.cli.tournament.finding import tournament_ids
from croupier.floor.tournament_writer import replay_tournament
from croupier.tournament.stages import next_step_words
from croupier.wire.tournaments import tournament_stream

EXAMPLE = "croupier tournament list series.db"
EPILOG = """\
JSON: [{"id", "title", "stage", "entries", "active", "next"}]
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    rows: list[dict[str, object]] = []
    with opened(args.journal) as journal:
        for id in tournament_ids(journal):
            state = replay_tournament(journal, tournament_stream(id)).tournament
            rows.append(
                {
                    "id": id,
                    "title": state.setup.title if state.setup else "",
                    "stage": str(state.stage),
                    "entries": len(state.entries),
                    "active": len(state.active),
                    "next": next_step_words(state),
                }
            )
    if args.json:
        print_json(rows)
    elif rows:
        columns = tuple(rows[0])
        show(ColumnBlock(columns, [tuple(map(str, row.values())) for row in rows], frozenset({"entries", "active"})))
    else:
        show("The journal holds no tournaments.")
    return ExitCode.DONE
