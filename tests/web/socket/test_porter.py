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

from croupier.terms.fault import Fault
from croupier.web.server import Tls, bind
from croupier.web.socket import direct
from croupier.web.socket.direct import Direct
from croupier.web.socket.parcels import AT_ONCE, HEAD, Kind, Trunk
from croupier.web.socket.session import Session
from tests.web.socket.house import House, close_code, hear_until, run, say

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
