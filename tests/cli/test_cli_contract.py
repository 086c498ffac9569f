"""What every command has in common: exit codes, errors, the printer, amounts, and extras that are not installed."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import croupier as package
from croupier.cli.errors import guarded
from croupier.cli.exit_codes import MEANINGS, ExitCode
from croupier.cli.extras import EXTRAS
from tests.cli.running import RUN, Croupier

ROOT = Path(__file__).resolve().parents[2]
CLI = ROOT / "src" / "croupier" / "cli"
MORE_THAN_A_PIPE_HOLDS = 1 << 18


# Exit codes


def test_every_exit_code_is_documented() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert list(MEANINGS) == list(ExitCode)
    for code, meaning in MEANINGS.items():
        assert f"| {code.value} | {meaning} |\n" in page


def test_exit_codes(croupier: Croupier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    wrong = (ROOT / "examples" / "house.toml").read_text("utf-8").replace("= 32 ", "= 29 ", 1)
    assert croupier("check", "examples/house.toml", "--on", "2014-07-15").code == 0
    assert croupier("check", "-", stdin=wrong.encode()).code == 1
    assert croupier("check", "no-such-file.toml").code == 2
    (tmp_path / "copy.journal").write_text("here already")
    (tmp_path / "other.journal").write_text("no journal")
    assert croupier("backup", str(tmp_path / "other.journal"), str(tmp_path / "copy.journal")).code == 3


def test_an_interrupted_command_ends_with_130() -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-c", RUN, "settle", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert waiting.stdin is not None
    try:
        waiting.stdin.write("#" * MORE_THAN_A_PIPE_HOLDS)  # returns when the command has begun to read
        waiting.stdin.flush()
        waiting.send_signal(signal.SIGINT)
        _, said = waiting.communicate(timeout=30)
    finally:
        waiting.kill()
    assert (waiting.returncode, said) == (130, "croupier: stopped.\n")


def test_a_closed_pipe_ends_with_141() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", RUN, "layout", "nj"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


# Errors as JSON


def test_a_problem_as_json(croupier: Croupier) -> None:
    text = 'book = "nj"\nresult = "37"\n'
    ran = croupier("settle", "-", "--json", stdin=text.encode())
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    error = json.loads(ran.err)["error"]
    assert list(error) == ["exit", "kind", "message", "problems"]
    assert (error["exit"], error["kind"]) == (2, "problem")
    assert list(error["problems"][0]) == ["file", "table", "key", "clause", "wrong", "right"]
    assert {each["key"] for each in error["problems"]} >= {"result"}
    told = croupier("settle", "-", stdin=text.encode()).err
    assert error["message"] + "\n" == told.replace("croupier: ", "")


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (["odds", "--json"], "usage", 2),
        (["odds", "njj", "--json"], "problem", 2),
        (["layout", "nj", "--json", "--whel", "x"], "usage", 2),
        (["law", "nj", "--json", "--spins", "1000", "--wager", "red=5.0"], "problem", 2),
        (["simulate", "nj", "--json", "--spins", "10", "--bankroll", "much"], "problem", 2),
        (["verify", "/no/such.journal", "--json"], "problem", 2),
        (["report", "/no/such.journal", "--json"], "problem", 2),
        (["people", "list", "--data", "/no/such/floor", "--json"], "problem", 2),
    ],
)
def test_every_command_reports_errors_in_one_shape(croupier: Croupier, words: list[str], kind: str, code: int) -> None:
    ran = croupier(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    error = json.loads(ran.err)["error"]
    assert list(error) == ["exit", "kind", "message", "problems"]
    assert (error["exit"], error["kind"]) == (code, kind)
    assert error["message"].endswith(".")


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (package.Fault("The store is gone."), "fault", 3),
        (OSError(28, "No space left on device"), "fault", 3),
        (KeyboardInterrupt(), "stopped", 130),
        (ZeroDivisionError("by zero"), "bug", 3),
        (ModuleNotFoundError("No module named 'numpy'", name="numpy.linalg"), "fault", 3),
        (ModuleNotFoundError("No module named 'nobody'", name="nobody"), "bug", 3),
    ],
)
def test_faults_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: BaseException, kind: str, code: int
) -> None:
    def run(_: Sequence[str]) -> int:
        raise error

    monkeypatch.setattr("croupier.cli.errors.drop_output", lambda: None)
    assert guarded(run, ["--json"]) == code
    assert json.loads(capsys.readouterr().err)["error"]["kind"] == kind


# Extras


def test_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    modules = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client"}
    for extra, dependencies in project["optional-dependencies"].items():
        for dependency in dependencies:
            name = re.split(r"[<>=;\[ ]", dependency)[0]
            module = modules.get(name, name)
            assert EXTRAS[module] == extra or module == "numpy", dependency
    assert EXTRAS["numpy"] in project["optional-dependencies"]


MISSING = """
import sys
for name in {modules!r}:
    sys.modules[name] = None
import croupier.cli
sys.exit(croupier.cli.main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["law", "nj", "--wager", "red=5", "--spins", "10"], "lab"),
        (["law", "nj", "--wager", "red=5", "--spins", "10", "--bankroll", "50"], "lab"),
        (["simulate", "nj", "--wager", "red=5", "--spins", "10"], "lab"),
        (["fairness", "-", "--wheel", "american"], "lab"),
        (["print", "par", "nj", "--out", "par.pdf"], "press"),
        (["serve", "--data", "floor", "--house", "house.toml"], "web"),
        (["demo", "--data", "floor", "--no-browser"], "web"),
        (["people", "add", "ana", "--role", "dealer", "--data", "floor", "--password-stdin"], "web"),
        (["doctor", "postgresql://house@localhost/floor"], "postgres"),
        (["verify", "postgresql://house@localhost/floor"], "postgres"),
        (["backup", "postgresql://house@localhost/floor", "copy.journal"], "postgres"),
        (["report", "postgresql://house@localhost/floor"], "postgres"),
        (["people", "list", "--data", "postgresql://house@localhost/floor"], "postgres"),
    ],
)
def test_a_missing_extra_is_one_line_with_the_command_that_installs_it(
    tmp_path: Path, words: list[str], extra: str
) -> None:
    (tmp_path / "house.toml").write_text((ROOT / "examples" / "house.toml").read_text("utf-8"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", MISSING.format(modules=sorted(EXTRAS)), *words],
        cwd=tmp_path,
        input="correct horse battery staple\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ExitCode.BROKEN, done.stderr
    assert done.stdout == ""
    assert re.fullmatch(
        rf"croupier: This needs \w+, which is not installed\. Install it: pip install 'croupier\[{extra}\]'\n",
        done.stderr,
    )


@pytest.mark.slow
@pytest.mark.parametrize("words", [["serve"], ["demo"], ["law"], ["simulate"], ["fairness"], ["people", "add"]])
def test_help_needs_no_extra(words: list[str]) -> None:
    script = MISSING.format(modules=sorted(EXTRAS))
    done = subprocess.run([sys.executable, "-c", script, *words, "--help"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# One printer


def test_only_the_printer_writes_to_the_terminal() -> None:
    """Commands print through `output`, errors go through `errors`, and help through `command`."""
    allowed = {"output.py", "errors.py", "command.py"}
    found = []
    for path in CLI.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and path.name not in allowed:
                called = ast.unparse(node.func)
                if called == "print" or re.fullmatch(r"sys\.std(out|err)\.write", called):
                    found.append(f"{path.relative_to(CLI)}:{node.lineno}")
    assert found == []


# Amounts


@pytest.mark.parametrize("amount", ["5.0", "5.000", "-5", "five", "", "1e3", "5 000", "0x5"])
def test_an_invalid_amount_is_refused_everywhere(croupier: Croupier, amount: str) -> None:
    for words in (
        ["explain", "nj", "red", amount, "17"],
        ["explain", "nj", "red", "5", "17", f"--coupon={amount}"],
        ["odds", "nj", f"--minimum={amount}"],
        ["law", "nj", "--spins", "10", f"--wager=red={amount}"],
        ["law", "nj", "--spins", "10", "--wager", "red=5", f"--bankroll={amount}"],
        ["simulate", "nj", "--spins", "10", "--wager", "red=5", f"--bankroll={amount}"],
    ):
        ran = croupier(*words)
        assert ran.code == 2, words
        assert "amount" in ran.err


def test_every_command_that_names_a_table_takes_the_same_options(croupier: Croupier) -> None:
    options = [r"--wheel", r"--zero", r"--offers", r"--customary", r"--pays", r"--minimum", r"--maximum", r"--on"]
    for words in (["layout"], ["odds"], ["explain"], ["law"], ["simulate"], ["print", "par"]):
        text = croupier(*words, "--help").out
        lines = [re.search(rf"^  {option}\b.*(?:\n {{6,}}.*)*", text, re.MULTILINE) for option in options]
        assert all(lines), words
