"""A player's session and the last results, as the service tells them from the records."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, cast

import pytest
from starlette.requests import Request

from croupier.access.accounts import TERMINALS
from croupier.access.person import Person
from croupier.floor.history import History
from croupier.floor.history_file import FOLDER
from croupier.records.report import shifts
from croupier.records.results import RESULTS_MAX
from croupier.records.sittings import BREAK_MS, KEPT_MS, Sitting, SittingReader, last_session
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.evolve import evolve
from croupier.table.state import Seat, Table
from croupier.terms.people import Actor, Role
from croupier.web.api import play_session
from croupier.web.api.results import count_results
from croupier.web.endpoint import Call, Endpoint
from croupier.wire.events import CommandRefused, from_record
from tests.records.days import journal_of
from tests.records.test_spins import DAYS
from tests.web.api.world import ANN, BOB, BOSS, DEALER, World, bet, opening, spin

PLAY, RESULTS = "/api/v1/tables/1/play", "/api/v1/tables/1/results"
MINUTE = 60_000


def session(world: World) -> Any:
    answer = world.signed_in(Role.PLAYER).get(PLAY)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_session_is_for_its_player(world: World) -> None:
    world.do("1", *opening(ANN))
    for role in Role:
        assert world.signed_in(role).get(PLAY).status_code == (200 if role is Role.PLAYER else 403)
    assert world.nobody.get(PLAY).status_code == 401


def test_who_has_not_played_has_no_session(world: World) -> None:
    world.do("1", *opening(BOB))
    told = session(world)
    assert (told["since"], told["result"], told["sittings"], told["shared"]) == (None, 0, [], False)


def test_the_result_is_what_came_out_and_is_held_less_what_went_in(world: World) -> None:
    """A lost dollar, a straight won at 35 to 1, a tip, a part cashed out, a wager that stands."""
    world.do("1", *opening(ANN, BOB), bet(ANN, 1, "17", 100), bet(BOB, 2, "red", 500), *spin("18"))
    assert session(world)["result"] == -100
    world.do("1", bet(ANN, 1, "17", 200), *spin("17"))
    assert session(world)["result"] == -100 + 35 * 200
    world.do("1", *spin("17"))
    told = session(world)
    assert (told["rounds"], told["result"]) == (2, 6_900)
    world.do(
        "1",
        c.GiveTip(by=ANN, at=0, seat=1, amount=500, chips=Chips.ELECTRONIC),
        c.CashOut(by=DEALER, at=0, seat=1, amount=50_000, chips=Chips.ELECTRONIC),
        bet(ANN, 1, "black", 1_000),
    )
    told = session(world)
    assert (told["bought"], told["cashed"], told["held"]) == (100_000, 50_000, 100_000 + 6_900 - 500 - 50_000)
    assert told["result"] == 6_400
    (sitting,) = told["sittings"]
    assert (sitting["table"], sitting["seat"], sitting["until"]) == ("1", 1, None)
    assert told["since"] == sitting["since"] <= told["now"]


def test_a_session_continues_after_a_short_break(world: World) -> None:
    world.do("1", *opening(ANN), bet(ANN, 1, "17", 1_000), *spin("18"))
    first = session(world)
    world.do(
        "1",
        c.CashOut(by=DEALER, at=0, seat=1, amount=99_000, chips=Chips.ELECTRONIC),
        c.LeaveSeat(by=ANN, at=0, seat=1),
        c.TakeSeat(by=ANN, at=0, seat=2, player="ann"),
    )
    told = session(world)
    assert (told["since"], told["result"]) == (first["since"], -1_000)
    assert [each["result"] for each in told["sittings"]] == [-1_000, 0]


def test_what_was_read_is_kept_and_is_the_same_from_the_beginning(world: World) -> None:
    world.do("1", *opening(ANN, BOB), bet(ANN, 1, "17", 1_000), *spin("17"))
    place = world.service.premises.places["1"]
    assert place.history is not None
    before = place.history.sittings("ann"), place.history.results()
    place.history.close()
    premises = world.service.premises
    directory, stream = premises.directory, place.history.stream
    kept = History(premises.store, stream, directory)
    assert (kept.sittings("ann"), kept.results()) == before
    kept.close()
    (directory / FOLDER / f"{stream.replace('/', '-')}.cache").unlink()
    fresh = History(premises.store, stream, directory)
    assert (fresh.sittings("ann"), fresh.results()) == before
    fresh.close()


def sitting(since: int, until: int | None, table: str = "1") -> tuple[str, Sitting]:
    return table, Sitting("ann", 1, since, until)


@pytest.mark.parametrize(
    ("sittings", "now", "counted"),
    [
        ([], 0, []),
        ([sitting(0, None)], 5 * KEPT_MS, [0]),
        ([sitting(0, MINUTE)], MINUTE + BREAK_MS - 1, [0]),
        ([sitting(0, MINUTE)], MINUTE + BREAK_MS, []),
        ([sitting(0, 1), sitting(BREAK_MS, None)], 2 * BREAK_MS, [0, BREAK_MS]),
        ([sitting(0, 1), sitting(BREAK_MS + 1, None)], 2 * BREAK_MS, [BREAK_MS + 1]),
        # A long sitting at one table holds two at another together.
        ([sitting(0, 3 * BREAK_MS), sitting(1, 2, "2"), sitting(3 * BREAK_MS, None, "2")], 4 * BREAK_MS,
         [0, 1, 3 * BREAK_MS]),
    ],
)  # fmt: skip
def test_a_break_of_half_an_hour_ends_a_session(
    sittings: list[tuple[str, Sitting]], now: int, counted: list[int]
) -> None:
    assert [each.since for _, each in last_session(sittings, now)] == counted


def test_sittings_are_forgotten_a_day_after_they_ended() -> None:
    reader, table = SittingReader(), Table()
    for at, event in ((0, e.SeatTaken(1, "ann")), (10, e.SeatLeft(1)), (10 + KEPT_MS - 1, e.SeatTaken(1, "bob"))):
        if isinstance(event, e.SeatLeft):
            table.seats[1] = Seat("ann")
        reader.add(at, event, table)
    assert len(reader.of("ann", table)) == 1
    reader.add(10 + KEPT_MS, e.SeatTaken(2, "cleo"), table)
    assert reader.of("ann", table) == []


def test_the_next_guest_of_an_enrolled_terminal_begins_a_session(world: World) -> None:
    """Guests share the name of the terminal: nobody else may see what the last one lost."""
    device = Actor(f"{TERMINALS}1-1", Role.PLAYER)
    (endpoint,) = play_session.endpoints(world.service.premises)
    call = Call(cast("Request", None), Person(device.name, Role.PLAYER, "s", table="1", seat=1), {"number": "1"})
    world.do("1", *opening(device), bet(device, 1, "17", 10_000), *spin("18"))
    told = asyncio.run(_asked(endpoint, call))
    assert (told.shared, told.result) == (True, -10_000)
    out = c.CashOut(by=DEALER, at=0, seat=1, amount=90_000, chips=Chips.ELECTRONIC)
    world.do("1", out, c.LeaveSeat(by=device, at=0, seat=1))
    assert asyncio.run(_asked(endpoint, call)).since is None
    world.do("1", c.TakeSeat(by=device, at=0, seat=1, player=device.name))
    assert [each.result for each in asyncio.run(_asked(endpoint, call)).sittings] == [0]


async def _asked(endpoint: Endpoint, call: Call) -> play_session.PlaySession:
    answer = await endpoint.handler(call)
    assert isinstance(answer, play_session.PlaySession)
    return answer


@pytest.mark.parametrize("day", DAYS)
def test_results_of_all_sittings_and_the_house_add_up(day: str) -> None:
    """Over a day, what players won is what the house lost at the table: nothing is counted twice or left out."""
    script, journal = journal_of(day)
    records = list(journal.read(script.stream))
    reader, table = SittingReader(), Table()
    for record in records:
        event = from_record(record).event
        if not isinstance(event, CommandRefused):
            reader.add(record.time_ms, event, table)
            table = evolve(table, event)
    players = {each.player for each in reader.kept}
    won = sum(each.result for player in players for each in reader.of(player, table))
    figures = [each.figures for each in shifts(records)]
    # What the float lost and the drop box did not get, less tips, which left the players for the tip box.
    house = sum(each.collected - each.paid - each.corrections for each in figures)
    assert won == -house - sum(each.tips for each in figures)


def results(world: World) -> Any:
    answer = world.nobody.get(RESULTS)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_results_are_those_of_finished_rounds(world: World) -> None:
    world.do("1", *opening(ANN))
    told = results(world)
    assert (told["results"], told["outside"], told["outside_expected"]) == ([], 0, 0)
    for number in ("17", "0", "17"):
        world.do("1", *spin(number))
    world.do("1", *spin("32")[:-1])  # the crown is not lifted yet
    told = results(world)
    assert told["results"] == ["17", "0", "17"]
    assert {each["name"]: each["count"] for each in told["labels"] if each["count"]} == {"17": 2, "0": 1}
    assert len(told["labels"]) == 38
    assert told["labels"][0]["chance"]["exact"] == "1/38"


def test_only_the_last_results_are_told_and_every_one_of_them_is_counted(world: World) -> None:
    rules = world.table("1").rules.betting
    drawn = [rules.game.wheel.labels[at * at % 38] for at in range(RESULTS_MAX)]
    told = count_results(rules, drawn)
    assert Counter(drawn) == {each.name: each.count for each in told.labels if each.count}
    names = {each.name: each for group in told.groups for each in group}
    assert set(names) == {
        "1st column", "2nd column", "3rd column", "1st 12", "2nd 12", "3rd 12", "Red", "Black", "Odd", "Even",
        "1 to 18", "19 to 36",
    }  # fmt: skip
    assert names["Red"].chance.exact == "9/19"
    assert names["Red"].count == sum(rules.game.wheel.color[each] == "red" for each in drawn)
    assert told.outside == sum(not each.low <= each.count <= each.high for each in told.labels)
    # 38 bands of at least 95 %: on average at most 1.9 of them miss.
    assert 0 < told.outside_expected <= 38 * 0.05
    assert told.outside_expected == pytest.approx(sum(1 - each.inside for each in told.labels))


def test_a_table_that_is_opened_with_the_same_wheel_keeps_its_results(world: World) -> None:
    world.do("1", *opening(), *spin("17"))
    world.do("1", c.CloseTable(by=BOSS, at=0, float_count=5_000_000), *opening(), *spin("5"))
    assert results(world)["results"] == ["17", "5"]
