"""Amounts in words, for vouchers and slips."""

from __future__ import annotations

from croupier.terms.money import DOLLAR, Currency
from croupier.terms.number_words import number_in_words
from croupier.terms.wording import ENGLISH, Wording

_CHINESE = "zh-Hans"


def amount_in_words(amount: int, money: Currency = DOLLAR, language: str = ENGLISH) -> str:
    """Whole units in words, the rest as a fraction; a currency without a name in the language goes by its code.

    >>> amount_in_words(123_456), amount_in_words(-5)
    ('one thousand two hundred thirty-four and 56/100 dollars', 'minus zero and 05/100 dollars')
    >>> amount_in_words(2_050, Currency("SEK", "kr")), amount_in_words(500, Currency("JPY", "¥", 0))
    ('twenty and 50/100 SEK', 'five hundred JPY')
    >>> amount_in_words(123_456, language="de"), amount_in_words(123_406, language="zh-Hans")
    ('eintausendzweihundertvierunddreißig und 56/100 Dollar', '美元壹仟贰佰叁拾肆元零陆分')
    """
    wording = Wording(language)
    whole, part = divmod(abs(amount), money.unit)
    words = number_in_words(whole, language)
    if language == _CHINESE and money.decimals in (0, 2):
        words += f"元{_tenths_and_hundredths(part)}"
    elif money.decimals:
        fraction = f"{part:0{money.decimals}}/{money.unit}"
        words = wording.text("paper.amount-with-part", {"whole": words, "fraction": fraction})
    named = wording.text("paper.amount-with-unit", {"amount": words, "unit": _unit(wording, money)})
    return wording.text("paper.minus-amount", {"amount": named}) if amount < 0 else named


def _unit(wording: Wording, money: Currency) -> str:
    code = f"{money.code} " if wording.language == _CHINESE else money.code
    return wording.name(f"paper.unit.{money.code}", code)


def _tenths_and_hundredths(part: int) -> str:
    """The rest of an amount as banks write it; an amount without hundredths ends in 整.

    >>> _tenths_and_hundredths(0), _tenths_and_hundredths(50), _tenths_and_hundredths(5)
    ('整', '伍角整', '零伍分')
    """
    tenths, hundredths = divmod(part, 10)
    said = f"{number_in_words(tenths, _CHINESE)}角" if tenths else "零" if hundredths else ""
    return said + (f"{number_in_words(hundredths, _CHINESE)}分" if hundredths else "整")
