"""`croupier people list`."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import print_json, show
from croupier.cli.people.entry import ACCOUNT_JSON, TIMES, add_data, grid, open_access, to_json
from croupier.cli.table_options import add_json

EXAMPLE = "croupier people list --data floor"
EPILOG = f"""\
JSON: {{"accounts": [{ACCOUNT_JSON}]}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with open_access(args.data) as opened:
        accounts = opened.accounts.all()
        if args.json:
            print_json({"accounts": [to_json(opened, account) for account in accounts]})
        elif accounts:
            show(grid(opened, accounts))
        else:
            show("There are no accounts yet. Create one with croupier people add.")
    return ExitCode.DONE
