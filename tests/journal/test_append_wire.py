"""The wire between processes that append and the one that commits, without any I/O."""

from __future__ import annotations

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.journal.append_failure import trouble_of
from croupier.journal.append_wire import LENGTH, FrameReader, PendingAppends, make_reply, read_request
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Batch, OutcomeUnknown, StoreBusy, StoreUnreachable, StreamTaken, VersionConflict
from croupier.journal.record import BadDraft
from croupier.terms.fault import Fault
from tests.journal.examples import draft, drafts

BATCHES: list[Batch] = [("table/7", 0, drafts(3)), ("table/9", 0, []), ("premises", 0, drafts(1))]


def _body(frame: bytes) -> bytes:
    (body,) = FrameReader().feed(frame)
    return body


@given(st.lists(st.binary(max_size=40), max_size=8), st.data())
def test_frames_are_whole_however_the_bytes_arrive(bodies: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(LENGTH.pack(len(body)) + body for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    reader, found = FrameReader(), list[bytes]()
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += reader.feed(stream[start:end])
    assert found == bodies


def test_a_request_arrives_as_it_was_and_its_records_are_those_of_the_store() -> None:
    pending, store = PendingAppends(), MemoryJournal()
    id, frame = pending.request(BATCHES)
    read, batches = read_request(_body(frame))
    assert (read, [(s, v, list(d)) for s, v, d in batches]) == (id, [(s, v, list(d)) for s, v, d in BATCHES])
    written = store.append_many(batches)
    assert pending.reply(_body(make_reply(id, batches, written))) == (id, written)
    assert not len(pending)


def test_every_request_has_an_id_of_its_own_and_one_reply() -> None:
    pending = PendingAppends()
    first, _ = pending.request(BATCHES)
    second, _ = pending.request([("table/8", 0, [draft()])])
    assert first != second
    reply = _body(make_reply(second, [], Fault("no")))
    assert pending.reply(reply)[0] == second
    with pytest.raises(Fault, match=f"Unexpected reply to request {second}"):
        pending.reply(reply)


def test_what_waits_when_the_connection_is_lost_is_unknown_and_nothing_else() -> None:
    pending = PendingAppends()
    answered, _ = pending.request(BATCHES)
    lost, _ = pending.request(BATCHES)
    pending.reply(_body(make_reply(answered, BATCHES, MemoryJournal().append_many(BATCHES))))
    assert {id: type(error) for id, error in pending.lose().items()} == {lost: OutcomeUnknown}
    assert not pending.lose()


@pytest.mark.parametrize(
    "error",
    [
        VersionConflict("table/7", 3, 5),
        StreamTaken("table/7"),
        BadDraft("too long"),
        StoreBusy("held"),
        StoreUnreachable("gone"),
        OutcomeUnknown("torn"),
        Fault("something else"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_fault_is_the_same_on_the_other_side(error: Exception) -> None:
    pending = PendingAppends()
    id, _ = pending.request(BATCHES)
    error.__cause__ = apsw.FullError("database or disk is full")
    _, outcome = pending.reply(_body(make_reply(id, BATCHES, error)))
    assert isinstance(outcome, Exception)
    assert (type(outcome), str(outcome)) == (type(error), str(error))
    assert trouble_of(outcome).what == "The disk is full."
    if isinstance(error, VersionConflict) and isinstance(outcome, VersionConflict):
        assert (outcome.stream, outcome.expected, outcome.found) == ("table/7", 3, 5)


def test_what_no_journal_takes_is_not_sent() -> None:
    pending = PendingAppends()
    with pytest.raises(BadDraft):
        pending.request([("Not A Stream", 0, [draft()])])
    assert not len(pending)


def test_a_reply_with_too_few_records_is_not_accepted() -> None:
    pending, store = PendingAppends(), MemoryJournal()
    id, _ = pending.request([("table/7", 0, drafts(3))])
    short: list[Batch] = [("table/7", 0, drafts(2))]
    with pytest.raises(ValueError, match="zip"):
        pending.reply(_body(make_reply(id, short, store.append_many(short))))
