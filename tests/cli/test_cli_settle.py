"""`croupier settle` and `explain`: outcomes by the texts, in the shapes that scripts rely on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Croupier

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def toml_round(head: str, *wagers: str) -> bytes:
    return "\n".join([head, *(f"[[wager]]\nseat = 1\n{wager}" for wager in wagers)]).encode()


def settled(croupier: Croupier, head: str, *wagers: str) -> Any:
    return croupier("settle", "-", "--json", stdin=toml_round(head, *wagers)).json


def one(croupier: Croupier, head: str, wager: str) -> tuple[str, int, int, str]:
    """Outcome, winnings, returned and clause of a round with one wager."""
    (found,) = settled(croupier, head, wager)["wagers"]
    return found["outcome"], found["winnings"], found["returned"], found["clause"]


def refusal(croupier: Croupier, head: str, wager: str) -> str:
    (found,) = settled(croupier, head, wager)["refused"]
    return str(found["code"])


def test_the_example_round(croupier: Croupier) -> None:
    answer = croupier("settle", str(EXAMPLES / "round.toml"), "--json").json
    odds, position = "NJ 19:47-5.2(a)", "NJ 19:47-5.1(d)"
    assert list(answer) == ["result", "wagers", "refused"]
    assert answer["result"] == "17"
    keys = ["seat", "spot", "stake", "outcome", "winnings", "returned", "clause"]
    assert [list(wager) for wager in answer["wagers"]] == [keys] * 3
    assert [list(wager.values()) for wager in answer["wagers"]] == [
        [1, "17-20", 500, "win", 500 * 17, 500, odds],
        [1, "red", 1000, "lose", 0, 0, position],
        [2, "adjacent-17", 2500, "win", 500 * 35, 500, odds],
    ]
    (refused,) = answer["refused"]
    assert list(refused) == ["seat", "spot", "code", "clause", "message"]
    assert (refused["seat"], refused["spot"], refused["code"]) == (3, "5-9", "spot-unknown")


def test_every_example_is_settled_both_ways(croupier: Croupier) -> None:
    files = [EXAMPLES / "round.toml", *sorted((EXAMPLES / "rounds").glob("*.toml"))]
    assert len(files) >= 5
    for file in files:
        assert croupier("settle", str(file), "--json").json["wagers"]
        assert "Totals" in croupier("settle", str(file)).out


def test_spot_is_canonical_when_settled_and_as_typed_when_refused(croupier: Croupier) -> None:
    answer = settled(croupier, 'book = "nj"\nresult = "1"', 'spot = " 20-17 "\nstake = 1', 'spot = " 9-5"\nstake = 1')
    assert answer["wagers"][0]["spot"] == "17-20"
    assert answer["refused"][0]["spot"] == " 9-5"


@pytest.mark.clause("HS limits", duty=("minimum", "maximum"))
@pytest.mark.parametrize(
    ("stake", "code"),
    [(99, "stake-below-minimum"), (100, None), (400, None), (401, "stake-above-maximum"), (0, "stake-not-positive")],
)
def test_house_sheet_limits_are_inclusive(croupier: Croupier, stake: int, code: str | None) -> None:
    answer = settled(croupier, 'book = "house"\nresult = "1"', f'spot = "red"\nstake = {stake}')
    assert [refused["code"] for refused in answer["refused"]] == ([code] if code else [])
    assert all(refused["clause"] == "HS limits" for refused in answer["refused"])


@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "returned"))
@pytest.mark.parametrize("zero", ["0", "00"])
def test_new_jersey_half_is_for_zeros_and_even_money_only(croupier: Croupier, zero: str) -> None:
    head = f'book = "nj"\nzero = "half"\nresult = "{zero}"'
    assert one(croupier, head, 'spot = "odd"\nstake = 501') == ("half", 0, 251, "NJ 19:47-5.2(b)")
    assert one(croupier, head, 'spot = "dozen-1"\nstake = 500') == ("lose", 0, 0, "NJ 19:47-5.1(d)")
    assert one(croupier, head, f'spot = "{zero}"\nstake = 500') == ("win", 17500, 500, "NJ 19:47-5.2(a)")
    head = 'book = "nj"\nzero = "half"\nresult = "1"'
    assert one(croupier, head, 'spot = "black"\nstake = 500') == ("lose", 0, 0, "NJ 19:47-5.1(d)")


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave", "zero", "second-zero"))
@pytest.mark.parametrize(
    ("result", "wager", "answer"),
    [
        ("0", 'choice = "half"', ("half", 0, 500, "CO 47.1-2204(2)")),
        ("0", "", ("half", 0, 500, "CO 47.1-2204(2)")),
        ("0", 'choice = "leave"', ("imprisoned", 0, 1000, "CO 47.1-2204(2)")),
        ("0", "imprisoned = true", ("lose", 0, 0, "CO 47.1-2204(2)")),
        ("1", "imprisoned = true", ("released", 0, 1000, "CO 47.1-2204(2)")),
        ("2", "imprisoned = true", ("lose", 0, 0, "CO 47.1-2204(2)")),
        ("1", 'choice = "leave"', ("win", 1000, 1000, "CO 47.1-2204(1)")),
        ("00", 'choice = "leave"', ("lose", 0, 0, "CO 47.1-2203(5)")),
    ],
)
def test_colorado_in_prison(croupier: Croupier, result: str, wager: str, answer: tuple[str, int, int, str]) -> None:
    head = f'book = "co-2014"\nzero = "in-prison"\nresult = "{result}"'
    assert one(croupier, head, f'spot = "red"\nstake = 1000\n{wager}') == answer


@pytest.mark.clause("CO 47.1-2203(1)", "SD 20:18:34:03 chips", duty="coupons")
@pytest.mark.parametrize("book", ["co-2014", "sd"])
def test_coupons_stand_on_even_money_and_two_to_one_only(croupier: Croupier, book: str) -> None:
    head = f'book = "{book}"\nresult = "3"'
    assert one(croupier, head, 'spot = "red"\nstake = 500\ncoupon = 500')[:3] == ("win", 1000, 500)
    assert one(croupier, head, 'spot = "dozen-1"\nstake = 500\ncoupon = 500')[:3] == ("win", 2000, 500)
    assert refusal(croupier, head, 'spot = "1-2-3-4-5-6"\nstake = 500\ncoupon = 500') == "coupon-wrong-wager"


@pytest.mark.clause("NJ 19:47-5.1(b)", duty="coupon")
def test_new_jersey_takes_no_coupon_with_a_value_chip(croupier: Croupier) -> None:
    head = 'book = "nj"\nresult = "3"'
    wager = 'spot = "red"\nstake = 500\ncoupon = 500\nchips = '
    assert refusal(croupier, head, wager + '"value"') == "coupon-with-value-chip"
    assert one(croupier, head, wager + '"non-value"')[:3] == ("win", 1000, 500)


@pytest.mark.clause("NJ 19:47-5.6(c)", duty=("passed", "void"))
def test_clapper_between_two_stops(croupier: Croupier) -> None:
    head = 'book = "nj"\nwheel = "big-six"\nresult = "$5"\nbetween = true\nclapper = '
    assert one(croupier, head + '"previous"', 'spot = "$5"\nstake = 100') == ("win", 500, 100, "NJ 19:47-5.5(a)")
    assert one(croupier, head + '"void"', 'spot = "$5"\nstake = 100') == ("void", 0, 100, "NJ 19:47-5.6(c)")


@pytest.mark.clause("NJ 19:47-5.2(d)", "CO 47.1-2210(2)(c)(ii)(B)", duty="void")
@pytest.mark.parametrize(("book", "clause"), [("nj", "NJ 19:47-5.2(d)"), ("co-2014", "CO 47.1-2210(2)(c)(ii)(B)")])
def test_a_void_00_returns_every_wager(croupier: Croupier, book: str, clause: str) -> None:
    head = f'book = "{book}"\nwheel = "double-as-single"\nresult = "00"'
    assert one(croupier, head, 'spot = "17"\nstake = 500') == ("void", 0, 500, clause)
    assert refusal(croupier, head, 'spot = "00"\nstake = 500') == "spot-covered"


def test_higher_odds_and_broken_cents(croupier: Croupier) -> None:
    head = 'book = "nj"\nresult = "3"\npays = { red = "3/2" }'
    assert one(croupier, head, 'spot = "red"\nstake = 5')[:3] == ("win", 8, 5)
    account = croupier("settle", "-", stdin=toml_round(head, 'spot = "red"\nstake = 5')).out
    assert "more than the 1 to 1 that must be paid at least (NJ 19:47-5.2(a))" in account
    assert "A broken cent goes to the player: $0.08. [reading, ADR 11]" in account


def test_a_round_without_wagers_and_the_rulebook_of_a_day(croupier: Croupier) -> None:
    head = 'book = "co"\non = 2014-07-14\nresult = "17"'
    assert settled(croupier, head) == {"result": "17", "wagers": [], "refused": []}
    assert "as of 2013" in croupier("settle", "-", stdin=head.encode()).out


def test_the_account_names_a_clause_for_every_step_that_rests_on_one(croupier: Croupier) -> None:
    ran = croupier("settle", str(EXAMPLES / "round.toml"))
    assert (ran.code, ran.err) == (0, "")
    for words in (
        "17-20 is the split wager on the line between 17 and 20, which covers 17 and 20. [NJ 19:47-5.1(e)2]",
        "A split wager pays 17 to 1. [NJ 19:47-5.2(a)]",
        "$5.00 × 17 = $85.00.",
        "$25.00 is 5 equal straights of $5.00: one wins, four lose. [NJ 19:47-5.1(e)1.i]",
        "refused (spot-unknown)",
        " all  $40.00   $260.00    $10.00  $230.00",
    ):
        assert words in ran.out


def test_explain_derives_one_outcome(croupier: Croupier) -> None:
    ran = croupier("explain", "nj", "red", "5.01", "00", "--zero", "half")
    assert (ran.code, ran.err) == (0, "")
    assert "On 00, half of the wager is lost. [NJ 19:47-5.2(b)]" in ran.out
    assert "$5.01 ÷ 2 = $2.50 and 1/2 cent." in ran.out
    assert "The odd cent goes to the player: $2.51. [reading, ADR 11]" in ran.out
    released = croupier("explain", "co-2014", "red", "10", "1", "--zero", "in-prison-best", "--imprisoned").out
    fifth = croupier("explain", "nj", "adjacent-17", "25", "17", "--offers", "five-adjacent", "--coupon", "10").out
    assert "($25.00 + $10.00) ÷ 5 × 35 = $245.00." in fifth
    assert "released, $10.00 back and nothing more. [CO 47.1-2204(2), reading, ADR 4]" in released
    coupon = croupier("explain", "nj", "red", "5", "2", "--coupon", "5").out
    assert "The match play coupon of $5.00 has been played and is collected." in coupon
    refused = croupier("explain", "nj", "5-9", "5", "17")
    assert (refused.code, "refused (spot-unknown)" in refused.out) == (0, True)
