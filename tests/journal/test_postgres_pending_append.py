"""An append that the caller sends and does not wait for: its outcome is known once, and other calls wait for it."""

from __future__ import annotations

import select
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest

from croupier.journal.port import OutcomeUnknown, StreamTaken, VersionConflict
from croupier.journal.postgres.journal import PostgresJournal
from croupier.journal.postgres.pending_append import PostgresAppend
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.record import BadDraft, Draft
from croupier.journal.verify import verify_journal
from croupier.terms.fault import Fault
from tests.journal.examples import NOON, drafts
from tests.postgres import end_backends

pytestmark = pytest.mark.slow

LARGE = [Draft("wager-placed/1", "terminal:12", NOON, bytes([number]) * 1_000_000) for number in range(30)]
"""More than a socket takes at once."""


@pytest.fixture
def writer(store: PostgresStore) -> Iterator[PostgresJournal]:
    """An owner of table/7, which has one record."""
    with store.journal("table/7") as opened:
        opened.append("table/7", 0, drafts(1))
        yield opened


@contextmanager
def held(store: PostgresStore) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Blocks all appends to table/7."""
    with psycopg.connect(store.address.url) as holder:
        holder.execute("SELECT FROM croupier.streams WHERE name = 'table/7' FOR UPDATE")
        yield holder


def started(writer: PostgresJournal, expected: int = 1, count: int = 1) -> PostgresAppend:
    append = writer.start_append([("table/7", expected, drafts(count))])
    assert append is not None
    return append


def proceed(append: PostgresAppend) -> int:
    """Continues as a loop would; returns how often the socket could be written to."""
    writes = 0
    while not append.is_known:
        wanted = [append.fileno] if append.writes else []
        readable, writable, _ = select.select([append.fileno], wanted, [], 10)
        assert readable or writable, "the server answers"
        writes += not readable
        append.proceed(writable=not readable)
    return writes


def test_its_records_are_those_of_an_append_that_waits(store: PostgresStore, writer: PostgresJournal) -> None:
    append = started(writer, count=3)
    proceed(append)
    records = append.result()
    assert records is not None
    assert [record.version for record in records] == [2, 3, 4]
    with store.journal() as other:
        assert tuple(other.read("table/7", 2)) == records
        assert verify_journal(other).ok
    again = started(writer, expected=4)
    proceed(again)
    assert again.result() is not None


def test_nothing_is_there_before_its_outcome_is_known(store: PostgresStore, writer: PostgresJournal) -> None:
    with held(store) as holder, store.journal() as other:
        append = started(writer)
        assert not append.is_known
        assert other.head("table/7").version == 1
        holder.rollback()
    proceed(append)
    assert append.result() is not None


def test_a_large_one_is_sent_in_parts(writer: PostgresJournal) -> None:
    append = writer.start_append([("table/7", 1, LARGE)])
    assert append is not None
    assert append.writes
    assert proceed(append) > 1
    assert append.result() == tuple(writer.read("table/7", 2))
    assert [record.body for record in writer.read("table/7", 2)] == [each.body for each in LARGE]


def test_another_call_waits_for_it(writer: PostgresJournal) -> None:
    """In the same thread nothing else can continue it, so the call does."""
    append, taken = started(writer), []
    append.watch(lambda: taken.append(append.is_known))
    assert writer.head("table/7").version == 2
    assert taken == [False]
    assert append.is_known
    assert append.result() is not None


def test_a_call_in_another_thread_waits_for_the_loop(store: PostgresStore, writer: PostgresJournal) -> None:
    with held(store) as holder, ThreadPoolExecutor(1) as pool:
        append, begun = started(writer), threading.Event()
        append.watch(lambda: pytest.fail("the loop is not disturbed from another thread"))

        def read() -> int:
            begun.set()
            return writer.head("table/7").version

        reading = pool.submit(read)
        begun.wait()
        holder.rollback()
        proceed(append)
        assert not reading.done()
        append.leave()
        assert reading.result(10) == 2


def test_one_that_its_loop_has_left_is_finished_by_the_next_call(writer: PostgresJournal) -> None:
    append = started(writer)
    append.watch(lambda: None)
    append.leave()
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(writer.head, "table/7").result(10).version == 2
    assert append.result() is not None


def test_closing_waits_for_it(store: PostgresStore, writer: PostgresJournal) -> None:
    append = started(writer)
    writer.close()
    assert append.result() is not None
    with store.journal() as other:
        assert other.head("table/7").version == 2


def test_a_lost_connection_makes_it_unknown(store: PostgresStore, writer: PostgresJournal) -> None:
    with held(store) as holder:
        append = started(writer)
        end_backends(store)
        proceed(append)
        with pytest.raises(OutcomeUnknown):
            append.result()
        with pytest.raises(Fault, match="open it again"):
            writer.head("table/7")
        holder.rollback()
    with store.journal("table/7") as again:
        assert again.head("table/7").version == 1
        assert again.append("table/7", 1, drafts(1))[0].version == 2


def test_a_connection_that_was_lost_before_makes_it_unknown(store: PostgresStore, writer: PostgresJournal) -> None:
    end_backends(store)
    append = started(writer)
    proceed(append)
    with pytest.raises(OutcomeUnknown):
        append.result()
    with store.journal("table/7") as again:
        assert again.head("table/7").version == 1


def test_one_that_is_given_up_is_left_to_finish_and_found(store: PostgresStore, writer: PostgresJournal) -> None:
    """It is not canceled: the next owner waits for it before raising the epoch, and then reads what it wrote."""
    with held(store) as holder, ThreadPoolExecutor(1) as pool:
        append = started(writer)
        append.give_up()
        assert append.is_known
        with pytest.raises(OutcomeUnknown, match="no answer for 5 seconds"):
            append.result()
        append.proceed(writable=False)
        append.give_up()
        taking = pool.submit(store.journal, "table/7")
        holder.rollback()
        with taking.result(10) as again:
            assert again.head("table/7").version == 2


def test_a_stale_owner_writes_nothing(store: PostgresStore, writer: PostgresJournal) -> None:
    with store.journal("table/7") as new:
        append = started(writer)
        proceed(append)
        assert append.result() is None
        with pytest.raises(StreamTaken):
            writer.append("table/7", 1, drafts(1))
        assert new.head("table/7").version == 1


def test_a_late_writer_writes_nothing(store: PostgresStore) -> None:
    with store.journal() as late, store.journal() as early:
        late.append("table/7", 0, drafts(1))
        early.append("table/7", 1, drafts(1))
        append = started(late)
        proceed(append)
        assert append.result() is None
        with pytest.raises(VersionConflict):
            late.append("table/7", 1, drafts(1))


def test_what_cannot_be_sent_without_waiting_is_not_started(store: PostgresStore, writer: PostgresJournal) -> None:
    assert writer.start_append([("table/7", 7, drafts(1))]) is None, "the head has to be read first"
    assert writer.start_append([("table/8", 0, drafts(1))]) is None
    assert writer.start_append([("table/7", 1, [])]) is None
    with pytest.raises(BadDraft):
        writer.start_append([("table/7", 1, [Draft("wager-placed/1", "no actor", 1, b"")])])
    first = started(writer)
    assert writer.start_append([("table/7", 1, drafts(1))]) is None, "one at a time"
    proceed(first)
    assert first.result() is not None
    writer.close()
    assert writer.start_append([("table/7", 2, drafts(1))]) is None
    with store.journal() as other:
        assert other.head("table/7").version == 2
