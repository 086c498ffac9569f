"""The commands in the blocks of the pages are read, and those that need no service run as they stand."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from croupier.cli import COMMANDS, main
from croupier.cli.command import Parser
from croupier.cli.exit_codes import ExitCode
from croupier.floor.premises import JOURNAL_FILE
from croupier.journal.sqlite import SqliteJournal

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:sudo -u \w+ )?croupier ([^\[]*)")
PAGES = sorted(page.name for page in (ROOT / "docs").glob("*.md") if page.name != "cli.md")
"""Every page but the help texts, which are generated."""
ELSEWHERE = (["print", "all"], ["tournament", "simulate"])
"""Commands that take long, and run as the examples of their help texts."""
VOUCHER = 12345678901234567
"""The digits of the voucher, before its check digit."""
NUMBER = "123456789012345671"


def commands(page: str) -> Iterator[list[str]]:
    """The words of every command in a block of the page; a synopsis with brackets is not a command."""
    for language, block in BLOCK.findall((ROOT / "docs" / page).read_text("utf-8")):
        lines = block.replace("\\\n", " ").splitlines() if language in ("", "sh") else []
        for command in (part for line in lines for part in line.split(" && ")):
            if found := COMMAND.fullmatch(command):
                yield shlex.split(found[1], comments=True)


class CommandLineRead(Exception):
    """Stops a command when its words have been read."""


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_is_read(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Parser.read

    def read_only(parser: Parser, argv: Sequence[str]) -> argparse.Namespace:
        read(parser, argv)
        raise CommandLineRead

    monkeypatch.setattr(Parser, "read", read_only)
    for words in commands(page):
        with pytest.raises(CommandLineRead):
            COMMANDS.run(words)


def test_pages_have_commands() -> None:
    found = {page for page in PAGES if list(commands(page))}
    assert found >= {"laboratory.md", "many-nodes.md", "operations.md", "printing.md", "tournaments.md", "witnesses.md"}


@pytest.mark.slow
@pytest.mark.parametrize("page", ["printing.md", "tournaments.md"])
def test_the_commands_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "examples" / "house.toml", tmp_path)
    (tmp_path / "data").mkdir()
    SqliteJournal(tmp_path / "data" / JOURNAL_FILE).close()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("croupier.floor.voucher_office.secrets", SimpleNamespace(randbelow=lambda _: VOUCHER))
    for words in (words for words in commands(page) if words[:2] not in ELSEWHERE):
        code = main([NUMBER if word == "NUMBER" else word for word in words])
        signs_missing = words == ["check", "house.toml", "--journal", "data"]
        captured = capsys.readouterr()
        assert code == (ExitCode.FINDINGS if signs_missing else ExitCode.DONE), f"{words}\n{captured}"
