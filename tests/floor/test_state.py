"""A snapshot is a cache: it restores the same state, and a foreign one is replaced by a replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.floor.recovery import recover, saved_state, sealed_state
from croupier.journal.memory import MemoryJournal
from croupier.journal.record import Draft
from croupier.journal.sqlite import SqliteJournal
from croupier.ledger import Overdrawn
from croupier.rules.wagers import Chips
from croupier.table.event import TableOpened, WagerPlaced
from croupier.table.evolve import evolve
from croupier.table.soundness import check_holdings, evolve_all_checked, evolve_checked
from croupier.table.stake import Stake
from croupier.table.standing_wagers import Wagers
from croupier.table.state import Seat, SettledSeat, Table
from croupier.wire import state
from croupier.wire.events import CommandRefused, from_record
from croupier.wire.state import SavedTable, decode_state, encoding_state
from tests.floor.simulation.world import Parts, World
from tests.pauses import with_pauses

STREAM = "table/1"


@pytest.mark.slow
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
        partly.save_snapshot(STREAM, known.head.version, sealed_state(known.head, saved_state(known)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_records_replayed_by_page_and_one_by_one_give_the_same_table(seed: int, tmp_path: Path) -> None:
    world = World(seed, Parts())
    world.odds.kill = world.odds.unknown = world.odds.busy = world.odds.read = 0.0
    world.run()
    records = list(world.disk.read(STREAM))
    table, opened = Table(), 0
    for record in records:
        event = from_record(record).event
        table.last_at = max(table.last_at, record.time_ms)
        if not isinstance(event, CommandRefused):
            table = evolve(table, event)
            check_holdings(table, event)
        if isinstance(event, TableOpened):
            opened = record.version
    again = [Draft(each.kind, each.actor, each.time_ms, each.body) for each in records]
    with SqliteJournal(tmp_path / "journal.sqlite") as journal:
        journal.append(STREAM, 0, again)
        assert list(journal.read(STREAM)) == records
        for known in (recover(journal, STREAM, snapshot=False), recover(world.disk, STREAM, snapshot=False)):
            assert (known.table, known.opened, known.head.hash) == (table, opened, records[-1].hash)
            assert list(known.table.standing()) == list(table.standing()), "the order of wagers is kept"


_stakes = st.builds(
    Stake,
    seat=st.integers(1, 3),
    spot=st.sampled_from(["17", "red", "17-20"]),
    chips=st.sampled_from([Chips.ELECTRONIC, Chips.NON_VALUE, Chips.VALUE]),
    color=st.just("blue"),
    tip=st.sampled_from([False, False, False, True]),
    amount=st.sampled_from([100, 500, 1_000]),
    prison=st.sampled_from([0, 0, 0, 1]),
)
_wagers = st.builds(WagerPlaced, stake=_stakes, coupon=st.sampled_from([0, 0, 0, 500]), instructed=st.booleans())


@given(st.lists(_wagers, max_size=40), st.dictionaries(st.sampled_from(list(Chips)), st.integers(100, 4_000)))
def test_many_wagers_at_once_and_one_after_the_other_give_the_same_table(
    wagers: list[WagerPlaced], stacks: dict[Chips, int]
) -> None:
    """In any chips, with coupons and tips, in prison, beyond what a player holds, for a seat that nobody took."""
    at_once, one_by_one = (Table(seats={seat: Seat("ann", stacks=dict(stacks)) for seat in (1, 2)}) for _ in range(2))
    assert _fault(lambda: evolve_all_checked(at_once, wagers)) == _fault(
        lambda: [evolve_checked(one_by_one, each) for each in wagers]
    )
    assert at_once == one_by_one
    assert list(at_once.standing()) == list(one_by_one.standing())
    assert [*at_once.wagers] == [*one_by_one.wagers]


def _fault(work: Callable[[], object]) -> str:
    try:
        work()
    except (Overdrawn, KeyError) as error:
        return repr(error)
    return ""


def _sizes() -> st.SearchStrategy[int]:
    short = (0, 1, 15, 16, 17)  # MessagePack counts up to 15 entries in the first byte
    return st.sampled_from([*short, state.PIECE - 1, state.PIECE, state.PIECE + 1, 2 * state.PIECE + 15])


@given(seats=_sizes(), wagers=_sizes(), settled=_sizes(), answered=_sizes(), before=_sizes())
def test_a_state_is_encoded_in_pieces_of_any_size(
    seats: int, wagers: int, settled: int, answered: int, before: int
) -> None:
    """How MessagePack begins a map depends on the number of entries, and the last piece may have any."""
    table = Table(
        seats={number: Seat(f"p{number}", stacks={Chips.ELECTRONIC: number + 1}) for number in range(seats)},
        wagers={number: Wagers(number, plain={"17": 100}) for number in range(wagers)},
        settled={number: SettledSeat("ann", Wagers(number), {"17": 3_600}) for number in range(settled)},
        results=["17"],
    )
    young, old = ({f"player:ann {place}": place for place in range(count)} for count in (answered, before))
    saved = SavedTable(table, 7, young, old, 5)
    again = replace(table)
    pauses, body = with_pauses(encoding_state(saved))
    assert decode_state(body) == saved
    assert pauses == sum(-(-size // state.PIECE) for size in (seats, wagers, settled, answered, before))
    assert table == again, "the table itself is not encoded in place"


@pytest.mark.parametrize("body", [b"", b"{}", b"\x80", b"\xff" * 40])
def test_bytes_that_are_not_a_state_are_ignored(body: bytes) -> None:
    assert decode_state(body) is None


def test_a_state_with_another_meaning_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(3, Parts())
    world.run()
    assert recover(world.disk, STREAM).saved
    monkeypatch.setattr(state, "STATE", "table-state/0")
    assert not recover(world.disk, STREAM).saved
