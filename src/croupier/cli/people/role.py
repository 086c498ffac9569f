"""`croupier people role`."""

from __future__ import annotations

import argparse

from croupier.cli.guard import DONE
from croupier.cli.people.entry import (
    ACCOUNT_JSON,
    TIMES,
    add_account,
    add_why,
    entrance,
    operator,
    read_role,
    tell,
)
from croupier.terms.people import Role
from croupier.terms.problem import listed

EPILOG = f"""\
The account has the new role in place of the old one, and its sessions end.

JSON: {{"account": {ACCOUNT_JSON}}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_account(parser)
    parser.add_argument("role", metavar="ROLE", help=listed(Role))
    add_why(parser)


def run(args: argparse.Namespace) -> int:
    role = read_role(args.role)
    with entrance(args.data) as opened:
        given = opened.accounts.change(args.name, operator(), args.why, role=role)
        tell(args, opened, given, f"{args.name} is {role} now.")
    return DONE
