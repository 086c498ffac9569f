"""``python -m tests.browser.serving DIR PORT``: the real service over the tests' houses, dealt by people alone."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.access import sessions
from croupier.access.accounts import NewAccount
from croupier.access.control import AccessControl
from croupier.access.event import COMMAND_LINE
from croupier.floor.demonstration import PEOPLE
from croupier.rules.house import HouseText
from croupier.web import logs
from croupier.web.address import HOST
from croupier.web.service_settings import ServiceSettings
from croupier.web.serving import serve_premises
from tests.browser import keeping
from tests.browser.houses import many_houses
from tests.passwords import QUICK

PASSWORD = "long enough to be one"
NEVER_MS = 1_000_000_000


def prepare(access: AccessControl) -> None:
    for guest in PEOPLE:
        if access.accounts.find(guest.name) is None:
            access.accounts.create(NewAccount(guest.name, guest.role, PASSWORD, own=True), COMMAND_LINE, "for a test")


def never_lock() -> None:
    """People sign in once for all tests, between which a console may be left alone for longer than it stays open."""
    vars(sessions)["LOCK_MS"] = NEVER_MS


def main() -> None:
    directory, port = sys.argv[1:]
    never_lock()
    logs.configure("warning")
    keeping.serve()
    houses = tuple(HouseText(text, name) for name, text in many_houses().items())
    settings = ServiceSettings(Path(directory), houses, HOST, int(port), prepare=prepare)
    serve_premises(settings, show_lines=lambda lines: print(*lines, sep="\n", flush=True), passwords=QUICK)


if __name__ == "__main__":
    main()
