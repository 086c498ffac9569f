"""Writers on PostgreSQL that are killed, paused past their lease or cut off; and a checker that misses nothing.

`python -m tests.floor.chaos` runs the full counts, as `make nightly` does; two arguments name a story and a count.
The tests run a part.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import psycopg

from croupier.floor.committer import ImmediateCommitter, complete
from croupier.floor.order import Answer, Order, UnansweredReason
from croupier.floor.recovery import recover
from croupier.floor.writer import Writer
from croupier.journal.policy import Demands
from croupier.journal.port import Batch, Journal
from croupier.journal.postgres import statements
from croupier.journal.postgres.connection import PostgresAddress
from croupier.journal.postgres.lease import HouseLease
from croupier.journal.postgres.store import PostgresStore
from croupier.journal.postgres.table_lease import RegisteredWorker, TableLeases
from croupier.journal.record import Record
from croupier.wire.events import from_record
from tests.floor.child import RULES, SETUP, the_order
from tests.floor.lives import answers_of, nursery_of_desks, one_life
from tests.floor.scripts import STREAM
from tests.postgres import ReplicatedPair, databases, fresh_store


class _Tenths:
    """Prints the progress of a story ten times when run as a program; the tests print nothing."""

    on = False

    def reach(self, done: int, count: int) -> None:
        if self.on and done and done * 10 // count > (done - 1) * 10 // count:
            print(f"  {done:,} of {count:,}", flush=True)


_tenths = _Tenths()


class Broken(AssertionError):
    """A guarantee does not hold."""


class Checker:
    """What was acknowledged, to be compared with what is recorded."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, int] = {}

    def hear(self, answers: Sequence[Answer]) -> None:
        for answer in answers:
            if answer.unanswered is None and self.acknowledged.setdefault(answer.id, answer.version) != answer.version:
                raise Broken(f"{answer.id} was answered differently")

    def check(self, store: PostgresStore) -> None:
        report = store.verify(Demands())
        if not report.ok:
            raise Broken(str(report.finding))
        with store.journal(read_only=True) as journal:
            bodies = [(record.version, from_record(record).command) for record in journal.read(STREAM)]
            recover(journal, STREAM)
        last = {command: version for version, command in bodies}
        runs = Counter(
            now
            for before, now in zip(["", *(c for _, c in bodies)], (c for _, c in bodies), strict=False)
            if now != before
        )
        if doubled := [command for command, count in runs.items() if count > 1]:
            raise Broken(f"recorded twice: {doubled[:5]}")
        if lost := [id for id, version in self.acknowledged.items() if last.get(id) != version]:
            raise Broken(f"acknowledged and lost: {lost[:5]}")


class Pausing(ImmediateCommitter):
    """Stops once before it appends, on request."""

    pause = False

    async def append(self, journal: Journal, batches: Sequence[Batch]) -> tuple[Record, ...]:
        if self.pause:
            self.pause = False
            await _Stop()
        return await super().append(journal, batches)


class _Stop:
    def __await__(self) -> Generator[None, None, None]:
        yield


def writer_on(store: PostgresStore, committer: ImmediateCommitter | None = None) -> Writer:
    journal = store.journal(STREAM)
    try:
        return Writer(journal, STREAM, RULES, reopen=lambda: store.journal(STREAM), committer=committer)
    except BaseException:
        journal.close()
        raise


def prepare(store: PostgresStore, checker: Checker) -> int:
    """Opens the table; returns the number of the next order."""
    writer = writer_on(store)
    checker.hear(writer.commit([the_order(number) for number in range(len(SETUP))]))
    writer.close()
    return len(SETUP)


def pauses(count: int, seed: int = 1) -> None:
    """Writers that stop between deciding and appending, for longer than their lease; another one takes over."""
    with fresh_store() as store, contextlib.ExitStack() as stack:
        committer = Pausing()

        def take(_turn: int) -> Writer:
            writer = writer_on(store, committer)
            stack.callback(writer.close)
            return writer

        for _ in _overtaken(store, take, committer, count, seed):
            pass


def leased_pauses(count: int, seed: int = 5) -> None:
    """Workers that stop before they append until the lease of their table has run out; another one takes the table."""
    with fresh_store() as store, contextlib.ExitStack() as stack:
        house = stack.enter_context(HouseLease(store.address, "front", "http://front.example", 3_600))
        if not house.take():
            raise Broken("the house is not free")
        committer = Pausing()

        def take(turn: int) -> Writer:
            return leased_writer(store, f"worker {turn}", committer, stack)

        for stale, number in _overtaken(store, take, committer, count, seed):
            (more,) = stale.commit([the_order(number)])
            if more.unanswered is not UnansweredReason.STOPPED:
                raise Broken(f"a worker without a lease answered {more}")


def _overtaken(
    store: PostgresStore, take: Callable[[int], Writer], committer: Pausing, count: int, seed: int
) -> Iterator[tuple[Writer, int]]:
    """Has each writer stop before it appends until the next one has the table.

    Yields the stale writer after each turn, and the number of the next order.
    """
    random, checker = Random(seed), Checker()
    number = prepare(store, checker)
    writer = take(0)
    for turn in range(count):
        _tenths.reach(turn, count)
        orders = [the_order(number + place) for place in range(random.randint(1, 4))]
        number += len(orders)
        committer.pause = True
        decided = writer.answer(orders)
        decided.send(None)  # here it is stopped, before it appends
        taker = take(turn + 1)
        again = orders if random.random() < 0.5 else []
        checker.hear(taker.commit([*again, the_order(number)]))
        number += 1
        late = complete(decided)
        fresh = [answer for answer in late if answer.id not in checker.acknowledged]
        if any(answer.unanswered is not UnansweredReason.STOPPED for answer in fresh):
            raise Broken(f"a stale writer answered {late}")
        checker.hear(late)
        yield writer, number
        writer.close()
        writer = taker
    checker.check(store)


def leased_writer(store: PostgresStore, name: str, committer: Pausing, stack: contextlib.ExitStack) -> Writer:
    """The writer of a worker that has just taken the table, with a lease that runs out at once."""
    own = PostgresStore(store.address)
    own.worker = name
    with TableLeases(store.address, RegisteredWorker(name, name, "node", "", b"", ""), seconds=0) as leases:
        if not leases.take(STREAM, "front"):
            raise Broken(f"{name} cannot take the table")
    writer = writer_on(own, committer)
    stack.callback(writer.close)
    return writer


@contextlib.contextmanager
def without_fence() -> Iterator[None]:
    """A control: the append takes whatever version the stream has."""
    kept = changed = statements.APPEND
    for fenced, open_to_all in (
        (
            "WHERE name = %(stream)b AND version = %(expected)b AND hash = %(prev)b AND epoch = %(epoch)b",
            "WHERE name = %(stream)b AND (%(expected)b::bigint, %(prev)b::bytea, %(epoch)b::bigint) IS NOT NULL",
        ),
        ("version = %(last)b", "version = version + %(last)b - %(expected)b"),
        ("%(expected)b::bigint + 1", "(SELECT version FROM croupier.streams WHERE name = fence.name) + 1"),
    ):
        if fenced not in changed:
            raise AssertionError(f"the append has no {fenced!r}")
        changed = changed.replace(fenced, open_to_all)
    statements.APPEND = changed
    try:
        yield
    finally:
        statements.APPEND = kept


class CuttingProxy:
    """A TCP proxy that forwards, and cuts every connection on request, even in the middle of a message."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self.silent = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                try:
                    far = socket.create_connection(self._to)
                except OSError:
                    near.close()
                    continue
                self._pairs.add((near, far))
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                while self.silent:
                    time.sleep(0.005)
                sink.sendall(data)
        for each in (source, sink):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        for pair in list(self._pairs):
            self._pairs.discard(pair)
            for each in pair:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
                each.close()

    def close(self) -> None:
        self._listening.close()
        self.cut()


def cuts(count: int, seed: int = 2, *, backends: bool = False) -> None:
    """Connections that break, or backends that are killed, while a writer appends; orders are sent until answered."""
    random, checker = Random(seed), Checker()
    with fresh_store() as store:
        number = prepare(store, checker)
        proxy = CuttingProxy(databases().server.port)
        url = store.address.url.replace(f":{databases().server.port}/", f":{proxy.port}/")
        through = PostgresStore(PostgresAddress(url))
        writer, ending = writer_on(through), threading.Event()

        def disturb() -> None:
            with psycopg.connect(store.address.url, autocommit=True) as admin:
                while not ending.wait(random.uniform(0, 2 * took[-1])):  # at any moment of a group, however slow
                    if backends:
                        admin.execute(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                            "WHERE application_name = 'croupier' AND datname = current_database()"
                        )
                    else:
                        proxy.cut()
                    disturbed.append(time.monotonic())

        disturbed: list[float] = []
        took = [0.01]
        thread = threading.Thread(target=disturb)
        thread.start()
        try:
            shown = 0
            while len(disturbed) < count:
                for turn in range(shown + 1, len(disturbed) + 1):
                    _tenths.reach(turn, count)
                shown = len(disturbed)
                waiting = {order.id: order for order in (the_order(number + place) for place in range(3))}
                number += 3
                deadline = time.monotonic() + 60
                while waiting:
                    if time.monotonic() > deadline:
                        raise Broken(f"{sorted(waiting)} are never answered")
                    began = time.monotonic()
                    answers = writer.commit(list(waiting.values()))
                    took.append(max(took[-1] / 2, time.monotonic() - began))
                    checker.hear(answers)
                    for answer in answers:
                        if answer.unanswered is None:
                            waiting.pop(answer.id, None)
        finally:
            ending.set()
            thread.join()
            writer.close()
            proxy.close()
        checker.check(store)


def kills(count: int, seed: int = 3) -> None:
    """Processes that run a desk under load and are killed, each at a different moment; the next one continues."""
    random, answers, sent = Random(seed), dict[str, str](), 0
    with fresh_store() as store, nursery_of_desks() as nursery, store.journal(read_only=True) as journal:
        read, recorded = 0, list[Record]()
        for turn in range(count):
            _tenths.reach(turn, count)
            unanswered = [number for number in range(max(sent - 200, 0), sent) if f"o{number}" not in answers]
            again = sorted({*unanswered, *random.sample(range(sent), min(sent, 10))})
            until = random.choice((0, 1, 30, 60))
            for id, answer in one_life(nursery, store.address.url, sent, again, until):
                if answers.setdefault(id, answer) != answer:
                    raise Broken(f"{id} was answered differently")
            with store.journal(STREAM) as settled:  # what is not there now never will be
                recorded += settled.read(STREAM, read + 1)
            read = len(recorded)
            sent = 1 + max((int(from_record(each).command[1:]) for each in recorded[-2000:]), default=-1)
        found = answers_of(recorded)
        if lost := [id for id, answer in answers.items() if found.get(id) != answer]:
            raise Broken(f"acknowledged and lost: {lost[:5]}")
        if not store.verify(Demands()).ok:
            raise Broken("the journal is not valid")
        recover(journal, STREAM)


def promotions(count: int, *, synchronous: bool = True) -> None:
    """Primaries that die while a writer appends; the standby is promoted and replaced."""
    pair = ReplicatedPair(synchronous=synchronous)
    checker = Checker()
    try:
        number = prepare(pair.store(), checker)
        for turn in range(count):
            _tenths.reach(turn, count)
            store = PostgresStore(PostgresAddress(pair.url))
            writer, ending = writer_on(store), threading.Event()
            with ThreadPoolExecutor(1) as pool:
                failing = pool.submit(_fail_over, pair)
                failing.add_done_callback(lambda _, done=ending: done.set())  # type: ignore[misc]
                number = _bet_until(writer, checker, ending, number)
                failing.result()
            writer.close()
            checker.check(store)
            if turn + 1 < count:
                pair.rebuild()
    finally:
        pair.remove()


def _bet_until(writer: Writer, checker: Checker, ending: threading.Event, number: int) -> int:
    """Sends orders group by group, each until it is answered; returns the number of the next order."""
    waiting: dict[str, Order] = {}
    deadline = time.monotonic() + 180
    while not ending.is_set() or waiting:
        if time.monotonic() > deadline:
            raise Broken(f"{sorted(waiting)} are never answered")
        if not waiting:
            waiting = {f"o{number + place}": the_order(number + place) for place in range(3)}
            number += 3
        answers = writer.commit(list(waiting.values()))
        checker.hear(answers)
        waiting = {answer.id: waiting[answer.id] for answer in answers if answer.unanswered is not None}
    return number


def _fail_over(pair: ReplicatedPair) -> None:
    time.sleep(0.3)
    pair.fail_over()


STORIES: Mapping[str, tuple[int, Callable[[int], None]]] = {
    "processes killed": (1_000, kills),
    "rounds of killed backends": (1_000, partial(cuts, backends=True)),
    "rounds of cut connections": (1_000, cuts),
    "writers paused past their lease": (1_000, pauses),
    "workers paused past the lease of their table": (1_000, leased_pauses),
    "promotions of a synchronous standby": (100, promotions),
}
"""Each story and its full count."""


def main(wanted: str = "", count: str = "") -> None:
    """Runs everything, or the stories whose names contain a word, with the full counts or a given one."""
    logging.disable()
    _tenths.on = True
    for name, (whole, story) in STORIES.items():
        if wanted in name:
            began, times = time.monotonic(), int(count or whole)
            print(f"{times:,} {name}", flush=True)
            story(times)
            seconds = time.monotonic() - began
            print(f"{times:,} {name}: nothing acknowledged was lost or doubled ({seconds:.0f} s)", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
