"""`croupier people add`."""

from __future__ import annotations

import argparse

from croupier.access.accounts import NewAccount
from croupier.cli.exit_codes import ExitCode
from croupier.cli.people.entry import (
    ACCOUNT_JSON,
    TIMES,
    add_account,
    add_password,
    open_access,
    operator,
    read_password,
    read_role,
    tell,
)
from croupier.terms.people import Role
from croupier.terms.problem import listed

EXAMPLE = "croupier people add ana --role dealer --data floor"
EPILOG = f"""\
The command prompts for the password, or reads it from standard input with --password-stdin; it is never an argument.
Everybody except a device has to choose another one at the first sign-in.
An account has one role, because the rules keep duties apart. A person with two duties has two accounts.

JSON: {{"account": {ACCOUNT_JSON}}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_account(parser)
    parser.add_argument("--role", metavar="ROLE", required=True, help=listed(Role))
    parser.add_argument("--person", metavar="TEXT", default="", help="the person's full name")
    parser.add_argument("--license", metavar="NUMBER", default="", help="the person's license number")
    add_password(parser)


def run(args: argparse.Namespace) -> int:
    new = NewAccount(args.name, read_role(args.role), read_password(args), args.person, args.license)
    with open_access(args.data, make=True) as opened:
        given = opened.accounts.create(new, operator())
        tell(args, opened, given, f"{args.name} may sign in as {args.role}.")
    return ExitCode.DONE
