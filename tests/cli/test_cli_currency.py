"""Amounts are typed and written in the currency of the book, here in euros with the sign behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Croupier

BOOKS = ["--rulebooks", str(Path(__file__).resolve().parents[1] / "rulebooks")]
TABLE = ["zz-2040", "--wheel", "dreifach", "--on", "2040-06-01", "--minimum", "5 €", *BOOKS]
DAY = """\
table 3 under zz-2040, wheel dreifach, limits 5 € to 200 €
date 2040-06-01
09:00 supervisor sue opens, dealer ana, float 1,000 €
09:01 pat takes seat 1
09:01 pat sets chips blue worth €5
09:02 ana sells seat 1 100 € for cash
  => drop 100.00 €
09:03 pat bets 5 € on 17
  => seat 1 has 95 €
09:03 pat bets 205 € on 17
  ! refused stake-above-maximum by ZZ 5
09:04 sue requests a fill of 100 x 5 €
09:04 cashier cy prepares slip 1
09:04 security gus carries slip 1
09:04 ana accepts slip 1
"""


def test_a_day_in_euros(croupier: Croupier, tmp_path: Path) -> None:
    journal = str(tmp_path / "day.journal")
    ran = croupier("play", "-", "--journal", journal, *BOOKS, stdin=DAY.encode())
    assert (ran.code, ran.err) == (0, "")
    assert "float 1,000.00 €." in ran.out
    assert "Wager placed: seat 1, 5.00 € on 17 in blue chips." in ran.out
    assert "Fill of 500.00 €, slip 1." in ran.out
    assert "$" not in ran.out
    report = croupier("report", journal).out
    assert "100.00 €" in report
    assert "$" not in report


def test_a_dollar_sign_is_no_euro(croupier: Croupier) -> None:
    ran = croupier("play", "-", *BOOKS, stdin=DAY.replace("float 1,000 €", "float $1,000").encode())
    assert ran.code == 2
    assert "line 3: '$1,000' is not an amount. Write it like 5 € or 2.50 €." in ran.err


def test_a_round_in_euros(croupier: Croupier) -> None:
    text = 'book = "zz-2040"\nwheel = "dreifach"\non = 2040-06-01\nresult = "17"\nlimits = { minimum = 500 }\n'
    wager = '[[wager]]\nseat = 1\nspot = "17"\nstake = 500\n'
    ran = croupier("settle", "-", *BOOKS, stdin=(text + wager).encode())
    assert "Seat 1: 17, 5.00 €: wins 175.00 €, 5.00 € of the stake returned" in ran.out
    assert "$" not in ran.out
    assert (
        croupier("settle", "-", "--json", *BOOKS, stdin=(text + wager).encode()).json["wagers"][0]["winnings"] == 17500
    )


@pytest.mark.parametrize("amount", ["5", "5.00", "5 €", "5€", "€5"])
def test_euros_on_the_command_line(croupier: Croupier, amount: str) -> None:
    assert "\n17, 5.00 €: wins 175.00 €" in croupier("explain", *TABLE, "17", amount, "17").out
    law = croupier("law", *TABLE, "--wager", f"17={amount}", "--spins", "10")
    assert law.out.startswith("10 rounds of 5.00 €: ")
    assert "$" not in law.out


def test_dollars_are_not_euros(croupier: Croupier) -> None:
    ran = croupier("explain", *TABLE, "17", "$5", "17")
    assert (ran.code, ran.err) == (2, "croupier: stake: '$5' is not an amount. Write it like 5 € or 2.50 €.\n")
