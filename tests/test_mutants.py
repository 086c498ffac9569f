"""The mutation run: it finds the lines that keep duties, and tells which mutants are caught."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.mutants import Tree, Verdict, witnesses
from tools.mutations import KEEPS, LEFT_ALONE, PLACES, Mutation, mutations, refusals_in
from tools.scan import PACKAGE, RULES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("tree"))


@cache
def sample() -> tuple[Mutation, ...]:
    return mutations()


def of(name: str) -> Mutation:
    return next(each for each in sample() if each.name == name)


def test_a_mutant_is_killed_by_a_marked_test_and_survives_without_one(tree: Tree) -> None:
    """Three revolutions are let through: the test of revolutions notices, a test of the wheel's colors does not."""
    mutation = of("revolutions-too-few")
    judged = tree.judge(mutation, ["tests/table/test_spin.py::test_four_revolutions_are_enough_and_three_are_not"])
    assert judged.verdict is Verdict.FELL
    assert "test_four_revolutions_are_enough_and_three_are_not" in judged.test
    stands = tree.judge(mutation, ["tests/game/test_wheels.py::test_35_is_black"])
    assert stands.verdict is Verdict.SURVIVED
    assert tree.judge(mutation, ()).verdict is Verdict.NO_TEST
    copy = tree.folder / "src" / "croupier" / mutation.file
    assert copy.read_bytes() == (PACKAGE / mutation.file).read_bytes(), "the file is put right again"


def test_a_mutant_that_cannot_run_proves_nothing(tree: Tree) -> None:
    broken = Mutation("a name that is not there", "table/spinning.py", 1, 0, 0, "nowhere\n", ())
    judged = tree.judge(broken, ["tests/table/test_spin.py"])
    assert judged.verdict is Verdict.BROKEN


@pytest.mark.parametrize(
    ("source", "broken"),
    [
        (
            "def f():\n    if a < b:\n        return refuse(CommandRefusalCode.GAME_OPEN, ProcedureStep.LOG)\n",
            "def f():\n    if False:\n        return refuse(CommandRefusalCode.GAME_OPEN, ProcedureStep.LOG)\n",
        ),
        (
            "def f():\n    return _refuse(CommandRefusalCode.GAME_OPEN, ProcedureStep.ADJUSTMENT) if x else None\n",
            "def f():\n    return _refuse(CommandRefusalCode.GAME_OPEN, ProcedureStep.ADJUSTMENT) if False else None\n",
        ),
        (
            "def f():\n    return None if taken else refuse(r, CommandRefusalCode.VERBAL_NOT_ACCEPTED, duty)\n",
            "def f():\n    return None if True else refuse(r, CommandRefusalCode.VERBAL_NOT_ACCEPTED, duty)\n",
        ),
        (
            "def f():\n    return step(r, t, 'paying', ProcedureStep.PAY, Phase.X) or done\n",
            "def f():\n    return None or done\n",
        ),
        (
            "def f():\n    return self._refuse(RefusalCode.SPOT_UNKNOWN, None, spot='é')\n",
            "def f():\n    return None\n",
        ),
    ],
)
def test_what_leads_to_a_refusal_is_broken(source: str, broken: str) -> None:
    (found,) = refusals_in(source, "x.py")
    data = source.encode()
    assert (data[: found.start] + found.instead.encode() + data[found.end :]).decode() == broken
    assert found.duties


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    return refuse(r, CommandRefusalCode.CLOCK_WENT_BACK, ProcedureStep.ORDER)\n",
        "def take_seat():\n    return refuse(r, CommandRefusalCode.SEAT_NOT_YOURS, ProcedureStep.POSITION)\n",
        "def f():\n    return CommandRefusalCode.BETS_CLOSED\n",
        "def f():\n    return refusal_of(RefusalCode.COUPON_NOT_ACCEPTED, CUSTOM, {})\n",
    ],
)
def test_lines_that_keep_no_duty_are_not_mutated(source: str) -> None:
    assert list(refusals_in(source, "table/seating.py")) == []


def test_every_entry_of_the_tables_stands_for_a_line() -> None:
    assert set(KEEPS) == {each.name for each in sample() if each.file.endswith(".py")}
    functions = set(_functions())
    named = {f"{path.parent.name}/{path.name} {name}" for path, name in _house_duties()}
    assert set(LEFT_ALONE) <= functions | named


def _functions() -> Iterator[str]:
    for place in PLACES:
        for path in (PACKAGE / place).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    yield f"{path.relative_to(PACKAGE).as_posix()} {node.name}"


def _house_duties() -> Iterator[tuple[Path, str]]:
    for path in RULES.glob("*/duties.toml"):
        for name in tomllib.loads(path.read_text("utf-8")).get("duty", {}):
            yield path, name


def test_every_line_of_the_sample_has_a_duty_and_tests() -> None:
    lacking = [f"{each.file}:{each.line} {each.name}" for each in sample() if not each.duties or not witnesses(each)]
    assert lacking == []
