"""Titles that a rulebook chooses itself stay as they are in every language."""

from __future__ import annotations

import pytest

from croupier.rules.library import packaged
from croupier.web.api.odds import OddsQuery, explore
from tests.pages.catalogues import LANGUAGES, SOURCE
from tests.pages.house import card_of, rules_of
from tests.pages.sheets import Sheets

TOP_LINE = "Top Line (first five numbers)"


@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="top-line-name")
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != SOURCE])
def test_top_line_is_south_dakotas_own_word(sheets: Sheets, language: str) -> None:
    """The section calls it Top Line; the layout and the odds do too, next to translated names."""
    said = sheets.page(locale=language).evaluate(
        """async (card) => {
          const { inLanguage } = await import('/static/ui/card-words.js');
          const spots = Object.entries(inLanguage(card).spots);
          return Object.fromEntries(spots.map(([id, { name, title }]) => [id, [name, title]]));
        }""",
        card_of(rules_of("7", "sd", "american")),
    )
    top, red = said["0-00-1-2-3"], said["red"]
    assert top[1] == TOP_LINE
    assert "Top Line" in top[0]
    assert "Red" not in red


def test_the_odds_name_a_wager_by_its_kind_or_by_its_own_title() -> None:
    shown = explore(packaged(), OddsQuery(book="sd", wheel="american"))
    named = {each.wager: each.named for each in shown.wagers}
    assert named["first-five"] == TOP_LINE
    assert named["trio"] == "trio"
