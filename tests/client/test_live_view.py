"""The client's copy of a table: a snapshot replaces everything, news update it, a gap is detected."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.client.live_view import Gap, LiveView


def wager(spot: str, amount: int) -> dict[str, Any]:
    return {
        "seat": 1,
        "spot": spot,
        "amount": amount,
        "color": "",
        "chips": "electronic",
        "tip": False,
        "imprisoned": False,
    }


def seat(number: int, color: str = "blue", player: str | None = None) -> dict[str, Any]:
    return {"seat": number, "color": color, "player": player, "value": None, "stacks": None}


@pytest.fixture
def live_view() -> LiveView:
    made = LiveView()
    view = {"phase": "betting", "round": 3, "you": None, "seats": [seat(1)], "wagers": [wager("17", 500)]}
    made.replace({"version": 10, "view": view})
    return made


def test_news_change_what_they_name_and_nothing_else(live_view: LiveView) -> None:
    live_view.follow({"after": 10, "version": 12, "table": {"phase": "in-track"}})
    assert live_view.version == 12
    assert live_view["phase"] == "in-track"
    assert live_view["round"] == 3
    assert live_view.view["wagers"] == [wager("17", 500)]


def test_a_wager_is_laid_raised_and_taken_away(live_view: LiveView) -> None:
    some = [wager("17", 700), wager("20", 100)]
    live_view.follow({"after": 10, "version": 11, "wagers": {"whole": False, "list": some}})
    assert live_view.view["wagers"] == some
    live_view.follow({"after": 11, "version": 12, "wagers": {"whole": False, "list": [wager("17", 0)]}})
    assert live_view.view["wagers"] == [wager("20", 100)]
    live_view.follow({"after": 12, "version": 13, "wagers": {"whole": True, "list": []}})
    assert live_view.view["wagers"] == []


def test_a_seat_without_name_and_color_is_removed_and_the_last_value_counts(live_view: LiveView) -> None:
    live_view.follow({"after": 10, "version": 11, "seats": [seat(2), seat(2, player="bo"), seat(1, "", "")]})
    assert live_view.view["seats"] == [seat(2, player="bo")]
    assert live_view.seat(1) is None


@pytest.mark.parametrize("after", [9, 11])
def test_news_after_a_gap_are_rejected_and_change_nothing(live_view: LiveView, after: int) -> None:
    before = live_view.view
    with pytest.raises(Gap):
        live_view.follow({"after": after, "version": 12, "table": {"phase": "paid"}})
    assert live_view.view == before
    assert live_view.version == 10


def test_a_snapshot_replaces_everything(live_view: LiveView) -> None:
    live_view.replace({"version": 99, "view": {"phase": "closed", "seats": [], "wagers": []}})
    assert live_view.view == {"phase": "closed", "seats": [], "wagers": []}
    assert live_view.version == 99
