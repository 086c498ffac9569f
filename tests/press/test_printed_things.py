"""Everything that can be printed for the tables of the example houses, made once and looked into as PDF."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from croupier.press import html, pdf, text
from croupier.press.catalog import FROM_RECORDS, FROM_RULES, catalog, document_of
from croupier.press.document import CAPITAL_SHARE, READ_FROM_MM, Drawing, Style
from croupier.press.felt import layout_drawing
from croupier.rules.house import HouseText, read_house
from croupier.rules.library import rulebook, rulebooks
from croupier.rules.signs import odds_worded
from croupier.table.house_setup import setup_of
from croupier.table.state import Setup, TableRules
from croupier.terms.problem import Problems
from croupier.wire.rules import table_rules
from tests.press.structure import check_structure
from tests.press.test_renderings import largest_capital_mm, squeezed, words_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DEMONSTRATION = ROOT / "src/croupier/floor/demonstration"
HOUSES = (ROOT / "examples/house.toml", *sorted({*DEMONSTRATION.glob("*.toml")} - {DEMONSTRATION / "tournament.toml"}))
EVEN = ("red", "black", "odd", "even", "1 to 18", "19 to 36")


@cache
def tables() -> dict[str, tuple[str, TableRules]]:
    """Every example table, by file and number."""
    found = {}
    for path in HOUSES:
        house = read_house(HouseText(path.read_text("utf-8"), path.name))
        for each in house.tables:
            rules = table_rules(each.rules.book, each.written, setup_of(each, house.plays_day))
            found[f"{path.stem}-{each.number}"] = house.name, rules
    return found


THINGS = [(table, each.id) for table, (_, rules) in tables().items() for each in catalog(rules) if not each.records]


@pytest.mark.parametrize(("table", "thing"), THINGS)
def test_every_printed_thing_of_every_example_table(table: str, thing: str) -> None:
    """It is tagged, its text is that of page and terminal, nothing is outside the paper, and it is reproducible."""
    house, rules = tables()[table]
    document = document_of(rules, thing, house)
    data = pdf.render(document)
    assert data == pdf.render(document)
    structure = check_structure(data)
    assert structure.title == pdf.printable(document.title)
    on_paper = squeezed(structure.text)
    plain = squeezed(text.render(document))
    for words in words_of(document):
        assert squeezed(words) in on_paper
        short = [word for word in words.split() if len(word) < 8]  # columns break lines and long words
        assert [word for word in short if squeezed(word) not in plain] == []
    assert len(structure.alternatives) == sum(
        type(block).__name__ in ("Drawing", "Code") for section in document.sections for block in section.blocks
    )
    assert "<script" not in html.render(document)
    if document.style is Style.SIGN:
        assert len(structure.pages) == 1
        assert largest_capital_mm(data) >= READ_FROM_MM / CAPITAL_SHARE


def test_every_form_of_the_customary_list_can_be_made() -> None:
    for book in rulebooks():
        assert {form.id for form in book.printing.forms} == {*FROM_RULES, *FROM_RECORDS}, book.id


def table(book: str, setup: Setup | None = None, **choices: object) -> TableRules:
    return table_rules(book, choices, setup or Setup("7"))


def printed(rules: TableRules, thing: str) -> str:
    """The words on the paper itself, spaces as they come."""
    return " ".join(check_structure(pdf.render(document_of(rules, thing, "H"))).text.split())


@pytest.mark.clause("CO 47.1-2207", duty="limits-sign")
def test_the_sign_of_the_limits_has_minimum_and_maximum() -> None:
    rules = table("co-2014", limits={"minimum": 500, "maximum": 10_000, "outside": {"minimum": 1_000}})
    said = printed(rules, "limits")
    assert "$5.00 to $100.00" in said
    assert "outside wagers: $10.00 to $100.00" in said
    assert "CO 47.1-2207" in said


@pytest.mark.clause("CO 47.1-2207", duty="tips-sign")
@pytest.mark.parametrize(
    ("setup", "says"),
    [(Setup("7", tip_wagers=False), "not accepted"), (Setup("7", tip_wager_max=500), "at most $5.00")],
)
def test_the_sign_of_the_tip_restriction_says_what_is_enforced(setup: Setup, says: str) -> None:
    rules = table("co-2014", setup)
    assert rules.tip_restriction is not None
    said = printed(rules, "tip_restriction")
    assert rules.tip_restriction in said
    assert says in said


@pytest.mark.clause("CO 47.1-2208", duty="sheet")
def test_the_house_rules_are_a_sheet_of_what_is_enforced_and_of_the_houses_own() -> None:
    own = "Chips are not passed between players."
    rules = table("co-2014", Setup("7", house_rules=(own,)), limits={"minimum": 500, "maximum": 10_000})
    said = squeezed(printed(rules, "house_rules"))
    for line in rules.due_signs["house_rules"].lines:
        assert squeezed(line.partition(": ")[2]) in said
    assert squeezed(own) in said
    assert "pays35to1" in said
    structure = check_structure(pdf.render(document_of(rules, "house_rules")))
    assert "H2" in structure.tags  # each part has a heading that a screen reader can jump to


@pytest.mark.clause("CO 47.1-2208", duty="sheet")
def test_jackpot_award_rules_have_a_sheet_where_there_is_a_jackpot() -> None:
    rules = table("co-2014", Setup("7", jackpot_rules=("The jackpot is paid on the third 17 in a row.",)))
    assert "third 17 in a row" in printed(rules, "jackpot_rules")
    with pytest.raises(Problems, match="is not a document of"):
        document_of(table("co-2014"), "jackpot_rules")


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(A)", duty="sign")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_the_sign_says_that_the_wheel_is_used_as_a_single_zero_wheel(book: str) -> None:
    said = printed(table(book, wheel="double-as-single"), "double_as_single")
    assert "double zero roulette wheel is being used as a single zero roulette wheel" in said
    assert "00 is not available for wagers" in said


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", duty="sign")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_the_sign_says_that_a_ball_in_00_is_void_and_spun_again(book: str) -> None:
    said = printed(table(book, wheel="double-as-single"), "double_zero_void")
    assert "comes to rest in 00, the spin is void and the wheel is spun again" in said


@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(C)", duty="sign")
@pytest.mark.parametrize("book", ["co-2013", "co-2014"])
def test_the_sign_says_that_0_loses_even_money_wagers(book: str) -> None:
    said = printed(table(book, wheel="double-as-single"), "zero_loses")
    assert "comes to rest in 0," in said
    assert all(name in said for name in EVEN)
    assert said.split("lose")[1:]


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="sign")
@pytest.mark.parametrize(
    ("zero", "says", "never"), [("half", "one half", "entirely"), ("lose-all", "entirely", "half")]
)
def test_the_notice_states_the_option_in_effect(zero: str, says: str, never: str) -> None:
    said = printed(table("nj", wheel="american", zero=zero), "zero")
    assert "0 or 00" in said
    assert says in said
    assert never not in said
    assert all(name in said for name in EVEN)


@pytest.mark.clause("NJ 19:47-5.2(d)", duty="sign")
def test_the_notice_of_a_double_zero_wheel_used_as_single_zero() -> None:
    said = printed(table("nj", wheel="double-as-single"), "double_as_single")
    assert "double zero roulette wheel is being used as a single zero roulette wheel" in said
    assert "00, the spin is void and the wheel is spun again" in said
    assert all(name in said for name in EVEN)


@pytest.mark.clause("NJ 19:47-5.6(d)", duty="sign")
@pytest.mark.parametrize(("clapper", "says"), [("previous", "previously passed"), ("void", "spin is void")])
def test_the_sign_of_the_clapper_states_the_option_in_effect(clapper: str, says: str) -> None:
    assert says in printed(table("nj", wheel="big-six", clapper=clapper), "clapper")


@pytest.mark.clause("NJ 19:47-5.5(b)", duty="printed")
@pytest.mark.parametrize(("word", "joker"), [("to", "45 to 1"), ("win", "1 wins 45")])
def test_printed_big_six_odds_are_stated_with_to_or_win_and_never_with_for(word: str, joker: str) -> None:
    rules = table("nj", Setup("7", odds_word=word), wheel="big-six", clapper="void")
    said = printed(rules, "odds-brochure")
    assert joker in said
    for thing in ("odds-brochure", "layout", "wheel", "house_rules", "par-sheet"):
        words = printed(rules, thing)
        assert odds_worded(words, ("for",)) is None, thing
        assert not re.search(r"\d for \d", words)


def test_the_layout_is_drawn_with_every_printed_box_and_covers_what_is_covered() -> None:
    rules = table("co-2014", wheel="double-as-single", layout="double-zero").betting
    drawn = layout_drawing(rules)
    labels = [shape.text for shape in drawn.shapes if hasattr(shape, "text")]
    assert labels == [box.label for box in rules.layout.boxes]
    assert "covered and not available: 00" in drawn.words
    assert isinstance(drawn, Drawing)
    picture = pdf.picture(document_of(table("nj", wheel="american"), "layout"))
    assert picture.startswith(b"\x89PNG")


def test_a_replica_stands_on_the_layout_where_it_is_bet_on() -> None:
    rules = table("nj", wheel="american", offers=["five-adjacent"])
    labels = [shape.text for shape in layout_drawing(rules.betting).shapes if hasattr(shape, "text")]
    assert labels.count("17") == 2
    assert len(rulebook("nj").wheels) == 4
