"""Generated pages say what the code says now."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from croupier.rules.trace import State
from croupier.terms.refusal import RefusalCode
from tools import generate
from tools.layers import layers
from tools.refusals import EXAMPLES, refusals_page, refused
from tools.scan import PACKAGE, ROOT, traced_tree
from tools.traceability import trace_table, traceability_page

READERS = [
    f"docs/{reader}.md"
    for reader in ("auditor", "dealer", "developer", "mathematician", "operator", "pit-supervisor", "regulator")
]
"""The pages for one kind of reader, with examples that run."""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {path.as_posix(): text for path, text in generate.pages().items()}


@cache
def refusals() -> str:
    return refusals_page()


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        "src/croupier/rules/trace.tsv",
        "docs/traceability.md",
        "docs/refusals.md",
        "docs/table.md",
        "docs/cli.md",
        "ARCHITECTURE.md",
        "README.md",
        "types/service.d.ts",
        "types/elements.d.ts",
        *READERS,
    ],
)
def test_page_is_up_to_date(pages: dict[str, str], page: str) -> None:
    assert (ROOT / page).read_text("utf-8") == pages[page], "run make docs"


@pytest.mark.slow
def test_every_page_is_one_of_those(pages: dict[str, str]) -> None:
    assert len(pages) == 9 + len(READERS)


@pytest.mark.slow
def test_architecture_names_every_layer(pages: dict[str, str]) -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", pages["ARCHITECTURE.md"], re.MULTILINE)
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rows == layers()
    assert set(rows) == packages
    assert "| `odds` | exact edge and variance | game, terms; msgspec |\n" in pages["ARCHITECTURE.md"]


def test_every_reader_has_a_page_that_the_readme_names() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert all(f"]({reader})" in text for reader in READERS)
    assert len(text.splitlines()) <= 395 / 3


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = [
        (page, target)
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    ]
    assert links
    broken = [f"{page.relative_to(ROOT)}: {target}" for page, target in links if not (page.parent / target).exists()]
    assert broken == []


def test_check_writes_nothing_and_names_each_stale_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "pages", lambda: {Path("good"): "a\n", Path("docs/old"): "b\n", Path("none"): ""})
    (tmp_path / "docs").mkdir()
    (tmp_path / "good").write_bytes(b"a\n")
    (tmp_path / "docs" / "old").write_bytes(b"a\n")
    assert generate.main(["--check"], tmp_path) == 1
    stale = ["docs/old is stale: run make docs", "none is stale: run make docs"]
    assert capsys.readouterr().err.splitlines() == stale
    assert (tmp_path / "docs" / "old").read_bytes() == b"a\n"
    assert not (tmp_path / "none").exists()

    assert generate.main([], tmp_path) == 0
    assert generate.main(["--check"], tmp_path) == 0
    assert (tmp_path / "docs" / "old").read_bytes() == b"b\n"


@pytest.mark.parametrize("code", RefusalCode)
def test_every_refusal_has_an_example_that_earns_it(code: RefusalCode) -> None:
    refusal = refused(EXAMPLES[code])
    assert refusal.code is code
    assert str(refusal.authority) in refusal.message
    assert f"> {refusal.message}\n" in refusals()


def test_refusals_stand_in_their_precedence() -> None:
    page = refusals()
    places = [page.index(f"\n## {code}\n") for code in RefusalCode]
    assert places == sorted(places)


def test_counts_come_first_and_add_up() -> None:
    tree = traced_tree()
    lines = traceability_page(tree).splitlines()
    total = next(line for line in lines if line.startswith("| **all,"))
    works, partly, to_come, clauses, done, duties = (int(cell) for cell in total.strip("| ").split("|")[1:])
    assert clauses == works + partly + to_come == len(tree)
    assert works == sum(each.state is State.WORKS for each in tree)
    assert duties == sum(len(each.duties) for each in tree)
    assert done == sum(not duty.duty.due for each in tree for duty in each.duties)
    assert lines.index(total) < min(index for index, line in enumerate(lines) if line.startswith("## "))


def test_every_clause_and_every_duty_has_its_line() -> None:
    tree = traced_tree()
    page = traceability_page(tree)
    for each in tree:
        clause, *rest = page.partition(f"\n| **{each.clause.id}**")[2].splitlines()
        assert clause.endswith("|")
        names = [line.removeprefix("| ").partition(" ")[0] for line in rest[: len(each.duties)]]
        assert names == [duty.duty.id for duty in each.duties]
    assert len(trace_table(tree).splitlines()) == 1 + len(tree) + sum(len(each.duties) for each in tree)


@pytest.mark.slow
def test_help_page_holds_every_command(pages: dict[str, str]) -> None:
    page = pages["docs/cli.md"]
    for command in ("books list", "books show", "books diff", "books trace", "layout", "odds", "settle", "check"):
        assert f"\n## croupier {command}\n" in page
    assert max(map(len, page.splitlines())) <= 120
