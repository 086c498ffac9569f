"""Amounts in words, for vouchers and slips."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.terms.money import DOLLAR, Currency

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ("", " thousand", " million", " billion", " trillion")


def in_words(number: int) -> str:
    """A whole number in words, from zero.

    >>> in_words(1_002_345)
    'one million two thousand three hundred forty-five'
    """
    if number == 0:
        return _SMALL[0]
    groups = list(_groups(number))
    if len(groups) > len(_SCALES):
        raise ValueError(f"{number} is too large to write in words")
    parts = [f"{_hundreds(group)}{_SCALES[at]}" for at, group in enumerate(groups) if group]
    return " ".join(reversed(parts))


def _groups(number: int) -> Iterator[int]:
    while number:
        number, group = divmod(number, 1000)
        yield group


def _hundreds(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    parts = [f"{_SMALL[hundreds]} hundred"] if hundreds else []
    if rest >= 20:
        tens, ones = divmod(rest, 10)
        parts.append(_TENS[tens] + (f"-{_SMALL[ones]}" if ones else ""))
    elif rest:
        parts.append(_SMALL[rest])
    return " ".join(parts)


def amount_in_words(amount: int, money: Currency = DOLLAR) -> str:
    """Whole units in words, the rest as a fraction; currencies other than the dollar are named by code.

    >>> amount_in_words(123_456), amount_in_words(100), amount_in_words(5)
    ('one thousand two hundred thirty-four and 56/100 dollars', 'one and 00/100 dollars', 'zero and 05/100 dollars')
    >>> amount_in_words(2_050, Currency("EUR", "€")), amount_in_words(500, Currency("JPY", "¥", 0))
    ('twenty and 50/100 EUR', 'five hundred JPY')
    """
    whole, rest = divmod(abs(amount), money.unit)
    minus = "minus " if amount < 0 else ""
    fraction = f" and {rest:0{money.decimals}}/{money.unit}" if money.decimals else ""
    return f"{minus}{in_words(whole)}{fraction} {'dollars' if money.code == DOLLAR.code else money.code}"
