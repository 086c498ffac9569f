"""A snapshot is a cache: whatever it holds comes back the same, and what is not ours is replayed."""

from __future__ import annotations

import pytest

from croupier.floor.recovery import recover, snapshot_body
from croupier.journal.memory import MemoryJournal
from croupier.journal.record import Draft
from croupier.wire import state
from croupier.wire.state import decode_state
from tests.floor.simulation.world import Parts, World

STREAM = "table/1"


@pytest.mark.parametrize("seed", range(40))
def test_a_state_comes_back_the_same_at_every_version(seed: int) -> None:
    """A snapshot anywhere in a day, and the records behind it, give what all the records give."""
    world = World(seed, Parts())
    world.odds.kill = world.odds.unknown = world.odds.busy = world.odds.read = 0.0
    world.run()
    records = list(world.disk.read(STREAM))
    partly = MemoryJournal()
    for start in range(0, len(records), 17):
        again = [Draft(each.kind, each.actor, each.time_ms, each.body) for each in records[start : start + 17]]
        assert partly.append(STREAM, start, again) == tuple(records[start : start + 17])
        known, whole = recover(partly, STREAM), recover(partly, STREAM, snapshot=False)
        assert known.table == whole.table
        assert list(known.table.standing()) == list(whole.table.standing()), "the order of wagers is kept"
        assert known.saved == start
        partly.save_snapshot(STREAM, known.head.version, snapshot_body(known))


@pytest.mark.parametrize("body", [b"", b"{}", b"\x80", b"\xff" * 40])
def test_bytes_that_are_not_a_state_are_ignored(body: bytes) -> None:
    assert decode_state(body) is None


def test_a_state_with_another_meaning_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(3, Parts())
    world.run()
    assert recover(world.disk, STREAM).saved
    monkeypatch.setattr(state, "STATE", "table-state/0")
    assert not recover(world.disk, STREAM).saved
