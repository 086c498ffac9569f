"""Book files: every citation is of its text; all mistakes in a file are reported as Problems at once."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from fractions import Fraction
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Problems, Rulebook, rulebook, rulebooks
from croupier.game.wager import WagerId
from croupier.rules.catalogue import catalogue
from croupier.rules.folder import CUSTOMARY
from croupier.rules.library import Library
from croupier.terms.document import DocumentTable, parse_toml
from croupier.terms.problem import Problem
from tests import oracle

pytestmark = pytest.mark.slow

BOOKS = sorted(oracle.WHEELS)
TEXTS = {book: rulebook(book).chain.own.text("book.toml") for book in [*BOOKS]}


def read(book: str, text: str) -> Rulebook:
    """The rulebook whose own book file has that text."""
    data = text.encode("utf-8", "surrogatepass")
    return Library.recorded({**rulebook(book).chain.files, f"{book}/book.toml": data}).book(book)


Tree = dict[str, object]
Path = tuple[str | int, ...]


# A small TOML writer, so that a mutated document goes through the real reader.


def written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        plain = {'"': '\\"', "\\": "\\\\"}
        return '"' + "".join(plain.get(c, c if c.isprintable() else f"\\U{ord(c):08x}") for c in value) + '"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{written(str(key))} = {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return repr(value)


def document(tree: Tree) -> str:
    return "\n".join(f"{written(key)} = {written(value)}" for key, value in tree.items())


def paths(node: object, at: Path = ()) -> Iterator[Path]:
    """Every key of a document."""
    children: list[tuple[str | int, object]] = (
        list(cast(Tree, node).items())
        if isinstance(node, dict)
        else list(enumerate(cast("list[object]", node)))
        if isinstance(node, list)
        else []
    )
    for key, child in children:
        yield (*at, key)
        yield from paths(child, (*at, key))


def changed(tree: Tree, path: Path, value: object, *, delete: bool = False) -> Tree:
    """A copy of a document in which one key has another value, or is gone."""
    copied = deepcopy(tree)
    node: object = copied
    for key in path[:-1]:
        node = cast("dict[str | int, object]", node)[key]
    if delete:
        del cast("dict[str | int, object]", node)[path[-1]]
    else:
        cast("dict[str | int, object]", node)[path[-1]] = value
    return copied


def problems_of(text: str, book: str = "nj") -> tuple[Problem, ...]:
    with pytest.raises(Problems) as caught:
        read(book, text)
    return caught.value.problems


def read_or_problems(text: str, book: str = "nj") -> Rulebook | tuple[Problem, ...]:
    try:
        return read(book, text)
    except Problems as raised:
        found = raised.problems
    assert found
    assert all(problem.key and problem.wrong and problem.right for problem in found)
    return found


TREES = {book: tomllib.loads(text) for book, text in TEXTS.items()}


# As shipped


@pytest.mark.parametrize("book", BOOKS)
def test_the_writer_of_these_tests_is_faithful(book: str) -> None:
    assert tomllib.loads(document(TREES[book])) == TREES[book]
    assert read(book, document(TREES[book])).wagers == rulebook(book).wagers


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_that_a_pack_cites_is_one_of_its_own_text(book: str) -> None:
    tree = TREES[book]
    seen = 0
    for path in paths(tree):
        if path[-1] in ("clause", "defined", "cover"):
            node: object = tree
            for key in path:
                node = cast("dict[str | int, object]", node)[key]
            if isinstance(node, dict):
                continue  # a table with its own clause
            assert node in catalogue(), path
            assert book in catalogue()[node].books, (path, node)  # type: ignore[index]
            seen += 1
    assert seen > (15 if "builds_on" not in tree else 0)


def test_the_catalogue_has_145_clauses() -> None:
    assert len(catalogue()) == 145
    assert {book for clause in catalogue().values() for book in clause.books} == set(BOOKS)


def test_every_reading_has_its_adr_and_every_text_its_clause() -> None:
    for book in rulebooks():
        authorities = [
            *(book.placement, book.position, book.limits.authority, book.odds.authority, book.coupons.authority),
            *(wheel.authority for wheel in book.wheels.values()),
            *(rule.authority for rule in book.wagers.values()),
            *(option.authority for rules in book.zero.values() for option in rules.options.values()),
            *(
                authority
                for rules in book.zero.values()
                for option in rules.options.values()
                for authority in (option.second_zero, option.prisoner_wins, option.prisoner_loses, option.close)
            ),
        ]
        for authority in authorities:
            assert authority.basis != "text" or authority.clause
            assert authority.basis != "reading" or (authority.clause and authority.adr)
            assert authority.basis != "customary" or not authority.clause


@pytest.mark.parametrize("book", BOOKS)
def test_each_wheel_of_a_book_has_its_zero_rule(book: str) -> None:
    found = rulebook(book)
    assert set(found.zero) == {wheel for wheel in found.wheels if found.plan(wheel).wheel.zeros}


# Broken packs.


@pytest.mark.parametrize("key", ["clause", "defined", "cover"])
def test_an_unknown_clause_is_a_problem_at_its_key(key: str) -> None:
    tree = TREES["nj"]
    for path in paths(tree):
        if path[-1] == key:
            found = problems_of(document(changed(tree, path, "NJ 19:47-9.9(z)")))
            assert all("NJ 19:47-9.9(z)" in problem.wrong for problem in found)
            assert {problem.key for problem in found} == {_dotted(path)}


def _dotted(path: Path) -> str:
    text = ""
    for key in path:
        text += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def test_each_problem_is_reported_once() -> None:
    tree = changed(TREES["co-2013"], ("zero", "american", "in-prison", "clause"), "CO 0")
    found = problems_of(document(tree), "co-2013")
    assert [problem.key for problem in found] == ["zero.american.in-prison.clause"]


def test_all_problems_of_a_file_come_at_once() -> None:
    tree = TREES["nj"]
    wrong: list[tuple[Path, object]] = [
        (("id",), 5),
        (("from",), "15.11.2010"),
        (("placement", "clause"), "NJ 1"),
        (("position", "basis"), "hearsay"),
        (("odds", "more"), "yes"),
        (("coupons", "pays"), ["one"]),
        (("wheel", "american", "clauze"), "x"),
        (("zero", "american", "half", "answers"), ["000"]),
        (("wager", "straight", "pays"), 35.0),
        (("wager", "split", "pays"), "seventeen"),
        (("wager", "six-color", "adr"), 0),
        (("excludes", 0, "offer"), ["six-colour"]),
        (("clapper", "options"), ["next"]),
        (("surprise",), 1),
    ]
    for path, value in wrong:
        tree = changed(tree, path, value)
    assert {problem.key for problem in problems_of(document(tree))} == {_dotted(path) for path, _ in wrong}


@pytest.mark.parametrize(
    ("path", "missing"),
    [
        (("wager", "six-color", "adr"), "wager.six-color.adr"),
        (("wager", "$1", "clause"), "wager.$1.clause"),
        (("wager", "straight", "defined"), "wager.straight.defined"),
        (("wager", "straight", "pays"), "wager.straight.pays"),
        (("placement",), "placement"),
        (("id",), "id"),
    ],
    ids=_dotted,
)
def test_what_a_pack_owes_is_missed(path: Path, missing: str) -> None:
    found = problems_of(document(changed(TREES["nj"], path, None, delete=True)))
    assert missing in {problem.key for problem in found}


@pytest.mark.parametrize("wheel", ["american", "european"])
@pytest.mark.parametrize("outcome", ["win", "lose", "close"])
def test_the_reading_of_what_becomes_of_a_prisoner_needs_its_adr(wheel: str, outcome: str) -> None:
    path = ("zero", wheel, "in-prison", "prison", outcome, "adr")
    found = problems_of(document(changed(TREES["co-2013"], path, None, delete=True)), "co-2013")
    assert [problem.key for problem in found] == [_dotted(path)]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        pytest.param(("wager", "straight", "pays"), -35, id="negative odds"),
        pytest.param(("wager", "straight", "pays"), 0, id="odds of nothing"),
        pytest.param(("until",), datetime.date(2010, 11, 14), id="ends before it begins"),
        pytest.param(("limits",), {"basis": "house", "minimum": 400, "maximum": 100}, id="limits upside down"),
        pytest.param(("wheel",), {}, id="no wheel"),
        pytest.param(("wager",), {}, id="no wager"),
    ],
)
def test_values_that_make_no_sense_are_problems(path: Path, value: object) -> None:
    assert problems_of(document(changed(TREES["nj"], path, value)))


@pytest.mark.parametrize("book", ["co-2013", "nj", "house"])
def test_a_file_that_lacks_any_one_key_is_read_or_reported(book: str) -> None:
    answers = [
        read_or_problems(document(changed(TREES[book], path, None, delete=True)), book) for path in paths(TREES[book])
    ]
    assert sum(isinstance(answer, tuple) for answer in answers) > len(answers) // 3


VALUES: st.SearchStrategy[object] = st.recursive(
    st.none().map(lambda _: "")
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=True)
    | st.dates()
    | st.text(max_size=12)
    | st.sampled_from(["text", "reading", "red", "american", "0", "1/0", "35", "lose-all", "NJ 19:47-5.2(a)"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=120)
@given(st.data(), st.sampled_from(BOOKS), st.integers(1, 3))
def test_mutated_values_raise_problems_and_nothing_else(data: st.DataObject, book: str, times: int) -> None:
    tree: Tree = TREES[book]
    for _ in range(times):
        keys = list(paths(tree))
        path = data.draw(st.sampled_from(keys))
        kind = data.draw(st.sampled_from(["replace", "delete", "add"]))
        if kind == "add" and isinstance(path[-1], str):
            path = (*path[:-1], data.draw(st.text(min_size=1, max_size=8)))
        tree = changed(tree, path, data.draw(VALUES), delete=kind == "delete")
    read_or_problems(document(tree), book)


@settings(max_examples=120)
@given(st.data(), st.sampled_from(BOOKS))
def test_mutated_text_raises_problems_and_nothing_else(data: st.DataObject, book: str) -> None:
    text = TEXTS[book]
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 40))
    noise = data.draw(st.text(max_size=10) | st.sampled_from(['"', "[", "]]", "=", "\n", "0x", "'''", "2014-13-01"]))
    read_or_problems(text[:start] + noise + text[start + length :], book)


@given(st.text(max_size=200))
def test_any_text_raises_problems_and_nothing_else(text: str) -> None:
    assert isinstance(read_or_problems(text), tuple)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a = " + "[" * 20_000, id="nested too deeply"),
        pytest.param("id = 0x" + "f" * 5000, id="a hexadecimal number of 5,000 digits"),
        pytest.param("id = " + "9" * 5000, id="a decimal number of 5,000 digits"),
        pytest.param("from = 2014-02-30", id="a day that does not exist"),
        pytest.param("from = 2014-07-15T00:00:00Z", id="a time of day"),
        pytest.param("id = 1\nid = 2", id="a key twice"),
        pytest.param("\ufeffid = 1", id="a byte order mark"),
        pytest.param("id = 1\x00", id="a null"),
    ],
)
def test_hard_documents_are_problems_too(text: str) -> None:
    assert problems_of(text)


# The reader's parts


def section(**values: object) -> tuple[DocumentTable, list[Problem]]:
    problems: list[Problem] = []
    return DocumentTable(values, problems), problems


@given(st.integers(0, 10**9 - 1), st.integers(0, 10**9 - 1), st.integers(1, 10**9 - 1))
def test_fractions_read_as_written(whole: int, numerator: int, denominator: int) -> None:
    for text, value in (
        (f"{numerator}/{denominator}", Fraction(numerator, denominator)),
        (f"{whole} {numerator}/{denominator}", whole + Fraction(numerator, denominator)),
        (f"{whole}", Fraction(whole)),
    ):
        found, problems = section(odds=text)
        assert found.fraction("odds") == value
        assert problems == []


@given(st.text(max_size=20) | st.from_regex(r"[-0-9/ .]{0,12}", fullmatch=True))
def test_a_fraction_is_read_or_one_problem(text: str) -> None:
    found, problems = section(odds=text)
    value = found.fraction("odds")
    assert (value is None) == (len(problems) == 1)
    assert value is None or value >= 0


@pytest.mark.parametrize("text", ["", " ", "1/0", "-1", "1/2/3", "1.5", "1e3", "/2", "3/", "1 2", "½", "0x10"])
def test_text_that_is_not_a_fraction(text: str) -> None:
    found, problems = section(odds=text)
    assert found.fraction("odds") is None
    assert [problem.key for problem in problems] == ["odds"]


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], {}], ids=repr)
def test_true_is_no_number_and_1_no_text(value: object) -> None:
    found, problems = section(count=value)
    assert found.integer("count") is None
    assert [problem.key for problem in problems] == ["count"]


def test_an_unknown_key_is_reported_with_the_nearest_right_one() -> None:
    found, problems = section(minimun=5)
    found.integer("minimum")
    found.integer("maximum")
    found.finish()
    (problem,) = problems
    assert problem.key == "minimun"
    assert problem.right.startswith("Did you mean minimum?")


def test_the_customary_folder_is_read_by_the_same_rules() -> None:
    assert set(rulebook("nj").customary) == {"trio-0-2-3", "first-four"}
    for old, new in (
        ('basis = "customary"', 'basis = "hearsay"'),
        ("[wager.first-four]", "[wager.first-four]\nsurprise = 1"),
    ):
        files = dict(rulebook("nj").chain.files)
        name = f"{CUSTOMARY}/book.toml"
        files[name] = files[name].replace(old.encode(), new.encode())
        with pytest.raises(Problems):
            Library.recorded(files).book("nj")


def test_toml_is_parsed_as_toml() -> None:
    assert parse_toml("a = 1") == {"a": 1}


@pytest.mark.parametrize(
    ("book", "basis"),
    [("co-2013", "reading"), ("co-2014", "reading"), ("sd", "reading"), ("nj", "text"), ("house", "text")],
)
def test_the_place_of_the_first_five_is_text_only_where_the_sentence_is_whole(book: str, basis: str) -> None:
    place = rulebook(book).wagers[WagerId("first-five")].place
    assert place is not None
    assert (place.basis, place.adr) == (basis, 14 if basis == "reading" else None)
