"""Who may do what: each role tries every command that is another's, and views show each role its own part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest
from msgspec import json, structs, to_builtins

from croupier.equipment import command as p
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.preconditions import ROLES
from croupier.table.state import Seat
from croupier.table.values import NoSpinReason
from croupier.table.view import View, view
from croupier.terms.people import Actor, Role
from tests.table.playing import ANN, BOB, BOSS, CCW, CW, DEALER, Play

# Written from the texts: the dealer handles wagers and payouts and spins; the pit supervisor inspects a ball that
# left the wheel, decides irregularities and disputes, and answers for the float; players play at their own seats.
DEALERS = {
    c.BringChips,
    c.ColorUp,
    c.ConfirmVerbalWager,
    c.ReturnLateBet,
    c.SpinBall,
    c.SpinWheel,
    c.CallNoMoreBets,
    c.AnnounceNumber,
    c.CallNoSpin,
    c.ReportIrregularity,
    c.CarryOutDirection,
    c.VoidRound,
    c.PlaceCrown,
    c.MoveFifths,
    c.CollectLosers,
    c.PayWinners,
    c.LiftCrown,
}
SUPERVISORS = {
    c.OpenTable,
    c.CloseTable,
    c.ChangeShift,
    c.RelieveStaff,
    c.InspectBall,
    c.DecideIrregularity,
    c.ObserveAction,
    c.EndPlay,
    c.DecideDispute,
    c.CorrectNumber,
}
INSPECTS = {Role.KEY_MANAGER, Role.SECURITY, Role.SUPERVISOR}
WORKS = {Role.KEY_MANAGER, Role.MAINTENANCE, Role.SLOT_TECHNICIAN, Role.SUPERVISOR}
EQUIPMENT = {
    p.RecordLicense: {Role.KEY_MANAGER, Role.SUPERVISOR},
    p.InspectTable: INSPECTS,
    p.AdjustWheel: WORKS,
    p.ReplacePart: WORKS,
    p.InspectReplacement: {Role.REGULATOR},
    p.PostSign: {Role.KEY_MANAGER, Role.SUPERVISOR},
    p.RemoveSign: {Role.KEY_MANAGER, Role.SUPERVISOR},
}
ATTESTED = {Role.DEALER, Role.CASHIER, Role.DEVICE}
MONEY = {
    c.BuyChips: ATTESTED,
    c.CashOut: ATTESTED,
    m.RequestSlip: {Role.SUPERVISOR},
    m.PrepareSlip: {Role.CASHIER, Role.DEALER},
    m.CarrySlip: {Role.SECURITY},
    m.AcceptSlip: {Role.CASHIER, Role.DEALER},
    m.VoidSlip: {Role.CASHIER, Role.SUPERVISOR},
    m.RedeemTicket: {Role.CASHIER},
    m.IssueCoupons: {Role.CASHIER},
    m.SettleClaim: {Role.SUPERVISOR},
    m.CountDrop: {Role.ACCOUNTANT},
    m.GiveSecond: {Role.SUPERVISOR},
    m.DenySecond: {Role.SUPERVISOR},
}
FELT = {c.BuyChips: {Role.DEALER}, c.CashOut: {Role.PLAYER, Role.DEALER}}
"""Who acts with physical chips: the dealer sells them, and players carry them away."""
EVERY: tuple[type[c.Command], ...] = get_args(c.AnyCommand)
SAMPLES: Mapping[str, Any] = {
    "sign": "limits",
    "digest": "0" * 16,
    "place": "at the wheel",
    "role": Role.SECURITY,
    "seat": 1,
    "player": "ann",
    "dealer": "dora",
    "supervisor": "sue",
    "float_count": 1000,
    "amount": 100,
    "slip": 1,
    "kind": SlipKind.FILL,
    "ticket": "7-1-123456",
    "serials": ("A1",),
    "face": 500,
    "counted": 100,
    "request": 1,
    "color": "blue",
    "value": 100,
    "chips": Chips.VALUE,
    "spot": "red",
    "to": "black",
    "stake": 100,
    "cash": 100,
    "wheel": CW,
    "ball": CCW,
    "number": "17",
    "revolutions": 4,
    "reason": NoSpinReason.FOREIGN_OBJECT,
    "fit": True,
    "what": "something",
    "decision": "go on",
    "why": "because",
    "choice": Choice.HALF,
    "round": 1,
    "dispute": 1,
    "checks": {p.Check.MAGNET: True},
    "part": "turret",
    "name": "Mel Moss",
    "license": "M-12",
    "changes": (c.WagerChange("red", 100),),
}


def sample(kind: type[c.Command], by: Actor) -> c.Command:
    needed = {field.name for field in structs.fields(kind) if field.required} - {"by", "at"}
    filled: dict[str, Any] = {"by": by, "at": 1000} | {name: SAMPLES[name] for name in needed}
    if kind is m.RequestSlip:
        filled["chips"] = {500: 1}
    return kind(**filled)


def test_every_command_has_its_people() -> None:
    assert set(ROLES) == set(EVERY)
    assert all(ROLES.values())


@pytest.mark.clause("CO 47.1-2201(4)", duty=("wagers", "payouts", "spins"))
@pytest.mark.clause("CO 47.1-2206(4)", duty="by-supervisor")
@pytest.mark.clause("CO 47.1-2206(5)", duty="disputes")
@pytest.mark.clause("CO 47.1-2212(2)", duty="who")
@pytest.mark.clause("CO 47.1-2212(4)", duty="director")
@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_duties_are_kept_apart_as_the_texts_have_them(kind: type[c.Command]) -> None:
    if kind in DEALERS:
        assert ROLES[kind] == (Role.DEALER,)
    elif kind in SUPERVISORS:
        assert ROLES[kind] == (Role.SUPERVISOR,)
    elif kind in EQUIPMENT:
        assert set(ROLES[kind]) == EQUIPMENT[kind]
    elif kind in MONEY:
        assert set(ROLES[kind]) == MONEY[kind]
    else:
        assert set(ROLES[kind]) <= {Role.PLAYER, Role.DEALER}


@pytest.mark.clause("CO 47.1-2201(4)", duty=("wagers", "payouts", "spins"))
@pytest.mark.clause("CO 47.1-2206(4)", duty="by-supervisor")
@pytest.mark.clause("CO 47.1-2206(5)", duty=("disputes", "payment", "collection"))
@pytest.mark.parametrize("book", ["co-2013", "co-2014", "nj", "sd", "house"])
@pytest.mark.parametrize("opened", [False, True])
def test_each_role_is_refused_every_command_of_every_other_role(book: str, opened: bool) -> None:
    play = Play(book, opened=opened)
    for kind in EVERY:
        for role in Role:
            if role in FELT.get(kind, ROLES[kind]):
                continue
            answer = play.ask(sample(kind, Actor("ann", role)))
            assert getattr(answer, "code", "accepted") == "role-not-allowed", (kind, role)


def test_nobody_has_a_switch_that_forces_a_number() -> None:
    """A number comes from the dealer's announcement, a supervisor's direction or correction, and from nowhere else."""
    named = {kind for kind in EVERY if any(field.name == "number" for field in structs.fields(kind))}
    assert named == {c.AnnounceNumber, c.DecideIrregularity, c.CorrectNumber}


# Views


def busy(book: str = "co-2014") -> Play:
    """Two players with chips, wagers, claims and disputes."""
    play = Play(book)
    play.sit(1, 7_700)
    play.sit(2, 5_300, value=50)
    play.bet(1, "17", 700)
    play.bet(2, "red", 150, tip=True)
    play.does(ANN, c.GiveTip, seat=1, amount=300, chips=Chips.NON_VALUE)
    play.does(ANN, c.RaiseDispute, round=1, what="ann asks", seat=1)
    play.does(BOB, c.RaiseDispute, round=1, what="bob asks", seat=2)
    play.does(DEALER, c.RaiseDispute, round=1, what="dora asks")
    play.does(BOSS, c.DecideDispute, dispute=3, decision="back", why="camera", awards={2: -900})
    return play


def seen(play: Play, viewer: Actor) -> tuple[View, str]:
    shown = view(play.rules, play.table, viewer)
    return shown, json.encode(shown).decode()


def test_a_player_sees_nobody_elses_name_or_chips_and_no_money_of_the_house() -> None:
    play = busy()
    shown, text = seen(play, ANN)
    for secret in ("bob", "bob asks", "dora", "sue", str(play.table.house_float), "13000", "5150", "claims"):
        assert secret not in text, secret
    own, other = shown.seats
    assert (own.player, own.stacks, own.value) == ("ann", {Chips.NON_VALUE: 6700}, 100)
    assert (other.player, other.stacks, other.value) == (None, None, None)
    assert shown.house is None
    assert [each.what for each in shown.disputes] == ["ann asks"]
    assert {(each.seat, each.spot, each.amount) for each in shown.wagers} == {(1, "17", 700), (2, "red", 150)}


@pytest.mark.parametrize("role", [*Role])
def test_who_sees_what(role: Role) -> None:
    """The house's money is for those who answer for it, names and stacks for those who work at the table or watch."""
    play = busy()
    shown, text = seen(play, Actor("zoe", role))
    house = {Role.SUPERVISOR, Role.KEY_MANAGER, Role.ACCOUNTANT, Role.SURVEILLANCE, Role.REGULATOR}
    assert (shown.house is not None) == (role in house)
    assert ("ann" in text) == (role in house | {Role.DEALER})
    assert all((each.stacks is not None) == (role in house | {Role.DEALER}) for each in shown.seats)


@pytest.mark.parametrize("role", [Role.DEALER, Role.SUPERVISOR, Role.SURVEILLANCE, Role.SECURITY, Role.MAINTENANCE])
def test_a_role_is_not_a_player_of_the_same_name(role: Role) -> None:
    play = busy()
    shown, _ = seen(play, Actor("ann", role))
    assert shown.you is None
    if role in (Role.SECURITY, Role.MAINTENANCE):
        assert [each.player for each in shown.seats] == [None, None]
        assert shown.disputes == ()


def test_a_newcomer_does_not_read_the_disputes_of_who_had_the_seat_before() -> None:
    play = Play("co-2014")
    play.does(ANN, c.TakeSeat, seat=1, player="ann")
    play.does(ANN, c.RaiseDispute, round=1, what="ann's affair", seat=1)
    play.does(ANN, c.LeaveSeat, seat=1)
    play.does(BOB, c.TakeSeat, seat=1, player="bob")
    _, text = seen(play, BOB)
    assert "affair" not in text


def test_a_player_cannot_ask_where_another_sits() -> None:
    play = Play("co-2014")
    play.does(ANN, c.TakeSeat, seat=4, player="ann")
    refusal = play.refused(BOB, c.TakeSeat, seat=2, player="ann")
    assert "ann" not in refusal.facts.values()
    assert refusal.code == "seat-not-yours"


def chooses(play: Play, viewer: Actor) -> tuple[str, ...]:
    you = seen(play, viewer)[0].you
    assert you is not None
    return you.choose


def test_a_choice_in_prison_is_shown_only_to_its_player() -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.sit(2)
    play.bet(1, "red", 100)
    play.bet(2, "black", 100)
    play.bet(2, "17", 100)
    play.crown("0")
    assert chooses(play, ANN) == ("red",)
    assert chooses(play, BOB) == ("black",)
    assert seen(play, BOSS)[0].you is None
    play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
    assert chooses(play, ANN) == ()


def test_the_next_step_that_is_shown_is_one_that_can_be_taken() -> None:
    play = Play("nj", offers=["five-adjacent"])
    play.sit(1)
    play.bet(1, "adjacent-17", 500)
    play.crown("17")
    assert play.code(DEALER, c.CollectLosers) == "fifths-not-moved"
    assert "fifth" in (seen(play, DEALER)[0].next_step or "")


def test_a_view_is_frozen_and_shares_nothing_with_the_table() -> None:
    play = busy()
    shown, before = seen(play, BOSS)
    assert shown.house is not None
    shown.house.claims["ann"] = 1
    stacks = shown.seats[0].stacks
    assert stacks is not None
    stacks[Chips.VALUE] = 1
    assert seen(play, BOSS)[1] == before


def test_the_fields_of_a_seat_are_all_accounted_for() -> None:
    """A new field of a seat must be explicitly shown or explicitly hidden."""
    kept_back = {"last"}
    shown = {"player", "color", "design", "value", "stacks"}
    assert set(Seat.__struct_fields__) == kept_back | shown
    assert set(to_builtins(seen(busy(), ANN)[0])["seats"][0]) == shown | {"seat"}
