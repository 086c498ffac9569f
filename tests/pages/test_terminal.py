"""The player's terminal against a house that speaks docs/protocol.md: what it offers, says and keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.pages.house import House, card_of, rules_of, view, wager
from tests.pages.sheets import Sheets

ANA = {"seat": 1, "color": "sky", "player": "ana", "value": 100, "stacks": {"electronic": 50_000}}
YOU = {"seat": 1, "choose": [], "last_round": None, "spoken": []}
RED = {"spot": "red", "cash": 2_000}


def speaking(*words: dict[str, Any]) -> dict[str, Any]:
    """Ana's own part, with what waits for the dealer."""
    return YOU | {"spoken": list(words)}


@pytest.fixture(scope="module")
def room(sheets: Sheets) -> Iterator[House]:
    """One browser for the module: each test plays at a table that is as it says."""
    page = sheets.page()
    page.emulate_media(reduced_motion="reduce")
    made = House(page, {})
    made.signs_in("ana", "player")
    made.you = {"name": "ana", "role": "player", "seat": 1}
    yield made
    made.close()


def act(name: str) -> str:
    """The selector of a control."""
    return f'#acts [data-act="{name}"]'


class Table:
    """Table 7 as ana's terminal shows it; news comes one version at a time."""

    def __init__(self, house: House, card: dict[str, Any], **facts: object) -> None:
        self.house, self.page, self.version = house, house.page, 100
        house.said.clear()
        house.answers["GET /tables/7"] = card
        house.snapshots["7"] = view(seats=[ANA], you=YOU) | facts
        house.open("/play/7")
        expect(self.page.locator("body")).to_have_attribute("data-link", "open")

    def news(self, *happened: dict[str, Any], **facts: object) -> None:
        frame = {"type": "news", "after": self.version, "version": self.version + 1, "now": 0, "happened": happened}
        self.version += 1
        self.house.tell("7", frame | facts)

    def commands(self) -> list[dict[str, Any]]:
        return [frame for _, frame in self.house.said if frame["type"] == "command"]

    def asked(self) -> dict[str, Any]:
        """The first command since the page was opened, which is done."""
        while not self.commands():
            self.page.wait_for_timeout(10)  # frames come in while Playwright waits; the test's own time ends this
        frame = self.commands()[0]
        self.house.tell("7", {"type": "answer", "id": frame["id"], "version": self.version, "outcome": "done"})
        command: dict[str, Any] = frame["command"]
        return command

    def act(self, name: str) -> Locator:
        return self.page.locator(act(name))

    def toast(self, words: str) -> Locator:
        return self.page.locator(".toast", has_text=words)


def nj(**facts: object) -> dict[str, Any]:
    return card_of(rules_of("7", "nj", "american", **facts))


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="verbal")
@pytest.mark.parametrize("confirmed", [True, False])
def test_a_spoken_wager_is_one_only_when_the_dealer_confirms_it(room: House, confirmed: bool) -> None:
    """It is offered with cash, shown as pending, and at the call it is a wager or the player keeps the cash."""
    table = Table(room, nj(electronic=False))
    table.act("spoken").click()
    dialog = table.page.locator("#dialog")
    expect(dialog.locator(".clause")).to_have_text("NJ 19:47-5.1(a)")
    dialog.get_by_label("Spot").fill("red")
    dialog.get_by_label("Cash in $").fill("20")
    dialog.get_by_role("button", name="Offer the wager").click()
    assert table.asked() == {"type": "offer-verbal-wager", "seat": 1, "spot": "red", "cash": 2_000}
    expect(dialog).to_be_hidden()
    table.news({"kind": "verbal-wager-offered", "seat": 1, "spot": "red", "amount": 2_000}, you=speaking(RED))
    waits = table.page.locator(".slip-row", has_text="waiting for the dealer")
    expect(waits).to_contain_text("Red")
    expect(waits).to_contain_text("$20")
    if confirmed:
        stands = wager(1, "red", 2_000, "") | {"chips": "value"}
        table.news(
            {"kind": "verbal-wager-confirmed", "seat": 1, "spot": "red", "amount": 2_000, "chips": "value"},
            wagers={"whole": False, "list": [stands]},
            you=speaking(),
        )
        expect(table.toast("Spoken wager confirmed").locator(".clause")).to_have_text("NJ 19:47-5.1(a)")
        expect(table.page.locator('.slip-row[data-bet="red"]')).to_contain_text("$20")
    else:
        table.news({"kind": "no-more-bets-called"}, table={"phase": "no-more-bets"}, you=speaking())
        expect(table.toast("is not a wager. You keep your cash")).to_be_visible()
    expect(waits).to_have_count(0)


def test_what_waits_for_the_dealer_is_there_again_after_a_reload(room: House) -> None:
    """The table knows what was offered: a terminal that was started again shows it until it is decided."""
    table = Table(room, nj(electronic=False), you=speaking(RED, {"spot": "17", "cash": 500}))
    waits = table.page.locator(".slip-row", has_text="waiting for the dealer")
    expect(waits).to_have_count(2)
    expect(waits.first).to_contain_text("Red")
    table.news(
        {"kind": "verbal-wager-confirmed", "seat": 1, "spot": "17", "amount": 500, "chips": "value"},
        you=speaking(RED),
    )
    expect(table.toast("Spoken wager confirmed")).to_contain_text("$5 on")
    expect(waits).to_have_count(1)
    table.news({"kind": "no-more-bets-called"}, table={"phase": "no-more-bets"}, you=speaking())
    expect(table.toast("is not a wager. You keep your cash")).to_contain_text("$20 on Red")
    expect(waits).to_have_count(0)


def test_a_changed_verbal_wager_is_reported(room: House) -> None:
    table = Table(room, nj(electronic=False), you=speaking(RED))
    table.news(
        {"kind": "verbal-wager-offered", "seat": 1, "spot": "red", "amount": 5_000},
        you=speaking({"spot": "red", "cash": 5_000}),
    )
    expect(table.toast("Spoken wager changed")).to_contain_text("$50 on Red is waiting for the dealer, not $20")
    expect(table.page.locator(".slip-row", has_text="waiting for the dealer")).to_have_count(1)


def test_what_was_decided_while_the_terminal_was_away_is_reported(room: House) -> None:
    table = Table(room, nj(electronic=False), you=speaking(RED))
    expect(table.page.locator(".slip-row", has_text="waiting for the dealer")).to_have_count(1)
    snapshot = view(seats=[ANA], you=speaking())
    room.tell("7", {"type": "snapshot", "version": 120, "now": 0, "view": snapshot})
    expect(table.toast("is no longer waiting")).to_contain_text("$20 on Red")
    expect(table.page.locator(".slip-row", has_text="waiting for the dealer")).to_have_count(0)


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="verbal")
@pytest.mark.parametrize(
    ("book", "wheel", "electronic"),
    [("nj", "american", True), ("co-2014", "american", False), ("sd", "american", False), ("nj", "big-six", False)],
)
def test_no_wager_is_spoken_where_the_rules_take_none(room: House, book: str, wheel: str, electronic: bool) -> None:
    table = Table(room, card_of(rules_of("7", book, wheel, electronic=electronic)))
    expect(table.act("undo")).to_be_visible()
    expect(table.act("spoken")).to_be_hidden()
    table.page.keyboard.press("s")
    expect(table.page.locator("#dialog")).to_be_hidden()


@pytest.mark.parametrize(
    ("phase", "why"),
    [
        ("no-more-bets", "No more bets. Every bet stays until winners are paid and the crown is lifted."),
        ("paid", "The layout is locked until winners are paid and the crown is lifted."),
        ("closed", "The table is closed."),
    ],
)
def test_a_locked_layout_says_why_and_asks_for_nothing(room: House, phase: str, why: str) -> None:
    """Buttons keep their place in the tab order, are described, and send nothing; then they are what they were."""
    table = Table(room, nj(), phase=phase, result="17", wagers=[wager(1, "17", 500, "sky")])
    take = table.page.locator('.slip-row[data-bet="17"] .slip-take')
    for control in (*map(table.act, ("undo", "clear", "double", "rebet")), take):
        expect(control).to_have_attribute("aria-disabled", "true")
        expect(control).to_have_accessible_description(why)
        control.focus()
        control.press("Enter")
        expect(table.toast(why)).to_be_visible()
        expect(table.page.locator("#live-polite")).to_have_text(why)
        table.page.locator(".toast-close").click()
    assert table.commands() == []
    table.news({"kind": "crown-lifted"}, table={"phase": "betting", "result": ""})
    for control in (*map(table.act, ("clear", "double", "rebet")), take):
        expect(control).to_have_attribute("aria-disabled", "false")
        expect(control).to_have_accessible_description("")
    expect(table.act("undo")).to_have_accessible_description("There is nothing to undo.")


def test_a_saved_layout_waits_until_bets_are_open(room: House) -> None:
    kept = {"name": "Layout 1", "bets": [{"spot": "17", "amount": 500}]}
    room.answers["POST /favorites"] = {"layouts": [kept]}
    table = Table(room, nj(), wagers=[wager(1, "17", 500, "sky")])
    table.page.keyboard.press("l")
    dialog = table.page.locator("#dialog")
    dialog.get_by_role("button", name="Save", exact=True).click()
    place = dialog.get_by_role("button", name="Place")
    expect(place).to_have_attribute("aria-disabled", "false")
    table.news({"kind": "no-more-bets-called"}, table={"phase": "no-more-bets"})
    expect(place).to_have_attribute("aria-disabled", "true")
    expect(place).to_have_accessible_description(
        "No more bets. Every bet stays until winners are paid and the crown is lifted."
    )
    place.press("Enter")
    expect(dialog).to_be_visible()
    table.news({"kind": "crown-lifted"}, table={"phase": "betting"})
    expect(place).to_have_attribute("aria-disabled", "false")
    place.evaluate("(button) => { button.click(); button.click(); }")
    assert table.asked()["spot"] == "17"
    expect(dialog).to_be_hidden()
    assert len(table.commands()) == 1, "two touches place it once"


def test_the_dialog_of_saved_layouts_does_not_wait_long_for_an_answer(room: House) -> None:
    """It closes with the drawing of the wagers, or soon without an answer, for the layout is in sight then."""
    room.answers["POST /favorites"] = {"layouts": [{"name": "Layout 1", "bets": [{"spot": "17", "amount": 500}]}]}
    table = Table(room, nj(), wagers=[wager(1, "17", 500, "sky")])
    table.page.keyboard.press("l")
    dialog = table.page.locator("#dialog")
    dialog.get_by_role("button", name="Save", exact=True).click()
    dialog.get_by_role("button", name="Place").click()
    expect(dialog).to_be_hidden(timeout=1_000)
    table.asked()


def test_the_rack_begins_with_the_least_of_each_bet(room: House) -> None:
    """Where minimums differ a touch places each spot's own; where one chip is always enough it is one chip."""
    table = Table(room, nj())
    first = table.page.get_by_role("radio").first
    expect(first).to_have_attribute("aria-checked", "true")
    expect(first).to_have_accessible_name("The minimum of each bet")
    stakes = table.page.evaluate(
        "['17', 'red', '1-2-3'].map((spot) => document.querySelector('cr-rack').stake(spot).amount)"
    )
    assert stakes == [100, 500, 100]
    table = Table(room, nj(), seats=[ANA | {"value": 500}])
    expect(table.page.get_by_role("radio").first).to_have_accessible_name("$5")
    table = Table(room, nj(), seats=[ANA | {"value": 25}])
    stakes = table.page.evaluate("['17', 'red'].map((spot) => document.querySelector('cr-rack').stake(spot).amount)")
    assert stakes == [100, 500]


def test_the_rack_offers_nothing_above_every_maximum(room: House) -> None:
    """The largest maximum is that of the outside bets, $500: a stack of 25 chips of $25 could be placed nowhere."""
    card = nj()
    assert max(spot["maximum"] for spot in card["spots"].values()) == 500_00
    table = Table(room, card, seats=[ANA | {"value": 2_500}])
    offered = table.page.get_by_role("radio")
    expect(offered).to_have_count(3)
    assert [int(each.get_attribute("data-amount") or 0) for each in offered.all()] == [25_00, 125_00, 250_00]
    table = Table(room, card, seats=[ANA | {"value": 500}])
    expect(table.page.get_by_role("radio").last).to_have_accessible_name("$500")


def test_others_words_are_shown_and_not_obeyed(room: House) -> None:
    table = Table(room, nj())
    table.news({"kind": "dispute-decided", "dispute": 1, "decision": "upheld", "why": "ok\u202eevil\u0007"})
    expect(table.toast("Your dispute was decided")).to_contain_text("upheld ok⟨U+202E⟩evil⟨U+0007⟩")
    expect(table.page.locator("#live-polite")).to_contain_text("⟨U+202E⟩evil")


def test_a_correction_is_told_to_its_player(room: House) -> None:
    table = Table(room, nj())
    table.news({"kind": "balance-corrected", "seat": 1, "paid": -500, "round": 6, "why": "It was 16.", "claimed": 200})
    expect(table.toast("Balance corrected")).to_contain_text("Round 6: −$5. $2 is still owed to the house. It was 16.")


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave"))
def test_the_choice_in_prison_is_announced_with_its_time_and_its_default(room: House) -> None:
    """Half back and one more spin look alike: the house recommends neither."""
    card = card_of(rules_of("7", "co-2014", "european", zero="in-prison"))
    table = Table(room, card, phase="at-rest", result="0", wagers=[wager(1, "red", 1_000, "sky")])
    expect(table.page.locator("#prison")).to_be_hidden()
    due = {"phase": "crowned", "choose_until": table.page.evaluate("Date.now()") + 9_000}
    table.news({"kind": "crown-placed", "number": "0"}, table=due, you={"choose": ["red"]})
    expect(table.page.locator("#live-assertive")).to_contain_text("Choose for Red $10: half back, or in prison")
    expect(table.page.locator("#live-assertive")).to_contain_text(
        "If you do not choose in time, the bet is left in prison for one more spin."
    )
    expect(table.page.locator("#phase")).to_contain_text("Choose: half back, or in prison")
    looks = table.page.locator(".prison-list button").evaluate_all(
        "(buttons) => buttons.map((each) => [each.className, getComputedStyle(each).backgroundImage].join())"
    )
    assert len(looks) == 2
    assert looks[0] == looks[1]
    table.page.get_by_role("button", name="Leave in prison").click()
    assert table.asked() == {"type": "choose-in-prison", "seat": 1, "spot": "red", "choice": "leave"}
    table.news({"kind": "prison-chosen", "seat": 1, "spot": "red"}, you={"choose": []})
    expect(table.page.locator("#prison")).to_be_hidden()


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave"))
@pytest.mark.parametrize("size", [(1280, 800), (768, 1024), (390, 844), (320, 568), (844, 390)], ids=str)
def test_no_message_lies_on_the_choice_in_prison(room: House, size: tuple[int, int]) -> None:
    """The choice has its time, and a message stays for nine seconds: both buttons can be touched at once."""
    card = card_of(rules_of("7", "co-2014", "european", zero="in-prison"))
    table = Table(room, card, phase="at-rest", result="0", wagers=[wager(1, "red", 1_000, "sky")])
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    for paid in (-500, -700):
        table.news(
            {"kind": "balance-corrected", "seat": 1, "paid": paid, "round": 6, "why": "It was 16.", "claimed": 0}
        )
    expect(table.toast("Balance corrected")).to_have_count(2)
    due = {"phase": "crowned", "choose_until": table.page.evaluate("Date.now()") + 60_000}
    table.news({"kind": "crown-placed", "number": "0"}, table=due, you={"choose": ["red"]})
    expect(table.page.locator(".prison-list button")).to_have_count(2)
    for button in table.page.locator(".prison-list button").all():
        button.click(trial=True, timeout=2_000)
    expect(table.toast("Balance corrected")).to_have_count(2)
    table.page.set_viewport_size({"width": 1280, "height": 800})


def test_nothing_moves_while_the_page_arrives(room: House) -> None:
    table = Table(room, nj(), wagers=[wager(1, "17", 500, "sky")], results=["17"])
    moved = table.page.evaluate(
        """() => new Promise((done) => {
          const sum = (list) => list.getEntries().reduce((total, each) => total + each.value, 0);
          new PerformanceObserver((list) => done(sum(list))).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => done(0), 300);
        })"""
    )
    assert moved < 0.01


def test_the_slip_keeps_the_focus_while_others_bet(room: House) -> None:
    """Rows stay while their bets do; when one goes, the focus is not lost to the page."""
    table = Table(room, nj(), wagers=[wager(1, "17", 500, "sky"), wager(1, "8", 500, "sky")])
    take = table.page.locator('.slip-row[data-bet="17"] .slip-take')
    take.focus()
    table.news(wagers={"whole": False, "list": [wager(2, "red", 500, "gold"), wager(1, "17", 900, "sky")]})
    expect(table.page.locator('.slip-row[data-bet="17"]')).to_contain_text("$9")
    expect(take).to_be_focused()
    table.news(wagers={"whole": False, "list": [wager(1, "17", 0, "sky")]})
    expect(table.page.locator(".slip-list")).to_be_focused()


def test_a_round_is_seen_again_step_by_step(room: House) -> None:
    """The bets, the number, what was collected, what was paid; a wager in prison is no lost one."""
    settled: dict[str, Any] = {"player": "ana", "winnings": 0, "returned": 0}
    wagers = [
        wager(1, "17", 500, "sky") | settled | {"outcome": "win", "winnings": 17_500, "returned": 500},
        wager(1, "8", 500, "sky") | settled | {"outcome": "lose"},
        wager(1, "red", 1_000, "sky") | settled | {"outcome": "imprisoned"},
    ]
    times = {"between": False, "began": 0, "ended": 0, "first": 1, "last": 2, "dealer": None}
    room.answers["GET /tables/7/rounds"] = [
        {"round": 9, "result": "17", "wagers": wagers} | times,
        {"round": 8, "result": "0", "wagers": []} | times,
    ]
    table = Table(room, nj())
    table.page.get_by_role("button", name="Rounds", exact=True).click()
    rounds = table.page.locator("cr-rounds")
    chips, board = rounds.locator("cr-board [data-chip]"), rounds.locator("cr-board")
    expect(rounds.locator(".round-sum")).to_contain_text("staked $20, back $180")
    expect(rounds.locator('[data-outcome="imprisoned"] b')).to_have_text("in prison")
    expect(board).to_have_attribute("data-crown", "17")
    rounds.get_by_role("button", name="Bets").click()
    expect(chips).to_have_count(3)
    expect(board).to_have_attribute("data-crown", "")
    rounds.get_by_role("button", name="Collected").click()
    expect(chips).to_have_count(2)
    rounds.get_by_role("button", name="Play again").click()
    expect(rounds.get_by_role("button", name="Bets")).to_have_attribute("aria-pressed", "true")
    expect(rounds.get_by_role("button", name="Paid")).to_have_attribute("aria-pressed", "true")
    expect(rounds.locator(".paid")).to_have_text("+$175")
    rounds.get_by_role("button", name="Round 8: Zero").click()
    expect(rounds.locator(".round-sum")).to_contain_text("you had no bets")
    expect(rounds.get_by_role("button", name="Play again")).to_be_hidden()


def test_what_came_often_is_never_advice(room: House) -> None:
    """Counts are shown once there are enough, with their disclaimer; they cannot be bet on."""
    few, many = [str(number) for number in range(1, 10)], [str(1 + number % 12) for number in range(30)]
    table = Table(room, nj(), results=few)
    expect(table.page.locator(".results-often")).to_be_empty()
    table.page.set_viewport_size({"width": 1920, "height": 1080})
    table.news(table={"results": many})
    expect(table.page.locator(".results-note")).to_have_text(
        "Counts of the last 30: they do not predict the next spin."
    )
    expect(table.page.locator(".results-note")).to_be_visible()
    assert table.page.locator(".results-often button, .results-often a").count() == 0
    table.page.set_viewport_size({"width": 1280, "height": 800})


SIZES = [(1920, 1080), (1280, 800), (820, 1180), (390, 844), (844, 390)]
COVERED = """(owed) => owed.filter((each) => {
  const found = document.querySelector(each), { x, y, width, height } = found.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return !(found.contains(top) || top?.contains(found));
})"""


@pytest.mark.parametrize(
    ("wheel", "offers"),
    [("american", ["five-adjacent"]), ("american", ["six-color", "eight-color", "seven-numbers"]), ("big-six", [])],
)
def test_everything_owed_is_in_sight_at_every_size(room: House, wheel: str, offers: list[str]) -> None:
    """Phase, limits, balance, total, last win, tips, rack, layout; on all but phones also bets and results."""
    card = card_of(rules_of("7", "nj", wheel, offers=offers))
    spot = "17" if wheel == "american" else "$5"
    table = Table(room, card, wagers=[wager(1, spot, 500, "sky")], results=[spot] * 3)
    always = ["#phase", "#limits", "#balance", "#total-bet", "#last-win", "#tip-restriction", "cr-rack"]
    beside = [f'.slip-row[data-bet="{spot}"]', ".slip-input", ".results-list .result"]
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        owed = always + (beside if width > 700 and height > 520 else [])
        for place in (*owed, "#board"):
            expect(table.page.locator(place).first).to_be_in_viewport(ratio=0.98)
        assert table.page.evaluate(COVERED, owed) == [], f"covered at {width}x{height}"
        if width <= 700:
            table.page.locator('[data-show="results"]').click()
            for place in (".results-list .result", ".share" if wheel == "american" else ".results-list", "#figures"):
                expect(table.page.locator(place).first).to_be_in_viewport(ratio=0.6)
            table.page.locator('[data-show="layout"]').click()
    table.page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 800), (768, 1024)])
def test_a_tooltip_covers_no_other_spot_and_nothing_that_is_posted(room: House, width: int, height: int) -> None:
    """Nor the words of the last call."""
    table = Table(room, nj())
    table.page.set_viewport_size({"width": width, "height": height})
    tip = table.page.locator("#board .board-tip")
    for spot in ("17", "2", "36", "17-20", "red", "dozen-2", "column-1", "0", "00"):
        table.page.locator(f'#board [data-spot="{spot}"]').hover(force=True)
        expect(tip).to_be_visible()
        covered = table.page.evaluate(COVERED)
        assert covered == [], spot
    table.page.mouse.move(0, 0)
    table.page.set_viewport_size({"width": 1280, "height": 800})


COVERED = """() => {
  const tip = document.querySelector('#board .board-tip').getBoundingClientRect();
  const over = (box) => Math.min(tip.right, box.right) - Math.max(tip.left, box.left) > 1
    && Math.min(tip.bottom, box.bottom) - Math.max(tip.top, box.top) > 1;
  return [...document.querySelectorAll('#board [data-spot], #sign-strip, .caption, cr-phase, .posted, .dock')]
    .filter((each) => over(each.getBoundingClientRect()))
    .map((each) => each.dataset.spot ?? (each.id || each.className));
}"""


def test_a_hundred_wagers_are_drawn_when_they_are_answered_or_after_a_while_as_pending(room: House) -> None:
    """One wager is drawn at once; of many the first drawing would only delay the second."""
    card = nj()
    spots = [spot for spot, each in card["spots"].items() if each["parts"] == 1 and not each["same_as"]][:100]
    table = Table(room, card, wagers=[wager(1, spot, 100, "sky") for spot in spots])
    expect(table.page.locator(".slip-row")).to_have_count(100)
    waiting = "(button) => { button.click(); return document.querySelectorAll('.slip-row[data-pending]').length; }"
    assert table.page.locator(f'[data-bet="{spots[0]}"] .slip-take').evaluate(waiting) == 1
    table.asked()
    table.news({"kind": "wager-taken-down"}, wagers={"whole": False, "list": [wager(1, spots[0], 0, "sky")]})
    expect(table.page.locator(".slip-row")).to_have_count(99)
    room.said.clear()
    assert table.act("clear").evaluate(waiting) == 0
    expect(table.page.locator(".slip-row[data-pending=taking]")).to_have_count(99)
    command = table.asked()
    assert (command["type"], len(command["changes"])) == ("change-wagers", 99)
    table.news({"kind": "wagers-changed"}, wagers={"whole": True, "list": []})
    expect(table.page.locator(".slip-row")).to_have_count(0)
