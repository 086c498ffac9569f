"""Repeated bets: one rebet a round in the player's name, and everything that ends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.accessibility import violations
from tests.nightly import extent
from tests.pages.house import House, card_of, lobby, rules_of, tile, wager
from tests.pages.reach import outside
from tests.pages.sheets import Sheets
from tests.pages.test_terminal import ANA, YOU, Table, act

SIZES = [(1280, 800), (1920, 1080), (1024, 768), (768, 1024), (390, 844), (844, 390), (640, 400)]
FIVE = wager(1, "17", 500, "sky")


@pytest.fixture(scope="module")
def room(sheets: Sheets) -> Iterator[House]:
    page = sheets.page()
    page.emulate_media(reduced_motion="reduce")
    made = House(page, {"GET /tables": lobby(tile("7"))})
    made.signs_in("ana", "player")
    made.you = {"name": "ana", "role": "player", "seat": 1}
    yield made
    made.close()


def card(repeats: int = 25, **choices: object) -> dict[str, Any]:
    return card_of(rules_of("7", "nj", "american", **choices)) | {"repeats": repeats}


class Repeating:
    """Ana has $495 in her rack and $5 on 17 in round 7, and repeats that."""

    def __init__(self, room: House, rounds: int = 10, loss: str = "50", *, win: bool = True) -> None:
        self.table = Table(room, card(), wagers=[FIVE], seats=[self.ana(49_500)])
        self.room, self.page, self.round, self.stack = room, room.page, 7, 49_500
        self.button.click()
        dialog = self.page.locator("#dialog")
        dialog.get_by_label("Rounds").fill(str(rounds))
        dialog.get_by_label("Lose at most").fill(loss)
        if not win:
            dialog.get_by_label("End after a round that wins").uncheck()
        dialog.get_by_role("button", name="Repeat").click()
        expect(dialog).to_be_hidden()
        expect(self.words).to_have_text(f"End 0/{rounds}")

    @staticmethod
    def ana(stack: int) -> dict[str, Any]:
        return ANA | {"stacks": {"electronic": stack}}

    @property
    def button(self) -> Locator:
        return self.table.act("repeat")

    @property
    def words(self) -> Locator:
        return self.page.locator("#repeat-words")

    @property
    def bets(self) -> list[dict[str, Any]]:
        return [each["command"] for each in self.table.commands()]

    def settle(self, kept: int = 0, settled: int | None = None) -> None:
        """The round is over, and its bet kept so much; the next one begins."""
        number = self.round if settled is None else settled
        result = {"spot": "17", "staked": 500, "kept": kept, "tip": False}
        last = {"round": number, "number": "17" if kept else "5", "staked": 500, "kept": kept, "wagers": [result]}
        self.stack += kept
        self.round += 1
        self.table.news(
            {"kind": "crown-lifted", "round": self.round - 1},
            table={"phase": "betting", "round": self.round, "result": ""}, seats=[self.ana(self.stack)],
            wagers={"whole": True, "list": []}, you=YOU | {"last_round": last},
        )  # fmt: skip
        expect(self.page.locator("body")).to_have_attribute("data-round", str(self.round))

    def answer(self, count: int, outcome: str = "done", **facts: object) -> None:
        """The order comes, and is answered; if it is done, the bet stands."""
        while len(self.table.commands()) < count:
            self.page.wait_for_timeout(10)
        frame = self.table.commands()[count - 1]
        answer = {"type": "answer", "id": frame["id"], "version": self.table.version, "outcome": outcome}
        self.room.tell("7", answer | facts)
        if outcome == "done":
            self.stack -= 500
            self.table.news(
                {"kind": "wagers-changed", "seat": 1},
                wagers={"whole": False, "list": [FIVE]}, seats=[self.ana(self.stack)],
            )  # fmt: skip

    def ended(self, words: str) -> None:
        expect(self.table.toast("Your bets are no longer repeated")).to_contain_text(words)
        expect(self.words).to_have_text("Repeat")


def test_the_wagers_are_repeated_each_round_until_the_count_is_reached(room: House) -> None:
    play = Repeating(room, rounds=2)
    assert play.bets == []
    for done in (1, 2):
        play.settle()
        play.answer(done)
        expect(play.words).to_have_text(f"End {done}/2")
    play.settle()
    play.ended("All rounds have been played.")
    assert play.bets == [{"type": "rebet", "seat": 1}] * 2


@pytest.mark.parametrize(("loss", "bets"), [("15", 2), ("14.99", 1), ("5", 0)])
def test_no_round_is_bet_that_could_lose_more_than_the_limit(room: House, loss: str, bets: int) -> None:
    """Every round loses $5, the first one too: with $15 a third may be lost, with a cent less it may not."""
    play = Repeating(room, loss=loss)
    for done in range(bets):
        play.settle()
        play.answer(done + 1)
    play.settle()
    play.ended(f"Another round could lose more than ${loss} in all.")
    assert len(play.bets) == bets


def test_it_ends_at_a_win(room: House) -> None:
    play = Repeating(room)
    play.settle()
    play.answer(1)
    play.settle(kept=18_000)
    play.ended("The last round won.")
    assert len(play.bets) == 1


def test_it_continues_after_a_win_where_the_player_wants_that(room: House) -> None:
    play = Repeating(room, win=False)
    play.settle(kept=18_000)
    play.answer(1)
    expect(play.words).to_have_text("End 1/10")


def test_a_returned_stake_is_not_a_win(room: House) -> None:
    play = Repeating(room)
    play.settle(kept=500)
    play.answer(1)
    expect(play.words).to_have_text("End 1/10")


def test_a_refusal_ends_it(room: House) -> None:
    play = Repeating(room)
    play.settle()
    refusal: dict[str, Any] = {"code": "stack-too-small", "clause": None, "message": "You have $2.", "facts": {}}
    play.answer(1, "refused", refusal=refusal)
    play.ended("You have $2.")
    play.settle(settled=7)
    assert len(play.bets) == 1


@pytest.mark.parametrize("act", ["clear", "double"])
def test_any_change_by_the_player_ends_it(room: House, act: str) -> None:
    play = Repeating(room)
    play.table.act(act).click()
    play.ended("You changed something.")
    play.settle()
    play.page.wait_for_timeout(200)
    assert [each["type"] for each in play.bets] == [{"clear": "take-down", "double": "place-wager"}[act]]


def test_the_player_ends_it_with_the_same_button(room: House) -> None:
    play = Repeating(room)
    expect(play.button).to_have_attribute("aria-pressed", "true")
    play.button.click()
    play.ended("You ended it.")
    expect(play.button).to_have_attribute("aria-pressed", "false")


def test_leaving_the_seat_ends_it(room: House) -> None:
    play = Repeating(room)
    gone = {"seat": 1, "color": "", "player": "", "value": None, "stacks": None}
    play.table.news({"kind": "seat-left", "seat": 1}, seats=[gone], you=YOU | {"seat": None})
    expect(play.table.toast("Your bets are no longer repeated")).to_contain_text("You have left the seat.")


def test_bets_that_did_not_stand_are_not_repeated(room: House) -> None:
    """A voided round gives the bets back, and an earlier layout would be what is bet again."""
    play = Repeating(room)
    play.settle(settled=3)
    play.ended("Your bets did not stand in the last round.")
    assert play.bets == []


def test_a_page_that_is_hidden_bets_no_further(room: House) -> None:
    play = Repeating(room)
    play.page.evaluate(
        """() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true });
          document.dispatchEvent(new Event('visibilitychange')); }"""
    )
    play.ended("You left this page.")
    play.settle()
    play.page.wait_for_timeout(200)
    assert play.bets == []


def test_a_page_that_is_reloaded_repeats_nothing(room: House) -> None:
    play = Repeating(room)
    play.page.reload()
    expect(play.page.locator("body")).to_have_attribute("data-link", "open")
    play.table.version = 100
    play.settle()
    play.page.wait_for_timeout(200)
    assert play.bets == []
    expect(play.words).to_have_text("Repeat")


def test_a_lost_connection_ends_it(room: House) -> None:
    play = Repeating(room)
    room.deaf = True
    play.ended("The connection was lost.")
    room.deaf = False


@pytest.mark.parametrize(("typed", "right"), [("4.99", False), ("5", True), ("", False), ("much", False)])
def test_the_limit_is_at_least_what_one_round_can_lose(room: House, typed: str, right: bool) -> None:
    table = Table(room, card(), wagers=[FIVE])
    table.act("repeat").click()
    dialog = table.page.locator("#dialog")
    expect(dialog).to_contain_text("The bets on the layout, $5, are placed again")
    expect(dialog).to_contain_text("It does not change the odds")
    dialog.get_by_label("Lose at most").fill(typed)
    if typed:
        dialog.get_by_role("button", name="Repeat").click()
    expect(dialog).to_be_hidden() if right else expect(dialog).to_be_visible()


@pytest.mark.parametrize(("rounds", "right"), [(1, True), (25, True), (26, False), (0, False)])
def test_the_house_says_how_many_rounds(room: House, rounds: int, right: bool) -> None:
    table = Table(room, card(), wagers=[FIVE])
    table.act("repeat").click()
    dialog = table.page.locator("#dialog")
    dialog.get_by_label("Rounds, up to 25").fill(str(rounds))
    dialog.get_by_role("button", name="Repeat").click()
    expect(dialog).to_be_hidden() if right else expect(dialog).to_be_visible()


def test_there_is_no_repeat_where_the_house_does_not_allow_it(room: House) -> None:
    table = Table(room, card(0), wagers=[FIVE])
    expect(table.act("undo")).to_be_visible()
    expect(table.act("repeat")).to_be_hidden()
    table.page.keyboard.press("e")
    expect(table.page.locator("#dialog")).to_be_hidden()


def test_without_wagers_nothing_is_repeated(room: House) -> None:
    table = Table(room, card())
    expect(table.act("repeat")).to_have_attribute("aria-disabled", "true")
    table.page.keyboard.press("e")
    expect(table.toast("Nothing of yours stands on the layout.")).to_be_visible()


ACTS = ("undo", "clear", "double", "rebet", "repeat", "layouts", "called", "tip")


def test_every_act_is_in_reach_with_everything_that_a_house_can_offer(room: House) -> None:
    full = card_of(rules_of("7", "co-2014", "european", offers=["called-bets", "trio-0-2-3"], tip_wager_max=500))
    table = Table(room, full | {"repeats": 25}, wagers=[FIVE], seats=[ANA | {"stacks": {"electronic": 1_234_500}}])
    for width, height in SIZES:
        room.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert outside(table.page.locator("body"), map(act, ACTS)) == []
        table.act("repeat").click()
        close = table.page.locator("#dialog").get_by_role("button", name="Repeat")
        close.scroll_into_view_if_needed()
        expect(close).to_be_in_viewport(ratio=0.98)
        if (width, height) in extent(((1280, 800), (390, 844)), nightly=SIZES):
            assert violations(table.page) == "", (width, height)
        table.page.keyboard.press("Escape")
        expect(table.page.locator("#dialog")).to_be_hidden()
    room.page.set_viewport_size({"width": 1280, "height": 800})
