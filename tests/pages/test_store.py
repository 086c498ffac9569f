"""What a page knows of a table follows from the frames alone (docs/protocol.md)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

WAGER = {
    "seat": 4,
    "spot": "17",
    "amount": 500,
    "color": "sky",
    "chips": "electronic",
    "coupon": 0,
    "tip": False,
    "imprisoned": False,
}
SEAT = {"seat": 4, "color": "sky", "player": "ana", "value": 100, "stacks": {"electronic": 9500}}
WELCOME = {"type": "welcome", "protocol": 1, "you": {"name": "ana", "role": "player", "seat": 4}, "now": 5_000}
SNAPSHOT = {
    "type": "snapshot",
    "version": 10,
    "now": 5_000,
    "view": {
        "number": "7",
        "phase": "betting",
        "round": 3,
        "result": "",
        "results": ["17"],
        "seats": [SEAT],
        "wagers": [WAGER],
        "you": {"seat": 4, "choose": [], "last_round": None},
        "choose_until": 0,
        "disputes": [],
    },
}


def news(after: int, version: int, **more: Any) -> dict[str, Any]:
    return {"type": "news", "after": after, "version": version, "now": 6_000, **more}


def told(page: Page, *messages: list[dict[str, Any]], pending: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a store knows after the messages; `pending` is sent before them."""
    found: dict[str, Any] = page.evaluate(
        """async ([messages, pending]) => {
          const { Store, wagersOf, ownSeat } = await import('/static/core/store.js');
          const store = new Store(), changes = [];
          store.addEventListener('change', ({ detail }) => changes.push({
            topics: [...detail.topics], happened: detail.happened, snapshot: detail.snapshot }));
          if (pending) store.pend('c-1', pending);
          const gaps = messages.map((frames) => store.receive(frames).gap);
          const state = store.state;
          return { gaps, changes, version: state.version, table: state.table, seats: [...state.seats.values()],
            wagers: wagersOf(state), pending: [...state.pending.keys()], choose: state.choose, last: state.last,
            own: ownSeat(state)?.seat ?? null, skew: state.skew, locked: state.locked };
        }""",
        [list(messages), pending],
    )
    return found


def test_a_snapshot_is_the_whole_table(page: Page) -> None:
    state = told(page, [WELCOME, SNAPSHOT])
    assert state["version"] == 10
    assert state["table"]["phase"] == "betting"
    assert state["seats"] == [SEAT]
    assert state["wagers"] == [WAGER]
    assert state["own"] == 4


def test_news_change_what_they_name_and_nothing_else(page: Page) -> None:
    state = told(
        page, [WELCOME, SNAPSHOT], [news(10, 12, table={"phase": "in-track"}, happened=[{"kind": "ball-spun"}])]
    )
    assert state["version"] == 12
    assert state["table"]["phase"] == "in-track"
    assert state["table"]["round"] == 3
    assert state["wagers"] == [WAGER]
    assert state["changes"][-1]["happened"] == [{"kind": "ball-spun"}]
    assert "phase" in state["changes"][-1]["topics"]


def test_the_same_news_again_change_nothing(page: Page) -> None:
    more = news(10, 11, wagers={"whole": False, "list": [WAGER | {"spot": "red"}]})
    once = told(page, [WELCOME, SNAPSHOT], [more])
    twice = told(page, [WELCOME, SNAPSHOT], [more], [more])
    assert twice["wagers"] == once["wagers"]
    assert len(twice["changes"]) == len(once["changes"])
    assert twice["gaps"] == [False, False, False]


def test_a_gap_asks_for_a_resync_and_changes_nothing(page: Page) -> None:
    state = told(page, [WELCOME, SNAPSHOT], [news(11, 12, table={"phase": "paid"})])
    assert state["gaps"] == [False, True]
    assert state["version"] == 10
    assert state["table"]["phase"] == "betting"


def test_a_snapshot_in_the_same_message_mends_a_gap(page: Page) -> None:
    state = told(page, [WELCOME, SNAPSHOT], [news(11, 12), SNAPSHOT | {"version": 13}])
    assert state["gaps"] == [False, False]
    assert state["version"] == 13


def test_amount_nothing_means_gone_and_whole_replaces_all(page: Page) -> None:
    gone = told(page, [WELCOME, SNAPSHOT], [news(10, 11, wagers={"whole": False, "list": [WAGER | {"amount": 0}]})])
    assert gone["wagers"] == []
    other = WAGER | {"spot": "17-20"}
    whole = told(page, [WELCOME, SNAPSHOT], [news(10, 11, wagers={"whole": True, "list": [other]})])
    assert whole["wagers"] == [other]


def test_a_seat_without_name_and_color_is_empty(page: Page) -> None:
    left = {"seat": 4, "color": "", "player": "", "value": None, "stacks": None}
    state = told(page, [WELCOME, SNAPSHOT], [news(10, 11, seats=[left])])
    assert state["seats"] == []
    assert state["own"] is None


def test_a_command_is_shown_as_pending_until_its_answer(page: Page) -> None:
    command = {"type": "place-wager", "seat": 4, "spot": "8", "stake": 100, "chips": "electronic"}
    state = told(page, [WELCOME, SNAPSHOT], pending=command)
    assert state["pending"] == ["c-1"]
    assert next(wager for wager in state["wagers"] if wager.get("pending") == "placing")["spot"] == "8"
    refused = told(
        page,
        [WELCOME, SNAPSHOT],
        [{"type": "answer", "id": "c-1", "version": 11, "outcome": "refused"}],
        pending=command,
    )
    assert refused["pending"] == []
    assert refused["wagers"] == [WAGER]


def test_a_done_answer_keeps_its_chip_until_the_news_show_it(page: Page) -> None:
    """The chip never blinks: it is pending until the version that holds it has been seen."""
    command = {"type": "place-wager", "seat": 4, "spot": "8", "stake": 100, "chips": "electronic"}
    done = {"type": "answer", "id": "c-1", "version": 11, "outcome": "done"}
    state = told(page, [WELCOME, SNAPSHOT], [done], pending=command)
    assert state["pending"] == ["c-1"]
    state = told(
        page,
        [WELCOME, SNAPSHOT],
        [done],
        [news(10, 11, wagers={"whole": False, "list": [WAGER | {"spot": "8", "amount": 100}]})],
        pending=command,
    )
    assert state["pending"] == []
    assert [wager["spot"] for wager in state["wagers"]] == ["17", "8"]
    assert not any(wager.get("pending") for wager in state["wagers"])


def test_a_snapshot_replaces_everything_but_what_is_unanswered(page: Page) -> None:
    command = {"type": "take-down", "seat": 4, "spot": "17", "stake": 500, "chips": "electronic"}
    state = told(page, [WELCOME, SNAPSHOT], [SNAPSHOT | {"version": 20}], pending=command)
    assert state["pending"] == ["c-1"]
    assert state["wagers"][0]["pending"] == "taking"


def test_your_part_of_the_news(page: Page) -> None:
    last = {"round": 2, "number": "17", "staked": 500, "kept": 18_000, "wagers": []}
    state = told(page, [WELCOME, SNAPSHOT], [news(10, 11, you={"seat": 4, "choose": ["red"], "last_round": last})])
    assert state["choose"] == ["red"]
    assert state["last"] == last
