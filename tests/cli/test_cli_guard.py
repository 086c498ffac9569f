"""Exit codes, help, and what is not loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest

import croupier as package
from croupier.cli import COMMANDS
from croupier.cli.errors import guarded
from tests.cli.running import Croupier

HEAVY = ("numpy", "scipy", "rich", "asyncio", "http", "socket", "starlette", "uvicorn")


def loaded(code: str) -> set[str]:
    """The heavy modules that a new Python process has loaded after running the code."""
    script = f"import sys\n{code}\nprint('LOADED', *sorted(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("LOADED")[2].split())


@pytest.mark.parametrize(
    "code",
    [
        "import croupier",
        "import croupier.cli; croupier.cli.main(['--help'])",
        "import croupier.cli; croupier.cli.main(['odds', 'nj'])",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert loaded(code) == set()


def test_help_reads_no_rulebook() -> None:
    code = (
        "import croupier.cli\n"
        "from croupier.rules import library\n"
        "croupier.cli.main(['--help'])\n"
        "assert library.packaged.cache_info().currsize == 0"
    )
    assert loaded(code) == set()


def test_version_and_help(croupier: Croupier) -> None:
    assert croupier("--version").out == f"croupier {package.__version__}\n"
    assert croupier().out == croupier("--help").out
    assert all(command.name in croupier("--help").out for command in COMMANDS.commands)


@pytest.mark.parametrize(
    "words",
    [
        *([command.name] for command in COMMANDS.commands),
        *(["books", name] for name in ("list", "show", "diff", "trace")),
    ],
)
def test_every_command_has_help(croupier: Croupier, words: list[str]) -> None:
    ran = croupier(*words, "--help")
    assert (ran.code, ran.err) == (0, "")
    example, blank, usage = ran.out.splitlines()[:3]
    assert example.startswith(f"Example: croupier {words[0]}")
    assert blank == ""
    assert usage.startswith(f"usage: croupier {' '.join(words)}")


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (package.Fault("The store is gone. Restore it."), 3, "croupier: The store is gone. Restore it.\n"),
        (KeyboardInterrupt(), 130, "croupier: stopped.\n"),
        (BrokenPipeError(), 141, ""),
        (OSError(28, "No space left on device"), 3, "croupier: the system refused: No space left on device.\n"),
        (ZeroDivisionError("by zero"), 3, "croupier: this is a bug in croupier, please report it: "),
    ],
)
def test_what_goes_wrong_is_one_message_and_a_code(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
    message: str,
) -> None:
    def run(_: Sequence[str]) -> int:
        raise error

    monkeypatch.setattr("croupier.cli.errors.drop_output", lambda: None)
    assert guarded(run, []) == code
    assert capsys.readouterr().err.startswith(message)


def test_a_closed_pipe_is_quiet() -> None:
    script = (
        f"{sys.executable} -c 'import sys, croupier.cli; sys.exit(croupier.cli.main())' layout nj --json | head -c 1"
    )
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{", "")


def test_an_ascii_output_gets_characters_that_look_alike() -> None:
    words = [sys.executable, "-c", "import croupier.cli; croupier.cli.main(['layout', 'nj', '--wheel', 'big-six'])"]
    done = subprocess.run(words, capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"})
    assert b"+--------+--------+" in done.stdout
    assert b"|   $1   |" in done.stdout
