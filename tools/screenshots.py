"""Screenshots of every page at three sizes: ``make screenshots`` writes them to docs/screenshots.

They show a demonstration started for them, with its automatic dealer and bots. Arguments such as
``terminal felt-1280x800`` select some of them.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from croupier.floor.bots import BotPace
from croupier.floor.colors import CHIP_COLORS
from croupier.floor.dealer import DealerPace
from croupier.floor.demonstration import PASSWORD, DemonstrationRunner, house_texts
from croupier.floor.premises import Premises
from croupier.rules.house import HouseText
from tools.browser import ARGUMENTS, browser

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
SIZES = ((1920, 1080), (1280, 800), (390, 844))
WAIT_MS = 90_000
ROUNDS = 26
"""Number of rounds played at every table before the first screenshot."""


class Shot(Struct, frozen=True):
    """One page as one person sees it; `ready` brings it to the state to show, and `after` restores the table."""

    name: str
    path: str
    person: str = ""
    ready: Callable[[Page], None] = lambda _page: None
    after: Callable[[Page], None] = lambda _page: None


def betting(page: Page) -> None:
    """Sits down once, bets, and waits for others to bet."""
    page.wait_for_function("() => document.body.dataset.link === 'open' && document.body.dataset.phase")
    if page.locator("#sit").is_visible():
        page.locator("#sit").click()
        page.locator('[data-act="join"]').click()
        page.wait_for_function("() => !document.querySelector('.seat-dialog').open")
    phase(page, "betting")
    for spot in ("17", "17-20", "red", "dozen-2", "25-26-27", "0", "column-3", "$5", "joker", "$20"):
        place = page.locator(f'#board [data-spot="{spot}"]')
        if place.count():
            place.click()
    page.mouse.move(0, 0)
    page.wait_for_function("() => document.querySelectorAll('.slip-row:not([data-pending])').length > 2")
    page.wait_for_function("() => document.querySelectorAll('.toast').length === 0")


def phase(page: Page, name: str) -> None:
    page.wait_for_function("(name) => document.body.dataset.phase === name", arg=name)


def settled(page: Page) -> None:
    """Waits for the next round, until winners are paid."""
    betting(page)
    phase(page, "paid")
    page.wait_for_timeout(1_500)  # chips are moving


def lively(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1_000)  # animations have ended


def busy(page: Page) -> None:
    """Waits until others have bet."""
    page.wait_for_function("() => document.querySelectorAll('[data-chip]').length > 6")
    lively(page)


def automatic(page: Page, *, wanted: bool) -> None:
    """Switches the automatic dealer on or off."""
    switch = page.get_by_role("switch", name="Automatic dealer")
    switch.wait_for()
    if (switch.get_attribute("aria-checked") == "true") != wanted:
        switch.click()
    page.locator(f'[role="switch"][aria-checked="{str(wanted).lower()}"]').wait_for()


def dealing(page: Page) -> None:
    """Deals by hand until the number is about to be announced."""
    page.wait_for_function("() => document.querySelectorAll('[data-chip]').length > 6")
    automatic(page, wanted=False)
    for step in DEALT:
        if page.locator("cr-next").get_attribute("data-step") == step:
            page.locator(f'cr-next[data-step="{step}"]:not([data-fresh]) button.step').click()
            page.locator(f'cr-next:not([data-step="{step}"])').wait_for()
    page.locator("cr-numpad").get_by_role("button", name="17 black").click()
    page.get_by_role("button", name="5 revolutions").click()
    page.locator("cr-next:not([data-fresh])").wait_for()


DEALT = ("collect-losers", "pay-winners", "lift-crown", "spin-ball", "call-no-more-bets")
"""The steps to the next announcement, starting with whichever is due."""

SHOTS = (
    Shot("lobby", "/", "", lively),
    Shot("sign-in", "/sign-in", "", lively),
    Shot("account", "/account", "vera", lively),
    Shot("terminal", "/play/1", "ana", betting),
    Shot("terminal-result", "/play/1", "ana", settled),
    Shot("terminal-european", "/play/4", "ben", betting),
    Shot("terminal-covered", "/play/5", "ana", betting),
    Shot("terminal-colors", "/play/2", "ben", betting),
    Shot("terminal-big-six", "/play/3", "cleo", betting),
    Shot("felt", "/felt/1", "", busy),
    Shot("felt-big-six", "/felt/3", "", busy),
    Shot("dealer", "/dealer/1", "dora", dealing, lambda page: automatic(page, wanted=True)),
    Shot("pit", "/pit", "vera", lively),
    Shot("cage", "/cage", "cass", lambda page: page.locator("#forms h3").first.wait_for()),
    Shot("surveillance", "/surveillance", "sid", lively),
    Shot("odds", "/odds", "", lively),
    Shot("rules", "/rules/4", "", lively),
)


async def play(premises: Premises) -> None:
    """Runs fast dealers and bots until every table has a history."""
    pace = replace(DealerPace(**dict.fromkeys(DealerPace.__struct_fields__, 1)), bets=40, track=10)
    runner = DemonstrationRunner(
        premises.tables,
        premises.clock,
        premises.directory,
        colors=CHIP_COLORS,
        publish=lambda _number, _closes_at: None,
        pace=pace,
        bot_pace=BotPace(look=3, bet_first=1, bet_last=30, choose=20),
    )
    premises.start()
    playing = asyncio.create_task(runner.run())
    automatic = (premises.tables[number] for number in runner.dealers)
    for live in (each for each in automatic if each.rules.setup.electronic):  # chips on felt wait for people
        while await live.desk.query(lambda _version, table: table.round) < ROUNDS:
            await asyncio.sleep(0.05)
    playing.cancel()
    await asyncio.wait([playing])


def evening(directory: Path) -> None:
    """Fills the directory with an evening of the demonstration."""
    houses = [HouseText(text, name) for name, text in house_texts().items()]
    with Premises.open(directory, houses, lambda _number, _rules: Deaf()) as premises:
        asyncio.run(play(premises))


class Deaf:
    """A feed without connections."""

    def publish(self, news: object, table: object) -> None: ...


@contextmanager
def demonstration() -> Iterator[str]:
    """Runs a demonstration during the block; yields its address."""
    with tempfile.TemporaryDirectory() as directory:
        evening(Path(directory))
        command = [sys.executable, "-c", "import sys; from croupier.cli import main; sys.exit(main())", "demo"]
        process = subprocess.Popen(
            [*command, "--no-browser", "--data", directory, "--port", "0"], stdout=subprocess.PIPE, env=os.environ
        )
        try:
            assert process.stdout is not None
            found = None
            while found is None:
                line = process.stdout.readline().decode()
                if not line:
                    raise SystemExit("The demonstration did not start.")
                found = re.search(r"http://\S+", line)
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def take(page: Page, file: Path) -> None:
    """Writes a screenshot with all colors, because chips are identified by color."""
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(file, optimize=True)
    print(f"{file.name}  {file.stat().st_size // 1024} kB", flush=True)


def sign_in(browser: Browser, address: str, person: str) -> StorageState:
    context = browser.new_context(base_url=address)
    answer = context.request.post("/api/v1/session", data={"name": person, "password": PASSWORD})
    if not answer.ok:
        raise SystemExit(f"{person} cannot sign in: {answer.text()}")
    state = context.storage_state()
    context.close()
    return state


def main(wanted: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with demonstration() as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser(), args=list(ARGUMENTS))
        states = {shot.person: sign_in(chromium, address, shot.person) for shot in SHOTS if shot.person}
        for width, height in SIZES:
            for shot in SHOTS:
                name = f"{shot.name}-{width}x{height}"
                if wanted and shot.name not in wanted and name not in wanted:
                    continue
                context = chromium.new_context(
                    base_url=address,
                    viewport={"width": width, "height": height},
                    storage_state=states.get(shot.person),
                )
                context.set_default_timeout(WAIT_MS)
                page = context.new_page()
                page.goto(shot.path)
                shot.ready(page)
                take(page, FOLDER / f"{name}.png")
                shot.after(page)
                context.close()
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
