"""Signs and posted rules are worded from the rules a table is run under, and say what the texts want said."""

from __future__ import annotations

import pytest

from croupier.game.layout import Spot
from croupier.rules.catalogue import catalogue
from croupier.rules.library import rulebook
from croupier.table.posted import posted_rules
from croupier.table.signs import posted_limits, signs
from croupier.table.state import Setup, TableRules
from croupier.web.api.card import spots_on_card
from croupier.wire.rules import table_rules

EVEN = ("red", "black", "odd", "even", "1 to 18", "19 to 36")
LIMITS = {"limits": {"minimum": 500, "maximum": 10_000, "outside": {"minimum": 1_000}}}
TABLES = [
    ("co-2013", {"wheel": "american", "zero": "in-prison", **LIMITS}),
    ("co-2014", {"wheel": "double-as-single", **LIMITS}),
    ("co-2014", {"wheel": "european", "zero": "in-prison", **LIMITS}),
    ("nj", {"wheel": "american", "zero": "half", "offers": ["five-adjacent"]}),
    ("nj", {"wheel": "american"}),
    ("nj", {"wheel": "european", "offers": ["seven-color"], "withholds": ["red", "black", "dozen"]}),
    ("nj", {"wheel": "double-as-single"}),
    ("nj", {"wheel": "big-six", "clapper": "previous"}),
    ("sd", {"wheel": "american"}),
    ("house", {"wheel": "american"}),
]


def _rules(book: str, choices: dict[str, object], setup: Setup | None = None) -> TableRules:
    return table_rules(book, choices, setup or Setup("7"))


def _signs(book: str, choices: dict[str, object]) -> dict[str | None, str]:
    return {sign.clause: sign.text for sign in signs(_rules(book, choices))}


@pytest.mark.clause("NJ 19:47-5.2(d)", duty="posted")
def test_new_jerseys_notice_of_a_double_zero_wheel_used_as_a_single_zero_wheel() -> None:
    text = _signs("nj", {"wheel": "double-as-single"})["NJ 19:47-5.2(d)"]
    assert "double zero roulette wheel is being used as a single zero roulette wheel" in text
    assert "00, the spin is void" in text
    assert all(name in text for name in EVEN)


@pytest.mark.clause("NJ 19:47-5.2(b)", duty="posted")
@pytest.mark.parametrize(
    ("zero", "says", "not_says"), [("half", "one half", "entirely"), ("lose-all", "entirely", "half")]
)
def test_new_jerseys_notice_states_one_option_and_not_the_other(zero: str, says: str, not_says: str) -> None:
    text = _signs("nj", {"wheel": "american", "zero": zero})["NJ 19:47-5.2(b)"]
    assert says in text
    assert not_says not in text
    assert "0 or 00" in text


@pytest.mark.clause("NJ 19:47-5.6(d)", duty="posted")
@pytest.mark.parametrize(("clapper", "says"), [("previous", "previously passed"), ("void", "spun again")])
def test_the_clapper_sign_states_the_option_in_effect(clapper: str, says: str) -> None:
    assert says in _signs("nj", {"wheel": "big-six", "clapper": clapper})["NJ 19:47-5.6(d)"]


@pytest.mark.clause("CO 47.1-2207", duty="limits-posted")
def test_limits_are_those_in_effect_group_by_group() -> None:
    table = _rules("co-2014", {"wheel": "american", **LIMITS})
    every, outside = posted_limits(table.betting)
    assert (every.minimum, every.maximum) == (500, 10_000)
    assert (outside.group, outside.minimum, outside.maximum) == ("outside", 1_000, 10_000)
    said = [sign.text for sign in signs(table) if sign.clause == "CO 47.1-2207"]
    assert said == ["Table limits: $5.00 to $100.00. Limits for outside wagers: $10.00 to $100.00."]
    assert _signs("house", {"wheel": "american"})["HS limits"] == "Table limits: $1.00 to $4.00."


@pytest.mark.clause("CO 47.1-2207", duty="tips-posted")
def test_a_restriction_on_tip_wagers_is_posted_as_it_is_enforced() -> None:
    for setup, says in ((Setup("7", tip_wagers=False), "not accepted"), (Setup("7", tip_wager_max=500), "$5.00")):
        table = _rules("co-2014", {"wheel": "american"}, setup)
        (sign,) = (each for each in signs(table) if "for the dealers" in each.text)
        assert says in sign.text
        assert sign.clause == "CO 47.1-2207"


@pytest.mark.parametrize(("book", "choices"), TABLES)
def test_posted_rules_are_whole(book: str, choices: dict[str, object]) -> None:
    table = _rules(book, choices)
    page = posted_rules(table, "H")
    assert rulebook(book).title in page.title
    lines = [line for section in page.sections for line in section.lines]
    assert all(line.clause is None or line.clause in catalogue() for line in lines)
    wagers = next(section for section in page.sections if section.title.startswith("Wagers"))
    assert len(wagers.lines) == len(table.betting.offered)
    assert all(" to 1" in line.text for line in wagers.lines)
    assert any("broken cent" in line.text for line in lines)
    assert any("No more bets" in line.text for line in lines)
    covered = {line.clause for line in lines}
    assert {sign.clause for sign in signs(table)} <= covered


@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="top-line-name")
def test_the_five_numbers_are_called_top_line_wherever_a_player_reads_of_them() -> None:
    table = _rules("sd", {"wheel": "american"})
    name = "Top Line (first five numbers)"
    lines = [line.text for section in posted_rules(table, "H").sections for line in section.lines]
    assert any(text.startswith(f"{name}, 5 numbers: pays 6 to 1.") for text in lines)
    card = spots_on_card(table.betting)["0-00-1-2-3"]
    assert (card.title, card.name) == (name, f"{name} 0, 00, 1, 2 and 3")
    for typed in ("top line", "Top Line (first five numbers)", "0-00-1-2-3", "3-2-1-00-0"):
        found = table.betting.find(typed)
        assert isinstance(found, Spot)
        assert found.id == "0-00-1-2-3"
