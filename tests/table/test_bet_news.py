"""The news of bets alone, which are reported in a shorter way: the same for everybody as in the way of any event."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from croupier.rules.wagers import Chips
from croupier.table.command import BuyChips
from croupier.table.news import CommitNews
from croupier.table.news_reporter import Everybody, NewsReporter
from croupier.wire.news import bets_frame, news_frame, news_tail
from tests.table.playing import DEALER, SEATED, Play, setup

SPOTS = ("17", "17-20", "red", "0-00")
Bet = tuple[int, str, int, bool, Chips]
AUDIENCES = st.sets(st.sampled_from([each.name for each in SEATED.values()])) | st.none()
MARKS = st.sampled_from(["", "a mark"])


def bets_in(*chips: Chips) -> st.SearchStrategy[list[Bet]]:
    """Also several bets of a seat in one commit, on one spot or on several, in its own chips or for the dealers."""
    amounts = st.sampled_from([100, 200])
    parts = st.sampled_from(sorted(SEATED)), st.sampled_from(SPOTS), amounts, st.booleans(), st.sampled_from(chips)
    return st.lists(st.tuples(*parts), min_size=1, max_size=5)


def sent(news: CommitNews, *, staff: bool) -> dict[str, dict[str, Any]]:
    """What each audience is sent. Wagers on the layout have no order; events and seats do."""
    tails = {name: news_tail(9, 0, part, news.public) for name, part in news.own.items()}
    tails["the public"] = news_tail(9, 0, news.public)
    if staff:
        tails["the dealer"] = news_tail(9, 0, news.staff)
        tails["the house"] = news_tail(9, 0, news.house, news.staff)
    found = {name: json.decode(b"{" + tail) for name, tail in tails.items()}
    for each in found.values():
        each.get("wagers", {"list": []})["list"].sort(key=repr)
    return found


def check(play: Play, bets: list[Bet], listening: set[str] | None, mark: str, *, staff: bool) -> None:
    """The short way of reporting these bets says the same as the long one."""
    short, long = (NewsReporter(play.rules, play.table) for _ in range(2))
    events = [
        event for seat, spot, stake, tip, chips in bets for event in play.bet(seat, spot, stake, tip=tip, chips=chips)
    ]
    who = Everybody() if listening is None else listening
    reported = short.report_bets(events, play.table)
    whole = CommitNews()
    for _ in long.reporting(whole, events, play.table, who, staff=staff):
        pass
    assert reported is not None
    told = reported.for_all(who, staff=staff)
    assert sent(told, staff=staff) == sent(whole, staff=staff)
    if not play.setup.central_screen:
        assert {own.player: bets_frame(7, 9, 5, own, mark) for own in reported.own(who)} == {
            name: news_frame(7, news_tail(9, 5, part, mark=mark)) for name, part in told.own.items()
        }


@pytest.mark.parametrize("screen", [False, True], ids=["no screen", "screen"])
@pytest.mark.parametrize("staff", [False, True], ids=["no staff", "staff"])
@given(bets=bets_in(Chips.ELECTRONIC), listening=AUDIENCES, mark=MARKS)
def test_bets_alone_are_told_like_any_other_events(
    screen: bool, staff: bool, bets: list[Bet], listening: set[str] | None, mark: str
) -> None:
    play = Play("co-2014", setup=setup(electronic=True, terminals_approved="yes", central_screen=screen))
    for seat in SEATED:
        play.sit(seat, 100_000)
    check(play, bets, listening, mark, staff=staff)


@given(before=bets_in(Chips.NON_VALUE, Chips.VALUE), bets=bets_in(Chips.NON_VALUE, Chips.VALUE), listening=AUDIENCES)
def test_bets_in_chips_of_two_kinds_are_told_like_any_other_events(
    before: list[Bet], bets: list[Bet], listening: set[str] | None
) -> None:
    """Chips of a player's color and value chips may stand on one spot, as two wagers."""
    play = Play("co-2014", setup=setup(central_screen=False))
    for seat in SEATED:
        player = play.sit(seat, 10_000)
        play.does(DEALER, BuyChips, seat=seat, amount=10_000, chips=Chips.VALUE)
        assert play.table.seats[seat].player == player.name
    for seat, spot, stake, tip, chips in before:
        play.bet(seat, spot, stake, tip=tip, chips=chips)
    check(play, bets, listening, "", staff=True)
