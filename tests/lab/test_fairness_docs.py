"""The worked example of docs/fairness.md is what the command prints."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from croupier.cli import fairness as command

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


def test_the_worked_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PAGE.read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    first, second = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(first, str(PAGE), "exec"), {})
    parser = argparse.ArgumentParser()
    command.configure(parser)
    asked = re.search(r"\$ croupier fairness (.*)", text)
    assert asked
    assert command.run(parser.parse_args(asked[1].split())) == 1
    printed = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    assert printed
    assert capsys.readouterr().out == printed[1]
    exec(compile(second.replace('open("spins.csv").read()', "SPINS"), str(PAGE), "exec"), {"SPINS": "17\n5\n"})
