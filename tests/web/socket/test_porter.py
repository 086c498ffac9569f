"""The porter: packets in a stream, a floor that does not keep up, and a process that dies."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import struct
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
import uvloop
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from croupier.terms.fault import Fault
from croupier.web.security.settings import GateSettings, Rate
from croupier.web.server import Tls, bind
from croupier.web.socket import direct, handshake
from croupier.web.socket.direct import Direct
from croupier.web.socket.handshake import HandshakeGuard, HandshakeRules, RefusedSockets
from croupier.web.socket.packets import AT_ONCE, HEAD, ConnectionRequest, PacketKind, PacketLink
from croupier.web.socket.policy import Breach
from croupier.web.socket.porter_sessions import PorterSessions
from croupier.web.socket.session import SocketSession
from tests.web.socket.house import HELLO, ORIGIN, House, close_code, hear_until, run, say

MESSAGES = st.sampled_from([b"", b"[]", b"[1]", b"x" * 300])
SENDINGS = st.lists(st.tuples(st.integers(1, 5), MESSAGES, st.booleans()), max_size=60)


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data

    def set_write_buffer_limits(self, high: int) -> None: ...


def linked(take: Callable[[int, int, bytes], None]) -> tuple[PacketLink, Wire]:
    made, wire = PacketLink(take, lambda: None, full=lambda _full: None), Wire()
    made.connection_made(wire)  # type: ignore[arg-type]
    return made, wire


def spread(number: int, kind: int, body: bytes) -> list[tuple[int, int, bytes]]:
    """Splits a packet for many into one for each."""
    if kind != PacketKind.MESSAGE_TO_MANY:
        return [(number, kind, body)]
    numbers = [int.from_bytes(body[at : at + 4], "little") for at in range(0, 4 * number, 4)]
    return [(each, PacketKind.MESSAGE, body[4 * number :]) for each in numbers]


@given(sendings=SENDINGS, cuts=st.lists(st.integers(1, 400), min_size=1, max_size=20))
def test_packets_arrive_whole_and_in_order(sendings: list[tuple[int, bytes, bool]], cuts: list[int]) -> None:
    """However the stream is split, and whichever packets are combined for many."""

    async def test() -> None:
        arrived: list[tuple[int, int, bytes]] = []
        receiver, _ = linked(lambda *packet: arrived.extend(spread(*packet)))
        sender, wire = linked(lambda *_: None)
        for number, body, closes in sendings:
            if closes:
                sender.send(number, PacketKind.CLOSE, body)
            else:
                sender.send_message(number, body)
        sender.flush()
        at, turn = 0, 0
        while at < len(wire.written):
            size = cuts[turn % len(cuts)]
            receiver.data_received(wire.written[at : at + size])
            at, turn = at + size, turn + 1
        assert arrived == [
            (number, PacketKind.CLOSE if closes else PacketKind.MESSAGE, body) for number, body, closes in sendings
        ]

    asyncio.run(test())


def test_a_message_for_all_is_written_once() -> None:
    async def test() -> None:
        sender, wire = linked(lambda *_: None)
        news = b"n" * 1000
        for number in range(1, AT_ONCE + 1):
            sender.send_message(number, news)
        assert len(wire.written) == HEAD.size + 4 * AT_ONCE + len(news), "and at once"

    asyncio.run(test())


def test_a_porter_that_dies_is_replaced_and_its_terminals_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "RESTART_S", 0.01)

    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            async with house.welcomed("player:bo") as socket:
                assert len(house.gateway) == 1
                first = house.direct.pid
                os.kill(first, signal.SIGKILL)
                assert await close_code(socket) == 1006, "without a word"
            while len(house.gateway) or house.direct.pid == first:
                await asyncio.sleep(0.01)
            async with house.welcomed("player:bo"):
                pass

    run(test())


def test_the_porter_ends_with_the_floor_after_its_last_messages(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            async with house.welcomed("player:bo") as socket:
                await house.gateway.stop()
                await house.direct.stop()
                assert await close_code(socket) == 1012

    run(test())
    assert caplog.messages == [], "it ended by itself"


def test_sockets_that_were_refused_just_before_the_end_are_reported() -> None:
    async def test() -> House:
        async with House("direct") as house:
            for _ in range(3):
                async with house.socket("player:bo", origin="http://evil.example") as socket:
                    assert await close_code(socket) == 4403
            await house.direct.stop()
            return house

    assert asyncio.run(test()).breaches == [("origin-refused", None)]


@pytest.mark.parametrize("turns", range(6))
def test_a_porter_that_dies_while_the_floor_stops_delays_nothing(turns: int) -> None:
    """Wherever the loop is between the end of the stream and the loss of the connection."""

    async def test() -> None:
        async with House("direct") as house:
            os.kill(house.direct.pid, signal.SIGKILL)
            for _ in range(turns):
                await asyncio.sleep(0)

    for start in (asyncio.run, uvloop.run):
        start(test())


def test_a_porter_that_does_not_end_is_killed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(direct, "END_S", 0.05)

    async def test() -> None:
        async with House("direct") as house:
            os.kill(house.direct.pid, signal.SIGSTOP)

    run(test())
    assert caplog.messages == ["the process for terminals' sockets did not end; killing it"]


def test_it_is_deaf_to_the_signals_that_stop_the_floor() -> None:
    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            for stop in (signal.SIGINT, signal.SIGTERM):
                os.kill(house.direct.pid, stop)
            async with house.welcomed("player:bo"):
                pass

    run(test())


def test_a_porter_that_cannot_begin_is_a_fault(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        house = House("direct")
        with bind("127.0.0.1", 0) as bound:
            nowhere = Tls(tmp_path / "certificate.pem", tmp_path / "key.pem")
            with pytest.raises(Fault, match="did not start"):
                await Direct(house.gateway, house.person, bound, house.handshake_rules, nowhere).start()

    run(test())
    assert "FileNotFoundError" in capfd.readouterr().err


class Stream:
    """The floor's end of a stream without a porter: it keeps what the floor sends."""

    def __init__(self) -> None:
        self.said: list[tuple[int, bytes]] = []

    def send_message(self, number: int, message: bytes) -> None:
        self.said.append((number, message))


def test_sessions_wait_while_the_stream_to_the_porter_is_full() -> None:
    """They wait like slow ones and continue when there is room; one with a full connection waits for that too."""

    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            stream = Stream()
            sessions = PorterSessions(house.gateway, house.person, lambda: None)
            sessions.attach(cast(PacketLink, stream))
            sessions.handle_packet(1, PacketKind.OPEN, json.encode(ConnectionRequest("7", "player:bo")))
            (session,) = house.gateway
            sessions.handle_packet(1, PacketKind.MESSAGE, json.encode([HELLO]))
            sessions.stream_full(True)
            assert session.listener.paused
            before = len(stream.said)
            sessions.handle_packet(1, PacketKind.MESSAGE, b'[{"type":"ping","n":7}]')
            await asyncio.sleep(0)
            assert len(stream.said) == before
            sessions.stream_full(False)
            assert b'"pong"' in stream.said[-1][1]
            sessions.handle_packet(1, PacketKind.FULL, b"")
            sessions.stream_full(True)
            sessions.stream_full(False)
            states = [session.listener.paused]
            sessions.stream_full(True)
            sessions.handle_packet(1, PacketKind.WRITABLE, b"")
            states.append(session.listener.paused)
            sessions.stream_full(False)
            states.append(session.listener.paused)
            assert states == [True, True, False], "its own connection is full, then the stream, then neither"
            sessions.handle_packet(1, PacketKind.CLOSED, b"")
            assert len(house.gateway) == 0

    run(test())


def test_a_session_that_fails_takes_nobody_along(monkeypatch: pytest.MonkeyPatch) -> None:
    received = SocketSession.received

    def fails(session: SocketSession, message: bytes) -> None:
        if b"poison" in message:
            raise LookupError("gone")
        received(session, message)

    monkeypatch.setattr(SocketSession, "received", fails)

    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            async with house.welcomed("player:bo") as one, house.welcomed("player:cy") as other:
                await say(one, {"type": "poison"})
                assert await close_code(one) == 1011
                await say(other, {"type": "ping", "n": 3})
                assert (await hear_until(other, "pong"))["n"] == 3

    run(test())


# New sockets


GATE = GateSettings(hosts=("tables.example",), origin="https://tables.example", secure=True, proxies=("10.0.0.0/24",))
HOST, PAGE = "tables.example", "https://tables.example"
STAYS = 0


class Guarded:
    """A guard with a clock that is set by hand."""

    def __init__(self, rate: Rate, gate: GateSettings = GATE) -> None:
        self.now = 100.0
        self.reported: list[RefusedSockets] = []
        self.guard = HandshakeGuard(
            replace(HandshakeRules.of(gate), rate=rate), self.reported.extend, seconds=lambda: self.now
        )

    def ask(self, peer: str = "192.0.2.7", **headers: str) -> int:
        """The close code, or `STAYS`."""
        given = {"host": HOST, "origin": PAGE} | {name.replace("_", "-"): value for name, value in headers.items()}
        refusal = self.guard.check(peer, given)
        return refusal.code if refusal else STAYS


def test_the_rates_are_those_of_the_pages_port() -> None:
    gate = GateSettings()
    assert (HandshakeRules.of(gate).rate, HandshakeRules.of(gate).addresses_max) == (gate.sockets, gate.addresses_max)


def test_an_address_opens_as_many_sockets_as_its_rate_allows() -> None:
    house = Guarded(Rate(1, 3))
    assert [house.ask() for _ in range(4)] == [STAYS, STAYS, STAYS, 4429]
    assert house.ask("192.0.2.8") == STAYS, "another one is not kept waiting"
    house.now += 0.99
    assert house.ask() == 4429
    house.now += 0.01
    assert house.ask() == STAYS


def test_an_ipv6_network_is_one_address_for_the_porter_too() -> None:
    house = Guarded(Rate(1, 1))
    assert (house.ask("2001:db8:1:2::1"), house.ask("2001:db8:1:2:ffff::2")) == (STAYS, 4429)


def test_behind_a_proxy_of_the_house_the_client_address_counts_and_no_other_proxy_does() -> None:
    house = Guarded(Rate(1, 1))
    assert house.ask("10.0.0.1", x_forwarded_for="192.0.2.66, 198.51.100.7") == STAYS
    assert house.ask("10.0.0.1", x_forwarded_for="198.51.100.7") == 4429
    assert house.ask("10.0.0.1", x_forwarded_for="198.51.100.8") == STAYS
    assert house.ask("203.0.113.5", x_forwarded_for="198.51.100.9") == STAYS
    assert house.ask("203.0.113.5", x_forwarded_for="198.51.100.10") == 4429, "it is no proxy of ours"


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        (HOST, PAGE, STAYS),
        (f"{HOST}:8443", PAGE, STAYS),
        (HOST, "http://tables.example", 4403),
        (HOST, "https://evil.example", 4403),
        ("evil.example", "https://evil.example", 4403),
        ("", PAGE, 4403),
    ],
)
def test_a_page_of_the_service_may_open_a_socket_and_no_other(host: str, origin: str, status: int) -> None:
    assert Guarded(Rate(1, 9)).ask(host=host, origin=origin) == status


def test_refused_sockets_are_counted_and_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handshake, "ADDRESSES_REPORTED", 2)
    house = Guarded(Rate(1, 1))
    for _ in range(5):
        house.ask()
    house.ask("192.0.2.8", origin="https://evil.example")
    for last in (9, 10):
        house.ask(f"192.0.2.{last}", origin="https://evil.example")
    assert house.reported == []
    house.guard.report()
    house.guard.report()
    assert house.reported == [
        RefusedSockets(Breach.SOCKETS, "192.0.2.7", 4),
        RefusedSockets(Breach.ORIGIN, "192.0.2.8", 1),
        RefusedSockets(Breach.ORIGIN, "", 2),
    ]


def test_too_many_sockets_are_closed_and_reported() -> None:
    async def test() -> None:
        async with House("direct", rate=Rate(0.001, 2)) as house:
            await house.open_table()
            async with house.welcomed("player:bo") as bo, house.welcomed("player:cy"):
                async with house.socket("player:di") as third:
                    assert await close_code(third) == 4429
                while not house.breaches:
                    await asyncio.sleep(0.01)
                assert house.breaches == [("sockets-too-often", None)]
                assert len(house.gateway) == 2
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


def upgrade(house: House, *more: str, end: str = "\r\n") -> bytes:
    """A request for a socket, with more headers."""
    lines = (
        "GET /api/v1/tables/7/socket?ticket=player:bo HTTP/1.1",
        f"Host: 127.0.0.1:{house.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
        *more,
    )
    return "".join(line + end for line in (*lines, "")).encode()


def test_a_request_may_come_in_pieces_and_with_the_first_frame() -> None:
    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            text = upgrade(house, f"Origin: {ORIGIN}", f"X-Long: {'x' * 3000}")
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


@pytest.mark.parametrize(
    ("more", "end"),
    [
        ((f"Origin: {ORIGIN}", " folded: 1"), "\r\n"),
        ((f"Origin: {ORIGIN}\nX-Smuggled: 1",), "\r\n"),
        ((f"Origin : {ORIGIN}",), "\r\n"),
    ],
)
def test_malformed_headers_are_refused(more: tuple[str, ...], end: str) -> None:
    async def test() -> None:
        async with House("direct") as house:
            assert (await raw(house, upgrade(house, *more, end=end))).startswith(b"HTTP/1.1 400")
            assert len(house.gateway) == 0

    run(test())


def test_a_request_with_two_origins_is_refused() -> None:
    async def test() -> None:
        async with House("direct") as house:
            await house.open_table()
            answer = await raw(house, upgrade(house, f"Origin: {ORIGIN}", "Origin: http://evil.example"))
            assert struct.pack("!H", 4403) in answer
            assert len(house.gateway) == 0

    run(test())


@pytest.mark.parametrize("sent", [b"x" * 100_000, b"GET / HTTP/1.1\nHost: a\n\n" + b"x" * 100_000])
def test_a_request_without_end_is_cut_off(sent: bytes) -> None:
    async def test() -> None:
        async with House("direct") as house:
            with contextlib.suppress(ConnectionResetError):
                assert not (await raw(house, sent)).startswith(b"HTTP/1.1 101")
            assert len(house.gateway) == 0

    run(test())
