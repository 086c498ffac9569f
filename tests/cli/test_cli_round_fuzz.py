"""Random round files: a text is a round, or all its problems are reported; nothing else happens."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from croupier import Problems, RefusedWager, WagerOutcome
from croupier.rules.explain import explain
from croupier.rules.library import packaged
from croupier.rules.round import Round, read_round

BOOK_IDS = packaged().names()

KEYS = (
    "book on result between wheel zero layout offers withholds pays limits sections arrangement stops clapper "
    "coupons wager seat spot stake choice imprisoned coupon chips chip minimum maximum inside red gold straight x"
).split()
WORDS = [
    *BOOK_IDS,
    *"co american european double-as-single big-six lose-all half in-prison in-prison-leave leave 0 00 17 red".split(),
    *"17-20 0-00 column-1 adjacent-17 color-6-gold voisins neighbors-0-2 final-4 called-bets five-adjacent".split(),
    *"six-color first-four single-zero double-zero joker $1 previous void value plaque 7/2 straight".split(),
]

scalars = st.one_of(
    st.sampled_from(WORDS),
    st.text(max_size=6),
    st.integers(-(2**70), 2**70),
    st.sampled_from([0, 1, 5, 100, 500, 10**13]),
    st.floats(allow_nan=True),
    st.booleans(),
    st.dates(date(1900, 1, 1), date(2100, 1, 1)),
)
keys = st.one_of(st.sampled_from(KEYS), st.text(max_size=4))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=6,
)


def to_toml(value: Any) -> str:
    """A value as TOML writes it inline."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case int() | float() | date():
            return str(value)
        case list():
            return f"[{', '.join(map(to_toml, value))}]"
        case dict():
            return "{" + ", ".join(f"{to_toml(key)} = {to_toml(each)}" for key, each in value.items()) + "}"
        case _:
            raise TypeError(value)


def document(table: dict[str, Any]) -> str:
    return "\n".join(f"{to_toml(key)} = {to_toml(value)}" for key, value in table.items())


def assert_round_or_problems(text: str) -> None:
    """Whatever the text is, the answer is a round that settles and can be explained, or named problems."""
    found = round_or_problems(text)
    if isinstance(found, Problems):
        assert found.problems
        assert all(problem.wrong and problem.right for problem in found.problems)
        return
    settlement = found.settle()
    answers: list[WagerOutcome | RefusedWager] = [*settlement.wagers, *settlement.refused]
    assert all(explain(found.rules, found.result, answer) for answer in answers)


def round_or_problems(text: str) -> Round | Problems:
    try:
        return read_round(text)
    except Problems as problems:
        return problems


@given(st.text())
def test_any_text(text: str) -> None:
    assert_round_or_problems(text)


@given(st.dictionaries(keys, values, max_size=5))
def test_any_document(table: dict[str, Any]) -> None:
    assert_round_or_problems(document(table))


likely_wagers = st.fixed_dictionaries(
    {"seat": st.integers(1, 8), "spot": st.sampled_from(WORDS), "stake": st.sampled_from([0, 1, 5, 100, 501, 10**13])},
    optional={
        "choice": st.sampled_from(["half", "leave"]),
        "imprisoned": st.booleans(),
        "coupon": st.sampled_from([0, 1, 100]),
        "chips": st.sampled_from(["value", "non-value", "plaque", "electronic"]),
        "chip": st.sampled_from([1, 5, 100]),
    },
)
likely_rounds = st.fixed_dictionaries(
    {
        "book": st.sampled_from(BOOK_IDS),
        "result": st.sampled_from(["0", "00", "1", "17", "36", "joker"]),
        "wager": st.lists(likely_wagers, max_size=4),
    },
    optional={
        "wheel": st.sampled_from(["american", "european", "double-as-single", "big-six"]),
        "zero": st.sampled_from(["lose-all", "half", "in-prison", "in-prison-leave"]),
        "offers": st.lists(st.sampled_from(["five-adjacent", "six-color", "called-bets", "first-four"]), unique=True),
        "clapper": st.sampled_from(["previous", "void"]),
        "coupons": st.booleans(),
        "limits": st.dictionaries(st.sampled_from(["minimum", "maximum"]), st.integers(1, 500)),
    },
)


@given(likely_rounds)
def test_documents_that_are_nearly_rounds(table: dict[str, Any]) -> None:
    assert_round_or_problems(document(table))


@given(likely_rounds, keys, values)
def test_a_round_with_one_key_replaced(table: dict[str, Any], key: str, value: Any) -> None:
    assert_round_or_problems(document(table | {key: value}))
