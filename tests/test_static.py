"""What `make check` asks besides the tests, so that `make test` fails with it; `test_generated` has the pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        pytest.param([str(BIN / "ruff"), "format", "--check"], id="ruff format"),
        pytest.param([str(BIN / "ruff"), "check"], id="ruff check"),
        pytest.param([str(BIN / "mypy")], id="mypy", marks=pytest.mark.first),
        pytest.param([str(BIN / "lint-imports"), "--no-logo"], id="lint-imports"),
    ],
)
def test_static(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_markers_are_checked_at_collection(tmp_path: Path) -> None:
    """A marker that names an unknown clause or duty, or none, fails the collection of its file and says why."""
    markers = {
        "right": '"HS limits", duty=("minimum", "maximum")',
        "touching": '"HS limits"',
        "unknown": '"HS limits", "HS limitz"',
        "owed": '"HS limits", "HS placement", duty="minimum"',
        "keyword": '"HS limits", dutty="minimum"',
        "empty": "",
    }
    for name, marker in markers.items():
        text = f"import pytest\n\n\n@pytest.mark.clause({marker})\ndef test_{name}():\n    assert True\n"
        (tmp_path / f"test_{name}.py").write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-c", "pyproject.toml", "--rootdir", str(ROOT), "--continue-on-collection-errors", str(tmp_path)],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "test_unknown: 'HS limitz' is not a clause of any rulebook" in done.stdout, done.stderr
    assert "test_owed: HS placement has no duty 'minimum'" in done.stdout
    assert "test_keyword: dutty says nothing of a clause" in done.stdout
    assert "test_empty: the clause marker names no clause" in done.stdout
    assert "2 passed, 4 errors" in done.stdout
    assert done.returncode != 0
