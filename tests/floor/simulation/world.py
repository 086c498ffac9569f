"""One run: clients, a network, a floor that crashes, and virtual time. Everything follows from the seed."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from functools import cache, partial
from random import Random
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.answer_index import GENERATION
from croupier.floor.committer import Committer, HouseCommitter, _Outcome, _Part
from croupier.floor.desk import Desk
from croupier.floor.order import Answer, News, Order, UnansweredReason
from croupier.floor.writer import Writer
from croupier.journal.port import OutcomeUnknown
from croupier.table import command as c
from croupier.terms.fault import Fault
from tests.floor.simulation.disk import Disk, FaultyJournal, Killed, Odds
from tests.floor.simulation.oracle import Oracle, Wrong
from tests.floor.simulation.workload import Workload
from tests.floor.tables import NOON, SUPERVISOR, TABLES, rules_of

ORDERS = 160
TIMEOUT = 250
PATIENCE = 120_000
"""How long, in virtual milliseconds, every order must be answered after the world has healed."""
SECOND_PERSON_ABOVE = 10_00
"""The amount above which two people decide, in cents: low, so that they often do."""
BOOTS_MAX = 200
"""How often the floor may fail to start in a row. No odds of faults let it fail as often."""

T = TypeVar("T")


class WatchedCommitter(HouseCommitter):
    """Counts the outcomes of commits that several tables share."""

    seen: Counter[str]

    def die(self) -> None:
        """Commits nothing more: its process has ended."""
        self._step.clear()
        self._waiting.clear()

    def _commit_all(self, parts: Sequence[_Part]) -> dict[_Part, _Outcome]:
        outcomes = super()._commit_all(parts)
        self.seen["several tables in one commit"] += 1
        if not outcomes:
            self.seen["a group tried table by table"] += 1
        elif isinstance(outcomes[parts[0]], OutcomeUnknown):
            self.seen["a group of unknown outcome"] += 1
        return outcomes


class Parts(Struct, frozen=True):
    """The parts of a run; the controls replace some with broken ones."""

    writer: type[Writer] = Writer
    disk: Callable[[], Any] = Disk
    journal: type[FaultyJournal] = FaultyJournal
    committer: type[WatchedCommitter] = WatchedCommitter
    server: Callable[[Any], Any] | None = None
    """Makes the floor of a world; None for one process."""
    reboot: bool = False
    """Whether the floor is judged after one more start: an owner may have lost its stream to an older process."""


class Inline(Executor):
    """Runs each call immediately in the same thread."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


class Played:
    """One table of the house: its rules, its players, and its oracle."""

    def __init__(self, world: World, number: int) -> None:
        self.stream = f"table/{number}"
        rules = rules_of(world.random.choice(TABLES))
        self.rules = replace(rules, setup=replace(rules.setup, second_person_above=SECOND_PERSON_ABOVE))
        self.oracle = Oracle(world.disk, self.stream)
        self.workload = Workload(world.random, self.rules)
        self.goes_home = world.random.random() < 0.3
        self.pending: dict[tuple[str, str], Order] = {}
        self.ids: Counter[str] = Counter()


class DeskAt:
    """The desk of one table in one process."""

    def __init__(self, server: Server, played: Played) -> None:
        world = self.world = server.world
        self.played = played
        self.writer = world.parts.writer(
            world.open_journal(played.stream),
            played.stream,
            played.rules,
            reopen=partial(world.open_journal, played.stream),
            generation=world.generation,
            committer=server.committer_of(played),
        )
        self.desk = Desk(
            self.writer,
            world,
            on_news=self._publish,
            line_max=world.random.choice((6, 12, 100)),
            group_max=world.random.choice((1, 4, 16)),
            snapshot_every=world.random.choice((1, 4, 100)),
        )

    def reply(self, order: Order, answer: Answer) -> None:
        self.world.step("between two answers")
        self.played.oracle.told(order, answer)
        self.world.carry(partial(self.world.hear, self.played, order, answer))

    def _publish(self, news: News) -> None:
        self.world.step("before the news")
        self.played.oracle.published(news)
        self.world.seen["news"] += 1


class Server:
    """One process of the floor: a desk for each table, one commit for all. It has ended when it raises `Killed`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.committer = world.parts.committer(world.open_journal, clock=lambda: 0.0, pool=Inline())
        self.committer.seen = world.seen
        self.desks = {played.stream: DeskAt(self, played) for played in world.tables}
        self.turning = False

    def committer_of(self, _played: Played) -> Committer:
        """Through which the writer of a table appends."""
        return self.committer

    def receive(self, played: Played, orders: Sequence[Order]) -> None:
        at = self.desks[played.stream]
        for order in orders:
            at.desk.post(order, partial(at.reply, order))
        if not self.turning:
            self.turning = True
            self.world.at(self.world.random.randint(0, 15), self._turn)

    def _turn(self) -> None:
        self.turning = False
        if self not in self.world.servers:
            return
        self.turn()
        if any(each.desk.waiting for each in self.desks.values()):
            self.turning = True
            self.world.at(1, self._turn)

    def turn(self) -> None:
        """One turn of every desk with waiting orders, all at once."""
        self.world.loop.run_until_complete(self._all([each.desk for each in self.desks.values() if each.desk.waiting]))

    async def _all(self, desks: Sequence[Desk]) -> None:
        self.committer.start()
        killed: list[BaseException] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: killed.append(context["exception"]))
        tasks = [asyncio.ensure_future(taken(desk, killed)) for desk in desks]
        if not tasks:
            return
        done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        errors = [error for task in done if (error := task.exception())]
        if errors:  # the process is gone, in the middle of whatever it did
            self.committer.die()
            for desk in desks:
                desk._turn = None
                pending |= {desk._task[0]} if desk._task is not None else set()
        for task in pending:
            task.cancel()
        if pending:
            await asyncio.wait(pending)
        for error in errors:
            raise error

    def close(self) -> None:
        self.committer.stop()
        for each in self.desks.values():
            each.desk.close()


class World:
    def __init__(self, seed: int, parts: Parts) -> None:
        self.seed, self.parts = seed, parts
        self.random = Random(seed)
        self.seen: Counter[str] = Counter()
        self.odds = self._odds()
        self.loss = self.random.choice((0.0, 0.03, 0.15))
        self.generation = self.random.choice((5, 30, GENERATION))
        self.disk = parts.disk()
        self.tables = [Played(self, number) for number in range(1, 1 + self.random.choice((1, 2, 3)))]
        self.servers: list[Server] = []
        self._failed_boots = 0
        self.orders_left = ORDERS
        self.loop = _loop()
        self._now = NOON
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0

    @property
    def pending(self) -> bool:
        """Whether an order waits for an answer."""
        return any(played.pending for played in self.tables)

    def now(self) -> int:
        """The desk's clock."""
        return self._now

    def _odds(self) -> Odds:
        random = self.random
        if random.random() < 0.1:
            return Odds()
        return Odds(
            kill=random.choice((0.0, 0.002, 0.01)),
            busy=random.choice((0.0, 0.05, 0.3)),
            unknown=random.choice((0.0, 0.02, 0.15)),
            read=random.choice((0.0, 0.0, 0.1)),
            snapshot=random.choice((0.0, 0.2)),
        )

    def open_journal(self, own: str = "") -> FaultyJournal:
        return self.parts.journal(self.disk, self.random, self.odds, self.seen, own)

    # Time

    def at(self, delay: int, call: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._events, (self._now + delay, self._count, call))

    def run(self) -> Counter[str]:
        """Runs to the end and judges; returns what was covered."""
        self._boot()
        self.at(0, self._think)
        deadline: int | None = None
        while self._events:
            time, _, call = heapq.heappop(self._events)
            self._now = max(self._now, time)
            if not self.orders_left and deadline is None:
                self._heal()
                deadline = self._now + PATIENCE
            if deadline is not None and not self.pending:
                break
            if deadline is not None and self._now > deadline:
                raise Wrong(f"never answered: {[list(played.pending) for played in self.tables]}")
            self._guarded(call)
        self._finish()
        return sum((played.oracle.seen for played in self.tables), self.seen)

    def _guarded(self, call: Callable[[], None]) -> None:
        """Calls into the floor; the process that is killed there is the newest, or the one that was called."""
        owner = getattr(call, "__self__", None)
        try:
            call()
        except Killed:
            self._crash(owner if isinstance(owner, Server) else None)
        self._check()

    def _check(self) -> None:
        for played in self.tables:
            if played.oracle.broken:
                raise played.oracle.broken[0]

    def step(self, where: str) -> None:
        """A point at which the process may end."""
        if self.odds.kill and self.random.random() < self.odds.kill:
            self.seen[f"killed {where}"] += 1
            raise Killed(where)

    def _heal(self) -> None:
        self.odds.kill = self.odds.busy = self.odds.unknown = self.odds.read = self.odds.snapshot = 0.0
        self.loss = 0.0

    # The floor

    def _boot(self) -> None:
        try:
            self.servers.append((self.parts.server or Server)(self))
        except (Fault, Killed):
            self.seen["boot failed"] += 1
            self._failed_boots += 1
            if self._failed_boots > BOOTS_MAX:
                raise Wrong("the floor does not start any more") from None
            self.at(50, self._boot)
        else:
            self._failed_boots = 0

    def _crash(self, server: Server | None) -> None:
        self.seen["crashes"] += 1
        self.disk.lose_power()
        if server in self.servers:
            self.servers.remove(server)
        else:
            self.servers.clear()
        if not self.servers:
            self.at(self.random.randint(1, 400), self._boot)

    def _fail_over(self) -> None:
        """Another node takes the table while the old one still believes that it has it."""
        if len(self.servers) == 1:
            self.seen["fail-overs"] += 1
            self._boot()
            self.at(self.random.randint(1, 1000), self._retire)

    def _retire(self) -> None:
        if len(self.servers) > 1:
            self.servers.pop(0)

    # Clients and network

    def carry(self, message: Callable[[], None]) -> None:
        """Delivers a message late, twice, or not at all."""
        if self.random.random() < self.loss:
            self.seen["message lost"] += 1
            return
        self.at(self.random.randint(0, 40), message)
        if self.random.random() < self.loss / 2:
            self.seen["message doubled"] += 1
            self.at(self.random.randint(0, 800), message)

    def _think(self) -> None:
        """One or several people at the table send orders."""
        random = self.random
        if not self.orders_left:
            return
        self.at(random.choice((0, 1, 5, 20, 60, 500)), self._think)
        if random.random() < 0.01:
            self._fail_over()
        if random.random() < 0.002:
            self._crash(None)  # the power fails between two steps
        played = random.choice(self.tables)
        known = self.servers[-1].desks[played.stream].writer.recorded.loaded if self.servers else None
        if known is None or len(played.pending) > 25:
            return
        played.workload.leaving = played.goes_home and self.orders_left < ORDERS // 2
        count = min(random.choice((1, 1, 1, 2, 5)), self.orders_left)
        orders = [self._order(played, known.head.version) for _ in range(count)]
        self.orders_left -= count
        self._send(played, orders)
        for order in orders:
            self.at(TIMEOUT, partial(self._insist, played, order))

    def _order(self, played: Played, seen: int) -> Order:
        command = played.workload.next(self.servers[-1].desks[played.stream].writer.table)
        played.ids[command.by.name] += 1
        ever = self.generation < GENERATION or self.random.random() < 0.5
        order = Order(str(played.ids[command.by.name]), command, seen if ever else None)
        played.oracle.order(order)
        played.pending[command.by.name, order.id] = order
        return order

    def _send(self, played: Played, orders: Sequence[Order]) -> None:
        def arrive() -> None:
            if self.servers:
                server = self.random.choice(self.servers)
                try:
                    server.receive(played, orders)
                except Killed:
                    self._crash(server)

        self.carry(arrive)

    def _insist(self, played: Played, order: Order) -> None:
        """No answer in time: the order is sent again under its id."""
        if (order.command.by.name, order.id) in played.pending:
            self.seen["sent again"] += 1
            self._send(played, (order,))
            self.at(TIMEOUT, partial(self._insist, played, order))

    def hear(self, played: Played, order: Order, answer: Answer) -> None:
        """An answer arrives; sometimes the client sends the order again."""
        if answer.unanswered in (None, UnansweredReason.STALE):
            played.pending.pop((order.command.by.name, order.id), None)
        if answer.unanswered is None and self.random.random() < 0.1:
            self.seen["asked again"] += 1
            self.at(self.random.choice((10, 1000, 5000)), partial(self._send, played, (order,)))

    def _finish(self) -> None:
        """The floor shuts down cleanly and everything is judged."""
        if not self.servers or self.parts.reboot:
            self._boot()
        server = self.servers[-1]
        for played in self.tables:
            # A node that was not the last to write learns of it with its next commit.
            at = server.desks[played.stream]
            last = Order("last", played.workload.make(c.ChangeShift, SUPERVISOR, at.writer.table))
            played.oracle.order(last)
            server.receive(played, (last,))
        server.turn()
        server.close()
        self._check()
        for played in self.tables:
            played.oracle.judge(server.desks[played.stream].writer)


async def taken(desk: Desk, killed: Sequence[BaseException] = ()) -> None:
    """One turn of a desk to its end, or to that of its process, which may come in a call of the loop."""
    desk.begin()
    while desk._turn is not None:
        await asyncio.sleep(0)
        if desk._task is not None and desk._task[0].done():
            desk._task[0].result()
        for error in killed:
            raise error


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Nothing in it takes time: everything awaited comes from the world."""
    return asyncio.new_event_loop()


def run(seed: int, parts: Parts | None = None) -> Counter[str]:
    """One run from its seed; returns what it covered."""
    world = World(seed, parts or Parts())
    try:
        return world.run()
    except Exception as error:
        error.add_note(f"seed {seed}: CROUPIER_SIMULATION_SEED={seed} pytest -n 0 tests/floor/test_simulation.py")
        raise
    finally:
        world.disk.close()
