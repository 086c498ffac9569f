"""Shared by the commands about people: the directory, the password, and how accounts are shown."""

from __future__ import annotations

import argparse
import getpass
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.access.accounts import UserAccount
from croupier.access.control import AccessControl
from croupier.access.denial import Denied
from croupier.access.event import COMMAND_LINE
from croupier.access.opening import open_people
from croupier.access.person import Must
from croupier.access.store import FILE
from croupier.cli.output import ColumnBlock, print_json, show
from croupier.cli.table_options import add_json
from croupier.floor.clock import HouseClock
from croupier.floor.premises import JOURNAL_FILE, LAST_FILE
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.stores import is_address, open_store
from croupier.terms.day import moment_of
from croupier.terms.fault import Fault
from croupier.terms.people import Role
from croupier.terms.problem import Problem, Problems, nearest, shown

ACCOUNT_JSON = (
    '{"name", "display", "role", "license", "enabled", "created", "changed", "locked_out_until",\n'
    '      "keys", "given"}'
)
TIMES = 'Times are milliseconds since 1970, or 0 without a lockout; "given" is true until the person sets a password.'
_LINE_MAX = 4096


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", metavar="DIR", required=True, help="the directory that holds everything, or postgresql://…"
    )


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
def open_access(directory: str, *, make: bool = False) -> Iterator[AccessControl]:
    """The people of a directory; raises a problem if it has none, unless they may be created."""
    if is_address(directory):
        store = open_store(directory)
        store.prepare()
        people = open_people(store, Path())
        with AccessControl.open(Path(), store.journal(), HouseClock(), store=people) as opened:
            yield opened
        return
    path = Path(directory)
    if not make and not (path / FILE).is_file():
        right = "Name the directory of a service, or create an account with croupier people add."
        raise Problems([Problem("--data", f"{shown(directory)} has no accounts", right)])
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Fault(f"{path} cannot be created ({error.strerror}). Choose another directory.") from error
    if not (path / JOURNAL_FILE).exists():
        LastCheckpointFile(path / LAST_FILE).begin()
    with AccessControl.open(path, SqliteJournal(path / JOURNAL_FILE), HouseClock()) as opened:
        yield opened


def operator() -> str:
    """The operating system's user, whom records name for actions on the machine itself."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a container's user may have no name
        user = "unknown"
    return f"{COMMAND_LINE}:{re.sub(r'[^A-Za-z0-9]+', '-', user).strip('-')[:60] or 'unknown'}"


def read_password(args: argparse.Namespace) -> str:
    """The new password, prompted for twice or read from a pipe; never an argument, which others could see."""
    if args.password_stdin:
        if sys.stdin is None:
            raise _no_password("standard input is closed")
        line = sys.stdin.readline(_LINE_MAX)
        return line.rstrip("\r\n")
    if sys.stdin is None or not sys.stdin.isatty():
        raise _no_password("there is no terminal to ask for it")
    first = getpass.getpass("Password: ")
    if getpass.getpass("Password again: ") != first:
        raise Problems([Problem("password", "the two are not the same", "Try again.")])
    return first


def read_role(text: str) -> Role:
    try:
        return Role(text)
    except ValueError:
        raise Problems([Problem("role", f"{shown(text)} is not a role", nearest(text, Role))]) from None


def tell(args: argparse.Namespace, opened: AccessControl, given: UserAccount | Denied, words: str) -> None:
    """Prints the account; raises a problem if the change was denied."""
    if isinstance(given, Denied):
        raise Problems([Problem(shown(args.name), given.message.rstrip("."), "Nothing was changed.")])
    if args.json:
        print_json({"account": to_json(opened, given)})
    else:
        show(words)


def to_json(opened: AccessControl, account: UserAccount) -> dict[str, object]:
    return {
        "name": account.name,
        "display": account.display,
        "role": account.role.value,
        "license": account.license,
        "enabled": account.enabled,
        "created": account.created,
        "changed": account.changed,
        "locked_out_until": opened.sign_in_desk.locked_until(account.name),
        "keys": len(opened.factor.keys(account.name)),
        "given": opened.obligations.of(account.name, account.role) is Must.CHANGE_PASSWORD,
    }


def grid(opened: AccessControl, accounts: list[UserAccount]) -> ColumnBlock:
    rows = [
        (
            account.name,
            account.role.value,
            account.display,
            account.license or "-",
            str(len(opened.factor.keys(account.name))),
            _state(opened, account),
        )
        for account in accounts
    ]
    return ColumnBlock(("name", "role", "person", "license", "keys", "state"), rows)


def _state(opened: AccessControl, account: UserAccount) -> str:
    if not account.enabled:
        return "disabled"
    until = opened.sign_in_desk.locked_until(account.name)
    if until:
        return f"locked out until {moment_of(until):%H:%M:%S} UTC"
    given = opened.obligations.of(account.name, account.role) is Must.CHANGE_PASSWORD
    return "enabled, password to be changed" if given else "enabled"


def _no_password(wrong: str) -> Problems:
    return Problems([Problem("password", wrong, "Run it in a terminal, or give --password-stdin.")])
