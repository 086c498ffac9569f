"""Many wagers changed by one order: the same as one after the other, but all of it or nothing, and one record."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.terms.refusal import Refusal
from tests.table.playing import ANN, DEALER, Play, frozen

SPOTS = ["17", "20", "17-20", "red", "1-2-3", "dozen-1", "nonsense"]
changes = st.lists(
    st.builds(
        c.WagerChange,
        st.sampled_from(SPOTS),
        st.sampled_from([-500, -300, -100, 100, 200, 500]),
        tip=st.sampled_from([False, False, True]),
    ),
    min_size=1,
    max_size=6,
)


def seated(book: str = "co-2014", **choices: Any) -> Play:
    play = Play(book, **choices)
    play.sit(1)
    play.bet(1, "17", 300)
    play.bet(1, "red", 500)
    return play


def one_by_one(play: Play, asked: list[c.WagerChange]) -> str | None:
    """The changes as orders of their own, those that take down first; the first refusal, or None."""
    for each in sorted(asked, key=lambda change: change.amount > 0):
        kind = c.TakeDown if each.amount < 0 else c.PlaceWager
        fields = {"seat": 1, "spot": each.spot, "stake": abs(each.amount), "tip": each.tip}
        answer = play.run(play.order(ANN, kind, **fields))
        if isinstance(answer, Refusal):
            return answer.code
    return None


@settings(max_examples=60, deadline=None)
@given(asked=changes)
def test_it_does_what_single_orders_do_or_nothing(asked: list[c.WagerChange]) -> None:
    limits = {"minimum": 100, "maximum": 800}
    single, many = seated(limits=limits), seated(limits=limits)
    before = frozen(many.table)
    code = one_by_one(single, asked)
    answer = many.run(many.order(ANN, c.ChangeWagers, seat=1, changes=tuple(asked)))
    if code is not None:
        assert isinstance(answer, Refusal)
        assert answer.code == code
        assert frozen(many.table) == before
        return
    assert not isinstance(answer, Refusal)
    assert len(answer) == 1
    assert frozen(many.table) == frozen(single.table)


def test_the_refusal_names_the_wager() -> None:
    play = seated()
    asked = (c.WagerChange("17", 100), c.WagerChange("20", 10**9))
    refusal = play.refused(ANN, c.ChangeWagers, seat=1, changes=asked)
    assert refusal.facts["spot"] == "20"


def test_an_empty_change_is_refused() -> None:
    assert seated().code(ANN, c.ChangeWagers, seat=1, changes=()) == "nothing-to-do"


def test_the_coupon_of_a_wager_comes_down_with_the_whole_of_it() -> None:
    play = Play("nj")
    play.sit(1)
    play.bet(1, "red", 500, coupon=500)
    [event] = play.does(ANN, c.ChangeWagers, seat=1, changes=(c.WagerChange("red", -500),))
    assert isinstance(event, e.WagersChanged)
    assert [each.coupon for each in event.taken] == [500]


def test_value_chips_keep_their_color() -> None:
    play = Play("nj")
    play.sit(1)
    play.does(DEALER, c.BuyChips, seat=1, amount=10_000, chips=Chips.VALUE)
    play.does(ANN, c.ChangeWagers, seat=1, changes=(c.WagerChange("17", 500, Chips.VALUE, "green"),))
    [stands] = play.table.standing()
    assert (stands.stake.chips, stands.stake.color) == (Chips.VALUE, "green")


@pytest.mark.parametrize("field", ["spot", "color"])
def test_texts_of_every_change_are_plain(field: str) -> None:
    change = replace(c.WagerChange("17", 100), **{field: "17\u202e"})
    asked = (c.WagerChange("20", 100), change)
    assert seated().code(ANN, c.ChangeWagers, seat=1, changes=asked) == "text-not-plain"


def test_a_rebet_is_one_record() -> None:
    play = seated()
    play.round("1")
    [event] = play.does(ANN, c.Rebet, seat=1)
    assert isinstance(event, e.WagersChanged)
    assert play.stands(1) == {"17": 300, "red": 500}


def test_a_hundred_wagers_are_decided_in_a_small_part_of_a_tenth_of_a_second() -> None:
    """Doubled and cleared; the bound is a fifth of what the whole way to the page may take."""
    play = Play("co-2014")
    play.sit(1, amount=1_000_000)
    spots = [spot.id for spot in play.rules.betting.layout.spots if spot.wager not in ("five-adjacent",)][:100]
    placed = tuple(c.WagerChange(spot, 1_000) for spot in spots)
    assert len(placed) == 100
    play.does(ANN, c.ChangeWagers, seat=1, changes=placed)
    for changes in (placed, tuple(replace(each, amount=-2_000) for each in placed)):
        order = play.order(ANN, c.ChangeWagers, seat=1, changes=changes)
        took = []
        for _ in range(3):
            began = time.perf_counter()
            play.ask(order)
            took.append(time.perf_counter() - began)
        assert min(took) < 0.02
        play.run(order)
    assert play.stands(1) == {}
