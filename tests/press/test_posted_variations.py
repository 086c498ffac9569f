"""A variation in force is on the posted rules: by name, with the rule that grants it and its days."""

from __future__ import annotations

import datetime

import pytest

from croupier.rules.house import read_house
from croupier.table.posted import PostedLine, posted_rules
from croupier.table.state import Setup, TableRules
from croupier.terms.citation import Basis, ClauseId
from tests.rules.house_files import COLORADO

VARIED = """
[[variation]]
name = "Short spins"
application = { date = 2014-03-10, what = "Three revolutions are enough, and straight bets pay 34 to 1." }
review = { date = 2014-04-22, finding = "no objection" }
rule = [{ kind = "temporary", name = "Temporary Rule 14-2", from = 2014-08-01, until = 2014-11-28 }]
[variation.procedure.roulette.revolutions]
least = 3
[variation.book.wager.straight]
pays = 34
"""
CITED = ClauseId("CO 47.1-2215, Temporary Rule 14-2")


def posted(on: str) -> dict[str, list[PostedLine]]:
    (table,) = read_house(COLORADO + VARIED, today=datetime.date.fromisoformat(on)).tables
    page = posted_rules(TableRules(table.rules, Setup("7")), "H")
    return {section.title: list(section.lines) for section in page.sections}


@pytest.mark.clause("CO 47.1-2215", duty="commission")
def test_a_variation_in_force_is_posted_with_its_rule_and_every_line_that_it_changed() -> None:
    page = posted("2014-11-28")
    assert page["Variations of the rules"] == [
        PostedLine(
            "Short spins: Temporary Rule 14-2, a temporary rule of the Commission, in force from 2014-08-01 to "
            "2014-11-28. Three revolutions are enough, and straight bets pay 34 to 1.",
            CITED,
            Basis.VARIATION,
        )
    ]
    varied = [line.text for lines in page.values() for line in lines if line.basis is Basis.VARIATION]
    assert [text.partition(":")[0] for text in varied] == [
        "Short spins",
        "Straight, 1 number",
        "A valid spin has at least 3 revolutions of the ball.",
        "There were fewer than 3 revolutions.",
    ]
    assert all((line.clause == CITED) is (line.basis is Basis.VARIATION) for lines in page.values() for line in lines)


@pytest.mark.clause("CO 47.1-2215", duty="denied")
@pytest.mark.parametrize("day", ["2014-07-31", "2014-11-29"])
def test_a_variation_that_is_not_in_force_is_not_posted(day: str) -> None:
    page = posted(day)
    assert "Variations of the rules" not in page
    lines = [line for each in page.values() for line in each]
    assert not [line for line in lines if line.basis is Basis.VARIATION or line.clause == CITED]
    assert "A valid spin has at least 4 revolutions of the ball." in [line.text for line in lines]
