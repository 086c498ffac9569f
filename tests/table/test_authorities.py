"""The authority in a table's records: each settled wager and each refusal names clause and basis."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.terms.citation import Authority, Basis, ClauseId
from tests.table.playing import ANN, DEALER, Play

CUSTOM = Authority(Basis.CUSTOMARY)


def text(clause: str) -> Authority:
    return Authority(Basis.TEXT, ClauseId(clause))


def reading(clause: str, adr: int) -> Authority:
    return Authority(Basis.READING, ClauseId(clause), adr)


# What each text says about a straight that wins, of a number that misses it, and of red when 0 comes up.
SETTLED = {
    "co-2014": (text("CO 47.1-2204(1)"), text("CO 47.1-2203(5)"), reading("CO 47.1-2203(5)", 6)),
    "nj": (text("NJ 19:47-5.2(a)"), text("NJ 19:47-5.1(d)"), text("NJ 19:47-5.2(b)")),
    "house": (text("HS pay table"), text("HS placement"), reading("HS placement", 7)),
    "sd": (
        Authority(Basis.CUSTOMARY, ClauseId("SD 20:18:34:03 position"), 5),
        text("SD 20:18:34:03 position"),
        reading("SD 20:18:34:03 position", 6),
    ),
}


@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", duty="customary")
@pytest.mark.parametrize("book", SETTLED)
def test_a_settled_wager_says_on_whose_word(book: str) -> None:
    """South Dakota's section states no odds: what it pays is customary in the record too, not only on paper."""
    won, missed, zero = SETTLED[book]
    play = Play(book)
    play.sit(1)
    play.bet(1, "17", 100)
    play.bet(1, "18", 100)
    play.round("17")
    assert [each.authority for each in play.last(e.WinnersPaid).wagers] == [won]
    assert [(each.spot, each.authority) for each in play.last(e.LosersCollected).spots] == [("18", missed)]
    play.bet(1, "red", 100)
    play.round("0")
    assert [(each.spot, each.authority) for each in play.last(e.LosersCollected).spots] == [("red", zero)]


@pytest.mark.clause("CO 47.1-2204(2)", duty="second-zero")
@pytest.mark.parametrize(
    ("second", "authority"),
    [
        ("0", text("CO 47.1-2204(2)")),
        ("00", reading("CO 47.1-2204(2)", 4)),
        ("17", reading("CO 47.1-2204(2)", 4)),
    ],
)
def test_the_clause_itself_names_only_the_second_zero(second: str, authority: Authority) -> None:
    play = Play("co-2014", wheel="american", zero="in-prison-leave")
    play.sit(1)
    play.bet(1, "red", 100)
    play.round("0")
    play.crown(second)
    play.settle()
    (taken,) = play.last(e.LosersCollected).wagers
    assert (taken.stake.spot, taken.taken, taken.authority) == ("red", 100, authority)


OTHER_USES: list[tuple[Any, type[c.Command], dict[str, Any]]] = [
    (DEALER, c.ColorUp, {"seat": 1, "amount": 10_100}),
    (DEALER, c.CashOut, {"seat": 1, "amount": 100, "chips": Chips.VALUE}),
    (ANN, c.GiveTip, {"seat": 1, "amount": 10_100, "chips": Chips.NON_VALUE}),
]


@pytest.mark.parametrize(("by", "kind", "fields"), OTHER_USES)
def test_more_chips_than_there_are_is_no_matter_of_wagers_at_the_rack(
    by: Any, kind: type[c.Command], fields: dict[str, Any]
) -> None:
    """CO 47.1-2203(1) is about wagers: it is the authority for a wager without chips, but not for a cash-out."""
    play = Play("co-2014")
    play.sit(1)
    refusal = play.refused(by, kind, **fields)
    assert (refusal.code, refusal.authority) == ("stack-too-small", CUSTOM)
    refusal = play.refused(ANN, c.PlaceWager, seat=1, spot="17", stake=10_100)
    assert (refusal.code, refusal.authority) == ("stack-too-small", text("CO 47.1-2203(1)"))


def test_whole_chips_have_one_authority() -> None:
    """No text says that chips are not divided: whatever their kind, a part of one is refused by custom."""
    play = Play("co-2014")
    play.sit(1, value=500)
    answers = [
        play.refused(ANN, c.PlaceWager, seat=1, spot="17", stake=250),
        play.refused(DEALER, c.BuyChips, seat=1, amount=750, chips=Chips.NON_VALUE),
        play.refused(DEALER, c.BuyChips, seat=1, amount=30, chips=Chips.VALUE),
    ]
    assert {(each.code, each.authority) for each in answers} == {("stake-not-whole-chips", CUSTOM)}
