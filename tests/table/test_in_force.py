"""A table opens on the days of its text alone, both ends included, or on a past day that the house plainly plays."""

from __future__ import annotations

import datetime

import pytest
from msgspec.structs import replace

from croupier.table import command as c
from croupier.table.state import Setup
from croupier.terms.refusal import Refusal
from tests.table.playing import BOSS, FLOAT, Play

LAST_OF_2013 = 1_405_382_399_999
"""The last millisecond of 2014-07-14, UTC."""


@pytest.mark.parametrize(
    ("book", "at", "opens"),
    [
        ("co-2013", LAST_OF_2013, True),
        ("co-2013", LAST_OF_2013 + 1, False),
        ("co-2014", LAST_OF_2013, False),
        ("co-2014", LAST_OF_2013 + 1, True),
        ("house", 0, True),
    ],
)
def test_a_table_opens_only_while_its_text_is_in_force(book: str, at: int, opens: bool) -> None:
    play = Play(book, opened=False)
    play.at = at
    play.inspect()
    answer = play.run(play.order(BOSS, c.OpenTable, dealer="dora", supervisor="sue", float_count=FLOAT))
    if opens:
        assert not isinstance(answer, Refusal)
    else:
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.clause) == ("rules-not-in-force", None)


def test_a_house_that_plainly_plays_a_past_day_opens_on_it() -> None:
    setup = Setup("7", plays_day=datetime.date(2014, 7, 14))
    play = Play("co-2013", setup=setup, opened=False)
    play.at = 1_763_200_000_000
    play.open()
    assert "2014-07-14" in play.rules.document
    late = Play("co-2013", setup=replace(setup, plays_day=datetime.date(2014, 7, 15)), opened=False)
    assert late.code(BOSS, c.OpenTable, dealer="dora", supervisor="sue", float_count=FLOAT) == "rules-not-in-force"
