"""kill -9 under load: what was answered is recorded once, and the next process continues from it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from croupier.floor.cache_seal import CACHE_KEY_FILE, CacheSeal
from croupier.floor.recovery import recover
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from tests.floor.lives import answers_of, nursery_of_desks, one_life
from tests.floor.scripts import STREAM
from tests.nightly import extent

LIVES = 25

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="SIGKILL")]


@pytest.fixture
def nursery() -> Iterator[subprocess.Popen[bytes]]:
    with nursery_of_desks() as process:
        yield process


@pytest.mark.parametrize("seed", range(extent(2, 20)))
def test_killed_at_any_moment_nothing_answered_is_lost_or_done_twice(
    tmp_path: Path, nursery: subprocess.Popen[bytes], seed: int
) -> None:
    random = Random(seed)
    path = tmp_path / "house.journal"
    answers: dict[str, str] = {}
    sent = 0
    for _ in range(LIVES):
        unanswered = [number for number in range(sent) if f"o{number}" not in answers]
        again = sorted({*unanswered, *random.sample(range(sent), min(sent, 20))})
        for id, answer in one_life(nursery, path, sent, again, until=random.choice((0, 1, 30, 100, 300))):
            assert answers.setdefault(id, answer) == answer, f"{id} was answered differently after a crash"
        with SqliteJournal(path) as journal:
            assert verify_file(path).ok
            recorded = answers_of(list(journal.read(STREAM)))
            assert answers.items() <= recorded.items(), "an answer is lost"
            sent = max((int(id[1:]) + 1 for id in recorded), default=0)
            seal = CacheSeal.load(path.with_name(CACHE_KEY_FILE))
            live, replayed = recover(journal, STREAM, seal=seal), recover(journal, STREAM, snapshot=False)
            assert live.table == replayed.table
            assert live.answered == replayed.answered
    assert len(answers) > 1_000
    assert live.saved, "snapshots were taken on the way"
