"""A service in a process of its own, to be stopped or killed: `python -m tests.web.api.child DIR PORT [STORE]`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from croupier.journal.stores import open_store
from croupier.web.serving import serve_premises
from tests.passwords import QUICK
from tests.web.api.world import serving


def main(directory: str, port: str, store: str = "") -> None:
    def show_lines(lines: Iterable[str]) -> None:
        for line in lines:
            print(line, flush=True)

    wanted = serving(Path(directory), port=int(port))
    if store:
        shared = open_store(store)
        shared.prepare()
        wanted = replace(wanted, store=shared)
    serve_premises(wanted, show_lines=show_lines, passwords=QUICK)


if __name__ == "__main__":
    main(*sys.argv[1:])
