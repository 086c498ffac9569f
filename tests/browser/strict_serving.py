"""``python -m tests.browser.strict_serving DIR PORT``: one table of a house that asks its key managers for a key.

People have the passwords that somebody else gave them, except those whose name ends in -own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.access.accounts import NewAccount
from croupier.access.control import AccessControl
from croupier.access.event import COMMAND_LINE
from croupier.floor.demonstration import house_texts
from croupier.rules.house import HouseText
from croupier.terms.people import Role
from croupier.web import logs
from croupier.web.address import HOST
from croupier.web.service_settings import ServiceSettings
from croupier.web.serving import serve_premises
from tests.browser import keeping
from tests.browser.serving import PASSWORD
from tests.passwords import QUICK

PEOPLE = {
    "kim": Role.KEY_MANAGER,
    "lee-own": Role.KEY_MANAGER,
    "max-own": Role.KEY_MANAGER,
    "pam-own": Role.KEY_MANAGER,
    "joe-own": Role.KEY_MANAGER,
    "dora": Role.DEALER,
    "vera-own": Role.SUPERVISOR,
    "sid-own": Role.SURVEILLANCE,
    "ana": Role.PLAYER,
}


def prepare(access: AccessControl) -> None:
    for name, role in PEOPLE.items():
        if access.accounts.find(name) is None:
            new = NewAccount(name, role, PASSWORD, own=name.endswith("-own"))
            access.accounts.create(new, COMMAND_LINE, "for a test")


def main() -> None:
    directory, port = sys.argv[1:]
    logs.configure("warning")
    keeping.serve()
    name = "house-sheet.toml"
    text = house_texts()[name].replace("second_factor = []", 'second_factor = ["key-manager"]')
    settings = ServiceSettings(Path(directory), (HouseText(text, name),), HOST, int(port), prepare=prepare)
    serve_premises(settings, show_lines=lambda lines: print(*lines, sep="\n", flush=True), passwords=QUICK)


if __name__ == "__main__":
    main()
