"""`croupier draw seed`: a new secret seed and its commitment."""

from __future__ import annotations

import argparse
import secrets

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import print_json, show
from croupier.cli.table_options import add_json
from croupier.tournament.draw import SEED_BYTES, commitment_of

EXAMPLE = "croupier draw seed"
EPILOG = """\
Publish the commitment before the entrants add their words, and keep the seed secret until it is revealed.

JSON: {"seed", "commitment"}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    seed = secrets.token_bytes(SEED_BYTES).hex()
    if args.json:
        print_json({"seed": seed, "commitment": commitment_of(seed)})
    else:
        show(f"seed        {seed}", f"commitment  {commitment_of(seed)}")
    return ExitCode.DONE
