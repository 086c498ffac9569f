"""The shell examples of the README: their output is what the commands print now."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.commands import PLAIN
from tools.scan import ROOT

_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_PROMPT = "$ "


def readme_page() -> str:
    """The README with every shell example run anew."""
    text = (ROOT / "README.md").read_text("utf-8")
    return _BLOCK.sub(lambda block: "".join(_played(block[0])), text)


def _played(block: str) -> Iterator[str]:
    for line in block.splitlines():
        if line.startswith(_PROMPT):
            yield f"{line}\n{output_of(line.removeprefix(_PROMPT))}"


def output_of(command: str) -> str:
    """What a command line prints, run at the root of the repository with this Python's croupier."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env={**os.environ, **PLAIN, "PATH": path, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return "\n".join(line.rstrip() for line in (done.stdout + done.stderr).strip("\n").splitlines()) + "\n"
