"""The process that commits and its clients: one commit for all, and unknown outcomes when it ends."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from croupier.floor.commit_link import CommitLink
from croupier.floor.commit_process import CommitServer
from croupier.floor.desk import Desk
from croupier.floor.order import Order, UnansweredReason
from croupier.floor.writer import Writer
from croupier.journal.house import HouseJournal
from croupier.journal.port import Batch, OutcomeUnknown, StoreUnreachable, VersionConflict
from croupier.journal.record import Record
from croupier.journal.remote import RemoteJournal
from croupier.journal.sqlite import SqliteJournal
from croupier.journal.verify import verify_file
from croupier.wire.events import from_record
from tests.floor.committing import address, committing
from tests.floor.scripts import opening, seating, wager
from tests.floor.tables import rules_of
from tests.floor.test_desk import Ticking
from tests.journal.examples import drafts

T = TypeVar("T")
STREAM = "table/7"
AGAIN = (UnansweredReason.UNKNOWN, UnansweredReason.DOWN, UnansweredReason.BUSY)
"""Answers after which an order is sent again."""


def _run(work: Coroutine[Any, Any, T]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(60):
            return await work

    return asyncio.run(bounded())


class _Noting(HouseJournal):
    """Records which streams share a commit."""

    def __init__(self, path: Path, commits: list[list[str]]) -> None:
        super().__init__(path)
        self._commits = commits

    def append_many(self, batches: Sequence[Batch]) -> tuple[Record, ...]:
        self._commits.append([stream for stream, _, _ in batches])
        return super().append_many(batches)


class _Server:
    """A server that a test can end like a kill: connections break, and work in progress is not finished."""

    def __init__(self, path: Path, bound: socket.socket) -> None:
        self.commits: list[list[str]] = []
        self.server, self._bound = CommitServer(path, partial(_Noting, path, self.commits)), bound

    async def start(self) -> None:
        await self.server.start(self._bound.dup())

    async def break_off(self) -> None:
        for caller in list(self.server.callers):
            caller.abort()
        await asyncio.sleep(0)
        await self.server.stop()


def test_what_several_tables_and_threads_have_waiting_is_one_commit(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story() -> None:
        with address() as (where, bound), RemoteJournal(path, where) as journal:
            server = _Server(path, bound)
            await server.start()
            links = [CommitLink(where) for _ in range(3)]
            for link in links:
                link.start()
                await link.append(journal, [(f"warm/{id(link)}", 0, drafts(1))])
            server.commits.clear()
            appends = [
                link.append(journal, [(f"table/{number}-{n}", 0, drafts(2))])
                for number, link in enumerate(links)
                for n in range(4)
            ]
            done = await asyncio.gather(*appends)
            assert [len(each) for each in done] == [2] * 12
            assert max(map(len, server.commits)) > 1, "each was committed alone"
            for link in links:
                link.stop()
            await server.server.stop()

    _run(story())
    assert verify_file(path).ok


def test_a_conflict_is_reported_only_to_its_table(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story() -> None:
        with address() as (where, bound), RemoteJournal(path, where) as journal:
            server = _Server(path, bound)
            await server.start()
            link = CommitLink(where)
            link.start()
            good = link.append(journal, [("table/1", 0, drafts(1))])
            bad = link.append(journal, [("table/2", 5, drafts(1))])
            one, two = await asyncio.gather(good, bad, return_exceptions=True)
            assert isinstance(one, tuple)
            assert isinstance(two, VersionConflict)
            link.stop()
            await server.server.stop()

    _run(story())


def test_a_request_without_a_reply_is_unknown_and_the_next_connection_serves(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story() -> None:
        with address() as (where, bound), RemoteJournal(path, where) as journal:
            server = _Server(path, bound)
            await server.start()
            link = CommitLink(where)
            link.start()
            await link.append(journal, [(STREAM, 0, drafts(1))])
            let_go = threading.Event()
            server.server.committer.pool.submit(let_go.wait, 30)  # the disk does not answer
            under_way = asyncio.ensure_future(link.append(journal, [(STREAM, 1, drafts(1))]))
            while not link.waiting:
                await asyncio.sleep(0.01)
            for caller in list(server.server.callers):
                caller.abort()
            with pytest.raises(OutcomeUnknown):
                await under_way
            let_go.set()
            head = journal.head(STREAM).version
            while head == 1:  # it had arrived, and is committed although nobody waits
                await asyncio.sleep(0.01)
                head = journal.head(STREAM).version
            assert await link.append(journal, [(STREAM, 2, drafts(1))])
            link.stop()
            await server.server.stop()

    _run(story())


def test_nothing_is_sent_where_nobody_listens(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    async def story() -> None:
        with RemoteJournal(path, str(tmp_path / "nobody")) as journal:
            link = CommitLink(str(tmp_path / "nobody"), reach_s=0.1)
            link.start()
            with pytest.raises(StoreUnreachable):
                await link.append(journal, [(STREAM, 0, drafts(1))])
            link.stop()
            with pytest.raises(StoreUnreachable):
                journal.append(STREAM, 0, drafts(1))
            assert journal.head(STREAM).version == 0

    _run(story())


def test_a_thread_continues_with_the_next_server(tmp_path: Path) -> None:
    """Between its appends the server was replaced; the broken connection is noticed before anything is sent."""
    path = tmp_path / "journal.db"
    journal: RemoteJournal | None = None
    for version in range(2):
        with committing(path) as where:
            if journal is None:
                journal = RemoteJournal(path, where)
            journal.address = where
            assert journal.append(STREAM, version, drafts(1))[0].version == version + 1
    assert journal is not None
    journal.close()


def test_a_thread_whose_server_does_not_answer_does_not_know(tmp_path: Path) -> None:
    with (
        address() as (where, _bound),
        RemoteJournal(tmp_path / "journal.db", where, reply_s=0.2) as journal,
        pytest.raises(OutcomeUnknown),
    ):
        journal.append(STREAM, 0, drafts(1))


def test_orders_are_answered_once_over_servers_that_break_off(tmp_path: Path) -> None:
    """A desk whose server breaks off under load: every order gets one answer, and each is recorded once."""
    path, rules = tmp_path / "journal.db", rules_of("nj-terminals")
    setup = [opening(), *seating(1, "bo")]

    async def story() -> dict[str, int]:
        with address() as (where, bound):
            server = _Server(path, bound)
            await server.start()
            link = CommitLink(where)
            link.start()
            open_journal = partial(RemoteJournal, path, where)
            writer = Writer(open_journal(), STREAM, rules, reopen=open_journal, committer=link)
            desk = Desk(writer, Ticking())
            desk.start()
            for number, command in enumerate(setup):
                assert (await desk.ask(Order(f"s{number}", command))).events
            answers: dict[str, int] = {}

            async def bet(number: int) -> None:
                while True:
                    answer = await desk.ask(Order(f"w{number}", wager("bo", 1, "17", 100)))
                    if answer.unanswered not in AGAIN:
                        answers[answer.id] = answer.version
                        return

            for wave in range(8):
                bets = [asyncio.ensure_future(bet(wave * 20 + n)) for n in range(20)]
                await asyncio.sleep(0.002 * wave)
                await server.break_off()
                server = _Server(path, bound)
                await server.start()
                await asyncio.gather(*bets)
            await desk.stop()
            writer.close()
            link.stop()
            await server.server.stop()
            return answers

    answers = _run(story())
    with SqliteJournal(path) as journal:
        records: list[Record] = list(journal.read(STREAM))
    assert len(answers) == 160
    last = {from_record(record).command: record.version for record in records}
    firsts = [from_record(record).command for record in records]
    assert {id: last[id] for id in answers} == answers
    assert all(firsts.count(id) == 1 for id in answers)
    assert verify_file(path).ok
