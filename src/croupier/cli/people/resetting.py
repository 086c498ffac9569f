"""`croupier people reset`."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.people.entry import (
    ACCOUNT_JSON,
    TIMES,
    add_account,
    add_password,
    add_why,
    open_access,
    operator,
    read_password,
    tell,
)

EXAMPLE = 'croupier people reset ana --data floor --why "forgot it"'
EPILOG = f"""\
The old password stops working, the account's sessions end, and a lockout is lifted. The new password has to be changed
at its first use. Security keys stay; croupier people reset-factor removes them.
The command prompts for the password, or reads it from standard input with --password-stdin; it is never an argument.

JSON: {{"account": {ACCOUNT_JSON}}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_account(parser)
    add_why(parser)
    add_password(parser)


def run(args: argparse.Namespace) -> int:
    password = read_password(args)
    with open_access(args.data) as opened:
        given = opened.accounts.reset(args.name, password, operator(), args.why)
        tell(args, opened, given, f"{args.name} has a new password.")
    return ExitCode.DONE
