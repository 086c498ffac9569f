"""What the texts say about chips themselves: their looks, value chips of a house, coupons with them, five chips."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.rules.chip_set import ValueChip
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.money_command import IssueCoupons
from croupier.table.state import Setup
from croupier.terms.citation import Basis
from croupier.terms.people import Actor, Role
from tests.table.playing import ANN, BOB, BOSS, DEALER, FLOAT, Play, setup

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")
COLORS = {
    "co-2013": "CO 47.1-2203(3)",
    "co-2014": "CO 47.1-2203(3)",
    "nj": "NJ 19:47-5.1(b)",
    "sd": "SD 20:18:34:03 colours",
    "house": "HS placement",
}
OWN_SET = (ValueChip(100, "blue", "starred"), ValueChip(500, "gold"))
VALUE: dict[str, Any] = {"chips": Chips.VALUE, "color": "green"}


def seat(play: Play, *seats: int) -> None:
    for number in seats:
        play.does(DEALER, c.TakeSeat, seat=number, player=("ann", "bob", "carl")[number - 1])


# Looks


@pytest.mark.clause("NJ 19:47-5.1(b)", "SD 20:18:34:03 colours", "HS placement", duty=("others", "design"))
@pytest.mark.parametrize("book", ["nj", "sd", "house"])
def test_chips_are_alike_only_in_color_and_design(book: str) -> None:
    play = Play(book)
    seat(play, 1, 2)
    play.does(ANN, c.SetChips, seat=1, color="blue", design="striped", value=100)
    for typed in ("striped", " Striped "):
        refusal = play.refused(BOB, c.SetChips, seat=2, color="Blue", design=typed, value=100)
        assert (refusal.code, refusal.clause, refusal.basis) == ("color-taken", COLORS[book], Basis.TEXT)
    play.does(BOB, c.SetChips, seat=2, color="blue", value=100)
    seat(play, 3)
    assert play.code(DEALER, c.SetChips, seat=3, color="blue", design="plain", value=100) == "color-taken"


@pytest.mark.clause("CO 47.1-2201(9)", duty="color")
@pytest.mark.clause("CO 47.1-2203(3)", duty="design")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_in_colorado_each_player_has_a_different_color(book: str) -> None:
    """2203(3) bars what is identical in color and design; 2201(9) gives each player a different color besides."""
    play = Play(book)
    seat(play, 1, 2)
    play.does(ANN, c.SetChips, seat=1, color="blue", value=100)
    refusal = play.refused(BOB, c.SetChips, seat=2, color="blue", design="striped", value=100)
    assert (refusal.code, refusal.clause, refusal.basis) == ("color-taken", "CO 47.1-2201(9)", Basis.READING)
    play.does(BOB, c.SetChips, seat=2, color="red", design="striped", value=100)  # value chips: color and design


@pytest.mark.clause("CO 47.1-2203(3)", "NJ 19:47-5.1(b)", "SD 20:18:34:03 colours", "HS placement", duty="value-chips")
@pytest.mark.parametrize("book", BOOKS)
def test_the_looks_of_the_houses_own_value_chips_are_protected(book: str) -> None:
    play = Play(book, setup=setup(value_chips=OWN_SET))
    seat(play, 1)
    for look in ({"color": "gold"}, {"color": "blue", "design": "starred"}):
        refusal = play.refused(ANN, c.SetChips, seat=1, value=100, **look)
        assert (refusal.code, refusal.clause) == ("color-taken", COLORS[book])
    play.does(ANN, c.SetChips, seat=1, color="blue", value=100)
    play.does(ANN, c.SetChips, seat=1, color="red", value=100)  # no value chip of this house is red


@pytest.mark.clause("CO 47.1-2203(3)", "SD 20:18:34:03 colours", duty="value-chips")
@pytest.mark.parametrize("book", ["co-2014", "sd"])
def test_a_screen_shows_colors_so_electronic_chips_differ_in_them(book: str) -> None:
    play = Play(book, setup=setup(electronic=True, value_chips=OWN_SET))
    seat(play, 1)
    assert play.code(ANN, c.SetChips, seat=1, color="blue", value=100) == "color-taken"
    refusal = play.refused(ANN, c.SetChips, seat=1, color="pink", design="striped", value=100)
    assert (refusal.code, refusal.clause, refusal.basis) == ("chips-not-accepted", None, Basis.HOUSE)


def test_value_chips_are_those_of_the_house() -> None:
    """A color that no value chip of the house has is none; below the least denomination there is no chip."""
    play = Play("co-2014", setup=setup(value_chips=OWN_SET))
    seat(play, 2)
    play.does(DEALER, c.BuyChips, seat=2, amount=1000, chips=Chips.VALUE)
    fields = {"seat": 2, "spot": "17", "chips": Chips.VALUE}
    refusal = play.refused(BOB, c.PlaceWager, stake=100, color="green", **fields)
    assert (refusal.code, refusal.clause, refusal.basis) == ("chips-not-accepted", None, Basis.HOUSE)
    refusal = play.refused(BOB, c.PlaceWager, stake=150, color="blue", **fields)
    assert (refusal.code, refusal.basis) == ("stake-not-whole-chips", Basis.CUSTOMARY)
    play.does(BOB, c.PlaceWager, stake=100, color="blue", **fields)


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="premises")
@pytest.mark.parametrize(("book", "clause"), [("co-2014", "CO 47.1-2203(1)"), ("sd", "SD 20:18:34:03 chips")])
def test_chips_of_other_premises_are_not_taken(book: str, clause: str) -> None:
    play = Play(book)
    play.sit(1)
    refusal = play.refused(DEALER, c.BringChips, seat=1, amount=500, premises="The Other House")
    assert (refusal.code, refusal.clause, refusal.basis) == ("chips-not-accepted", clause, Basis.TEXT)
    play.does(DEALER, c.BringChips, seat=1, amount=500)


@pytest.mark.clause("NJ 19:47-5.1(a)", "HS placement", duty="chips")
@pytest.mark.parametrize(
    ("book", "chips", "basis"),
    [
        ("co-2014", Chips.PLAQUE, Basis.READING),
        ("sd", Chips.PLAQUE, Basis.READING),
        ("house", Chips.PLAQUE, Basis.TEXT),
        ("house", Chips.VALUE, Basis.READING),
        ("nj", Chips.ELECTRONIC, Basis.TEXT),
        ("house", Chips.ELECTRONIC, Basis.TEXT),
    ],
)
def test_a_refusal_of_chips_says_on_whose_word(book: str, chips: Chips, basis: Basis) -> None:
    play = Play(book)
    play.sit(1)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="17", stake=300, chips=chips)
    assert (refusal.code, refusal.basis) == ("chips-not-accepted", basis)


# Terminals


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty=("coupons", "electronic"))
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "sd"])
@pytest.mark.parametrize(
    ("spot", "code"), [("red", ""), ("column-1", ""), ("17", "coupon-wrong-wager"), ("1-2", "coupon-wrong-wager")]
)
def test_at_terminals_a_coupon_matches_electronic_chips_where_it_may_stand(book: str, spot: str, code: str) -> None:
    """ADR 13: the wager is made with electronic chips, and the coupon stands on even-money and 2 to 1 wagers only."""
    play = Play(book, setup=setup(electronic=True))
    play.sit(1, chips=Chips.ELECTRONIC)
    play.does(Actor("cy", Role.CASHIER), IssueCoupons, serials=("A-1",), face=100)
    wager = {"seat": 1, "spot": spot, "stake": 100, "coupon": 100, "serial": "A-1"}
    answer = play.run(play.order(ANN, c.PlaceWager, **wager, chips=Chips.ELECTRONIC))
    assert getattr(answer, "code", "") == code
    assert play.code(ANN, c.PlaceWager, **wager, chips=Chips.VALUE) == "chips-not-accepted"


@pytest.mark.clause("NJ 19:47-5.1(a)", "HS placement", duty="no-electronic")
@pytest.mark.parametrize(("book", "clause"), [("nj", "NJ 19:47-5.1(a)"), ("house", "HS placement")])
def test_a_text_without_terminals_opens_none_unless_they_were_approved(book: str, clause: str) -> None:
    play = Play(book, setup=setup(electronic=True), opened=False)
    fields = {"dealer": "dora", "supervisor": "sue", "float_count": FLOAT}
    refusal = play.refused(BOSS, c.OpenTable, **fields)
    assert (refusal.code, refusal.clause) == ("chips-not-accepted", clause)
    approved = Play(book, setup=setup(electronic=True, terminals_approved="the Commission"))
    approved.sit(1)
    approved.bet(1, "17", 100)


# Coupons with value chips


def coupons(**more: Any) -> Play:
    play = Play("nj", **more)
    play.sit(1)
    play.does(DEALER, c.BuyChips, seat=1, amount=5000, chips=Chips.VALUE)
    return play


def with_value_chip(play: Play, kind: type[c.Command], **fields: Any) -> None:
    refusal = play.refused(DEALER, kind, seat=1, **fields)
    found = (refusal.code, refusal.clause, refusal.basis)
    assert found == ("coupon-with-value-chip", "NJ 19:47-5.1(b)", Basis.READING)


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon-later")
def test_no_value_chip_on_the_box_of_a_coupon_in_two_commands() -> None:
    play = coupons()
    play.bet(1, "red", 500, coupon=500)
    with_value_chip(play, c.PlaceWager, spot="red", stake=500, **VALUE)
    with_value_chip(play, c.PlaceWager, spot="red", stake=500, tip=True, **VALUE)
    play.bet(1, "black", 500, **VALUE)  # another box
    play.bet(1, "red", 500)  # other chips


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon-later")
def test_no_coupon_on_the_box_of_a_value_chip_in_two_commands() -> None:
    play = coupons()
    play.bet(1, "red", 500, **VALUE)
    with_value_chip(play, c.PlaceWager, spot="red", stake=500, coupon=500)
    play.bet(1, "red", 500)
    play.bet(1, "odd", 500, coupon=500)


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon-later")
def test_the_courtesy_line_is_the_same_box() -> None:
    play = coupons()
    play.bet(1, "0-00", 500, coupon=500)
    with_value_chip(play, c.PlaceWager, spot="0-00@courtesy", stake=500, **VALUE)


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon-later")
def test_no_way_to_a_coupon_by_a_move() -> None:
    play = coupons()
    play.bet(1, "red", 500, coupon=500)
    play.bet(1, "black", 500, **VALUE)
    with_value_chip(play, c.MoveWager, spot="black", to="red", stake=500, **VALUE)
    with_value_chip(play, c.MoveWager, spot="red", to="black", stake=500)
    play.does(ANN, c.MoveWager, seat=1, spot="red", to="odd", stake=500)
    play.does(ANN, c.MoveWager, seat=1, spot="black", to="red", stake=500, **VALUE)


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon-later")
def test_no_way_to_a_coupon_by_a_spoken_wager() -> None:
    """The cash becomes value chips: on the box of a coupon it is refused when offered, and when confirmed later."""
    play = coupons()
    play.does(ANN, c.OfferVerbalWager, seat=1, spot="red", cash=500)
    play.bet(1, "red", 500, coupon=500)
    with_value_chip(play, c.ConfirmVerbalWager, spot="red")
    with_value_chip(play, c.OfferVerbalWager, spot="red", cash=500)


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon-later")
def test_no_way_to_a_coupon_by_a_rebet() -> None:
    play = coupons()
    play.bet(1, "red", 500, **VALUE)
    play.round("1")
    play.bet(1, "red", 500, coupon=500)
    with_value_chip(play, c.Rebet)


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon-later")
def test_the_coupon_of_one_player_does_not_restrict_another() -> None:
    play = coupons()
    play.sit(2)
    play.does(BOB, c.PlaceWager, seat=2, spot="red", stake=500, coupon=500)
    play.bet(1, "red", 500, **VALUE)


@pytest.mark.parametrize("book", ["co-2014", "sd"])
def test_elsewhere_value_chips_and_coupons_stand_together(book: str) -> None:
    play = Play(book)
    play.sit(1)
    play.does(DEALER, c.ColorUp, seat=1, amount=1000)
    play.bet(1, "red", 500, coupon=500)
    play.bet(1, "red", 500, **VALUE)


# Five chips or a multiple


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="every-chip")
@pytest.mark.parametrize(
    ("chips", "stake", "answer"),
    [
        (Chips.VALUE, 400, "stake-not-equal-parts"),
        (Chips.VALUE, 250, "stake-not-whole-chips"),
        (Chips.VALUE, 500, ""),
        (Chips.VALUE, 600, "stake-not-equal-parts"),
        (Chips.VALUE, 3000, ""),  # five stacks of $6: a red and a white chip each
        (Chips.PLAQUE, 40_000, "stake-not-equal-parts"),  # four plaques
        (Chips.PLAQUE, 50_000, ""),  # five
        (Chips.PLAQUE, 55_000, "stake-not-equal-parts"),
    ],
)
def test_five_chips_or_plaques_or_a_multiple(chips: Chips, stake: int, answer: str) -> None:
    """Plaques of $100 and $1,000, value chips from $1 on: each fifth is one of them or several."""
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1, 0)
    play.does(DEALER, c.BuyChips, seat=1, amount=1_000_000, chips=chips)
    decision = play.run(play.order(ANN, c.PlaceWager, seat=1, spot="adjacent-17", stake=stake, chips=chips))
    assert getattr(decision, "code", "") == answer


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="every-chip")
@pytest.mark.parametrize(
    ("stake", "answer"), [(1000, "stake-not-equal-parts"), (2500, ""), (1250, "stake-not-whole-chips")]
)
def test_fifths_are_chips_that_this_house_has(stake: int, answer: str) -> None:
    """With $5 as the least value chip, five equal parts of $10 would be $2 each, and there is no such chip."""
    five = Setup("7", value_chips=(ValueChip(500, "red"), ValueChip(250, "pink", "starred", plaque=True)))
    play = Play("nj", offers=["five-adjacent"], setup=five)
    play.sit(1, 0)
    play.does(DEALER, c.BuyChips, seat=1, amount=5000, chips=Chips.VALUE)
    fields = {"seat": 1, "spot": "adjacent-17", "chips": Chips.VALUE}
    decision = play.run(play.order(ANN, c.PlaceWager, stake=stake, **fields))
    assert getattr(decision, "code", "") == answer


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty="every-chip")
def test_five_chips_hold_for_spoken_wagers_and_for_what_is_left() -> None:
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1, 0)
    play.does(DEALER, c.BuyChips, seat=1, amount=5000, chips=Chips.VALUE)
    assert play.code(ANN, c.OfferVerbalWager, seat=1, spot="adjacent-17", cash=600) == "stake-not-equal-parts"
    play.bet(1, "adjacent-17", 1000, chips=Chips.VALUE)
    fields = {"seat": 1, "spot": "adjacent-17", "chips": Chips.VALUE}
    assert play.code(ANN, c.TakeDown, stake=300, **fields) == "stake-not-equal-parts"
    play.does(ANN, c.TakeDown, stake=500, **fields)
