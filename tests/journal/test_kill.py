"""A writer killed at any moment leaves a good journal with everything it had acknowledged.

``CROUPIER_KILLS=100 pytest tests/journal/test_kill.py`` kills that many.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from tests.nightly import extent

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("CROUPIER_KILLS", extent(10, 100)))
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("part", range(2))
def test_a_killed_writer_loses_nothing_it_acknowledged(tmp_path: Path, part: int) -> None:
    path = tmp_path / "journal.db"
    acknowledged: dict[str, int] = {}
    for seed in range(part, KILLS, 2):
        command = [sys.executable, "-m", "tests.journal.writer", str(path), str(seed)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            # The child runs on while its answers are read, so the kill meets it anywhere in its work.
            lines = [child.stdout.readline() for _ in range(Random(seed).randint(1, 60))]
            child.send_signal(signal.SIGKILL)
            lines += child.stdout.readlines()
        assert child.returncode == -signal.SIGKILL
        for line in lines:
            if line.endswith("\n"):
                acknowledged.update((name, int(version)) for name, version in (w.split("=") for w in line.split()))
        report = verify_file(path)
        assert report.ok, (seed, report.finding)
        with SqliteJournal(path, read_only=True) as journal:
            found = {head.stream: head.version for head in journal.streams()}
        assert all(found[name] >= version for name, version in acknowledged.items()), seed
    assert acknowledged
