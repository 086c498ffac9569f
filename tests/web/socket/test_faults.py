"""Connections that break, stop reading, or come back: every command counts once, and the others notice nothing."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json

from croupier.client import Client, LiveView
from croupier.floor.clock import HouseClock
from croupier.floor.desk import Desk
from croupier.floor.feed import Hub
from croupier.floor.listener import ANSWERS_MAX, QUEUE_MAX, Listener
from croupier.floor.order import Order
from croupier.floor.outbox import STEP
from croupier.floor.slices import SLICE_S
from croupier.floor.writer import Writer
from croupier.journal.memory import MemoryJournal
from croupier.journal.sqlite import SqliteJournal
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.values import BallFate, Direction, NoSpinReason
from croupier.table.view import view
from croupier.terms.people import Actor, Role
from croupier.wire.frames import ErrorFrame, encode
from tests.floor.tables import DEALER, SUPERVISOR, rules_of
from tests.web.socket.house import ADAPTERS, HELLO, STREAM, Frame, House, hear, order, run, say, wager


def placed(house: House, seat: int) -> int:
    """What stands for a seat on the layout."""
    return sum(each.stake.amount for each in house.writer.table.wagers.get(seat, {}).values())


async def bet_through_cuts(client: Client, seat: int, count: int, cut_every: int) -> None:
    """Places this many wagers, several at a time, over a connection that is cut repeatedly in the meantime."""
    ids = iter(range(count))

    async def bettor() -> None:
        for number in ids:
            asking = asyncio.ensure_future(client.ask(wager(seat, stake=100), id=f"w-{number}"))
            if number % cut_every == 0:
                await asyncio.sleep(0)  # the frame is on its way
                await client.drop()
            assert (await asking).done

    await asyncio.gather(*(bettor() for _ in range(4)))


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_wager_counts_once_however_often_the_connection_is_cut(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("player:bo") as bo:
                await house.sit(bo, 1, "bo")
                await bet_through_cuts(bo, 1, 48, 6)
                assert bo.connections >= 6
                assert placed(house, 1) == 48 * 100
                await bo.until(lambda: sum(each["amount"] for each in bo.view["wagers"]) == 48 * 100)

    run(test())


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_wager_counts_once_through_a_restart_of_the_service(adapter: str, tmp_path: Path) -> None:
    async def test() -> None:
        path = tmp_path / "journal.sqlite"
        with closing(SqliteJournal(path)) as journal:
            async with House(adapter, journal=journal) as house:
                port = house.port
                await house.open_table()
                async with house.client("player:bo") as first:
                    await house.sit(first, 1, "bo")
                bo = house.client("player:bo")
                await bo.__aenter__()
                asking = [asyncio.ensure_future(bo.ask(wager(1, stake=100), id=f"w-{n}")) for n in range(30)]
                await asking[0]
        with closing(SqliteJournal(path)) as journal:
            async with House(adapter, journal=journal, port=port) as house:
                answers = await asyncio.gather(*asking)
                assert all(answer.done for answer in answers)
                assert placed(house, 1) == 30 * 100
                await bo.__aexit__(None, None, None)

    run(test())


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_who_reads_nothing_gets_a_snapshot_later_and_the_others_notice_nothing(adapter: str) -> None:
    async def test() -> None:
        async with House(adapter, rules_of("nj"), time=lambda: 0.0) as house:
            await house.open_table()
            await house.do(DEALER, c.TakeSeat, seat=1, player="bo")
            await house.do(DEALER, c.SpinBall, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
            await house.do(DEALER, c.CallNoMoreBets)
            async with house.client("player:bo") as bo, house.socket("player:cy", max_queue=1) as slow:
                await say(slow, HELLO)
                await hear(slow)
                listener = next(each.listener for each in house.gateway if each.listener.actor.name == "cy")
                filler = encode(ErrorFrame("filler", "x" * 60_000))
                while not house.is_slow(listener):
                    if listener.waiting < 3:
                        listener.put(filler)
                        listener.flush()
                    await asyncio.sleep(0)
                for _ in range(QUEUE_MAX + 50):
                    await house.do(DEALER, c.ReturnLateBet, seat=1, spot="17", stake=100)
                    await bo.until(lambda: bo.version == house.writer.version)
                    assert listener.waiting <= QUEUE_MAX
                assert not listener.fresh
                snapshots: list[Frame] = []
                while not snapshots:
                    snapshots += [frame for frame in await hear(slow) if frame["type"] == "snapshot"]
                assert snapshots[0]["version"] == house.writer.version

    run(test())


# The same without a network


class Bench:
    """A hub whose desk takes turns when the test says so."""

    def __init__(self, name: str = "nj") -> None:
        self.rules = rules_of(name)
        self.writer = Writer(MemoryJournal(), STREAM, self.rules)
        self.hub = Hub(self.rules, HouseClock())
        self.desk = Desk(self.writer, HouseClock(), on_news=lambda news: self.hub.publish(news, self.writer.table))
        self.hub.attach(self.desk, asyncio.get_running_loop())
        self.count = 0

    async def turn(self) -> None:
        """What the loop, the desk, and the loop again have to do."""
        await asyncio.sleep(0)
        while self.desk.turn():
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def do(self, by: Actor, kind: type[c.Command], **fields: Any) -> None:
        self.count += 1
        signed: dict[str, Any] = {"by": by, "at": 0} | fields
        command: Any = kind(**signed)
        asked = self.desk.ask(Order(f"b-{self.count}", command))
        await self.turn()
        assert asked.result().events, asked.result()

    async def call(self) -> None:
        """No more bets: from now on late bets are returned, which all listeners see."""
        await self.do(DEALER, c.SpinBall, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
        await self.do(DEALER, c.CallNoMoreBets)


class Line:
    """A port that keeps what it is given."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.code: int | None = None

    def send(self, message: bytes) -> None:
        assert self.code is None
        self.messages.append(message)

    def close(self, code: int, reason: str = "") -> None:
        self.code = code

    @property
    def frames(self) -> list[Frame]:
        return [frame for message in self.messages for frame in json.decode(message)]


async def joined(bench: Bench, name: str, role: Role = Role.PLAYER) -> tuple[Listener, Line]:
    line = Line()
    listener = Listener(line, Actor(name, role))
    bench.hub.join(listener)
    await bench.turn()
    return listener, line


def test_one_commit_is_one_message_and_one_call_of_the_loop() -> None:
    async def test() -> None:
        bench = Bench("nj-terminals")
        await bench.do(SUPERVISOR, c.OpenTable, dealer="ana", supervisor="vera", float_count=1_000_000)
        people = [await joined(bench, name) for name in ("bo", "cy")]
        for seat, (listener, _) in enumerate(people, start=1):
            by, now = listener.actor, bench.hub.clock.now()
            bench.hub.order(listener, "sit", c.TakeSeat(by=by, at=now, seat=seat, player=by.name), 0)
            bench.hub.order(listener, "tip", c.GiveTip(by=by, at=now, seat=9, amount=5), 0)
        calls = 0
        send = bench.hub.outbox.send

        def counted() -> None:
            nonlocal calls
            calls += 1
            send()

        bench.hub.outbox.send = counted  # type: ignore[method-assign]
        before = [len(line.messages) for _, line in people]
        await bench.turn()
        assert calls == 1
        for (_, line), start in zip(people, before, strict=True):
            (message,) = line.messages[start:]
            assert [frame["type"] for frame in json.decode(message)] == ["answer", "answer", "news"]

    run(test())


def test_a_stuck_connection_keeps_its_answers_loses_its_news_and_holds_nobody_up() -> None:
    async def test() -> None:
        bench = Bench()
        await bench.do(SUPERVISOR, c.OpenTable, dealer="ana", supervisor="vera", float_count=1_000_000)
        await bench.do(DEALER, c.TakeSeat, seat=1, player="bo")
        await bench.call()
        stuck, line = await joined(bench, "bo")
        _, other = await joined(bench, "cy")
        stuck.pause()
        sent = len(line.messages)
        for number in range(3):
            bench.hub.order(
                stuck, f"c-{number}", c.GiveTip(by=stuck.actor, at=bench.hub.clock.now(), seat=1, amount=5), 0
            )
            await bench.turn()
        heard = len(other.messages)
        for _ in range(QUEUE_MAX + 10):
            await bench.do(DEALER, c.ReturnLateBet, seat=1, spot="17", stake=100)
            assert stuck.waiting <= QUEUE_MAX
        assert len(other.messages) == heard + QUEUE_MAX + 10
        assert len(line.messages) == sent
        bench.hub.resume(stuck)
        await bench.turn()
        frames = [frame for message in line.messages[sent:] for frame in json.decode(message)]
        kinds = [frame["type"] for frame in frames]
        assert kinds == ["answer", "answer", "answer", "snapshot"]
        assert frames[-1]["version"] == bench.writer.version
        await bench.do(DEALER, c.ReturnLateBet, seat=1, spot="17", stake=100)
        assert line.frames[-1]["after"] == frames[-1]["version"]

    run(test())


def test_a_connection_that_never_reads_its_answers_is_closed_in_the_end() -> None:
    async def test() -> None:
        bench = Bench()
        stuck, line = await joined(bench, "bo")
        stuck.pause()
        for number in range(ANSWERS_MAX + 2):
            bench.hub.order(
                stuck, f"c-{number}", c.GiveTip(by=stuck.actor, at=bench.hub.clock.now(), seat=1, amount=5), 0
            )
            await bench.turn()
        assert line.code == 4408

    run(test())


@pytest.mark.parametrize("seed", range(8))
def test_clients_that_pause_miss_or_ask_again_end_in_the_same_state(seed: int) -> None:
    """Listeners of every role pause and resume at random; whatever they missed, their views are right in the end."""

    async def test() -> None:
        dice = Random(seed)
        bench = Bench("nj-terminals" if seed % 2 else "nj")
        await bench.do(SUPERVISOR, c.OpenTable, dealer="ana", supervisor="vera", float_count=1_000_000)
        await bench.do(DEALER, c.TakeSeat, seat=1, player="bo")
        await bench.do(DEALER, c.SetChips, seat=1, color="blue", value=100)
        await bench.call()
        roles = [("bo", Role.PLAYER), ("cy", Role.PLAYER), ("ana", Role.DEALER), ("vera", Role.SUPERVISOR)]
        people = [await joined(bench, name, role) for name, role in roles]
        chips = Chips.ELECTRONIC if seed % 2 else Chips.VALUE
        for _ in range(3 * QUEUE_MAX):
            listener, _ = dice.choice(people)
            act = dice.random()
            if act < 0.05:
                listener.pause()
            elif act < 0.06:
                bench.hub.resume(listener)
            elif act < 0.07:
                bench.hub.ask_snapshot(listener)
            elif act < 0.5:
                await bench.do(DEALER, c.BuyChips, seat=1, amount=100, chips=chips)
            else:
                await bench.do(DEALER, c.ReturnLateBet, seat=1, spot="17", stake=100)
        for listener, _ in people:
            bench.hub.resume(listener)
        await bench.turn()
        for listener, line in people:
            live_view = LiveView()
            for frame in line.frames:
                if frame["type"] == "snapshot":
                    live_view.replace(frame)
                elif frame["type"] == "news":
                    live_view.follow(frame)
            shown = json.decode(json.encode(view(bench.rules, bench.writer.table, listener.actor)))
            assert live_view.view == shown

    run(test())


def test_orders_of_one_turn_are_posted_together() -> None:
    async def test() -> None:
        bench = Bench()
        listener, line = await joined(bench, "bo")
        for number in range(1200):
            bench.hub.order(
                listener, f"c-{number}", c.GiveTip(by=listener.actor, at=bench.hub.clock.now(), seat=1, amount=5), 0
            )
        await bench.turn()
        assert [frame["id"] for frame in line.frames if frame["type"] == "answer"] == [f"c-{n}" for n in range(1200)]

    run(test())


def has_more(hub: Hub) -> bool:
    return not hub.idle


class Slow:
    """A timer for which every reading takes a whole slice."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += SLICE_S
        return self.now


def test_news_for_many_are_sent_in_slices_in_order_and_once() -> None:
    """With a timer that is always over, one listener leaves, one asks for a snapshot, and more commits follow."""

    async def test() -> None:
        bench = Bench()
        await bench.do(SUPERVISOR, c.OpenTable, dealer="ana", supervisor="vera", float_count=1_000_000)
        await bench.do(DEALER, c.TakeSeat, seat=1, player="bo")
        await bench.call()
        people = [await joined(bench, f"p{number}") for number in range(5 * STEP)]
        bench.hub.outbox.timer = Slow()
        heard = [len(line.messages) for _, line in people]
        for _ in range(3):
            bench.desk.post(Order(f"s-{_}", c.ReturnLateBet(by=DEALER, at=0, seat=1, spot="17", stake=100)), _ignore)
            assert bench.desk.turn()
        flushes = 0
        while has_more(bench.hub):
            before = sum(len(line.messages) for _, line in people)
            bench.hub.flush()
            assert sum(len(line.messages) for _, line in people) - before <= STEP, "one step, then others"
            flushes += 1
            if flushes == 2:
                bench.hub.leave(people[-1][0])
                bench.hub.ask_snapshot(people[-2][0])
        assert flushes > 5
        await bench.turn()
        while has_more(bench.hub):
            bench.hub.flush()
        assert len(people[-1][1].messages) == heard[-1], "who left hears nothing more"
        for (listener, line), start in zip(people[:-1], heard, strict=False):
            live_view = LiveView()
            for place, frame in enumerate(line.frames):
                if frame["type"] == "snapshot":
                    live_view.replace(frame)
                elif frame["type"] == "news":
                    live_view.follow(frame)
                assert place < start + 10
            assert listener.version == bench.writer.version
            assert live_view.view == json.decode(json.encode(view(bench.rules, bench.writer.table, listener.actor)))

    run(test())


def _ignore(_answer: object) -> None:
    """Nobody waits for it."""


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_connection_that_dies_in_mid_command_leaves_the_command_to_the_table(adapter: str) -> None:
    """No connection is left for the answer; the table decides, and the next connection gets the decision."""

    async def test() -> None:
        async with House(adapter) as house:
            await house.open_table()
            async with house.socket("player:bo") as socket:
                await say(socket, HELLO)
                await hear(socket)
                await say(socket, order("c-1", "take-seat", seat=1, player="bo"))
                socket.transport.abort()
            async with house.client("player:bo") as bo:
                answer = await bo.ask({"type": "take-seat", "seat": 1, "player": "bo"}, id="c-1")
                assert answer.done
                assert bo.view["you"]["seat"] == 1

    run(test())


class Broken(Line):
    def send(self, message: bytes) -> None:
        raise OSError("gone")


def test_a_port_that_fails_is_ended_and_the_others_get_theirs() -> None:
    async def test() -> None:
        bench = Bench()
        broken = Broken()
        bench.hub.join(Listener(broken, Actor("bo", Role.PLAYER)))
        _, other = await joined(bench, "cy")
        assert broken.code == 1011
        assert [frame["type"] for frame in other.frames] == ["snapshot"]
        assert len(bench.hub) == 1

    run(test())


def test_news_that_cannot_be_published_cost_a_snapshot_and_show_nothing_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        bench = Bench()
        await bench.do(SUPERVISOR, c.OpenTable, dealer="ana", supervisor="vera", float_count=1_000_000)
        _, line = await joined(bench, "cy")
        for place in ("croupier.table.news_reporter.NewsReporter.reporting", "croupier.floor.feed.news_tail"):
            heard = len(line.messages)
            with monkeypatch.context() as patch:
                patch.setattr(place, lambda *_, **__: 1 / 0)
                await bench.do(DEALER, c.SpinBall, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
                await bench.turn()
            (message,) = line.messages[heard:]
            (frame,) = json.decode(message)
            assert (frame["type"], frame["version"]) == ("snapshot", bench.writer.version)
            assert frame["view"]["phase"] == "in-track"
            await bench.do(DEALER, c.CallNoSpin, reason=NoSpinReason.FOREIGN_OBJECT, ball=BallFate.REMOVED)
            assert line.frames[-1]["after"] == frame["version"]

    run(test())


def test_who_cannot_have_a_view_is_not_left_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        bench = Bench()
        monkeypatch.setattr("croupier.floor.feed.view_from", lambda *_: 1 / 0)
        _, line = await joined(bench, "cy")
        await bench.turn()
        assert line.code == 1011

    run(test())
