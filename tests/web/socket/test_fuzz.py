"""Whatever comes over a connection gets a refusal or a close; nothing breaks, and other seats notice nothing."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import json

from croupier.access.person import Person
from croupier.table import command as c
from croupier.terms.people import Role
from croupier.web.socket.gateway import Gateway
from croupier.web.socket.policy import SocketLimits, SocketPolicy
from croupier.wire.frames import FRAME_MAX, FRAMES_MAX, FrameError, read_frames
from tests.floor.tables import SUPERVISOR
from tests.web.socket.house import ADAPTERS, HELLO, House, close_code, hear, order, run, say
from tests.web.socket.test_faults import Bench, Line, joined
from tests.web.socket.test_rights import example

VALID: list[dict[str, Any]] = [
    HELLO,
    {"type": "hello", "protocol": 1, "seat": 4, "watch": True},
    {"type": "ping", "n": 5},
    {"type": "resync"},
    {"type": "audio", "ready": True},
    {"type": "announced", "call": "no-more-bets", "round": 1, "audible": True, "visual": False},
    *({"type": "command", "id": "c-1", "seen": 3, "command": example(kind)} for kind in get_args(c.AnyCommand)),
]
MESSAGES = [json.encode(frame) for frame in VALID]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.decode()[:60])
def test_every_frame_of_the_protocol_is_read(message: bytes) -> None:
    assert len(read_frames(message)) == 1
    assert len(read_frames(b"[" + message + b"," + message + b"]")) == 2


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b"nonsense", "not-json"),
        (b"\xff\xfe", "not-json"),
        (b'{"type":"ping","n":NaN}', "not-json"),
        (b'{"type":"ping","n":Infinity}', "not-json"),
        (b'{"type":"ping","n":1}{"type":"ping","n":1}', "not-json"),
        (b'{"type":"ping","n":1,"n":2}', "not-json"),
        (b'{"type":"ping","type":"resync"}', "not-a-frame"),
        (b'{"type":"command","id":"a:b","command":{"type":"rebet","seat":1,"seat":2}}', "not-json"),
        (b'{"type":"command","id":"a","id":"b","command":{"type":"rebet","seat":1}}', "not-json"),
        (b'{"type":"command","id":"\\ud800","command":{"type":"lift-crown"}}', "not-json"),
        (b"null", "not-a-frame"),
        (b"7", "not-a-frame"),
        (b'"ping"', "not-a-frame"),
        (b"{}", "not-a-frame"),
        (b"[]", "too-many"),
        (b"[[]]", "not-a-frame"),
        (b'{"type":"nonsense"}', "not-a-frame"),
        (b'{"type":"ping","n":1.5}', "not-a-frame"),
        (b'{"type":"ping","n":"1"}', "not-a-frame"),
        (b'{"type":"ping","n":true}', "not-a-frame"),
        (b'{"type":"ping","n":9007199254740993}', "not-a-frame"),
        (b'{"type":"ping","n":1,"more":1}', "not-a-frame"),
        (b'{"type":"command","id":"","command":{"type":"lift-crown"}}', "not-a-frame"),
        (b'{"type":"command","id":"a","command":{"type":"lift-crown","at":1}}', "not-a-frame"),
        (b'{"type":"command","id":"a","command":{"type":"lift-crown","by":["ana","dealer"]}}', "not-a-frame"),
        (b'{"type":"command","id":"a","command":{"type":"rebet"}}', "not-a-frame"),
        (b'{"type":"command","id":"a","command":{"type":"rebet","seat":99999999999999999999}}', "not-a-frame"),
        (b"[" * 8000 + b"]" * 8000, "not-a-frame"),
        (b'{"type":"command","id":"a","command":' + b'{"a":' * 2000 + b"1" + b"}" * 2000 + b"}", "not-json"),
        (b" " * (FRAME_MAX + 1), "too-large"),
    ],
)
def test_a_malformed_frame_is_refused_with_its_code(message: bytes, code: str) -> None:
    with pytest.raises(FrameError) as refused:
        read_frames(message)
    assert refused.value.code == code
    assert refused.value.message


@pytest.mark.parametrize(("length", "good"), [(64, True), (65, False)])
def test_an_id_has_so_many_characters(length: int, good: bool) -> None:
    message = json.encode(order("x" * length, "lift-crown"))
    if good:
        assert read_frames(message)
    else:
        with pytest.raises(FrameError):
            read_frames(message)


@pytest.mark.parametrize(("count", "good"), [(FRAMES_MAX, True), (FRAMES_MAX + 1, False)])
def test_a_message_has_so_many_frames(count: int, good: bool) -> None:
    message = json.encode([{"type": "resync"}] * count)
    if good:
        assert len(read_frames(message)) == count
    else:
        with pytest.raises(FrameError, match="frames"):
            read_frames(message)


@pytest.mark.parametrize(("spaces", "code"), [(FRAME_MAX - 17, None), (FRAME_MAX - 16, "too-large")])
def test_a_message_has_so_many_bytes(spaces: int, code: str | None) -> None:
    message = b'{"type":"resync"}' + b" " * spaces
    if code is None:
        assert read_frames(message)
    else:
        with pytest.raises(FrameError) as refused:
            read_frames(message)
        assert refused.value.code == code


def mutated(message: bytes, dice: Random) -> bytes:
    """The message with a few bytes changed, lost, doubled or moved."""
    text = bytearray(message)
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(text)) if text else 0
        match dice.randrange(5):
            case 0 if text:
                text[place] = dice.randrange(256)
            case 1 if text:
                del text[place]
            case 2:
                text[place:place] = text[place : place + dice.randint(1, 12)]
            case 3:
                text[place:place] = dice.choice([b'"', b"{", b"}", b"[", b"]", b",", b":", b"null", b"1e9", b"\\u0000"])
            case _ if text:
                text[place:] = text[place : place + dice.randint(0, 30)]
            case _:
                pass  # nothing is left to change
    return bytes(text)


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
shapes = st.one_of(
    st.binary(max_size=200),
    st.sampled_from(MESSAGES),
    st.builds(lambda message, seed: mutated(message, Random(seed)), st.sampled_from(MESSAGES), st.integers(0, 1 << 30)),
    json_like.map(lambda value: json.encode(value) if _finite(value) else b"NaN"),
    st.builds(
        lambda frame, name, value: json.encode({**frame, name: value}) if _finite(value) else b"",
        st.sampled_from(VALID),
        st.sampled_from(["type", "id", "command", "seen", "protocol", "n", "ready", "round"]),
        json_like,
    ),
)


def _finite(value: Any) -> bool:
    try:
        json.encode(value)
    except (OverflowError, ValueError, UnicodeEncodeError):
        return False
    return True


@given(messages=st.lists(shapes, max_size=12))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_input_gets_frames_or_a_close_and_affects_nobody_else(messages: list[bytes]) -> None:
    async def test() -> None:
        bench = Bench()
        await bench.do(SUPERVISOR, c.OpenTable, dealer="ana", supervisor="vera", float_count=1_000_000)
        _, other = await joined(bench, "cy")
        gateway = Gateway({"7": bench.hub}, SocketPolicy(), SocketLimits(malformed_max=100))
        line = Line()
        session = gateway.open(line, "7", Person("bo", Role.REGULATOR, "s-1"))
        assert session is not None
        session.received(MESSAGES[0])
        await bench.turn()
        heard = len(other.messages)
        for message in messages:
            before = len(line.messages)
            session.received(message)
            await bench.turn()
            assert line.code is not None or len(line.messages) > before or not_for_an_answer(message)
        assert all(frame["type"] for frame in line.frames)
        assert other.messages[heard:] == []
        session.closed()
        assert len(gateway) == 0

    asyncio.run(test())


def not_for_an_answer(message: bytes) -> bool:
    """Some frames are accepted without an answer."""
    return {type(frame).__name__ for frame in read_frames(message)} <= {"Audio", "Announced"}


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_noise_over_the_wire_does_not_affect_the_others(adapter: str) -> None:
    async def test() -> None:
        dice = Random(7)
        async with House(adapter) as house:
            await house.open_table()
            async with house.client("player:cy") as cy:
                await house.sit(cy, 2, "cy")
                for number in range(40):
                    async with house.socket("player:bo") as socket:
                        await say(socket, HELLO)
                        await hear(socket)
                        for _ in range(6):
                            noise = mutated(dice.choice(MESSAGES[1:]), dice)
                            await socket.send(noise if number % 2 else noise.decode("utf-8", "replace"))
                        await say(socket, {"type": "nonsense"}, *[{"type": "nonsense"}])
                        for _ in range(5):
                            await say(socket, {"type": "nonsense"})
                        assert await close_code(socket) in (4400, 4409, 1006)
                assert cy.connections == 1
                assert (await cy.ask({"type": "leave-seat", "seat": 2})).outcome == "refused"

    run(test())
