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
from croupier.rules.catalogue import Clause, ClauseKind, Duty, Manner, catalogue, clauses_of
from croupier.rules.folder import Folder, FolderChain
from croupier.rules.library import rulebooks
from croupier.rules.trace import DutyState, State, Traced, TracedDuty, tally, trace, traced
from croupier.terms.citation import ClauseId
from croupier.terms.problem import Problems
from tools.scan import CITATION_FORM, PACKAGE, ROOT, TESTS, Marked, cited, marked, marked_in, traced_tree

SUFFIXES = {".cfg", ".css", ".html", ".ini", ".js", ".md", ".py", ".toml", ".tsv", ".txt", ".yaml", ".yml"}
OWN_FOLDERS = ("benchmarks", "docs", "examples", "src", "tests", "tools")

ROOMS = {"", "pit", "press", "rules", "table", "tournament", "web"}
"""Where a duty may be due; nowhere, when it is done."""

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
NAMES_OF_OTHERS = ("aria-labelledby", "CancelledError", ".cancelled()")
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


def test_catalogue_holds_145_clauses() -> None:
    assert len(catalogue()) == 145


def test_catalogue_keeps_the_clauses_of_a_text_together() -> None:
    texts = [id.split(" ")[0] for id in catalogue()]
    order = list(dict.fromkeys(texts))
    assert sorted(order) == ["CO", "HS", "NJ", "SD"]
    assert texts == sorted(texts, key=order.index)


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
    assert set(clause.books) <= {book.id for book in rulebooks()}
    assert clause.kind in ClauseKind
    assert clause.owes == clause.owes.strip() != ""
    assert clause.duties
    assert len({duty.id for duty in clause.duties}) == len(clause.duties)
    for duty in clause.duties:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", duty.id)
        assert duty.how in Manner
        assert duty.words == duty.words.strip() != ""
        assert not duty.words.endswith(".")
        assert duty.due in ROOMS
        assert duty.books
        assert set(duty.books) <= set(clause.books)


def test_every_kind_of_clause_occurs() -> None:
    assert {clause.kind for clause in catalogue().values()} == set(ClauseKind)


def test_every_manner_of_keeping_a_duty_occurs() -> None:
    assert {duty.how for clause in catalogue().values() for duty in clause.duties} == set(Manner)


@pytest.mark.parametrize(
    ("clause", "duty", "books"),
    [
        ("CO 47.1-2213(2)(b)", "escrow", ("co-2013",)),
        ("CO 47.1-2214(1)", "non-negotiable", ("co-2013",)),
        ("CO 47.1-2213(2)(b)", "prizes", ("co-2013", "co-2014")),
    ],
)
def test_a_duty_that_an_amendment_took_away_is_the_older_texts_alone(
    clause: str, duty: str, books: tuple[str, ...]
) -> None:
    (found,) = (each for each in catalogue()[_known(clause)].duties if each.id == duty)
    assert found.books == books
    for book in rulebooks():
        if _known(clause) in book.clauses:
            assert (duty in {each.id for each in book.clauses[_known(clause)].duties}) is (book.id in books)


HEAD = "clause\tduty\tkind\tdue\twords\n"


def read(rows: str) -> tuple[Clause, ...]:
    """The clauses of a folder whose file holds these rows, with a bar for each tab."""
    files = {"clauses.tsv": (HEAD + rows.replace("|", "\t")).encode(), "book.toml": b'id = "x"\n'}
    return tuple(clauses_of(FolderChain((Folder("x", files),))).values())


def test_a_clause_is_read_with_its_duties() -> None:
    assert read("X 1||play||two things\nX 1|one|enforced||this\nX 1|two|prompted|table|that\n") == (
        Clause(
            ClauseId("X 1"),
            ClauseKind.PLAY,
            "two things",
            (Duty("one", Manner.ENFORCED, "this"), Duty("two", Manner.PROMPTED, "that", "table")),
        ),
    )


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("X 1||play|", "it has 4 columns"),
        ("X 1||game||words", "'game' is not a kind of clause"),
        ("X 1||play|table|words\nX 1|a|enforced||this", "a clause itself cannot be due"),
        ("X 1||play||words", "it has no duty"),
        ("X 1||play||words\nX 1|a|done||this", "'done' is not a way to keep a duty"),
        ("X 1||play||words\nX 1|A b|enforced||this", "'A b' does not name a duty"),
        ("X 1||play||words\nX 1|a|enforced||this\nX 1|a|enforced||that", "X 1 has the duty a twice"),
        ("X 1|a|enforced||this", "the duty a is not below its clause X 1"),
        ("X 1||play||w\nX 1|a|enforced||t\nX 1||play||w", "X 1 is listed twice"),
    ],
)
def test_a_row_that_is_wrong_is_reported_with_its_line(rows: str, wrong: str) -> None:
    with pytest.raises(Problems, match=re.escape(wrong)):
        read(rows)


# Citations.


def test_the_package_cites_only_clauses_that_exist() -> None:
    assert [(each.place, each.id) for each in cited() if each.id not in catalogue()] == []


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.id)
def test_a_pack_cites_only_clauses_of_its_own_text(book: Rulebook) -> None:
    own = [each for each in cited() if each.place.startswith(f"{book.id}/")]
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


def test_markers_name_only_duties_that_their_clause_has() -> None:
    duties = {(id, duty.id) for id, clause in catalogue().items() for duty in clause.duties}
    assert [mark for mark in marked() if mark.duty and (mark.id, mark.duty) not in duties] == []


def test_markers_name_their_clause_and_duty_in_literals() -> None:
    assert [mark.test for mark in marked() if mark.id is None] == []


def test_a_marker_without_a_duty_proves_the_only_one_and_none_of_several() -> None:
    clause = catalogue()[_known("CO 47.1-2203(3)")]
    assert len(clause.duties) > 1
    touched = [mark.test for mark in marked() if mark.id == clause.id and not mark.duty]
    (found,) = (each for each in traced_tree() if each.clause.id == clause.id)
    assert list(found.touching) == touched
    assert not set(touched) & set(found.tests)


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
    @pytest.mark.clause("one", "other", duty="wave")
    @pytest.mark.clause("third", duty=("call", "wave"))
    @pytest.mark.clause("fourth", duty=DUTY)
    @pytest.mark.clause("fifth", room="table")
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
        Marked("t.py::TestClass::test_method", "one", "wave"),
        Marked("t.py::TestClass::test_method", "other", "wave"),
        Marked("t.py::TestClass::test_method", "third", "call"),
        Marked("t.py::TestClass::test_method", "third", "wave"),
        Marked("t.py::TestClass::test_method", None),
        Marked("t.py::TestClass::test_method", None),
    ]


# States.


DONE, DUE = ("", ("test",)), ("table", ())
NO_TEST, DUE_AND_PROVED = ("", ()), ("table", ("test",))


@pytest.mark.parametrize(
    ("duty", "state"),
    [
        (DONE, DutyState.DONE),
        (DUE, DutyState.DUE),
        (NO_TEST, DutyState.UNPROVEN),
        (DUE_AND_PROVED, DutyState.UNPROVEN),
    ],
)
def test_a_duty_is_done_or_due_and_never_both(duty: tuple[str, tuple[str, ...]], state: DutyState) -> None:
    assert TracedDuty(Duty("a", Manner.ENFORCED, "words", duty[0]), duty[1]).state is state


@pytest.mark.parametrize(
    ("duties", "rules", "state"),
    [
        ((DONE,), ("rule",), State.WORKS),
        ((DONE, DONE), ("rule",), State.WORKS),
        ((DONE, DONE), (), State.UNPROVEN),
        ((DONE, DUE), ("rule",), State.PARTLY),
        ((DONE, DUE), (), State.PARTLY),
        ((DUE,), ("rule",), State.TO_COME),
        ((DUE, DUE), (), State.TO_COME),
        ((DONE, NO_TEST), ("rule",), State.UNPROVEN),
        ((DONE, DUE_AND_PROVED), ("rule",), State.UNPROVEN),
    ],
)
def test_a_clause_works_when_all_its_duties_are_done(
    duties: tuple[tuple[str, tuple[str, ...]], ...], rules: tuple[str, ...], state: State
) -> None:
    owed = tuple(Duty(f"d{at}", Manner.ENFORCED, "words", due) for at, (due, _) in enumerate(duties))
    clause = Clause(_known("HS limits"), ClauseKind.PLAY, "owes", owed)
    tests = {(str(clause.id), f"d{at}"): tests for at, (_, tests) in enumerate(duties)}
    found = traced(clause, rules, tests)
    assert found.state is state
    assert found.done == duties.count(DONE)


@cache
def tree() -> tuple[Traced, ...]:
    """Looked through once, and not when tests are collected."""
    return traced_tree()


def test_every_clause_is_traced() -> None:
    assert [each.clause for each in tree()] == [*catalogue().values()]


@pytest.mark.parametrize("place", range(len(catalogue())), ids=[str(id) for id in catalogue()])
def test_every_duty_is_proved_or_due_and_every_clause_kept(place: int) -> None:
    each = tree()[place]
    for duty in each.duties:
        name = f"{each.clause.id}, {duty.duty.id}"
        assert duty.tests or duty.duty.due, (
            f"{name}: no test carries its marker: write one, or name the room it is due in"
        )
        assert not (duty.tests and duty.duty.due), f"{name}: a test proves it: clear its room in clauses.tsv"
    assert each.rules or each.state is State.TO_COME, f"{each.clause.id}: no rule cites it"
    assert each.state is not State.UNPROVEN


def test_counts_of_a_book_are_of_its_own_duties() -> None:
    older, newer = tally(trace(), "co-2013"), tally(trace(), "co-2014")
    assert (older.clauses, newer.clauses) == (72, 91)
    clauses = {book.id: book.clauses.values() for book in rulebooks()}
    for book, counts in (("co-2013", older), ("co-2014", newer)):
        assert counts.duties == sum(len(clause.duties) for clause in clauses[book])
        assert counts.done == sum(not duty.due for clause in clauses[book] for duty in clause.duties)
        assert sum(counts.states.values()) == counts.clauses


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
def test_american_spelling_is_left_unchanged(word: str) -> None:
    assert not _BRITISH.search(word)


@cache
def _is_british(word: str) -> bool:
    """Each word is checked once: few words of a text are new."""
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
