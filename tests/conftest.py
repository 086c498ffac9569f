"""Shared by every test: the clause marker is checked, and Hypothesis gives the same answer every time."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "src" / "croupier" / "rules" / "clauses.tsv"

# The default profile is reproducible: no database, no clock, no chance. HYPOTHESIS_PROFILE=search looks further.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=150,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", settings.get_profile("steady"), derandomize=False, max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The module's one browser: while Playwright runs, its thread has no event loop for anybody else."""
    from playwright.sync_api import sync_playwright

    from tools.browser import ARGUMENTS, browser

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser(), args=list(ARGUMENTS))
        yield running
        running.close()


def clause_ids() -> frozenset[str]:
    """The ids of the catalogue, read from its file and not through the package under test."""
    lines = CATALOGUE.read_text("utf-8").splitlines()
    return frozenset(line.partition("\t")[0] for line in lines[1:])


def marker_complaints(items: Iterable[object], known: frozenset[str]) -> list[str]:
    """One line for every clause marker that names no clause, or one that the catalogue does not have."""
    complaints = []
    for item in items:
        if not isinstance(item, pytest.Item):
            continue
        for marker in item.iter_markers("clause"):
            if not marker.args:
                complaints.append(f"{item.nodeid}: the clause marker names no clause")
            complaints += [
                f"{item.nodeid}: {clause!r} is not a clause of {CATALOGUE.relative_to(ROOT)}"
                for clause in marker.args
                if clause not in known
            ]
    return list(dict.fromkeys(complaints))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A marker that names an unknown clause fails the collection of its file."""
    report = yield
    complaints = marker_complaints(report.result or (), clause_ids())
    if complaints:
        report.outcome = "failed"
        report.longrepr = "\n".join(complaints)
        report.result = []
    return report
