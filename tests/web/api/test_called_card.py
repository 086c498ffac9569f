"""Called bets on a card: which spots they use, counted another way, and the edge by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier.table import command as c
from croupier.table.state import Setup
from croupier.web.api.called_card import REACH_MAX, called_sheet
from croupier.wire.rules import table_rules
from tests.table.playing import ANN, Play

OFFERS: dict[str, Any] = {"wheel": "european", "offers": ["called-bets", "trio-0-2-3"]}
WHEEL = (
    """0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26""".split()
)


@pytest.mark.parametrize(
    ("name", "parts", "spots", "numbers"),
    [("voisins", 9, 7, 17), ("tiers", 6, 6, 12), ("orphelins", 5, 5, 8), ("final-4", 4, 4, 4), ("final-9", 3, 3, 3)],
)
def test_sections_of_the_wheel_and_finals(name: str, parts: int, spots: int, numbers: int) -> None:
    found = called_sheet(table_rules("co-2014", OFFERS, Setup("7")).betting)
    assert found is not None
    [bet] = [each for each in found.bets if each.name == name]
    assert (bet.parts, len(bet.spots), len(bet.numbers)) == (parts, spots, numbers)
    assert sum(bet.spots.values()) == parts
    assert Fraction(bet.edge.exact) == Fraction(1, 37)


def test_the_three_sections_are_the_whole_wheel() -> None:
    """Each number but those of the zero game's overlap belongs to one of them: 17 + 12 + 8 = 37."""
    found = called_sheet(table_rules("co-2014", OFFERS, Setup("7")).betting)
    assert found is not None
    covered = [set(each.numbers) for each in found.bets if each.name in ("voisins", "tiers", "orphelins")]
    assert set.union(*covered) == set(WHEEL)
    assert sum(map(len, covered)) == len(WHEEL)


def test_neighbors_are_those_of_the_wheel() -> None:
    found = called_sheet(table_rules("co-2014", OFFERS, Setup("7")).betting)
    assert found is not None
    assert set(found.neighbors) == set(WHEEL)
    for place, label in enumerate(WHEEL):
        for reach in range(1, REACH_MAX + 1):
            bet = found.neighbors[label][reach - 1]
            around = {WHEEL[(place + step) % len(WHEEL)] for step in range(-reach, reach + 1)}
            assert (bet.name, bet.parts, set(bet.numbers)) == (f"neighbors-{label}-{reach}", 2 * reach + 1, around)


def test_every_bet_of_the_sheet_is_taken_as_it_says() -> None:
    play = Play("co-2014", **OFFERS)
    found = called_sheet(play.rules.betting)
    assert found is not None
    play.sit(1, amount=1_000_000)
    for bet in (*found.bets, found.neighbors["17"][1]):
        play.does(ANN, c.PlaceWager, seat=1, spot=bet.name, stake=100 * bet.parts)
        assert play.stands(1) == {spot: 100 * count for spot, count in bet.spots.items()}
        changes = tuple(c.WagerChange(spot, -100 * count) for spot, count in bet.spots.items())
        play.does(ANN, c.ChangeWagers, seat=1, changes=changes)


def test_there_is_no_sheet_where_the_house_offers_none() -> None:
    assert called_sheet(table_rules("co-2014", {"wheel": "european"}, Setup("7")).betting) is None
