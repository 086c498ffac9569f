"""A table does not open without the signs that its text requires, and an outdated sign does not count."""

from __future__ import annotations

import datetime
import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from croupier.equipment import command as p
from croupier.equipment.event import SignPosted
from croupier.equipment.signs import SignState, state_of
from croupier.rules.approval import Approval
from croupier.table import command as c
from croupier.table.sign_findings import sign_findings
from croupier.table.state import Setup
from croupier.terms.refusal import Refusal
from croupier.wire.rules import table_rules
from tests.table.playing import BOSS, Play

OPENING = {"dealer": "dora", "supervisor": "sue", "float_count": 1_000_000}
LIMITS: dict[str, Any] = {"limits": {"minimum": 500, "maximum": 10_000}}
DAY = datetime.date(2014, 7, 15)


def closed(book: str = "co-2014", **choices: object) -> Play:
    play = Play(book, opened=False, setup=Setup("7", signs_recorded=True), **choices)
    play.inspect()
    return play


def post(play: Play, *signs: str, place: str = "at the wheel") -> None:
    for sign in signs or tuple(play.rules.due_signs):
        play.does(BOSS, p.PostSign, sign=sign, digest=play.rules.due_signs[sign].code, place=place)


def asked(book: str, **choices: object) -> list[tuple[str, str]]:
    """The signs that keep the table closed, and by which clauses, one after the other as each is posted."""
    play, found = closed(book, **choices), []
    while isinstance(answer := play.ask(play.order(BOSS, c.OpenTable, **OPENING)), Refusal):
        assert answer.code == "sign-not-posted"
        title = answer.facts["sign"]
        (sign,) = (each.id for each in play.rules.due_signs.values() if each.title == title)
        found.append((sign, str(answer.clause)))
        post(play, sign)
    return found


@pytest.mark.clause("CO 47.1-2207", duty=("limits-posted", "tips-posted"))
@pytest.mark.clause("CO 47.1-2208", duty="posted")
def test_colorado_asks_for_limits_and_house_rules_before_a_table_opens() -> None:
    assert sorted(asked("co-2014", **LIMITS)) == [("house_rules", "CO 47.1-2208"), ("limits", "CO 47.1-2207")]


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(A)", duty="posted")
@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", duty="posted")
@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(C)", duty="posted")
def test_colorado_asks_for_three_signs_where_a_double_zero_wheel_is_used_as_single_zero() -> None:
    found = dict(asked("co-2013", wheel="double-as-single", **LIMITS))
    prefix = "CO 47.1-2210(2)(c)(ii)"
    assert found["double_as_single"] == f"{prefix}(A)"
    assert found["double_zero_void"] == f"{prefix}(B)"
    assert found["zero_loses"] == f"{prefix}(C)"


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="posted")
@pytest.mark.clause("NJ 19:47-5.2(d)", duty="posted")
@pytest.mark.clause("NJ 19:47-5.6(d)", duty="posted")
def test_new_jersey_asks_for_the_notices_of_the_options_in_effect() -> None:
    assert asked("nj", wheel="american", zero="half") == [("zero", "NJ 19:47-5.2(b)")]
    assert asked("nj", wheel="double-as-single") == [("double_as_single", "NJ 19:47-5.2(d)")]
    assert asked("nj", wheel="big-six", clapper="void") == [("clapper", "NJ 19:47-5.6(d)")]
    assert asked("nj", wheel="european") == []
    assert asked("sd") == []


def test_the_digest_of_a_sign_is_over_table_sign_title_and_words() -> None:
    sign = closed(**LIMITS).rules.due_signs["limits"]
    said = ["7", "limits", "Table limits", ["Table limits: $5.00 to $100.00."]]
    assert sign.digest == hashlib.sha256(json.dumps(said, separators=(",", ":")).encode()).hexdigest()


def test_a_changed_limit_makes_the_old_sign_a_finding_and_keeps_the_table_closed() -> None:
    play = closed(**LIMITS)
    post(play)
    old = play.rules.due_signs["limits"]
    play.rules = table_rules("co-2014", {"limits": {"minimum": 500, "maximum": 10_001}}, play.setup)
    refusal = play.refused(BOSS, c.OpenTable, **OPENING)
    assert (refusal.code, refusal.clause) == ("sign-outdated", "CO 47.1-2207")
    found = {each.key: each for each in sign_findings(play.rules, play.table.equipment.signs, DAY)}
    assert set(found) == {"signs.limits", "signs.house_rules"}  # the house rules state the limits as well
    assert found["signs.limits"].clause == "CO 47.1-2207"
    assert "at the wheel" in found["signs.limits"].wrong
    assert play.code(BOSS, p.PostSign, sign="limits", digest=old.code, place="at the wheel") == "sign-outdated"
    post(play, "limits", "house_rules")
    play.does(BOSS, c.OpenTable, **OPENING)


def test_an_old_sign_on_record_counts_though_the_house_answers_for_its_signs() -> None:
    play = Play("co-2014", opened=False, **LIMITS)
    play.inspect()
    post(play, "limits")
    play.rules = table_rules("co-2014", {"limits": {"minimum": 100, "maximum": 10_000}}, play.setup)
    assert play.code(BOSS, c.OpenTable, **OPENING) == "sign-outdated"
    play.does(BOSS, p.RemoveSign, sign="limits", why="of no use")
    play.does(BOSS, c.OpenTable, **OPENING)


@pytest.mark.clause("CO 47.1-2208", duty="approved")
@pytest.mark.parametrize(
    ("approval", "place", "why"),
    [
        (Approval("Director", until=DAY), "by the cage", ""),
        (Approval("Director", until=DAY - datetime.timedelta(days=1)), "by the cage", "ended on 2014-07-14"),
        (Approval("Director", place="By the cage"), "by the cage", ""),
        (Approval("Director", place="in the hall"), "by the cage", "the approved place is in the hall"),
        (Approval("Director", digest="0" * 16), "by the cage", "is for another text"),
    ],
)
def test_text_and_place_are_those_that_were_approved(approval: Approval, place: str, why: str) -> None:
    """On the last day of the approval it still counts."""
    setup = Setup("7", sign_approvals={"house_rules": approval})
    play = Play("co-2014", opened=False, setup=setup)
    asked = {"sign": "house_rules", "digest": play.rules.due_signs["house_rules"].code, "place": place}
    if not why:
        (event,) = play.does(BOSS, p.PostSign, **asked)
        assert isinstance(event, SignPosted)
        assert (event.approval, event.place) == ("Director", place)
        assert event.lines == play.rules.due_signs["house_rules"].lines
        return
    refusal = play.refused(BOSS, p.PostSign, **asked)
    assert (refusal.code, refusal.clause) == ("sign-not-approved", "CO 47.1-2208")
    assert why in refusal.message


@pytest.mark.clause("CO 47.1-2208", duty="jackpots")
def test_jackpot_award_rules_hang_as_house_rules_do() -> None:
    setup = Setup("7", signs_recorded=True, jackpot_rules=("The third 17 in a row wins the jackpot.",))
    play = Play("co-2014", opened=False, setup=setup)
    play.inspect()
    post(play, "house_rules")
    refusal = play.refused(BOSS, c.OpenTable, **OPENING)
    assert (refusal.code, refusal.clause) == ("sign-not-posted", "CO 47.1-2208")
    assert "Jackpot award rules" in refusal.message
    post(play, "jackpot_rules")
    play.does(BOSS, c.OpenTable, **OPENING)


def test_what_is_wrong_with_a_posting_is_said() -> None:
    play = closed(**LIMITS)
    code = play.rules.due_signs["limits"].code
    assert play.code(BOSS, p.PostSign, sign="limits", digest=code, place=" ") == "text-missing"
    assert play.code(BOSS, p.PostSign, sign="limits", digest=code[:15], place="x") == "sign-outdated"
    assert play.code(BOSS, p.PostSign, sign="limits", digest="", place="x") == "sign-outdated"
    assert play.code(BOSS, p.PostSign, sign="clapper", digest=code, place="x") == "nothing-to-do"
    assert play.code(BOSS, p.RemoveSign, sign="limits", why="x") == "nothing-to-do"
    grouped = "-".join(code[at : at + 4] for at in range(0, 16, 4)).upper()
    play.does(BOSS, p.PostSign, sign="limits", digest=grouped, place="x")
    assert play.code(BOSS, p.RemoveSign, sign="limits", why="") == "text-missing"


class Wall(RuleBasedStateMachine):
    """Signs are posted and removed while limits change: the table opens exactly when they match the rules."""

    def __init__(self) -> None:
        super().__init__()
        self.play = closed(**LIMITS)
        self.hangs: dict[str, str] = {}

    @rule(sign=st.sampled_from(["limits", "house_rules"]))
    def post(self, sign: str) -> None:
        post(self.play, sign)
        self.hangs[sign] = self.play.rules.due_signs[sign].digest

    @rule(sign=st.sampled_from(["limits", "house_rules"]))
    def remove(self, sign: str) -> None:
        if sign in self.hangs:
            self.play.does(BOSS, p.RemoveSign, sign=sign, why="torn")
            del self.hangs[sign]
        else:
            assert self.play.code(BOSS, p.RemoveSign, sign=sign, why="torn") == "nothing-to-do"

    @rule(maximum=st.sampled_from([10_000, 20_000]))
    def change(self, maximum: int) -> None:
        limits = {"limits": {"minimum": 500, "maximum": maximum}}
        self.play.rules = table_rules("co-2014", limits, self.play.setup)

    @invariant()
    def opens_exactly_when_all_signs_match(self) -> None:
        due = {each.id: each.digest for each in self.play.rules.due_signs.values() if each.asked}
        answer = self.play.ask(self.play.order(BOSS, c.OpenTable, **OPENING))
        assert isinstance(answer, Refusal) is (any(self.hangs.get(id) != digest for id, digest in due.items()))
        assert {id: each.digest for id, each in self.play.table.equipment.signs.items()} == self.hangs


TestWall = Wall.TestCase
TestWall.settings = settings(max_examples=8, stateful_step_count=12, deadline=None)


@given(st.text(max_size=40))
@settings(max_examples=25, deadline=None)
def test_no_other_code_than_the_printed_one_counts(code: str) -> None:
    play = Play("house", opened=False)
    given_code = code.strip().casefold().replace("-", "")
    right = len(given_code) >= 16 and play.rules.due_signs["limits"].digest.startswith(given_code)
    answer = play.ask(play.order(BOSS, p.PostSign, sign="limits", digest=code, place="x"))
    assert isinstance(answer, Refusal) is not right


def test_a_sign_of_another_table_is_not_the_sign() -> None:
    one = table_rules("co-2014", LIMITS, Setup("7")).due_signs["limits"]
    other = table_rules("co-2014", LIMITS, replace(Setup("7"), number="8")).due_signs["limits"]
    assert one.lines == other.lines
    assert one.digest != other.digest
    assert state_of(one, None, DAY) is SignState.DUE
