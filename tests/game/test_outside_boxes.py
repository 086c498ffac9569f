"""The outside boxes have the labels and colors of the texts."""

from __future__ import annotations

import pytest

from croupier import rulebook

BOOKS = ("co-2013", "co-2014", "nj", "sd", "house")


@pytest.mark.clause("CO 47.1-2203(6)(i)", "CO 47.1-2203(6)(j)", "NJ 19:47-5.1(e)11", "NJ 19:47-5.1(e)12", duty="place")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty=("red-place", "black-place"))
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("color", ["red", "black"])
def test_red_and_black_are_bet_in_the_box_of_that_color(book: str, color: str) -> None:
    layout = rulebook(book).table("american").layout
    (box,) = (box for box in layout.boxes if box.area == layout[color].area)
    assert (box.label.casefold(), box.color) == (color, color)


@pytest.mark.clause("CO 47.1-2203(6)(k)", "CO 47.1-2203(6)(l)", "NJ 19:47-5.1(e)13", "NJ 19:47-5.1(e)14", duty="place")
@pytest.mark.clause("SD 20:18:34:03 (1)-(14)", "HS wagers 1-14", duty=("odd-place", "even-place"))
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("parity", ["odd", "even"])
def test_odd_and_even_are_bet_in_the_box_with_that_label(book: str, parity: str) -> None:
    layout = rulebook(book).table("american").layout
    (box,) = (box for box in layout.boxes if box.area == layout[parity].area)
    assert box.label.casefold() == parity
