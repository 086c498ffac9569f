"""The pages of a tournament, fed with what the service shows of real ones: a full hall, and each role's own view."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from croupier.terms.people import Actor, Role
from croupier.tournament.view import tournament_view
from tests.accessibility import violations
from tests.pages.house import House, felt
from tests.tournament.playing import DIRECTOR, Hall, document, event_document

WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT_OFF = """() => {
  const frame = document.querySelector('#main').getBoundingClientRect();
  return [...document.querySelectorAll('#places tbody tr, #seating li')]
    .filter((each) => each.getBoundingClientRect().bottom > frame.bottom + 1).length;
}"""


def full_hall(entrants: int) -> Hall:
    """A round of this many players at tables of six, the best two of each table advance; game 1 came to 17."""
    event = event_document(
        tables=20, seats=6, round=[{"games": 5, "best_of_table": 2, "cap": 1000}, {"games": 5}],
        prize=[{"place": 1, "share": "1/2"}, {"place": 2, "share": "3/10"}, {"place": 3, "share": "1/5"}],
    )  # fmt: skip
    chips = {"numbered": False, "colors": {"green": 25, "black": 100, "purple": 500}}
    hall = Hall(document(events=[event], chips=chips, split=True)).register()
    entries = [hall.enter(f"player {number}") for number in range(1, entrants + 1)]
    hall.start()
    spots = ("17", "black", "red", "1", "odd", "even")
    hall.game("17", *((entry, spots[entry % 6], 100 + entry) for entry in entries))
    return hall


def seen(hall: Hall, viewer: Actor | None) -> dict[str, Any]:
    view = msgspec.to_builtins(tournament_view(hall.planned, hall.state, viewer), str_keys=True)
    return {"version": 9, "now": hall.now, "tournament": view}


@pytest.fixture(scope="module")
def forty() -> Hall:
    return full_hall(40)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (390, 844)])
def test_a_full_hall_is_shown_without_a_line_cut_off(house: House, forty: Hall, size: tuple[int, int]) -> None:
    house.answers["GET /tournaments/x"] = seen(forty, None)
    house.page.set_viewport_size({"width": size[0], "height": size[1]})
    house.open("/hall/x")
    expect(house.page.locator("#places tbody tr").first).to_contain_text("player")
    expect(house.page.locator(".tablecard").first).to_contain_text("4 spins left")
    assert violations(house.page) == ""
    assert house.page.evaluate(WIDE) <= 0
    if size[0] > 900:
        assert house.page.evaluate(CUT_OFF) == 0


@pytest.mark.clause("CO 47.1-2214(2)", duty="notice")
def test_the_felt_of_a_table_in_a_tournament_shows_what_each_color_stands_for(house: House, forty: Hall) -> None:
    """And always the current values; a table that plays for money shows none."""
    answer = seen(forty, None)
    house.answers["GET /tournaments/x"] = answer
    felt(house, tournament="x")
    colors = house.page.locator("#colors li")
    expect(colors).to_have_text(["Green 25 points", "Black 100 points", "Purple 500 points"], ignore_case=True)
    expect(house.page.locator("#colors-title")).to_have_text("What each color stands for")
    assert violations(house.page) == ""
    values = [{"color": "green", "points": 50}, {"color": "black", "points": 250}, {"color": "purple", "points": 1000}]
    house.answers["GET /tournaments/x"] = answer | {"tournament": answer["tournament"] | {"colors": values}}
    expect(colors).to_have_text(["Green 50 points", "Black 250 points", "Purple 1,000 points"], ignore_case=True)
    felt(house)
    expect(house.page.locator("#colors")).to_be_hidden()


def test_a_player_sees_points_place_and_what_it_takes(house: House, forty: Hall) -> None:
    house.signs_in("player 6", "player")
    line = next(each for each in forty.state.entries.values() if each.name == "player 6")
    house.answers["GET /tournaments/x"] = seen(forty, Actor("player 6", Role.PLAYER))
    house.answers["GET /tournaments/x/rules"] = {"title": "Spring Open", "house": "Silver Plume", "chapters": []}
    house.open("/tournament/x")
    figures = house.page.locator("#own-figures")
    expect(figures).to_contain_text(f"{line.points.count:,}")
    expect(figures).to_contain_text("of 40")
    expect(figures).to_contain_text("To advance")
    expect(figures.locator(".spins dd")).to_have_text("4")
    expect(house.page.locator("#places tr.own")).to_have_count(1)
    assert violations(house.page) == ""


@pytest.mark.parametrize(
    ("role", "can", "cannot"),
    [
        (Role.DIRECTOR, ("settle-game", "balance-tables", "correct-points"), ("count-fees", "wager-points")),
        (Role.DEALER, ("settle-game", "wager-points"), ("balance-tables", "correct-points", "enter-player")),
        (Role.ACCOUNTANT, ("count-fees",), ("settle-game", "pay-prize")),
        (Role.PLAYER, ("wager-points",), ("settle-game", "correct-points")),
        (Role.SURVEILLANCE, (), ("settle-game", "count-fees")),
    ],
)
def test_each_role_is_offered_its_own_tasks(
    forty: Hall, role: Role, can: tuple[str, ...], cannot: tuple[str, ...]
) -> None:
    view = seen(forty, Actor("player 1", role))["tournament"]
    assert set(can) <= set(view["tasks"])
    assert not set(cannot) & set(view["tasks"])
    has_books = role in (Role.DIRECTOR, Role.ACCOUNTANT, Role.SURVEILLANCE)
    assert (view["desk"] is not None) is has_books


def test_nobody_but_those_who_answer_for_it_sees_identities(forty: Hall) -> None:
    for viewer in (None, Actor("player 1", Role.PLAYER), Actor("dora", Role.SUPERVISOR)):
        assert "id player 2" not in str(seen(forty, viewer))
    assert "id player 2" in str(seen(forty, DIRECTOR))


def test_surveillance_replays_a_tournament(house: House, forty: Hall) -> None:
    viewer = Actor("sid", Role.SURVEILLANCE)
    house.signs_in("sid", "surveillance")
    whole = seen(forty, viewer)
    told = {"actor": "dora", "role": "tournament-director", "words": "Spring Open is drafted.", "refused": None}
    record = {"version": 1, "at": forty.now, "kind": "tournament-drafted", "round": 0, **told}
    past = {"version": 1, "last": 90, "tournament": whole["tournament"], "accounts": {"pool:open": 4_000_00}}
    house.answers |= {
        "GET /tournaments/x": whole,
        "GET /tournaments/x/card": (404, {"error": {"code": "x", "message": "x", "clause": None}}),
        "GET /tournaments/x/at/1": past,
        "GET /tournaments/x/records": {"version": 1, "records": [record]},
    }
    house.open("/director/x")
    house.page.get_by_role("button", name="Replay", exact=True).click()
    replay = house.page.locator("cr-tournament-replay")
    expect(replay.get_by_role("status")).to_have_text("Record 1 of 1")
    expect(replay.locator(".replay-said")).to_have_text("Spring Open is drafted.")
    expect(replay.locator(".replay-house")).to_contain_text("Pool open")
    expect(replay.locator("tbody tr")).to_have_count(40)
    assert violations(house.page) == ""
    house.errors.clear()  # the browser reports the 404 itself
