"""What every store guarantees; each test runs against each store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from croupier.journal.chain import BrokenChain, advance, genesis, is_intact, origin
from croupier.journal.cosignature import cosign
from croupier.journal.house import HouseJournal
from croupier.journal.inclusion import prove_record
from croupier.journal.memory import MemoryJournal
from croupier.journal.policy import Demands
from croupier.journal.port import Journal, VersionConflict
from croupier.journal.record import BODY_MAX, COMMIT_MAX, NAME_MAX, TIME_MAX, BadDraft, Draft, Head
from croupier.journal.remote import RemoteJournal
from croupier.journal.seal import rebuild, seal
from croupier.journal.sqlite import PAGE, SqliteJournal
from croupier.journal.verify import verify_journal
from croupier.terms.fault import Fault
from tests.floor.committing import committing
from tests.journal.examples import KEY, NOON, OTHER_KEY, draft, drafts, fill
from tests.postgres import fresh_store

STORES = ("memory", "sqlite", "house", "remote", "postgres")


@pytest.fixture(params=[*STORES[:-1], pytest.param(STORES[-1], marks=pytest.mark.slow)])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    with opened(request.param, tmp_path) as store:
        yield store


@contextmanager
def opened(kind: str, directory: Path) -> Iterator[Journal]:
    with ExitStack() as stack:
        store: Journal
        match kind:
            case "memory":
                store = MemoryJournal()
            case "sqlite":
                store = SqliteJournal(directory / "journal.db")
            case "house":
                store = HouseJournal(directory / "journal.db")
            case "remote":
                address = stack.enter_context(committing(directory / "journal.db"))
                store = RemoteJournal(directory / "journal.db", address)
            case _:
                store = stack.enter_context(fresh_store()).journal()
        stack.callback(store.close)
        yield store


def test_an_append_is_read_back_in_order(journal: Journal) -> None:
    written = journal.append("table/7", 0, drafts(3))
    assert [record.version for record in written] == [1, 2, 3]
    assert tuple(journal.read("table/7")) == written
    assert [(record.kind, record.actor, record.time_ms, record.body) for record in written] == [
        (draft.kind, draft.actor, draft.time_ms, draft.body) for draft in drafts(3)
    ]


def test_records_of_a_stream_are_chained_from_its_genesis(journal: Journal) -> None:
    first, second = journal.append("table/7", 0, drafts(2))
    (third,) = journal.append("table/7", 2, drafts(1))
    assert [first.prev, second.prev, third.prev] == [genesis("table/7"), first.hash, second.hash]
    assert all(map(is_intact, (first, second, third)))


@pytest.mark.parametrize("expected", [0, 1, 3, 10**18])
def test_a_wrong_expected_version_writes_nothing(journal: Journal, expected: int) -> None:
    journal.append("table/7", 0, drafts(2))
    with pytest.raises(VersionConflict) as caught:
        journal.append("table/7", expected, drafts(1))
    assert (caught.value.stream, caught.value.expected, caught.value.found) == ("table/7", expected, 2)
    assert journal.head("table/7").version == 2


def test_several_streams_commit_together_or_not_at_all(journal: Journal) -> None:
    journal.append("table/9", 0, drafts(1))
    with pytest.raises(VersionConflict):
        journal.append_many([("table/7", 0, drafts(2)), ("table/9", 0, drafts(1))])
    assert [head.stream for head in journal.streams()] == ["table/9"]
    written = journal.append_many([("table/7", 0, drafts(2)), ("table/9", 1, drafts(1))])
    assert [(record.stream, record.version) for record in written] == [("table/7", 1), ("table/7", 2), ("table/9", 2)]


def test_appending_nothing_still_checks_the_version(journal: Journal) -> None:
    assert journal.append("table/7", 0, []) == ()
    assert journal.streams() == ()
    with pytest.raises(VersionConflict):
        journal.append("table/7", 1, [])


def test_a_stream_is_read_from_a_version_up_to_a_limit(journal: Journal) -> None:
    journal.append("table/7", 0, drafts(5))
    assert [record.version for record in journal.read("table/7", 4)] == [4, 5]
    assert [record.version for record in journal.read("table/7", 2, limit=2)] == [2, 3]
    assert [record.version for record in journal.read("table/7", 0, limit=1)] == [1]
    assert list(journal.read("table/7", 6)) == []
    assert list(journal.read("table/7", limit=0)) == []
    assert list(journal.read("table/8")) == []


@pytest.mark.parametrize("count", [PAGE - 1, PAGE, PAGE + 1, 2 * PAGE])
def test_reading_is_whole_around_a_page(journal: Journal, count: int) -> None:
    journal.append("table/7", 0, drafts(count))
    assert [record.version for record in journal.read("table/7")] == list(range(1, count + 1))
    assert sum(1 for _ in journal.read_all()) == count
    assert sum(1 for _ in journal.read("table/7", limit=PAGE)) == min(count, PAGE)
    assert sum(1 for _ in journal.read_all(after=1)) == count - 1


def test_everything_is_read_in_the_order_in_which_checkpoints_seal(journal: Journal) -> None:
    fill(journal)
    records = list(journal.read_all())
    places = [(record.stream, record.version) for record in records]
    assert sorted(places) == [*(("table/7", version) for version in range(1, 5)), *(("table/9", v) for v in (1, 2, 3))]
    for stream in ("table/7", "table/9"):
        assert [record for record in records if record.stream == stream] == list(journal.read(stream))
    before = 0
    for checkpoint in journal.checkpoints():
        for head in checkpoint.statement.heads:
            assert [v for s, v in places[: checkpoint.records] if s == head.stream] == list(range(1, head.version + 1))
        assert checkpoint.records > before
        before = checkpoint.records
    for after in range(9):
        for limit in (None, 0, 1, 2, 7):
            slice_ = records[after:] if limit is None else records[after : after + limit]
            assert list(journal.read_all(after, limit)) == slice_


def test_a_seal_after_others_wrote_on_is_read_up_to_its_own_heads(journal: Journal) -> None:
    fill(journal, sealed=False)
    heads = journal.streams()
    sealed = [record.hash for record in journal.read_all(heads=heads)]
    journal.append_many([("table/8", 0, drafts(2)), ("table/7", 4, drafts(3))])
    assert [record.hash for record in journal.read_all(heads=heads)] == sealed
    assert [record.hash for record in journal.read_all(2, heads=heads)] == sealed[2:]
    assert [record.hash for record in journal.read_all(2, 3, heads=heads)] == sealed[2:5]


def test_heads_tell_where_streams_stand(journal: Journal) -> None:
    assert journal.head("table/7") == origin("table/7") == Head("table/7", 0, genesis("table/7"))
    fill(journal)
    heads = journal.streams()
    assert [(head.stream, head.version) for head in heads] == [("table/7", 4), ("table/9", 3)]
    assert heads == tuple(journal.head(head.stream) for head in heads)
    for head in heads:
        reached = origin(head.stream)
        for record in journal.read(head.stream):
            reached = advance(reached, record)
        assert reached == head


def test_a_record_of_another_place_does_not_advance_a_head(journal: Journal) -> None:
    fill(journal)
    second = next(journal.read("table/7", 2))
    for head in (origin("table/7"), origin("table/9"), journal.head("table/9")):
        with pytest.raises(BrokenChain, match="Run croupier verify"):
            advance(head, second)


def test_a_paused_reader_sees_later_batches_whole_or_not_at_all(journal: Journal) -> None:
    journal.append("table/7", 0, drafts(PAGE))
    reader = journal.read("table/7")
    next(reader)
    journal.append("table/7", PAGE, drafts(2))
    assert [record.version for record in reader][: PAGE - 1] == list(range(2, PAGE + 1))


@pytest.mark.parametrize(
    "stream", ["", "Table/7", "table 7", "table/", "/7", "a" * (NAME_MAX + 1), "table//7", "tisch/ö"]
)
def test_a_stream_name_outside_its_bounds_is_refused(journal: Journal, stream: str) -> None:
    for call in (journal.head, journal.read, journal.snapshot):
        with pytest.raises(BadDraft, match="is not a stream"):
            call(stream)
    with pytest.raises(BadDraft, match="is not a stream"):
        journal.append(stream, 0, drafts(1))


@pytest.mark.parametrize(
    "wrong",
    [
        Draft("wager-placed", "terminal:12", NOON, b""),
        Draft("WagerPlaced/1", "terminal:12", NOON, b""),
        Draft("wager-placed/0", "terminal:12", NOON, b""),
        Draft("wager-placed/01", "terminal:12", NOON, b""),
        Draft("wager-placed/10000", "terminal:12", NOON, b""),
        Draft("wager-placed/1\n", "terminal:12", NOON, b""),
        Draft("wager-placed/1", "", NOON, b""),
        Draft("wager-placed/1", "terminal 12", NOON, b""),
        Draft("wager-placed/1", "terminal:12\x00", NOON, b""),
        Draft("wager-placed/1", "a" * (NAME_MAX + 1), NOON, b""),
        Draft("wager-placed/1", "terminal:12", -1, b""),
        Draft("wager-placed/1", "terminal:12", TIME_MAX + 1, b""),
        Draft("wager-placed/1", "terminal:12", True, b""),
        Draft("wager-placed/1", "terminal:12", 1.5, b""),  # type: ignore[arg-type]
        Draft("wager-placed/1", "terminal:12", NOON, "text"),  # type: ignore[arg-type]
        Draft("wager-placed/1", "terminal:12", NOON, bytearray(1)),  # type: ignore[arg-type]
        Draft("wager-placed/1", "terminal:12", NOON, bytes(BODY_MAX + 1)),
    ],
)
def test_a_draft_outside_its_bounds_takes_its_whole_commit_down(journal: Journal, wrong: Draft) -> None:
    with pytest.raises(BadDraft):
        journal.append("table/7", 0, [draft(), wrong])
    assert journal.head("table/7").version == 0


def test_a_draft_on_its_bounds_is_written(journal: Journal) -> None:
    bounds = [
        Draft("a/1", "a", 0, b""),
        Draft("wager-placed/9999", "A" * NAME_MAX, TIME_MAX, bytes(BODY_MAX)),
    ]
    journal.append("a" * NAME_MAX, 0, bounds)
    assert [(r.kind, r.actor, r.time_ms, r.body) for r in journal.read("a" * NAME_MAX)] == [
        (d.kind, d.actor, d.time_ms, d.body) for d in bounds
    ]
    assert verify_journal(journal).ok


def test_a_commit_has_bounds(journal: Journal) -> None:
    with pytest.raises(BadDraft, match="the most one commit may hold"):
        journal.append("table/7", 0, [draft()] * (COMMIT_MAX + 1))
    with pytest.raises(BadDraft, match="named twice"):
        journal.append_many([("table/7", 0, drafts(1)), ("table/7", 1, drafts(1))])
    with pytest.raises(BadDraft, match="is not a version"):
        journal.append("table/7", -1, drafts(1))


def test_a_snapshot_is_of_a_record_that_exists(journal: Journal) -> None:
    assert journal.snapshot("table/7") is None
    written = journal.append("table/7", 0, drafts(3))
    for version in (0, 4):
        with pytest.raises(BadDraft, match="no state at version"):
            journal.save_snapshot("table/7", version, b"state")
    journal.save_snapshot("table/7", 2, b"state")
    snapshot = journal.snapshot("table/7")
    assert snapshot
    assert (snapshot.version, snapshot.hash, snapshot.body) == (2, written[1].hash, b"state")
    journal.save_snapshot("table/7", 3, b"later")
    snapshot = journal.snapshot("table/7")
    assert snapshot
    assert (snapshot.version, snapshot.body) == (3, b"later")
    assert journal.snapshot("table/9") is None


def test_checkpoints_follow_one_another_and_seal_everything(journal: Journal) -> None:
    assert journal.last_checkpoint() is None
    fill(journal)
    first, second = journal.checkpoints()
    assert journal.last_checkpoint() == second
    assert (first.number, first.records, second.number, second.records) == (1, 4, 2, 7)
    assert (first.head.size, second.head.size) == (5, 9)
    assert second.statement.heads == journal.streams()
    assert (journal.checkpoint(1), journal.checkpoint(2), journal.checkpoint(3)) == (first, second, None)
    report = verify_journal(journal, Demands((KEY.public,), seen=(first.note,)))
    assert (report.ok, report.sealed, report.trusted, report.witnessed) == (True, 7, True, True)


def test_a_checkpoint_out_of_order_is_refused(journal: Journal) -> None:
    fill(journal)
    first, second = journal.checkpoints()
    for stale in (first, second):
        with pytest.raises(Fault, match="does not follow"):
            journal.save_checkpoint(stale)
    assert seal(journal, KEY, NOON).number == 3


def test_cosignatures_are_added_once_and_stay_with_their_checkpoint(journal: Journal) -> None:
    fill(journal)
    first, second = journal.checkpoints()
    lines = [cosign(first.note.text, "witness.example", OTHER_KEY, at) for at in (1, 2)]
    journal.save_cosignatures(1, lines[:1])
    journal.save_cosignatures(1, lines)
    assert [each.cosignatures for each in journal.checkpoints()] == [tuple(lines), ()]
    assert journal.last_checkpoint() == second
    with pytest.raises(Fault, match="no checkpoint 3"):
        journal.save_cosignatures(3, lines)
    assert verify_journal(journal).ok


def test_a_record_has_a_place_in_the_whole_journal(journal: Journal) -> None:
    fill(journal)
    journal.append_many([("table/7", 4, drafts(2)), ("table/1", 0, drafts(1))])
    order = [(record.stream, record.version) for record in journal.read_all()]
    assert [journal.place(*each) for each in order] == list(range(1, 11))
    assert (journal.place("table/7", 7), journal.place("table/8", 1)) == (0, 0)


def test_tiles_are_kept_replaced_and_rebuilt(journal: Journal) -> None:
    journal.append("table/7", 0, drafts(600))
    seal(journal, KEY, NOON)
    kept = {at: journal.tile(*at) for at in ((0, 0), (0, 1), (0, 2), (1, 0))}
    assert [len(hashes) // 32 for hashes in kept.values()] == [256, 256, 89, 2]
    assert journal.tile(2, 0) == b""
    for at, hashes in kept.items():
        for wrong in (hashes[:-1], b"", bytes(32) + hashes[32:]):
            journal.save_tiles([(*at, wrong)])
            assert prove_record(journal, "table/7", 600).record().version == 600, "a damaged cache changes no proof"
            assert verify_journal(journal).ok == (not wrong)
        seal(journal, KEY, NOON)
        rebuild(journal)
        assert all(journal.tile(*each).startswith(hashes) for each, hashes in kept.items())
    assert verify_journal(journal).ok


def test_a_closed_journal_raises_a_clear_error(journal: Journal) -> None:
    journal.close()
    journal.close()
    for call in (
        lambda: journal.append("table/7", 0, drafts(1)),
        lambda: journal.head("table/7"),
        lambda: journal.read("table/7"),
        journal.read_all,
        journal.streams,
        journal.checkpoints,
        journal.last_checkpoint,
        lambda: journal.snapshot("table/7"),
    ):
        with pytest.raises(Fault, match="closed"):
            call()
