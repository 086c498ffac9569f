"""Spin files: tolerant of form, strict about values, all problems at once."""

from __future__ import annotations

import csv
import io

import pytest

import croupier
from croupier.game.wheel import Wheel
from croupier.lab.fairness import read_spins, spins_of
from tests.vocabulary import big_six, roulette

AMERICAN, EUROPEAN = roulette("american"), roulette("european")
DOUBLE = roulette("double-as-single")


def labels(text: str, wheel: Wheel = AMERICAN) -> list[str]:
    spins = read_spins(text, wheel)
    return [spins.ring.outcomes[at] for at in spins.results]


@pytest.mark.parametrize(
    "text",
    [
        "17\n00\n0\n",
        "number\n17\n00\n0",
        "\ufeffNumber\r\n17\r\n00\r\n0\r\n",
        "# night of 1 March\n\n17\n\n00\n0\n",
        ' 17 \n"00"\n 0',
        "dealer;number\nAnn;17\nAnn;00\nBob;0\n",
        "number\tdirection\n17\tcw\n00\tCCW\n0\tclockwise\n",
        "17,2026-03-01T20:00:00,Ann,cw\n00,2026-03-01T20:01:00,Ann,ccw\n0,2026-03-01 20:02,Ann,anticlockwise\n",
        '17,2026-03-01T20:00:00,"Smith, Ann"\n00,2026-03-01T20:00:00,"Smith, Ann"\n0,2026-03-01T20:00:01,x\n',
    ],
)
def test_forms_that_are_read(text: str) -> None:
    assert labels(text) == ["17", "00", "0"]


def test_every_column_is_kept() -> None:
    spins = read_spins(
        "number,time,dealer,direction\n17,2026-03-01T20:00,Ann,cw\n5,2026-03-01T20:01,Bob,ccw\n", EUROPEAN
    )
    assert spins.dealers == ("Ann", "Bob")
    assert spins.directions == ("cw", "ccw")
    assert spins.first
    assert spins.first.isoformat() == "2026-03-01T20:00:00"
    assert spins.follows.tolist() == [False, True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no spins"),
        ("\n\n# nothing\n", "holds no spins"),
        ("number\n", "none of its spins counts"),
        ("37\n", "'37' is not a compartment"),
        ("07\n", "'07' is not a compartment"),
        ("17.0\n", "'17.0' is not a compartment"),
        ("-1\n", "'-1' is not a compartment"),
        ("seventeen\n", "'seventeen' is not a compartment"),
        ("\u0661\u0667\n", "is not a compartment"),
        ("number,speed\n17,3\n", "'speed' is not a column"),
        ("number,stop\n17,3\n", "'stop' is not a column"),
        ("dealer\nAnn\n", "no column number"),
        ("number,number\n1,1\n", "named twice"),
        ("number,dealer\n17\n", "it has 1 cell where the file has 2 columns"),
        ("17\n17,x\n", "it has 2 cells where the file has 1 column"),
        ("number,direction\n17,up\n", "'up' is not a direction"),
        ("number,dealer\n17,\n", "'' is not a dealer's name"),
        ("number,time\n17,yesterday\n", "'yesterday' is not a time"),
        ("number,time\n17,01/02/2026\n", "'01/02/2026' is not a time"),
        ("number,time\n17,2026-03-01T20:00\n5,2026-03-01T19:59\n", "before the spin above it"),
        ("number,time\n17,2026-03-01T20:00\n5,2026-03-01T21:00+01:00\n", "differ in form"),
        ('number,dealer\n17,"Ann\n', "cannot be read as CSV"),
        ("number,dealer,time,direction,x,y\n", "is not a column"),
        ("1,2,3,4,5,6\n1,2,3,4,5,6\n", "6 cells where the file has 4 columns"),
    ],
)
def test_faults_are_named(text: str, said: str) -> None:
    with pytest.raises(croupier.Problems) as raised:
        read_spins(text, AMERICAN)
    assert said in str(raised.value)


def test_all_faults_come_at_once_with_their_lines_and_a_limit() -> None:
    with pytest.raises(croupier.Problems) as raised:
        read_spins("number,direction\n99,cw\n17,up\n98,down\n", AMERICAN)
    keys = [problem.key for problem in raised.value.problems]
    assert sorted(keys) == ["line 2", "line 3", "line 4", "line 4"]
    with pytest.raises(croupier.Problems) as raised:
        read_spins("99\n" * 5000, AMERICAN)
    assert len(raised.value.problems) == 21
    assert "4,980 more" in str(raised.value)


def test_double_zero_is_void_where_it_is_covered_and_absent_on_the_european_wheel() -> None:
    spins = read_spins("17\n00\n5\n", DOUBLE)
    assert (spins.count, spins.voids) == (2, 1)
    with pytest.raises(croupier.Problems, match="'00' is not a compartment of the european wheel"):
        read_spins("00\n", EUROPEAN)
    with pytest.raises(croupier.Problems, match="none of its spins counts"):
        read_spins("00\n00\n", DOUBLE)


def test_big_six_by_stop() -> None:
    spins = read_spins("number,stop\n$1,1\njoker,54\n$1,3\n", big_six())
    assert spins.stops
    assert spins.stops.results.tolist() == [0, 53, 2]
    assert spins.stops.count == spins.count == 3
    for text, said in [
        ("number,stop\n$1,0\n", "'0' is not a stop"),
        ("number,stop\n$1,55\n", "'55' is not a stop"),
        ("number,stop\n$1,one\n", "'one' is not a stop"),
        ("number,stop\n$1,1\n$2,1\n", "stop 1 shows '$2' here and '$1' above"),
        ("number,stop\nflag,1\nflag,2\n", "2 stops show flag, and the wheel has 1"),
        ("number,stop\n$3,1\n", "'$3' is not a compartment"),
    ]:
        with pytest.raises(croupier.Problems) as raised:
            read_spins(text, big_six())
        assert said in str(raised.value)


def test_an_iterable_is_read_alike() -> None:
    assert spins_of(iter(["17", "5"]), EUROPEAN).count == 2
    with pytest.raises(croupier.Problems, match="line 2"):
        spins_of(["17", "x"], EUROPEAN)


def test_names_with_quotes_survive() -> None:
    out = io.StringIO()
    csv.writer(out).writerows([["number", "dealer"], ["17", 'Ann "Ace", night']])
    assert read_spins(out.getvalue(), EUROPEAN).dealers == ('Ann "Ace", night',)
