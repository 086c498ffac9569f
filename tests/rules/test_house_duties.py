"""Equipment, signs, areas and approvals: what each text requires of a table, and only there."""

from __future__ import annotations

import pytest

from croupier.game.wheel import WheelId
from croupier.rules.chip_set import ValueChip
from croupier.rules.house import check_house, read_house
from tests.rules.house_files import BIG_SIX, COLORADO, DOUBLE_AS_SINGLE, NEW_JERSEY, house, without
from tests.vocabulary import roulette

BOTH_YEARS = [COLORADO, COLORADO.replace("co-2014", "co-2013").replace("date = 2014-07-15", "date = 2014-07-14")]


def found(text: str) -> list[tuple[str, str | None]]:
    """Key and clause of every finding, in order."""
    return [(problem.key, problem.clause) for problem in check_house(text)]


def said(text: str, key: str, clause: str | None) -> bool:
    """Whether the file has this finding and no other."""
    findings = found(text)
    assert findings in ([], [(key, clause)]), findings
    return bool(findings)


# Colorado, one key at a time

COLORADO_OWES = [
    ("equipment.number_visible", "CO 47.1-2210(2)(d)(ii)"),
    ("equipment.layout_opposite_wheel", "CO 47.1-2210(1)"),
    ("equipment.equal_compartments", "CO 47.1-2210(2)(b)"),
    ("equipment.wheel_inches", "CO 47.1-2210(1)"),
    ("equipment.ball_inches", "CO 47.1-2211"),
    ("equipment.ball_metallic", "CO 47.1-2211"),
    ("equipment.drop_box_marked", "CO 47.1-2202"),
    ("equipment.drop_box_locked", "CO 47.1-2202"),
    ("equipment.drop_box_keyed_apart", "CO 47.1-2202"),
    ("equipment.tip_box", "CO 47.1-2210(2)(f)"),
    ("equipment.external_parts", "CO 47.1-2212(2)"),
    ("limits.minimum", "CO 47.1-2207"),
    ("limits.maximum", "CO 47.1-2207"),
    ("signs.limits", "CO 47.1-2207"),
    ("signs.printed_copies", "CO 47.1-2208"),
    ("approvals.layout", "CO 47.1-2210(2)(d)(i)"),
]


@pytest.mark.clause("CO 47.1-2202", duty=("marked", "locked", "to-table", "keyed-apart"))
@pytest.mark.clause("CO 47.1-2207", duty=("limits", "limits-posted"))
@pytest.mark.clause("CO 47.1-2208", duty="copies")
@pytest.mark.clause("CO 47.1-2210(1)", duty=("size", "ends"))
@pytest.mark.clause("CO 47.1-2210(2)(b)", duty="equal")
@pytest.mark.clause("CO 47.1-2210(2)(d)(i)", duty="approved")
@pytest.mark.clause("CO 47.1-2210(2)(d)(ii)", duty="visible")
@pytest.mark.clause("CO 47.1-2210(2)(f)", duty="tip-box")
@pytest.mark.clause("CO 47.1-2211", duty=("material", "size"))
@pytest.mark.clause("CO 47.1-2212(2)", duty="witness")
@pytest.mark.parametrize("text", BOTH_YEARS)
@pytest.mark.parametrize(("key", "clause"), COLORADO_OWES)
def test_what_colorado_asks_for_and_the_file_leaves_out(text: str, key: str, clause: str) -> None:
    line = key.partition(".")[2]
    assert said(without(text, line), key, clause)


@pytest.mark.clause("CO 47.1-2202", duty=("marked", "locked", "to-table", "keyed-apart"))
@pytest.mark.clause("CO 47.1-2207", duty="limits-posted")
@pytest.mark.clause("CO 47.1-2208", duty="copies")
@pytest.mark.clause("CO 47.1-2210(2)(d)(ii)", duty="visible")
@pytest.mark.clause("CO 47.1-2210(2)(f)", duty="tip-box")
@pytest.mark.parametrize(
    ("key", "clause"),
    [each for each in COLORADO_OWES if each[0] in ("signs.limits", "signs.printed_copies")]
    + [
        each
        for each in COLORADO_OWES
        if each[0].startswith(("equipment.drop_box", "equipment.tip", "equipment.number"))
    ],
)
def test_a_plain_no_is_found_like_silence(key: str, clause: str) -> None:
    name = key.partition(".")[2]
    assert said(COLORADO.replace(f"\n{name} = true", f"\n{name} = false"), key, clause)


@pytest.mark.clause("CO 47.1-2210(2)(a)", duty="equal")
def test_a_single_zero_wheel_has_equal_compartments_too() -> None:
    single = COLORADO.replace('wheel = "american"', 'wheel = "european"')
    assert check_house(single) == ()
    assert said(without(single, "equal_compartments"), "equipment.equal_compartments", "CO 47.1-2210(2)(a)")


@pytest.mark.clause("CO 47.1-2204(2)", duty=("option", "every-player"))
@pytest.mark.parametrize(
    ("zero", "right"), [("in-prison", True), ("in-prison-half", False), ("in-prison-leave", False)]
)
def test_in_prison_leaves_the_choice_to_each_player(zero: str, right: bool) -> None:
    text = COLORADO.replace('wheel = "american"', f'wheel = "american"\nzero = "{zero}"')
    found = [(finding.key, finding.clause) for finding in check_house(text) if finding.key == "zero"]
    assert found == ([] if right else [("zero", "CO 47.1-2204(2)")])


@pytest.mark.clause("CO 47.1-2208", duty=("posted", "approved"))
def test_house_rules_are_posted_and_approved() -> None:
    assert said(COLORADO.replace("house_rules = true\n", ""), "signs.house_rules", "CO 47.1-2208")
    assert said(COLORADO.replace('house_rules = "Director, 2014-06-02"\n', ""), "approvals.house_rules", "CO 47.1-2208")


def test_an_approval_without_words_is_none() -> None:
    assert said(COLORADO.replace('layout = "Director, 2014-06-02"', 'layout = " "'), "approvals.layout", None)


@pytest.mark.clause("CO 47.1-2210(1)", duty="size")
@pytest.mark.parametrize(
    ("inches", "right"),
    [
        ("30", True),
        ('"30"', True),
        ("30.0", True),
        ('"29 15/16"', False),
        ("29.99", False),
        ('"30 1/16"', True),
        ("32", True),
    ],
)
def test_a_wheel_of_thirty_inches_is_large_enough(inches: str, right: bool) -> None:
    text = COLORADO.replace("wheel_inches = 30", f"wheel_inches = {inches}")
    assert said(text, "equipment.wheel_inches", "CO 47.1-2210(1)") is not right


def test_inches_are_said_as_on_a_ruler() -> None:
    (problem,) = check_house(COLORADO.replace("wheel_inches = 30", 'wheel_inches = "29 15/16"'))
    assert str(problem) == (
        "table 7: equipment.wheel_inches: a wheel of 29 15/16 inches is less than 30 inches across (CO 47.1-2210(1)). "
        "Use a wheel of 30 inches or more."
    )


@pytest.mark.parametrize("inches", ["0", "-30", '"x"', "inf", "nan", "[30]", '"1/0"'])
def test_an_invalid_size_is_reported_once(inches: str) -> None:
    assert said(COLORADO.replace("wheel_inches = 30", f"wheel_inches = {inches}"), "equipment.wheel_inches", None)


@pytest.mark.clause("CO 47.1-2211", duty=("size", "approvals"))
@pytest.mark.parametrize(
    ("inches", "right"),
    [
        ('"3/8"', True),
        ("0.375", True),
        ('"6/16"', True),
        ('"23/64"', False),
        ("0.3749", False),
        ('"14/16"', True),
        ("0.875", True),
        ('"57/64"', False),
        ("0.8751", False),
        ("1", False),
    ],
)
def test_a_ball_is_from_three_eighths_to_fourteen_sixteenths(inches: str, right: bool) -> None:
    text = COLORADO.replace('ball_inches = "3/4"', f"ball_inches = {inches}")
    assert said(text, "equipment.ball_inches", "CO 47.1-2211") is not right
    assert found(text + 'ball_size = "Director, 2014-06-02"\n') == []
    approved_otherwise = found(text + 'ball_material = "Director, 2014-06-02"\n')
    assert approved_otherwise == ([] if right else [("equipment.ball_inches", "CO 47.1-2211")])


@pytest.mark.clause("CO 47.1-2211", duty=("material", "approvals"))
def test_a_metallic_ball_needs_an_approval() -> None:
    text = COLORADO.replace("ball_metallic = false", "ball_metallic = true")
    assert said(text, "equipment.ball_metallic", "CO 47.1-2211")
    assert said(text + 'ball_size = "Director, 2014-06-02"\n', "equipment.ball_metallic", "CO 47.1-2211")
    assert found(text + 'ball_material = "Director, 2014-06-02"\n') == []


@pytest.mark.clause("CO 47.1-2210(2)(f)", duty="drop-box")
@pytest.mark.clause("CO 47.1-2202", duty=("attached", "number"))
def test_a_table_has_a_drop_box_with_its_own_number() -> None:
    bare = without(COLORADO, "drop_box")
    assert said(bare, "equipment.drop_box", "CO 47.1-2210(2)(f)")
    assert said(COLORADO.replace("drop_box = 7", "drop_box = 8"), "equipment.drop_box", "CO 47.1-2202")
    assert found(COLORADO.replace("drop_box = 7", 'drop_box = "7"')) == []


@pytest.mark.clause("CO 47.1-2207", duty="limits")
@pytest.mark.parametrize(
    ("limits", "missing"),
    [
        ("minimum = 500\nmaximum = 500", set()),
        ("minimum = 500", {"limits.maximum"}),
        ("maximum = 500", {"limits.minimum"}),
        ("", {"limits.minimum", "limits.maximum"}),
        ("inside = { minimum = 1, maximum = 2 }\noutside = { minimum = 1, maximum = 2 }", set()),
        ("inside = { minimum = 1, maximum = 2 }", {"limits.minimum", "limits.maximum"}),
        ("minimum = 1\ninside = { maximum = 2 }\noutside = { minimum = 1 }", {"limits.maximum"}),
    ],
)
def test_every_wager_has_a_posted_minimum_and_maximum(limits: str, missing: set[str]) -> None:
    text = COLORADO.replace("minimum = 500\nmaximum = 10000", limits)
    assert set(found(text)) == {(key, "CO 47.1-2207") for key in missing}


@pytest.mark.clause("CO 47.1-2207", duty="tips-posted")
def test_a_restriction_on_tip_wagers_is_posted_where_there_is_one() -> None:
    for key in ("tip_wagers = false", "tip_wager_max = 500", 'tip_wagers_on = ["outside"]'):
        text = COLORADO.replace("number = 7\n", f"number = 7\n{key}\n")
        assert said(text, "signs.tip_restriction", "CO 47.1-2207")
        assert found(text.replace("printed_copies", "tip_restriction = true\nprinted_copies")) == []
    assert found(COLORADO.replace("number = 7\n", "number = 7\ntip_wagers = true\n")) == []


@pytest.mark.clause("CO 47.1-2207", duty="tips-posted")
def test_words_about_tip_wagers_that_nobody_can_enforce_are_a_finding() -> None:
    text = COLORADO.replace("number = 7\n", 'number = 7\ntip_restriction = "None above $5"\n')
    assert [key for key, _ in found(text)] == ["tip_restriction"]
    for both in ("tip_wager_max = 500", 'tip_wagers_on = ["red"]'):
        text = COLORADO.replace("number = 7\n", f"number = 7\ntip_wagers = false\n{both}\n")
        assert both.split(" ")[0] in [key for key, _ in found(text)]


# Terminals and value chips


@pytest.mark.clause("NJ 19:47-5.1(a)", "HS placement", duty="no-electronic")
@pytest.mark.parametrize(("book", "clause"), [("nj", "NJ 19:47-5.1(a)"), ("house", "HS placement"), ("sd", None)])
def test_terminals_under_a_text_that_knows_none_are_a_finding(book: str, clause: str | None) -> None:
    date = "date = 2015-07-01\n" if book == "sd" else "date = 2011-01-01\n" if book == "nj" else ""
    sign = '[table.signs]\nzero = "lose-all"\n' if book == "nj" else ""
    text = f'[house]\nname = "H"\nbook = "{book}"\n{date}[[table]]\nnumber = 1\nelectronic = true\n{sign}'
    mine = [each for each in found(text) if each[0] == "electronic"]
    assert mine == ([("electronic", clause)] if clause else [])
    approved = text + '[table.approvals]\nelectronic = "Commission, 2010-10-01"\n'
    assert "electronic" not in [key for key, _ in found(approved)]


VALUE_CHIPS = """
[[value_chip]]
denomination = 100
color = "Blue"
design = "Starred"

[[value_chip]]
denomination = 500
color = "gold"
"""


@pytest.mark.clause("CO 47.1-2203(3)", duty="value-chips")
def test_value_chips_are_the_houses_or_the_tables_own() -> None:
    (table,) = read_house(COLORADO + VALUE_CHIPS).tables
    assert table.value_chips == (ValueChip(100, "blue", "starred"), ValueChip(500, "gold", "plain"))
    own = COLORADO + VALUE_CHIPS + '[[table.value_chip]]\ndenomination = 200\ncolor = "tan"\n'
    (table,) = read_house(own).tables
    assert table.value_chips == (ValueChip(200, "tan", "plain"),)
    assert read_house(COLORADO).tables[0].value_chips == ()


@pytest.mark.parametrize(
    ("chips", "key"),
    [
        ([(0, "red", None)], "value_chip[1].denomination"),
        ([(100, " ", None)], "value_chip[1].color"),
        ([(100, "red", "x" * 41)], "value_chip[1].design"),
        ([(100, "red", None), (500, "RED", "Plain")], "value_chip[2].color"),
        ([(100, "red", None), (100, "blue", None)], "value_chip[2].denomination"),
        ([(1_000_003, "red", None), (1_000_033, "blue", None)], "value_chip"),
    ],
)
def test_what_is_wrong_with_value_chips_is_found(chips: list[tuple[int, str, str | None]], key: str) -> None:
    text = COLORADO
    for denomination, color, design in chips:
        text += f'\n[[value_chip]]\ndenomination = {denomination}\ncolor = "{color}"\n'
        text += f'design = "{design}"\n' if design else ""
    assert [each for each, _ in found(text)] == [key]


# Colorado: wheels, layouts and variations


@pytest.mark.clause("CO 47.1-2210(2)(c)(i)", duty="covered")
@pytest.mark.parametrize(
    ("layout", "cover", "right"),
    [
        ("", "cover_00 = true", True),
        ("", "", False),
        ("", "cover_00 = false", False),
        ('layout = "double-zero"', "", False),
        ('layout = "single-zero"', "", True),
    ],
)
def test_a_double_zero_layout_has_its_00_covered(layout: str, cover: str, right: bool) -> None:
    text = DOUBLE_AS_SINGLE.replace("number = 7\n", f"number = 7\n{layout}\n").replace("cover_00 = true", cover)
    assert said(text, "equipment.cover_00", "CO 47.1-2210(2)(c)(i)") is not right
    assert cover == "" or found(COLORADO) == []  # no cover where 00 is played


@pytest.mark.clause(
    "CO 47.1-2210(2)(c)(ii)(A)", "CO 47.1-2210(2)(c)(ii)(B)", "CO 47.1-2210(2)(c)(ii)(C)", duty="posted"
)
@pytest.mark.parametrize(
    ("sign", "letter"), [("double_as_single", "A"), ("double_zero_void", "B"), ("zero_loses", "C")]
)
def test_a_double_zero_wheel_used_as_single_zero_has_three_signs(sign: str, letter: str) -> None:
    clause = f"CO 47.1-2210(2)(c)(ii)({letter})"
    assert said(without(DOUBLE_AS_SINGLE, sign), f"signs.{sign}", clause)
    assert said(DOUBLE_AS_SINGLE.replace(f"{sign} = true", f"{sign} = false"), f"signs.{sign}", clause)


def _arranged(wheel: WheelId, order: list[str], approval: str = "") -> str:
    base = {"double-as-single": DOUBLE_AS_SINGLE}.get(wheel, COLORADO.replace("american", wheel))
    return base.replace("number = 7\n", f"number = 7\narrangement = {order}\n") + approval


RINGS = [
    ("european", "CO 47.1-2210(2)(a)"),
    ("american", "CO 47.1-2210(2)(b)"),
    ("double-as-single", "CO 47.1-2210(2)(b)"),
]


@pytest.mark.clause("CO 47.1-2210(2)(a)", "CO 47.1-2210(2)(b)", duty="arrangement")
@pytest.mark.parametrize(("wheel", "clause"), RINGS)
def test_another_order_of_the_numbers_needs_an_approval(wheel: WheelId, clause: str) -> None:
    standard = list(roulette(wheel).labels)
    assert found(_arranged(wheel, standard)) == []
    assert found(_arranged(wheel, standard[5:] + standard[:5])) == []  # the same ring from another starting point
    backwards = standard[::-1]
    assert said(_arranged(wheel, backwards), "arrangement", clause)
    assert found(_arranged(wheel, backwards, 'arrangement = "Director, 2014-06-02"\n')) == []


@pytest.mark.clause("CO 47.1-2210(2)(a)", "CO 47.1-2210(2)(b)", duty="marked")
@pytest.mark.parametrize(("wheel", "clause"), RINGS)
def test_an_approved_order_still_has_every_compartment_and_alternates(wheel: WheelId, clause: str) -> None:
    approval = 'arrangement = "Director, 2014-06-02"\n'
    standard = list(roulette(wheel).labels)
    swapped = [*standard]
    swapped[1], swapped[2] = swapped[2], swapped[1]
    for order, words in ((standard[:-1], "it lacks"), (swapped, "next to each other")):
        problems = check_house(_arranged(wheel, order, approval))
        assert problems
        assert all(problem.key == "arrangement" and words in problem.wrong for problem in problems)
        assert clause in {each for _, each in found(_arranged(wheel, order))}


@pytest.mark.clause("CO 47.1-2210(2)(a)", "CO 47.1-2210(2)(b)", duty="neutral")
@pytest.mark.parametrize(("wheel", "clause"), RINGS)
def test_compartments_of_a_neutral_color_need_an_approval(wheel: WheelId, clause: str) -> None:
    base = {"double-as-single": DOUBLE_AS_SINGLE}.get(wheel, COLORADO.replace("american", wheel))
    text = base.replace("tip_box = true", 'tip_box = true\ncompartments = "neutral"')
    assert said(text, "equipment.compartments", clause)
    assert found(text + 'compartments = "Director, 2014-06-02"\n') == []
    assert found(text.replace('"neutral"', '"ring"')) == []


@pytest.mark.clause("CO 47.1-2210(2)(e)", duty=("areas", "approved"))
def test_in_prison_has_its_own_approved_area() -> None:
    clause = "CO 47.1-2210(2)(e)"
    text = COLORADO.replace("number = 7\n", 'number = 7\nzero = "in-prison"\n')
    assert found(text) == [("equipment.areas", clause), ("approvals.areas", clause)]
    with_area = text.replace("tip_box = true", 'tip_box = true\nareas = ["in-prison"]')
    assert said(with_area, "approvals.areas", clause)
    assert found(with_area + 'areas = "Director, 2014-06-02"\n') == []


@pytest.mark.clause("CO 47.1-2210(2)(d)(i)", duty="areas")
@pytest.mark.parametrize("text", BOTH_YEARS)
def test_a_layout_lacks_none_of_the_authorized_areas_unless_approved(text: str) -> None:
    lacking = text.replace("number = 7\n", 'number = 7\nwithholds = ["corner", "split"]\n')
    assert said(lacking, "withholds", "CO 47.1-2210(2)(d)(i)")
    assert "the layout has no area for corner or split" in check_house(lacking)[0].wrong
    assert found(lacking + 'layout_areas = "Director, 2014-06-02"\n') == []
    assert [key for key, _ in found(lacking + 'layout_areas = " "\n')] == ["approvals.layout_areas", "withholds"]
    assert found(text.replace("number = 7\n", "number = 7\nwithholds = []\n")) == []


@pytest.mark.parametrize("book", ["nj", "sd", "house"])
def test_a_list_of_permissible_wagers_binds_no_house_to_take_them_all(book: str) -> None:
    assert found(house(book, 'withholds = ["corner"]')) == []


@pytest.mark.clause("CO 47.1-2212(2)", duty="secure-place")
@pytest.mark.parametrize("text", BOTH_YEARS)
@pytest.mark.parametrize("parts", ["true", "false"])
def test_the_place_where_a_wheel_is_adjusted_away_from_the_floor_is_approved(text: str, parts: str) -> None:
    text = text.replace("external_parts = false", f"external_parts = {parts}")
    assert found(text) == []
    text = text.replace("tip_box = true", 'tip_box = true\nsecure_place = "Wheel workshop"')
    assert said(text, "equipment.secure_place", "CO 47.1-2212(2)")
    assert found(text + 'secure_place = "Director, 2014-06-02"\n') == []


# New Jersey


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="posted")
@pytest.mark.parametrize(
    ("zero", "notice", "right"),
    [
        ("half", 'zero = "half"', True),
        ("lose-all", 'zero = "lose-all"', True),
        ("half", 'zero = "lose-all"', False),
        ("lose-all", 'zero = "half"', False),
        ("half", "", False),
        ("lose-all", "", False),
    ],
)
def test_a_notice_states_the_zero_option_in_effect(zero: str, notice: str, right: bool) -> None:
    text = house("nj", f'wheel = "american"\nzero = "{zero}"\n[table.signs]\n{notice}')
    assert said(text, "signs.zero", "NJ 19:47-5.2(b)") is not right


def test_a_single_zero_table_needs_no_notice_of_an_option() -> None:
    assert found(house("nj", 'wheel = "european"\n[table.signs]')) == []


@pytest.mark.clause("NJ 19:47-5.2(d)", duty="posted")
def test_a_notice_says_that_a_double_zero_wheel_is_used_as_single_zero() -> None:
    text = house("nj", 'wheel = "double-as-single"\n[table.signs]\n')
    assert said(text, "signs.double_as_single", "NJ 19:47-5.2(d)")
    assert found(text + "double_as_single = true\n") == []


@pytest.mark.clause("NJ 19:47-5.6(c)", duty="option")
@pytest.mark.clause("NJ 19:47-5.6(d)", duty="posted")
@pytest.mark.parametrize(
    ("option", "sign", "findings"),
    [
        ('clapper = "void"', 'clapper = "void"', []),
        ('clapper = "previous"', 'clapper = "previous"', []),
        ('clapper = "previous"', 'clapper = "void"', [("signs.clapper", "NJ 19:47-5.6(d)")]),
        ('clapper = "previous"', "", [("signs.clapper", "NJ 19:47-5.6(d)")]),
        ("", 'clapper = "void"', [("clapper", "NJ 19:47-5.6(c)")]),
        ("", "", [("clapper", "NJ 19:47-5.6(c)"), ("signs.clapper", "NJ 19:47-5.6(d)")]),
    ],
)
def test_a_sign_states_the_clapper_option_in_effect(option: str, sign: str, findings: list[tuple[str, str]]) -> None:
    text = house("nj", f'wheel = "big-six"\n{option}\n[table.signs]\nodds_word = "win"\n{sign}')
    assert found(text) == findings


@pytest.mark.clause("NJ 19:47-5.5(b)", duty="stated")
@pytest.mark.parametrize(("line", "right"), [("to", True), ("win", True), ("for", False), (None, False)])
def test_big_six_odds_are_stated_with_to_or_win_never_with_for(line: str | None, right: bool) -> None:
    text = BIG_SIX.replace('odds_word = "to"', f'odds_word = "{line}"' if line else "")
    assert said(text, "signs.odds_word", "NJ 19:47-5.5(b)") is not right


@pytest.mark.clause("NJ 19:47-5.5(a)", duty="least")
def test_big_six_odds_are_never_below_the_minimum() -> None:
    assert said(BIG_SIX + "[table.pays]\njoker = 44\n", "pays.joker", "NJ 19:47-5.5(a)")
    assert found(BIG_SIX + "[table.pays]\njoker = 45\n") == []


@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty=("replica", "approved"))
def test_five_adjacent_needs_an_approved_layout_with_a_replica_of_the_wheel() -> None:
    clause = "NJ 19:47-5.1(e)1.i"
    text = NEW_JERSEY.replace("number = 7\n", 'number = 7\noffers = ["five-adjacent"]\n')
    assert found(text) == [("equipment.wheel_replica", clause), ("approvals.layout", clause)]
    with_replica = text + "[table.equipment]\nwheel_replica = true\n"
    assert said(with_replica, "approvals.layout", clause)
    assert found(with_replica + '[table.approvals]\nlayout = "Commission, 2010-11-01"\n') == []


@pytest.mark.clause("NJ 19:47-5.1(e)6.ii", "NJ 19:47-5.1(e)7", "NJ 19:47-5.1(e)8", "NJ 19:47-5.1(f)", duty="area")
@pytest.mark.parametrize(
    ("wager", "wheel", "clause"),
    [
        ("six-color", "american", "NJ 19:47-5.1(e)6.ii"),
        ("seven-color", "european", "NJ 19:47-5.1(e)7"),
        ("eight-color", "american", "NJ 19:47-5.1(e)8"),
        ("seven-numbers", "american", "NJ 19:47-5.1(f)"),
    ],
)
def test_an_optional_wager_has_its_designated_area(wager: str, wheel: str, clause: str) -> None:
    choices = f'wheel = "{wheel}"\noffers = ["{wager}"]\nwithholds = ["red", "black", "dozen"]\n'
    text = house("nj", choices) + '[table.approvals]\nareas = "Commission, 2010-11-01"\n[table.equipment]\n'
    assert said(text, "equipment.areas", clause)
    assert found(text + f'areas = ["{wager}"]\n') == []


@pytest.mark.clause("NJ 19:47-5.1(f)", duty="approved")
def test_the_seven_numbers_area_is_approved_by_the_commission() -> None:
    text = house("nj", 'offers = ["seven-numbers"]') + '[table.equipment]\nareas = ["seven-numbers"]\n'
    assert said(text, "approvals.areas", "NJ 19:47-5.1(f)")


@pytest.mark.parametrize(
    ("book", "extra", "wheel", "clause"),
    [
        ("nj", "trio-0-2-3", "european", "NJ 19:47-5.1(e)3"),
        ("nj", "first-four", "european", "NJ 19:47-5.1(e)4"),
        ("nj", "called-bets", "european", "NJ 19:47-5.1(a)"),
        ("sd", "called-bets", "american", "SD 20:18:34:03 chips"),
    ],
)
def test_what_the_text_does_not_list_needs_an_approval(book: str, extra: str, wheel: str, clause: str) -> None:
    text = house(book, f'wheel = "{wheel}"\noffers = ["{extra}"]')
    assert said(text, "offers", clause)
    assert found(text + f'\n[table.approvals]\n{extra} = "approved 2016-01-01"\n') == []


@pytest.mark.parametrize("book", ["nj", "house"])
def test_an_approval_of_terminals_can_be_named(book: str) -> None:
    text = house(book, "electronic = true") + '\n[table.approvals]\nelectronic = "Commission, 2010-11-01"\n'
    (table,) = read_house(text).tables
    assert table.approvals == {"electronic": "Commission, 2010-11-01"}


@pytest.mark.parametrize("book", ["nj", "sd", "house"])
def test_colorados_duties_apply_only_in_colorado(book: str) -> None:
    assert found(house(book)) == []
    small = (
        house(book) + "\n[table.equipment]\nwheel_inches = 12\nball_inches = 2\nball_metallic = true\ndrop_box = 9\n"
    )
    assert found(small) == []
    assert read_house(small).tables[0].stated["equipment.drop_box"] == "9"
