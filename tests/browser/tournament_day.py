"""The people of a tournament with their pages: the director, the players, and the screen in the hall."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.accessibility import violations
from tests.browser.conftest import signing_in
from tests.browser.service import Service
from tests.nightly import extent
from tests.web.api.world import PASSWORD

WAIT_MS = 20_000
DESKTOP, LAPTOP, PHONE = (1920, 1080), (1280, 800), (390, 844)
_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


ERRORS: list[str] = []
"""What went wrong on any page; a test that leaves something here fails."""


def open_page(browser: Browser, service: Service, path: str, name: str = "", size: tuple[int, int] = LAPTOP) -> Page:
    """A page in a browser of its own; its errors are collected."""
    viewport = {"width": size[0], "height": size[1]}
    state = signing_in(service, PASSWORD)(name) if name else None
    context = browser.new_context(
        base_url=service.url,
        viewport=viewport,  # type: ignore[arg-type]
        reduced_motion="reduce",
        storage_state=state,
    )
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: ERRORS.append(f"{name or 'hall'} at {page.url}: {error}"))
    page.goto(path)
    return page


def upload(page: Page, file: Path) -> None:
    """Gives the page a file of a tournament, as soon as it takes one."""
    expect(page.locator("#upload")).to_be_enabled()
    page.set_input_files("#upload", file)


def is_sound(page: Page, name: str, *sizes: tuple[int, int], only: tuple[str, ...] = ()) -> None:
    """The page as it stands is no wider than the screen at every size, and clean for axe: by day at one size, chosen by
    its name, and at night at each; `name` says what it shows, and `only` names the rules, if not all are checked."""
    before, every = page.viewport_size, sizes or (LAPTOP, PHONE)
    asked = extent((every[len(name) % len(every)],), nightly=every)
    for width, height in every:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(_DRAWN)
        assert page.evaluate(_WIDE) <= 0, (name, width)
        if (width, height) in asked:
            assert (found := violations(page, only=only)) == "", (name, width, found)
    if before:
        page.set_viewport_size(before)


class DirectorPage:
    """Somebody who runs a tournament, with nothing but the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, words: str) -> None:
        """Presses the one button when it says so, and waits until it says something else."""
        button = self.page.locator("#act")
        expect(button).to_contain_text(words, timeout=WAIT_MS)
        said = button.text_content() or ""
        button.click()
        expect(button).not_to_have_text(said, timeout=WAIT_MS)

    def room(self, name: str) -> None:
        self.page.locator("#rooms").get_by_role("button", name=name, exact=True).click()

    def form(self, title: str) -> Locator:
        """The form of that title; one that is folded away is unfolded."""
        form = self.page.locator("#room form.ask", has=self.page.locator("h3", has_text=title))
        expect(form).to_have_count(1)
        folded = form.locator("xpath=ancestor::details[not(@open)]/summary")
        if folded.count():
            folded.click()
        return form

    def send(self, title: str, button: str, **fields: str | bool) -> Locator:
        """Fills a form in and sends it; gives its answer."""
        form = self.form(title)
        for name, value in fields.items():
            field = form.locator(f"[name='{name.replace('__', '-')}']")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("(each) => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        form.get_by_role("button", name=button, exact=True).click()
        return form.locator(".reply")

    def done(self, title: str, button: str, **fields: str | bool) -> None:
        answer = self.send(title, button, **fields)
        expect(answer.or_(self.page.locator("#answer .reply")).first).not_to_contain_text("Refused")

    def refused(self, clause: str, title: str, button: str, **fields: str | bool) -> None:
        """It is refused, with the clause, and what was typed is still there."""
        answer = self.send(title, button, **fields)
        expect(answer.locator("cite")).to_have_text(clause, timeout=WAIT_MS)

    def enter(self, event: str, name: str, person: str, **fields: str | bool) -> None:
        """Finds a person by name, and enters that person."""
        self.page.get_by_label("Find a person").fill(name)
        self.page.locator(".found-people button", has_text=name).first.click()
        self.send(f"New entry in {event}", "Enter the player", person=person, handed=True, **fields)
        expect(self.page.locator("#places th[scope=row]", has_text=name)).to_be_visible(timeout=WAIT_MS)

    def announce(self, number: str) -> None:
        pad = self.page.locator("#room cr-numpad")
        pad.get_by_role("button", name=re.compile(rf"^{number}\b")).first.click()
        self.page.locator("#room .announce").click()
        expect(pad).to_have_count(0, timeout=WAIT_MS)


class PlayerPage:
    """A player at a terminal in tournament mode."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def wager(self, spot: str, points: int) -> None:
        self.try_wager(spot, points)
        expect(self.page.locator("#wager .reply.is-done")).to_be_visible(timeout=WAIT_MS)

    def try_wager(self, spot: str, points: int) -> Locator:
        form = self.page.locator("#wager form")
        form.locator("[name=spot]").fill(spot)
        form.locator("[name=points]").fill(str(points))
        form.get_by_role("button", name="Wager", exact=True).click()
        expect(form.locator("[aria-busy=true]")).to_have_count(0, timeout=WAIT_MS)
        return form.locator(".reply")

    def has(self, figure: str, words: str) -> None:
        place = self.page.locator("#own-figures div", has=self.page.locator("dt", has_text=figure)).locator("dd")
        expect(place).to_have_text(words, timeout=WAIT_MS)
