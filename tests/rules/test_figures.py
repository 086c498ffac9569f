"""Every spot's exact figures, compared with published ones and with a count on the wheel."""

from __future__ import annotations

import json
from fractions import Fraction

import msgspec
import pytest

import croupier
from croupier.rules.figures import figures


@pytest.mark.parametrize(
    ("book", "wheel", "options", "spot", "chance", "edge"),
    [
        ("nj", "american", {}, "17", "1/38", "1/19"),
        ("nj", "american", {}, "0-00-1-2-3", "5/38", "3/38"),
        ("nj", "american", {"zero": "half"}, "red", "9/19", "1/38"),
        ("nj", "european", {}, "17-20", "2/37", "1/37"),
        ("nj", "big-six", {}, "$1", "4/9", "1/9"),
        ("nj", "big-six", {}, "joker", "1/54", "4/27"),
        ("nj", "double-as-single", {}, "17", "1/37", "1/37"),
        ("nj", "american", {"offers": ["five-adjacent"]}, "adjacent-17", "5/38", "1/19"),
    ],
)
def test_published_figures(
    book: str, wheel: str, options: dict[str, object], spot: str, chance: str, edge: str
) -> None:
    table = figures(croupier.rulebook(book).table(wheel, **options))  # type: ignore[arg-type]
    found = {each.spot: each for each in table.spots}[spot]
    assert (found.chance.exact, found.edge.exact) == (chance, edge)
    assert found.edge.decimal == pytest.approx(float(Fraction(edge)))
    assert found.clause
    assert found.clause.startswith("NJ 19:47-5")


@pytest.mark.parametrize("wheel", ["american", "european", "double-as-single"])
def test_every_spot_agrees_with_a_walk_round_the_wheel(wheel: str) -> None:
    """One unit settled in every compartment that counts: the mean result is minus the edge."""
    rules = croupier.rulebook("nj").table(wheel, offers=["five-adjacent"])
    for spot in figures(rules).spots:
        nets = []
        for label in rules.game.wheel.counts:
            settled = rules.settle(label, [croupier.Wager(1, spot.spot, 10)]).wagers[0]
            nets.append(Fraction(settled.winnings + settled.returned - 10, 10))
        mean = sum(nets) / len(nets)
        assert -mean == Fraction(spot.edge.exact), spot.spot
        assert sum((net - mean) ** 2 for net in nets) / len(nets) == Fraction(spot.variance.exact)
        assert Fraction(sum(net > 0 for net in nets), len(nets)) == Fraction(spot.chance.exact)


def test_limits_are_those_of_the_table() -> None:
    rules = croupier.rulebook("nj").table("american", limits={"minimum": 100, "outside": {"maximum": 5000}})
    spots = {spot.spot: spot for spot in figures(rules).spots}
    assert (spots["17"].minimum, spots["17"].maximum) == (100, None)
    assert (spots["red"].minimum, spots["red"].maximum) == (100, 5000)


def test_covered_and_unoffered_spots_are_not_shown() -> None:
    spots = {spot.spot for spot in figures(croupier.rulebook("nj").table("double-as-single")).spots}
    assert "00" not in spots
    assert "0-00" not in spots
    assert not any(spot.startswith("adjacent") for spot in spots)


def test_the_figures_are_plain_json() -> None:
    table = figures(croupier.rulebook("nj").table("american"))
    back = json.loads(msgspec.json.encode(table))
    assert back["book"] == "nj"
    assert back["spots"][0]["edge"] == {"exact": "1/19", "decimal": 1 / 19}
    assert len(back["spots"]) == len(croupier.rulebook("nj").table("american").layout)
