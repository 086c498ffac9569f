"""`croupier demo`: a whole floor in the browser, with nothing to configure."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from croupier.cli.guard import DONE
from croupier.cli.page import show
from croupier.cli.serve import port_number

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
    parser.add_argument("--port", metavar="N", type=port_number, help=f"the port (default {PORT}, or any free one)")
    parser.add_argument("--data", metavar="DIR", help="the directory that keeps everything")
    parser.add_argument("--no-browser", action="store_true", help="only say the address, open no browser")


def run(args: argparse.Namespace) -> int:
    from croupier.floor.demonstration import PASSWORD, PEOPLE, house_texts
    from croupier.floor.premises import HouseText
    from croupier.web import logs
    from croupier.web.api.tables import Login
    from croupier.web.service import Serving, serve_premises

    directory = Path(args.data) if args.data else state_directory()
    logs.configure("warning")
    serving = Serving(
        directory,
        tuple(HouseText(text, name) for name, text in house_texts().items()),
        logins=tuple(Login(guest.name, guest.role, PASSWORD, guest.words) for guest in PEOPLE),
    )
    serve_premises(serving, told=_told)
    return DONE


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


def _told(lines: Iterator[str]) -> None:
    show(*lines)
    sys.stdout.flush()
