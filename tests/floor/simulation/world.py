"""One run: clients, a network, a floor that crashes, and virtual time. Everything follows from the seed."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from croupier.floor.answered import GENERATION
from croupier.floor.desk import Desk
from croupier.floor.order import Answer, News, Order, Reason
from croupier.floor.writer import Writer
from croupier.table import command as c
from croupier.terms.fault import Fault
from tests.floor.simulation.disk import Disk, FaultyJournal, Killed, Odds
from tests.floor.simulation.oracle import STREAM, Oracle, Wrong
from tests.floor.simulation.workload import Workload
from tests.floor.tables import NOON, SUPERVISOR, TABLES, rules_of

ORDERS = 130
TIMEOUT = 250
PATIENCE = 120_000
"""How long, in virtual milliseconds, every order must be answered after the world has healed."""


class Parts(Struct, frozen=True):
    """What a run is made of; the controls put something broken in."""

    writer: type[Writer] = Writer
    disk: type[Disk] = Disk
    journal: type[FaultyJournal] = FaultyJournal


class Server:
    """One process of the floor. It is gone when `Killed` comes out of it."""

    def __init__(self, world: World) -> None:
        self.world = world
        random = world.random
        self.writer = world.parts.writer(
            world.open_journal(),
            STREAM,
            world.rules,
            reopen=world.open_journal,
            generation=world.generation,
        )
        self.desk = Desk(
            self.writer,
            world,
            on_news=self._publish,
            line_max=random.choice((6, 12, 100)),
            group_max=random.choice((1, 4, 16)),
            snapshot_every=random.choice((1, 4, 100)),
        )
        self.turning = False

    def receive(self, orders: Sequence[Order]) -> None:
        def reply(answers: Sequence[Answer]) -> None:
            for order, answer in zip(orders, answers, strict=True):
                self.world.step("between two answers")
                self.world.oracle.told(order, answer)
                self.world.carry(lambda order=order, answer=answer: self.world.hear(order, answer))  # type: ignore[misc]

        self.desk.post(orders, reply)
        if not self.turning:
            self.turning = True
            self.world.at(self.world.random.randint(0, 15), self._turn)

    def _turn(self) -> None:
        self.turning = False
        if self not in self.world.servers:
            return
        with_more = self.desk.turn() and self.desk.waiting
        if with_more:
            self.turning = True
            self.world.at(1, self._turn)

    def _publish(self, news: News) -> None:
        self.world.step("before the news")
        self.world.oracle.published(news)
        self.world.seen["news"] += 1


class World:
    def __init__(self, seed: int, parts: Parts) -> None:
        self.seed, self.parts = seed, parts
        self.random = Random(seed)
        self.seen: Counter[str] = Counter()
        self.odds = self._odds()
        self.loss = self.random.choice((0.0, 0.03, 0.15))
        self.table_name = self.random.choice(TABLES)
        self.rules = rules_of(self.table_name)
        self.generation = self.random.choice((5, 30, GENERATION))
        self.disk = parts.disk()
        self.oracle = Oracle(self.disk)
        self.workload = Workload(self.random, self.rules)
        self.goes_home = self.random.random() < 0.3
        self.servers: list[Server] = []
        self.orders_left = ORDERS
        self.pending: dict[tuple[str, str], Order] = {}
        self._ids: Counter[str] = Counter()
        self._now = NOON
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0

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

    def open_journal(self) -> FaultyJournal:
        return self.parts.journal(self.disk, self.random, self.odds, self.seen)

    # Time

    def at(self, delay: int, call: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._events, (self._now + delay, self._count, call))

    def run(self) -> Counter[str]:
        """Runs to the end and judges; what was covered on the way."""
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
                raise Wrong(f"never answered: {list(self.pending)}")
            self._guarded(call)
        self._finish()
        return self.seen + self.oracle.seen

    def _guarded(self, call: Callable[[], None]) -> None:
        """Calls into the floor; the process that is killed there is the newest, or the one that was called."""
        owner = getattr(call, "__self__", None)
        try:
            call()
        except Killed:
            self._crash(owner if isinstance(owner, Server) else None)
        if self.oracle.broken:
            raise self.oracle.broken[0]

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
            self.servers.append(Server(self))
        except (Fault, Killed):
            self.seen["boot failed"] += 1
            self.at(50, self._boot)

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
        """Somebody at the table, or several at once, have something to say."""
        random = self.random
        if not self.orders_left:
            return
        self.at(random.choice((0, 1, 5, 20, 60, 500)), self._think)
        if random.random() < 0.01:
            self._fail_over()
        if random.random() < 0.002:
            self._crash(None)  # the power fails between two steps
        known = self.servers[-1].writer._known if self.servers else None
        if known is None or len(self.pending) > 25:
            return
        self.workload.leaving = self.goes_home and self.orders_left < ORDERS // 2
        count = min(random.choice((1, 1, 1, 2, 5)), self.orders_left)
        orders = [self._order(known.head.version) for _ in range(count)]
        self.orders_left -= count
        self._send(orders)
        for order in orders:
            self.at(TIMEOUT, lambda order=order: self._insist(order))  # type: ignore[misc]

    def _order(self, seen: int) -> Order:
        command = self.workload.next(self.servers[-1].writer.table)
        self._ids[command.by.name] += 1
        ever = self.generation < GENERATION or self.random.random() < 0.5
        order = Order(str(self._ids[command.by.name]), command, seen if ever else None)
        self.oracle.order(order)
        self.pending[command.by.name, order.id] = order
        return order

    def _send(self, orders: Sequence[Order]) -> None:
        def arrive() -> None:
            if self.servers:
                server = self.random.choice(self.servers)
                try:
                    server.receive(orders)
                except Killed:
                    self._crash(server)

        self.carry(arrive)

    def _insist(self, order: Order) -> None:
        """No answer in time: the order is sent again under its id."""
        if (order.command.by.name, order.id) in self.pending:
            self.seen["sent again"] += 1
            self._send((order,))
            self.at(TIMEOUT, lambda: self._insist(order))

    def hear(self, order: Order, answer: Answer) -> None:
        """An answer arrives; now and then the client does not trust it and asks once more."""
        if answer.unanswered in (None, Reason.STALE):
            self.pending.pop((order.command.by.name, order.id), None)
        if answer.unanswered is None and self.random.random() < 0.1:
            self.seen["asked again"] += 1
            self.at(self.random.choice((10, 1000, 5000)), lambda: self._send((order,)))

    def _finish(self) -> None:
        """The floor closes in good order and everything is judged."""
        if not self.servers:
            self._boot()
        server = self.servers[-1]
        # A node that was not the last to write learns of it with its next commit.
        last = Order("last", self.workload.make(c.ChangeShift, SUPERVISOR, server.writer.table))
        self.oracle.order(last)
        server.receive((last,))
        server.desk.stop()
        if self.oracle.broken:
            raise self.oracle.broken[0]
        self.oracle.judge(server.writer)


def run(seed: int, parts: Parts | None = None) -> Counter[str]:
    """One run from its seed; what it covered."""
    try:
        return World(seed, parts or Parts()).run()
    except Exception as error:
        error.add_note(f"seed {seed}: CROUPIER_SIMULATION_SEED={seed} pytest -n 0 tests/floor/test_simulation.py")
        raise
