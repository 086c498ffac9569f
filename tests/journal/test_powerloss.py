"""Nothing that was acknowledged is lost when the power goes, at any write, with any tear.

``CROUPIER_POWERLOSS=10000 pytest tests/journal/test_powerloss.py`` runs that many losses;
a failure prints the seed, and the same seed fails again.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from croupier.journal.port import OutcomeUnknown
from croupier.journal.seal import seal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.terms.fault import Fault
from tests.journal.examples import KEY, NOON, drafts
from tests.journal.powerloss import Disk
from tests.nightly import extent

pytestmark = pytest.mark.slow

LOSSES = int(os.environ.get("CROUPIER_POWERLOSS", extent(100, 1000)))
PARTS = 4


class NormalJournal(SqliteJournal):
    """The control: a store that does not sync each commit."""

    _synchronous: ClassVar[str] = "NORMAL"


def live(store: type[SqliteJournal], path: Path, random: Random, disk: Disk) -> dict[str, int]:
    """Appends to some streams until the power goes; returns what was acknowledged by then, by stream."""
    acknowledged: dict[str, int] = {}
    journal: SqliteJournal | None = None
    try:
        journal = store(path, vfs=disk.name)
        acknowledged = {head.stream: head.version for head in journal.streams()}
        while True:
            names = random.sample(["table/7", "table/9", "pit/1"], random.randint(1, 3))
            batches = [(name, acknowledged.get(name, 0), drafts(random.choice([1, 2, 40]))) for name in names]
            for record in journal.append_many(batches):
                acknowledged[record.stream] = record.version
            if random.random() < 0.1:
                journal.save_snapshot(names[0], acknowledged[names[0]], b"state" * random.randint(1, 2000))
            if random.random() < 0.1:
                seal(journal, KEY, NOON)
    except Fault:
        return acknowledged
    finally:
        if journal is not None:
            journal._abandon()


def lost(store: type[SqliteJournal], seed: int, directory: Path) -> list[str]:
    """Two processes and two power losses; returns the acknowledged records that are lost, and any other fault."""
    random = Random(seed)
    home = directory / "0"
    home.mkdir(parents=True)
    for life in (1, 2):
        disk = Disk(f"{store.__name__}-{seed}-{life}", random.choice([10, 40, 200, 400]) + random.randint(0, 60))
        acknowledged = live(store, home / "journal.db", random, disk)
        home = directory / str(life)
        home.mkdir()
        disk.lose_power(random, home)
        disk.unregister()
        if not (home / "journal.db").exists():
            return [f"seed {seed}: nothing survived"] if acknowledged else []
        with SqliteJournal(home / "journal.db") as journal:
            found = {head.stream: head.version for head in journal.streams()}
        gone = [
            f"seed {seed}, life {life}: {stream} {found.get(stream, 0)} of {version}"
            for stream, version in acknowledged.items()
            if found.get(stream, 0) < version
        ]
        report = verify_file(home / "journal.db")
        if gone or not report.ok:
            return gone or [f"seed {seed}, life {life}: {report.finding}"]
    return []


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_acknowledged_is_lost(tmp_path: Path, part: int) -> None:
    for seed in range(part, LOSSES, PARTS):
        assert lost(SqliteJournal, seed, tmp_path / str(seed)) == []


def test_the_disk_does_lose_what_a_hasty_store_acknowledges(tmp_path: Path) -> None:
    """Without this, the test above could not fail."""
    wrong = [lost(NormalJournal, seed, tmp_path / str(seed)) for seed in range(20)]
    assert sum(map(bool, wrong)) >= 5


class BrokenSync(Disk):
    """A disk whose syncs fail from a moment on, while the machine stays up."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 10**9)

    def break_down(self) -> None:
        self.power = 0


def test_after_a_failed_commit_the_store_stops_and_a_new_one_tells_the_truth(tmp_path: Path) -> None:
    disk = BrokenSync("broken-sync")
    path = tmp_path / "journal.db"
    journal = SqliteJournal(path, vfs=disk.name)
    journal.append("table/7", 0, drafts(3))
    disk.break_down()
    with pytest.raises(OutcomeUnknown, match="Open the journal again"):
        journal.append("table/7", 3, drafts(1))
    with pytest.raises(Fault, match="closed"):
        journal.append("table/7", 3, drafts(1))
    disk.power = 10**9
    with SqliteJournal(path, vfs=disk.name) as again:
        version = again.head("table/7").version
        assert version in (3, 4)
        again.append("table/7", version, drafts(1))
    disk.unregister()
    assert verify_file(path).records == version + 1
