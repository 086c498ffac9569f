"""`python -m tests.web.spread_node DIR PORT WORKERS SOCKETPORT [STORE [PLAYER ...]]`: one node of a house whose tables
run in several processes. It loads nothing that only a test needs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from croupier.access.accounts import NewAccount
from croupier.access.control import AccessControl
from croupier.journal.stores import open_store
from croupier.terms.people import Role
from croupier.web import logs
from croupier.web.serving import serve_premises
from tests.passwords import QUICK
from tests.web.api.world import PASSWORD, serving, staff

TABLES = ("1", "2", "3", "4")
HEAD = """
[house]
name = "Boardwalk House"
book = "nj"
date = 2010-11-15

[access]
second_factor = []
"""
TABLE = """
[[table]]
signs_recorded = false
number = %s
wheel = "american"
zero = "half"
seats = 6
electronic = true
limits = { minimum = 100, maximum = 10000 }

[table.equipment]
wheel_replica = true

[table.signs]
zero = "half"

[table.approvals]
layout = "Commission, 2010-10-20"
electronic = "Commission, 2010-10-20"
"""
HOUSE = HEAD + "".join(TABLE % number for number in TABLES)


def main(directory: str, port: str, workers: str, socket_port: str, store: str = "", *players: str) -> None:
    def show_lines(lines: Iterable[str]) -> None:
        for line in lines:
            print(line, flush=True)

    logs.configure("info")
    wanted = serving(Path(directory), HOUSE, port=int(port))

    def people(access: AccessControl) -> None:
        staff(access)
        for name in players:
            if access.accounts.find(name) is None:
                access.accounts.create(NewAccount(name, Role.PLAYER, PASSWORD, own=True), by="command-line:tests")

    wanted = replace(wanted, workers=int(workers), socket_port=int(socket_port) or None, prepare=people)
    if store:
        shared = open_store(store)
        shared.prepare()
        wanted = replace(wanted, store=shared, peers=("127.0.0.1", 0))
    serve_premises(wanted, show_lines=show_lines, passwords=QUICK)


if __name__ == "__main__":
    main(*sys.argv[1:])
