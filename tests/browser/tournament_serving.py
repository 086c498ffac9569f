"""``python -m tests.browser.tournament_serving DIR PORT``: the service whose tournaments are some days ahead.

The file `days` of the directory says how many: rules that are filed today are old enough tomorrow. Sessions and tables
keep the time of the computer.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from croupier.floor.tournaments import TournamentFloor
from croupier.terms.clock import Clock
from croupier.web import service
from tests.browser import keeping
from tests.tournament.playing import DAY
from tests.web.api import child

DAYS = "days"


class AheadClock:
    """The house's clock, as many days ahead as a file says."""

    def __init__(self, clock: Clock, file: Path) -> None:
        self._clock, self._file = clock, file

    def now(self) -> int:
        days = int(self._file.read_text("utf-8")) if self._file.exists() else 0
        return self._clock.now() + days * DAY


def main(directory: str, port: str) -> None:
    def floor(open_journal: Any, clock: Clock, *more: Any, **named: Any) -> TournamentFloor:
        return TournamentFloor(open_journal, AheadClock(clock, Path(directory) / DAYS), *more, **named)

    keeping.serve()
    vars(service)["TournamentFloor"] = floor
    child.main(directory, port)


if __name__ == "__main__":
    main(*sys.argv[1:])
