"""What must hold after any faults, judged only by the orders, the received answers and the disk."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from croupier.floor.order import Answer, News, Order, UnansweredReason
from croupier.floor.writer import Writer
from croupier.journal.record import Record
from croupier.journal.verify import verify_journal
from croupier.ledger import Balances, layout, stack
from croupier.table.command import PlaceWager
from croupier.table.event import AnyEvent, WagerPlaced
from croupier.table.evolve import evolve
from croupier.table.posting import DROP_BOX, FLOAT, TIP_BOX, entry
from croupier.table.state import Phase, Table
from croupier.terms.refusal import Refusal
from croupier.wire.events import Body, CommandRefused, Recorded, from_record
from tests.floor.simulation.disk import Disk

Key = tuple[str, str]
"""A sender and an id."""


class Wrong(AssertionError):
    """A guarantee of the floor does not hold."""


class Oracle:
    """Follows one table of a run and judges it."""

    def __init__(self, disk: Disk, stream: str) -> None:
        self._disk, self._stream = disk, stream
        self._orders: dict[Key, Order] = {}
        self._answers: dict[Key, Answer] = {}
        self.broken: list[Wrong] = []
        """What callbacks found: the desk survives what they raise, so it is kept here."""
        self.seen: Counter[str] = Counter()
        """What the run covered."""

    def order(self, order: Order) -> None:
        self._orders[_key(order)] = order

    def told(self, order: Order, answer: Answer) -> None:
        """An answer leaves the floor: it must be durable now, and always the same."""
        key = _key(order)
        if answer.id != order.id:
            self._break(f"{order.id} was answered as {answer.id}")
        if answer.unanswered is UnansweredReason.FAULTY:
            self._break(f"an order of the workload is faulty: {order} {answer}")
        if answer.unanswered is not None:
            self.seen[f"unanswered: {answer.unanswered}"] += 1
            return
        if answer.version > self._disk.head(self._stream).version:
            self._break(f"{key} was answered before it was durable: {answer}")
        first = self._answers.setdefault(key, answer)
        if first != answer:
            self._break(f"{key} got two answers: {first} and {answer}")

    def published(self, news: News) -> None:
        """News leaves the floor: all of it must be durable now, with nothing left out."""
        records = self._disk.read(self._stream, news.after + 1, news.version - news.after)
        durable = tuple(event for event in map(_event, records) if not isinstance(event, CommandRefused))
        if news.events != durable or self._disk.head(self._stream).version < news.version:
            self._break(f"the news from {news.after} to {news.version} is not what the disk has")

    def _break(self, how: str) -> None:
        self.broken.append(Wrong(how))

    def judge(self, writer: Writer) -> None:
        """The whole run, once it has ended."""
        report = verify_journal(self._disk)
        if not report.ok:
            raise Wrong(f"the chain is broken: {report.finding}")
        records = list(self._disk.read(self._stream))
        runs = _runs(records)
        for key, answer in self._answers.items():
            if key not in runs:
                raise Wrong(f"{key} was acknowledged and is lost: {answer}")
            _compare(key, answer, runs[key])
        for key, run in runs.items():
            if key not in self._orders:
                raise Wrong(f"{key} is recorded and nobody sent it")
            _check_stakes(self._orders[key], [_event(record) for record in run])
            refused = isinstance(_event(run[0]), CommandRefused)
            kind = str(type(self._orders[key].command).__struct_config__.tag)
            self.seen[f"{'refused' if refused else 'accepted'} {kind}"] += 1
        table = _replay(records)
        _check_money(table, records)
        if writer.table != table:
            differs = [name for name in Table.__struct_fields__ if getattr(writer.table, name) != getattr(table, name)]
            raise Wrong(f"the live state is not what replay gives: {', '.join(differs)} differ")
        if writer.version != len(records):
            raise Wrong(f"the writer is at {writer.version}, the disk at {len(records)}")


def _key(order: Order) -> Key:
    return order.command.by.id, order.id


@lru_cache(4096)
def _body(record: Record) -> Body:
    return from_record(record)


def _event(record: Record) -> Recorded:
    return _body(record).event


def _runs(records: list[Record]) -> dict[Key, list[Record]]:
    """The records of each order; an order whose records are in two places was applied twice."""
    runs: dict[Key, list[Record]] = {}
    last: Key | None = None
    for record in records:
        key = (record.actor, _body(record).command)
        if key != last and key in runs:
            raise Wrong(f"{key} was applied twice, at {runs[key][0].version} and {record.version}")
        runs.setdefault(key, []).append(record)
        last = key
    return runs


def _compare(key: Key, answer: Answer, run: list[Record]) -> None:
    events = tuple(_event(record) for record in run)
    if answer.version != run[-1].version:
        raise Wrong(f"{key} was answered with version {answer.version} and stands at {run[-1].version}")
    outcome = answer.outcome
    recorded = (CommandRefused.of(outcome),) if isinstance(outcome, Refusal) else outcome
    if recorded != events:
        raise Wrong(f"{key} was answered {recorded} and is recorded as {events}")


def _check_stakes(order: Order, events: list[Recorded]) -> None:
    """An accepted wager is on record with its whole stake, once."""
    placed = [event.stake for event in events if isinstance(event, WagerPlaced)]
    command = order.command
    if not isinstance(command, PlaceWager) or not placed:
        return
    if sum(stake.amount for stake in placed) != command.stake or {stake.seat for stake in placed} != {command.seat}:
        raise Wrong(f"{command} was recorded as {placed}")


def _replay(records: list[Record]) -> Table:
    """Every record from the first, without snapshots."""
    table = Table()
    for record in records:
        event = _event(record)
        if not isinstance(event, CommandRefused):
            table = evolve(table, event)
        table.last_at = max(table.last_at, record.time_ms)
    return table


def _check_money(table: Table, records: list[Record]) -> None:
    """The ledger, from the postings of every event, holds what the state says; no balance is negative."""
    balances = Balances()
    for record in records:
        event = _event(record)
        if not isinstance(event, CommandRefused):
            _post(balances, event, record.version)
    held = {FLOAT: table.house_float, DROP_BOX: table.drop, TIP_BOX: table.tips}
    for seat in range(1, 7):
        at = table.seats.get(seat)
        held[stack(seat)] = at.total if at else 0
        held[layout(seat)] = sum(each.stake.amount for each in table.wagers.get(seat, {}).values())
    for account, amount in held.items():
        if balances[account] != amount:
            raise Wrong(f"{account} holds {balances[account]} by the ledger and {amount} by the state")
    if sum(balances.held().values()):
        raise Wrong("the accounts do not sum to zero")
    if table.phase is Phase.CLOSED and (table.seats or table.wagers):
        raise Wrong("a closed table has players or wagers")


def _post(balances: Balances, event: AnyEvent, version: int) -> None:
    try:
        balances.apply(entry(event))
    except Exception as error:
        raise Wrong(f"record {version} cannot be posted: {error}") from error
