"""Games, rounds, ties, corrections, tables, an early end: from the texts, with points worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.money import Cents
from croupier.terms.people import Actor, Role
from croupier.tournament import command as c
from croupier.tournament.command import StakeKind
from croupier.tournament.event import EntryEliminated, PointsWagered, RoundStarted, SplitGranted, TablesBalanced
from croupier.tournament.forms import color_notice, payout_form
from croupier.tournament.points import Points
from croupier.tournament.setup import ColorValue
from tests.tournament.playing import DEALER, DIRECTOR, Hall, document, event_document

REBUY = {"price": 50_00, "points": 500, "most": 2}


def hall_of(*names: str, event: dict[str, Any] | None = None, **changes: Any) -> Hall:
    """Everybody sits at the first round of a tournament of one event."""
    hall = Hall(document(events=[event or event_document()], **changes)).register()
    for name in names:
        hall.enter(name)
    return hall.start()


def open_game(hall: Hall) -> None:
    for table in sorted(hall.state.events["open"].tables):
        hall.do(c.OpenGame, DEALER, event="open", table=table)


def bet(entry: int, spot: str, points: int, **more: Any) -> dict[str, Any]:
    return {"entry": entry, "spot": spot, "points": Points(points), **more}


@pytest.mark.clause("CO 47.1-2213.07(1)", duty="equal")
def test_all_start_an_event_with_the_same_number_of_chips() -> None:
    hall = hall_of("ann", "bob", "cy")
    started = next(event for event in hall.log if isinstance(event, RoundStarted))
    assert started.points == ((1, Points(1000)), (2, Points(1000)), (3, Points(1000)))
    assert started.equal


@pytest.mark.clause("CO 47.1-2213.07(1)", duty="opportunity")
def test_all_may_purchase_alike_and_the_third_re_buy_is_refused_to_everybody() -> None:
    event = event_document(purchase=REBUY, round=[{"games": 4, "cap": 1000}])
    hall = hall_of("ann", "bob", "cy", event=event)
    hall.game("17", (1, "red", 1000), (2, "red", 1000), (3, "17", 1))
    for entry in (1, 2):
        hall.do(c.PurchaseChips, entry=entry)
        assert hall.refused(c.PurchaseChips, entry=entry) == ("purchase-not-allowed", "CO 47.1-2213.07(1)")
    assert hall.refused(c.PurchaseChips, entry=3) == ("purchase-not-allowed", "CO 47.1-2213.07(1)")
    for _ in range(2):
        hall.game("17", (1, "red", 500), (2, "red", 500))
        for entry in (1, 2):
            hall.give(c.PurchaseChips, entry=entry)
    assert [str(hall.state.entries[entry].status) for entry in (1, 2)] == ["eliminated", "eliminated"]
    assert [hall.state.entries[entry].purchases for entry in (1, 2)] == [2, 2]


@pytest.mark.clause("CO 47.1-2213.07(2)", duty="eliminated")
def test_who_has_no_chips_and_no_option_is_out_at_once() -> None:
    hall = hall_of("ann", "bob", "cy")
    hall.game("17", (1, "red", 1000), (2, "red", 999), (3, "17", 1))
    out = [event for event in hall.log if isinstance(event, EntryEliminated)]
    assert out == [EntryEliminated(1, "open", 1, 1)]


@pytest.mark.clause("CO 47.1-2213.07(2)", duty="eliminated")
def test_who_chooses_not_to_purchase_is_out() -> None:
    hall = hall_of("ann", "bob", "cy", event=event_document(purchase=REBUY))
    hall.game("17", (1, "red", 1000), (2, "red", 1000), (3, "17", 1))
    assert hall.state.entries[1].is_active
    assert hall.state.entries[2].is_active
    assert hall.refused(c.DeclinePurchase, hall.player(3), entry=3)[0] == "purchase-not-allowed"
    hall.do(c.DeclinePurchase, hall.player(1), entry=1)
    assert str(hall.state.entries[1].status) == "eliminated"
    hall.game("17")
    hall.do(c.EndRound, event="open")
    assert str(hall.state.entries[2].status) == "eliminated"


@pytest.mark.clause("CO 47.1-2213.07(4)", duty="proxy")
def test_nobody_wagers_for_another_player_and_a_dealer_only_on_instruction() -> None:
    hall = hall_of("ann", "bob")
    open_game(hall)
    another = hall.refused(c.WagerPoints, hall.player(2), **bet(1, "17", 5))
    assert another == ("wager-for-another", "CO 47.1-2213.07(4)")
    assert hall.refused(c.WagerPoints, DIRECTOR, **bet(1, "17", 5)) == ("role-not-allowed", "CO 47.1-2213.07(4)")
    (own,) = hall.do(c.WagerPoints, hall.player(1), **bet(1, "17", 5))
    (instructed,) = hall.do(c.WagerPoints, DEALER, **bet(1, "17", 5))
    assert isinstance(own, PointsWagered)
    assert isinstance(instructed, PointsWagered)
    assert (own.by, instructed.by) == ("player", "dealer")


@pytest.mark.clause("CO 47.1-2213.07(4)", duty="substitute")
def test_nobody_sits_in_for_a_player() -> None:
    hall = Hall().register()
    hall.enter("ann")
    hall.enter("bob")
    hall.do(c.CloseRegistration, event="open")
    hall.draw()
    hall.do(c.StartRound, event="open")
    clause = "CO 47.1-2213.07(4)"
    assert hall.refused(c.SeatEntrant, DEALER, entry=1, person="id bob") == ("player-substituted", clause)
    open_game(hall)
    assert hall.refused(c.WagerPoints, hall.player(1), **bet(1, "17", 5)) == ("player-not-seated", clause)


@pytest.mark.clause("CO 47.1-2213.07(5)", duty="at-start")
@pytest.mark.clause("CO 47.1-2214(1)", duty="exchanged")
def test_chips_are_not_purchased_during_a_game_and_play_from_the_next_one() -> None:
    hall = hall_of(
        "ann", "bob", event=event_document(purchase={**REBUY, "broke_only": False}, round=[{"games": 2, "cap": 100}])
    )
    open_game(hall)
    assert hall.refused(c.PurchaseChips, entry=1) == ("game-in-play", "CO 47.1-2213.07(5)")
    hall.do(c.SettleGame, event="open", table=1, number="17")
    hall.do(c.PurchaseChips, entry=1)
    assert hall.points(1) == 1500


@pytest.mark.clause("CO 47.1-2213.07(5)", duty=("concealed", "at-start"))
def test_only_chips_on_the_table_at_the_start_of_the_game_are_in_play() -> None:
    """Of 1,000 points 600 are out: 401 would be chips that did not lie there."""
    hall = hall_of("ann", "bob")
    open_game(hall)
    hall.wager(1, "red", 600)
    clause = "CO 47.1-2213.07(5)"
    assert hall.refused(c.WagerPoints, hall.player(1), **bet(1, "red", 401)) == ("chips-not-on-table", clause)
    for count in (0, -5):
        assert hall.refused(c.WagerPoints, hall.player(1), **bet(1, "red", count))[0] == "chips-not-on-table"
    hall.wager(1, "red", 400)


@pytest.mark.clause("CO 47.1-2214(1)", duty=("chips", "nothing-else"))
@pytest.mark.parametrize("stake", [kind for kind in StakeKind if kind is not StakeKind.TOURNAMENT_CHIPS])
def test_nothing_but_tournament_chips_is_wagered(stake: StakeKind) -> None:
    hall = hall_of("ann", "bob")
    open_game(hall)
    answer = hall.refused(c.WagerPoints, hall.player(1), **bet(1, "17", 5, stake=stake))
    assert answer == ("not-tournament-chips", "CO 47.1-2214(1)")


@pytest.mark.clause("CO 47.1-2214(1)", duty=("points", "not-redeemed", "non-negotiable"))
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_points_are_no_money_and_are_never_redeemed(book: str) -> None:
    hall = Hall(document(book)).register()
    hall.enter("ann")
    hall.enter("bob")
    hall.start()
    held = hall.state.balances.held()
    for by in (hall.player(1), DEALER, DIRECTOR):
        answer = hall.refused(c.RedeemChips, by, entry=1, points=Points(1000))
        assert answer == ("chips-not-redeemed", "CO 47.1-2214(1)")
    hall.game("17", (1, "17", 100))
    assert hall.state.balances.held() == held
    money: Any = Cents(100)
    with pytest.raises(TypeError):
        Points(100) + money
    with pytest.raises(TypeError):
        money + Points(100)
    with pytest.raises(TypeError):
        Points(100) - money
    with pytest.raises(TypeError):
        assert Points(1) < money
    assert Points(100) != money


@pytest.mark.clause("CO 47.1-2214(1)", duty="no-limit")
def test_the_size_of_a_wager_has_no_limit_but_in_initial_rounds() -> None:
    rounds = [{"games": 1, "cap": 300, "best": 2}, {"games": 2}]
    hall = hall_of("ann", "bob", "cy", event=event_document(round=rounds))
    open_game(hall)
    assert hall.refused(c.WagerPoints, hall.player(1), **bet(1, "17", 301)) == ("wager-above-cap", "CO 47.1-2213.06")
    hall.wager(1, "17", 300)
    hall.wager(2, "17", 200)
    hall.do(c.SettleGame, event="open", table=1, number="17")
    hall.do(c.EndRound, event="open")
    hall.start()
    hall.game("0", (1, "17", 11_500))
    hall.game("0", (2, "0", 8_000))
    assert hall.points(2) == 8_000 * 36


@pytest.mark.clause("CO 47.1-2214(1)", duty="ranking")
def test_points_and_nothing_else_rank_the_players() -> None:
    hall = hall_of("ann", "bob", "cy", event=event_document(round=[{"games": 1}]))
    hall.game("17", (1, "red", 10), (2, "17", 1), (3, "black", 40))
    hall.finish()
    assert hall.state.events["open"].ranking == ((3,), (2,), (1,))


@pytest.mark.clause("CO 47.1-2213.06", duty="standard")
@pytest.mark.parametrize(
    ("spot", "number", "points"),
    [
        ("17", "17", 1350),
        ("17-20", "20", 1170),
        ("1-2-3", "2", 1110),
        ("column-1", "4", 1020),
        ("red", "1", 1010),
        ("red", "0", 990),
    ],
)
def test_wagers_are_settled_by_the_standard_rules(spot: str, number: str, points: int) -> None:
    """Ten points at 35, 17, 11, 2 and 1 to 1, and a zero against an even-money wager."""
    hall = hall_of("ann", "bob")
    hall.game(number, (1, spot, 10))
    assert hall.points(1) == points


@pytest.mark.clause("CO 47.1-2213.06", duty="standard")
def test_a_spot_or_number_that_the_game_does_not_have_is_refused() -> None:
    hall = hall_of("ann", "bob")
    open_game(hall)
    assert hall.refused(c.WagerPoints, hall.player(1), **bet(1, "5-9", 5))[0] == "spot-unknown"
    assert hall.refused(c.SettleGame, event="open", table=1, number="37") == ("number-unknown", "CO 47.1-2213.06")
    hall.do(c.VoidGame, event="open", table=1, why="The ball left the wheel.")
    assert hall.points(1) == 1000


@pytest.mark.clause("CO 47.1-2214(2)", duty=("current", "notice"))
def test_points_of_colors_change_between_rounds_only_and_the_notice_with_them() -> None:
    chips = {"numbered": False, "colors": {"green": 25, "black": 100}}
    rounds = [{"games": 1, "cap": 1000, "best": 2}, {"games": 1}]
    hall = Hall(document(chips=chips, events=[event_document(round=rounds)])).register()
    for name in ("ann", "bob", "cy"):
        hall.enter(name)
    hall.start()
    higher = (ColorValue("green", Points(50)), ColorValue("black", Points(500)))
    assert hall.refused(c.SetColorPoints, values=higher) == ("colors-in-play", "CO 47.1-2214(2)")
    assert [each.points.count for each in color_notice(hall.planned, hall.state).values] == [25, 100]
    hall.game("17", (1, "17", 10), (2, "17", 5))
    hall.do(c.EndRound, event="open")
    assert hall.refused(c.SetColorPoints, values=higher[:1])[0] == "colors-wrong"
    assert hall.refused(c.SetColorPoints, values=(higher[0], ColorValue("black", Points(0))))[0] == "colors-wrong"
    hall.do(c.SetColorPoints, values=higher)
    notice = color_notice(hall.planned, hall.state)
    assert [each.points.count for each in notice.values] == [50, 500]
    assert notice.needed


SPLIT = [{"place": 1, "share": "3/4"}, {"place": 2, "share": "1/4"}]


def split_hall(**changes: Any) -> Hall:
    """Three players in the final round of an event whose pool is $300."""
    event = event_document(prize=SPLIT, round=[{"games": 3, "cap": 1000}])
    return hall_of("ann", "bob", "cy", event={**event, **changes.pop("event", {})}, **{"split": True, **changes})


def propose(hall: Hall, amounts: dict[int, int]) -> Any:
    return hall.give(c.ProposeSplit, hall.player(1), event="open", amounts=amounts)


@pytest.mark.clause("CO 47.1-2213.07(3)", duty=("unanimous", "awarded", "understood"))
def test_all_remaining_players_agree_and_each_is_recorded_with_the_prize() -> None:
    hall = split_hall()
    hall.game("17", (3, "red", 1000))
    propose(hall, {1: 160_00, 2: 140_00})
    statement = {"event": "open", "understood": True, "voluntary": True}
    hall.do(c.AgreeToSplit, hall.player(1), event="open", entry=1)
    assert hall.refused(c.GrantSplit, **statement) == ("split-not-unanimous", "CO 47.1-2213.07(3)")
    another = hall.refused(c.AgreeToSplit, hall.player(1), event="open", entry=2)
    assert another[0] == "wager-for-another"
    assert hall.refused(c.AgreeToSplit, DIRECTOR, event="open", entry=2) == ("role-not-allowed", "CO 47.1-2213.07(3)")
    hall.do(c.AgreeToSplit, hall.player(2), event="open", entry=2)
    not_understood = hall.refused(c.GrantSplit, event="open", understood=False, voluntary=True)
    assert not_understood == ("split-pressured", "CO 47.1-2213.07(3)")
    (granted,) = hall.do(c.GrantSplit, **statement)
    assert isinstance(granted, SplitGranted)
    assert granted.director == "dora"
    hall.do(c.ConcludeEvent, event="open")
    form = payout_form(hall.planned, hall.state)
    assert [(line.name, line.amount) for line in form.lines] == [("ann", 160_00), ("bob", 140_00)]
    hall.pay_all().close()


@pytest.mark.clause("CO 47.1-2213.07(3)", duty="unanimous")
def test_a_split_needs_rules_that_allow_it_the_final_round_and_the_right_sum() -> None:
    clause = "CO 47.1-2213.07(3)"
    hall = split_hall(split=False)
    amounts = {1: 100_00, 2: 100_00, 3: 100_00}
    assert hall.refused(c.ProposeSplit, hall.player(1), event="open", amounts=amounts) == ("split-not-allowed", clause)
    hall = split_hall()
    short = {**amounts, 3: 99_99}
    assert hall.refused(c.ProposeSplit, hall.player(1), event="open", amounts=short) == ("split-wrong-sum", clause)
    two = {1: 150_00, 2: 150_00}
    assert hall.refused(c.ProposeSplit, hall.player(1), event="open", amounts=two) == ("split-wrong-sum", clause)
    rounds = [{"games": 1, "cap": 1000, "best": 2}, {"games": 1}]
    hall = split_hall(event={"round": rounds})
    assert hall.refused(c.ProposeSplit, hall.player(1), event="open", amounts=amounts)[0] == "split-not-allowed"


@pytest.mark.clause("CO 47.1-2213.07(3)", duty="cash-only")
def test_prizes_other_than_cash_are_not_split() -> None:
    prizes = [*SPLIT, {"place": 2, "item": "A watch", "value": 80_00}]
    hall = split_hall(event={"prize": prizes})
    amounts = {1: 100_00, 2: 100_00, 3: 100_00}
    answer = hall.refused(c.ProposeSplit, hall.player(1), event="open", amounts=amounts)
    assert answer == ("split-not-cash", "CO 47.1-2213.07(3)")


@pytest.mark.clause("CO 47.1-2213.07(3)", duty="no-encouraging")
def test_a_director_cannot_propose_and_is_told_not_to_encourage() -> None:
    hall = split_hall()
    amounts = {1: 100_00, 2: 100_00, 3: 100_00}
    answer = hall.refused(c.ProposeSplit, DIRECTOR, event="open", amounts=amounts)
    assert answer == ("role-not-allowed", "CO 47.1-2213.07(3)")
    assert hall.refused(c.GrantSplit, event="open", understood=True, voluntary=True)[0] == "split-not-allowed"
    assert "does not encourage" in hall.planned.law.sentences[TournamentDuty.SPLIT]


@pytest.mark.clause("CO 47.1-2213.07(3)", duty="coercion")
def test_there_is_no_early_end_under_pressure() -> None:
    hall = split_hall()
    propose(hall, {1: 100_00, 2: 100_00, 3: 100_00})
    for entry in (1, 2, 3):
        hall.do(c.AgreeToSplit, hall.player(entry), event="open", entry=entry)
    statement = {"event": "open", "understood": True, "voluntary": True, "pressured": True}
    assert hall.refused(c.GrantSplit, **statement) == ("split-pressured", "CO 47.1-2213.07(3)")
    hall.do(c.RefuseSplit, event="open", why="Bob is being pressed.")
    assert hall.state.events["open"].proposal is None
    hall.game("17")


# Rounds, ties, corrections, tables


def test_the_best_of_each_table_and_a_second_chance() -> None:
    """Two tables of three: the best of each goes on, and the best of the other four."""
    rounds = [{"games": 1, "cap": 1000, "best_of_table": 1, "second_chance": 1}, {"games": 1}]
    hall = hall_of(*"abcdef", event=event_document(round=rounds, seats=3))
    tables = {table: hall.state.at_table("open", table) for table in (1, 2)}
    assert [len(each) for each in tables.values()] == [3, 3]
    first, second = ([entry.number for entry in tables[table]] for table in (1, 2))
    wagers = [
        (first[0], "17", 30),
        (first[1], "17", 20),
        (first[2], "17", 10),
        (second[0], "17", 15),
        (second[1], "17", 5),
    ]
    hall.game("17", *wagers)
    hall.do(c.EndRound, event="open")
    assert {entry.number for entry in hall.state.active_in("open")} == {first[0], second[0], first[1]}


@pytest.mark.parametrize("rule", ["play-off", "draw"])
def test_a_tie_at_the_cut_is_decided_before_the_round_ends(rule: str) -> None:
    rounds = [{"games": 1, "cap": 1000, "best": 2}, {"games": 1}]
    hall = hall_of("ann", "bob", "cy", event=event_document(round=rounds), tie=rule)
    hall.game("17", (1, "17", 10))
    assert hall.refused(c.EndRound, event="open") == ("tie-open", "CO 47.1-2213.08(3)")
    assert hall.refused(c.DecideTie, event="open", order=(1, 2), how="x")[0] == "tie-none"
    assert hall.refused(c.DecideTie, event="open", order=(2, 2), how="x")[0] == "tie-none"
    hall.do(c.DecideTie, event="open", order=(3, 2), how="Two games of play-off: cy 40, bob 0.")
    assert hall.refused(c.DecideTie, event="open", order=(2, 3), how="x")[0] == "tie-none"
    hall.do(c.EndRound, event="open")
    assert [entry.number for entry in hall.state.active_in("open")] == [1, 3]


def test_a_tie_at_the_end_is_decided_before_prizes_are_awarded() -> None:
    hall = hall_of("ann", "bob", event=event_document(round=[{"games": 1}]))
    hall.game("17")
    hall.do(c.EndRound, event="open")
    assert hall.refused(c.ConcludeEvent, event="open") == ("tie-open", "CO 47.1-2213.08(3)")
    hall.do(c.DecideTie, event="open", order=(2, 1), how="Play-off.")
    hall.do(c.ConcludeEvent, event="open")
    assert [(award.entry, award.amount) for award in hall.state.awards.values()] == [(2, 200_00)]


def test_a_round_ends_when_every_table_has_played() -> None:
    hall = hall_of(*"abcdef", event=event_document(seats=3, round=[{"games": 1}]))
    hall.do(c.OpenGame, event="open", table=1)
    assert hall.refused(c.EndRound, event="open")[0] == "game-in-play"
    hall.do(c.SettleGame, event="open", table=1, number="17")
    assert hall.refused(c.EndRound, event="open")[0] == "games-left"
    assert hall.refused(c.OpenGame, event="open", table=1)[0] == "games-played"
    assert hall.refused(c.OpenGame, event="open", table=9)[0] == "table-unknown"


def test_a_wrong_elimination_and_a_wrong_count_are_undone_until_the_next_round_starts() -> None:
    rounds = [{"games": 1, "cap": 1000, "best": 2}, {"games": 1}]
    hall = hall_of("ann", "bob", "cy", "dee", event=event_document(round=rounds))
    hall.game("17", (1, "red", 1000), (2, "17", 10), (3, "17", 5))
    hall.do(c.ReinstateEntry, entry=1, points=Points(2000), why="The wager was on black.")
    hall.do(c.CorrectPoints, entry=2, points=Points(1000), why="A stack was counted twice.")
    hall.do(c.EndRound, event="open")
    assert [entry.number for entry in hall.state.active_in("open")] == [1, 3]
    assert hall.refused(c.CorrectPoints, entry=3, points=Points(1), why="x")[0] == "correction-too-late"
    hall.do(c.ReopenRound, event="open", why="Dee's stack was not counted.")
    hall.do(c.CorrectPoints, entry=4, points=Points(5000), why="A stack lay under the rail.")
    hall.do(c.EndRound, event="open")
    assert [entry.number for entry in hall.state.active_in("open")] == [1, 4]
    hall.start()
    assert hall.refused(c.ReopenRound, event="open", why="x")[0] == "correction-too-late"
    assert hall.refused(c.ReinstateEntry, entry=2, points=Points(1), why="x")[0] == "correction-too-late"


def test_tables_are_balanced_and_broken_by_the_printed_rule() -> None:
    """Nine at two tables. Of the five at table one three go out: the last seat of table two moves to seat one there."""
    hall = hall_of(*"abcdefghi", event=event_document(tables=3, seats=5, round=[{"games": 3, "cap": 1000}]))
    seats = {table: [entry.number for entry in hall.state.at_table("open", table)] for table in (1, 2)}
    assert hall.refused(c.BreakTable, event="open", table=3)[0] == "table-unknown"
    assert {len(each) for each in seats.values()} == {5, 4}
    hall.game("17", *((entry, "red", 1000) for entry in seats[1][:3]))
    (moved,) = hall.do(c.BalanceTables, event="open")
    assert isinstance(moved, TablesBalanced)
    assert [vars_of(each) for each in moved.moves] == [(seats[2][3], 1, 1)]
    assert hall.refused(c.BalanceTables, event="open")[0] == "tables-too-full"
    rest = [entry.number for entry in hall.state.at_table("open", 1)]
    hall.game("17", *((entry, "red", 1000) for entry in rest[:1]))
    (broken,) = hall.do(c.BreakTable, event="open", table=1)
    assert isinstance(broken, TablesBalanced)
    assert [(each.entry, each.table, each.seat) for each in broken.moves] == [(rest[1], 2, 4), (rest[2], 2, 5)]
    assert sorted(hall.state.events["open"].tables) == [2]
    hall.game("17", (rest[1], "17", 1))


def vars_of(seat: Any) -> tuple[int, int, int]:
    return seat.entry, seat.table, seat.seat


def test_secret_wagers_of_the_last_game_show_only_when_they_are_settled() -> None:
    from croupier.tournament.view import tournament_view

    hall = hall_of("ann", "bob", event=event_document(round=[{"games": 1, "secret_last": True}]))
    open_game(hall)
    hall.wager(1, "17", 10)
    hall.wager(2, "red", 10)
    for viewer, seen in ((hall.player(1), {1}), (Actor("cy", Role.PLAYER), set()), (DEALER, {1, 2})):
        view = tournament_view(hall.planned, hall.state, viewer)
        assert {wager.entry for event in view.events for table in event.tables for wager in table.wagers} == seen
