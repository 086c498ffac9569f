"""One name for one thing: public classes are unique, and the glossary names what exists."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

from croupier.rules.catalogue import catalogue

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "croupier"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in GLOSSARY.splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| word"))
]


def classes() -> dict[str, list[str]]:
    """The files that define each public class of the package."""
    found = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text("utf-8"), re.MULTILINE):
            found[name].append(path.relative_to(SOURCE).as_posix())
    return found


def test_public_class_names_are_unique() -> None:
    assert {name: files for name, files in classes().items() if len(files) > 1} == {}


NAMES = re.findall(r"`(croupier\.[\w.]+)`", GLOSSARY)


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_a_name_of_the_glossary_exists(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    assert hasattr(import_module(module), attribute)


def test_clauses_of_the_glossary_exist() -> None:
    known = catalogue()
    cited = re.findall(r"(?:NJ 19:47-|CO 47\.1-)[\w.()-]*[\w)]|HS \w+", GLOSSARY)
    assert len(cited) > 40
    assert sorted({clause for clause in cited if clause not in known}) == []


def test_a_word_has_one_meaning() -> None:
    words = [row[0] for row in ROWS]
    assert len(words) > 70
    assert {word for word in words if words.count(word) > 1} == set()
    assert all(row[1][0].isupper() for row in ROWS)
