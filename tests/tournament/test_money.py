"""Fees, pool, vouchers, prizes: figures worked out by hand, in double entry, to the cent."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.ledger import Account, AccountKind
from croupier.tournament import command as c
from croupier.tournament.command import PaidBy
from croupier.tournament.event import ChipsPurchased, PrizePaid
from croupier.tournament.forms import entrants_form, payout_form, proceeds_form, voucher_forms
from croupier.tournament.state import fees, pool, proceeds
from tests.tournament.playing import ACCOUNTANT, DIRECTOR, Hall, document, event_document, time_of

ITEMS = {"fee_items": {"toy": 25_00}, "buy_in_items": {"food card": 100_00}}


@pytest.mark.clause("CO 47.1-2213.01", duty="month")
def test_a_fee_is_proceeds_of_the_month_in_which_it_is_collected() -> None:
    """One fee in the last millisecond of March, one in the first of April, one on the day itself."""
    hall = Hall(at=time_of("2015-03-20")).file()
    hall.do(c.OpenRegistration, event="open")
    hall.now = time_of("2015-04-01") - 2
    hall.enter("ann")
    hall.enter("bob")
    hall.now = time_of("2015-04-11", 9)
    hall.enter("cy")
    form = proceeds_form(hall.planned, hall.state)
    assert [(line.month, line.fees) for line in form.lines] == [("2015-03", 25_00), ("2015-04", 50_00)]
    assert form.total == 75_00


@pytest.mark.clause("CO 47.1-2213.01", duty=("complimentary", "non-cash", "form"))
def test_every_entrant_has_a_fee_however_it_was_paid() -> None:
    hall = Hall(document(events=[event_document(**ITEMS)])).register()
    hall.enter("ann")
    hall.enter("bob", fee=PaidBy.COMPLIMENTARY)
    hall.enter("cy", fee=PaidBy.IN_KIND, fee_item="toy")
    form = entrants_form(hall.planned, hall.state)
    assert [(line.name, line.fee, line.fee_paid_by) for line in form.lines] == [
        ("ann", 25_00, "cash"),
        ("bob", 25_00, "complimentary"),
        ("cy", 25_00, "toy"),
    ]
    assert form.fees == 75_00
    assert sum(hall.state.proceeds().values()) == 75_00
    strange = {"event": "open", "person": "d", "name": "dee", "handed": True, "fee": PaidBy.IN_KIND, "fee_item": "cat"}
    assert hall.refused(c.EnterPlayer, **strange) == ("item-unknown", "CO 47.1-2213.01")


@pytest.mark.clause("CO 47.1-2213.01", duty="free")
def test_a_free_tournament_has_no_proceeds() -> None:
    free = event_document(fee=0, buy_in=0, prize=[{"place": 1, "cash": 500_00}])
    hall = Hall(document(events=[free])).register()
    hall.enter("ann")
    hall.enter("bob")
    hall.start()
    for _ in range(2):
        hall.game("17", (1, "17", 10))
    hall.finish().pay_all().close()
    assert proceeds_form(hall.planned, hall.state).total == 0
    assert proceeds_form(hall.planned, hall.state).lines == ()


@pytest.mark.clause("CO 47.1-2213.01", duty="no-loss")
def test_a_guaranteed_pool_that_loses_money_leaves_the_proceeds_as_they_are() -> None:
    """Two players pay $250 in all, and the house guarantees $10,000: proceeds are $50 and no loss stands against it."""
    hall = Hall(document(events=[event_document(guaranteed=10_000_00)])).register()
    hall.enter("ann")
    hall.enter("bob")
    hall.start()
    for _ in range(2):
        hall.game("17", (1, "17", 10))
    hall.finish().pay_all().close()
    assert payout_form(hall.planned, hall.state).total == 10_000_00
    assert hall.state.proceeds() == {"2015-04": 50_00}
    assert not proceeds("2015-04").may_be_negative


@pytest.mark.clause("CO 47.1-2213.01", duty="no-loss")
def test_a_fee_that_was_counted_does_not_go_back() -> None:
    hall = Hall().register()
    hall.enter("ann")
    hall.do(c.CountFees, ACCOUNTANT, month="2015-04", counted=25_00)
    hall.do(c.WithdrawEntry, entry=1)
    assert hall.state.proceeds() == {"2015-04": 25_00}
    assert hall.state.pool("open") == 0


@pytest.mark.clause("CO 47.1-2213.02", duty="apart")
def test_cash_of_fees_is_kept_apart_until_it_is_counted() -> None:
    hall = Hall().register()
    hall.enter("ann")
    hall.enter("bob", fee=PaidBy.COMPLIMENTARY)
    held = hall.state.balances
    assert (held[fees("2015-04")], held[proceeds("2015-04")], held[pool("open")]) == (25_00, 25_00, 200_00)
    assert hall.refused(c.CountFees, DIRECTOR, month="2015-04", counted=25_00) == (
        "role-not-allowed",
        "CO 47.1-2213.02",
    )
    hall.do(c.CountFees, ACCOUNTANT, month="2015-04", counted=24_00)
    assert (held[fees("2015-04")], held[proceeds("2015-04")]) == (0, 50_00)
    assert held[Account(AccountKind.DIFFERENCE)] == -1_00
    again = hall.refused(c.CountFees, ACCOUNTANT, month="2015-04", counted=25_00)
    assert again == ("fees-not-held", "CO 47.1-2213.02")


@pytest.mark.clause("CO 47.1-2213.05 pool", duty=("pool", "complimentary", "non-cash"))
def test_all_buy_ins_make_the_pool() -> None:
    """Cash, complimentary, a food card at its set value, and a re-buy: $100 three times, and $50."""
    event = event_document(**ITEMS, purchase={"price": 50_00, "points": 500, "most": 1})
    hall = Hall(document(events=[event])).register()
    hall.enter("ann")
    hall.enter("bob", buy_in=PaidBy.COMPLIMENTARY)
    hall.enter("cy", buy_in=PaidBy.IN_KIND, buy_in_item="food card")
    hall.start()
    hall.game("17", (1, "red", 1000))
    (bought,) = hall.do(c.PurchaseChips, entry=1)
    assert isinstance(bought, ChipsPurchased)
    assert hall.state.pool("open") == 350_00
    assert entrants_form(hall.planned, hall.state).buy_ins == 350_00


def series(prizes: list[dict[str, Any]], final: dict[str, Any] | None = None) -> dict[str, Any]:
    heat = event_document(id="heat", title="Heat", round=[{"games": 1}], prize=prizes)
    last = event_document(id="final", title="Final", round=[{"games": 1}], **(final or {}))
    return document(events=[heat, last], overall="The winner of the final.")


def play_heat(written: dict[str, Any]) -> Hall:
    """Three players; ann wins the heat, bob is second."""
    hall = Hall(written).register("heat")
    for name in ("ann", "bob", "cy"):
        hall.enter(name, "heat")
    hall.start("heat")
    hall.game("17", (1, "17", 20), (2, "17", 10), (3, "red", 10), event="heat")
    return hall.finish("heat")


@pytest.mark.clause("CO 47.1-2213.05 pool", duty=("carried", "paid-out"))
def test_what_an_event_does_not_award_is_carried_forward_and_awarded() -> None:
    """The heat's $300 pays a quarter, $75; $225 go on, and with two buy-ins the final pays $425."""
    hall = play_heat(series([{"place": 1, "share": "1/4"}]))
    assert [(award.entry, award.amount) for award in hall.state.awards.values()] == [(1, 75_00)]
    assert (hall.state.pool("heat"), hall.state.pool("final")) == (0, 225_00)
    hall.register("final")
    hall.enter("ann", "final")
    hall.enter("bob", "final")
    hall.start("final")
    hall.game("17", (4, "red", 10), event="final")
    assert hall.refused(c.CloseTournament)[0] == "tournament-step-out-of-order"
    hall.finish("final")
    assert [(award.entry, award.amount) for award in hall.state.awards.values()] == [(1, 75_00), (5, 425_00)]
    assert hall.refused(c.CloseTournament) == ("money-left", "CO 47.1-2213.05 pool")
    hall.pay_all().close()
    assert [kind for kind in AccountKind if any(a.kind is kind for a in hall.state.balances.held())] == [
        AccountKind.PROCEEDS,
        AccountKind.OUTSIDE,
    ]


@pytest.mark.clause("CO 47.1-2213.05 pool", duty=("paid-out", "retained"))
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_fewer_players_than_prizes_still_take_the_whole_pool(players: int) -> None:
    prizes = [{"place": place, "share": share} for place, share in ((1, "1/2"), (2, "1/3"), (3, "1/6"))]
    event = event_document(buy_in=33_33, prize=prizes, round=[{"games": 1}], tables=1, seats=6)
    hall = Hall(document(events=[event])).register()
    for number in range(1, players + 1):
        hall.enter(f"player{number}")
    hall.start()
    hall.game("17", *((number, "17", 10 * number) for number in range(1, players + 1)))
    hall.finish()
    assert sum(award.amount for award in hall.state.awards.values()) == players * 33_33
    assert hall.state.pool("open") == 0
    assert [award.entry for award in hall.state.awards.values()] == list(range(players, max(players - 3, 0), -1))


@pytest.mark.clause("CO 47.1-2213.05 pool", duty="paid-out")
def test_when_nobody_enters_the_last_event_its_pool_goes_to_the_places_before() -> None:
    hall = play_heat(series([{"place": 1, "share": "1/4"}]))
    hall.do(c.OpenRegistration, event="final")
    hall.do(c.ConcludeEvent, event="final")
    assert [(award.entry, award.amount) for award in hall.state.awards.values()] == [(1, 75_00), (1, 225_00)]
    hall.pay_all().close()


def test_when_everybody_is_disqualified_the_pool_goes_back() -> None:
    hall = Hall().register()
    hall.enter("ann")
    hall.enter("anna")
    hall.start()
    hall.do(c.DisqualifyPlayer, entries=(1, 2), why="One person.")
    hall.finish()
    assert hall.state.pool("open") == 0
    assert hall.state.awards == {}
    hall.close()


@pytest.mark.clause("CO 47.1-2213.05 voucher", duty=("values", "payout"))
def test_a_voucher_for_an_event_with_fee_and_buy_in_is_a_payout_with_both_values() -> None:
    """The heat's pool of $300 gives a voucher of $125; used, $25 are a fee and $100 a buy-in."""
    hall = play_heat(series([{"place": 1, "voucher": "final"}]))
    assert (hall.state.pool("heat"), hall.state.pool("final")) == (0, 175_00)
    hall.register("final")
    before = sum(hall.state.proceeds().values())
    assert payout_form(hall.planned, hall.state).lines == ()
    hall.enter("ann", "final", voucher="1")
    assert sum(hall.state.proceeds().values()) == before + 25_00
    assert hall.state.pool("final") == 275_00
    line = entrants_form(hall.planned, hall.state).lines[-1]
    assert (line.voucher, line.fee, line.buy_in, line.re_buys) == ("1", 25_00, 100_00, 0)
    (form,) = voucher_forms(hall.planned, hall.state)
    assert (form.winner, form.fee_value, form.buy_in_value, form.used) == ("ann", 25_00, 100_00, True)
    payout = payout_form(hall.planned, hall.state)
    assert [(each.name, each.amount, each.prize) for each in payout.lines] == [("ann", 125_00, "voucher for Final")]
    assert payout.vouchers == 125_00


@pytest.mark.clause("CO 47.1-2213.05 voucher", duty="buy-in")
def test_a_voucher_for_an_event_without_either_is_a_buy_in_and_no_payout() -> None:
    final = {"fee": 0, "buy_in": 0}
    hall = play_heat(series([{"place": 1, "voucher": "final", "value": 120_00}], final))
    hall.register("final")
    before = sum(hall.state.proceeds().values())
    hall.enter("ann", "final", voucher="1")
    assert sum(hall.state.proceeds().values()) == before
    assert hall.state.pool("final") == 300_00
    assert payout_form(hall.planned, hall.state).lines == ()
    hall.start("final")
    hall.game("17", event="final")
    hall.finish("final").pay_all().close()


@pytest.mark.clause("CO 47.1-2213.05 voucher", duty=("winner", "same"))
def test_a_voucher_is_redeemed_once_by_its_winner_in_its_event() -> None:
    clause = "CO 47.1-2213.05 voucher"
    hall = play_heat(series([{"place": 1, "voucher": "final"}]))
    hall.register("final")
    given = {"event": "final", "person": "id bob", "name": "bob", "handed": True}
    assert hall.refused(c.EnterPlayer, **given, voucher="1") == ("voucher-not-yours", clause)
    assert hall.refused(c.EnterPlayer, **given, voucher="77") == ("voucher-unknown", clause)
    assert hall.refused(c.EnterPlayer, **given, fee=PaidBy.VOUCHER) == ("voucher-needed", clause)
    entry = hall.enter("ann", "final", voucher="1")
    hall.do(c.WithdrawEntry, entry=entry)
    hall.enter("ann", "final", voucher="1")
    hall.enter("bob", "final")
    mine = {**given, "person": "id ann", "name": "ann"}
    assert hall.refused(c.EnterPlayer, **mine, voucher="1")[0] == "entered-already"
    hall.start("final")
    hall.do(c.DisqualifyPlayer, entries=(entry + 2,), why="Cheating.")


@pytest.mark.clause("CO 47.1-2213.05 voucher", duty="winner")
def test_a_second_use_of_a_voucher_is_refused_and_one_that_is_not_used_is_awarded() -> None:
    heat = event_document(id="heat", title="Heat", round=[{"games": 1}], prize=[{"place": 1, "voucher": "final"}])
    final = event_document(id="final", title="Final", late_round=1, fee=0)
    written = document(events=[heat, final], overall="The final.", re_entries=1)
    hall = play_heat(written).register("final")
    hall.enter("ann", "final", voucher="1")
    hall.enter("bob", "final")
    hall.start("final")
    hall.game("17", (4, "red", 1000), (5, "17", 1), event="final")
    again = {"event": "final", "person": "id ann", "name": "ann", "handed": True, "voucher": "1"}
    assert hall.refused(c.EnterPlayer, **again) == ("voucher-used", "CO 47.1-2213.05 voucher")

    hall = play_heat(written).register("final")
    hall.enter("bob", "final")
    assert hall.state.pool("final") == 200_00 + 100_00
    hall.do(c.CloseRegistration, event="final")
    assert hall.state.pool("final") == 300_00 + 100_00


@pytest.mark.clause("CO 47.1-2213.02", duty="prize-form")
def test_cash_and_merchandise_are_on_the_prize_form_with_who_got_them() -> None:
    prizes = [
        {"place": 1, "share": "1/2"},
        {"place": 1, "item": "A watch", "value": 80_00},
        {"place": 2, "share": "1/2"},
    ]
    hall = Hall(document(events=[event_document(prize=prizes, round=[{"games": 1}])])).register()
    hall.enter("ann")
    hall.enter("bob")
    hall.start()
    hall.game("17", (1, "17", 10), (2, "red", 10))
    hall.finish()
    form = payout_form(hall.planned, hall.state)
    assert [(line.name, line.place, line.prize, line.amount, line.paid) for line in form.lines] == [
        ("ann", 1, "cash", 100_00, False),
        ("bob", 2, "cash", 100_00, False),
        ("ann", 1, "A watch", 80_00, False),
    ]
    assert (form.cash, form.merchandise, form.total) == (200_00, 80_00, 280_00)
    assert hall.refused(c.PayPrize, award=1, person="id bob")[0] == "prize-not-yours"
    (paid,) = hall.do(c.PayPrize, award=1, person="id ann")
    assert isinstance(paid, PrizePaid)
    assert hall.refused(c.PayPrize, award=1, person="id ann")[0] == "prize-paid"
    assert hall.refused(c.PayPrize, award=9, person="id ann")[0] == "prize-unknown"
    hall.pay_all().close()


def test_who_is_tied_shares_the_prizes_of_the_places_where_the_rules_say_so() -> None:
    """Places one and two come to 5/6 of $200.01: $166.68, and each of the tied gets $83.34."""
    prizes = [{"place": place, "share": share} for place, share in ((1, "1/2"), (2, "1/3"), (3, "1/6"))]
    event = event_document(buy_in=66_67, prize=prizes, round=[{"games": 1}])
    hall = Hall(document(events=[event], tie="share")).register()
    for name in ("ann", "bob", "cy"):
        hall.enter(name)
    hall.start()
    hall.game("17", (3, "red", 1))
    hall.finish()
    awards = {award.entry: (award.place, award.amount) for award in hall.state.awards.values()}
    assert awards == {1: (1, 83_34), 2: (1, 83_34), 3: (3, 33_33)}
