"""Every page of the demonstration in a state that shows a lot: seats, chips, results, figures, records.

Each table is in another part of a round, and stays there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from playwright.sync_api import Page, expect

from tests.browser.hand import Hand, Hands
from tests.fonts.serving import DIRECTOR, TABLES
from tests.fonts.tournament import ID

BIG_SIX = "3"
EVERY_TABLE = 8
"""Number of tables of the demonstration, including those that stay closed here."""
NUMBERS = ("17", "36", "32")
STOPS = ("$20", "joker", "$10")
SEATS = {1: ("ana", "sky"), 2: ("ben", "orange"), 4: ("cleo", "pink"), 7: ("maximilian", "lavender")}
"""Who plays; the last of them has no terminal and does not bet."""
NEWCOMER = ("ben", "6")
"""Somebody who has yet to take a seat there."""
STAKE = {"6": 400}
WAGERS: Mapping[str, tuple[str, ...]] = {
    "1": ("17", "17-20", "red", "low", "high", "dozen-2", "adjacent-17"),
    "2": ("17", "color-6-black", "color-8-purple", "low", "high", "even", "seven-numbers"),
    "3": ("$1", "$5", "$20", "joker", "flag"),
    "4": ("17", "red", "high", "column-1", "dozen-3"),
    "5": ("17", "black", "low", "column-2", "dozen-1"),
    "6": ("17", "16-17", "odd", "high", "dozen-2"),
}


def prepare(hands: Hands) -> None:
    """Tables 1 and 2 take bets, at 3 and 5 winners have been paid, at 4 players choose in prison, at 6 bets are closed.
    At table 2 a round is in dispute."""
    for table in TABLES:
        hand = hands.at(table)
        for number in STOPS if table == BIG_SIX else NUMBERS:
            _round(hand, number)
        seats = {seat: player for seat, player in SEATS.items() if (player[0], table) != NEWCOMER}
        for seat, (player, color) in seats.items():
            hand.does("take-seat", seat=seat, player=player)
            hand.does("set-chips", seat=seat, color=color, value=100)
            hand.does("buy-chips", seat=seat, amount=123_400, chips="electronic")
        for seat, (player, _) in list(seats.items())[:-1]:
            for spot in WAGERS[table]:
                bet = {"seat": seat, "spot": spot, "stake": STAKE.get(table, 1_000), "chips": "electronic"}
                hand.does("place-wager", by=player, **bet)
    _rest(hands.at("3"), "$5")
    _pay(hands.at("3"))
    hands.at("4").crown("0")
    hands.at("5").crown("17")
    _pay(hands.at("5"))
    hands.at("6").spin()
    hands.at("6").call()


def _rest(hand: Hand, number: str) -> None:
    if hand.table == BIG_SIX:
        hand.call()
        hand.does("spin-wheel", wheel="clockwise")
        hand.announce(number)
    else:
        hand.crown(number)


def _pay(hand: Hand) -> None:
    hand.does("collect-losers")
    hand.does("pay-winners")


def _round(hand: Hand, number: str) -> None:
    _rest(hand, number)
    _pay(hand)
    if hand.table != BIG_SIX:
        hand.does("lift-crown")


class Scene(Struct, frozen=True):
    """A page as somebody sees it, `ready` when it shows everything."""

    person: str
    path: str
    ready: Callable[[Page], None]
    parts: str = ""
    """Buttons that show, on a phone, one part of the page after the other."""


def shows(selector: str) -> Callable[[Page], None]:
    return lambda page: expect(page.locator(selector).first).to_be_visible()


def seated(page: Page) -> None:
    expect(page.locator("body")).to_have_attribute("data-link", "open")
    expect(page.locator("body")).not_to_have_attribute("data-phase", "")


def dialog(opener: str, selector: str) -> Callable[[Page], None]:
    def ready(page: Page) -> None:
        seated(page)
        page.locator(opener).click()
        expect(page.locator(selector).first).to_be_visible()

    return ready


def pit(part: str, selector: str) -> Callable[[Page], None]:
    """The pit with a part of the chosen table."""

    def ready(page: Page) -> None:
        page.locator(f"#chosen [data-tab={part}]").click()
        expect(page.locator(selector).first).to_be_visible()

    return ready


def room(tab: str, selector: str, least: int = 1) -> Callable[[Page], None]:
    """Surveillance with one of its views, which is complete when it shows this many of something."""

    def ready(page: Page) -> None:
        page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#{tab} {selector}").nth(least - 1)).to_be_visible()

    return ready


SCENES = {
    "lobby": Scene("", "/", shows("#tables .tile")),
    "lobby of a player": Scene("ana", "/", shows("#tables .tile")),
    "sign-in": Scene("", "/sign-in", shows("#login-list li")),
    "account": Scene("vera", "/account", shows("#keys-part h2")),
    "no such page": Scene("", "/nowhere", shows("h1")),
    **{f"terminal {table}": Scene("ana", f"/play/{table}", seated, ".tabs button") for table in ("1", "2", "3")},
    **{f"terminal {table}": Scene("ana", f"/play/{table}", seated) for table in ("4", "5", "6")},
    "terminal of a guest": Scene("rae", "/play/1", seated),
    "a seat": Scene("ben", "/play/6", dialog("#sit", ".seat-dialog")),
    "menu": Scene("ana", "/play/1", dialog("#menu-open", "#dialog")),
    "last rounds": Scene("ana", "/play/5", dialog("[data-act='rounds']", "#dialog cr-rounds")),
    **{f"felt {table}": Scene("", f"/felt/{table}", shows("cr-board svg .box")) for table in ("1", "2", "3", "5")},
    "dealer 1": Scene("dora", "/dealer/1", shows("cr-next h2"), ".views button"),
    **{f"dealer {table}": Scene("dora", f"/dealer/{table}", shows("cr-next h2")) for table in ("3", "5", "6")},
    "pit": Scene("vera", "/pit", shows("#chosen h2")),
    "cage": Scene("cass", "/cage", shows("#forms h3")),
    "pit, figures": Scene("vera", "/pit", pit("figures", ".wheel-bars")),
    "pit, equipment": Scene("vera", "/pit", pit("equipment", "#chosen .log")),
    "surveillance": Scene("sid", "/surveillance", shows("[data-version]")),
    "surveillance, wall": Scene(
        "sid", "/surveillance", room("wall", ".result:is(.red, .black, .green, .plain)", EVERY_TABLE)
    ),
    "surveillance, chain": Scene("sid", "/surveillance", room("chain", ".hash")),
    "surveillance, alerts": Scene("sid", "/surveillance", room("alerts", ".alert-words")),
    "surveillance, premises": Scene("sid", "/surveillance", room("premises", ".record")),
    "account of a player": Scene("ana", "/account", shows("main h1")),
    "several tables": Scene("ana", "/several?tables=1,2", shows("iframe")),
    "tournaments": Scene("", "/tournaments", shows("main h2")),
    "tournament": Scene("ana", f"/tournament/{ID}", shows("#places tr")),
    "hall": Scene("", f"/hall/{ID}", shows("#places tr, cr-leaderboard tr")),
    "director": Scene(DIRECTOR, f"/director/{ID}", shows("#rooms button"), "#rooms button"),
    "set-up": Scene(DIRECTOR, "/director", shows("fieldset.block")),
    "odds": Scene("", "/odds", shows("#wagers td")),
    "odds with a replica": Scene("", "/odds?book=nj&wheel=american&offers=five-adjacent", shows("#wagers td")),
    "odds, Big Six": Scene("", "/odds?book=nj&wheel=big-six", shows("#wagers td")),
    "rules": Scene("", "/rules/4", shows(".sheet section")),
    "receipt": Scene("", "/receipt", shows("#check button")),
}

ALIKE = frozenset(
    {"terminal 2", "terminal 5", "terminal 6", "felt 2", "felt 5", "dealer 3", "dealer 6", "odds with a replica"}
)
"""Scenes with the same texts as others at another table: looked at with every font, and not in every language."""
CLEAN = frozenset(
    {
        *("lobby", "sign-in", "account", "odds", "receipt", "rules", "felt 1", "dealer 1", "pit", "cage"),
        *(
            "surveillance",
            "surveillance, wall",
            "surveillance, chain",
            "surveillance, alerts",
            "surveillance, premises",
        ),
    }
)
"""One scene of each page whose contrast and controls are measured too."""


def _views() -> dict[str, tuple[str, ...]]:
    found: dict[tuple[str, str], list[str]] = {}
    for name, scene in SCENES.items():
        found.setdefault((scene.person, scene.path), []).append(name)
    return {names[0]: tuple(names) for names in found.values()}


VIEWS = _views()
"""Scenes that one person sees on one page, one after the other, by the name of the first: it is loaded once for all."""
