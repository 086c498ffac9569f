"""`croupier people disable`."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.people.entry import ACCOUNT_JSON, TIMES, add_account, add_why, open_access, operator, tell

EXAMPLE = 'croupier people disable ana --data floor --why "left the house"'
EPILOG = f"""\
JSON: {{"account": {ACCOUNT_JSON}}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_account(parser)
    add_why(parser)


def run(args: argparse.Namespace) -> int:
    with open_access(args.data) as opened:
        given = opened.accounts.change(args.name, operator(), args.why, enabled=False)
        tell(args, opened, given, f"{args.name} may no longer sign in.")
    return ExitCode.DONE
