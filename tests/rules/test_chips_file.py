"""The chip rules of a rulebook as files: what is valid, what is not, and what value chips can pay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rules.chip_set import ChipSet, ValueChip
from croupier.rules.chips import read_chips
from croupier.rules.folder import Folder, FolderChain
from croupier.rules.library import rulebook, rulebooks
from croupier.rules.wagers import Chips
from croupier.terms.citation import Basis
from croupier.terms.problem import Problems

BOOKS = [book.id for book in rulebooks()]
CLAUSES = {"X 1", "X 2"}


def chain(text: str) -> FolderChain:
    """A book with one chips file over the customary folder."""
    customary = rulebook("nj").chain.folders[-1]
    return FolderChain((Folder("made-up", {"chips.toml": text.encode()}), customary))


def read(text: str) -> object:
    return read_chips(chain(text), CLAUSES, ("roulette", "dice"), ["straight", "red"])


def said(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        read(text)
    return [str(problem.key) for problem in caught.value.problems]


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_says_on_whose_word(book: str) -> None:
    """A text or a reading cites a clause of the book, and a reading its ADR."""
    found = rulebook(book)
    for wheel in found.wheels:
        rules = found.chips(wheel)
        single = (rules.terminals, rules.value, rules.brought, rules.odd, rules.prisoner, rules.coupon_beside)
        colors = (rules.colors.authority, rules.colors.own_color, rules.colors.without_screen)
        rest = (rules.equal_parts, rules.tips, rules.color_up.authority, rules.sole.authority if rules.sole else None)
        for each in (*single, *colors, *rest, *(kind.authority for kind in rules.kinds.values())):
            if each is None:
                continue
            assert each.clause is None or each.clause in found.clauses
            assert each.clause or each.basis not in (Basis.TEXT, Basis.READING)
            assert (each.adr is not None) == (each.basis is Basis.READING)


@pytest.mark.clause("NJ 19:47-5.1(a)", "HS placement", duty="chips")
@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty=("premises", "electronic"))
@pytest.mark.parametrize(
    ("book", "taken"),
    [
        ("nj", {"non-value", "value", "plaque"}),
        ("co-2013", {"non-value", "value", "electronic"}),
        ("co-2014", {"non-value", "value", "electronic"}),
        ("sd", {"non-value", "value", "electronic"}),
        ("house", {"non-value"}),
    ],
)
def test_the_kinds_that_each_text_takes(book: str, taken: set[str]) -> None:
    rules = rulebook(book).chips("american")
    assert {kind.value for kind in Chips if rules.accepts(kind)} == taken


def test_a_big_six_table_stands_on_custom_alone() -> None:
    rules = rulebook("nj").chips("big-six")
    assert {each.authority.basis for each in rules.kinds.values()} == {Basis.CUSTOMARY}


def test_another_text_may_take_some_chips_on_some_wagers_of_one_game() -> None:
    text = """
    [roulette.kinds.plaque]
    accepted = true
    on = ["outside", "straight"]
    clause = "X 1"
    basis = "text"
    """
    found = read_chips(chain(text), CLAUSES, ("roulette", "dice"), ["straight", "red"])
    layout = rulebook("nj").table("american").layout
    plaque = found["roulette"].kinds[Chips.PLAQUE]
    assert [plaque.takes(layout[spot]) for spot in ("17", "red", "17-20")] == [True, True, False]
    assert not found["dice"].accepts(Chips.PLAQUE)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[roulette.kinds.value]\nclause = "X 9"\nbasis = "text"', "roulette.kinds.value.clause"),
        ('[roulette.kinds.value]\nbasis = "text"', "roulette.kinds.value.clause"),
        ('[roulette.kinds.value]\nclause = "X 1"\nbasis = "reading"', "roulette.kinds.value.adr"),
        ('[roulette.kinds.value]\non = ["trifecta"]', "roulette.kinds.value.on"),
        ('[roulette.kinds.wooden]\nbasis = "house"', "roulette.kinds.wooden"),
        ("[roulette.color-up]\ninto = []", "roulette.color-up.into"),
        ('[roulette.sole]\non = ["inside"]\nclause = "X 1"', "roulette.sole.basis"),
        ('[roulete.tips]\nbasis = "house"', "roulete"),
        ("[[value_chip]]\ndenomination = 0\ncolor = 'red'", "value_chip[1].denomination"),
    ],
)
def test_what_is_wrong_with_a_file_is_found_at_its_key(text: str, key: str) -> None:
    assert said(text) == [key]


# What value chips can pay


@given(
    denominations=st.lists(st.integers(1, 12), min_size=1, max_size=4, unique=True),
    unit=st.sampled_from([1, 5, 50]),
    amount=st.integers(0, 900),
)
def test_the_most_that_chips_pay_is_found_as_by_trying_them_all(
    denominations: list[int], unit: int, amount: int
) -> None:
    chips = ChipSet(tuple(ValueChip(each * unit, f"shade {each}") for each in denominations))
    sums = {0}
    for worth in denominations:
        sums = {each + count * worth * unit for each in sums for count in range((amount - each) // (worth * unit) + 1)}
    assert chips.payable(amount) == max(sums)
    assert chips.payable(amount, Chips.PLAQUE) == 0


def test_looks_are_compared_in_color_and_design() -> None:
    chips = ChipSet((ValueChip(100, "blue", "starred"), ValueChip(500, "ivory", plaque=True)))
    assert chips.holds("blue", "starred")
    assert not chips.holds("blue", "plain")
    assert chips.holds("blue", "plain", color_alone=True)
    assert not chips.holds("ivory", "plain"), "a plaque is no chip"
    assert chips.colors == ("blue",)
