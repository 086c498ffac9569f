"""What the commands about people share: the directory, the password, the account as it is shown."""

from __future__ import annotations

import argparse
import getpass
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.access.accounts import Account
from croupier.access.denial import Denied
from croupier.access.entrance import Entrance
from croupier.access.event import COMMAND_LINE
from croupier.access.store import FILE
from croupier.cli.page import Grid, print_json, show
from croupier.cli.tables import add_json
from croupier.floor.clock import HouseClock
from croupier.floor.premises import JOURNAL_FILE
from croupier.journal.sqlite import SqliteJournal
from croupier.records.roundfile import moment
from croupier.terms.fault import Fault
from croupier.terms.people import Role
from croupier.terms.problem import Problem, Problems, nearest, shown

ACCOUNT_JSON = '{"name", "display", "role", "license", "enabled", "created", "changed", "locked_out_until"}'
TIMES = "Times are milliseconds since 1970; a lockout that is not there is 0."
_LINE_MAX = 4096


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", required=True, help="the directory that keeps everything")


def add_account(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the name of the account")
    add_data(parser)
    add_json(parser)


def add_why(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--why", metavar="TEXT", required=True, help="the reason, which is recorded")


def add_password(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--password-stdin", action="store_true", help="read the password from standard input instead of asking"
    )


@contextmanager
def entrance(directory: str, *, make: bool = False) -> Iterator[Entrance]:
    """The people of a directory; one that has none is a problem, unless they may be made."""
    path = Path(directory)
    if not make and not (path / FILE).is_file():
        right = "Name the directory of a service, or make an account with croupier people add."
        raise Problems([Problem("--data", f"{shown(directory)} keeps no people", right)])
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(f"{path} cannot be made ({error.strerror}). Choose another directory.") from error
    with Entrance.open(path, SqliteJournal(path / JOURNAL_FILE), HouseClock()) as opened:
        yield opened


def operator() -> str:
    """The operating system's user, as records name whoever acts at the machine itself."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a container's user may have no name
        user = "unknown"
    return f"{COMMAND_LINE}:{re.sub(r'[^A-Za-z0-9]+', '-', user).strip('-')[:60] or 'unknown'}"


def read_password(args: argparse.Namespace) -> str:
    """The new password, asked for twice or read from a pipe; it is never an argument, where others could see it."""
    if args.password_stdin:
        if sys.stdin is None:
            raise _no_password("standard input is closed")
        line = sys.stdin.readline(_LINE_MAX)
        return line.rstrip("\r\n")
    if sys.stdin is None or not sys.stdin.isatty():
        raise _no_password("there is nobody to ask for it")
    first = getpass.getpass("Password: ")
    if getpass.getpass("Once more: ") != first:
        raise Problems([Problem("password", "the two are not the same", "Try again.")])
    return first


def read_role(text: str) -> Role:
    try:
        return Role(text)
    except ValueError:
        raise Problems([Problem("role", f"{shown(text)} is not a role", nearest(text, Role))]) from None


def tell(args: argparse.Namespace, opened: Entrance, given: Account | Denied, words: str) -> None:
    """Prints the account; what was denied is a problem."""
    if isinstance(given, Denied):
        raise Problems([Problem(shown(args.name), given.message.rstrip("."), "Nothing was changed.")])
    if args.json:
        print_json({"account": to_json(opened, given)})
    else:
        show(words)


def to_json(opened: Entrance, account: Account) -> dict[str, object]:
    return {
        "name": account.name,
        "display": account.display,
        "role": account.role.value,
        "license": account.license,
        "enabled": account.enabled,
        "created": account.created,
        "changed": account.changed,
        "locked_out_until": opened.door.locked_until(account.name),
    }


def grid(opened: Entrance, accounts: list[Account]) -> Grid:
    rows = [
        (account.name, account.role.value, account.display, account.license or "-", _state(opened, account))
        for account in accounts
    ]
    return Grid(("name", "role", "person", "license", "state"), rows)


def _state(opened: Entrance, account: Account) -> str:
    if not account.enabled:
        return "disabled"
    until = opened.door.locked_until(account.name)
    return f"locked out until {moment(until):%H:%M:%S} UTC" if until else "enabled"


def _no_password(wrong: str) -> Problems:
    return Problems([Problem("password", wrong, "Run it in a terminal, or give --password-stdin.")])
