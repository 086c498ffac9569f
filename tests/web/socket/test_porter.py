"""The porter: parcels in a stream, a floor that does not keep up, and a process that dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from websockets.exceptions import InvalidStatus

from croupier.terms.fault import Fault
from croupier.web.security import GateSettings, Rate
from croupier.web.server import Tls, bind
from croupier.web.socket import direct, door
from croupier.web.socket.direct import Direct
from croupier.web.socket.door import Door, Doorkeeper, TurnedAway
from croupier.web.socket.newcomer import REQUEST_MAX
from croupier.web.socket.parcels import AT_ONCE, HEAD, Kind, Trunk
from croupier.web.socket.session import Session
from tests.web.socket.house import ORIGIN, House, close_code, hear_until, run, say

MESSAGES = st.sampled_from([b"", b"[]", b"[1]", b"x" * 300])
SENDINGS = st.lists(st.tuples(st.integers(1, 5), MESSAGES, st.booleans()), max_size=60)


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data

    def set_write_buffer_limits(self, high: int) -> None: ...


def trunk(take: Callable[[int, int, bytes], None]) -> tuple[Trunk, Wire]:
    made, wire = Trunk(take, lambda: None, full=lambda _full: None), Wire()
    made.connection_made(wire)  # type: ignore[arg-type]
    return made, wire


def spread(number: int, kind: int, body: bytes) -> list[tuple[int, int, bytes]]:
    """A parcel for many as one for each."""
    if kind != Kind.SAID_TO_MANY:
        return [(number, kind, body)]
    numbers = [int.from_bytes(body[at : at + 4], "little") for at in range(0, 4 * number, 4)]
    return [(each, Kind.SAID, body[4 * number :]) for each in numbers]


@given(sendings=SENDINGS, cuts=st.lists(st.integers(1, 400), min_size=1, max_size=20))
def test_whatever_is_put_arrives_whole_and_in_order(sendings: list[tuple[int, bytes, bool]], cuts: list[int]) -> None:
    """However the stream is cut, and whatever was gathered for many."""

    async def test() -> None:
        arrived: list[tuple[int, int, bytes]] = []
        far, _ = trunk(lambda *parcel: arrived.extend(spread(*parcel)))
        near, wire = trunk(lambda *_: None)
        for number, body, closes in sendings:
            if closes:
                near.put(number, Kind.CLOSE, body)
            else:
                near.say(number, body)
        near.flush()
        at, turn = 0, 0
        while at < len(wire.written):
            size = cuts[turn % len(cuts)]
            far.data_received(wire.written[at : at + size])
            at, turn = at + size, turn + 1
        assert arrived == [(number, Kind.CLOSE if closes else Kind.SAID, body) for number, body, closes in sendings]

    asyncio.run(test())


def test_what_all_hear_is_written_once() -> None:
    async def test() -> None:
        near, wire = trunk(lambda *_: None)
        news = b"n" * 1000
        for number in range(1, AT_ONCE + 1):
            near.say(number, news)
        assert len(wire.written) == HEAD.size + 4 * AT_ONCE + len(news), "and at once"

    asyncio.run(test())


def test_a_porter_that_dies_is_replaced_and_its_terminals_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "AGAIN_S", 0.01)

    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            async with house.welcomed("player:bo") as socket:
                assert len(house.gateway) == 1
                first = house._direct.pid
                os.kill(first, signal.SIGKILL)
                assert await close_code(socket) == 1006, "without a word"
            while len(house.gateway) or house._direct.pid == first:
                await asyncio.sleep(0.01)
            async with house.welcomed("player:bo"):
                pass

    run(test())


def test_the_porter_ends_with_the_floor_and_says_good_bye() -> None:
    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            async with house.welcomed("player:bo") as socket:
                process = house._direct._process
                await house.gateway.stop()
                await house._direct.stop()
                assert await close_code(socket) == 1012
        assert process is not None
        assert process.returncode == 0

    run(test())


def test_it_is_deaf_to_the_signals_that_stop_the_floor() -> None:
    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            for stop in (signal.SIGINT, signal.SIGTERM):
                os.kill(house._direct.pid, stop)
            async with house.welcomed("player:bo"):
                pass

    run(test())


def test_a_porter_that_cannot_begin_is_a_fault(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        house = House("direct")
        with bind("127.0.0.1", 0) as bound:
            nowhere = Tls(tmp_path / "certificate.pem", tmp_path / "key.pem")
            with pytest.raises(Fault, match="did not start"):
                await Direct(house.gateway, house.person, bound, nowhere).start()

    run(test())
    assert "FileNotFoundError" in capfd.readouterr().err


def test_a_porter_that_does_not_keep_up_is_not_sent_more_for_ever() -> None:
    """When the stream to the porter is full, sessions wait as slow ones do, and go on when there is room."""

    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            async with house.welcomed("player:bo") as socket:
                (session,) = house.gateway._sessions
                house._direct._porter_full(True)
                assert session.listener.paused
                await say(socket, {"type": "ping", "n": 7})
                while not session.listener.waiting:
                    await asyncio.sleep(0.005)
                house._direct._porter_full(False)
                assert (await hear_until(socket, "pong"))["n"] == 7
                (number,) = house._direct._sessions
                house._direct._heard(number, Kind.FULL, b"")
                house._direct._porter_full(True)
                house._direct._porter_full(False)
                assert session.listener.paused, "its own connection is still full"
                house._direct._porter_full(True)
                house._direct._heard(number, Kind.EMPTY, b"")
                assert session.listener.paused, "the stream is still full"
                house._direct._porter_full(False)
                assert not session.listener.paused

    run(test())


def test_a_session_that_fails_takes_nobody_along(monkeypatch: pytest.MonkeyPatch) -> None:
    received = Session.received

    def fails(session: Session, message: bytes) -> None:
        if b"poison" in message:
            raise LookupError("gone")
        received(session, message)

    monkeypatch.setattr(Session, "received", fails)

    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            async with house.welcomed("player:bo") as one, house.welcomed("player:cy") as other:
                await say(one, {"type": "poison"})
                assert await close_code(one) == 1011
                await say(other, {"type": "ping", "n": 3})
                assert (await hear_until(other, "pong"))["n"] == 3

    run(test())


# The door


GATE = GateSettings(hosts=("tables.example",), origin="https://tables.example", secure=True, proxies=("10.0.0.0/24",))
HOST, PAGE = "tables.example", "https://tables.example"


class Keeping:
    """A doorkeeper with a clock that is set by hand."""

    def __init__(self, rate: Rate, gate: GateSettings = GATE) -> None:
        self.now = 100.0
        self.told: list[TurnedAway] = []
        self.keeper = Doorkeeper(replace(Door.of(gate), rate=rate), self.told.extend, seconds=lambda: self.now)

    def ask(self, peer: str = "192.0.2.7", **headers: str) -> int:
        given = {"host": HOST, "origin": PAGE} | {name.replace("_", "-"): value for name, value in headers.items()}
        no = self.keeper.ask(peer, given)
        return no.status.value if no else 101


def test_the_figures_at_the_door_are_those_of_the_pages_port() -> None:
    gate = GateSettings()
    assert (Door.of(gate).rate, Door.of(gate).addresses_max) == (gate.sockets, gate.addresses_max)


def test_an_address_opens_as_many_sockets_as_its_rate_allows() -> None:
    house = Keeping(Rate(1, 3))
    assert [house.ask() for _ in range(4)] == [101, 101, 101, 429]
    assert house.ask("192.0.2.8") == 101, "another one is not kept waiting"
    house.now += 0.99
    assert house.ask() == 429
    house.now += 0.01
    assert house.ask() == 101


def test_an_ipv6_network_is_one_address_at_the_door_too() -> None:
    house = Keeping(Rate(1, 1))
    assert (house.ask("2001:db8:1:2::1"), house.ask("2001:db8:1:2:ffff::2")) == (101, 429)


def test_behind_a_proxy_of_the_house_the_client_counts_and_nobody_else_is_believed() -> None:
    house = Keeping(Rate(1, 1))
    assert house.ask("10.0.0.1", x_forwarded_for="192.0.2.66, 198.51.100.7") == 101
    assert house.ask("10.0.0.1", x_forwarded_for="198.51.100.7") == 429
    assert house.ask("10.0.0.1", x_forwarded_for="198.51.100.8") == 101
    assert house.ask("203.0.113.5", x_forwarded_for="198.51.100.9") == 101
    assert house.ask("203.0.113.5", x_forwarded_for="198.51.100.10") == 429, "it is no proxy of ours"


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        (HOST, PAGE, 101),
        (f"{HOST}:8443", PAGE, 101),
        (HOST, "http://tables.example", 403),
        (HOST, "https://evil.example", 403),
        ("evil.example", "https://evil.example", 403),
        ("", PAGE, 403),
    ],
)
def test_a_page_of_the_service_may_knock_and_no_other(host: str, origin: str, status: int) -> None:
    assert Keeping(Rate(1, 9)).ask(host=host, origin=origin) == status


def test_who_is_turned_away_is_counted_and_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "TOLD_MAX", 2)
    house = Keeping(Rate(1, 1))
    for _ in range(5):
        house.ask()
    house.ask("192.0.2.8", origin="https://evil.example")
    for last in (9, 10):
        house.ask(f"192.0.2.{last}", origin="https://evil.example")
    assert house.told == []
    house.keeper.tell()
    house.keeper.tell()
    assert house.told == [
        TurnedAway("too-often", "192.0.2.7", 4),
        TurnedAway("wrong-origin", "192.0.2.8", 1),
        TurnedAway("wrong-origin", "", 2),
    ]


def test_too_many_sockets_are_answered_429_before_the_upgrade_and_reported() -> None:
    async def test() -> None:
        async with House("direct", rate=Rate(0.001, 2)) as house:
            await house.open_table()
            async with house.welcomed("player:bo") as bo, house.welcomed("player:cy"):
                with pytest.raises(InvalidStatus) as refused:
                    async with house.socket("player:di"):
                        pass
                assert refused.value.response.status_code == 429
                assert int(refused.value.response.headers["Retry-After"]) > 0
                while not house.breaches:
                    await asyncio.sleep(0.01)
                assert house.breaches == [("sockets-too-often", None)]
                await say(bo, {"type": "ping", "n": 1})
                await hear_until(bo, "pong")

    run(test())


async def raw(house: House, *pieces: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)  # so that they come one by one
        return await reader.read(1 << 16)
    finally:
        writer.close()


def test_a_request_may_come_in_pieces_and_with_the_first_frame() -> None:
    """What was read of a connection before its hand was shaken is not lost."""

    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            text = (
                f"GET /api/v1/tables/7/socket?ticket=player:bo HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nOrigin: {ORIGIN}\r\nX-Long: {'x' * 3000}\r\n\r\n"
            ).encode()
            hello = b'{"type":"hello","protocol":1}'
            frame = bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello
            reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
            for piece in (text[:5], text[5:1500], text[1500:] + frame):
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0.01)
            heard = b""
            while b'"snapshot"' not in heard:
                heard += await reader.read(1 << 16)
            assert heard.startswith(b"HTTP/1.1 101")
            writer.close()

    run(test())


def test_what_is_no_request_is_not_read_for_ever() -> None:
    async def test() -> None:
        async with House("direct") as house:
            answer = await raw(house, b"x" * (REQUEST_MAX + 1))
            assert answer.startswith(b"HTTP/1.1 400")

    run(test())
