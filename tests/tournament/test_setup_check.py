"""What a set-up must say, from the texts: every bound is tested exactly, and all findings come at once."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from croupier.tournament import command as c
from croupier.tournament.printed import printed_rules
from tests.tournament.playing import Hall, document, event_document, findings, found

DAY = datetime.date.fromisoformat


def without(key: str, book: str = "co-2014") -> dict[str, Any]:
    written = document(book)
    del written["tournament"][key]
    return written


def series(**changes: Any) -> dict[str, Any]:
    """Two events; the first one carries what it does not award."""
    first = event_document(id="heat", title="Heat", prize=[{"place": 1, "share": "1/4"}])
    last = event_document(id="final", title="Final")
    return document(events=[first, last], overall="The winner of the final.", **changes)


def joint(book: str = "co-2014", **changes: Any) -> dict[str, Any]:
    """Two licensees, nothing but buy-ins, everything returned."""
    own = {
        "licensees": ["Silver Plume Casino", "Bobtail Casino"],
        "designated": "Bobtail Casino",
        "events": [event_document(fee=0)],
        **changes,
    }
    return document(book, **own)


@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_the_documents_of_these_tests_have_no_findings(book: str) -> None:
    assert findings(document(book)) == ()
    assert findings(joint(book)) == ()
    assert findings(series()) == ()


@pytest.mark.clause("CO 47.1-2213(1) 2014", duty="four-months")
@pytest.mark.parametrize(
    ("first", "last", "wrong"),
    [
        ("2014-08-15", "2014-12-15", 0),
        ("2014-08-15", "2014-12-16", 1),
        ("2014-10-31", "2015-02-28", 0),
        ("2014-10-31", "2015-03-01", 1),
        ("2014-08-15", "2014-08-14", 1),
    ],
)
def test_it_concludes_within_four_months_of_2014(first: str, last: str, wrong: int) -> None:
    written = document(first_day=DAY(first), last_day=DAY(last))
    assert len(found(written, "CO 47.1-2213(1) 2014")) == wrong


@pytest.mark.clause("CO 47.1-2213(1) 2013", duty="four-months")
@pytest.mark.parametrize(("last", "wrong"), [("2013-12-01", 0), ("2013-12-02", 1)])
def test_it_concludes_within_four_months_of_2013(last: str, wrong: int) -> None:
    written = document("co-2013", first_day=DAY("2013-08-01"), last_day=DAY(last))
    assert len(found(written, "CO 47.1-2213(1) 2013")) == wrong


@pytest.mark.clause("CO 47.1-2213(1) 2014", duty="form")
def test_a_series_names_its_overall_winner_and_2013_knows_none() -> None:
    assert found(series(), "CO 47.1-2213(1) 2014") == []
    written = series()
    del written["tournament"]["overall"]
    assert len(found(written, "CO 47.1-2213(1) 2014")) == 1
    written = document("co-2013", events=[event_document(), event_document(id="two", title="Two")], overall="Final")
    assert any("one event only" in each.wrong for each in findings(written))


@pytest.mark.clause("CO 47.1-2213(2)", duty="one-licensee")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_where_fees_are_proceeds_one_licensee_conducts_it_alone(book: str) -> None:
    assert len(found(joint(book, events=[event_document(fee=1)]), "CO 47.1-2213(2)")) == 1
    assert found(document(book), "CO 47.1-2213(2)") == []


@pytest.mark.clause("CO 47.1-2213(2)(a)", duty="joint")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_a_joint_tournament_returns_everything(book: str) -> None:
    clause = "CO 47.1-2213(2)(a)"
    assert found(joint(book), clause) == []
    assert len(found(joint(book, events=[event_document(fee=1)]), clause)) == 1
    prizes = [{"place": 1, "share": 1}, {"place": 1, "item": "A car", "value": 20_000_00}]
    assert len(found(joint(book, events=[event_document(fee=0, prize=prizes)]), clause)) == 1


@pytest.mark.clause("CO 47.1-2213(2)(b)", duty="designated")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
@pytest.mark.parametrize("named", [None, "Somebody Else"])
def test_a_joint_tournament_designates_one_of_its_licensees(book: str, named: str | None) -> None:
    assert len(found(joint(book, designated=named), "CO 47.1-2213(2)(b)")) == 1
    assert found(joint(book), "CO 47.1-2213(2)(b)") == []


@pytest.mark.clause("CO 47.1-2213.03", duty="premises")
@pytest.mark.parametrize("key", ["premises", "security", "internal_controls"])
def test_premises_meet_security_surveillance_and_internal_controls(key: str) -> None:
    assert len(found(without(key), "CO 47.1-2213.03")) == 1
    assert found(document(), "CO 47.1-2213.03") == []
    assert found(without(key, "co-2013"), "CO 47.1-2213.03") == []


@pytest.mark.clause("CO 47.1-2213.04", duty="related")
def test_criteria_say_how_they_are_related_to_gaming() -> None:
    assert len(found(document(criteria="Members of the club."), "CO 47.1-2213.04")) == 1
    related = document(criteria="Members of the club.", criteria_related="Membership follows from play at the tables.")
    assert found(related, "CO 47.1-2213.04") == []


@pytest.mark.clause("CO 47.1-2213.05 limit", duty="fee")
@pytest.mark.parametrize(("fee", "wrong"), [(100_000_00, 0), (100_000_01, 2)])
def test_an_entry_fee_is_at_most_100_000_dollars(fee: int, wrong: int) -> None:
    """Past it, fee and both together are too much."""
    written = document(events=[event_document(fee=fee, buy_in=0, prize=[{"place": 1, "cash": 100}])])
    assert len(found(written, "CO 47.1-2213.05 limit")) == wrong


@pytest.mark.clause("CO 47.1-2213.05 limit", duty="buy-ins")
@pytest.mark.parametrize(("most", "wrong"), [(9, 0), (10, 2)])
def test_all_allowable_buy_ins_are_at_most_100_000_dollars(most: int, wrong: int) -> None:
    """$10,000 and nine times $10,000 are the limit; a tenth re-buy is past it."""
    purchase = {"price": 10_000_00, "points": 1000, "most": most}
    written = document(events=[event_document(fee=0, buy_in=10_000_00, purchase=purchase)], wager_max=1_000_000_00)
    assert len(found(written, "CO 47.1-2213.05 limit")) == wrong


@pytest.mark.clause("CO 47.1-2213.05 limit", duty="buy-ins")
def test_purchases_without_a_bound_cannot_pass() -> None:
    purchase = {"price": 1, "points": 1000, "unlimited": True}
    written = document(events=[event_document(purchase=purchase)])
    assert found(written, "CO 47.1-2213.05 limit") == ["unlimited purchases can exceed any amount"]
    assert found(document("co-2013", events=[event_document(purchase=purchase)]), "CO 47.1-2213.05 limit") == []


@pytest.mark.clause("CO 47.1-2213.05 limit", duty="both")
@pytest.mark.parametrize(("fee", "wrong"), [(50_000_00, 0), (50_000_01, 1)])
def test_fee_and_buy_ins_together_are_at_most_100_000_dollars(fee: int, wrong: int) -> None:
    written = document(events=[event_document(fee=fee, buy_in=50_000_00)], wager_max=100_000_00)
    assert len(found(written, "CO 47.1-2213.05 limit")) == wrong


@pytest.mark.clause("CO 47.1-2213.05 limit", duty=("fee", "buy-ins", "both"))
@pytest.mark.parametrize(
    ("fee", "buy_in", "wrong"),
    [
        (0, 50_000_00, []),
        (0, 50_000_01, ["all allowable buy-ins", "fee and all allowable buy-ins"]),
        (50_000_00, 0, []),
        (50_000_01, 0, ["the entry fee", "fee and all allowable buy-ins"]),
        (20_000_00, 30_000_00, []),
        (20_000_01, 30_000_00, ["fee and all allowable buy-ins"]),
    ],
)
def test_a_series_is_one_tournament_and_its_events_add_up(fee: int, buy_in: int, wrong: list[str]) -> None:
    """Two events, each far below $100,000: "the amount of all allowable player buy-ins" is of the tournament."""
    events = [event_document(id=id, fee=fee, buy_in=buy_in) for id in ("heat", "final")]
    written = document(events=events, overall="The winner of the final.", wager_max=100_000_00)
    assert [each.partition(" of all events")[0] for each in found(written, "CO 47.1-2213.05 limit")] == wrong


@pytest.mark.clause("CO 47.1-2213.01", duty="non-cash")
@pytest.mark.clause("CO 47.1-2213.05 pool", duty="non-cash")
@pytest.mark.parametrize(
    ("key", "clause", "cash"),
    [("fee_items", "CO 47.1-2213.01", 25_00), ("buy_in_items", "CO 47.1-2213.05 pool", 100_00)],
)
def test_a_thing_is_set_at_the_value_of_the_cash(key: str, clause: str, cash: int) -> None:
    assert found(document(events=[event_document(**{key: {"toy": cash}})]), clause) == []
    assert len(found(document(events=[event_document(**{key: {"toy": cash - 1}})]), clause)) == 1


@pytest.mark.clause("CO 47.1-2213.05 pool", duty="retained")
@pytest.mark.parametrize(("share", "wrong"), [("1", 0), ("99/100", 1)])
def test_nothing_of_the_pool_is_retained(share: str, wrong: int) -> None:
    written = document(events=[event_document(prize=[{"place": 1, "share": share}])])
    assert len(found(written, "CO 47.1-2213.05 pool")) == wrong


@pytest.mark.clause("CO 47.1-2213.05 voucher", duty="same")
def test_a_voucher_is_for_a_later_event_of_the_same_tournament() -> None:
    clause = "CO 47.1-2213.05 voucher"
    for target, wrong in (("final", 0), ("heat", 1), ("elsewhere", 1)):
        heat = event_document(id="heat", title="Heat", prize=[{"place": 1, "voucher": target}])
        written = document(events=[heat, event_document(id="final", title="Final")], overall="The final.")
        assert len(found(written, clause)) == wrong, target


@pytest.mark.clause("CO 47.1-2213.06", duty="structure")
def test_nobody_can_exceed_the_wagering_limit_in_the_initial_rounds() -> None:
    """A point is worth ten cents. Two games: all on a straight up makes 36,000 points, which are $3,600.00."""
    plain = event_document(round=[{"games": 2}])
    (wrong,) = found(document(events=[plain]), "CO 47.1-2213.06")
    assert "game 2 of round 1" in wrong
    assert "36,000 points" in wrong
    assert "$3,600.00" in wrong
    assert found(document(events=[event_document(round=[{"games": 2, "cap": 1000}])]), "CO 47.1-2213.06") == []
    assert len(found(document(events=[event_document(round=[{"games": 2, "cap": 1001}])]), "CO 47.1-2213.06")) == 1
    assert found(document(events=[event_document(round=[{"games": 1}])]), "CO 47.1-2213.06") == []
    assert len(found(document(events=[event_document(round=[{"games": 1}])], wager_max=99_99), "CO 47.1-2213.06")) == 1


@pytest.mark.clause("CO 47.1-2214(1)", duty="no-limit")
def test_no_limit_on_a_wager_outside_the_initial_rounds() -> None:
    rounds = [{"games": 1, "cap": 1000, "best": 2}, {"games": 1, "cap": 1000}]
    assert len(found(document(events=[event_document(round=rounds)]), "CO 47.1-2214(1)")) == 1
    assert len(found(document(table={"limits": {"maximum": 100}}), "CO 47.1-2214(1)")) == 1
    assert found(document(), "CO 47.1-2214(1)") == []


@pytest.mark.clause("CO 47.1-2214(1)", duty="chips")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_tournament_chips_are_approved(book: str) -> None:
    assert len(found(document(book, chips={"approval": ""}), "CO 47.1-2214(1)")) == 1


@pytest.mark.clause("CO 47.1-2214(1)", duty="non-negotiable")
def test_tournament_chips_of_2013_are_non_negotiable() -> None:
    assert len(found(document("co-2013", chips={"non_negotiable": False}), "CO 47.1-2214(1)")) == 1
    assert found(document("co-2014", chips={"non_negotiable": False}), "CO 47.1-2214(1)") == []


@pytest.mark.clause("CO 47.1-2214(2)", duty="notice")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_chips_without_a_number_have_points_for_each_color(book: str) -> None:
    assert len(found(document(book, chips={"numbered": False}), "CO 47.1-2214(2)")) == 1
    assert found(document(book, chips={"numbered": False, "colors": {"green": 25}}), "CO 47.1-2214(2)") == []


@pytest.mark.clause("CO 47.1-2213.08(3)", duty=("final", "end"))
@pytest.mark.parametrize("key", ["tie", "final_round", "conclusion"])
def test_it_says_how_the_final_round_and_the_end_come_about(key: str) -> None:
    assert len(found(without(key), "CO 47.1-2213.08(3)")) == 1


@pytest.mark.clause("CO 47.1-2213.08(4)", duty="described")
def test_every_prize_is_described() -> None:
    assert len(found(document(events=[event_document(buy_in=0, prize=[])]), "CO 47.1-2213.08(4)")) == 1
    gap = [{"place": 1, "share": "1/2"}, {"place": 3, "share": "1/2"}]
    assert len(found(document(events=[event_document(prize=gap)]), "CO 47.1-2213.08(4)")) == 1


def test_all_findings_come_at_once_and_other_books_know_no_tournaments() -> None:
    written = document(premises=None, tie=None, last_day=DAY("2016-01-01"), chips={"approval": ""}, office=None)
    assert len(findings(written)) == 5
    (finding,) = findings(document("nj"))
    assert "has no rules for tournaments" in finding.wrong


def test_unknown_keys_and_wrong_kinds_are_named() -> None:
    written = document(color="red", re_entries="two", first_day="2015-04-11")
    keys = {each.key for each in findings(written)}
    assert {"tournament.color", "tournament.re_entries", "tournament.first_day"} <= keys


@pytest.mark.parametrize("points", [0, -1, 10**23, {}, "500", None])
def test_a_purchase_that_buys_no_points_is_a_finding_and_no_fault(points: object) -> None:
    purchase = {"price": 20_00, "points": points, "most": 2}
    written = document(events=[event_document(purchase={key: value for key, value in purchase.items() if value != {}})])
    assert "event[1].purchase.points" in {each.key for each in findings(written)}


@pytest.mark.clause("CO 47.1-2213(1) 2014", duty="four-months")
@pytest.mark.parametrize(("first", "last"), [("9999-12-31", "9999-12-31"), ("9999-10-01", "9999-12-31")])
def test_four_months_end_with_the_calendar(first: str, last: str) -> None:
    written = document(first_day=DAY(first), last_day=DAY(last))
    assert found(written, "CO 47.1-2213(1) 2014") == []


VALUES: tuple[object, ...] = (
    0,
    -1,
    "",
    [],
    {},
    True,
    10**23,
    "x",
    [1],
    DAY("9999-12-31"),
    DAY("0001-01-01"),
    0.5,
    None,
)


def _paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from _paths(each, (*path, key))


@pytest.mark.slow
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_a_wrong_value_of_any_key_is_a_finding(book: str) -> None:
    """Every key of a set-up, one after the other, with every kind of wrong value: no answer is a fault."""
    purchase = {"price": 10_00, "points": 500, "most": 2, "until_round": 1}
    colors = {"colors": {"red": 100, "blue": 500}}
    whole = document(book, events=[event_document(purchase=purchase)], chips=colors, re_entries=1)
    for path in _paths(whole):
        for value in VALUES:
            written = deepcopy(whole)
            place: Any = written
            for key in path[:-1]:
                place = place[key]
            if value is None:
                del place[path[-1]]
            else:
                place[path[-1]] = value
            for finding in findings(written):
                assert finding.key
                assert finding.right.endswith((".", '"')), (path, value, finding)


@pytest.mark.clause("CO 47.1-2213.04", duty="criteria")
def test_the_licensee_may_limit_who_plays() -> None:
    hall = Hall(document(criteria="Members of the club.", criteria_related="Membership follows from play.")).register()
    given = {"event": "open", "person": "x", "name": "xen", "handed": True}
    assert hall.refused(c.EnterPlayer, **given, qualified=False) == ("not-qualified", "CO 47.1-2213.04")
    hall.do(c.EnterPlayer, **given, qualified=True)


def test_a_demonstration_collects_nothing_and_files_nothing() -> None:
    paying = [each.wrong for each in findings(document(demonstration=True))]
    assert "nobody pays anything in a demonstration" in paying
    free = event_document(fee=0, buy_in=0, guaranteed=100_00)
    assert findings(document(demonstration=True, events=[free])) == ()
    hall = Hall(document(demonstration=True, events=[free])).draft()
    hall.do(c.OpenRegistration, event="open")
    assert "every prize is play money" in printed_rules(hall.planned).text
