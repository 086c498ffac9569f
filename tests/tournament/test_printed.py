"""The printed rules have everything that the text wants in them, in the words of the text where it sets them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.tournament.printed import printed_rules
from tests.tournament.playing import document, event_document, replanned, setup_of

EVENT = event_document(
    purchase={"price": 50_00, "points": 500, "most": 2, "conditions": "Never in the last two games."},
    round=[{"games": 5, "cap": 1000, "best": 2}, {"games": 5}],
    prize=[{"place": 1, "share": "1/2"}, {"place": 2, "share": "1/2"}, {"place": 3, "item": "A watch", "value": 80_00}],
)


def printed(clause: str, **changes: Any) -> list[str]:
    """The paragraphs of the rules that stand there for one clause."""
    written = document(**{"events": [EVENT], **changes})
    rules = printed_rules(replanned(setup_of(written)))
    found = [each.text for chapter in rules.chapters for each in chapter.paragraphs if each.clause == clause]
    assert all(text in rules.text for text in found)
    return found


@pytest.mark.clause("CO 47.1-2213.08(1)", duty="house-rules")
def test_the_set_sentence_stands_with_the_name_of_the_casino() -> None:
    sentence = (
        "Except as changed by these tournament rules, tournament play shall follow the house rules of "
        "Silver Plume Casino."
    )
    assert printed("CO 47.1-2213.08(1)") == [sentence]
    assert printed("CO 47.1-2213.08(1)", house_rules="All our house rules: none.") == ["All our house rules: none."]


@pytest.mark.clause("CO 47.1-2213.08(2)", duty=("fee", "re-buys"))
def test_fee_buy_in_and_re_buys_are_stated() -> None:
    fee, purchases = printed("CO 47.1-2213.08(2)")
    assert fee == "The entry fee is $25.00. The initial buy-in is $100.00."
    for part in ("Re-buys are permitted", "500 points for $50.00", "at most 2 times", "Never in the last two games."):
        assert part in purchases
    fee, purchases = printed("CO 47.1-2213.08(2)", events=[event_document(fee=0)])
    assert fee == "There is no entry fee. The initial buy-in is $100.00."
    assert purchases == "Re-buys are not permitted."


@pytest.mark.clause("CO 47.1-2213.08(3)", duty=("final", "end"))
def test_final_round_conclusion_and_ties_are_stated() -> None:
    final, end, tie = printed("CO 47.1-2213.08(3)")
    assert final == "The final round: There is one round."
    assert end == "The end: Most points after the last game."
    assert "play further games" in tie


@pytest.mark.clause("CO 47.1-2213.08(4)", duty=("count", "described"))
def test_prizes_are_counted_and_described() -> None:
    assert printed("CO 47.1-2213.08(4)") == [
        "There are 3 prizes.",
        "Place 1: 50% of the prize pool, in cash.",
        "Place 2: 50% of the prize pool, in cash.",
        "Place 3: A watch, of a cash value of $80.00.",
        "Where fewer players have a place than there are prizes, their shares grow in proportion: "
        "all of the pool is paid out.",
    ]


@pytest.mark.clause("CO 47.1-2213.08(4)", duty="described")
@pytest.mark.parametrize(
    ("first", "left"),
    [
        ({"place": 1, "voucher": "final"}, " that is left after the vouchers"),
        ({"place": 1, "cash": 10_00}, " that is left after the prizes of a fixed sum"),
        ({"place": 1, "item": "A watch", "value": 80_00}, ""),
    ],
)
def test_a_share_says_of_what_it_is_a_share(first: dict[str, Any], left: str) -> None:
    """Of a pool of $400 with a voucher of $50 a quarter is $87.50, and not $100: the description is exact."""
    heat = event_document(id="heat", title="Heat", prize=[first, {"place": 2, "share": "1/4"}])
    events = [heat, event_document(id="final", title="Final", fee=10_00, buy_in=40_00)]
    found = printed("CO 47.1-2213.08(4)", events=events, overall="The winner of the final.")
    assert f"Place 2: 25% of the prize pool{left}, in cash." in found
    assert "The share of a place that nobody has is carried forward with the rest." in found


@pytest.mark.clause("CO 47.1-2213.08(5)", duty="changes")
def test_other_changed_house_rules_are_stated() -> None:
    changes = ["A wager is laid down within 40 seconds."]
    assert printed("CO 47.1-2213.08(5)", changes=changes) == changes
    assert printed("CO 47.1-2213.08(5)") == ["No other house rule changes the normal play of the game."]


@pytest.mark.clause("CO 47.1-2213.07(1)", duty="printed")
@pytest.mark.clause("CO 47.1-2213.07(2)", duty="printed")
@pytest.mark.clause("CO 47.1-2213.07(3)", duty="printed")
@pytest.mark.clause("CO 47.1-2213.07(4)", duty="printed")
@pytest.mark.clause("CO 47.1-2213.07(5)", duty="printed")
@pytest.mark.parametrize(
    ("number", "parts"),
    [
        (1, ["equal number of tournament chips", "same opportunity to purchase"]),
        (2, ["losing all chips", "chooses not to use it"]),
        (3, ["unanimously and voluntarily", "other than cash are not split", "does not encourage", "coerced"]),
        (4, ["sit in", "wager for another player"]),
        (5, ["on the table at the start of a game", "Concealed chips"]),
    ],
)
def test_the_rules_of_conduct_are_printed(number: int, parts: list[str]) -> None:
    (text,) = printed(f"CO 47.1-2213.07({number})", split=True)
    for part in parts:
        assert part in text


def test_where_the_rules_have_no_split_they_say_so() -> None:
    (text,) = printed("CO 47.1-2213.07(3)")
    assert text == "The remaining players may not agree to split the prizes."


@pytest.mark.clause("CO 47.1-2213.06", duty="written")
@pytest.mark.parametrize(
    ("late", "words"),
    [
        (0, "until registration closes, before the seats of the first round are drawn."),
        (1, "until the end of round 1."),
    ],
)
def test_the_rules_say_until_when_entries_are_taken(late: int, words: str) -> None:
    events = [event_document(late_round=late)]
    assert f"Entries and re-entries are taken {words}" in printed("CO 47.1-2213.06", events=events)


@pytest.mark.clause("CO 47.1-2213.06", duty="written")
def test_every_change_of_the_rules_changes_their_digest() -> None:
    plain = replanned(setup_of(document()))
    assert plain.rules_digest == replanned(setup_of(document())).rules_digest
    for changes in ({"tie": "draw"}, {"split": True}, {"re_entries": 1}, {"changes": ["x"]}, {"house": "Other"}):
        assert replanned(setup_of(document(**changes))).rules_digest != plain.rules_digest
