"""Tables on PostgreSQL: the loop sends each append and reads its outcome, and no thread waits for the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

import psycopg
import pytest
import uvloop

from croupier.floor.committer import HouseCommitter
from croupier.floor.desk import Desk
from croupier.floor.order import Answer
from croupier.floor.writer import Writer
from croupier.journal.port import OutcomeUnknown, StreamTaken, VersionConflict
from croupier.journal.postgres.connection import Connection
from croupier.journal.postgres.journal import PostgresJournal
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.record import Draft
from croupier.journal.verify import verify_journal
from tests.floor.scripts import open_table, order, wager
from tests.floor.tables import rules_of
from tests.floor.test_desk import Ticking
from tests.postgres import end_backends, fresh_store

T = TypeVar("T")
Work = Callable[[HouseCommitter], Coroutine[Any, Any, T]]
RULES = rules_of("nj-terminals")
DRAFT = Draft("wager-placed/1", "dealer:ana", 1, b"{}")
LARGE = [Draft("wager-placed/1", "dealer:ana", 1, bytes([number]) * 1_000_000) for number in range(30)]
LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}


class NoThread(Executor):
    """Fails the test if something waits in a thread."""

    def submit(self, fn: Callable[..., T], /, *_args: Any, **_kwargs: Any) -> Future[T]:
        raise AssertionError(f"{fn} waits in a thread")


@pytest.fixture
def store() -> Iterator[PostgresStore]:
    with fresh_store() as made:
        yield made


@pytest.fixture
def writers(store: PostgresStore) -> Iterator[tuple[PostgresJournal, PostgresJournal]]:
    """The owners of table/7 and table/8, which have a record each."""
    with store.journal("table/7") as seven, store.journal("table/8") as eight:
        seven.append("table/7", 0, [DRAFT])
        eight.append("table/8", 0, [DRAFT])
        yield seven, eight


def run(work: Work[T], *, threads: bool = False, loop: str = "asyncio") -> T:
    committer = HouseCommitter() if threads else HouseCommitter(pool=NoThread())

    async def main() -> T:
        committer.start()
        return await work(committer)

    with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
        try:
            return runner.run(main())
        finally:
            committer.close()


def hold(store: PostgresStore, stream: str) -> psycopg.Connection[tuple[object, ...]]:
    """No append to the stream goes on until it is closed."""
    holder = psycopg.connect(store.address.url)
    holder.execute("SELECT FROM croupier.streams WHERE name = %s FOR UPDATE", (stream,))
    return holder


@pytest.mark.parametrize("loop", LOOPS)
def test_the_loop_appends_without_a_thread(writers: tuple[PostgresJournal, PostgresJournal], loop: str) -> None:
    seven, eight = writers

    async def work(committer: HouseCommitter) -> None:
        for version in range(1, 20):
            first, second = await asyncio.gather(
                committer.append(seven, [("table/7", version, [DRAFT])]),
                committer.append(eight, [("table/8", version, [DRAFT])]),
            )
            assert [each.version for each in (*first, *second)] == [version + 1] * 2
        records = await committer.append(seven, [("table/7", 20, LARGE)])
        assert [each.body for each in records] == [each.body for each in LARGE]

    run(work, loop=loop)
    assert [head.version for head in seven.streams()] == [50, 20]
    assert verify_journal(seven).ok


@pytest.mark.parametrize("loop", LOOPS)
def test_a_table_that_waits_delays_no_other(
    store: PostgresStore, writers: tuple[PostgresJournal, PostgresJournal], loop: str
) -> None:
    seven, eight = writers

    async def work(committer: HouseCommitter) -> None:
        with hold(store, "table/7"):
            waiting = asyncio.create_task(committer.append(seven, [("table/7", 1, [DRAFT])]))
            for version in range(1, 5):
                await committer.append(eight, [("table/8", version, [DRAFT])])
            assert not waiting.done()
        assert (await waiting)[0].version == 2

    run(work, loop=loop)


@pytest.mark.parametrize("loop", LOOPS)
def test_a_lost_connection_makes_the_outcome_unknown(
    store: PostgresStore, writers: tuple[PostgresJournal, PostgresJournal], loop: str
) -> None:
    seven, _ = writers

    async def work(committer: HouseCommitter) -> None:
        with hold(store, "table/7"):
            waiting = asyncio.create_task(committer.append(seven, [("table/7", 1, [DRAFT])]))
            await asyncio.sleep(0)
            end_backends(store)
            with pytest.raises(OutcomeUnknown):
                await waiting

    run(work, loop=loop)
    with store.journal("table/7") as again:
        assert again.head("table/7").version == 1


@pytest.mark.parametrize("loop", LOOPS)
def test_a_server_that_does_not_answer_makes_the_outcome_unknown(
    store: PostgresStore,
    writers: tuple[PostgresJournal, PostgresJournal],
    loop: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The append is left to finish, and the next owner finds it."""
    seven, eight = writers
    monkeypatch.setattr(Connection, "timeout_s", 0.3)

    async def work(committer: HouseCommitter) -> None:
        with hold(store, "table/7"):
            waiting = asyncio.create_task(committer.append(seven, [("table/7", 1, [DRAFT])]))
            await committer.append(eight, [("table/8", 1, [DRAFT])])
            with pytest.raises(OutcomeUnknown, match="no answer for"):
                await waiting

    run(work, loop=loop)
    with store.journal("table/7") as again:
        assert again.head("table/7").version == 2


def test_a_thread_finds_out_why_nothing_was_written(
    store: PostgresStore, writers: tuple[PostgresJournal, PostgresJournal]
) -> None:
    seven, _ = writers

    async def work(committer: HouseCommitter) -> None:
        with store.journal("table/7") as new:
            with pytest.raises(StreamTaken):
                await committer.append(seven, [("table/7", 1, [DRAFT])])
            with pytest.raises(VersionConflict):
                await committer.append(new, [("table/7", 7, [DRAFT])])
            assert new.head("table/7").version == 1

    run(work, threads=True)


def test_an_append_whose_caller_is_gone_is_finished_by_the_next_reader(
    store: PostgresStore, writers: tuple[PostgresJournal, PostgresJournal]
) -> None:
    seven, _ = writers

    async def work(committer: HouseCommitter) -> None:
        with hold(store, "table/7"):
            waiting = asyncio.create_task(committer.append(seven, [("table/7", 1, [DRAFT])]))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.wait({waiting})
        assert seven.head("table/7").version == 2

    run(work)


def test_a_reader_in_the_loop_finishes_an_append_that_is_watched(
    writers: tuple[PostgresJournal, PostgresJournal],
) -> None:
    seven, _ = writers

    async def work(committer: HouseCommitter) -> None:
        waiting = asyncio.create_task(committer.append(seven, [("table/7", 1, [DRAFT])]))
        await asyncio.sleep(0)
        assert seven.head("table/7").version == 2
        assert (await waiting)[0].version == 2

    run(work)


@pytest.mark.parametrize("durable", [True, False])
def test_an_order_of_unknown_outcome_is_recorded_once(
    store: PostgresStore, durable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was recorded is answered from its record, what was not is decided again."""

    def reopen() -> PostgresJournal:
        monkeypatch.undo()
        holder.close()  # an append that was given up goes on now, and the epoch is raised behind it
        return store.journal("table/7")

    committer = HouseCommitter()
    writer = Writer(store.journal("table/7"), "table/7", RULES, reopen=reopen, committer=committer)
    open_table(writer)
    before = writer.version
    holder = hold(store, "table/7")
    if durable:
        monkeypatch.setattr(Connection, "timeout_s", 0.3)

    async def main() -> Answer:
        committer.start()
        desk = Desk(writer, Ticking())
        desk.start()
        asking = desk.ask(order(wager("bo", 1, "17", 500)))
        if not durable:
            while not waits_for_lock(store):
                await asyncio.sleep(0)
            end_backends(store)
        answer = await asking
        await desk.stop(save=False)
        return answer

    answer = asyncio.run(main())
    committer.close()
    assert answer.events
    with store.journal() as reader:
        assert [record.version for record in reader.read("table/7", before + 1)] == [answer.version]
        assert verify_journal(reader).ok
    writer.close()


def waits_for_lock(store: PostgresStore) -> bool:
    """Whether an append waits for the row of its stream."""
    query = (
        "SELECT FROM pg_stat_activity WHERE application_name = 'croupier' AND wait_event_type = 'Lock' "
        "AND datname = current_database()"
    )
    with psycopg.connect(store.address.url, autocommit=True) as asking:
        return asking.execute(query).fetchone() is not None
