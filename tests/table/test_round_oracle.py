"""A whole round against a second computation: each player's total, and the tip box, after one number and the next."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.game.zero import Choice
from croupier.table import command as c
from croupier.table import event as e
from croupier.terms.refusal import Refusal
from tests import oracle
from tests.table.playing import BOSS, SEATED, Play, setup

pytestmark = pytest.mark.slow

START = 5_000_000
BROUGHT = 20_000_000
"""Added to the float first: the chips of all three, and what they may win."""


class House(NamedTuple):
    """One way to run a table, in the oracle's own words."""

    book: str
    wheel: str
    zero: str = "lose-all"
    offers: tuple[str, ...] = ()
    electronic: bool = False

    @property
    def places(self) -> oracle.Places:
        felt = "single-zero" if self.wheel == "european" else "double-zero"
        return oracle.places(self.wheel, felt, frozenset(self.offers))

    @property
    def numbers(self) -> list[str]:
        if self.wheel == "big-six":
            return [*oracle.BIG_SIX]
        return [number for number in oracle.RING[self.wheel] if (self.wheel, number) != ("double-as-single", "00")]

    def takes_coupon(self, kind: str) -> bool:
        if self.book == "nj":
            return self.wheel != "big-six"
        return self.book != "house" and (kind in oracle.EVEN_MONEY or kind in ("column", "dozen"))


HOUSES = [
    House("co-2013", "american"),
    House("co-2013", "european", "in-prison"),
    House("co-2014", "american", "in-prison"),
    House("co-2014", "european", "in-prison", electronic=True),
    House("co-2014", "double-as-single"),
    House("nj", "american", "half", ("five-adjacent", "seven-numbers")),
    House("nj", "american", "lose-all", ("eight-color",)),
    House("nj", "european", "lose-all", ("seven-color", "five-adjacent")),
    House("nj", "double-as-single", "lose-all", ("six-color", "five-adjacent")),
    House("nj", "big-six"),
    House("sd", "american"),
    House("sd", "american", electronic=True),
    House("house", "american"),
]

Key = tuple[int, str, bool]
"""Seat, spot, and whether it is for the dealers."""


class Layer(NamedTuple):
    stake: int
    coupon: int


def expected(house: House, layer: Layer, spot: str, number: str, *, leave: bool, imprisoned: bool) -> oracle.Expected:
    kind, covered = house.places[spot]
    return oracle.settle(
        kind,
        covered,
        layer.stake,
        number,
        wheel=house.wheel,
        zero=house.zero,
        halves_on=frozenset({"0"}) if house.zero == "in-prison" else oracle.ZEROS,
        choice="leave" if leave else "half",
        imprisoned=imprisoned,
        coupon=0 if imprisoned else layer.coupon,
    )


@st.composite
def rounds(draw: st.DrawFn) -> tuple[House, dict[Key, Layer], list[str], dict[tuple[int, str], bool]]:
    house = draw(st.sampled_from(HOUSES))
    places = house.places
    names = sorted(places)
    even = [name for name in names if places[name][0] in oracle.EVEN_MONEY] or names
    layers: dict[Key, Layer] = {}
    on: defaultdict[tuple[int, str], int] = defaultdict(int)
    for _ in range(draw(st.integers(0, 10))):
        seat = draw(st.integers(1, 3))
        spot = draw(st.sampled_from(even if draw(st.booleans()) else names))
        kind = places[spot][0]
        stake = draw(st.integers(100, 400) if house.book == "house" else st.integers(1, 999))
        stake *= 5 if kind == "five-adjacent" else 1
        if house.book == "house" and on[seat, spot] + stake > 400:
            continue
        coupon = draw(st.integers(0, stake)) if house.takes_coupon(kind) else 0
        key = (seat, spot, draw(st.booleans()))
        before = layers.get(key, Layer(0, 0))
        layers[key] = Layer(before.stake + stake, before.coupon + coupon)
        on[seat, spot] += stake
    zeros = [number for number in house.numbers if number in oracle.ZEROS] or house.numbers
    numbers = [draw(st.sampled_from(zeros if draw(st.booleans()) else house.numbers)) for _ in range(2)]
    choices = {(seat, spot): draw(st.booleans()) for seat, spot, _ in sorted(layers)}
    return house, layers, numbers, choices


@settings(max_examples=250)
@given(rounds())
def test_each_player_has_what_a_second_computation_says(
    case: tuple[House, dict[Key, Layer], list[str], dict[tuple[int, str], bool]],
) -> None:
    house, layers, (first, second), choices = case
    table: dict[str, Any] = {"wheel": house.wheel, "zero": house.zero, "offers": list(house.offers)}
    play = Play(house.book, setup=setup(electronic=house.electronic, tip_wager_max=None), **table)
    play.fill(BROUGHT)
    for seat in SEATED:
        play.sit(seat, START, value=1)
    total = dict.fromkeys(SEATED, START)
    tips = 0
    for (seat, spot, tip), layer in layers.items():
        play.bet(seat, spot, layer.stake, coupon=layer.coupon, tip=tip)
        total[seat] -= layer.stake

    play.crown(first)
    for (seat, spot), leave in choices.items():
        choice = Choice.LEAVE if leave else Choice.HALF
        answer = play.run(play.order(SEATED[seat], c.ChooseInPrison, seat=seat, spot=spot, choice=choice))
        asked = first == "0" and house.zero == "in-prison" and house.places[spot][0] in oracle.EVEN_MONEY
        assert isinstance(answer, Refusal) != asked
    play.settle()

    prisoners: dict[Key, Layer] = {}
    for key, layer in layers.items():
        seat, spot, tip = key
        result = expected(house, layer, spot, first, leave=choices[seat, spot], imprisoned=False)
        if result.outcome == "imprisoned":
            prisoners[key] = layer
        elif tip:
            tips += result.winnings + result.returned
        else:
            total[seat] += result.winnings + result.returned
    assert {seat: play.has(seat) for seat in SEATED} == total
    assert play.table.tips == tips
    assert play.table.coupons == sum(layer.coupon for layer in layers.values())
    standing = {(each.stake.seat, each.stake.spot, each.stake.tip): each.stake.amount for each in play.table.standing()}
    assert standing == {key: layer.stake for key, layer in prisoners.items()}

    play.round(second)
    for (seat, spot, tip), layer in prisoners.items():
        result = expected(house, layer, spot, second, leave=False, imprisoned=True)
        if tip:
            tips += result.returned
        else:
            total[seat] += result.returned
    assert {seat: play.has(seat) for seat in SEATED} == total
    assert play.table.tips == tips
    assert list(play.table.standing()) == []
    assert play.table.results == [first, second]
    # the winners' records say what each wager got
    paid = [payment for event in play.events if isinstance(event, e.WinnersPaid) for payment in event.wagers]
    assert all(
        (clause := payment.authority.clause) is None or clause.startswith(_prefix(house.book)) for payment in paid
    )


def _prefix(book: str) -> str:
    return {"co": "CO", "nj": "NJ", "sd": "SD", "ho": "HS"}[book[:2]]


@settings(max_examples=150)
@given(rounds())
def test_a_corrected_round_is_the_round_that_should_have_been(
    case: tuple[House, dict[Key, Layer], list[str], dict[tuple[int, str], bool]],
) -> None:
    """Whatever was announced first, after the correction every total is that of the right number.

    Where the right number leaves players a choice in prison, they have it again; without an answer the
    wager stays.
    """
    house, layers, (wrong, right), choices = case
    if wrong == right:
        return
    table: dict[str, Any] = {"wheel": house.wheel, "zero": house.zero, "offers": list(house.offers)}
    play = Play(house.book, setup=setup(electronic=house.electronic), **table)
    play.fill(BROUGHT)
    for seat in SEATED:
        play.sit(seat, START, value=1)
    for (seat, spot, tip), layer in layers.items():
        play.bet(seat, spot, layer.stake, coupon=layer.coupon, tip=tip)
    play.crown(wrong)
    for (seat, spot), leave in choices.items():
        choice = Choice.LEAVE if leave else Choice.HALF
        play.run(play.order(SEATED[seat], c.ChooseInPrison, seat=seat, spot=spot, choice=choice))
    play.settle()
    play.does(BOSS, c.CorrectNumber, number=right, why="misread")
    if play.table.correction is not None:
        for (seat, spot), leave in choices.items():
            choice = Choice.LEAVE if leave else Choice.HALF
            play.run(play.order(SEATED[seat], c.ChooseInPrison, seat=seat, spot=spot, choice=choice))
        play.at = play.table.correction.choose_until
        play.does(BOSS, c.CorrectNumber, number=right, why="misread")
    total, tips = dict.fromkeys(SEATED, START), 0
    left: dict[tuple[int, str], int] = {}
    for (seat, spot, tip), layer in layers.items():
        leave = choices.get((seat, spot), True)
        result = expected(house, layer, spot, right, leave=leave, imprisoned=False)
        total[seat] -= layer.stake
        if result.outcome == "imprisoned":
            left[seat, spot] = left.get((seat, spot), 0) + layer.stake
        elif tip:
            tips += result.winnings + result.returned
        else:
            total[seat] += result.winnings + result.returned
    assert {seat: play.has(seat) for seat in SEATED} == total
    assert play.table.tips == tips
    stands = [(seat, spot, amount) for seat in SEATED for spot, amount in play.stands(seat).items()]
    assert sorted(stands) == sorted((seat, spot, amount) for (seat, spot), amount in left.items())
    assert all(each.imprisoned for each in play.table.standing())
    assert play.table.claims == {}
