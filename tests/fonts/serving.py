"""``python -m tests.fonts.serving DIR PORT``: the demonstration with its labels, logins and switches, dealt by people
alone, so that nothing moves while a page is checked."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from croupier.access.accounts import NewAccount
from croupier.access.control import AccessControl
from croupier.access.event import COMMAND_LINE
from croupier.floor.bots import BotPace
from croupier.floor.colors import CHIP_COLORS
from croupier.floor.demonstration import BY_HAND_FILE, PEOPLE, DemonstrationRunner, house_texts
from croupier.floor.premises import Premises
from croupier.floor.tournaments import TournamentFloor
from croupier.rules.house import HouseText
from croupier.terms.people import Role
from croupier.web import logs
from croupier.web.address import HOST
from croupier.web.api.tables import Login
from croupier.web.service_settings import Publish, ServiceSettings
from croupier.web.serving import serve_premises
from tests.browser import keeping
from tests.browser.serving import NEVER_MS, PASSWORD, never_lock, prepare
from tests.fonts.marked import MarkedFiles
from tests.fonts.tournament import begin_tournament
from tests.passwords import QUICK

TABLES = ("1", "2", "3", "4", "5", "6")
DIRECTOR = "tom"
PRISON_SECONDS = 36_000


def still(premises: Premises, publish: Publish, tournaments: TournamentFloor) -> DemonstrationRunner:
    """A hall whose dealers are switched off and whose bots hardly ever act; a tournament has begun."""
    begin_tournament(tournaments)
    bot_pace = BotPace(look=NEVER_MS, bet_first=NEVER_MS, bet_last=NEVER_MS, choose=NEVER_MS)
    return DemonstrationRunner(
        premises.tables, premises.clock, premises.directory, colors=CHIP_COLORS, publish=publish, bot_pace=bot_pace
    )


def people(access: AccessControl) -> None:
    """Those of the demonstration, and a director of tournaments."""
    prepare(access)
    if access.accounts.find(DIRECTOR) is None:
        account = NewAccount(DIRECTOR, Role.DIRECTOR, PASSWORD, own=True)
        access.accounts.create(account, COMMAND_LINE, "for a test")


def main() -> None:
    directory, port = sys.argv[1:]
    never_lock()
    logs.configure("warning")
    keeping.serve(MarkedFiles)
    (Path(directory) / BY_HAND_FILE).write_text(json.dumps(TABLES))
    slow = re.compile(r"^prison_seconds = \d+$", re.MULTILINE)
    texts = {name: slow.sub(f"prison_seconds = {PRISON_SECONDS}", text) for name, text in house_texts().items()}
    settings = ServiceSettings(
        Path(directory),
        tuple(HouseText(text, name) for name, text in texts.items()),
        HOST,
        int(port),
        logins=tuple(Login(guest.name, guest.role, PASSWORD, guest.words) for guest in PEOPLE),
        prepare=people,
        companion=still,
    )
    serve_premises(settings, show_lines=lambda lines: print(*lines, sep="\n", flush=True), passwords=QUICK)


if __name__ == "__main__":
    main()
