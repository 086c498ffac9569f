"""What a state of the table means for the player at the terminal, and what is offered after a refusal."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from croupier.web.files import STATIC
from tests.pages.test_store import SEAT, SNAPSHOT, WAGER, WELCOME

PAGES = STATIC / "pages"
STANDING = """async ([welcome, snapshot]) => {
  const { Store } = await import('/static/core/store.js');
  const { note, standing, wealth } = await import('/static/pages/terminal-standing.js');
  const store = new Store();
  store.receive([welcome, snapshot]);
  const card = { betting: ['betting', 'in-track'] };
  return { ...standing(store.state, card), wealth: wealth(store.state), note: note(store.state) };
}"""
REMEDY = """async ([command, refusal, wagers]) => {
  const { refusalOf, remedy } = await import('/static/pages/terminal-refusals.js');
  const card = { own_chips: 'electronic', spots: { 17: { name: 'Straight 17' } } };
  const placed = [];
  const take = (wager) => placed.push(['take', wager.amount]), place = (...asked) => placed.push(asked);
  const play = { own: wagers, take, place };
  const answer = { outcome: 'refused', refusal };
  const offer = remedy(command, answer, { card, play, value: 300 });
  offer?.run();
  return { words: offer?.words ?? null, placed, message: refusalOf(card, command, answer).message };
}"""


def standing(page: Page, **view: Any) -> Any:
    return page.evaluate(STANDING, [WELCOME, {**SNAPSHOT, "view": {**SNAPSHOT["view"], **view}}])  # type: ignore[dict-item]


def test_what_is_held_is_the_stack_and_what_lies_on_the_layout(page: Page) -> None:
    other = {**WAGER, "seat": 5, "amount": 700}
    prisoner = {**WAGER, "spot": "red", "amount": 200, "imprisoned": True}
    found = standing(page, wagers=[WAGER, other, prisoner])
    assert (found["held"], found["staked"]) == (9_500 + 500 + 200, 500)
    assert (found["round"], found["open"], found["seated"]) == (3, True, True)
    assert found["wealth"] == "3 4 10200"


@pytest.mark.parametrize(("kept", "won"), [(499, False), (500, False), (501, True)])
def test_a_round_is_won_when_more_came_back_than_was_staked(page: Page, kept: int, won: bool) -> None:
    """Half back of even money is no win; a wager for the dealers is not the player's."""
    last = {
        "round": 2,
        "number": "17",
        "staked": 600,
        "kept": kept + 900,
        "wagers": [
            {"spot": "17", "staked": 500, "kept": kept, "tip": False},
            {"spot": "17", "staked": 100, "kept": 900, "tip": True},
        ],
    }
    found = standing(page, you={"seat": 4, "choose": [], "last_round": last})
    assert (found["settled"], found["won"]) == (2, won)


@pytest.mark.parametrize(
    ("phase", "seats", "choose", "words"),
    [
        ("betting", [SEAT], [], ""),
        ("betting", [], [], "You are watching"),
        ("closed", [], [], ""),
        ("at-rest", [SEAT], ["red"], "Choose"),
    ],
)
def test_the_bar_says_what_the_player_should_know(
    page: Page, phase: str, seats: list[Any], choose: list[str], words: str
) -> None:
    you = {"seat": 4 if seats else None, "choose": choose, "last_round": None}
    found = standing(page, phase=phase, seats=seats, wagers=[], you=you)["note"]
    assert found.startswith(words)
    assert bool(found) == bool(words)


BELOW = {
    "code": "stake-below-minimum",
    "clause": None,
    "message": "Too little.",
    "facts": {"minimum": 500, "stake": 100},
}


def test_below_the_minimum_as_many_chips_as_it_takes_are_offered(page: Page) -> None:
    """The wager needs 500; chips of 300 come to 600."""
    command = {"type": "place-wager", "seat": 4, "spot": "17", "stake": 100, "chips": "electronic"}
    found = page.evaluate(REMEDY, [command, BELOW, []])
    assert found["words"] == "Place $6"
    assert found["placed"] == [["17", {"amount": 600, "chips": "electronic", "color": ""}, False]]


def test_what_would_leave_too_little_may_be_taken_whole(page: Page) -> None:
    command = {"type": "take-down", "seat": 4, "spot": "17", "stake": 400, "chips": "electronic"}
    found = page.evaluate(REMEDY, [command, BELOW, [WAGER]])
    assert found["words"] == "Take all $5"
    assert found["placed"] == [["take", 500]]
    assert page.evaluate(REMEDY, [command, BELOW, []])["words"] is None


def test_of_many_wagers_the_refused_one_is_named(page: Page) -> None:
    refusal = {"code": "stake-above-maximum", "clause": "HS limits", "message": "Too much.", "facts": {"spot": "17"}}
    found = page.evaluate(REMEDY, [{"type": "change-wagers", "seat": 4, "changes": []}, refusal, []])
    assert (found["words"], found["placed"]) == (None, [])
    assert "Straight 17" in found["message"]
    assert "Too much." in found["message"]


def test_the_scripts_of_the_terminal_keep_nothing_in_their_module() -> None:
    scripts = sorted(PAGES.glob("terminal*.js"))
    assert len(scripts) > 10
    for script in scripts:
        lines = script.read_text("utf-8").splitlines()
        assert [line for line in lines if line.startswith(("let ", "var "))] == [], script.name
        assert len(lines) < 400, script.name
