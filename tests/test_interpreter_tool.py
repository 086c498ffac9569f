"""A faster Python of the same version replaces the default one, unless one is chosen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools import interpreter

ROOT = Path(__file__).resolve().parent.parent
NAME = f"python{sys.version_info.major}.{sys.version_info.minor}"


def taking(**took: list[float | None]) -> Callable[[str], float | None]:
    """Measures each interpreter as given, one value after the other."""
    left: defaultdict[str, Iterator[float | None]] = defaultdict(lambda: iter(()))
    left.update({name: iter(values) for name, values in took.items()})
    return lambda name: next(left[name], None)


def put(place: Path, words: str) -> Path:
    place.parent.mkdir(exist_ok=True)
    place.write_text(f"#!/bin/sh\n{words}\n")
    place.chmod(0o755)
    return place


def test_the_fastest_is_chosen_by_its_best_round() -> None:
    measure = taking(own=[1.0, 1.1, 1.0], one=[2.0, 0.85, 0.9], two=[0.8, 3.0, 3.0])
    assert interpreter.fastest("own", ["one", "two"], measure) == "two"


def test_the_bound_is_inclusive_and_a_little_faster_changes_nothing() -> None:
    assert interpreter.fastest("own", ["one"], taking(own=[1.0], one=[0.9])) == "one"
    assert interpreter.fastest("own", ["one"], taking(own=[1.0], one=[0.901])) == "own"


def test_one_that_cannot_make_an_environment_is_passed_over() -> None:
    assert interpreter.fastest("own", ["one"], taking(own=[1.0, 1.0, 1.0])) == "own"
    assert interpreter.fastest("own", ["one"], taking(one=[0.1])) == "own"


def test_nothing_is_measured_where_there_is_no_choice() -> None:
    def measure(_python: str) -> float | None:
        raise AssertionError("measured")

    assert interpreter.fastest("own", [], measure) == "own"


def test_this_interpreter_is_measured_and_another_version_is_not(tmp_path: Path) -> None:
    took = interpreter.seconds(sys.executable)
    assert took is not None
    assert took > 0
    assert interpreter.seconds(str(put(tmp_path / "older", "echo 3 10 cpython 0.001"))) is None
    assert interpreter.seconds(str(put(tmp_path / "other", "echo 3 11 pypy 0.001"))) is None
    assert interpreter.seconds(str(put(tmp_path / "broken", "exit 1"))) is None
    assert interpreter.seconds(str(put(tmp_path / "silent", ""))) is None
    assert interpreter.seconds(str(tmp_path / "missing")) is None


def test_the_path_is_searched_and_the_same_file_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = put(tmp_path / "a" / NAME, "exit 1")
    for name, target in (("b", other), ("c", Path(sys.executable).resolve())):
        (tmp_path / name).mkdir()
        (tmp_path / name / NAME).symlink_to(target)
    monkeypatch.setenv("PATH", os.pathsep.join(str(tmp_path / name) for name in ("none", "a", "b", "c")))
    assert list(interpreter.others()) == [str(other)]


def test_make_uses_it_unless_somebody_has_chosen() -> None:
    def recipe(*given: str, **environment: str) -> str:
        left = {key: value for key, value in os.environ.items() if key not in ("PYTHON", "MAKEFLAGS", "MAKELEVEL")}
        command = ["make", "--dry-run", "--always-make", ".venv/bin/python", *given]
        done = subprocess.run(command, cwd=ROOT, env=left | environment, capture_output=True, text=True, check=True)
        return next(line for line in done.stdout.splitlines() if "-m venv" in line)

    assert recipe() == '"$(python3 tools/interpreter.py)" -m venv --clear .venv'
    assert recipe("PYTHON=python3.13") == "python3.13 -m venv --clear .venv"
    assert recipe(PYTHON="python3.13") == "python3.13 -m venv --clear .venv"
