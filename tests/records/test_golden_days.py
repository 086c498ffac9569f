"""Golden days: every clause of play and record that concerns a table, worked out by hand in the scripts."""

from __future__ import annotations

import pytest

from croupier.journal.memory import MemoryJournal
from croupier.journal.verify import verify_journal
from croupier.ledger import AccountKind
from croupier.records.playback import replay
from croupier.records.roundfile import differences
from croupier.records.rounds import rounds
from croupier.records.script import Script, read_script
from croupier.table.command import AnyCommand
from croupier.table.state import Phase
from croupier.terms.refusal import Refusal
from croupier.wire.inspection import rules_inspections
from croupier.wire.rulebooks import RecordedRulebooks
from tests.records.days import EXAMPLE, GOLDEN, golden, played

NAMES = sorted(path.stem for path in GOLDEN.glob("*.play"))


def assert_day(script: Script) -> None:
    """All expectations hold, nothing is refused unexpectedly, and the journal proves the day."""
    journal, lines = played(script)
    assert [(each.expectation.text, each.found) for line in lines for each in line.failures] == []
    surprises = [
        (line.line.number, line.answer.message)
        for line in lines
        if isinstance(line.answer, Refusal) and not any(each.refusal for each in line.line.expectations)
    ]
    assert surprises == []
    assert verify_journal(journal, inspections=rules_inspections()).ok
    recorded = RecordedRulebooks.of(journal)
    after = replay(journal, script.stream)
    assert after.table.phase is Phase.CLOSED
    held = after.balances.held()
    assert sum(held.values()) == 0
    assert not [account for account in held if account.kind in (AccountKind.STACK, AccountKind.LAYOUT)]
    played_rounds = [round for round in rounds(journal.read(script.stream)) if round.finished]
    assert [difference for round in played_rounds for difference in differences(round, recorded)] == []


@pytest.mark.clause("NJ 19:47-5.1(a)", duty=("chips", "verbal", "converted", "coupons"))
@pytest.mark.clause("NJ 19:47-5.1(b)", duty=("others", "coupon"))
@pytest.mark.clause("NJ 19:47-5.1(c)", duty="position")
@pytest.mark.clause("NJ 19:47-5.1(d)", duty="settled")
@pytest.mark.clause(
    "NJ 19:47-5.1(e)1",
    "NJ 19:47-5.1(e)2",
    "NJ 19:47-5.1(e)3",
    "NJ 19:47-5.1(e)4",
    "NJ 19:47-5.1(e)5",
    "NJ 19:47-5.1(e)6.i",
    "NJ 19:47-5.1(e)9",
    "NJ 19:47-5.1(e)10",
    "NJ 19:47-5.1(e)12",
    "NJ 19:47-5.1(e)13",
    "NJ 19:47-5.1(e)15",
    "NJ 19:47-5.1(f)",
    duty="covers",
)
@pytest.mark.clause("NJ 19:47-5.1(e)3", duty="trios")
@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty=("five-chips", "straights"))
@pytest.mark.clause("NJ 19:47-5.2(a)", duty="odds")
@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "returned"))
@pytest.mark.clause("NJ 19:47-5.3(a)", duty=("direction", "revolutions"))
@pytest.mark.clause("NJ 19:47-5.3(b)", duty="call")
@pytest.mark.clause("NJ 19:47-5.3(c)", duty="announce")
@pytest.mark.clause("NJ 19:47-5.3(d)", duty="fifths")
@pytest.mark.clause("NJ 19:47-5.3(e)", duty=("after-crown", "losers", "winners"))
@pytest.mark.clause("NJ 19:47-5.4(a)-(c)", duty=("same-direction", "revolutions", "foreign-object"))
def test_a_day_in_new_jersey() -> None:
    assert_day(golden("nj"))


@pytest.mark.clause("NJ 19:47-5.1(e)6.ii", "NJ 19:47-5.1(e)8", duty="covers")
@pytest.mark.clause("NJ 19:47-5.1(g)", duty=("red-black", "dozen"))
def test_color_wagers_in_new_jersey() -> None:
    assert_day(golden("nj-colors"))


@pytest.mark.clause("NJ 19:47-5.1(e)7", duty="covers")
@pytest.mark.clause("NJ 19:47-5.2(c)", duty="lost")
def test_a_single_zero_wheel_in_new_jersey() -> None:
    assert_day(golden("nj-single"))


@pytest.mark.clause("NJ 19:47-5.2(d)", duty=("void", "lost"))
def test_a_double_zero_wheel_used_as_single_in_new_jersey() -> None:
    assert_day(golden("nj-covered"))


@pytest.mark.clause("NJ 19:47-5.5(a)", duty="odds")
@pytest.mark.clause("NJ 19:47-5.6(a)", duty="call")
@pytest.mark.clause("NJ 19:47-5.6(b)", duty=("either-way", "revolutions"))
@pytest.mark.clause("NJ 19:47-5.6(c)", duty="passed")
@pytest.mark.clause("NJ 19:47-5.6(e)", duty=("losers", "winners"))
def test_big_six_where_the_number_passed_wins() -> None:
    assert_day(golden("nj-big-six-previous"))


@pytest.mark.clause("NJ 19:47-5.6(c)", duty="void")
def test_big_six_where_a_clapper_between_voids_the_spin() -> None:
    assert_day(golden("nj-big-six-void"))


@pytest.mark.clause("CO 47.1-2201(4)", duty="spins")
@pytest.mark.clause("CO 47.1-2201(7)", duty="closed")
@pytest.mark.clause("CO 47.1-2201(8)", duty="called")
@pytest.mark.clause("CO 47.1-2201(9)", duty=("color", "value"))
@pytest.mark.clause("CO 47.1-2202", duty=("money", "receipts"))
@pytest.mark.clause("CO 47.1-2203(1)", duty=("premises", "coupons", "verbal", "cash"))
@pytest.mark.clause("CO 47.1-2203(3)", duty="others")
@pytest.mark.clause("CO 47.1-2203(5)", duty="settled")
@pytest.mark.clause(
    "CO 47.1-2203(6)(a)",
    "CO 47.1-2203(6)(b)",
    "CO 47.1-2203(6)(c)",
    "CO 47.1-2203(6)(d)",
    "CO 47.1-2203(6)(e)",
    "CO 47.1-2203(6)(f)",
    "CO 47.1-2203(6)(g)",
    "CO 47.1-2203(6)(h)",
    "CO 47.1-2203(6)(j)",
    "CO 47.1-2203(6)(k)",
    "CO 47.1-2203(6)(m)",
    duty="covers",
)
@pytest.mark.clause("CO 47.1-2204(1)", duty="odds")
@pytest.mark.clause("CO 47.1-2204(2)", duty=("zero", "half", "leave", "second-zero"))
@pytest.mark.clause("CO 47.1-2205(1)", duty="revolutions")
@pytest.mark.clause("CO 47.1-2205(2)", duty="call")
@pytest.mark.clause("CO 47.1-2205(3)", duty="announce")
@pytest.mark.clause("CO 47.1-2205(4)", duty=("after-crown", "losers", "winners"))
@pytest.mark.clause("CO 47.1-2206(1)", "CO 47.1-2206(2)", "CO 47.1-2206(3)", "CO 47.1-2206(4)", duty="no-spin")
@pytest.mark.clause("CO 47.1-2206(4)", duty=("inspected", "by-supervisor"))
@pytest.mark.clause("CO 47.1-2212(1)(a)", "CO 47.1-2212(1)(b)", duty="checked")
@pytest.mark.clause("CO 47.1-2212(2)", duty="witness")
@pytest.mark.clause("CO 47.1-2212(3)", duty="first")
@pytest.mark.clause("CO 47.1-2212(4)", duty="director")
@pytest.mark.parametrize("year", ["2013", "2014"])
def test_a_day_in_colorado(year: str) -> None:
    assert_day(golden(f"co-{year}"))


@pytest.mark.clause("CO 47.1-2206(5)", duty=("notify", "direct", "disputes"))
def test_other_irregularities_and_disputes_are_the_supervisors_in_colorado_from_2014() -> None:
    """The golden day of 2014 cites the clause where that of 2013 cites custom."""
    for name, cited in (("co-2014", True), ("co-2013", False)):
        assert ("CO 47.1-2206(5)" in (GOLDEN / f"{name}.play").read_text("utf-8")) is cited
        assert_day(golden(name))


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", duty="void")
@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(C)", duty="loses")
@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty="no-wager")
@pytest.mark.clause("CO 47.1-2212(1)(e)", duty="checked")
@pytest.mark.parametrize("year", ["2013", "2014"])
def test_a_double_zero_wheel_used_as_single_in_colorado(year: str) -> None:
    assert_day(golden(f"co-{year}-covered"))


@pytest.mark.clause("CO 47.1-2203(1)", duty="electronic")
@pytest.mark.clause("CO 47.1-2203(3)", duty=("others", "no-screen"))
@pytest.mark.parametrize("kind", ["terminals", "screen"])
@pytest.mark.parametrize("year", ["2013", "2014"])
def test_electronic_terminals_in_colorado(year: str, kind: str) -> None:
    assert_day(golden(f"co-{year}-{kind}"))


@pytest.mark.clause("SD 20:18:34:03 chips", duty=("premises", "value-color", "coupons", "verbal", "cash"))
@pytest.mark.clause("SD 20:18:34:03 colours", duty="others")
@pytest.mark.clause("SD 20:18:34:03 position", duty=("position", "settled"))
@pytest.mark.clause("SD 20:18:34:03 take-down", duty=("take-down", "new-wager"))
@pytest.mark.clause(
    "SD 20:18:34:03 (1)-(14)",
    duty=("straight", "split", "street", "corner", "line", "column", "dozen", "odd", "low", "top-line", "trios"),
)
def test_a_day_in_south_dakota() -> None:
    assert_day(golden("sd"))


@pytest.mark.clause("HS placement", duty=("chips", "others", "settled"))
@pytest.mark.clause("HS limits", duty=("minimum", "maximum"))
@pytest.mark.clause(
    "HS wagers 1-14", duty=("straight", "split", "street", "corner", "line", "column", "dozen", "black")
)
@pytest.mark.clause("HS pay table", duty="odds")
@pytest.mark.clause("HS rotation (1)-(4)", duty=("revolutions", "call", "losers", "winners"))
@pytest.mark.clause("HS irregularities (1)-(3)", duty=("same-direction", "revolutions", "foreign-object"))
@pytest.mark.clause("HS irregularities (4)", duty=("late", "returned", "stands"))
def test_a_day_under_the_house_sheet() -> None:
    assert_day(golden("house"))


def test_the_example_is_a_golden_day_too() -> None:
    assert_day(read_script(EXAMPLE.read_text("utf-8")))


def test_every_golden_day_is_played_above() -> None:
    covered = {"nj", "nj-colors", "nj-single", "nj-covered", "nj-big-six-previous", "nj-big-six-void", "sd", "house"}
    covered |= {f"co-{year}{kind}" for year in (2013, 2014) for kind in ("", "-covered", "-terminals", "-screen")}
    assert set(NAMES) == covered


def test_every_command_of_a_table_is_given_on_some_golden_day() -> None:
    given = {type(line.command) for name in NAMES for line in golden(name).lines}
    assert given == set(AnyCommand.__args__)


@pytest.mark.parametrize("name", NAMES)
def test_a_day_that_is_played_twice_leaves_the_same_bytes(name: str) -> None:
    first, second = MemoryJournal(), MemoryJournal()
    played(golden(name), first)
    played(golden(name), second)
    assert list(first.read_all()) == list(second.read_all())
