"""The chain from clause to rule to test has no broken link, and no link that leads nowhere."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from croupier.rules.book import Rulebook
from croupier.rules.catalogue import Clause, ClauseKind, catalogue
from croupier.rules.shelf import BOOK_IDS, rulebooks
from croupier.rules.trace import State, Traced, state_of, trace
from croupier.terms.citation import ClauseId
from tools.scan import CITATION_FORM, PACKAGE, ROOT, TESTS, Marked, cited, marked, marked_in, traced_tree

SUFFIXES = {".cfg", ".css", ".html", ".ini", ".js", ".md", ".py", ".toml", ".tsv", ".txt", ".yaml", ".yml"}
OWN_FOLDERS = ("benchmarks", "docs", "examples", "src", "tests", "tools")

# Stems, so that a word's other endings are found too.
BRITISH = (
    r"colour favour honour harbour humour labour(?!chere) neighbour rumour behaviour endeavour "
    r"centre(?!d) metre\b litre\b theatre fibre\b calibre sceptic "
    r"licence defence offence pretence grey\b greyed cheque\b programme\b judgement acknowledgement "
    r"cancell(?:ed|ing) travell label{2}(?:ed|ing) modell signall(?:ed|ing) levell(?:ed|ing) fulfil(?!l) enrol(?!l) "
    r"analys(?:e|ed|es|ing)\b catalys(?:e|ed) paralys(?:e|ed) "
    r"(?:author|final|general|initial|local|maxim|minim|normal|optim|organ|random|real|recogn|serial|special|summar"
    r"|synchron|util|capital|categor|character|critic|custom|emphas|formal|harmon|memor|neutral|penal|prior|standard"
    r"|symbol|visual)is(?:e|ed|es|er|ing|ation)\b "
    r"whilst amongst\b towards\b learnt\b spelt\b defence artefact"
).split()
NAMES_OF_OTHERS = ("aria-labelledby", "CancelledError")
"""Spelled as the standards and libraries that own them do."""
_BRITISH = re.compile("|".join(rf"\b\w*?(?:{stem})\w*" for stem in BRITISH), re.IGNORECASE)


def own_texts() -> Iterator[tuple[Path, str]]:
    """Every text of the repository that we wrote."""
    paths = [path for folder in OWN_FOLDERS for path in (ROOT / folder).rglob("*")]
    paths += [path for path in ROOT.iterdir() if path.suffix in SUFFIXES or path.name == "Makefile"]
    for path in sorted(paths):
        hidden = any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)
        if path.is_file() and not hidden and (path.suffix in SUFFIXES or path.name == "Makefile"):
            yield path, path.read_text("utf-8")


# The catalogue.


def test_catalogue_holds_145_clauses_each_once() -> None:
    lines = (PACKAGE / "rules" / "clauses.tsv").read_text("utf-8").splitlines()
    ids = [line.split("\t")[0] for line in lines[1:]]
    assert len(ids) == 145
    assert len(set(ids)) == 145
    assert list(catalogue()) == ids


def test_catalogue_stands_in_the_order_of_the_texts() -> None:
    texts = [id.split(" ")[0] for id in catalogue()]
    assert list(dict.fromkeys(texts)) == ["CO", "HS", "SD", "NJ"]
    assert texts == sorted(texts, key=["CO", "HS", "SD", "NJ"].index)


@pytest.mark.parametrize(
    ("book", "prefix", "count"),
    [
        ("co-2013", "CO 47.1-", 72),
        ("co-2014", "CO 47.1-", 91),
        ("nj", "NJ 19:47-5.", 41),
        ("sd", "SD 20:18:34:03 ", 5),
        ("house", "HS ", 7),
    ],
)
def test_every_book_has_its_clauses(book: str, prefix: str, count: int) -> None:
    own = [clause.id for clause in catalogue().values() if book in clause.books]
    assert len(own) == count
    assert all(id.startswith(prefix) for id in own)


@pytest.mark.parametrize("clause", catalogue().values(), ids=lambda clause: clause.id)
def test_a_clause_is_well_formed(clause: Clause) -> None:
    assert CITATION_FORM.fullmatch(clause.id)
    assert clause.books
    assert set(clause.books) <= set(BOOK_IDS)
    assert clause.kind in ClauseKind
    assert clause.owes == clause.owes.strip() != ""
    assert set(clause.due) <= {"pit", "press", "table", "tournament", "web"}
    assert len(clause.due) == len(set(clause.due))


def test_every_kind_of_clause_occurs() -> None:
    assert {clause.kind for clause in catalogue().values()} == set(ClauseKind)


# Citations.


def test_the_package_cites_only_clauses_that_exist() -> None:
    assert [(each.place, each.id) for each in cited() if each.id not in catalogue()] == []


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.id)
def test_a_pack_cites_only_clauses_of_its_own_text(book: Rulebook) -> None:
    own = [each for each in cited() if each.place.startswith(f"packs/{book.id}.toml")]
    assert own
    assert [each for each in own if book.id not in catalogue()[_known(each.id)].books] == []


def test_prose_names_only_clauses_that_exist() -> None:
    """Prose may name what holds several clauses, such as ``SD 20:18:34:03`` or ``NJ 19:47-5.1(e)``."""
    wrong = []
    for path, text in own_texts():
        if TESTS in path.parents:  # tests also name what must be refused
            continue
        for found in re.findall(r"\b(?:CO 47\.1-|NJ 19:47-|SD 20:)[\w:.()-]+", text):
            name = found.rstrip(".:-")
            name = name[:-1] if name.count(")") > name.count("(") else name
            if not any(re.match(rf"{re.escape(name)}(?!\w)|{re.escape(name)}(?<=\))", id) for id in catalogue()):
                wrong.append((path.relative_to(ROOT).as_posix(), name))
    assert wrong == []


def test_every_adr_that_is_cited_has_a_page() -> None:
    pages = {int(path.name[:4]) for path in (ROOT / "docs" / "adr").glob("[0-9]*.md")}
    named = set()
    for path in PACKAGE.rglob("*.toml"):
        named |= {int(number) for number in re.findall(r"^adr\s*=\s*(\d+)", path.read_text("utf-8"), re.MULTILINE)}
    assert named
    assert named <= pages


def test_adr_pages_are_numbered_without_a_gap_and_listed() -> None:
    folder = ROOT / "docs" / "adr"
    pages = sorted(folder.glob("[0-9]*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    index = (folder / "README.md").read_text("utf-8")
    assert [page.name for page in pages if f"({page.name})" not in index] == []
    for page in pages:
        text = page.read_text("utf-8")
        assert text.startswith(f"# {int(page.name[:4])}. "), page.name
        headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequences", "What would change our mind"], page.name


# Markers.


def test_markers_name_only_clauses_that_exist() -> None:
    assert [mark for mark in marked() if mark.id is not None and mark.id not in catalogue()] == []


def test_markers_name_their_clause_in_a_literal() -> None:
    assert [mark.test for mark in marked() if mark.id is None] == []


def test_markers_are_found_wherever_they_stand() -> None:
    source = """
import pytest

pytestmark = pytest.mark.clause("module")
CASES = [pytest.param(1, marks=pytest.mark.clause("named case"))]

@pytest.mark.clause("first", "second")
def test_function() -> None: ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=[pytest.mark.slow, pytest.mark.clause("case")]), 2])
async def test_parameters(x: int) -> None: ...

@pytest.mark.parametrize("x", CASES)
def test_named_parameters(x: int) -> None: ...

@pytest.mark.clause("class")
class TestClass:
    pytestmark = [pytest.mark.clause("body")]

    @pytest.mark.clause(ID)
    def test_method(self) -> None: ...

@pytest.mark.clause("no test")
def helper() -> None: ...
"""
    assert list(marked_in(source, "t.py")) == [
        Marked("t.py::test_function", "module"),
        Marked("t.py::test_function", "first"),
        Marked("t.py::test_function", "second"),
        Marked("t.py::test_parameters", "module"),
        Marked("t.py::test_parameters", "case"),
        Marked("t.py::test_named_parameters", "module"),
        Marked("t.py::test_named_parameters", "named case"),
        Marked("t.py::TestClass::test_method", "module"),
        Marked("t.py::TestClass::test_method", "class"),
        Marked("t.py::TestClass::test_method", "body"),
        Marked("t.py::TestClass::test_method", None),
    ]


# States.


@pytest.mark.parametrize(
    ("due", "rules", "tests", "state"),
    [
        ((), ("rule",), ("test",), State.WORKS),
        ((), (), ("test",), State.UNPROVEN),
        ((), ("rule",), (), State.UNPROVEN),
        ((), (), (), State.UNPROVEN),
        (("table",), ("rule",), ("test",), State.PARTLY),
        (("table",), (), ("test",), State.PARTLY),
        (("table",), ("rule",), (), State.TO_COME),
        (("table",), (), (), State.TO_COME),
    ],
)
def test_state_follows_from_what_is_due_kept_and_proved(
    due: tuple[str, ...], rules: tuple[str, ...], tests: tuple[str, ...], state: State
) -> None:
    clause = Clause(_known("HS limits"), ("house",), ClauseKind.PLAY, "owes", due)
    assert state_of(clause, rules, tests) is state


@pytest.mark.parametrize("each", traced_tree(), ids=lambda each: each.clause.id)
def test_a_clause_with_nothing_due_is_kept_and_proved(each: Traced) -> None:
    if each.clause.due:
        assert each.state is (State.PARTLY if each.tests else State.TO_COME)
        return
    assert each.rules, f"{each.clause.id}: no rule cites it, so something is due"
    assert each.tests, f"{each.clause.id}: no test carries its marker, so something is due"
    assert each.state is State.WORKS


def test_the_package_knows_the_trace_of_its_tree() -> None:
    assert trace() == traced_tree()


def test_trace_holds_every_clause_in_order() -> None:
    assert [each.clause for each in trace()] == list(catalogue().values())


def test_traced_tests_exist() -> None:
    missing = []
    for name in {test for each in trace() for test in each.tests}:
        file, *_, function = name.split("::")
        path = ROOT / file
        if not path.is_file() or f"def {function}(" not in path.read_text("utf-8"):
            missing.append(name)
    assert missing == []


# Spelling.


def test_our_words_are_spelled_the_american_way() -> None:
    exempt = [*sorted(catalogue(), key=len, reverse=True), *NAMES_OF_OTHERS]
    ids = re.compile("|".join(re.escape(id) for id in exempt))
    found = []
    for path, text in own_texts():
        if path == Path(__file__) or not any(map(_is_british, set(re.findall(r"\w+", text)))):
            continue
        words = _without_inputs(text) if TESTS in path.parents and path.suffix == ".py" else text
        for number, line in enumerate(ids.sub("", words).splitlines(), start=1):
            found += [f"{path.relative_to(ROOT)}:{number}: {word}" for word in _BRITISH.findall(line)]
    assert found == []


@pytest.mark.parametrize("word", ["colour", "Neighbours", "recognised", "labelled", "centre", "grey", "licence"])
def test_british_spelling_is_seen(word: str) -> None:
    assert _BRITISH.search(word)


@pytest.mark.parametrize(
    "word",
    ["color", "Labouchere", "labeled", "centered", "promise", "raise", "otherwise", "size", "catalogue", "fulfill"],
)
def test_american_spelling_is_left_alone(word: str) -> None:
    assert not _BRITISH.search(word)


@cache
def _is_british(word: str) -> bool:
    """A word is looked at once: few of the words of a text are new."""
    return _BRITISH.search(word) is not None


def _without_inputs(source: str) -> str:
    """Test code without its string literals, which may be wrong on purpose; docstrings stay."""
    lines = source.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(source).readline))):
        if token.type == tokenize.STRING and not token.string.startswith('"""'):
            (first, start), (last, end) = token.start, token.end
            lines[first - 1 : last] = [lines[first - 1][:start] + "\n" * (last - first) + lines[last - 1][end:]]
            lines = "".join(lines).splitlines(keepends=True)
    return "".join(lines)


def _known(id: str) -> ClauseId:
    return next(clause for clause in catalogue() if clause == id)
