"""`croupier people reset`."""

from __future__ import annotations

import argparse

from croupier.cli.guard import DONE
from croupier.cli.people.entry import (
    ACCOUNT_JSON,
    TIMES,
    add_account,
    add_password,
    add_why,
    entrance,
    operator,
    read_password,
    tell,
)

EPILOG = f"""\
The old password opens nothing any more, the account's sessions end, and a lockout is lifted.
The password is asked for, or read from standard input with --password-stdin; it is never an argument.

JSON: {{"account": {ACCOUNT_JSON}}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_account(parser)
    add_why(parser)
    add_password(parser)


def run(args: argparse.Namespace) -> int:
    password = read_password(args)
    with entrance(args.data) as opened:
        given = opened.accounts.reset(args.name, password, operator(), args.why)
        tell(args, opened, given, f"{args.name} has a new password.")
    return DONE
