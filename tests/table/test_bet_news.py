"""The news of bets alone, which are reported in a shorter way: the same for everybody as in the way of any event."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from croupier.table.news import CommitNews
from croupier.table.news_reporter import Everybody, NewsReporter
from croupier.wire.news import bets_frame, news_frame, news_tail
from tests.table.playing import SEATED, Play, setup

SPOTS = ("17", "17-20", "red", "0-00")
BETS = st.lists(
    st.tuples(st.sampled_from(sorted(SEATED)), st.sampled_from(SPOTS), st.sampled_from([100, 200]), st.booleans()),
    min_size=1,
    max_size=5,
)


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


@pytest.mark.parametrize("screen", [False, True], ids=["no screen", "screen"])
@pytest.mark.parametrize("staff", [False, True], ids=["no staff", "staff"])
@given(
    bets=BETS,
    listening=st.sets(st.sampled_from([each.name for each in SEATED.values()])) | st.none(),
    mark=st.sampled_from(["", "a mark"]),
)
def test_bets_alone_are_told_like_any_other_events(
    screen: bool, staff: bool, bets: list[tuple[int, str, int, bool]], listening: set[str] | None, mark: str
) -> None:
    """Also several bets of a seat in one commit, on one spot or on several, in its own chips or for the dealers."""
    play = Play("co-2014", setup=setup(electronic=True, terminals_approved="yes", central_screen=screen))
    for seat in SEATED:
        play.sit(seat, 100_000)
    short, long = (NewsReporter(play.rules, play.table) for _ in range(2))
    events = [event for seat, spot, stake, tip in bets for event in play.bet(seat, spot, stake, tip=tip)]
    who = Everybody() if listening is None else listening
    reported = short.report_bets(events, play.table)
    whole = CommitNews()
    for _ in long.reporting(whole, events, play.table, who, staff=staff):
        pass
    assert reported is not None
    told = reported.for_all(who, staff=staff)
    assert sent(told, staff=staff) == sent(whole, staff=staff)
    if not screen:
        assert {own.player: bets_frame(7, 9, 5, own, mark) for own in reported.own(who)} == {
            name: news_frame(7, news_tail(9, 5, part, mark=mark)) for name, part in told.own.items()
        }
