"""docs/adding-a-command.md is correct: it names every place of a command, and what forces each one works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from croupier.records.sentences import SENTENCES
from croupier.table import command as c

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "croupier"
PAGE = (ROOT / "docs" / "adding-a-command.md").read_text("utf-8")
PLACES = dict(re.findall(r"^\| `([\w/-]+\.\w+)` \| .* \| (.+) \|$", PAGE, flags=re.M))
"""Each place of the two tables, and what forces it."""
OPTIONAL = {"floor/bots.py", "pages/terminal-dialogs.js", "pages/dealer-tasks.js"}
TIP = re.compile(r"\bGiveTip\b|\bTipGiven|\bgive_tip\b|\bgive-tip\b|\btip-given\b")
"""The names and tags of the tip, in code, catalogues and generated types."""
EXAMPLES = {
    "tests/journal/test_upcast.py",
    "tests/table/test_authorities.py",
    "tests/table/test_chips.py",
    "tests/table/test_declarations.py",
    "tests/table/test_redaction.py",
    "tests/table/test_refusals.py",
    "tests/table/test_roles.py",
    "tests/table/test_wagers.py",
    "tests/tournament/test_house_tables.py",
    "tests/web/api/test_play_session.py",
    "tests/web/socket/test_faults.py",
}
"""Tests of the tip's own rules, and tests in which it is one example of many; nothing requires them for a command."""


def _with_the_tip(folder: Path, *kinds: str) -> set[Path]:
    return {
        path
        for kind in kinds
        for path in folder.rglob(f"*.{kind}")
        if path.is_file() and TIP.search(path.read_text("utf-8"))
    }


def test_the_page_names_every_place_of_the_tip() -> None:
    found = _with_the_tip(PACKAGE, "py", "js", "json", "toml", "tsv", "html")
    places = {path.relative_to(PACKAGE).as_posix().removeprefix("web/static/") for path in found}
    assert places == PLACES.keys() | OPTIONAL
    assert all(f"`{place}`" in PAGE for place in OPTIONAL)


def test_the_page_names_every_test_and_generated_file_of_the_tip() -> None:
    found = _with_the_tip(ROOT / "tests", "py", "json", "toml") | _with_the_tip(ROOT / "types", "ts")
    named = {path.relative_to(ROOT).as_posix() for path in found}
    assert named >= EXAMPLES
    assert {name for name in named - EXAMPLES if f"`{name}`" not in PAGE} == set()
    assert {
        name for name in re.findall(r"`((?:tests|types)/[\w/.]+\.\w+)`", PAGE) if not (ROOT / name).is_file()
    } == set()


def test_every_command_has_a_sentence() -> None:
    """What a sentence means is a function that builds its command, or calls another that does."""
    files = (PACKAGE / "records").glob("*_sentences.py")
    source = "".join(file.read_text("utf-8") for file in files)
    said = {each.command.__name__ for each in SENTENCES}
    assert said <= set(re.findall(r"^def (\w+)\(", source, flags=re.M))
    without = {kind.__name__ for kind in get_args(c.AnyCommand) if not re.search(rf"\b{kind.__name__}\(", source)}
    assert not without


@pytest.mark.slow
@pytest.mark.first
def test_mypy_requires_the_places_that_the_page_says_it_requires(tmp_path: Path) -> None:
    """mypy reads two shadow files, to which an unknown command and an unknown event are added."""
    command = _with(
        tmp_path,
        "table/seat_command.py",
        'class RingBell(Command, frozen=True, tag="ring-bell"):\n    given_by = PLAY\n    seat: int\n',
        "SeatCommand = TakeSeat",
        "SeatCommand = RingBell | TakeSeat",
    )
    event = _with(
        tmp_path,
        "table/seat_event.py",
        'class BellRung(TableEvent, frozen=True, tag="bell-rung/1"):\n'
        "    audience = OWN\n    changes = Change.STACK\n    command = c.RingBell\n    seat: int\n",
        "SeatEvent = SeatTaken",
        "SeatEvent = BellRung | SeatTaken",
    )
    packages = [part for name in ("table", "records", "floor", "wire") for part in ("-p", f"croupier.{name}")]
    mypy = [sys.executable, "-m", "mypy", "--no-incremental", *command, *event, *packages]  # no cache is written
    done = subprocess.run(mypy, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    asked = set(re.findall(r"^src/croupier/([\w/]+\.py):\d+: error", done.stdout, flags=re.M))
    assert asked == {place for place, force in PLACES.items() if force == "mypy"}, done.stdout + done.stderr


def _with(folder: Path, place: str, added: str, union: str, wider: str) -> list[str]:
    """The options that make mypy read a file with something added."""
    text = (PACKAGE / place).read_text("utf-8")
    assert text.count(union) == 1
    other = folder / Path(place).name
    other.write_text(text.replace(union, f"{added}\n\n{wider}"), "utf-8")
    return ["--shadow-file", f"src/croupier/{place}", str(other)]
