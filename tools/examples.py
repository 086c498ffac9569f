"""Updates the shell examples of the pages with the current output of their commands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.commands import PLAIN
from tools.scan import ROOT

_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_PROMPT = "$ "


def example_pages() -> Mapping[Path, str]:
    """Every page with shell examples, with current output."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return {
        page.relative_to(ROOT): _with_output(text) for page in pages if _BLOCK.search(text := page.read_text("utf-8"))
    }


def _with_output(text: str) -> str:
    """A page with the output of its commands, which run in order in one directory with the example files."""
    with TemporaryDirectory() as name:
        directory = Path(name)
        shutil.copytree(ROOT / "examples", directory / "examples")
        return _BLOCK.sub(lambda block: "".join(_played(block[0], directory)), text)


def _played(block: str, directory: Path) -> Iterator[str]:
    for line in block.splitlines():
        if line.startswith(_PROMPT):
            yield f"{line}\n{output_of(line.removeprefix(_PROMPT), directory)}"


def output_of(command: str, directory: Path) -> str:
    """The output of a command line in a directory, with this Python's croupier."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=directory,
        env={**os.environ, **PLAIN, "PATH": path, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    lines = (done.stdout + done.stderr).strip("\n").splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)
