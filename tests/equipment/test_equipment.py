"""Colorado's inspections, adjustments and replacements: who, when, before whom, and what keeps a table closed."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.equipment import command as p
from croupier.equipment import event as log
from croupier.equipment.command import Check
from croupier.equipment.state import LOG_KEPT
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.state import Phase
from croupier.table.values import NoSpinReason
from croupier.table.view import View, view
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from tests.table.playing import ANN, BOSS, CCW, CW, DEALER, FLOAT, Play, setup

COLORADO = ("co-2013", "co-2014")
ELSEWHERE = ("nj", "sd", "house")
KIM = Actor("kim", Role.KEY_MANAGER)
GUS = Actor("gus", Role.SECURITY)
MEL = Actor("mel", Role.MAINTENANCE)
TIM = Actor("tim", Role.SLOT_TECHNICIAN)
DEE = Actor("dee", Role.REGULATOR)

OPENING = {"dealer": "dora", "supervisor": "sue", "float_count": FLOAT}
SPIN = {"wheel": CW, "ball": CCW}
FOUR = (Check.MAGNET, Check.LEVEL, Check.PARTS, Check.BALL)
CLAUSE = {
    Check.MAGNET: "CO 47.1-2212(1)(a)",
    Check.LEVEL: "CO 47.1-2212(1)(b)",
    Check.PARTS: "CO 47.1-2212(1)(c)",
    Check.BALL: "CO 47.1-2212(1)(d)",
    Check.LAYOUT: "CO 47.1-2212(1)(e)",
}
GOOD = dict.fromkeys(FOUR, True)
SIGNED: dict[str, Any] = {"part": "leveling screws", "what": "a quarter turn", "name": "Mel Moss", "license": "M-12"}
SEEN: dict[str, Any] = {"witness": "Gus Gray", "witness_license": "S-7"}


PEOPLE = (
    ("Mel Moss", Role.MAINTENANCE, "M-12"),
    ("Tim Tall", Role.SLOT_TECHNICIAN, "T-3"),
    ("Gus Gray", Role.SECURITY, "S-7"),
    ("gus", Role.SECURITY, "S-7"),
)


def known(play: Play) -> Play:
    """Those who work on the table are on record with their licenses."""
    for name, role, license in PEOPLE:
        play.does(KIM, p.RecordLicense, name=name, role=role, license=license)
    return play


def closed(book: str = "co-2014", **more: Any) -> Play:
    return known(Play(book, opened=False, **more))


def external(book: str = "co-2014", **more: Any) -> Play:
    """A table whose wheel has external movable parts."""
    return closed(book, setup=setup(external_parts=True, **more))


def said(refusal: Refusal) -> tuple[str, str | None]:
    return refusal.code, refusal.clause


def shown(play: Play, viewer: Actor) -> View:
    return view(play.rules, play.table, viewer)


# (1) The inspection before opening


@pytest.mark.clause(
    "CO 47.1-2212(1)(a)",
    "CO 47.1-2212(1)(b)",
    "CO 47.1-2212(1)(c)",
    "CO 47.1-2212(1)(d)",
    "CO 47.1-2212(1)(e)",
    duty="checked",
)
@pytest.mark.parametrize("book", COLORADO)
@pytest.mark.parametrize("wheel", ["american", "european", "double-as-single"])
def test_a_table_opens_only_after_its_inspection(book: str, wheel: str) -> None:
    play = closed(book, wheel=wheel)
    assert said(play.refused(BOSS, c.OpenTable, **OPENING)) == ("table-not-inspected", "CO 47.1-2212(1)(a)")
    due = (*FOUR, Check.LAYOUT) if wheel == "double-as-single" else FOUR
    play.does(BOSS, p.InspectTable, checks=dict.fromkeys(due, True))
    play.does(BOSS, c.OpenTable, **OPENING)
    assert play.table.phase is Phase.BETTING


@pytest.mark.parametrize("book", ELSEWHERE)
def test_no_inspection_is_asked_where_the_text_asks_for_none(book: str) -> None:
    play = closed(book)
    play.does(BOSS, c.OpenTable, **OPENING)
    assert shown(play, BOSS).equipment.checks == ()  # type: ignore[union-attr]


@pytest.mark.clause("CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(c)", "CO 47.1-2212(1)(d)", duty="who")
@pytest.mark.parametrize("by", [KIM, GUS, BOSS])
def test_key_managers_security_and_supervisors_inspect(by: Actor) -> None:
    play = closed()
    (inspected,) = play.does(by, p.InspectTable, checks=GOOD)
    assert inspected == log.TableInspected(play.at, by.name, by.role, dict(sorted(GOOD.items())), "")
    play.does(BOSS, c.OpenTable, **OPENING)


@pytest.mark.clause(
    "CO 47.1-2212(1)(a)",
    "CO 47.1-2212(1)(b)",
    "CO 47.1-2212(1)(c)",
    "CO 47.1-2212(1)(d)",
    "CO 47.1-2212(1)(e)",
    duty="who",
)
@pytest.mark.parametrize("role", [role for role in Role if role not in (KIM.role, GUS.role, BOSS.role)])
def test_nobody_else_inspects(role: Role) -> None:
    refusal = closed().refused(Actor("x", role), p.InspectTable, checks=GOOD)
    assert said(refusal) == ("role-not-allowed", "CO 47.1-2212(1)(a)")


@pytest.mark.clause(
    "CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(c)", "CO 47.1-2212(1)(d)", duty="checked"
)
@pytest.mark.parametrize("left", FOUR)
def test_an_inspection_leaves_nothing_out(left: Check) -> None:
    checks = {check: True for check in FOUR if check is not left}
    assert said(closed().refused(BOSS, p.InspectTable, checks=checks)) == ("check-missing", CLAUSE[left])


@pytest.mark.clause(
    "CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(c)", "CO 47.1-2212(1)(d)", duty="checked"
)
@pytest.mark.parametrize("book", COLORADO)
@pytest.mark.parametrize("failed", FOUR)
def test_a_check_that_failed_keeps_the_table_closed_until_it_passes(book: str, failed: Check) -> None:
    play = closed(book)
    refusal = play.refused(BOSS, p.InspectTable, checks=GOOD | {failed: False}, note=" ")
    assert said(refusal) == ("text-missing", CLAUSE[failed]), "what was found is written down"
    play.does(BOSS, p.InspectTable, checks=GOOD | {failed: False}, note="seen at the north side")
    refusal = play.refused(BOSS, c.OpenTable, **OPENING)
    assert said(refusal) == ("check-failed", CLAUSE[failed])
    assert "then inspect the table again" in refusal.message
    play.does(BOSS, p.InspectTable, checks=GOOD)
    play.does(BOSS, c.OpenTable, **OPENING)


@pytest.mark.clause("CO 47.1-2212(1)(e)", duty="checked")
@pytest.mark.parametrize("book", COLORADO)
def test_layout_and_signs_are_confirmed_where_a_double_zero_wheel_is_used_as_single_zero(book: str) -> None:
    play = closed(book, wheel="double-as-single")
    assert said(play.refused(BOSS, p.InspectTable, checks=GOOD)) == ("check-missing", CLAUSE[Check.LAYOUT])
    play.does(BOSS, p.InspectTable, checks=GOOD | {Check.LAYOUT: False}, note="00 is not covered")
    assert said(play.refused(BOSS, c.OpenTable, **OPENING)) == ("check-failed", CLAUSE[Check.LAYOUT])
    play.does(BOSS, p.InspectTable, checks=GOOD | {Check.LAYOUT: True})
    play.does(BOSS, c.OpenTable, **OPENING)


@pytest.mark.clause("CO 47.1-2212(1)(e)", duty="checked")
@pytest.mark.parametrize("wheel", ["american", "european"])
def test_elsewhere_there_is_no_such_layout_to_confirm(wheel: str) -> None:
    play = closed(wheel=wheel)
    assert play.code(BOSS, p.InspectTable, checks=GOOD | {Check.LAYOUT: True}) == "nothing-to-do"


@pytest.mark.clause(
    "CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(c)", "CO 47.1-2212(1)(d)", duty="checked"
)
def test_an_inspection_counts_for_one_opening() -> None:
    play = closed()
    play.open()
    play.does(BOSS, c.CloseTable, float_count=FLOAT)
    assert said(play.refused(BOSS, c.OpenTable, **OPENING)) == ("table-not-inspected", "CO 47.1-2212(1)(a)")
    play.inspect()
    play.does(BOSS, c.OpenTable, **OPENING)


@pytest.mark.clause("CO 47.1-2212(1)(e)", duty="checked")
def test_an_inspection_of_a_single_zero_table_is_none_of_a_covered_one() -> None:
    """The house file changed between the inspection and the opening: one check more is due."""
    play = closed()
    play.does(BOSS, p.InspectTable, checks=GOOD)
    play.rules = closed(wheel="double-as-single").rules
    assert play.code(BOSS, c.OpenTable, **OPENING) == "table-not-inspected"


@pytest.mark.clause("CO 47.1-2212(1)(b)", duty="checked")
def test_a_check_that_fails_while_the_table_is_open_stops_the_spins() -> None:
    play = Play("co-2014")
    play.does(BOSS, p.InspectTable, checks=GOOD | {Check.LEVEL: False}, note="somebody leaned on it")
    assert said(play.refused(DEALER, c.SpinBall, **SPIN)) == ("check-failed", CLAUSE[Check.LEVEL])
    play.inspect()
    play.round("17")


# (2) Adjustments


@pytest.mark.clause("CO 47.1-2212(2)", duty=("who", "witness"))
@pytest.mark.clause("CO 47.1-2212(5)", duty="log")
@pytest.mark.parametrize("book", COLORADO)
@pytest.mark.parametrize("by", [KIM, MEL, TIM, BOSS])
def test_named_staff_adjust_before_a_member_of_security(book: str, by: Actor) -> None:
    play = external(book)
    play.does(KIM, p.RecordLicense, name="Mel Moss", role=by.role, license="M-12")
    (adjusted,) = play.does(by, p.AdjustWheel, **SIGNED, **SEEN)
    assert adjusted == log.WheelAdjusted(
        play.at,
        "leveling screws",
        "a quarter turn",
        "Mel Moss",
        "M-12",
        by.role,
        by.id,
        "Gus Gray",
        "S-7",
        "",
    )


@pytest.mark.clause("CO 47.1-2212(2)", duty="who")
@pytest.mark.parametrize("role", [role for role in Role if role not in (KIM.role, MEL.role, TIM.role, BOSS.role)])
def test_nobody_else_adjusts(role: Role) -> None:
    refusal = external().refused(Actor("x", role), p.AdjustWheel, **SIGNED, **SEEN)
    assert said(refusal) == ("role-not-allowed", "CO 47.1-2212(2)")


@pytest.mark.clause("CO 47.1-2212(2)", duty="witness")
@pytest.mark.parametrize("left", [*SEEN])
@pytest.mark.parametrize("book", COLORADO)
def test_a_wheel_with_external_parts_is_adjusted_in_the_presence_of_security(left: str, book: str) -> None:
    refusal = external(book).refused(MEL, p.AdjustWheel, **SIGNED, **(SEEN | {left: " "}))
    assert said(refusal) == ("text-missing", "CO 47.1-2212(2)")


@pytest.mark.clause("CO 47.1-2212(2)", duty="witness")
@pytest.mark.parametrize("witness", ["mel moss ", "MEL"])
def test_nobody_is_their_own_witness(witness: str) -> None:
    refusal = external().refused(MEL, p.AdjustWheel, **SIGNED, **(SEEN | {"witness": witness}))
    assert said(refusal) == ("role-not-allowed", "CO 47.1-2212(2)")


@pytest.mark.clause("CO 47.1-2212(2)", duty="witness")
def test_a_wheel_without_external_parts_needs_no_witness() -> None:
    play = closed()
    play.does(MEL, p.AdjustWheel, **SIGNED)
    assert said(play.refused(DEALER, p.AdjustWheel, **SIGNED)) == ("role-not-allowed", None)


@pytest.mark.clause("CO 47.1-2212(2)", duty="closed")
@pytest.mark.parametrize("book", COLORADO)
@pytest.mark.parametrize("parts", [True, False])
def test_a_wheel_on_the_floor_is_adjusted_while_the_game_is_closed(book: str, parts: bool) -> None:
    play = known(Play(book, setup=setup(external_parts=parts)))
    assert said(play.refused(MEL, p.AdjustWheel, **SIGNED, **SEEN)) == ("game-open", "CO 47.1-2212(2)")
    play.does(BOSS, c.CloseTable, float_count=FLOAT)
    play.does(MEL, p.AdjustWheel, **SIGNED, **SEEN)


@pytest.mark.clause("CO 47.1-2212(2)", duty="secure-place")
@pytest.mark.clause("CO 47.1-2212(3)", duty="first")
def test_or_in_the_approved_secure_place() -> None:
    away = SIGNED | SEEN | {"away": True}
    play = Play("co-2014", setup=setup(external_parts=True))
    assert said(play.refused(MEL, p.AdjustWheel, **away)) == ("place-not-approved", "CO 47.1-2212(2)")
    play = known(Play("co-2014", setup=setup(external_parts=True, secure_place="Wheel workshop, basement")))
    (adjusted,) = play.does(MEL, p.AdjustWheel, **away)
    assert isinstance(adjusted, log.WheelAdjusted)
    assert adjusted.place == "Wheel workshop, basement"
    assert said(play.refused(DEALER, c.SpinBall, **SPIN)) == ("table-not-inspected", "CO 47.1-2212(3)")
    play.inspect()
    play.round("17")


@pytest.mark.parametrize("kind", [p.AdjustWheel, p.ReplacePart])
def test_nobody_works_on_a_wheel_that_turns(kind: type[c.Command]) -> None:
    play = Play("co-2014", setup=setup(secure_place="the workshop"))
    play.spin()
    more: dict[str, Any] = {"away": True} if kind is p.AdjustWheel else {}
    assert play.code(MEL, kind, **SIGNED, **more) == "step-out-of-order"


@pytest.mark.clause("CO 47.1-2212(2)", duty="licensed")
@pytest.mark.clause("CO 47.1-2212(5)", duty="signer")
@pytest.mark.parametrize("book", COLORADO)
@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"name": "Nobody Known"}, "CO 47.1-2212(5)"),
        ({"license": "M-13"}, "CO 47.1-2212(5)"),
        ({"name": "Tim Tall", "license": "T-3"}, "CO 47.1-2212(5)"),
        ({"witness": "Nobody Known"}, "CO 47.1-2212(2)"),
        ({"witness_license": "S-8"}, "CO 47.1-2212(2)"),
        ({"witness": "Tim Tall", "witness_license": "T-3"}, "CO 47.1-2212(2)"),
    ],
)
def test_signers_and_the_security_member_are_on_record_with_role_and_license(
    book: str, change: dict[str, str], clause: str
) -> None:
    """Typed names and numbers prove nothing; a slot technician is not a member of security."""
    play = external(book)
    assert said(play.refused(MEL, p.AdjustWheel, **(SIGNED | SEEN | change))) == ("license-not-recorded", clause)
    play.does(MEL, p.AdjustWheel, **(SIGNED | SEEN | {"witness": " gus GRAY "}))


@pytest.mark.clause(
    "CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(c)", "CO 47.1-2212(1)(d)", duty="licensed"
)
def test_a_member_of_security_who_inspects_is_a_licensed_one() -> None:
    play = closed()
    stranger = Actor("gil", Role.SECURITY)
    assert play.code(stranger, p.InspectTable, checks=GOOD) == "license-not-recorded"
    play.does(GUS, p.InspectTable, checks=GOOD)


@pytest.mark.clause("CO 47.1-2212(2)", duty="licensed")
def test_nobody_records_a_license_of_their_own() -> None:
    play = Play("co-2014", opened=False)
    fields = {"role": Role.SECURITY, "license": "S-1"}
    assert play.code(KIM, p.RecordLicense, name=" KIM", **fields) == "role-not-allowed"
    assert play.code(MEL, p.RecordLicense, name="Mel Moss", **fields) == "role-not-allowed"
    assert play.code(KIM, p.RecordLicense, name="Gus", role=Role.SECURITY, license=" ") == "text-missing"


@pytest.mark.clause(
    "CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(c)", "CO 47.1-2212(1)(d)", duty="timely"
)
@pytest.mark.parametrize(("hours", "late", "opens"), [(24, 0, True), (24, 1, False), (2, 0, True), (2, 1, False)])
def test_an_inspection_is_of_this_opening_and_no_older_than_the_house_states(
    hours: int, late: int, opens: bool
) -> None:
    play = closed(setup=setup(inspection_ms=hours * 3_600_000))
    play.inspect()
    play.at += hours * 3_600_000 + late
    answer = play.ask(play.order(BOSS, c.OpenTable, **OPENING))
    assert isinstance(answer, Refusal) is not opens
    if isinstance(answer, Refusal):
        assert said(answer) == ("table-not-inspected", "CO 47.1-2212(1)(a)")
        assert answer.basis is Basis.READING
        play.inspect()
    play.does(BOSS, c.OpenTable, **OPENING)


# (3) Adjustments first, inspections after


@pytest.mark.clause("CO 47.1-2212(3)", duty="first")
@pytest.mark.parametrize("book", COLORADO)
@pytest.mark.parametrize(
    ("kind", "clause", "basis"),
    [(p.AdjustWheel, "CO 47.1-2212(3)", Basis.TEXT), (p.ReplacePart, "CO 47.1-2212(1)(c)", Basis.READING)],
)
def test_what_is_done_to_the_wheel_ends_the_inspection(
    book: str, kind: type[c.Command], clause: str, basis: Basis
) -> None:
    """(3) has adjustments come first. That replacements do is a reading: all parts are inspected to be secure."""
    play = closed(book)
    play.inspect()
    play.does(MEL, kind, **SIGNED)
    refusal = play.refused(BOSS, c.OpenTable, **OPENING)
    assert (*said(refusal), refusal.basis) == ("table-not-inspected", clause, basis)
    play.inspect()
    play.does(BOSS, c.OpenTable, **OPENING)


# (4) Replaced parts


@pytest.mark.clause("CO 47.1-2212(4)", duty="director")
@pytest.mark.parametrize("book", COLORADO)
def test_a_replaced_external_part_waits_for_the_director_or_a_designee(book: str) -> None:
    play = external(book)
    play.does(MEL, p.ReplacePart, **(SIGNED | {"part": "turret"}))
    play.does(MEL, p.ReplacePart, **(SIGNED | {"part": "ball stop"}))
    play.does(MEL, p.ReplacePart, **(SIGNED | {"part": "turret"}))
    play.inspect()
    refusal = play.refused(BOSS, c.OpenTable, **OPENING)
    assert said(refusal) == ("part-not-inspected", "CO 47.1-2212(4)")
    assert "turret, ball stop" in refusal.message
    for by in (BOSS, KIM, GUS, MEL):
        refusal = play.refused(by, p.InspectReplacement, fit=True)
        assert said(refusal) == ("role-not-allowed", "CO 47.1-2212(4)")
    assert said(play.refused(DEE, p.InspectReplacement, fit=False)) == ("text-missing", "CO 47.1-2212(4)")
    play.does(DEE, p.InspectReplacement, fit=False, note="it rattles")
    assert play.code(BOSS, c.OpenTable, **OPENING) == "part-not-inspected"
    (inspected,) = play.does(DEE, p.InspectReplacement, fit=True)
    assert inspected == log.ReplacementInspected(play.at, "dee", ("turret", "ball stop"), True, "")
    play.does(BOSS, c.OpenTable, **OPENING)
    assert said(play.refused(DEE, p.InspectReplacement, fit=True)) == ("nothing-to-do", "CO 47.1-2212(4)")


@pytest.mark.clause("CO 47.1-2212(4)", duty="any-external")
@pytest.mark.parametrize("book", COLORADO)
def test_the_wheel_and_not_whoever_replaced_the_part_says_whether_the_director_looks_at_it(book: str) -> None:
    """If any one or more of the movable parts are external: of the wheel, whichever part was replaced."""
    play = closed(book)
    play.does(MEL, p.ReplacePart, **SIGNED)
    play.inspect()
    play.does(BOSS, c.OpenTable, **OPENING)
    play = external(book)
    play.does(MEL, p.ReplacePart, **(SIGNED | {"part": "an inner bearing"}))
    play.inspect()
    assert said(play.refused(BOSS, c.OpenTable, **OPENING)) == ("part-not-inspected", "CO 47.1-2212(4)")
    play.does(DEE, p.InspectReplacement, fit=True)
    play.does(BOSS, c.OpenTable, **OPENING)


@pytest.mark.clause("CO 47.1-2212(4)", duty=("any-time", "director"))
def test_parts_are_replaced_at_any_time_between_spins_and_the_game_waits() -> None:
    play = known(Play("co-2014", setup=setup(external_parts=True)))
    play.sit(1)
    play.bet(1, "17", 100)
    play.does(MEL, p.ReplacePart, **SIGNED)
    assert play.code(DEALER, c.SpinBall, **SPIN) == "table-not-inspected"
    play.inspect()
    assert said(play.refused(DEALER, c.SpinBall, **SPIN)) == ("part-not-inspected", "CO 47.1-2212(4)")
    play.does(DEE, p.InspectReplacement, fit=True)
    play.round("17")
    assert play.has(1) == 9900 + 3600


# (5) The log


@pytest.mark.clause("CO 47.1-2212(5)", duty="entry")
@pytest.mark.parametrize("book", COLORADO)
@pytest.mark.parametrize("kind", [p.AdjustWheel, p.ReplacePart])
@pytest.mark.parametrize("left", [*SIGNED])
def test_an_entry_of_the_log_leaves_nothing_out(book: str, kind: type[c.Command], left: str) -> None:
    refusal = closed(book).refused(MEL, kind, **(SIGNED | {left: " "}))
    assert said(refusal) == ("text-missing", "CO 47.1-2212(5)")


@pytest.mark.clause("CO 47.1-2212(5)", duty="log")
def test_the_log_has_date_kind_name_license_and_signature() -> None:
    play = external()
    first_at, second_at = play.at + 5_000, play.at + 6_000
    play.at = first_at
    play.does(MEL, p.AdjustWheel, **SIGNED, **SEEN)
    play.at = second_at
    play.does(TIM, p.ReplacePart, part="turret", what="a new one", name="Tim Tall", license="T-3")
    equipment = shown(play, BOSS).equipment
    assert equipment is not None
    first, second = equipment.log
    assert (first.at, first.kind, first.name, first.license) == (first_at, "adjustment", "Mel Moss", "M-12")
    assert (first.signed, first.witness, first.witness_license) == ("maintenance:mel", "Gus Gray", "S-7")
    assert (second.at, second.kind, second.name, second.license) == (second_at, "replacement", "Tim Tall", "T-3")
    assert (second.signed, second.external) == ("slot-technician:tim", True)
    assert equipment.log_clause == "CO 47.1-2212(5)"


def test_the_last_entries_are_at_hand_and_no_more() -> None:
    play = closed()
    for number in range(LOG_KEPT + 1):
        play.does(MEL, p.AdjustWheel, **(SIGNED | {"what": f"turn {number}"}))
    equipment = shown(play, MEL).equipment
    assert equipment is not None
    assert [entry.what for entry in equipment.log] == [f"turn {number}" for number in range(1, LOG_KEPT + 1)]


@pytest.mark.parametrize(("length", "code"), [(93, "license-not-recorded"), (94, "text-too-long")])
def test_names_and_licenses_have_a_bound(length: int, code: str) -> None:
    """The longest id of a player with that name: 100 characters with its role."""
    play = closed()
    answer = play.ask(play.order(MEL, p.AdjustWheel, **(SIGNED | {"license": "L" * length})))
    assert getattr(answer, "code", None) == code


# Views.


@pytest.mark.parametrize("role", [*Role])
def test_who_sees_the_equipment(role: Role) -> None:
    seen = shown(Play("co-2014"), Actor("zoe", role)).equipment
    assert (seen is None) == (role in (Role.PLAYER, Role.DIRECTOR, Role.CASHIER, Role.DEVICE))


@pytest.mark.clause("CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", "CO 47.1-2212(1)(d)", duty="checked")
@pytest.mark.clause("CO 47.1-2212(4)", duty="director")
def test_the_pit_sees_all_that_stands_in_the_way_and_what_comes_next() -> None:
    play = external()
    seen = shown(play, BOSS)
    assert seen.equipment is not None
    assert seen.dealing is not None
    assert [each.check for each in seen.equipment.checks] == [*FOUR]
    assert [each.clause for each in seen.equipment.checks] == [CLAUSE[check] for check in FOUR]
    assert [each.code for each in seen.equipment.obstacles] == ["table-not-inspected"]
    assert seen.dealing.step == "inspect-table"
    failed = GOOD | {Check.LEVEL: False, Check.BALL: False}
    play.does(MEL, p.ReplacePart, **SIGNED)
    play.does(GUS, p.InspectTable, checks=failed, note="it leans, and the ball sticks")
    seen = shown(play, BOSS)
    assert seen.equipment is not None
    assert [(each.code, each.clause) for each in seen.equipment.obstacles] == [
        ("check-failed", CLAUSE[Check.LEVEL]),
        ("check-failed", CLAUSE[Check.BALL]),
        ("part-not-inspected", "CO 47.1-2212(4)"),
    ]
    assert seen.equipment.inspection is not None
    assert (seen.equipment.inspection.name, seen.equipment.inspection.failed) == ("gus", (Check.LEVEL, Check.BALL))
    assert seen.equipment.awaiting == ("leveling screws",)
    play.inspect()
    seen = shown(play, BOSS)
    assert seen.dealing is not None
    assert seen.dealing.step == "inspect-replacement"
    play.does(DEE, p.InspectReplacement, fit=True)
    seen = shown(play, BOSS)
    assert seen.equipment is not None
    assert seen.dealing is not None
    assert (seen.equipment.obstacles, seen.dealing.step) == ((), "open-table")


@pytest.mark.parametrize("book", ELSEWHERE)
def test_a_house_elsewhere_may_keep_the_same_log(book: str) -> None:
    play = Play(book)
    play.does(BOSS, p.InspectTable, checks={Check.LEVEL: False}, note="it leans")
    play.does(MEL, p.AdjustWheel, **SIGNED)
    play.does(MEL, p.ReplacePart, **SIGNED)
    assert play.code(BOSS, p.InspectTable, checks={}) == "check-missing"
    play.round("17")
    assert len(play.table.equipment.log) == 3


# The ball that left the wheel


@pytest.mark.clause("CO 47.1-2206(4)", duty=("inspected", "by-supervisor"))
@pytest.mark.parametrize("book", COLORADO)
def test_a_recovered_ball_is_inspected_for_damage_or_tampering_before_it_goes_back(book: str) -> None:
    play = Play(book)
    play.sit(1)
    play.bet(1, "17", 100)
    play.spin()
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL)
    assert play.last(e.NoSpinCalled).authority == Authority(Basis.TEXT, ClauseId("CO 47.1-2206(4)"))
    for by in (ANN, DEALER, KIM, GUS):
        assert said(play.refused(by, c.InspectBall, fit=True)) == ("role-not-allowed", "CO 47.1-2206(4)")
    assert said(play.refused(BOSS, c.InspectBall, fit=False, note="")) == ("text-missing", "CO 47.1-2206(4)")
    play.does(BOSS, c.InspectBall, fit=False, note="a scratch: damage")
    assert said(play.refused(DEALER, c.SpinBall, **SPIN)) == ("ball-not-inspected", "CO 47.1-2206(4)")
    play.does(BOSS, c.InspectBall, fit=True, note="another ball")
    play.round("17")
    assert play.has(1) == 9900 + 3600
