"""Only those on shift act at a table; other supervisors may only assign staff or agree as a second person."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.equipment import command as p
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.preconditions import ROLES
from croupier.table.state import AUTOMATIC_DEALER, AUTOMATIC_SUPERVISOR, Phase, Setup
from croupier.terms.people import Actor, Role
from tests.table.playing import ANN, BOSS, CCW, CW, DEALER, FLOAT, Play

SID = Actor("sid", Role.SUPERVISOR)
DAN = Actor("dan", Role.DEALER)
NOT_ON_SHIFT = "supervisor-not-on-shift"
TO_DAN_AND_SID = {"dealer": "dan", "supervisor": "sid"}
ORDERS: dict[type[c.Command], dict[str, Any]] = {
    c.CloseTable: {"float_count": FLOAT},
    c.EndPlay: {},
    c.InspectBall: {"fit": True},
    c.DecideIrregularity: {"decision": "go on", "why": "nothing happened"},
    c.ObserveAction: {},
    c.DecideDispute: {"dispute": 1, "decision": "paid", "why": "seen", "awards": {1: 100}},
    c.CorrectNumber: {"number": "2", "why": "misread"},
    m.RequestSlip: {"kind": SlipKind.FILL, "chips": {500: 1}},
    m.VoidSlip: {"slip": 1, "why": "miscounted"},
    m.SettleClaim: {"player": "ann", "amount": 1, "why": "paid"},
    p.InspectTable: {"checks": {}},
    p.RecordLicense: {"name": "Pat Poe", "role": Role.SECURITY, "license": "S-1"},
    p.AdjustWheel: {"name": "Pat Poe", "license": "S-1", "part": "rotor", "what": "leveled"},
    p.ReplacePart: {"name": "Pat Poe", "license": "S-1", "part": "fret", "what": "bent"},
    p.PostSign: {"sign": "limits", "digest": "0" * 16, "place": "at the wheel"},
    p.RemoveSign: {"sign": "limits", "why": "torn"},
}
OF_THE_PIT: dict[type[c.Command], dict[str, Any]] = {
    c.ChangeShift: {**TO_DAN_AND_SID, "float_count": FLOAT},
    c.RelieveStaff: TO_DAN_AND_SID,
    m.GiveSecond: {"request": 1},
    m.DenySecond: {"request": 1, "why": "not so"},
}


def test_every_command_of_a_supervisor_is_in_one_of_the_lists() -> None:
    given = {kind for kind, roles in ROLES.items() if Role.SUPERVISOR in roles}
    assert given - {c.OpenTable} == ORDERS.keys() | OF_THE_PIT.keys()


@pytest.mark.parametrize("kind", ORDERS, ids=lambda kind: kind.__name__)
def test_a_supervisor_of_another_table_gives_no_order_here(kind: type[c.Command]) -> None:
    """The control: the supervisor on shift is answered by the command's own rule."""
    play = Play("co-2014")
    refusal = play.refused(SID, kind, **ORDERS[kind])
    assert refusal.code == NOT_ON_SHIFT
    assert refusal.message == ("sid is not on shift at this table: sue supervises (customary). Relieve sue first.")
    answer = play.run(play.order(BOSS, kind, **ORDERS[kind]))
    assert getattr(answer, "code", "") != NOT_ON_SHIFT


@pytest.mark.parametrize("kind", OF_THE_PIT, ids=lambda kind: kind.__name__)
def test_who_is_not_on_shift_names_others_and_agrees(kind: type[c.Command]) -> None:
    play = Play("co-2014")
    answer = play.run(play.order(SID, kind, **OF_THE_PIT[kind]))
    assert getattr(answer, "code", "") in ("", "second-unknown")


@pytest.mark.parametrize("steps", range(4))
def test_a_relief_takes_over_in_any_part_of_a_round(steps: int) -> None:
    """A person who was relieved can no longer act, and the others finish the round."""
    play = Play("co-2014")
    play.sit(1)
    play.bet(1, "red", 500)
    order: list[tuple[type[c.Command], dict[str, Any]]] = [
        (c.SpinBall, {"wheel": CW, "ball": CCW}),
        (c.CallNoMoreBets, {}),
        (c.AnnounceNumber, {"number": "1", "revolutions": 4}),
        (c.PlaceCrown, {}),
        (c.CollectLosers, {}),
        (c.PayWinners, {}),
        (c.LiftCrown, {}),
    ]
    for kind, fields in order[:steps]:
        play.does(DEALER, kind, **fields)
    before = play.table.house_float
    play.does(SID, c.RelieveStaff, **TO_DAN_AND_SID)
    assert play.last(e.StaffRelieved) == e.StaffRelieved("dan", "sid")
    assert play.table.house_float == before, "nothing is counted"
    kind, fields = order[steps]
    assert play.code(DEALER, kind, **fields) == "dealer-not-in-charge"
    assert play.code(BOSS, c.EndPlay) == NOT_ON_SHIFT
    for kind, fields in order[steps:]:
        play.does(DAN, kind, **fields)
    play.does(SID, c.EndPlay)
    assert play.table.phase is Phase.BETTING


def test_a_relief_frees_a_table_whose_supervisor_is_gone() -> None:
    """An irregularity holds up the round until the supervisor on shift decides: the pit names another."""
    play = Play("co-2014")
    play.does(DEALER, c.ReportIrregularity, what="a chip fell")
    decided = {"decision": "go on", "why": "it fell beside the table"}
    assert play.code(SID, c.DecideIrregularity, **decided) == NOT_ON_SHIFT
    play.does(SID, c.RelieveStaff, dealer=DEALER.name, supervisor="sid")
    play.does(SID, c.DecideIrregularity, **decided)


def test_a_relief_names_two_people_who_do_not_play_and_changes_something() -> None:
    play = Play("co-2014")
    play.sit(1)
    assert play.code(BOSS, c.RelieveStaff, dealer="sid", supervisor="sid") == "role-not-allowed"
    assert play.code(BOSS, c.RelieveStaff, dealer=ANN.name, supervisor="sid") == "dealer-may-not-play"
    assert play.code(BOSS, c.RelieveStaff, dealer="", supervisor="sid") == "text-missing"
    assert play.code(BOSS, c.RelieveStaff, dealer=DEALER.name, supervisor=BOSS.name) == "nothing-to-do"
    assert play.code(DEALER, c.RelieveStaff, **TO_DAN_AND_SID) == "role-not-allowed"


def test_nobody_is_on_shift_at_a_closed_table() -> None:
    play = Play("co-2014", opened=False)
    assert play.code(SID, c.RelieveStaff, **TO_DAN_AND_SID) == "table-closed"
    play.does(SID, p.RecordLicense, **ORDERS[p.RecordLicense])


@pytest.mark.parametrize("demonstration", [True, False])
def test_every_supervisor_acts_at_a_demonstration_that_the_program_opened(demonstration: bool) -> None:
    play = Play("co-2014", setup=Setup("7", demonstration=demonstration))
    play.does(BOSS, c.RelieveStaff, dealer=AUTOMATIC_DEALER, supervisor=AUTOMATIC_SUPERVISOR)
    answer = play.run(play.order(SID, c.EndPlay))
    assert getattr(answer, "code", "") == ("" if demonstration else NOT_ON_SHIFT)


def test_a_demonstration_that_a_person_supervises_is_theirs() -> None:
    play = Play("co-2014", setup=Setup("7", demonstration=True))
    assert play.code(SID, c.EndPlay) == NOT_ON_SHIFT
