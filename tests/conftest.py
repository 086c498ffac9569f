"""Shared by every test: the clause marker is checked, and Hypothesis gives the same answer every time."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.compiling import compile_share

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
RULEBOOKS = ROOT / "src" / "croupier" / "rulebooks"

# The default profile is reproducible: no database, no clock, no chance. HYPOTHESIS_PROFILE=search, which `make nightly`
# takes, looks further, and brief, which `make quick` takes, less far.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=100,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", settings.get_profile("steady"), derandomize=False, max_examples=5_000)
settings.register_profile("brief", settings.get_profile("steady"), max_examples=20)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """`-n auto` starts two workers more than there are cores, because tests wait for browsers, disks and clocks. The
    fast tests do not wait: `-n logical` starts one per core."""
    return (os.cpu_count() or 1) + 2 * int(config.option.numprocesses == "auto")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each worker compiles its share of the test files before it reads them all: together they compile each once."""
    if given := getattr(session.config, "workerinput", None):
        compile_share(session.config, int(given["workerid"].removeprefix("gw")), given["workercount"])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Objects made by the collection live to the end, so the garbage collector need not scan them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


SHARED = ("pages", "fonts", "browser", "lab")
"""Packages whose tests share a service, browsers and the files these keep, or the kernels that one worker compiles."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest tests and the packages that share much come first, each package in another worker's part.

    A worker that has nothing left takes tests from the end of another one's part, so that what begins a part stays
    together, and no worker is alone with a long test at the end.
    """
    groups: dict[str, list[pytest.Item]] = {"first": [], **{name: [] for name in SHARED}, "": []}
    for item in items:
        package = package_of(item.path)
        first = item.get_closest_marker("first") is not None
        groups[package if package in SHARED else "first" if first else ""].append(item)
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    rest = iter(groups.pop(""))
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for group, part in zip(groups.values(), cycle([*parts, *reversed(parts)]), strict=False):
        part.extend(sorted(group, key=lambda item: item.get_closest_marker("first") is None))
    total = len(items)
    for number, part in enumerate(parts):
        size = total // (workers - number)  # as the parts are made
        total -= size
        part.extend(islice(rest, max(size - len(part), 0)))
    items[:] = [*chain.from_iterable(parts), *rest]


@cache
def package_of(path: Path) -> str:
    """The first name below `tests`, of a package or a file; none elsewhere."""
    return path.relative_to(ROOT / "tests").parts[0] if path.is_relative_to(ROOT / "tests") else ""


def launched() -> Iterator[Browser]:
    """A browser for all the tests of a package, which has a fixture of it: while Playwright runs, its thread has no
    event loop for anybody else.

    Its fonts are the environment's own: a test finds the same on every machine.
    """
    from playwright.sync_api import sync_playwright

    from tools.browser import FRUGAL, browser
    from tools.fonts import FontSet, environment

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=browser(), args=list(FRUGAL), env=environment(FontSet.WIDE)
        )
        yield running
        running.close()


@pytest.fixture(scope="module")
def chromium(package_browser: Browser) -> Iterator[Browser]:
    """The browser of the package, with no page of another module."""
    yield package_browser
    for context in package_browser.contexts:
        context.close()


@cache
def clause_duties() -> Mapping[str, frozenset[str]]:
    """The duties of every clause, read from the catalogues' files and not through the package under test."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for file in RULEBOOKS.glob("*/clauses.tsv"):
        for line in file.read_text("utf-8").splitlines()[1:]:
            clause, duty, *_ = line.split("\t")
            found[clause] |= {duty} - {""}
    return {clause: frozenset(duties) for clause, duties in found.items()}


def marker_complaints(items: Iterable[object], known: Mapping[str, frozenset[str]]) -> list[str]:
    """One line for every clause marker that names no clause, or a clause or duty that the catalogue does not have."""
    complaints = []
    for item in items:
        if not isinstance(item, pytest.Item):
            continue
        for marker in item.iter_markers("clause"):
            if not marker.args:
                complaints.append(f"{item.nodeid}: the clause marker names no clause")
            complaints += [
                f"{item.nodeid}: {clause!r} is not a clause of any rulebook"
                for clause in marker.args
                if clause not in known
            ]
            complaints += [
                f"{item.nodeid}: {clause} has no duty {duty!r}"
                for clause in marker.args
                for duty in marker_duties(marker)
                if clause in known and duty not in known[clause]
            ]
            complaints += [f"{item.nodeid}: {key} says nothing of a clause" for key in {*marker.kwargs} - {"duty"}]
    return list(dict.fromkeys(complaints))


def marker_duties(marker: pytest.Mark) -> tuple[str, ...]:
    """The duties that a marker names, one or a tuple of them."""
    named = marker.kwargs.get("duty", ())
    return named if isinstance(named, tuple) else (named,)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A marker that names an unknown clause or duty fails the collection of its file."""
    report = yield
    complaints = marker_complaints(report.result or (), clause_duties())
    if complaints:
        report.outcome = "failed"
        report.longrepr = "\n".join(complaints)
        report.result = []
    return report
