"""What a player does becomes commands; quick hands get what they meant, because commands are answered in order."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.pages.test_store import SNAPSHOT, WAGER, WELCOME

SETUP = """
const { Store } = await import('/static/core/store.js');
const { Play } = await import('/static/pages/terminal-play.js');
const store = new Store(), sent = [];
store.receive([WELCOME, SNAPSHOT]);
const link = { command(command) {
  const id = `c-${sent.length}`;
  sent.push(command); store.pend(id, command);
  return new Promise(() => {});
} };
const play = new Play({ store, link, card: { wheel: 'american' }, refused() {}, done() {} });
const chip = { amount: 500, chips: 'electronic', color: '' };
"""


def sent(page: Page, script: str) -> list[list[Any]]:
    """The commands of a script, none of them answered: type, spot, stake."""
    found: list[list[Any]] = page.evaluate(
        f"""async ([WELCOME, SNAPSHOT]) => {{ {SETUP} {script}
          return sent.map((each) => [each.type, each.spot, each.stake]); }}""",
        [WELCOME, SNAPSHOT],
    )
    return found


def test_undo_takes_back_the_last_move_and_then_the_one_before(page: Page) -> None:
    assert WAGER["spot"] == "17"
    commands = sent(page, "play.place('17', chip); play.place('8', chip); play.undo(); play.undo(); play.undo();")
    assert commands == [
        ["place-wager", "17", 500],
        ["place-wager", "8", 500],
        ["take-down", "8", 500],
        ["take-down", "17", 500],
    ]


def test_undo_passes_over_a_move_of_which_nothing_is_left(page: Page) -> None:
    commands = sent(
        page,
        "play.place('8', chip); play.place('9', chip);"
        "play.take(play.own.find((each) => each.spot === '9')); play.undo();",
    )
    assert commands[-2:] == [["take-down", "9", 500], ["take-down", "8", 500]]


def test_clear_right_after_undo_takes_down_what_is_left(page: Page) -> None:
    commands = sent(page, "play.place('17', chip); play.undo(); play.clear();")
    assert commands == [["place-wager", "17", 500], ["take-down", "17", 500], ["take-down", "17", 500]]


def test_double_places_once_more_what_stands(page: Page) -> None:
    assert sent(page, "play.double(); play.undo();") == [["place-wager", "17", 500], ["take-down", "17", 500]]


def test_taking_back_never_asks_for_more_than_there_is(page: Page) -> None:
    script = "const big = { ...chip, amount: 2500 }; for (const spot of ['17', '17', '8']) play.takeBack(spot, big);"
    assert sent(page, script) == [["take-down", "17", 500]]


def test_a_saved_layout_is_placed_as_it_stood(page: Page) -> None:
    commands = sent(page, "play.save('mine'); play.placeAll(play.saved[0].bets, 'electronic'); play.forget('mine');")
    assert commands == [["place-wager", "17", 500]]
