"""The example at the head of every help text runs as it stands."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from croupier.access.challenges import KeyChallenge
from croupier.access.second_factor import NewKey
from croupier.access.sessions import Opened
from croupier.cli import COMMANDS, main
from croupier.cli.command import SubcommandGroup
from croupier.cli.exit_codes import ExitCode
from croupier.cli.people.entry import open_access
from croupier.journal.key import load_key
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.records.receipt import STREAM, make_receipt, slip_draft, slips_of
from croupier.records.rounds import find_round
from croupier.records.script import is_table
from tests.access.authenticator import HERE, SoftKey
from tests.cli.running import RUN

ROOT = Path(__file__).resolve().parents[2]
APART = {"serve": ["--port", "0"], "demo": ["--port", "0", "--no-browser"], "witness": ["--port", "0"], "signer": []}
"""Commands that run until they are stopped, and what keeps this run of them apart from others on the machine."""
GROUPS = ("books", "draw", "people", "print", "tournament", "voucher")
PASSWORD = "correct horse battery staple"
VOUCHER = 12345678901234567
"""The digits of the voucher in the examples, before its check digit."""


def examples(group: SubcommandGroup = COMMANDS) -> Iterator[str]:
    """Every example, in the order of the help; each makes what later ones read."""
    for command in group.commands:
        module = import_module(command.module)
        if hasattr(module, "GROUP"):
            yield from examples(module.GROUP)
            yield module.GROUP.example
        else:
            yield module.EXAMPLE
    yield group.example


def stopped(words: list[str], directory: Path) -> tuple[int, str]:
    """The exit code and the output of a service that is interrupted as soon as it says how to stop it."""
    environment = {**os.environ, "XDG_STATE_HOME": str(directory / "state"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", RUN, *words]
    with subprocess.Popen(
        command, cwd=directory, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as service:
        killer = threading.Timer(60, service.kill)
        killer.start()
        lines = []
        for line in service.stdout or ():
            lines.append(line)
            if "Ctrl-C" in line:
                service.send_signal(signal.SIGINT)
        code = service.wait()
        killer.cancel()
    return code, "".join(lines)


def make_receipt_file(path: Path) -> None:
    """What a player got for the first round of the example day."""
    journal_file, key_file = path.with_suffix(".journal"), path.with_suffix(".key")
    words = ["play", "examples/day.play", "--journal", str(journal_file), "--key", str(key_file)]
    assert main(words) == ExitCode.DONE
    with SqliteJournal(journal_file) as journal:
        (stream,) = (head.stream for head in journal.streams() if is_table(head.stream))
        slips = slips_of(find_round(journal.read(stream), 1), 1, iter(["n" * 16] * 9))
        journal.append(STREAM, 0, [slip_draft(slip, 1) for slip in slips])
        seal(journal, load_key(key_file), 1)
        path.write_text(str(make_receipt(journal, 1)), "utf-8")


def enroll_key(name: str, password: str) -> None:
    """What the person does in the browser: a security key beside the password."""
    with open_access("floor") as people:
        opened = people.sign_in_desk.sign_in(name, password, "192.0.2.1")
        assert isinstance(opened, Opened), opened
        begun = people.factor.begin(opened.person)
        assert isinstance(begun, KeyChallenge), begun
        created = SoftKey(1).create(begun.value)
        made = people.factor.enroll(opened.person, begun.ticket, "blue", created, HERE, "192.0.2.1")
        assert isinstance(made, NewKey), made


@pytest.mark.slow
def test_every_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "tests/tournament/beacon/certificate.pem", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("getpass.getpass", lambda _: PASSWORD)
    monkeypatch.setattr("croupier.floor.voucher_office.secrets", SimpleNamespace(randbelow=lambda _: VOUCHER))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert main(["play", "examples/series-2014.play", "--journal", "series.db"]) == ExitCode.DONE
    make_receipt_file(tmp_path / "round-1.receipt")
    capsys.readouterr()
    for example in dict.fromkeys(examples()):
        program, *words = shlex.split(example)
        assert program == "croupier"
        if words[:2] == ["people", "reset-factor"]:
            enroll_key(words[2], PASSWORD)
        if words[0] in APART:
            code, said = stopped([*words, *APART[words[0]]], tmp_path)
        else:
            code = main(words)
            captured = capsys.readouterr()
            said = captured.out + captured.err
            assert captured.err == "", example
        assert code == ExitCode.DONE, f"{example}\n{said}"


@pytest.mark.parametrize(
    "group",
    [
        COMMANDS,
        *(import_module(f"croupier.cli.{name}").GROUP for name in GROUPS),
    ],
)
def test_help_of_a_group_starts_with_its_example(group: SubcommandGroup) -> None:
    assert group.help_text().startswith(f"Example: {group.example}\n\nusage: {group.prog} COMMAND ...\n")
