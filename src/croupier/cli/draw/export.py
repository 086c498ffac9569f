"""`croupier draw export`: writes the draws of a tournament as files."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import owners_alone
from croupier.cli.journals import add_journal, opened
from croupier.cli.output import show
from croupier.cli.tournament.finding import add_tournament, stream_named
from croupier.records.draws import draws_of
from croupier.terms.problem import Problem, Problems
from croupier.tournament.draw import seal_draw

EXAMPLE = "croupier draw export series.db"
EPILOG = """\
Each draw by seed becomes one file, EVENT-ROUND.draw.json; croupier draw verify FILE checks it without the journal.
A draw by cards has no file; the journal has its seats and its witness.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    add_tournament(parser)
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path(), help="the directory (default: the current one)"
    )


def run(args: argparse.Namespace) -> int:
    with opened(args.journal) as journal:
        draws = draws_of(journal, stream_named(journal, args.tournament))
    for draw in draws:
        path = args.out / f"{draw.event}-{draw.round}.draw.json"
        try:
            with open(path, "wb", opener=owners_alone) as file:
                file.write(seal_draw(draw))
        except OSError as error:
            wrong = f"{path} cannot be written: {error.strerror}"
            raise Problems([Problem("--out", wrong, "Check the path.")]) from error
        show(f"wrote {path}")
    if not draws:
        show("No draw by seed has been revealed.")
    return ExitCode.DONE
