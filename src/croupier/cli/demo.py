"""`croupier demo`: a whole floor in the browser, with nothing to configure."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import flush, show
from croupier.cli.serve import read_port
from croupier.terms.fault import Fault

if TYPE_CHECKING:
    from croupier.access.control import AccessControl
    from croupier.floor.demonstration import DemonstrationRunner
    from croupier.floor.premises import Premises
    from croupier.floor.tournaments import TournamentFloor
    from croupier.web.service_settings import Publish

EXAMPLE = "croupier demo"
EPILOG = """\
Eight tables, each marked as a demonstration without real money. There is one for each of seven kinds of wheel and
layout; at the eighth, a tournament opens every few minutes, which anybody can join, with play money for prizes.
At six tables an automatic dealer draws results from this computer's cryptographic generator, every compartment equally
likely, and bots play along. No result can be chosen. The seventh table has chips on felt: vera opens it, and dora deals
it by hand. Logins for every role are printed, and shown in the lobby; a dealer may switch automatic dealing off and
deal by hand.
Ctrl-C stops it; the next start continues from there. Without --data it keeps its records in the user's state
directory. It is reachable from this machine only.
Exit code: 0 after a stop, 3 if it cannot run.
"""
PORT = 8010


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", metavar="N", type=read_port, help=f"the port (default {PORT}, or any free one)")
    parser.add_argument("--data", metavar="DIR", help="the directory that holds everything")
    parser.add_argument("--no-browser", action="store_true", help="print the address, but do not open a browser")


def run(args: argparse.Namespace) -> int:
    from croupier.floor.demonstration import PASSWORD, PEOPLE, house_texts
    from croupier.rules.house import HouseText
    from croupier.web import logs
    from croupier.web.address import HOST
    from croupier.web.api.tables import Login
    from croupier.web.service_settings import ServiceSettings
    from croupier.web.serving import serve_premises

    logs.configure("error")
    settings = ServiceSettings(
        Path(args.data) if args.data else state_directory(),
        tuple(HouseText(text, name) for name, text in house_texts().items()),
        HOST,
        _free(HOST, PORT) if args.port is None else args.port,
        logins=tuple(Login(guest.name, guest.role, PASSWORD, guest.words) for guest in PEOPLE),
        prepare=_invite,
        companion=_runner,
    )
    serve_premises(settings, show_lines=_show_lines, ready=None if args.no_browser else _open_browser)
    return ExitCode.DONE


def _invite(access: AccessControl) -> None:
    """Creates missing accounts."""
    from croupier.access.accounts import NewAccount
    from croupier.access.denial import Denied
    from croupier.access.event import COMMAND_LINE
    from croupier.floor.demonstration import PASSWORD, PEOPLE

    for guest in PEOPLE:
        if access.accounts.find(guest.name) is None:
            new = NewAccount(guest.name, guest.role, PASSWORD, own=True)  # the password is public
            made = access.accounts.create(new, COMMAND_LINE, "demonstration")
            if isinstance(made, Denied):
                raise Fault(f"The account {guest.name} cannot be created: {made.message}")


def _runner(premises: Premises, publish: Publish, tournaments: TournamentFloor) -> DemonstrationRunner:
    from croupier.floor.colors import CHIP_COLORS
    from croupier.floor.demonstration import DemonstrationRunner

    return DemonstrationRunner(
        premises.tables,
        premises.clock,
        premises.directory,
        colors=CHIP_COLORS,
        publish=publish,
        tournaments=tournaments,
    )


def _free(host: str, port: int) -> int:
    """The port, or 0 for any free one if it is taken."""
    with socket.socket() as probe:
        return 0 if probe.connect_ex((host, port)) == 0 else port


def state_directory() -> Path:
    """Where a user's programs keep their state."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        named = Path(os.environ.get("XDG_STATE_HOME") or "")
        base = named if named.is_absolute() else home / ".local" / "state"
    return base / "croupier" / "demo"


def has_display() -> bool:
    """Whether this computer has a display to open a window on."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    if has_display():
        webbrowser.open(address)


def _show_lines(lines: Iterable[str]) -> None:
    show(*lines)
    flush()
