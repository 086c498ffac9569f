"""Every spot of every layout of every book, in every compartment, compared with an independent enumeration."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from croupier import Choice, Rules, Wager, rulebook
from tests import oracle

COLORADO = ("co-2013", "co-2014")
EXTRAS = frozenset({"trio-0-2-3", "first-four"})
ADJACENT = frozenset({"five-adjacent", "seven-numbers"})


class Variant(NamedTuple):
    """A table: its book, wheel, felt and optional wagers, with the zero rule and the zeros it applies to."""

    book: str
    wheel: str
    felt: str
    zero: str = "lose-all"
    halves_on: frozenset[str] = frozenset()
    offers: frozenset[str] = frozenset()
    layout: str | None = None

    def __str__(self) -> str:
        felt = f"{self.felt} felt" + (" chosen" if self.layout else "")
        return " ".join([self.book, self.wheel, felt, self.zero, *sorted(self.offers)])

    def rules(self) -> Rules:
        choices: dict[str, Any] = {"offers": sorted(self.offers)}
        if self.layout:
            choices["layout"] = self.layout
        return rulebook(self.book).table(self.wheel, zero=self.zero, **choices)


def variants() -> list[Variant]:
    zeros = frozenset({"0", "00"})
    found = [Variant(book, "american", "double-zero") for book in ("sd", "house", "nj", *COLORADO)]
    for book in COLORADO:
        for zero in ("in-prison", "in-prison-half", "in-prison-leave", "in-prison-best"):
            found.append(Variant(book, "american", "double-zero", zero, frozenset({"0"})))
            found.append(Variant(book, "european", "single-zero", zero, frozenset({"0"})))
    for book in (*COLORADO, "nj"):
        found += [
            Variant(book, "european", "single-zero"),
            Variant(book, "european", "single-zero", offers=EXTRAS),
            Variant(book, "double-as-single", "double-zero"),
            Variant(book, "double-as-single", "double-zero", layout="double-zero"),
            Variant(book, "double-as-single", "single-zero", layout="single-zero"),
        ]
    found.append(Variant("nj", "american", "double-zero", "half", zeros))
    offers = [ADJACENT, ADJACENT | {"six-color"}, ADJACENT | {"large"}, ADJACENT | {"six-color", "large"}]
    for offer in offers:
        eight = frozenset({"eight-color" if kind == "large" else kind for kind in offer})
        seven = frozenset({"seven-color" if kind == "large" else kind for kind in offer})
        found += [
            Variant("nj", "american", "double-zero", offers=eight),
            Variant("nj", "american", "double-zero", "half", zeros, offers=eight),
            Variant("nj", "european", "single-zero", offers=seven | EXTRAS),
            Variant("nj", "double-as-single", "double-zero", offers=seven),
            Variant("nj", "double-as-single", "single-zero", offers=seven, layout="single-zero"),
        ]
    return found


VARIANTS = variants()
ROULETTE = pytest.mark.parametrize("variant", VARIANTS, ids=str)
PRISONS = pytest.mark.parametrize("variant", [each for each in VARIANTS if each.zero.startswith("in-prison")], ids=str)


def stake_on(book: str, kind: str, at: int) -> int:
    """Odd and even amounts, within the house sheet's limits, in fives if the text requires it."""
    return 5 * (at + 1) if kind == "five-adjacent" else 101 + at if book == "house" else 1 + 7 * at


@ROULETTE
def test_layout_has_every_spot_of_the_enumeration_and_no_other(variant: Variant) -> None:
    found = {str(spot.id): (str(spot.wager), frozenset(spot.numbers)) for spot in variant.rules().layout}
    assert found == oracle.places(variant.wheel, variant.felt, variant.offers)


@pytest.mark.clause("CO 47.1-2201(2)", duty="decides")
@pytest.mark.clause("CO 47.1-2203(5)", "NJ 19:47-5.1(d)", "SD 20:18:34:03 position", "HS placement", duty="settled")
@pytest.mark.clause("CO 47.1-2204(1)", "NJ 19:47-5.2(a)", "HS pay table", duty="odds")
@pytest.mark.clause("CO 47.1-2204(2)", duty=("even-money", "zero"))
@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(B)", duty="void")
@pytest.mark.clause("CO 47.1-2210(2)(c)(ii)(C)", duty="loses")
@pytest.mark.clause("NJ 19:47-5.1(e)1.i", duty=("straights", "center"))
@pytest.mark.clause("NJ 19:47-5.1(e)6.ii", "NJ 19:47-5.1(e)7", "NJ 19:47-5.1(e)8", "NJ 19:47-5.1(f)", duty="covers")
@pytest.mark.clause("NJ 19:47-5.2(b)", duty=("half", "returned", "all"))
@pytest.mark.clause("NJ 19:47-5.2(c)", duty="lost")
@pytest.mark.clause("NJ 19:47-5.2(d)", duty=("void", "lost"))
@ROULETTE
def test_every_spot_settles_right_in_every_compartment(variant: Variant) -> None:
    rules = variant.rules()
    places = oracle.places(variant.wheel, variant.felt, variant.offers)
    wagers = [
        Wager(seat=at, spot=spot, stake=stake_on(variant.book, kind, at))
        for at, (spot, (kind, _)) in enumerate(places.items())
    ]
    zero = "in-prison" if variant.zero.startswith("in-prison") else variant.zero
    unsaid = "leave" if variant.zero == "in-prison-leave" else "half"
    for result in oracle.RING[variant.wheel]:
        settlement = rules.settle(result, wagers)
        assert settlement.refused == ()
        assert len(settlement.wagers) == len(wagers)
        for wager, settled in zip(wagers, settlement.wagers, strict=True):
            kind, numbers = places[wager.spot]
            expected = oracle.settle(
                kind,
                numbers,
                wager.stake,
                result,
                wheel=variant.wheel,
                zero=zero,
                halves_on=variant.halves_on,
                choice=unsaid,
            )
            clause = oracle.clause(variant.book, variant.wheel, kind, result, expected)
            found = (settled.seat, str(settled.spot.id), settled.stake)
            assert found == (wager.seat, wager.spot, wager.stake), (result, settled)
            assert settled.clause == clause, (result, settled)
            assert (settled.outcome, settled.winnings, settled.returned) == expected, (result, settled)


@pytest.mark.clause("CO 47.1-2204(2)", duty=("half", "leave"))
@PRISONS
@pytest.mark.parametrize("choice", [*Choice])
@pytest.mark.parametrize("stake", [1, 2, 999])
def test_each_player_chooses_half_or_leave_on_0(variant: Variant, choice: Choice, stake: int) -> None:
    """The licensee offers in prison to every player; each chooses, whatever way of playing the house uses."""
    wagers = [Wager(seat=1, spot=spot, stake=stake, choice=choice) for spot in oracle.EVEN_MONEY]
    for result in oracle.RING[variant.wheel]:
        settlement = variant.rules().settle(result, wagers) if result in ("0", "00", "17") else None
        for settled in settlement.wagers if settlement else ():
            kind = str(settled.spot.wager)
            expected = oracle.settle(
                kind,
                oracle.EVEN_MONEY[kind],
                stake,
                result,
                wheel=variant.wheel,
                zero="in-prison",
                halves_on=frozenset({"0"}),
                choice=choice,
            )
            assert (settled.outcome, settled.winnings, settled.returned) == expected, (result, settled)


@pytest.mark.clause("CO 47.1-2204(2)", duty="second-zero")
@PRISONS
@pytest.mark.parametrize("stake", [1, 250])
def test_imprisoned_wagers_are_released_or_lost_on_the_next_spin(variant: Variant, stake: int) -> None:
    rules = variant.rules()
    wagers = [Wager(seat=1, spot=spot, stake=stake, imprisoned=True) for spot in oracle.EVEN_MONEY]
    for result in oracle.RING[variant.wheel]:
        for settled in rules.settle(result, wagers).wagers:
            kind = str(settled.spot.wager)
            expected = oracle.settle(kind, oracle.EVEN_MONEY[kind], stake, result, wheel=variant.wheel, imprisoned=True)
            assert (settled.outcome, settled.winnings, settled.returned) == expected, (result, settled)
            assert settled.clause == "CO 47.1-2204(2)"


@pytest.mark.clause("NJ 19:47-5.5(a)", duty="odds")
@pytest.mark.parametrize("stake", [1, 333])
def test_every_big_six_wager_settles_right_on_every_stop(stake: int) -> None:
    rules = rulebook("nj").table("big-six")
    assert {spot.id for spot in rules.layout} == set(oracle.BIG_SIX)
    wagers = [Wager(seat=1, spot=symbol, stake=stake) for symbol in oracle.BIG_SIX]
    for result in oracle.BIG_SIX:
        for settled in rules.settle(result, wagers).wagers:
            kind = str(settled.spot.wager)
            expected = oracle.settle(kind, frozenset({kind}), stake, result, wheel="big-six")
            assert (settled.outcome, settled.winnings, settled.returned) == expected, (result, settled)


@pytest.mark.parametrize("book", sorted(oracle.WHEELS))
def test_each_book_has_its_wheels_and_no_other(book: str) -> None:
    assert set(map(str, rulebook(book).wheels)) == set(oracle.WHEELS[book])
