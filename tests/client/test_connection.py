"""The client against a scripted mini-service: gaps, busy desks, restarts, rejections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest
from msgspec import json
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from croupier.client import Client, Ended

Frame = dict[str, Any]
WELCOME: Frame = {"type": "welcome", "heartbeat_ms": 10_000}
SNAPSHOT: Frame = {"type": "snapshot", "version": 5, "view": {"phase": "betting", "seats": [], "wagers": []}}


async def say(socket: ServerConnection, *frames: Frame) -> None:
    await socket.send(json.encode(list(frames)).decode())


async def hear(socket: ServerConnection) -> Frame:
    """The next frame; these tests ignore arrays that the client sends."""
    frame: Frame = json.decode(await socket.recv())
    return frame


def with_service(
    service: Callable[[ServerConnection], Awaitable[None]], test: Callable[[str], Awaitable[None]]
) -> None:
    async def run() -> None:
        async with asyncio.timeout(20), serve(service, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            await test(f"ws://127.0.0.1:{port}")

    asyncio.run(run())


def test_a_gap_is_answered_with_resync_and_the_snapshot_is_applied() -> None:
    async def service(socket: ServerConnection) -> None:
        assert (await hear(socket))["type"] == "hello"
        await say(socket, WELCOME, SNAPSHOT)
        await say(socket, {"type": "news", "after": 7, "version": 8, "table": {"phase": "paid"}})
        assert (await hear(socket))["type"] == "resync"
        await say(socket, {**SNAPSHOT, "version": 9})
        await socket.wait_closed()

    async def test(url: str) -> None:
        async with Client(url) as client:
            await client.until(lambda: client.version == 9)
            assert client.view["phase"] == "betting"

    with_service(service, test)


def test_a_command_that_found_the_desk_busy_is_sent_again_unchanged() -> None:
    heard: list[Frame] = []

    async def service(socket: ServerConnection) -> None:
        await hear(socket)
        await say(socket, WELCOME, SNAPSHOT)
        for outcome in ({"outcome": "unanswered", "reason": "busy", "detail": "", "again": True}, {"outcome": "done"}):
            heard.append(await hear(socket))
            await say(socket, {"type": "answer", "id": heard[-1]["id"], "version": 6, **outcome})
        await socket.wait_closed()

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.ask({"type": "rebet", "seat": 1})).done
        assert heard[0] == heard[1]
        assert heard[0]["seen"] == 5

    with_service(service, test)


def test_a_command_goes_over_to_the_next_connection() -> None:
    heard: list[Any] = []

    async def service(socket: ServerConnection) -> None:
        await hear(socket)
        await say(socket, WELCOME, SNAPSHOT)
        command: Any = await hear(socket)
        heard.append(command[0] if isinstance(command, list) else command)
        if len(heard) > 1:
            await say(socket, {"type": "answer", "id": heard[1]["id"], "version": 6, "outcome": "done"})
            await socket.wait_closed()

    async def test(url: str) -> None:
        async with Client(url) as client:
            assert (await client.ask({"type": "rebet", "seat": 1})).done
            assert client.connections == 2
        assert heard[0] == heard[1]

    with_service(service, test)


def with_nodes(
    services: Sequence[Callable[[ServerConnection], Awaitable[None]]], test: Callable[[list[str]], Awaitable[None]]
) -> None:
    """The same with several services, each at its own port."""

    async def run() -> None:
        async with asyncio.timeout(20), AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(serve(each, "127.0.0.1", 0)) for each in services]
            ports = [next(iter(server.sockets)).getsockname()[1] for server in servers]
            await test([f"ws://127.0.0.1:{port}" for port in ports])

    asyncio.run(run())


def test_a_node_that_stands_by_says_where_to_connect_next() -> None:
    """The second of three stands by and names the third: the first is not tried again in between."""
    visits: list[str] = []
    at: list[str] = []

    async def stopping(socket: ServerConnection) -> None:
        visits.append("one")
        await hear(socket)
        await say(socket, WELCOME, SNAPSHOT)
        await socket.close(1012, "The service is stopping.")

    async def standing_by(socket: ServerConnection) -> None:
        visits.append("two")
        await socket.close(1013, at[0])

    async def running(socket: ServerConnection) -> None:
        visits.append("three")
        await hear(socket)
        await say(socket, WELCOME, {**SNAPSHOT, "version": 6})
        await socket.wait_closed()

    async def test(urls: list[str]) -> None:
        at.append(urls[2].replace("ws", "http"))
        async with Client(urls[0], others=urls[1:]) as client:
            await client.until(lambda: client.version == 6)
        assert visits == ["one", "two", "three"]

    with_nodes((stopping, standing_by, running), test)


def test_while_no_node_runs_the_house_the_one_that_may_take_it_is_asked_again() -> None:
    visits: list[str] = []

    async def stopping(socket: ServerConnection) -> None:
        visits.append("one")
        await hear(socket)
        await say(socket, WELCOME, SNAPSHOT)
        await socket.close(1012, "The service is stopping.")

    async def taking_over(socket: ServerConnection) -> None:
        visits.append("two")
        if len(visits) < 5:
            await socket.close(1013, "")
            return
        await hear(socket)
        await say(socket, WELCOME, {**SNAPSHOT, "version": 6})
        await socket.wait_closed()

    async def test(urls: list[str]) -> None:
        async with Client(urls[0], others=urls[1:]) as client:
            await client.until(lambda: client.version == 6)
        assert visits == ["one", "two", "two", "two", "two"]

    with_nodes((stopping, taking_over), test)


@pytest.mark.parametrize("code", [4401, 4403, 4404, 4409])
def test_some_closes_are_final_for_the_client_and_for_what_it_asked(code: int) -> None:
    async def service(socket: ServerConnection) -> None:
        await hear(socket)
        await say(socket, WELCOME, SNAPSHOT)
        await hear(socket)
        await socket.close(code, "no")

    async def test(url: str) -> None:
        async with Client(url) as client:
            with pytest.raises(Ended) as ended:
                await client.ask({"type": "rebet", "seat": 1})
            assert ended.value.code == code
            assert client.connections == 1

    with_service(service, test)


@pytest.mark.slow
def test_a_service_that_stops_starts_or_is_busy_is_asked_again_and_one_that_refuses_is_not() -> None:
    refusals = [None, 503, 429, None, 403]
    """A service that went away during the handshake, twice, and three that answered it."""

    def process(socket: ServerConnection, _request: Request) -> Response | None:
        status = refusals.pop(0)
        if status is None:
            socket.transport.close()
        return socket.respond(status or 200, "no")

    async def service(_socket: ServerConnection) -> None:
        raise AssertionError("nobody was let in")

    async def run() -> None:
        async with asyncio.timeout(20), serve(service, "127.0.0.1", 0, process_request=process) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            with pytest.raises(Ended) as ended:
                async with Client(f"ws://127.0.0.1:{port}"):
                    pass
            assert ended.value.code == 4403
            assert not refusals

    asyncio.run(run())


def test_news_are_iterated_after_they_were_applied() -> None:
    async def service(socket: ServerConnection) -> None:
        await hear(socket)
        await say(socket, WELCOME, SNAPSHOT)
        for version in (6, 7):
            await say(socket, {"type": "news", "after": version - 1, "version": version, "table": {"round": version}})
        await socket.close(4404, "enough")

    async def test(url: str) -> None:
        async with Client(url) as client:
            rounds = [(frame["type"], client.live_view.version >= frame["version"]) async for frame in client.news()]
            assert rounds == [("snapshot", True), ("news", True), ("news", True)]

    with_service(service, test)
