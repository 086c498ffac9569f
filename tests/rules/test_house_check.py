"""A house file is checked against the text: the findings, their places and their clauses."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.rules.catalogue import catalogue
from croupier.rules.duties import TABLE_KEYS, read_duties
from croupier.rules.facts import Length
from croupier.rules.folder import Folder, FolderChain
from croupier.rules.house import HouseTable, UnfitTable, check_house, read_house, survey_house
from croupier.rules.library import packaged, rulebook, rulebooks
from croupier.rules.operation import TableOperation
from croupier.table.state import Setup
from croupier.terms.problem import Problem, Problems
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import read_rules, table_rules
from tests.rules.house_files import COLORADO, DOUBLE_AS_SINGLE, NEW_JERSEY, house, without

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = (ROOT / "examples" / "house.toml").read_text("utf-8")
GUIDE = (ROOT / "docs" / "house-file.md").read_text("utf-8")


KEYS = (
    *TABLE_KEYS,
    *(spelling for rule in rulebook("house").duties.facts.values() for spelling in list(rule.spellings())[:1]),
)
"""The keys of a house file on which there can be duties, with lengths in the usual unit."""


def found(text: str) -> set[tuple[str, str | None]]:
    """Key and clause of every finding."""
    return {(problem.key, problem.clause) for problem in check_house(text)}


def subsets(items: Iterable[str]) -> list[tuple[str, ...]]:
    pool = tuple(items)
    return list(chain.from_iterable(combinations(pool, size) for size in range(len(pool) + 1)))


# The file as a whole


def test_the_example_has_no_findings_and_stands_in_the_guide() -> None:
    assert check_house(EXAMPLE) == ()
    assert f"```toml\n{EXAMPLE}```" in GUIDE


def test_every_house_file_of_the_guide_has_no_findings() -> None:
    files = [block for block in re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL) if "[house]" in block]
    assert len(files) >= 2
    for file in files:
        assert check_house(file) == ()


def test_the_variation_of_the_guide_is_played_at_its_table() -> None:
    (variation,) = [block for block in re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL) if "[[variation]]" in block]
    offers = EXAMPLE.replace("number = 8\n", 'number = 8\noffers = ["first-four", "called-bets"]\n')
    assert found(offers) == {("offers", "CO 47.1-2215")}
    assert check_house(offers + variation) == ()
    assert found(offers.replace("number = 7 ", 'offers = ["called-bets"]\nnumber = 7 ') + variation) == {
        ("offers", "CO 47.1-2215")
    }


def test_the_guide_names_every_key() -> None:
    for key in KEYS:
        assert f"`{key.rpartition('.')[2]}`" in GUIDE, key


@pytest.mark.parametrize("text", [COLORADO, DOUBLE_AS_SINGLE, NEW_JERSEY, house("sd"), house("house")])
def test_complete_files_have_no_findings(text: str) -> None:
    assert check_house(text) == ()


def test_a_file_without_findings_gives_its_tables() -> None:
    read = read_house(EXAMPLE)
    assert read.book.id == "co-2014"
    assert read.date == datetime.date(2014, 7, 15)
    assert [table.number for table in read.tables] == ["7", "8", "9-A"]
    for table, key, inches in ((0, "equipment.ball", Fraction(3, 4)), (1, "equipment.wheel", Fraction(61, 2))):
        size = read.tables[table].stated[key]
        assert isinstance(size, Length)
        assert (size.amount, size.unit.name) == (inches, "inches")
    assert read.tables[1].rules.game.pays[next(k for k in read.tables[1].rules.offered if k == "straight")] == 36
    assert "00" not in read.tables[2].rules.layout


def test_a_file_with_findings_gives_all_of_them_and_no_house() -> None:
    text = without(COLORADO, "tip_box", "drop_box_locked")
    with pytest.raises(Problems) as raised:
        read_house(text, "floor.toml")
    assert [problem.key for problem in raised.value.problems] == ["equipment.drop_box_locked", "equipment.tip_box"]
    assert {problem.file for problem in raised.value.problems} == {"floor.toml"}


def test_a_text_that_is_not_toml_is_the_one_problem() -> None:
    with pytest.raises(Problems, match=r"floor\.toml: TOML: it cannot be read"):
        check_house("[house", "floor.toml")


@pytest.mark.parametrize(
    "text", ["", "[house]\nname = 'H'\nbook = 'house'", "table = []\n[house]\nname='H'\nbook='house'"]
)
def test_a_house_without_tables_is_a_finding(text: str) -> None:
    assert "table" in {problem.key for problem in check_house(text)}


def test_unknown_keys_get_the_nearest_right_one() -> None:
    text = house("house", "arangement = []\n[table.equipment]\nweel_inches = 32\n[table.signs]\nlimit = true")
    hints = {problem.key: problem.right for problem in check_house(text)}
    assert hints["arangement"].startswith("Did you mean arrangement?")
    assert hints["equipment.weel_inches"].startswith("Did you mean wheel_inches?")
    assert hints["signs.limit"].startswith("Did you mean limits?")


def test_wrong_types_are_named_once_and_nothing_is_derived_from_them() -> None:
    text = COLORADO.replace("wheel_inches = 30", "wheel_inches = true").replace("tip_box = true", 'tip_box = "yes"')
    assert found(text) == {("equipment.wheel_inches", None), ("equipment.tip_box", None)}
    assert found(house("co-2014", "equipment = 5\nsigns = 5\napprovals = 5\nlimits = 5")) == {
        ("equipment", None),
        ("signs", None),
        ("approvals", None),
        ("limits", None),
    }
    assert found(NEW_JERSEY.replace('wheel = "american"', "wheel = 38")) == {("wheel", None)}


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (house("house", 'wheel = "european"'), "(HS wagers 1-14, reading, ADR 7)"),
        (house("house", 'zero = "half"'), "(HS placement, reading, ADR 7)"),
        (house("sd", 'zero = "in-prison"'), "(SD 20:18:34:03 position, reading, ADR 6)"),
        (house("house", "coupons = true"), "(HS placement, reading, ADR 7)"),
        (house("house", "[table.pays]\nstraight = 36"), "(HS pay table, reading, ADR 10)"),
        (house("house", "[table.pays]\nstraight = 34"), "(HS pay table)"),
        (house("nj", 'wheel = "european"\nzero = "half"'), "(NJ 19:47-5.2(c))"),
        (house("sd", 'wheel = "european"'), "european wheel."),
    ],
)
def test_a_finding_that_rests_on_a_reading_says_so(text: str, source: str) -> None:
    assert any(source in str(problem) for problem in check_house(text)), list(map(str, check_house(text)))


def test_many_faults_are_all_reported_at_once() -> None:
    text = (
        COLORADO + '\n[[table]]\nnumber = 7\nwheel = "european"\nzero = "half"\noffers = ["first-four"]\ncolour = 1\n'
    )
    text = text.replace("wheel_inches = 30", "wheel_inches = 29")
    problems = check_house(text, "floor.toml")
    keys = [problem.key for problem in problems]
    for key in ("equipment.wheel_inches", "number", "zero", "offers", "colour", "signs.limits"):
        assert key in keys
    assert "equipment.tip_box" in keys
    assert all(problem.file == "floor.toml" for problem in problems)


EVERY_FAULT = (
    house("co-2014", "", date="2014-07-14"),
    house("co-2014", 'wheel = "double-as-single"\nzero = "in-prison"'),
    house("co-2014", 'wheel = "european"\noffers = ["first-four", "trio-0-2-3", "called-bets"]\npays = { red = 0 }'),
    house("nj", 'offers = ["five-adjacent", "six-color", "eight-color", "seven-numbers", "called-bets"]'),
    house("nj", 'wheel = "big-six"\nclapper = "void"\nsigns = { clapper = "previous", odds_word = "for" }'),
    house("sd", 'wheel = "european"\noffers = ["called-bets"]'),
    house("house", "coupons = true\npays = { straight = 36 }\nlimits = { minimum = 99, maximum = 401 }"),
)


@pytest.mark.parametrize("text", EVERY_FAULT)
def test_every_finding_says_where_what_and_what_would_be_right(text: str) -> None:
    problems = check_house(text)
    assert problems
    for problem in problems:
        assert problem.table == ("" if problem.key.startswith("house") else "7")
        assert problem.key
        assert problem.wrong
        assert "{" not in problem.wrong + problem.right
        assert problem.right.endswith(".")
        assert problem.clause is None or problem.clause in catalogue()


def test_every_duty_cites_a_clause_of_its_own_book() -> None:
    for book in rulebooks():
        for duty in book.duties:
            assert duty.clause in book.clauses
            assert duty.wrong or duty.demand.stated_at_all


def test_a_book_has_the_duties_of_the_book_it_builds_on() -> None:
    assert rulebook("co-2014").duties == rulebook("co-2013").duties


def _chain(duties: str) -> FolderChain:
    return FolderChain((Folder("mars", {"duties.toml": duties.encode()}), *packaged().chain("house").folders[1:]))


def test_a_duty_file_reports_every_problem_at_once() -> None:
    text = """
        [unit.cubits]
        mm = 0
        [fact."limits.box"]
        kind = "flag"
        [fact."equipment.stick"]
        kind = "choice"
        [fact."equipment.ladle"]
        kind = "length"
        unit = "spans"
        [duty.tip-box]
        key = "tipbox"
        clause = "CO 1"
        [duty.tip-box.when]
        wheel = "american"
        [variations]
        by = "wish"
    """
    with pytest.raises(Problems) as raised:
        read_duties(_chain(text), {})
    assert {problem.file for problem in raised.value.problems} == {"mars/duties.toml"}
    assert {problem.key for problem in raised.value.problems} == {
        "unit.cubits.mm",
        "fact.limits.box",
        "fact.equipment.stick.options",
        "fact.equipment.ladle.unit",
        "duty.tip-box.key",
        "duty.tip-box.clause",
        "duty.tip-box.right",
        "duty.tip-box.when.wheel",
        "variations.clause",
        "variations.grantor",
        "variations.by",
    }


# Book and date


@pytest.mark.parametrize(
    ("book", "date", "id"),
    [("co", "2013-07-01", "co-2013"), ("co", "2014-07-14", "co-2013"), ("co", "2014-07-15", "co-2014")],
)
def test_a_family_and_the_date_choose_the_book(book: str, date: str, id: str) -> None:
    assert read_house(COLORADO.replace('"co-2014"', f'"{book}"').replace("2014-07-15", date)).book.id == id


@pytest.mark.parametrize(
    ("book", "date", "right"),
    [
        ("co-2013", "2014-07-14", True),
        ("co-2013", "2014-07-15", False),
        ("co-2014", "2014-07-14", False),
        ("co-2014", "2014-07-15", True),
        ("co-2014", "2014-05-08", False),  # the eighth of May, whichever way a reader writes days
        ("co", "2013-06-30", False),
    ],
)
def test_the_book_is_in_force_on_the_day(book: str, date: str, right: bool) -> None:
    text = COLORADO.replace('"co-2014"', f'"{book}"').replace("2014-07-15", date)
    assert found(text) == (set() if right else {("house.book", None)})


@pytest.mark.parametrize("date", ['"2014-07-15"', '"07/15/2014"', "2014-07-15T00:00:00", "20140715"])
def test_a_date_that_could_be_misread_is_refused(date: str) -> None:
    assert found(COLORADO.replace("date = 2014-07-15", f"date = {date}")) == {("house.date", None)}


@pytest.mark.parametrize("book", ["co", "co-2013", "co-2014", "nj", "sd"])
def test_a_dated_book_needs_a_date(book: str) -> None:
    text = re.sub(r"date = .*\n", "", house(book))
    assert ("house.date", None) in found(text)


def test_the_undated_house_sheet_needs_no_date() -> None:
    assert check_house(re.sub(r"date = .*\n", "", house("house"))) == ()


def test_an_unknown_book_gets_the_nearest_and_the_tables_are_still_read() -> None:
    problems = {problem.key: problem for problem in check_house(house("co-2041", "number_ = 1"))}
    assert "Did you mean co-2014?" in problems["house.book"].right
    assert problems["number_"].table == "7"


# Table numbers


@pytest.mark.clause("CO 47.1-2210(2)(d)(ii)", duty="number")
def test_a_table_without_a_number_is_called_by_its_place() -> None:
    text = COLORADO.replace("number = 7\n", "")
    problems = check_house(text)
    assert [(problem.table, problem.key, problem.clause) for problem in problems] == [
        ("#1", "number", "CO 47.1-2210(2)(d)(ii)")
    ]


@pytest.mark.parametrize("book", ["nj", "sd", "house"])
def test_elsewhere_a_number_is_needed_too_though_no_text_asks(book: str) -> None:
    assert ("number", None) in found(house(book).replace("number = 7\n", ""))


@pytest.mark.clause("CO 47.1-2210(2)(d)(ii)", duty="number")
@pytest.mark.parametrize(("one", "other", "same"), [("7", '"7"', True), ("7", "8", False), ('"7"', '"7A"', False)])
def test_two_tables_may_not_share_a_number(one: str, other: str, same: bool) -> None:
    head, table = COLORADO.split("[[table]]")
    tables = [
        table.replace("number = 7", f"number = {each}").replace("drop_box = 7", f"drop_box = {each}")
        for each in (one, other)
    ]
    problems = check_house(f"{head}[[table]]{tables[0]}[[table]]{tables[1]}")
    assert [(problem.key, problem.clause) for problem in problems] == [("number", "CO 47.1-2210(2)(d)(ii)")] * same


@pytest.mark.parametrize("number", ['""', '"  "'])
def test_a_blank_number_is_no_number(number: str) -> None:
    assert found(house("house").replace("number = 7", f"number = {number}")) == {("number", None)}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("Café “17”", None),
        ("x" * 1_000, None),
        ("x" * 1_001, "1,001 characters"),
        ("H\\u202E", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("H\\u0007", "U+0007"),
        ("H\\nI", "U+000A"),
        ("\\u3164", "U+3164"),
    ],
)
def test_what_is_posted_reads_as_it_was_written(name: str, wrong: str | None) -> None:
    problems = check_house(house("house").replace('name = "H"', f'name = "{name}"'))
    assert [problem.key for problem in problems] == ([] if wrong is None else ["house.name"])
    assert wrong is None or wrong in problems[0].wrong


# The choices


@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", duty="least")
@pytest.mark.clause("HS pay table", duty="exact")
@pytest.mark.parametrize(
    ("book", "pays", "clause"),
    [
        ("co-2014", 'straight = "34 99/100"', "CO 47.1-2204(1)"),
        ("co-2014", "straight = 35", None),
        ("co-2014", "straight = 36", None),
        ("co-2013", "first-five = 5", "CO 47.1-2204(1)"),
        ("nj", "split = 16", "NJ 19:47-5.2(a)"),
        ("nj", "split = 17", None),
        ("house", "line = 4", "HS pay table"),
        ("house", "line = 5", None),
        ("house", "line = 6", "HS pay table"),  # "according to the pay table": also not more
    ],
)
def test_odds_are_never_below_the_minimum(book: str, pays: str, clause: str | None) -> None:
    text = {
        "co-2014": COLORADO,
        "co-2013": COLORADO.replace("co-2014", "co-2013").replace("07-15", "07-14"),
        "nj": NEW_JERSEY,
    }
    key = f"pays.{pays.partition(' ')[0]}"
    expected = {(key, clause)} if clause else set()
    assert found(f"{text.get(book, house(book))}\n[table.pays]\n{pays}\n") == expected


@pytest.mark.clause("NJ 19:47-5.2(c)", "NJ 19:47-5.2(d)", duty="lost")
@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(C)", duty="loses")
@pytest.mark.clause("CO 47.1-2204(2)", duty="option")
@pytest.mark.parametrize(
    ("book", "wheel", "zero", "clause"),
    [
        ("nj", "american", "half", None),
        ("nj", "american", "in-prison", "NJ 19:47-5.2(b)"),
        ("nj", "european", "half", "NJ 19:47-5.2(c)"),
        ("nj", "european", "in-prison", "NJ 19:47-5.2(c)"),
        ("nj", "double-as-single", "half", "NJ 19:47-5.2(d)"),
        ("co-2014", "american", "in-prison", None),
        ("co-2014", "european", "in-prison", None),
        ("co-2014", "european", "half", "CO 47.1-2204(2)"),
        ("co-2014", "double-as-single", "in-prison", "CO 47.1-2210(2)(c)(ii)(C)"),
        ("sd", "american", "in-prison", "SD 20:18:34:03 position"),
        ("house", "american", "half", "HS placement"),
    ],
)
def test_the_zero_rule_is_one_that_the_text_leaves_open(book: str, wheel: str, zero: str, clause: str | None) -> None:
    about_zero = {each for each in found(house(book, f'wheel = "{wheel}"\nzero = "{zero}"')) if each[0] == "zero"}
    assert about_zero == ({("zero", clause)} if clause else set())


@pytest.mark.clause("CO 47.1-2209(1)", "CO 47.1-2209(2)", duty="offered")
@pytest.mark.parametrize(
    ("wheel", "right"), [("american", True), ("european", True), ("double-as-single", True), ("big-six", False)]
)
def test_colorado_offers_american_and_european_wheels(wheel: str, right: bool) -> None:
    text = DOUBLE_AS_SINGLE.replace('wheel = "double-as-single"', f'wheel = "{wheel}"')
    assert ("wheel" in {key for key, _ in found(text)}) is not right


def _must_be_withheld(offers: tuple[str, ...]) -> set[str]:
    """NJ 19:47-5.1(g), by hand: any color wager bars red and black; seven and eight bar the dozens too."""
    barred = {"red", "black"} if offers else set()
    return barred | {"dozen"} if "seven-color" in offers or "eight-color" in offers else barred


@pytest.mark.clause("NJ 19:47-5.1(g)", duty=("red-black", "dozen"))
@pytest.mark.parametrize("wheel", ["american", "european", "double-as-single"])
@pytest.mark.parametrize("colors", subsets(["six-color", "seven-color", "eight-color"]))
def test_color_wagers_stand_beside_neither_red_nor_black_nor_dozens(wheel: str, colors: tuple[str, ...]) -> None:
    barred = _must_be_withheld(colors)
    for withheld in subsets(["red", "black", "dozen"]):
        for named in subsets(["red", "black", "dozen"]):
            lists = f"offers = {[*colors, *named]}\nwithholds = {list(withheld)}"
            cited = {clause for _, clause in found(house("nj", f'wheel = "{wheel}"\n{lists}'))}
            stands = any(wager not in withheld or wager in named for wager in barred)
            assert ("NJ 19:47-5.1(g)" in cited) is stands, (colors, withheld, named)


@pytest.mark.clause("NJ 19:47-5.1(g)", duty="six-dozen")
def test_a_six_color_table_that_withholds_red_and_black_keeps_its_dozens() -> None:
    colors = 'offers = ["six-color"]\nwithholds = ["red", "black"]\n[table.equipment]\nareas = ["six-color"]'
    text = house("nj", f'wheel = "european"\n{colors}')
    assert check_house(text) == ()
    assert "dozen" in read_house(text).tables[0].rules.offered


def test_coupons_where_the_sheet_takes_roulette_chips_alone() -> None:
    assert found(house("house", "coupons = true")) == {("coupons", "HS placement")}
    assert found(house("house", "coupons = false")) == set()


@pytest.mark.clause("HS limits", duty=("minimum", "maximum"))
@pytest.mark.parametrize(
    ("limits", "keys"),
    [
        ("minimum = 100, maximum = 400", set()),
        ("minimum = 99, maximum = 400", {("limits.minimum", "HS limits")}),
        ("minimum = 100, maximum = 401", {("limits.maximum", "HS limits")}),
    ],
)
def test_the_house_sheet_bounds_its_own_limits(limits: str, keys: set[tuple[str, str]]) -> None:
    assert found(house("house", f"limits = {{ {limits} }}")) == keys


def test_a_table_that_withholds_everything_offers_nothing() -> None:
    kinds = "straight split street trio corner first-five line column dozen red black odd even low high".split()
    assert found(house("house", f"withholds = {kinds}")) == {("withholds", None)}
    assert found(house("house", f"withholds = {kinds[1:]}")) == set()


# Arbitrary content is read or reported.

_KEYS = st.sampled_from(
    [*{part for key in KEYS for part in key.split(".")}, "pays", "limits", "sections", "wheel", "x"]
)
_LEAVES = st.one_of(
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.dates(),
    st.sampled_from(
        ["american", "european", "big-six", "double-as-single", "half", "in-prison", "7", "3/8", "1/0", ""]
    ),
    st.text(max_size=5),
)
_NESTED = st.recursive(
    _LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4), max_leaves=12
)


def _toml(value: object) -> str:
    """A value in inline form, so that any nesting is a document."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {_toml(each)}' for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(letter):08X}" for letter in value) + '"'
    return str(value)


def _well_formed(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        assert problem.key
        assert problem.wrong
        assert problem.right
        assert str(problem)
        assert problem.clause is None or problem.clause in catalogue()


@pytest.mark.slow
@given(
    book=st.sampled_from(["co", "co-2013", "nj", "sd", "house", "mars"]),
    tables=st.lists(st.dictionaries(_KEYS, _NESTED, max_size=8), max_size=3) | _NESTED,
    more=st.dictionaries(_KEYS, _NESTED, max_size=2),
)
def test_any_document_is_read_or_reported(book: str, tables: object, more: dict[str, object]) -> None:
    more.pop("table", None)
    lines = [f"{_toml(key)} = {_toml(value)}" for key, value in more.items()]
    text = "\n".join(
        [*lines, f'house = {{ name = "H", book = "{book}", date = 2014-01-01 }}', f"table = {_toml(tables)}"]
    )
    _well_formed(check_house(text))


@given(st.text() | st.text(alphabet='[]{}="\n.,table housenumber0123456789-:#'))
def test_any_text_is_read_or_a_problem(text: str) -> None:
    try:
        _well_formed(check_house(text))
        read_house(text)
    except Problems as problems:
        _well_formed(problems.problems)


def _running(keys: str) -> str:
    return house("house", f'wheel = "american"\n{keys}')


def test_how_a_table_is_run_live_has_defaults_and_bounds() -> None:
    (plain,) = read_house(_running("")).tables
    assert plain.running == TableOperation(signs_recorded=False)  # as the file says
    keys = "seats = 3\nelectronic = true\ncentral_screen = false\nprison_seconds = 9\ntip_wager_max = 300\n"
    approved = '\n[table.approvals]\nelectronic = "The house, 2016-01-01"'
    (table,) = read_house(_running(keys + "demonstration = true\ninspection_max_hours = 12" + approved)).tables
    assert table.running == TableOperation(3, True, False, 9, None, True, 300, (), None, True, False, 12)


@pytest.mark.parametrize(
    ("key", "least", "most"),
    [
        ("seats", 1, 10_000),
        ("prison_seconds", 5, 86_400),
        ("tip_wager_max", 1, 10**13),
        ("inspection_max_hours", 1, 8_760),
    ],
)
def test_the_bounds_of_live_keys_are_inclusive(key: str, least: int, most: int) -> None:
    for right in (least, most):
        assert check_house(_running(f"{key} = {right}")) == ()
    for wrong in (least - 1, most + 1):
        (problem,) = check_house(_running(f"{key} = {wrong}"))
        assert problem.key == key


def test_no_limit_on_tip_wagers_that_are_not_taken() -> None:
    (problem,) = check_house(_running("tip_wagers = false\ntip_wager_max = 100"))
    assert problem.key == "tip_wager_max"


@pytest.mark.parametrize(
    ("keys", "repeats"),
    [
        ("", 0),
        ("demonstration = true", 0),
        ("electronic = true", 0),
        ("electronic = true\nrepeat_rounds_max = 100", 100),
        ("electronic = true\ndemonstration = true", 25),
        ("electronic = true\ndemonstration = true\nrepeat_rounds_max = 0", 0),
        ("electronic = true\ndemonstration = true\nrepeat_rounds_max = 1", 1),
    ],
)
def test_repeats_are_off_unless_the_house_or_a_demonstration_allows_them(keys: str, repeats: int) -> None:
    approved = '\n[table.approvals]\nelectronic = "for these tests"' if "electronic" in keys else ""
    (table,) = read_house(_running(keys + approved)).tables
    assert table.running.repeats == repeats


@pytest.mark.parametrize(("value", "fine"), [(0, True), (100, True), (101, False), (-1, False)])
def test_the_bounds_of_repeats_are_inclusive(value: int, fine: bool) -> None:
    approved = '\n[table.approvals]\nelectronic = "for these tests"'
    found = check_house(_running(f"electronic = true\nrepeat_rounds_max = {value}{approved}"))
    assert [problem.key for problem in found] == ([] if fine else ["repeat_rounds_max"])


def test_repeats_need_terminals() -> None:
    assert check_house(_running("repeat_rounds_max = 0")) == ()
    (problem,) = check_house(_running("repeat_rounds_max = 1"))
    assert problem.key == "repeat_rounds_max"
    assert "no terminals" in str(problem)


@pytest.mark.parametrize(
    ("number", "fine"),
    [("9-A", True), ("A" * 32, True), ("A" * 33, False), ("a/b", False), ("é", False), ("x-", False)],
)
def test_a_number_can_name_a_table_in_pages_and_records(number: str, fine: bool) -> None:
    text = _running("").replace("number = 7", f'number = "{number}"')
    assert (check_house(text) == ()) is fine


def test_a_survey_gives_every_table_fit_or_not() -> None:
    second = '[[table]]\nnumber = 8\nwheel = "american"\nzero = "half"\n'
    survey = survey_house(_running("seats = 2") + second, "h.toml")
    fit, unfit = survey.tables
    assert isinstance(fit, HouseTable)
    assert fit.running.seats == 2
    assert isinstance(unfit, UnfitTable)
    assert (unfit.number, unfit.wheel, unfit.zero) == ("8", "american", "half")
    assert [(each.key, each.table, each.file) for each in unfit.findings] == [("zero", "8", "h.toml")]
    with pytest.raises(Problems, match="book"):
        survey_house(_running("").replace('"house"', '"home"'))


def test_what_is_recorded_of_a_table_is_what_the_file_says_it_chose() -> None:
    for table in read_house(EXAMPLE).tables:
        rules = table_rules("co-2014", table.written, Setup(table.number))
        assert rules.betting.choices == replace(table.rules.choices, on=None)
        recorded = RecordedRulebooks.of_files("co-2014", rules.betting.book.chain.files)
        again = read_rules(rules.document, recorded)
        assert (again.digest, again.betting.choices) == (rules.digest, rules.betting.choices)
