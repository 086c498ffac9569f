"""Surveillance replays a tournament on its own page: every record in words, and the tournament as it was after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.floor.premises import JOURNAL_FILE
from croupier.floor.tournament_writer import TournamentWriter
from croupier.journal.sqlite import SqliteJournal
from croupier.records.tournament_script import play_tournament, read_tournament_script, tournament_file
from croupier.terms.people import Role
from croupier.tournament.check import read_tournament
from tests.accessibility import WORDS
from tests.browser import tournament_day as day
from tests.browser.service import Service
from tests.browser.tournament_day import DESKTOP, LAPTOP, PHONE, WAIT_MS, open_page
from tests.conftest import ROOT
from tests.nightly import extent
from tests.web.api.world import NAMES

ID = "spring-series-2015"
PLAYED = ROOT / "examples" / "series-2014.play"
LANGUAGES = {"de": "Turniere", "es": "Torneos", "fr": "Tournois", "zh-Hans": "锦标赛"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service whose journal holds the series of the examples, played to its end."""
    data: Path = tmp_path_factory.mktemp("watched") / "data"
    data.mkdir(mode=0o700)
    made = Service(data, "tests.browser.tournament_serving")
    made.start()
    made.end()
    played(PLAYED, data / JOURNAL_FILE)
    made.start()
    yield made
    made.close()


def played(script: Path, file: Path) -> None:
    text = script.read_text("utf-8")
    planned = read_tournament((script.parent / (tournament_file(text) or "")).read_text("utf-8"))
    with SqliteJournal(str(file)) as journal:
        writer = TournamentWriter(journal, planned.setup.id)
        for line in play_tournament(read_tournament_script(text), planned, writer.commit, lambda: writer.tournament):
            assert line.failures == ()


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    day.ERRORS.clear()
    yield
    assert day.ERRORS == []


def places(page: Page) -> dict[str, str]:
    """The points of each player, as they stand on the page."""
    rows = page.locator("#tournaments cr-leaderboard tbody tr")
    return {
        rows.nth(at).locator("th").inner_text(): rows.nth(at).locator("td.points").inner_text()
        for at in range(rows.count())
    }


def account(page: Page, name: str) -> str:
    line = page.locator("#tournaments .replay-house div", has=page.locator("dt", has_text=name))
    return line.locator("dd").inner_text()


def test_surveillance_goes_through_a_tournament_record_by_record(chromium: Browser, service: Service) -> None:
    """The heat as it was worked out by hand: four buy-ins of $100; 8 pays 35 x 100 to ann."""
    page = open_page(chromium, service, "/surveillance", NAMES[Role.SURVEILLANCE])
    page.get_by_role("tab", name="Tournaments").click()
    where = page.locator("#tournaments .replay-where")
    said = page.locator("#tournaments .replay-said")
    expect(where).to_have_text(re.compile(r"^Record (\d+) of \1$"), timeout=WAIT_MS)
    expect(said).to_contain_text("The tournament is closed", timeout=WAIT_MS)
    day.is_sound(page, "watch-newest", DESKTOP, LAPTOP, PHONE)

    records = page.locator("#tournaments cr-timeline .record")
    settled = records.filter(has_text="8 at table 1 of heat, game 1")
    settled.click()
    expect(said).to_contain_text("ann 4,500, bob 1,300, cy 700, dee 1,600", timeout=WAIT_MS)
    assert places(page) == {"ann": "4,500", "dee": "1,600", "bob": "1,300", "cy": "700"}
    assert account(page, "Pool heat") == "$400"
    day.is_sound(page, "watch-settled", LAPTOP, PHONE)

    page.get_by_role("button", name="One record back").click()
    expect(said).to_have_text("dee wagers 300 points on dozen-1, placed by the dealer.", timeout=WAIT_MS)
    wagers = page.locator("#tournaments .replay-wagers")
    expect(wagers).to_contain_text("ann 100 on 8")
    assert set(places(page).values()) == {"900", "700"}
    looked = page.url
    page.get_by_role("button", name="First record").click()
    expect(said).to_contain_text("is drafted under co-2014", timeout=WAIT_MS)
    expect(where).to_contain_text("Record 1 of")
    page.get_by_role("button", name="Newest record").click()
    expect(said).to_contain_text("The tournament is closed", timeout=WAIT_MS)

    page.goto(looked)
    expect(said).to_have_text("dee wagers 300 points on dozen-1, placed by the dealer.", timeout=WAIT_MS)


def test_what_was_refused_stands_there_with_its_clause(chromium: Browser, service: Service) -> None:
    page = open_page(chromium, service, f"/surveillance?view=tournaments&tournament={ID}", NAMES[Role.REGULATOR])
    page.locator("#tournaments").get_by_label("Refused only").check()
    records = page.locator("#tournaments cr-timeline .record")
    expect(records.filter(has_text="for another")).to_have_count(1, timeout=WAIT_MS)
    assert records.evaluate_all("(all) => all.every((each) => each.classList.contains('refused'))")
    records.filter(has_text="No player wagers for another").click()
    clause = page.locator("#tournaments .replay-words .clause")
    expect(clause).to_have_text("CO 47.1-2213.07(4)", timeout=WAIT_MS)


def test_it_plays_by_itself_until_somebody_pauses(chromium: Browser, service: Service) -> None:
    path = f"/surveillance?view=tournaments&tournament={ID}&record=1"
    page = open_page(chromium, service, path, NAMES[Role.SURVEILLANCE])
    where = page.locator("#tournaments .replay-where")
    expect(where).to_contain_text("Record 1 of", timeout=WAIT_MS)
    page.locator("#tournaments .speed").select_option("10")
    page.locator("#tournaments").get_by_role("button", name="Play", exact=True).click()
    expect(where).to_contain_text(re.compile(r"Record ([6-9]|\d\d) of"), timeout=WAIT_MS)
    page.locator("#tournaments").get_by_role("button", name="Pause").click()
    expect(page.locator("#tournaments").get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_it_is_there_in_every_language(chromium: Browser, service: Service) -> None:
    """By day in the longest and in the one with other letters."""
    page = open_page(chromium, service, f"/surveillance?view=tournaments&tournament={ID}", NAMES[Role.SURVEILLANCE])
    for language in extent(("de", "zh-Hans"), nightly=tuple(LANGUAGES)):
        word = LANGUAGES[language]
        page.locator("cr-language select").select_option(language)
        expect(page.locator("#tab-tournaments")).to_have_text(word, timeout=WAIT_MS)
        expect(page.locator("#tournaments cr-leaderboard tbody tr").first).to_be_visible(timeout=WAIT_MS)
        day.is_sound(page, f"watch-{language}", PHONE, only=WORDS)
    page.locator("cr-language select").select_option("en")  # the account keeps its language
    expect(page.locator("html")).to_have_attribute("lang", "en", timeout=WAIT_MS)


def test_who_may_not_see_identities_is_not_offered_it(chromium: Browser, service: Service) -> None:
    page = open_page(chromium, service, "/surveillance?view=tournaments", NAMES[Role.SUPERVISOR])
    expect(page.locator("#tab-replay")).to_be_visible()
    expect(page.locator("#tab-tournaments")).to_be_hidden()
    expect(page.locator("#tournaments")).to_be_hidden()


def test_the_directors_page_replays_it_too(chromium: Browser, service: Service) -> None:
    page = open_page(chromium, service, f"/director/{ID}", NAMES[Role.DIRECTOR])
    page.locator("#rooms").get_by_role("button", name="Replay", exact=True).click()
    said = page.locator("cr-tournament-replay .replay-said")
    expect(said).to_contain_text("The tournament is closed", timeout=WAIT_MS)
    page.get_by_role("button", name="First record").click()
    expect(said).to_contain_text("is drafted under co-2014", timeout=WAIT_MS)
    day.is_sound(page, "director-replay", LAPTOP, PHONE)


@pytest.mark.clause("CO 47.1-2213.01", duty="form")
@pytest.mark.clause("CO 47.1-2213.02", duty="prize-form")
@pytest.mark.clause("CO 47.1-2213.05 voucher", duty="values")
def test_every_form_and_notice_is_printed_from_the_page(chromium: Browser, service: Service) -> None:
    """By hand: seven entries with a fee each, $490 in cash and a voucher of $50; green stands for 50, black for 500."""
    page = open_page(chromium, service, f"/director/{ID}", NAMES[Role.DIRECTOR])
    page.locator("#rooms").get_by_role("button", name="Rules", exact=True).click()
    page.get_by_text("Forms and notices to print").click()
    links = page.locator("#room details a")
    expect(links.first).to_be_visible(timeout=WAIT_MS)
    day.is_sound(page, "director-prints")
    said = {}
    for title in links.all_inner_texts():
        link = links.get_by_text(title, exact=True).get_attribute("href") or ""
        assert page.request.get(link).body()[:5] == b"%PDF-", title
        said[title] = page.request.get(f"{link}?format=txt").text()
    sentence = "Except as changed by these tournament rules, tournament play shall follow the house rules of"
    assert f"{sentence} Silver Plume Casino." in " ".join(said["Tournament rules"].split())
    entrants = said["Entrants and how each paid"]
    assert [len(re.findall(rf"\b{name}\b", entrants)) for name in ("ann", "bob", "cy", "dee")] == [2, 2, 1, 2]
    assert re.search(r"5 +ann +final .*\$10\.00 +voucher +\$40\.00 +voucher +\$20\.00 +2\b", entrants)
    assert "$490.00" in said["Prize payouts"]
    assert {"$10.00", "$40.00"} <= set(re.findall(r"\$[\d,.]+\d", said["Prize vouchers"]))
    assert re.search(r"[Gg]reen.*\b50\b", said["Points of each color"], re.DOTALL)
    assert not {"All seat cards", "A seat card"} & set(said)  # nobody has a seat any more
    page.locator("#rooms").get_by_role("button", name="Money", exact=True).click()
    row = page.locator("tr", has=page.get_by_role("button", name="Print voucher 2"))
    for said_of_it in ("Printed.", "Printed again: a copy, paper 2."):  # the journal counts them
        with page.expect_download() as paper:
            row.get_by_role("button").click()
        assert paper.value.path().read_bytes()[:5] == b"%PDF-"
        expect(row.get_by_role("status")).to_have_text(said_of_it)
