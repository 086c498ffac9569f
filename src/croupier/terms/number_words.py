"""Whole numbers in words, in every language of the house."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

NUMBER_MAX = 10**15 - 1
"""The largest number that is written in words."""

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_ENGLISH_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
_ENGLISH_SCALES = ("", " thousand", " million", " billion", " trillion")

_SPANISH = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
).split()
_SPANISH_TENS = "- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_SPANISH_HUNDREDS = (
    "- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split()
)

_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
    "dix-neuf"
).split()
_FRENCH_TENS = "- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split()
_FRENCH_SCALES = ((10**12, "billion"), (10**9, "milliard"), (10**6, "million"))

_GERMAN = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
).split()
_GERMAN_TENS = "- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_GERMAN_SCALES = ((10**12, "Billion", "Billionen"), (10**9, "Milliarde", "Milliarden"), (10**6, "Million", "Millionen"))

_CHINESE = "零壹贰叁肆伍陆柒捌玖"
"""The forms for money, which a stroke cannot turn into another number."""
_CHINESE_PLACES = ("", "拾", "佰", "仟")
_CHINESE_SCALES = ("", "万", "亿", "万亿")


def number_in_words(number: int, language: str) -> str:
    """The number in words of the language, from zero to `NUMBER_MAX`.

    >>> number_in_words(1_002_345, "en")
    'one million two thousand three hundred forty-five'
    >>> number_in_words(121, "es"), number_in_words(80, "fr"), number_in_words(1_021, "de")
    ('ciento veintiuno', 'quatre-vingts', 'eintausendeinundzwanzig')
    """
    if not 0 <= number <= NUMBER_MAX:
        raise ValueError(f"{number} cannot be written in words")
    return _WRITERS[language](number)


def _groups(number: int, size: int) -> Iterator[int]:
    """The digits in groups, the lowest first."""
    while number:
        number, group = divmod(number, size)
        yield group


def _english(number: int) -> str:
    parts = [
        f"{_english_hundreds(group)}{_ENGLISH_SCALES[at]}" for at, group in enumerate(_groups(number, 1000)) if group
    ]
    return " ".join(reversed(parts)) or _ENGLISH[0]


def _english_hundreds(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    parts = [f"{_ENGLISH[hundreds]} hundred"] if hundreds else []
    if rest >= 20:
        tens, ones = divmod(rest, 10)
        parts.append(_ENGLISH_TENS[tens] + (f"-{_ENGLISH[ones]}" if ones else ""))
    elif rest:
        parts.append(_ENGLISH[rest])
    return " ".join(parts)


def _spanish(number: int) -> str:
    """On the long scale: mil millones is 10**9, un billón 10**12."""
    if number == 0:
        return _SPANISH[0]
    parts = []
    for scale, one, many in ((10**12, "un billón", "billones"), (10**6, "un millón", "millones")):
        count, number = divmod(number, scale)
        if count:
            parts.append(one if count == 1 else f"{_spanish_before(_spanish_thousands(count))} {many}")
    return " ".join([*parts, *([_spanish_thousands(number)] if number else [])])


def _spanish_thousands(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    parts = []
    if thousands:
        parts.append("mil" if thousands == 1 else f"{_spanish_before(_spanish_hundreds(thousands))} mil")
    if rest:
        parts.append(_spanish_hundreds(rest))
    return " ".join(parts)


def _spanish_hundreds(number: int) -> str:
    if number == 100:
        return "cien"
    hundreds, rest = divmod(number, 100)
    parts = [_SPANISH_HUNDREDS[hundreds]] if hundreds else []
    if rest >= 30:
        tens, ones = divmod(rest, 10)
        parts.append(_SPANISH_TENS[tens] + (f" y {_SPANISH[ones]}" if ones else ""))
    elif rest:
        parts.append(_SPANISH[rest])
    return " ".join(parts)


def _spanish_before(words: str) -> str:
    """A number before mil or millones: uno is un, and veintiuno is veintiún."""
    if words.endswith("veintiuno"):
        return f"{words.removesuffix('uno')}ún"
    return words.removesuffix("o") if words.endswith("uno") else words


def _french(number: int) -> str:
    """On the long scale: un milliard is 10**9, un billion 10**12."""
    if number == 0:
        return _FRENCH[0]
    parts = []
    for scale, name in _FRENCH_SCALES:
        count, number = divmod(number, scale)
        if count:
            parts.append(f"{_french_hundreds(count)} {name}{'s' if count > 1 else ''}")
    thousands, rest = divmod(number, 1000)
    if thousands:  # mille is no noun: cent and vingt before it have no s
        parts.append("mille" if thousands == 1 else f"{_french_hundreds(thousands, last=False)} mille")
    if rest:
        parts.append(_french_hundreds(rest))
    return " ".join(parts)


def _french_hundreds(number: int, *, last: bool = True) -> str:
    hundreds, rest = divmod(number, 100)
    parts = []
    if hundreds:
        plural = "s" if hundreds > 1 and not rest and last else ""
        parts.append(f"cent{plural}" if hundreds == 1 else f"{_FRENCH[hundreds]} cent{plural}")
    if rest:
        parts.append(_french_tens(rest, last=last))
    return " ".join(parts)


def _french_tens(number: int, *, last: bool) -> str:
    if number < 20:
        return _FRENCH[number]
    tens = number // 10
    ones = number - (tens - tens % 2 if tens in (7, 9) else tens) * 10
    if ones == 0:
        return _FRENCH_TENS[tens] + ("s" if tens == 8 and last else "")
    joint = " et " if ones in (1, 11) and tens < 8 else "-"
    return f"{_FRENCH_TENS[tens]}{joint}{_FRENCH[ones]}"


def _german(number: int) -> str:
    if number == 0:
        return _GERMAN[0]
    parts = []
    for scale, one, many in _GERMAN_SCALES:
        count, number = divmod(number, scale)
        if count:
            parts.append(f"eine {one}" if count == 1 else f"{_german_hundreds(count, 'eine')} {many}")
    thousands, rest = divmod(number, 1000)
    low = f"{_german_hundreds(thousands, 'ein')}tausend" if thousands else ""
    low += _german_hundreds(rest) if rest else ""
    return " ".join([*parts, *([low] if low else [])])


def _german_hundreds(number: int, one: str = "eins") -> str:
    """Up to 999 as one word; `one` is how a final 1 is written before what follows."""
    hundreds, rest = divmod(number, 100)
    words = f"{_german_one(hundreds, 'ein')}hundert" if hundreds else ""
    if rest >= 20:
        tens, ones = divmod(rest, 10)
        return words + (f"{_german_one(ones, 'ein')}und" if ones else "") + _GERMAN_TENS[tens]
    return words + (_german_one(rest, one) if rest else "")


def _german_one(number: int, one: str) -> str:
    return one if number == 1 else _GERMAN[number]


def _chinese(number: int) -> str:
    """In groups of four digits; a gap of zeros is said once."""
    groups = list(_groups(number, 10_000))
    words = ""
    for at in reversed(range(len(groups))):
        group = groups[at]
        if group:
            gap = words and (group < 1000 or groups[at + 1] == 0)
            words += ("零" if gap else "") + _chinese_group(group) + _CHINESE_SCALES[at]
    return words or _CHINESE[0]


def _chinese_group(number: int) -> str:
    digits, words = f"{number:04d}", ""
    for at, digit in enumerate(digits):
        if digit != "0":
            gap = words and digits[at - 1] == "0"
            words += ("零" if gap else "") + _CHINESE[int(digit)] + _CHINESE_PLACES[3 - at]
    return words


_WRITERS: Mapping[str, Callable[[int], str]] = {
    "en": _english,
    "es": _spanish,
    "fr": _french,
    "de": _german,
    "zh-Hans": _chinese,
}
