"""`croupier people role`."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.people.entry import (
    ACCOUNT_JSON,
    TIMES,
    add_account,
    add_why,
    open_access,
    operator,
    read_role,
    tell,
)
from croupier.terms.people import Role
from croupier.terms.problem import listed

EXAMPLE = 'croupier people role ana pit-supervisor --data floor --why "promoted"'
EPILOG = f"""\
The new role replaces the old one, and the account's sessions end.

JSON: {{"account": {ACCOUNT_JSON}}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_account(parser)
    parser.add_argument("role", metavar="ROLE", help=listed(Role))
    add_why(parser)


def run(args: argparse.Namespace) -> int:
    role = read_role(args.role)
    with open_access(args.data) as opened:
        given = opened.accounts.change(args.name, operator(), args.why, role=role)
        tell(args, opened, given, f"{args.name} now has the role {role}.")
    return ExitCode.DONE
