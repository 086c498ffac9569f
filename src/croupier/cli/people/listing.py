"""`croupier people list`."""

from __future__ import annotations

import argparse

from croupier.cli.guard import DONE
from croupier.cli.page import print_json, show
from croupier.cli.people.entry import ACCOUNT_JSON, TIMES, add_data, entrance, grid, to_json
from croupier.cli.tables import add_json

EPILOG = f"""\
JSON: {{"accounts": [{ACCOUNT_JSON}]}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with entrance(args.data) as opened:
        accounts = opened.accounts.all()
        if args.json:
            print_json({"accounts": [to_json(opened, account) for account in accounts]})
        elif accounts:
            show(grid(opened, accounts))
        else:
            show("There are no accounts yet. Make one with croupier people add.")
    return DONE
