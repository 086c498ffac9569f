"""The spot notation: parsed in any order, written in layout order; garbage only ever raises NotationError."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from croupier.game.notation import NotationError
from tests import oracle
from tests.vocabulary import read_spot, write_spot

EVERY_SPOT = sorted(
    oracle.inside("double-zero").keys()
    | oracle.inside("single-zero").keys()
    | oracle.outside().keys()
    | oracle.optional("american").keys()
    | oracle.optional("european").keys()
    | oracle.BIG_SIX.keys()
)
LABELS = ["0", "00", *(str(n) for n in range(1, 37))]


@pytest.mark.parametrize("spot", EVERY_SPOT)
def test_canonical_notation_reads_as_itself(spot: str) -> None:
    assert read_spot(spot) == spot


@given(st.sampled_from(EVERY_SPOT), st.randoms(use_true_random=False), st.sampled_from(["", " ", "\t", "\n "]))
def test_any_order_case_and_margin_reads_canonical(spot: str, shuffle: random.Random, margin: str) -> None:
    numbers, at, place = spot.partition("@")
    typed = spot
    if all(label in LABELS for label in numbers.split("-")):
        labels = numbers.split("-")
        shuffle.shuffle(labels)
        typed = "-".join(labels) + at + place
    assert read_spot(margin + typed.upper() + margin) == spot


@given(st.lists(st.sampled_from(LABELS), min_size=1, max_size=6, unique=True))
def test_numbers_round_trip_in_layout_order(labels: list[str]) -> None:
    written = write_spot(labels)
    assert written == "-".join(sorted(labels, key=LABELS.index))
    assert read_spot(written) == written
    assert read_spot("-".join(reversed(labels))) == written


@pytest.mark.parametrize(
    ("typed", "spot"),
    [
        ("1st 12", "dozen-1"), ("3rd 12", "dozen-3"), ("2nd column", "column-2"), ("dozen 2", "dozen-2"),
        ("1-18", "low"), ("1 to 18", "low"), ("19-36", "high"), ("19 TO 36", "high"),
        ("17/20", "17-20"), ("17,20", "17-20"), ("20 17", "17-20"), ("17 & 20", "17-20"), ("17+20", "17-20"),
        ("split 17 20", "17-20"), ("street 1 2 3", "1-2-3"), ("corner 17/18/20/21", "17-18-20-21"),
        ("straight up 17", "17"), ("0, 00", "0-00"), ("0/00@courtesy", "0-00@courtesy"),
    ],
)  # fmt: skip
def test_what_is_printed_and_said_is_understood(typed: str, spot: str) -> None:
    assert read_spot(typed) == spot


def read(text: str) -> str | None:
    """The spot, or None if the notation rejects it with a reason; other exceptions propagate."""
    try:
        return read_spot(text)
    except NotationError as error:
        reason = str(error)
    assert reason
    return None


@given(st.text(max_size=60))
@example("")
@example("-")
@example("@")
@example("@courtesy")
@example("17@")
@example("1-")
@example("\u0661\u0667")
@example("17\u00b2")
@example("\ud800")
@example("İ" * 40)
@example("0" * 10_000)
@example("color-9-gold")
def test_garbage_is_a_notation_error_or_a_fixed_point(text: str) -> None:
    spot = read(text)
    assert spot is None or read_spot(spot) == spot


@given(st.text(alphabet="0123456789-@ courtesydznlmnackb$", max_size=24))
def test_near_misses_are_a_notation_error_or_a_fixed_point(text: str) -> None:
    spot = read(text)
    assert spot is None or read_spot(spot) == spot


@pytest.mark.parametrize(
    "text",
    [
        *("37", "-1", "000", "01", "007", "1.5", "17--20", "17-17", "0-0"),
        *("column-4", "column-0", "dozen", "adjacent-37", "color-5-gold", "color-6-white", "seven"),
        *("$3", "$", "green", "17@rail", "red@courtesy", "1-2-3-4-5-6-7"),
    ],
)
def test_an_unknown_spot_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_spot(text)
