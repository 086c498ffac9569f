"""The language of a page: which it is, how texts, amounts and times are written in it, and what it cannot say."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.house import House, card_of, lobby, rules_of, tile
from tests.pages.sheets import Sheets
from tests.pages.site import site


def run(page: Page, module: str, code: str) -> Any:
    """What the code gives, with the module as `m`."""
    return page.evaluate(f"async () => {{ const m = await import('/static/{module}'); return {code}; }}")


@pytest.mark.parametrize(
    ("chosen", "asked", "right"),
    [
        (None, ["de-AT", "en"], "de"),
        (None, ["pt-BR", "es-MX", "en-US"], "es"),
        (None, ["zh-CN", "en"], "zh-Hans"),
        (None, ["zh-Hans-SG"], "zh-Hans"),
        (None, ["ru", "FR-ca"], "fr"),
        (None, ["ru"], "en"),
        (None, [], "en"),
        ("fr", ["de"], "fr"),
        ("tlh", ["de"], "de"),
    ],
)
def test_the_choice_comes_before_what_the_browser_asks_for(
    page: Page, chosen: str | None, asked: list[str], right: str
) -> None:
    arguments = {"chosen": [None, chosen], "asked": asked}
    found = page.evaluate(
        "async ({ chosen, asked }) => (await import('/static/core/languages.js')).pick(chosen, asked)", arguments
    )
    assert found == right


@pytest.mark.parametrize(
    ("language", "count", "right"),
    [
        ("en", 0, "No bets"),
        ("en", 1, "1 bet"),
        ("en", 1000, "1,000 bets"),
        ("de", 1000, "1.000 bets"),
        ("fr", 0, "No bets"),
        ("fr", 1.5, "1,5 bet"),
    ],
)
def test_a_plural_follows_the_language(page: Page, language: str, count: float, right: str) -> None:
    text = "{count, plural, =0 {No bets} one {# bet} other {# bets}}"
    found = page.evaluate(
        """async ({ text, language, count }) => {
          const { parse, spell } = await import('/static/core/messages.js');
          const ways = { plurals: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) };
          return spell(parse(text), { count }, ways).join('');
        }""",
        {"text": text, "language": language, "count": count},
    )
    assert found == right


def test_a_choice_may_stand_in_a_choice(page: Page) -> None:
    found = page.evaluate(
        """async () => {
          const { parse, spell } = await import('/static/core/messages.js');
          const ways = { plurals: new Intl.PluralRules('en'), numbers: new Intl.NumberFormat('en') };
          const whose = "{who, select, dealer {The dealer's} other {{name}’s}}";
          const parts = parse(`${whose} {n, plural, one {chip} other {# chips}}`);
          return [['dealer', 1], ['player', 2]].map(([who, n]) => spell(parts, { who, n, name: 'Ana' }, ways).join(''));
        }"""
    )
    assert found == ["The dealer's chip", "Ana’s 2 chips"]


@pytest.mark.parametrize("text", ["{", "}", "{name", "{n, plural, one {x}}", "{n, plural, other {x}", "{}", "{a b}"])
def test_a_broken_text_is_a_fault(page: Page, text: str) -> None:
    with pytest.raises(Exception, match="Error"):
        page.evaluate("async (text) => (await import('/static/core/messages.js')).parse(text)", text)


def test_a_text_without_its_value_is_a_fault(page: Page) -> None:
    with pytest.raises(Exception, match="No value is given for way"):
        run(page, "core/language.js", "m.t('lobby.way.of')")


def test_an_unknown_key_is_told_and_shown(window: Page) -> None:
    told: list[str] = []
    window.on("console", hear := lambda message: told.append(message.text))
    assert run(window, "core/language.js", "m.t('house.nothing')") == "house.nothing"
    assert told == ["There is no text house.nothing in en."]
    window.remove_listener("console", hear)


def test_an_element_may_be_a_value(page: Page) -> None:
    code = "m.rich('lobby.no-answer', { why: document.createElement('b') }).map((each) => each.tagName ?? each)"
    assert run(page, "core/language.js", code) == ["The service does not answer (", "B", "). Trying again …"]


SPEAKERS = {"en-US": "en", "es-MX": "es", "fr-CA": "fr", "de-CH": "de", "zh-CN": "zh-Hans"}


@pytest.fixture(params=SPEAKERS)
def speaker(request: pytest.FixtureRequest, sheets: Sheets) -> tuple[str, Page]:
    """A browser that asks for a language, and the language that it gets."""
    return SPEAKERS[request.param], sheets.page(locale=request.param)


AMOUNTS = {
    "en": ["$5", "$1,250", "$0.50", "−$12,345.67", "1,234.50 €"],
    "es": ["5 $", "1250 $", "0,50 $", "−12.345,67 $", "1234,50 €"],
    "fr": ["5 $", "1 250 $", "0,50 $", "−12 345,67 $", "1 234,50 €"],
    "de": ["5 $", "1.250 $", "0,50 $", "−12.345,67 $", "1.234,50 €"],
    "zh-Hans": ["$5", "$1,250", "$0.50", "−$12,345.67", "€1,234.50"],
}


def test_amounts_are_written_as_the_language_writes_them(speaker: tuple[str, Page]) -> None:
    language, page = speaker
    code = """[...[500, 125000, 50, -1234567].map((each) => m.dollars(each)),
      (m.countIn({ code: 'EUR', sign: '€', decimals: 2, sign_last: true }), m.dollars(123450))]"""
    found = [each.replace("\u00a0", " ").replace("\u202f", " ") for each in run(page, "core/money.js", code)]
    assert found == AMOUNTS[language]


TYPED: dict[str, dict[str, int | None]] = {
    "en": {"25": 2500, "12.50": 1250, "$1,250": 125000, "1,250.5": 125050, "12,50": 125000, "x": None, "": None},
    "es": {"25": 2500, "12,50": 1250, "12.50": 1250, "1.250": 125000, "1.250,5 $": 125050},
    "fr": {"25": 2500, "12,50": 1250, "12.50": 1250, "1 250": 125000, "1 250,5 $": 125050},
    "de": {"25": 2500, "12,50": 1250, "12.50": 1250, "1.250": 125000, "1.250,5 $": 125050},
    "zh-Hans": {"25": 2500, "12.50": 1250, "1,250": 125000},
}


def test_amounts_are_read_as_people_type_them(speaker: tuple[str, Page]) -> None:
    language, page = speaker
    found = page.evaluate(
        "async (typed) => { const m = await import('/static/core/money.js'); return typed.map(m.cents); }",
        list(TYPED[language]),
    )
    assert dict(zip(TYPED[language], found, strict=True)) == TYPED[language]


def test_a_page_says_its_language(speaker: tuple[str, Page]) -> None:
    language, page = speaker
    table = card_of(rules_of("7", "co-2014", "american"))
    house = House(page, {"GET /tables": lobby(tile("7")), "GET /tables/7": table})
    page.goto(f"{site().url}/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", "ltr")
    right = {"en": "Posted rules", "es": "Reglas publicadas", "fr": "Règles affichées", "de": "Ausgehängte Regeln"}
    expect(page.locator(".ways")).to_contain_text(right.get(language, "公示规则"))
    house.close()


def test_a_chosen_language_stays(house: House) -> None:
    page = house.page
    page.goto(f"{site().url}/")
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    page.goto(f"{site().url}/sign-in")
    expect(page.get_by_role("button", name="Se connecter")).to_be_visible()
    expect(page.get_by_label("Langue")).to_have_value("fr")


def test_the_language_of_an_account_follows_to_another_browser(house: House) -> None:
    """A guest's choice stays in the browser, and is back when the player has signed out."""
    page = house.page
    page.goto(f"{site().url}/", wait_until="commit")  # it may be loaded once more
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    house.signs_in("ana", "player", language="de")
    page.goto(f"{site().url}/", wait_until="commit")  # it may be loaded once more
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", name="Tische", exact=True)).to_be_visible()
    house.answers["GET /session"] = (204, None)
    page.goto(f"{site().url}/", wait_until="commit")  # it may be loaded once more
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_what_a_player_chooses_is_told_to_the_service(house: House) -> None:
    page = house.page
    house.signs_in("ana", "player", language="de")
    house.answers["POST /session/language"] = (204, None)
    page.goto(f"{site().url}/", wait_until="commit")  # it may be loaded once more
    menu = page.get_by_label("Sprache")
    expect(menu).to_have_value("de")
    house.signs_in("ana", "player", language="es")
    menu.select_option("es")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert house.asked.count("POST /session/language") == 1


def test_a_choice_that_the_service_does_not_keep_is_taken_back(house: House) -> None:
    page = house.page
    house.signs_in("ana", "player", language="de")
    page.goto(f"{site().url}/", wait_until="commit")  # it may be loaded once more
    menu = page.get_by_label("Sprache")
    menu.select_option("es")
    expect(menu).to_have_value("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    house.errors.clear()  # the browser reports the answer
