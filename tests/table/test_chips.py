"""Seats and chips: whose color, which value, which chips a text accepts, and where the money for them goes."""

from __future__ import annotations

import pytest

from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.state import Setup
from croupier.table.values import Funds
from tests.table.playing import ANN, BOB, BOSS, DEALER, FLOAT, Play, setup

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")
CHIPS = {
    "co-2013": "CO 47.1-2203(1)",
    "co-2014": "CO 47.1-2203(1)",
    "nj": "NJ 19:47-5.1(a)",
    "sd": "SD 20:18:34:03 chips",
    "house": "HS placement",
}
COLORS = {
    "co-2013": "CO 47.1-2203(3)",
    "co-2014": "CO 47.1-2203(3)",
    "nj": "NJ 19:47-5.1(b)",
    "sd": "SD 20:18:34:03 colours",
    "house": "HS placement",
}
APPROVED = "the Commission, 2010-10-01"
EBT = setup(electronic=True, terminals_approved=APPROVED)
EBT_APART = setup(electronic=True, terminals_approved=APPROVED, central_screen=False)


def seat(play: Play, *seats: int) -> None:
    for number in seats:
        play.does(DEALER, c.TakeSeat, seat=number, player=("ann", "bob", "carl")[number - 1])


# Colors


@pytest.mark.clause("CO 47.1-2203(3)", "NJ 19:47-5.1(b)", "SD 20:18:34:03 colours", "HS placement", duty="others")
@pytest.mark.clause("CO 47.1-2201(9)", duty="color")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("where", [Setup("7"), EBT], ids=["felt", "EBTs with a central screen"])
@pytest.mark.parametrize("typed", ["blue", "BLUE", " Blue "])
def test_two_players_never_have_chips_alike(book: str, where: Setup, typed: str) -> None:
    play = Play(book, setup=where)
    seat(play, 1, 2)
    play.does(ANN, c.SetChips, seat=1, color="blue", value=100)
    refusal = play.refused(BOB, c.SetChips, seat=2, color=typed, value=500)
    assert (refusal.code, refusal.clause) == ("color-taken", COLORS[book])
    play.does(BOB, c.SetChips, seat=2, color="gold", value=500)


@pytest.mark.clause("CO 47.1-2203(3)", "NJ 19:47-5.1(b)", "SD 20:18:34:03 colours", "HS placement", duty="value-chips")
@pytest.mark.parametrize("book", BOOKS)
def test_a_players_chips_never_look_like_value_chips(book: str) -> None:
    play = Play(book)
    seat(play, 1)
    for color in ("white", "red", "green", "black", "purple"):
        refusal = play.refused(ANN, c.SetChips, seat=1, color=color, value=100)
        assert (refusal.code, refusal.clause) == ("color-taken", COLORS[book])


@pytest.mark.clause("CO 47.1-2203(3)", "SD 20:18:34:03 colours", duty="no-screen")
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "sd"])
def test_terminals_without_a_central_screen_may_show_the_same_color(book: str) -> None:
    play = Play(book, setup=EBT_APART)
    seat(play, 1, 2)
    play.does(ANN, c.SetChips, seat=1, color="red", value=100)
    play.does(BOB, c.SetChips, seat=2, color="red", value=100)


@pytest.mark.clause("CO 47.1-2203(3)", duty="no-screen")
def test_a_felt_has_no_exception_though_no_central_screen_stands_there() -> None:
    play = Play("co-2014", setup=setup(central_screen=False))
    seat(play, 1, 2)
    play.does(ANN, c.SetChips, seat=1, color="blue", value=100)
    assert play.code(BOB, c.SetChips, seat=2, color="blue", value=100) == "color-taken"


@pytest.mark.clause("NJ 19:47-5.1(b)", "HS placement", duty="others")
@pytest.mark.parametrize("book", ["nj", "house"])
def test_new_jersey_and_the_house_sheet_write_no_exception_for_terminals(book: str) -> None:
    play = Play(book, setup=EBT_APART)
    seat(play, 1, 2)
    play.does(ANN, c.SetChips, seat=1, color="blue", value=100)
    assert play.code(BOB, c.SetChips, seat=2, color="blue", value=100) == "color-taken"


@pytest.mark.parametrize("book", ["co-2014", "nj", "sd"])
def test_value_chips_never_stand_in_the_color_of_a_player(book: str) -> None:
    """Value chips have the colors of value chips: a blue one next to Ann's blue chips would be mistaken for hers."""
    play = Play(book)
    play.sit(1)
    play.sit(2, chips=Chips.VALUE)
    refusal = play.refused(BOB, c.PlaceWager, seat=2, spot="red", stake=100, chips=Chips.VALUE, color="blue")
    assert refusal.code in ("color-taken", "chips-not-accepted")


@pytest.mark.clause("CO 47.1-2203(3)", duty="others")
def test_a_color_is_free_again_when_its_player_has_left() -> None:
    play = Play("co-2014")
    seat(play, 1, 2)
    play.does(ANN, c.SetChips, seat=1, color="blue", value=100)
    play.does(ANN, c.LeaveSeat, seat=1)
    play.does(BOB, c.SetChips, seat=2, color="blue", value=100)


def test_a_player_sits_once_so_that_a_color_is_a_player() -> None:
    play = Play("co-2014")
    seat(play, 1)
    refusal = play.refused(DEALER, c.TakeSeat, seat=2, player="ann")
    assert (refusal.code, refusal.facts) == ("player-seated", {"player": "ann", "seat": 1})
    assert play.code(DEALER, c.TakeSeat, seat=2, player=" ann ") == "player-seated"


# Value before betting


@pytest.mark.clause("CO 47.1-2201(9)", duty="value")
@pytest.mark.parametrize("book", BOOKS)
def test_the_value_is_set_before_any_chip_is_bought_or_wagered(book: str) -> None:
    play = Play(book)
    seat(play, 1)
    clause = "CO 47.1-2201(9)" if book.startswith("co") else None
    for kind, fields in ((c.BuyChips, {"amount": 1000}), (c.PlaceWager, {"spot": "17", "stake": 100})):
        refusal = play.refused(DEALER, kind, seat=1, **fields)
        assert (refusal.code, refusal.clause) == ("chips-not-set", clause)


@pytest.mark.clause("CO 47.1-2201(9)", duty="value")
def test_the_value_does_not_change_while_such_chips_are_in_play() -> None:
    play = Play("co-2014")
    play.sit(1, 1000)
    assert play.code(ANN, c.SetChips, seat=1, color="blue", value=500) == "chips-in-play"
    play.bet(1, "red", 1000)
    assert play.has(1) == 0
    assert play.code(ANN, c.SetChips, seat=1, color="blue", value=500) == "chips-in-play"
    play.round("2")
    play.does(ANN, c.SetChips, seat=1, color="blue", value=500)


@pytest.mark.parametrize(
    ("stake", "answer"), [(499, "stake-not-whole-chips"), (500, ""), (501, "stake-not-whole-chips")]
)
def test_a_wager_is_whole_chips(stake: int, answer: str) -> None:
    play = Play("co-2014")
    play.sit(1, 1000, value=250)
    decision = play.run(play.order(ANN, c.PlaceWager, seat=1, spot="17", stake=stake))
    assert getattr(decision, "code", "") == answer


def test_part_of_a_chip_cannot_be_taken_down() -> None:
    play = Play("co-2014")
    play.sit(1, 1000)
    play.bet(1, "red", 300)
    assert play.code(ANN, c.TakeDown, seat=1, spot="red", stake=150) == "stake-not-whole-chips"
    play.does(ANN, c.TakeDown, seat=1, spot="red", stake=100)
    assert play.stands(1) == {"red": 200}


@pytest.mark.parametrize("value", [0, -100])
def test_a_chip_is_worth_something(value: int) -> None:
    play = Play("co-2014")
    seat(play, 1)
    assert play.code(ANN, c.SetChips, seat=1, color="blue", value=value) == "amount-not-positive"
    assert play.code(ANN, c.SetChips, seat=1, color="  ", value=100) == "text-missing"


# Which chips


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="electronic")
@pytest.mark.parametrize("book", BOOKS)
def test_terminals_take_only_electronic_chips(book: str) -> None:
    """Where terminals stand on an approval alone, no clause says so."""
    play = Play(book, setup=EBT)
    play.sit(1)
    clause = None if book in ("nj", "house") else CHIPS[book]
    for chips in (Chips.NON_VALUE, Chips.VALUE, Chips.PLAQUE):
        refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="red", stake=100, chips=chips)
        assert (refusal.code, refusal.clause) == ("chips-not-accepted", clause)
        assert play.code(DEALER, c.BuyChips, seat=1, amount=100, chips=chips) == "chips-not-accepted"
    assert play.code(DEALER, c.BringChips, seat=1, amount=100) == "chips-not-accepted"
    play.bet(1, "red", 100)


@pytest.mark.clause("NJ 19:47-5.1(a)", "HS placement", duty="chips")
@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="issued")
@pytest.mark.parametrize("book", BOOKS)
def test_no_electronic_chips_on_the_felt(book: str) -> None:
    play = Play(book)
    play.sit(1)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="red", stake=100, chips=Chips.ELECTRONIC)
    assert (refusal.code, refusal.clause) == ("chips-not-accepted", CHIPS[book])


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="premises")
@pytest.mark.clause("NJ 19:47-5.1(a)", duty="chips")
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "sd"])
def test_value_chips_of_other_tables_are_taken_for_every_bet_at_any_time(book: str) -> None:
    play = Play(book)
    play.sit(1, 0)
    play.does(DEALER, c.BringChips, seat=1, amount=5000)
    assert play.table.house_float == FLOAT, "they were issued elsewhere"
    for spot in ("17", "17-20", "red"):
        play.bet(1, spot, 300, chips=Chips.VALUE, color="green")
    play.spin()
    play.does(DEALER, c.BringChips, seat=1, amount=100)
    play.bet(1, "column-1", 400, chips=Chips.VALUE, color="green")


@pytest.mark.clause("HS placement", duty="chips")
def test_the_house_sheet_takes_roulette_chips_only() -> None:
    play = Play("house")
    play.sit(1)
    for kind, fields in (
        (c.BringChips, {"amount": 100}),
        (c.BuyChips, {"amount": 100, "chips": Chips.VALUE}),
        (c.PlaceWager, {"spot": "red", "stake": 100, "chips": Chips.VALUE, "color": "green"}),
    ):
        refusal = play.refused(DEALER, kind, seat=1, **fields)
        assert (refusal.code, refusal.clause) == ("chips-not-accepted", "HS placement")


@pytest.mark.clause("NJ 19:47-5.1(a)", duty="chips")
@pytest.mark.parametrize("book", BOOKS)
def test_plaques_are_new_jerseys(book: str) -> None:
    play = Play(book)
    play.sit(1)
    fields = {"seat": 1, "spot": "red", "stake": 300, "chips": Chips.PLAQUE, "color": "ivory"}
    if book == "nj":
        play.does(DEALER, c.BuyChips, seat=1, amount=1000, chips=Chips.PLAQUE)
        play.does(ANN, c.PlaceWager, **fields)
    else:
        assert play.code(ANN, c.PlaceWager, **fields) == "chips-not-accepted"
        assert play.code(DEALER, c.BuyChips, seat=1, amount=1000, chips=Chips.PLAQUE) == "chips-not-accepted"
        assert play.code(DEALER, c.ColorUp, seat=1, amount=1000, into=Chips.PLAQUE) == "chips-not-accepted"


# One player a color of value chips


@pytest.mark.clause("SD 20:18:34:03 chips", duty="value-color")
def test_south_dakota_one_player_per_value_chip_color_inside_per_spin() -> None:
    play = Play("sd")
    play.sit(1, chips=Chips.VALUE)
    play.sit(2, chips=Chips.VALUE)
    value = {"chips": Chips.VALUE, "color": "green"}
    play.bet(1, "17", 100, **value)
    refusal = play.refused(BOB, c.PlaceWager, seat=2, spot="18", stake=100, **value)
    assert (refusal.code, refusal.clause) == ("value-color-in-use", "SD 20:18:34:03 chips")
    play.bet(1, "17-20", 100, **value)  # the same player goes on
    play.bet(2, "red", 100, **value)  # outside bets are free
    play.bet(2, "dozen-1", 100, **value)
    play.bet(2, "18", 100, **(value | {"color": "black"}))
    play.round("1")
    play.bet(2, "18", 100, **value)  # another spin
    assert play.code(ANN, c.PlaceWager, seat=1, spot="17", stake=100, **value) == "value-color-in-use"


@pytest.mark.clause("SD 20:18:34:03 chips", duty="value-color")
def test_south_dakota_no_way_round_by_moving_an_outside_bet_inside() -> None:
    play = Play("sd")
    play.sit(1, chips=Chips.VALUE)
    play.sit(2, chips=Chips.VALUE)
    value = {"chips": Chips.VALUE, "color": "green"}
    play.bet(1, "17", 100, **value)
    play.bet(2, "red", 100, **value)
    assert play.code(BOB, c.MoveWager, seat=2, spot="red", to="18", stake=100, **value) == "value-color-in-use"


@pytest.mark.clause("SD 20:18:34:03 chips", duty="value-color")
def test_south_dakota_an_inside_bet_names_the_color_of_its_value_chips() -> None:
    play = Play("sd")
    play.sit(1, chips=Chips.VALUE)
    assert play.code(ANN, c.PlaceWager, seat=1, spot="17", stake=100, chips=Chips.VALUE) == "chips-not-accepted"
    play.bet(1, "red", 100, chips=Chips.VALUE)
    moved = play.run(play.order(ANN, c.MoveWager, seat=1, spot="red", to="17", stake=100, chips=Chips.VALUE))
    assert getattr(moved, "code", "moved") == "chips-not-accepted"


def test_south_dakotas_rule_is_no_other_books() -> None:
    for book in ("co-2013", "co-2014", "nj"):
        play = Play(book)
        play.sit(1, chips=Chips.VALUE)
        play.sit(2, chips=Chips.VALUE)
        play.bet(1, "17", 100, chips=Chips.VALUE, color="green")
        play.bet(2, "17", 100, chips=Chips.VALUE, color="green")


# Money


@pytest.mark.clause("CO 47.1-2202", duty=("money", "receipts"))
@pytest.mark.parametrize("funds", [Funds.CASH, Funds.ATM_RECEIPT])
def test_money_and_atm_receipts_for_chips_go_into_the_drop_box(funds: Funds) -> None:
    play = Play("co-2014")
    play.sit(1, 0)
    (bought,) = play.does(DEALER, c.BuyChips, seat=1, amount=5000, funds=funds)
    assert isinstance(bought, e.ChipsBought)
    assert bought.funds is funds
    assert (play.table.drop, play.table.house_float, play.has(1)) == (5000, FLOAT - 5000, 5000)


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="issued")
@pytest.mark.parametrize(
    ("book", "clause"),
    [("co-2013", "CO 47.1-2203(1)"), ("co-2014", "CO 47.1-2203(1)"), ("sd", "SD 20:18:34:03 chips")],
)
def test_on_the_felt_only_the_dealer_sells_chips(book: str, clause: str) -> None:
    play = Play(book)
    play.sit(1, 0)
    refusal = play.refused(ANN, c.BuyChips, seat=1, amount=5000)
    assert (refusal.code, refusal.clause) == ("role-not-allowed", clause)


@pytest.mark.parametrize("amount", [0, -1, -5000])
def test_nothing_is_bought_brought_changed_cashed_or_tipped_for_nothing(amount: int) -> None:
    play = Play("co-2014")
    play.sit(1)
    for kind, fields in (
        (c.BuyChips, {}),
        (c.BringChips, {}),
        (c.ColorUp, {}),
        (c.CashOut, {"chips": Chips.VALUE}),
        (c.GiveTip, {"chips": Chips.NON_VALUE}),
    ):
        assert play.code(DEALER, kind, seat=1, amount=amount, **fields) == "amount-not-positive"


@pytest.mark.parametrize("kind", [c.BuyChips, c.BringChips])
def test_an_amount_that_no_account_can_hold_is_refused_and_not_a_fault(kind: type[c.Command]) -> None:
    play = Play("co-2014")
    play.sit(1, 0)
    more = {"chips": Chips.VALUE} if kind is c.BuyChips else {}
    play.refused(DEALER, kind, seat=1, amount=2**63, **more)


def test_coloring_up_and_cashing_out() -> None:
    play = Play("co-2014")
    play.sit(1, 5000)
    assert play.code(DEALER, c.CashOut, seat=1, amount=100, chips=Chips.NON_VALUE) == "chips-not-accepted"
    assert play.code(DEALER, c.ColorUp, seat=1, amount=5001) == "stack-too-small"
    play.does(DEALER, c.ColorUp, seat=1, amount=5000)
    assert play.table.seats[1].stacks == {Chips.VALUE: 5000}
    assert play.code(DEALER, c.CashOut, seat=1, amount=5001, chips=Chips.VALUE) == "stack-too-small"
    assert play.code(ANN, c.LeaveSeat, seat=1) == "seat-in-play"
    play.does(DEALER, c.CashOut, seat=1, amount=5000, chips=Chips.VALUE)
    play.does(ANN, c.LeaveSeat, seat=1)
    assert play.table.house_float == FLOAT - 5000, "value chips left with their owner"


def test_electronic_credits_are_cashed_out_as_they_are() -> None:
    play = Play("co-2014", setup=EBT)
    play.sit(1, 5000)
    play.does(DEALER, c.CashOut, seat=1, amount=5000, chips=Chips.ELECTRONIC)
    play.does(ANN, c.LeaveSeat, seat=1)


# Coupons


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="coupons")
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "sd"])
def test_coupons_stand_on_even_money_and_2_to_1_and_are_collected_with_the_wager(book: str) -> None:
    play = Play(book)
    play.sit(1)
    for spot in ("17", "17-20", "1-2-3", "17-18-20-21", "0-00-1-2-3", "1-2-3-4-5-6"):
        refusal = play.refused(ANN, c.PlaceWager, seat=1, spot=spot, stake=500, coupon=500)
        assert (refusal.code, refusal.clause) == ("coupon-wrong-wager", CHIPS[book])
    play.bet(1, "red", 500, coupon=500)
    play.bet(1, "column-2", 500, coupon=300)
    play.round("3")  # red, and column 3
    assert play.has(1) == 10_000 - 1000 + 500 + 1000, "the coupon wins as the stake wins and is never paid out"
    assert play.table.coupons == 800


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon")
@pytest.mark.clause("NJ 19:47-5.1(a)", duty="coupons")
def test_new_jersey_no_coupon_with_a_value_chip() -> None:
    play = Play("nj")
    play.sit(1, chips=Chips.VALUE)
    fields = {"seat": 1, "spot": "17", "stake": 500, "coupon": 500}
    refusal = play.refused(ANN, c.PlaceWager, chips=Chips.VALUE, color="green", **fields)
    assert (refusal.code, refusal.clause) == ("coupon-with-value-chip", "NJ 19:47-5.1(b)")
    play.does(DEALER, c.BuyChips, seat=1, amount=500)
    play.does(ANN, c.PlaceWager, **fields)
    play.round("17")
    assert play.table.seats[1].stacks[Chips.NON_VALUE] == 500 + 35 * 1000


def test_one_coupon_stands_once_also_with_a_called_bet() -> None:
    play = Play("nj", wheel="european", offers=["called-bets"])
    play.sit(1)
    answer = play.run(play.order(ANN, c.PlaceWager, seat=1, spot="neighbors-17-1", stake=300, coupon=100))
    if isinstance(answer, tuple):
        assert sum(each.coupon for each in play.table.standing()) == 100
    else:
        assert answer.code.startswith("coupon")


@pytest.mark.clause("CO 47.1-2203(1)", duty="coupons")
def test_a_coupon_comes_back_with_the_wager_that_is_taken_down_and_moves_with_it() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "red", 500, coupon=500)
    assert play.code(ANN, c.MoveWager, seat=1, spot="red", to="17", stake=500) == "coupon-wrong-wager"
    play.does(ANN, c.MoveWager, seat=1, spot="red", to="black", stake=500)
    assert [each.coupon for each in play.table.standing()] == [500]
    play.does(ANN, c.TakeDown, seat=1, spot="black", stake=500)
    assert (play.has(1), play.table.coupons) == (10_000, 0)


def test_a_wager_with_a_coupon_may_shrink_to_the_coupons_face() -> None:
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "red", 500, coupon=300)
    play.does(ANN, c.TakeDown, seat=1, spot="red", stake=200)
    assert play.code(ANN, c.TakeDown, seat=1, spot="red", stake=100) == "coupon-not-matched"


@pytest.mark.clause("HS placement", duty="chips")
def test_the_house_sheet_knows_no_coupons() -> None:
    play = Play("house")
    play.sit(1)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="red", stake=100, coupon=100)
    assert refusal.code == "coupon-not-accepted"


# Seats


def test_seats() -> None:
    play = Play("co-2014")
    seat(play, 1)
    assert play.code(BOB, c.TakeSeat, seat=1, player="bob") == "seat-taken"
    assert play.code(BOB, c.TakeSeat, seat=2, player="carl") == "seat-not-yours"
    assert play.code(BOB, c.LeaveSeat, seat=1) == "seat-not-yours"
    assert play.code(BOB, c.LeaveSeat, seat=2) == "seat-empty"
    for number in (0, -1, 9):
        assert play.code(BOB, c.TakeSeat, seat=number, player="bob") == "seat-unknown"
    play.does(BOB, c.TakeSeat, seat=8, player="bob")
    assert play.code(DEALER, c.TakeSeat, seat=3, player="") == "text-missing"


def test_a_table_of_the_next_day_starts_with_empty_seats() -> None:
    play = Play("co-2014")
    seat(play, 1)
    play.does(BOSS, c.CloseTable, float_count=FLOAT)
    assert play.table.seats == {}
    assert play.code(ANN, c.SetChips, seat=1, color="blue", value=100) == "table-closed"
