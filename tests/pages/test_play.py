"""What a player does becomes commands; fast input works as intended, because commands are answered in order."""

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
const storage = { load: async () => [], keep: async (layouts) => layouts };
const play = new Play({ store, link, storage, sending() {}, refused() {}, done() {} });
const chip = { amount: 500, chips: 'electronic', color: '' };
"""


def sent(page: Page, script: str) -> list[list[Any]]:
    """The commands of a script, none of them answered: type, spot, stake."""
    found: list[list[Any]] = page.evaluate(
        f"""async ([WELCOME, SNAPSHOT]) => {{ {SETUP} {script}
          const many = ({{ changes }}) => changes.map(({{ spot, amount }}) => [spot, amount]);
          return sent.map((each) => [each.type, each.spot ?? many(each), each.stake ?? null]); }}""",
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


def test_undo_puts_back_what_the_last_move_took(page: Page) -> None:
    """Taking back is a move like any other, and so is clearing everything by mistake."""
    commands = sent(
        page,
        "play.place('8', chip); play.take(play.own.find((each) => each.spot === '8')); play.undo();"
        "play.clear(); play.undo();",
    )
    assert commands == [
        ["place-wager", "8", 500],
        ["take-down", "8", 500],
        ["place-wager", "8", 500],
        ["change-wagers", [["17", -500], ["8", -500]], None],
        ["change-wagers", [["17", 500], ["8", 500]], None],
    ]


def test_undo_passes_over_a_move_that_was_refused(page: Page) -> None:
    """A refused chip cannot be undone; undo applies to the move before it."""
    commands = sent(
        page,
        "play.place('8', chip); play.place('9', chip); store.drop('c-1'); play.undo();",
    )
    assert commands == [["place-wager", "8", 500], ["place-wager", "9", 500], ["take-down", "8", 500]]


def test_clear_right_after_undo_takes_down_what_is_left(page: Page) -> None:
    commands = sent(page, "play.place('17', chip); play.undo(); play.clear();")
    assert commands == [["place-wager", "17", 500], ["take-down", "17", 500], ["take-down", "17", 500]]


def test_double_places_once_more_what_stands(page: Page) -> None:
    assert sent(page, "play.double(); play.undo();") == [["place-wager", "17", 500], ["take-down", "17", 500]]


def test_taking_back_never_asks_for_more_than_there_is(page: Page) -> None:
    script = "const big = { ...chip, amount: 2500 }; for (const spot of ['17', '17', '8']) play.takeBack(spot, big);"
    assert sent(page, script) == [["take-down", "17", 500]]


def test_wagers_for_the_dealers_stay_so(page: Page) -> None:
    """When they are doubled, and when a saved layout is placed again."""
    found = page.evaluate(
        f"""async ([WELCOME, SNAPSHOT]) => {{ {SETUP}
          play.tip = true; play.place('8', chip); play.tip = false; play.double();
          await play.save('mine'); play.placeAll(play.saved[0].bets, 'electronic'); play.forget('mine');
          return sent.map((each) => (each.changes ?? [{{ ...each, amount: each.stake }}]).map(
            ({{ spot, amount, tip }}) => [spot, amount, Boolean(tip)])); }}""",
        [WELCOME, SNAPSHOT],
    )
    assert found == [
        [["8", 500, True]],
        [["17", 500, False], ["8", 500, True]],
        [["17", 1000, False], ["8", 1000, True]],
    ]


def test_what_is_pending_of_many_wagers_shows_on_each(page: Page) -> None:
    """Wagers to be taken down are marked, and new ones shown next to them, until the one answer comes."""
    script = "play.place('8', chip); play.double(); play.clear();"
    found = page.evaluate(
        f"""async ([WELCOME, SNAPSHOT]) => {{ {SETUP} {script}
          return play.own.map(({{ spot, amount, pending }}) => [spot, amount, pending ?? '']); }}""",
        [WELCOME, SNAPSHOT],
    )
    assert found == [
        ["17", 500, "taking"],
        ["8", 500, "placing"],
        ["17", 500, "placing"],
        ["8", 500, "placing"],
    ]


def test_a_saved_layout_is_placed_as_it_stood(page: Page) -> None:
    commands = sent(
        page, "await play.save('mine'); play.placeAll(play.saved[0].bets, 'electronic'); play.forget('mine');"
    )
    assert commands == [["place-wager", "17", 500]]
