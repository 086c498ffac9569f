"""A second, independent enumeration of the game, written from the texts alone.

It shares nothing with `croupier`: reds by the rule of the layout, adjacency by arithmetic on 3r + c, the
neighbors of the zeros by hand, wheel orders, payouts and the treatment of zero typed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import NamedTuple

# Wheels

AMERICAN = """
 0 28  9 26 30 11  7 20 32 17  5 22 34 15  3 24 36 13  1
00 27 10 25 29 12  8 19 31 18  6 21 33 16  4 23 35 14  2
""".split()
EUROPEAN = """
 0 32 15 19  4 21  2 25 17 34  6 27 13
36 11 30  8 23 10  5 24 16 33  1 20 14
31  9 22 18 29  7 28 12 35  3 26
""".split()
RING = {"american": AMERICAN, "double-as-single": AMERICAN, "european": EUROPEAN}
BIG_SIX = {"$1": 24, "$2": 15, "$5": 7, "$10": 4, "$20": 2, "joker": 1, "flag": 1}

RED = frozenset(str(n) for n in range(1, 37) if (n % 2 == 1) == (n <= 10 or 19 <= n <= 28))
BLACK = frozenset(str(n) for n in range(1, 37)) - RED
ZEROS = frozenset({"0", "00"})

EVEN_MONEY = {
    "red": RED,
    "black": BLACK,
    "odd": frozenset(str(2 * k + 1) for k in range(18)),
    "even": frozenset(str(2 * k + 2) for k in range(18)),
    "low": frozenset(str(n) for n in range(1, 19)),
    "high": frozenset(str(n) for n in range(19, 37)),
}

PAYS = {
    "straight": 35,
    "five-adjacent": 35,  # each of the five is a straight
    "split": 17,
    "street": 11,
    "trio": 11,
    "trio-0-2-3": 11,
    "corner": 8,
    "first-four": 8,
    "first-five": 6,
    "line": 5,
    "six-color": 5,
    "seven-color": 4,
    "seven-numbers": 4,
    "eight-color": 3,
    "column": 2,
    "dozen": 2,
    **dict.fromkeys(EVEN_MONEY, 1),
    "$1": 1,
    "$2": 2,
    "$5": 5,
    "$10": 10,
    "$20": 20,
    "joker": 45,
    "flag": 45,
}

# Color sections as ADR 8 reads them: six runs of six in wheel order from the zero on, zeros passed over.

COLORS = ("black", "blue", "gold", "red", "purple", "green")
AMERICAN_RUNS = (
    *("28 9 26 30 11 7", "20 32 17 5 22 34", "15 3 24 36 13 1"),
    *("27 10 25 29 12 8", "19 31 18 6 21 33", "16 4 23 35 14 2"),
)
EUROPEAN_RUNS = (
    *("32 15 19 4 21 2", "25 17 34 6 27 13", "36 11 30 8 23 10"),
    *("5 24 16 33 1 20", "14 31 9 22 18 29", "7 28 12 35 3 26"),
)

Places = dict[str, tuple[str, frozenset[str]]]
"""Spot id to its kind of wager and the numbers it covers."""


def _id(numbers: frozenset[str]) -> str:
    return "-".join(sorted(numbers, key=lambda label: -1 if label == "0" else 0 if label == "00" else int(label)))


def _grid() -> Iterator[tuple[str, frozenset[str]]]:
    """Inside wagers among 1 to 36; the number in row r and column c is 3r + c."""

    def cover(*numbers: int) -> frozenset[str]:
        return frozenset(map(str, numbers))

    for r in range(12):
        first = 3 * r + 1
        yield "street", cover(first, first + 1, first + 2)
        if r < 11:
            yield "line", cover(*range(first, first + 6))
        for c in range(1, 4):
            n = 3 * r + c
            yield "straight", cover(n)
            if c < 3:
                yield "split", cover(n, n + 1)
            if r < 11:
                yield "split", cover(n, n + 3)
            if c < 3 and r < 11:
                yield "corner", cover(n, n + 1, n + 3, n + 4)


_DOUBLE_ZERO_HEAD = {
    "straight": "0 00",
    "split": "0-1 0-2 00-2 00-3 0-00",
    "trio": "0-1-2 0-2-00 00-2-3",
    "first-five": "0-00-1-2-3",
}
_SINGLE_ZERO_HEAD = {
    "straight": "0",
    "split": "0-1 0-2 0-3",
    "trio": "0-1-2",
    "trio-0-2-3": "0-2-3",
    "first-four": "0-1-2-3",
}


def inside(felt: str) -> Places:
    """Every inside place of a felt, the customary ones of the single-zero felt included."""
    found = list(_grid())
    for kind, groups in (_DOUBLE_ZERO_HEAD if felt == "double-zero" else _SINGLE_ZERO_HEAD).items():
        found += [(kind, frozenset(group.split("-"))) for group in groups.split()]
    places = {_id(numbers): (kind, numbers) for kind, numbers in found}
    if felt == "double-zero":
        places["0-00@courtesy"] = ("split", frozenset({"0", "00"}))
    return places


def outside() -> Places:
    places: Places = {box: (box, numbers) for box, numbers in EVEN_MONEY.items()}
    for k in (1, 2, 3):
        places[f"column-{k}"] = ("column", frozenset(str(n) for n in range(1, 37) if n % 3 == k % 3))
        places[f"dozen-{k}"] = ("dozen", frozenset(str(n) for n in range(1, 37) if (n + 11) // 12 == k))
    return places


def optional(wheel: str) -> Places:
    """New Jersey's optional places at a wheel."""
    ring = RING[wheel]
    places: Places = {"seven-numbers": ("seven-numbers", frozenset({"10", "11", "12", "13", "14", "15", "33"}))}
    for at, label in enumerate(ring):
        window = frozenset(ring[(at + step) % len(ring)] for step in (-2, -1, 0, 1, 2))
        places[f"adjacent-{label}"] = ("five-adjacent", window)
    runs = EUROPEAN_RUNS if wheel == "european" else AMERICAN_RUNS
    zeros = {"0", "00"} if wheel == "american" else {"0"}
    large = "eight" if wheel == "american" else "seven"
    for color, run in zip(COLORS, runs, strict=True):
        six = frozenset(run.split())
        places[f"color-6-{color}"] = ("six-color", six)
        places[f"color-{6 + len(zeros)}-{color}"] = (f"{large}-color", six | zeros)
    return places


def places(wheel: str, felt: str, offers: frozenset[str] = frozenset()) -> Places:
    """The spots on which a wager may stand at a table."""
    if wheel == "big-six":
        return {symbol: (symbol, frozenset({symbol})) for symbol in BIG_SIX}
    every = inside(felt) | outside() | optional(wheel)
    optionals = {kind for kind, _ in optional(wheel).values()} | {"trio-0-2-3", "first-four"}
    gone = optionals - offers
    if offers & {"six-color", "seven-color", "eight-color"}:
        gone |= {"red", "black"}
    if offers & {"seven-color", "eight-color"}:
        gone |= {"dozen"}
    covered = {"00"} if wheel == "double-as-single" else frozenset[str]()
    return {
        spot: (kind, numbers)
        for spot, (kind, numbers) in every.items()
        if kind not in gone and not numbers & covered and numbers <= {*RING[wheel]}
    }


# Settlement


class Expected(NamedTuple):
    outcome: str
    winnings: int
    returned: int


def settle(
    kind: str,
    numbers: frozenset[str],
    stake: int,
    result: str,
    *,
    wheel: str,
    zero: str = "lose-all",
    halves_on: frozenset[str] = ZEROS,
    choice: str = "half",
    imprisoned: bool = False,
    pays: Fraction | None = None,
    coupon: int = 0,
) -> Expected:
    """What a stake comes to; `halves_on` are the zeros that the table's half or in-prison rule answers to."""
    odds = Fraction(PAYS[kind]) if pays is None else pays
    if wheel == "double-as-single" and result == "00":
        return Expected("void", 0, stake)
    if imprisoned:
        return Expected("released", 0, stake) if result in numbers else Expected("lose", 0, 0)
    if result in numbers:
        parts = 5 if kind == "five-adjacent" else 1
        return Expected("win", ceil(Fraction(stake + coupon, parts) * odds), stake // parts)
    if result in halves_on and kind in EVEN_MONEY and zero != "lose-all":
        if zero == "in-prison" and choice == "leave":
            return Expected("imprisoned", 0, stake)
        return Expected("half", 0, ceil(Fraction(stake, 2)))
    return Expected("lose", 0, 0)


# The books: what each may use, and the clause behind each outcome

WHEELS = {
    "co-2013": ("american", "european", "double-as-single"),
    "co-2014": ("american", "european", "double-as-single"),
    "nj": ("american", "european", "double-as-single", "big-six"),
    "sd": ("american",),
    "house": ("american",),
}

POSITION = {
    "co-2013": "CO 47.1-2203(5)",
    "co-2014": "CO 47.1-2203(5)",
    "nj": "NJ 19:47-5.1(d)",
    "sd": "SD 20:18:34:03 position",
    "house": "HS placement",
}
ODDS = {
    "co-2013": "CO 47.1-2204(1)",
    "co-2014": "CO 47.1-2204(1)",
    "nj": "NJ 19:47-5.2(a)",
    "sd": "SD 20:18:34:03 position",  # the text states no odds; that the wager won is by its position
    "house": "HS pay table",
}
NJ_ZERO = {"american": "NJ 19:47-5.2(b)", "european": "NJ 19:47-5.2(c)", "double-as-single": "NJ 19:47-5.2(d)"}


def clause(book: str, wheel: str, kind: str, result: str, expected: Expected, *, imprisoned: bool = False) -> str:
    """The clause that decides the outcome at a roulette table."""
    colorado = book.startswith("co-")
    if expected.outcome == "void":
        return "CO 47.1-2210(2)(c)(ii)(B)" if colorado else NJ_ZERO[wheel]
    if imprisoned or expected.outcome in ("imprisoned", "released"):
        return "CO 47.1-2204(2)"
    if expected.outcome == "win":
        return POSITION[book] if kind in ("trio-0-2-3", "first-four") else ODDS[book]
    if result in ZEROS and kind in EVEN_MONEY:
        if book == "nj":
            return NJ_ZERO[wheel]
        if colorado and wheel == "double-as-single":
            return "CO 47.1-2210(2)(c)(ii)(C)"
        if expected.outcome == "half":
            return "CO 47.1-2204(2)"
    return POSITION[book]
