"""Breaks lines that keep duties, one at a time, in a copy of the tree: a test with the duty's marker must fail."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from enum import StrEnum
from functools import cache
from pathlib import Path
from queue import SimpleQueue

from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tools.mutations import Mutation, mutations
from tools.scan import PACKAGE, ROOT, traced_tree

COPIED = ("src", "tests", "tools", "examples", "pyproject.toml")
QUICK = ("tests/game/", "tests/rules/", "tests/table/", "tests/equipment/", "tests/odds/")
"""Tests without a service or a browser; if a duty has any of them, only they are run."""
LAST = ("tests/table/test_machine.py", "tests/table/test_on_record.py", "tests/rules/test_settle_every_spot.py")
"""Thorough tests that take seconds each, run last: most mutants fail earlier."""
SECONDS = 300
"""Maximum time for the tests of one mutant."""
_PASSED, _FAILED = 0, 1


class Verdict(StrEnum):
    """The result of the tests for a mutant."""

    FELL = "fell"
    """A marked test failed."""
    SURVIVED = "survived"
    """Every marked test passed: no test notices that the line is broken."""
    NO_TEST = "no test"
    """No test carries the marker of its duties."""
    BROKEN = "broken"
    """The tests could not be run, so the mutation is useless."""


class Judged(Struct, frozen=True):
    """A mutation, its verdict, and the test that decided it."""

    mutation: Mutation
    verdict: Verdict
    test: str = ""


class Tree:
    """A copy of the sources and tests, in which one file at a time is broken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name)
            else:
                shutil.copy2(source, folder / name)

    def judge(self, mutation: Mutation, tests: Sequence[str]) -> Judged:
        """Runs the tests with the mutation, and restores the file."""
        if not tests:
            return Judged(mutation, Verdict.NO_TEST)
        original = PACKAGE / mutation.file
        target = self.folder / original.relative_to(ROOT)
        data = original.read_bytes()
        target.write_bytes(data[: mutation.start] + mutation.instead.encode() + data[mutation.end :])
        try:
            code, failed = self.run(tests)
        finally:
            shutil.copy2(original, target)
        verdict = {_PASSED: Verdict.SURVIVED, _FAILED: Verdict.FELL}.get(code, Verdict.BROKEN)
        return Judged(mutation, verdict, failed[0] if failed else "")

    def run(self, tests: Sequence[str], *more: str) -> tuple[int, list[str]]:
        """The exit code of the tests, and those that failed; stops at the first failure by default."""
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        try:
            done = subprocess.run(
                [*command, *(more or ("-x",)), *tests],
                cwd=self.folder,
                env=kept | {"PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True,
                text=True,
                check=False,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return _FAILED, [f"more than {SECONDS} seconds"]
        heads = ("FAILED ", "ERROR ")
        lines = [line for line in done.stdout.splitlines() if line.startswith(heads)]
        return done.returncode, [line.split(" ", 1)[1].partition(" - ")[0] for line in lines]


@cache
def proving() -> dict[tuple[str, str], tuple[str, ...]]:
    """The tests of each duty, by clause and duty."""
    return {(each.clause.id, duty.duty.id): duty.tests for each in traced_tree() for duty in each.duties}


def witnesses(mutation: Mutation, without: Collection[str] = ()) -> tuple[str, ...]:
    """The tests with a marker of its duties: only quick ones if there are any, thorough ones last.

    `without` has tests, or whole files, that fail without a mutation and so prove nothing.
    """
    names = dict.fromkeys(test for duty in mutation.duties for test in proving().get(duty, ()))
    red = {test.partition("[")[0] for test in without}
    sound = [name for name in names if name not in red and name.partition("::")[0] not in red]
    quick = [name for name in sound if name.startswith(QUICK)] or sound
    return tuple(sorted(quick, key=lambda name: name.startswith(LAST)))


def judge_all(sample: Sequence[Mutation], without: Collection[str], jobs: int) -> Iterator[Judged]:
    """The verdict of every mutation, as it is reached; the tests in `without` are not run."""
    with tempfile.TemporaryDirectory(prefix="croupier-mutants-") as folder:
        trees: SimpleQueue[Tree] = SimpleQueue()
        for number in range(jobs):
            (own := Path(folder) / str(number)).mkdir()
            trees.put(Tree(own))

        def judge(mutation: Mutation) -> Judged:
            tree = trees.get()
            try:
                return tree.judge(mutation, witnesses(mutation, without))
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as workers:
            futures: list[Future[Judged]] = [workers.submit(judge, mutation) for mutation in sample]
            for future in as_completed(futures):
                yield future.result()


def already_failing(sample: Iterable[Mutation]) -> list[str]:
    """The tests of the sample that fail without a mutation: they prove nothing about a mutant."""
    tests = dict.fromkeys(test for mutation in sample for test in witnesses(mutation))
    files = sorted({test.partition("::")[0] for test in tests})
    with tempfile.TemporaryDirectory(prefix="croupier-mutants-") as folder:
        code, failed = Tree(Path(folder)).run(files, "--continue-on-collection-errors")
    return failed or ([] if code == _PASSED else [f"pytest ended with {code}"])


def table_of(judged: Iterable[Judged]) -> Table:
    table = Table("line", "broken", "verdict", "by", title="Lines that keep duties, broken one at a time")
    for each in judged:
        mutation = each.mutation
        by = each.test.rpartition("::")[2].partition("[")[0] if each.verdict is Verdict.FELL else _owed(mutation)
        style = "" if each.verdict is Verdict.FELL else "bold red"
        table.add_row(f"{mutation.file}:{mutation.line}", mutation.name, each.verdict, by, style=style)
    return table


def _owed(mutation: Mutation) -> str:
    return ", ".join(f"{clause} {duty}" for clause, duty in mutation.duties)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("only", nargs="*", help="break only lines with one of these words in their file or name")
    wanted = parser.parse_args(arguments).only
    sample = [each for each in mutations() if not wanted or any(word in f"{each.file} {each.name}" for word in wanted)]
    console = Console(width=None if sys.stdout.isatty() else 200)
    if not sample:
        console.print("No line of the sample matches.")
        return 2
    red = already_failing(sample)
    for test in red:
        console.print(f"fails without a mutation: {test}", style="bold red", highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    judged: dict[Mutation, Judged] = {}
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("mutants", total=len(sample))
        for each in judge_all(sample, red, jobs=min(os.cpu_count() or 1, len(sample))):
            judged[each.mutation] = each
            progress.update(task, advance=1, description=f"{each.mutation.file}: {each.verdict}")
    console.print(table_of(judged[each] for each in sample))
    standing = [each for each in judged.values() if each.verdict is not Verdict.FELL]
    console.print(f"{len(sample)} mutants: {len(sample) - len(standing)} fell, {len(standing)} did not.")
    return 1 if standing or red else 0


if __name__ == "__main__":
    sys.exit(main())
