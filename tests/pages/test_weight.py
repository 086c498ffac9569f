"""The download size of a page: everything it loads, compressed as the service does."""

from __future__ import annotations

import gzip
import re
from functools import cache

import pytest

from croupier.web.files import PAGES, STATIC

WEIGHT_MAX = 200_000
_LOADED = re.compile(r"""(?:src|href)="/static/([^"]+\.(?:js|css|svg))\"""")
_IMPORTED = re.compile(r"""(?:from|import)\s+'(\.{1,2}/[^']+\.js)'""")
_DRAWN = re.compile(r"""url\("?(?:/static/)?(?:\.\./)?([^)"#]+\.svg)"?\)""")


@cache
def weight(name: str) -> int:
    return len(gzip.compress((STATIC / name).read_bytes(), 6, mtime=0))


@cache
def catalogues(page: str, language: str) -> int:
    """What the texts of a page weigh."""
    declared = re.search(r'data-texts="([^"]*)"', (STATIC / page).read_text("utf-8"))
    names = ["house", *(declared[1].split() if declared else ())]
    return sum(weight(f"lang/{language}/{name}.json") for name in names)


def loads(name: str, found: set[str]) -> set[str]:
    """The file and all that it brings along."""
    if name in found:
        return found
    found.add(name)
    text, folder = (STATIC / name).read_text("utf-8"), (STATIC / name).parent
    for path in [*_LOADED.findall(text), *_DRAWN.findall(text)]:
        loads(path, found)
    for path in _IMPORTED.findall(text):
        loads(str((folder / path).resolve().relative_to(STATIC.resolve())), found)
    return found


@pytest.mark.parametrize("page", sorted(set(PAGES.values())))
def test_a_page_stays_below_its_weight(page: str) -> None:
    files = loads(page, set())
    assert len(files) > 2
    heaviest = max(catalogues(page, language.name) for language in (STATIC / "lang").iterdir())
    assert sum(map(weight, files)) + heaviest < WEIGHT_MAX, {name: weight(name) for name in files}
