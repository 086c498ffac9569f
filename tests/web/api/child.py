"""A service in a process of its own, to be stopped or killed: `python -m tests.web.api.child DIR PORT`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from croupier.web.service import serve_premises
from tests.passwords import QUICK
from tests.web.api.world import serving


def main(directory: str, port: str) -> None:
    def told(lines: Iterable[str]) -> None:
        for line in lines:
            print(line, flush=True)

    serve_premises(serving(Path(directory), port=int(port)), told=told, passwords=QUICK)


if __name__ == "__main__":
    main(*sys.argv[1:])
