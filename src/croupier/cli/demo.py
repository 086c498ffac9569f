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

from croupier.cli.guard import DONE
from croupier.cli.page import show
from croupier.cli.serve import read_port
from croupier.terms.fault import Fault

if TYPE_CHECKING:
    from croupier.access.entrance import Entrance
    from croupier.floor.demonstration import Hall
    from croupier.floor.premises import Premises
    from croupier.web.service import Publish

EPILOG = """\
Six tables, one for each kind of wheel and layout, each plainly marked as a demonstration: no money is played for,
and an automatic dealer takes its results from this computer's cryptographic generator, every compartment equally
likely. Nothing about a result can be chosen. Bots play along; the lobby shows ready-made logins for every role, and
a dealer may switch the automatic dealing off and deal by hand.
Ctrl-C ends it, and started again it goes on where it was. Without --data it keeps its records in the user's own
state directory. It answers on this machine alone.
Exit code: 0 after a stop, 3 when it cannot run.
"""
PORT = 8010


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", metavar="N", type=read_port, help=f"the port (default {PORT}, or any free one)")
    parser.add_argument("--data", metavar="DIR", help="the directory that keeps everything")
    parser.add_argument("--no-browser", action="store_true", help="only say the address, open no browser")


def run(args: argparse.Namespace) -> int:
    from croupier.floor.demonstration import PASSWORD, PEOPLE, house_texts
    from croupier.floor.premises import HouseText
    from croupier.web import logs
    from croupier.web.api.tables import Login
    from croupier.web.server import HOST
    from croupier.web.service import Serving, serve_premises

    logs.configure("error")
    serving = Serving(
        Path(args.data) if args.data else state_directory(),
        tuple(HouseText(text, name) for name, text in house_texts().items()),
        HOST,
        _free(HOST, PORT) if args.port is None else args.port,
        logins=tuple(Login(guest.name, guest.role, PASSWORD, guest.words) for guest in PEOPLE),
        prepare=_invite,
        beside=_hall,
    )
    serve_premises(serving, told=_told, ready=None if args.no_browser else _open_browser)
    return DONE


def _invite(entrance: Entrance) -> None:
    """Makes the accounts that are not there yet."""
    from croupier.access.accounts import NewAccount
    from croupier.access.denial import Denied
    from croupier.access.event import COMMAND_LINE
    from croupier.floor.demonstration import PASSWORD, PEOPLE

    for guest in PEOPLE:
        if entrance.accounts.find(guest.name) is None:
            made = entrance.accounts.create(NewAccount(guest.name, guest.role, PASSWORD), COMMAND_LINE, "demonstration")
            if isinstance(made, Denied):
                raise Fault(f"The account {guest.name} cannot be made: {made.message}")


def _hall(premises: Premises, publish: Publish) -> Hall:
    from croupier.floor.colors import CHIP_COLORS
    from croupier.floor.demonstration import Hall

    return Hall(premises.tables, premises.clock, premises.directory, colors=CHIP_COLORS, publish=publish)


def _free(host: str, port: int) -> int:
    """The port, or 0 for any other where somebody has it."""
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
    """Whether somebody sits at this computer who would see a window."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    if has_display():
        webbrowser.open(address)


def _told(lines: Iterable[str]) -> None:
    show(*lines)
    sys.stdout.flush()
