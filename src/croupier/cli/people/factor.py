"""`croupier people reset-factor`."""

from __future__ import annotations

import argparse

from croupier.access.denial import Denial, Denied
from croupier.cli.exit_codes import ExitCode
from croupier.cli.people.entry import ACCOUNT_JSON, TIMES, add_account, add_why, open_access, operator, tell

EXAMPLE = 'croupier people reset-factor ana --data floor --why "lost the key and the codes"'
EPILOG = f"""\
All security keys and recovery codes of the account stop working, and its sessions end. Then the password is enough to
sign in; if the house requires a key for the role, the person has to enroll one next.
In the browser, two key managers do this together for everybody but key managers. This command is for key managers, and
for a house where nobody can sign in anymore. It is recorded under the operating system's user who ran it.

JSON: {{"account": {ACCOUNT_JSON}}}
      {TIMES}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_account(parser)
    add_why(parser)


def run(args: argparse.Namespace) -> int:
    with open_access(args.data) as opened:
        account = opened.accounts.find(args.name)
        if account is None:
            missing = Denied(Denial.NO_SUCH_ACCOUNT, f"There is no account {args.name}.")
            tell(args, opened, missing, "")
        else:
            given = opened.factor.reset(account, operator(), args.why)
            tell(args, opened, given, f"{args.name} no longer has a security key.")
    return ExitCode.DONE
