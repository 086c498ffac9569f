"""`croupier people enable`."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.people.entry import ACCOUNT_JSON, TIMES, add_account, add_why, open_access, operator, tell

EXAMPLE = 'croupier people enable ana --data floor --why "came back"'
EPILOG = f"""\
JSON: {{"account": {ACCOUNT_JSON}}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_account(parser)
    add_why(parser)


def run(args: argparse.Namespace) -> int:
    with open_access(args.data) as opened:
        given = opened.accounts.change(args.name, operator(), args.why, enabled=True)
        tell(args, opened, given, f"{args.name} may sign in again.")
    return ExitCode.DONE
