"""Altered snapshots and histories are not trusted, even if they are correctly sealed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec import msgpack

from croupier.floor import recovery
from croupier.floor.cache_seal import CACHE_KEY_FILE, SEAL_BYTES, CacheSeal
from croupier.floor.history import History
from croupier.floor.history_file import FOLDER, HISTORY
from croupier.floor.order import Order, Unanswered, UnansweredReason
from croupier.floor.premises import Premises
from croupier.floor.recovery import SNAPSHOT, recover
from croupier.journal.record import Head, Record
from croupier.journal.sqlite import SqliteJournal
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.event import AnyEvent
from croupier.table.soundness import evolve_checked
from croupier.table.state import Table
from croupier.terms.fault import Fault
from tests.attacks.tampering import change_snapshot
from tests.loops import asked, looked, running
from tests.web.api.test_premises import do, opened
from tests.web.api.world import ANN, bet, opening, spin

STREAM = "table/1"


def play(premises: Premises, name: str = "", rounds: Sequence[str] = ("17", "5")) -> None:
    for number in rounds:
        do(premises, "1", [bet(ANN, 1, "17", 500), *spin(number)], f"{name}{number}-")


def stack(premises: Premises) -> int:
    return looked(premises.tables["1"].desk, lambda _version, table: table.seats[1].total)


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, int]:
    """A directory whose service has stopped, and what the player at seat 1 has."""
    with running(opened(tmp_path)) as premises:
        do(premises, "1", opening(ANN))
        play(premises)
        assert _win(premises), "the history was read, and is kept"
        return tmp_path, stack(premises)


def richer(body: bytes) -> bytes:
    """The same state with $10,000 more in the player's stack."""
    state = msgpack.decode(body)
    stacks = state["saved"]["table"]["seats"][1]["stacks"]
    stacks["electronic"] = stacks.get("electronic", 0) + 1_000_000
    return msgpack.encode(state)


def sealed_again(directory: Path) -> None:
    """Puts a forged snapshot in place that the directory's own key has sealed."""
    seal = CacheSeal.load(directory / CACHE_KEY_FILE)
    with SqliteJournal(directory / "journal.sqlite") as journal:
        snapshot = journal.snapshot(STREAM)
        assert snapshot is not None
        head = Head(STREAM, snapshot.version, snapshot.hash)
        body = seal.take(SNAPSHOT, head, snapshot.body)
        assert body is not None
        journal.save_snapshot(STREAM, snapshot.version, seal.put(SNAPSHOT, head, richer(body)))


def test_an_unchanged_snapshot_is_used(played: tuple[Path, int]) -> None:
    directory, held = played
    seal = CacheSeal.load(directory / CACHE_KEY_FILE)
    with SqliteJournal(directory / "journal.sqlite") as journal:
        assert recover(journal, STREAM, seal=seal).saved
        assert not recover(journal, STREAM, seal=CacheSeal(bytes(32), bytes(32))).saved, "another key's"
    with running(opened(directory)) as premises:
        assert stack(premises) == held
        premises.past.join()
        assert premises.health.look() == ()


def test_a_changed_snapshot_with_its_digest_made_again_is_replayed_instead(played: tuple[Path, int]) -> None:
    directory, held = played
    change_snapshot(directory / "journal.sqlite", STREAM, lambda body: body[:SEAL_BYTES] + richer(body[SEAL_BYTES:]))
    with running(opened(directory)) as premises:
        assert stack(premises) == held
        more = c.CashOut(by=ANN, at=0, seat=1, amount=held + 1, chips=Chips.ELECTRONIC)
        assert asked(premises.tables["1"].desk, Order("more", more)).refusal


def test_a_forged_snapshot_under_the_right_seal_stops_its_table(played: tuple[Path, int]) -> None:
    directory, held = played
    sealed_again(directory)
    told: list[str] = []
    with running(opened(directory)) as premises:
        premises.untrusted.report_to(lambda stream, _error: told.append(stream))
        premises.past.join()
        assert told == [STREAM]
        assert [each.stream for each in premises.health.look()] == [STREAM], "the service is not ready"
        answer = asked(premises.tables["1"].desk, Order("late", bet(ANN, 1, "17", 500)))
        assert isinstance(answer.outcome, Unanswered)
        assert answer.outcome.reason is UnansweredReason.DOWN
    with running(opened(directory)) as premises:
        assert stack(premises) == held, "the journal's word"
        premises.past.join()
        assert premises.health.look() == ()
        play(premises, "again")


def _win(premises: Premises) -> int:
    history = premises.places["1"].history
    assert history is not None
    return history.shifts()[-1].figures.win


def test_an_invented_history_is_not_accepted(played: tuple[Path, int]) -> None:
    directory, _ = played
    (file,) = (directory / FOLDER).glob("*.cache")
    with running(opened(directory)) as premises:
        true = _win(premises)
    whole = msgpack.decode(file.read_bytes())
    for sealed in (False, True):
        body = msgpack.decode(whole["sealed"][SEAL_BYTES:])
        body["shifts"][1]["figures"]["drop"] += 1_000_000
        forged = msgpack.encode(body)
        head = Head(STREAM, whole["version"], whole["hash"])
        seal = CacheSeal.load(directory / CACHE_KEY_FILE)
        fresh = seal.put(HISTORY, head, forged) if sealed else whole["sealed"][:SEAL_BYTES] + forged
        file.write_bytes(msgpack.encode({**whole, "sealed": fresh}))
        with running(opened(directory)) as premises:
            premises.past.join()
            assert _win(premises) == true
            assert [each.stream for each in premises.health.look()] == ([STREAM] if sealed else [])


def test_one_replay_is_compared_with_both_caches(played: tuple[Path, int], monkeypatch: pytest.MonkeyPatch) -> None:
    directory, _ = played
    with running(opened(directory)) as premises:
        premises.past.join()
    with SqliteJournal(directory / "journal.sqlite") as journal:
        assert journal.snapshot(STREAM) is not None
    replays: list[int] = []
    whole = SqliteJournal.read

    def read(journal: SqliteJournal, stream: str, from_version: int = 1, limit: int | None = None) -> Iterator[Record]:
        if (stream, from_version) == (STREAM, 1):
            replays.append(from_version)
        return whole(journal, stream, from_version, limit)

    monkeypatch.setattr(SqliteJournal, "read", read)
    with running(opened(directory)) as premises:
        premises.past.join()
        assert premises.health.look() == ()
    assert len(replays) == 1


def test_a_history_that_is_closed_while_it_is_compared_passes(played: tuple[Path, int]) -> None:
    """It has not read the newest records, which does not mean that the file is forged."""
    directory, _ = played
    with running(opened(directory)) as premises:
        history = History(premises.store, STREAM, directory, premises.seal)
        history.read_all()
        fresh = history.unread_copy()
        assert fresh is not None, "it began from the file"
        play(premises, "meanwhile")
        history.leave()
        assert history.equals(fresh, lambda: None)
        fresh.leave()


def test_a_history_that_could_not_read_on_begins_again(
    played: tuple[Path, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error in the middle of a page leaves nothing half read."""
    directory, _ = played
    with running(opened(directory)) as premises:
        store, true = premises.store, _win(premises)
    history = History(store, STREAM, directory / "elsewhere")
    steps = iter([True, True, False])
    evolved = evolve_checked

    def sometimes(table: Table, event: AnyEvent) -> Table:
        if not next(steps, True):
            raise Fault("The disk failed.")
        return evolved(table, event)

    monkeypatch.setattr(recovery, "evolve_checked", sometimes)
    with pytest.raises(Fault, match="The disk failed"):
        history.shifts()
    assert history.shifts()[-1].figures.win == true
    history.leave()


@pytest.mark.parametrize(("data", "mode"), [(b"short", 0o600), (bytes(32), 0o644)])
def test_a_key_that_others_may_know_seals_nothing(tmp_path: Path, data: bytes, mode: int) -> None:
    path = tmp_path / CACHE_KEY_FILE
    path.write_bytes(data)
    path.chmod(mode)
    with pytest.raises(Fault, match="Delete it"):
        CacheSeal.load(path)
    path.unlink()
    CacheSeal.load(path)
    assert path.stat().st_mode & 0o777 == 0o600
