"""Numbers and amounts in words, against the grammar of each language."""

from __future__ import annotations

import pytest

from croupier.terms.amount_words import amount_in_words
from croupier.terms.money import Currency
from croupier.terms.number_words import NUMBER_MAX, number_in_words
from croupier.terms.wording import LANGUAGES

WORDS = {
    "en": {
        0: "zero",
        21: "twenty-one",
        100: "one hundred",
        1_001: "one thousand one",
        2_000_019: "two million nineteen",
        10**12: "one trillion",
    },
    "es": {
        0: "cero",
        16: "dieciséis",
        21: "veintiuno",
        31: "treinta y uno",
        100: "cien",
        101: "ciento uno",
        500: "quinientos",
        1_000: "mil",
        21_000: "veintiún mil",
        31_000: "treinta y un mil",
        100_000: "cien mil",
        101_001: "ciento un mil uno",
        1_000_000: "un millón",
        21_000_000: "veintiún millones",
        10**9: "mil millones",
        10**12: "un billón",
    },
    "fr": {
        0: "zéro",
        21: "vingt et un",
        70: "soixante-dix",
        71: "soixante et onze",
        72: "soixante-douze",
        80: "quatre-vingts",
        81: "quatre-vingt-un",
        91: "quatre-vingt-onze",
        99: "quatre-vingt-dix-neuf",
        100: "cent",
        200: "deux cents",
        201: "deux cent un",
        1_000: "mille",
        80_000: "quatre-vingt mille",
        200_000: "deux cent mille",
        200_000_000: "deux cents millions",
        10**9: "un milliard",
        2 * 10**12: "deux billions",
    },
    "de": {
        0: "null",
        1: "eins",
        16: "sechzehn",
        17: "siebzehn",
        21: "einundzwanzig",
        30: "dreißig",
        100: "einhundert",
        101: "einhunderteins",
        121: "einhunderteinundzwanzig",
        1_000: "eintausend",
        1_001: "eintausendeins",
        101_000: "einhunderteintausend",
        1_000_000: "eine Million",
        2_000_001: "zwei Millionen eins",
        10**9: "eine Milliarde",
        3 * 10**12: "drei Billionen",
    },
    "zh-Hans": {
        0: "零",
        10: "壹拾",
        101: "壹佰零壹",
        1_001: "壹仟零壹",
        1_010: "壹仟零壹拾",
        10_001: "壹万零壹",
        12_345: "壹万贰仟叁佰肆拾伍",
        100_010: "壹拾万零壹拾",
        100_002_000: "壹亿零贰仟",
        10**12: "壹万亿",
    },
}


@pytest.mark.parametrize(("language", "number"), [(each, number) for each in WORDS for number in WORDS[each]])
def test_a_number_is_written_as_the_grammar_has_it(language: str, number: int) -> None:
    assert number_in_words(number, language) == WORDS[language][number]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_numbers_are_written_alike(language: str) -> None:
    numbers = {*range(12_000), *(count * 10**power for count in range(1, 1000) for power in (3, 6, 9, 12))}
    assert len({number_in_words(number, language) for number in numbers}) == len(numbers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_written_raises(language: str) -> None:
    assert number_in_words(NUMBER_MAX, language)
    for number in (-1, NUMBER_MAX + 1):
        with pytest.raises(ValueError, match="cannot be written in words"):
            number_in_words(number, language)


@pytest.mark.parametrize(
    ("language", "amount", "words"),
    [
        ("en", 100, "one and 00/100 dollars"),
        ("es", 2_150, "veintiuno con 50/100 dólares"),
        ("fr", 8_000, "quatre-vingts et 00/100 dollars"),
        ("de", 105, "eins und 05/100 Dollar"),
        ("zh-Hans", 100, "美元壹元整"),
        ("zh-Hans", 150, "美元壹元伍角整"),
        ("zh-Hans", 105, "美元壹元零伍分"),
        ("zh-Hans", -100, "负美元壹元整"),
        ("es", -100, "menos uno con 00/100 dólares"),
    ],
)
def test_an_amount_has_its_unit_and_its_part(language: str, amount: int, words: str) -> None:
    assert amount_in_words(amount, language=language) == words


def test_a_currency_without_a_name_goes_by_its_code() -> None:
    krona, yen, dinar = Currency("SEK", "kr"), Currency("JPY", "¥", 0), Currency("KWD", "KD", 3)
    assert amount_in_words(2_050, krona, "de") == "zwanzig und 50/100 SEK"
    assert amount_in_words(500, yen, "fr") == "cinq cents JPY"
    assert amount_in_words(500, yen, "zh-Hans") == "JPY 伍佰元整"
    assert amount_in_words(1_050, dinar, "zh-Hans") == "KWD 壹又 050/1000"
