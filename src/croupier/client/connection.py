"""A connection to one table that survives reconnects: commands get one answer, and the view stays current."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from croupier.client.live_view import Gap, LiveView

PROTOCOL = 1
CLOSED, LOST = 1000, 1006
RESTARTS, STANDS_BY = 1012, 1013
"""Close codes: the service stops or the table moves; this node stands by, and the reason names the one that runs."""
FINAL = frozenset({4400, 4401, 4403, 4404, 4409})
"""Close codes after which reconnecting is pointless."""
BACKOFF_FIRST_S, BACKOFF_MAX_S = 0.1, 1.0
BACKOFF_NODES_S = 0.4
"""Maximum backoff when there are several addresses: one of them takes over within seconds."""
MOVE_S, MOVES_S = 0.04, 1.0
"""The pause after a planned move, while another node takes over, and for how long it stays this short."""
BEAT_S, SILENCE_S = 0.5, 2.0
"""With several addresses: the heartbeat interval, and how long a node may stay silent."""
RESEND_S = 0.2
"""Delay before a command is resent."""
NEWS_MAX = 1_000
"""Maximum length of the news queue; the oldest are dropped, which does not affect the view."""
SNAPSHOT_MAX = 64 << 20
"""Maximum size of a message from the service, in bytes."""

Frame = dict[str, Any]


class Ended(Exception):
    """The service ended the connection for good, or is unreachable."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{reason} ({code})")
        self.code, self.reason = code, reason


class CommandAnswer(Struct, frozen=True):
    """The result of a command; `done` and `refused` are durable and final."""

    id: str
    version: int
    outcome: str
    refusal: Frame | None = None
    reason: str | None = None
    detail: str | None = None
    again: bool = False

    @property
    def done(self) -> bool:
        return self.outcome == "done"

    @property
    def code(self) -> str | None:
        """The code of the refusal, if the table refused it."""
        return self.refusal["code"] if self.refusal else None


class Client:
    """One person at one table.

    A command is resent, under the same id and over as many connections as it takes, until it has a final answer: the
    table decides it once. Where several nodes can run the house, `others` are their addresses; they are tried in turn.
    """

    def __init__(
        self,
        url: str,
        *,
        cookie: str | None = None,
        headers: Mapping[str, str] | None = None,
        origin: str | None = None,
        seat: int | None = None,
        watch: bool = False,
        reconnect: bool = True,
        others: Sequence[str] = (),
    ) -> None:
        self.url, self.live_view = url, LiveView()
        self._addresses = (url, *others)
        self.welcome: Frame = {}
        self.presence: dict[int, Frame] = {}
        self.closes_at: int | None = None
        self.locked = False
        self.connections = 0
        """Connections made so far."""
        self.lost: Ended | None = None
        """Why the last connection ended or could not be made; None if none has."""
        self._headers = {**(headers or {}), **({"Cookie": cookie} if cookie else {})}
        self._origin, self._reconnect = origin, reconnect
        self._hello = {"type": "hello", "protocol": PROTOCOL, "watch": watch} | ({"seat": seat} if seat else {})
        self._shown: Frame = {}
        """The highest version that came with a mark, and the mark: proof for the node that takes over."""
        self._ids = (f"{secrets.token_hex(6)}-{number}" for number in range(1 << 62))
        self._unanswered: dict[str, tuple[Frame, asyncio.Future[CommandAnswer]]] = {}
        self._news: asyncio.Queue[Frame | None] = asyncio.Queue()
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._last_received = 0.0
        self._met = False
        """Whether this connection got a welcome."""
        self._running: asyncio.Task[None] | None = None
        self._ended: Ended | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        """Connects and waits for the first view; raises `Ended` if the service turns us away."""
        self._running = asyncio.get_running_loop().create_task(self._run())
        await self.until(lambda: bool(self.welcome))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    @property
    def view(self) -> Frame:
        """The table as this person may see it."""
        return self.live_view.view

    @property
    def version(self) -> int:
        return self.live_view.version

    async def ask(self, command: Mapping[str, Any], *, id: str | None = None) -> CommandAnswer:
        """Sends a command, such as ``{"type": "place-wager", "seat": 4, "spot": "17", "stake": 500}``; returns its
        answer.
        """
        if self._ended is not None:
            raise self._ended
        name = id or next(self._ids)
        frame = {"type": "command", "id": name, "seen": self.version, "command": dict(command)}
        future: asyncio.Future[CommandAnswer] = asyncio.get_running_loop().create_future()
        self._unanswered[name] = (frame, future)
        await self._send(frame)
        return await future

    async def tell(self, frame: Mapping[str, Any]) -> None:
        """Sends any other frame, such as ``{"type": "audio", "ready": True}``; it is not resent if lost."""
        await self._send(dict(frame))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits until the condition holds; it is checked after every message."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._ended is not None or holds())
        if self._ended is not None and not holds():
            raise self._ended

    async def news(self) -> AsyncIterator[Frame]:
        """Every news frame and snapshot from now on, after it is applied to the view."""
        while (frame := await self._news.get()) is not None:
            yield frame

    async def drop(self) -> None:
        """Aborts the connection, as a bad network would; the client reconnects."""
        if self._socket is not None:
            self._socket.transport.abort()

    # The connection.

    async def _run(self) -> None:
        wait = BACKOFF_FIRST_S
        ended = Ended(LOST, "The connection was lost.")
        connected_at, moving = asyncio.get_running_loop().time(), False
        try:
            while True:
                self._met = False
                try:
                    async with connect(
                        self.url,
                        additional_headers=self._headers,
                        origin=self._own_origin(),  # type: ignore[arg-type]  # any text may be sent as an origin
                        max_size=SNAPSHOT_MAX,
                        open_timeout=10 if len(self._addresses) == 1 else SILENCE_S,
                        compression=None,
                        ping_interval=None,
                        proxy=None,
                    ) as socket:
                        self.connections += 1
                        with contextlib.suppress(ConnectionClosed):
                            await self._listen(socket)
                        code = socket.close_code or LOST
                        ended = Ended(code, socket.close_reason or "The connection was lost.")
                    if code in FINAL:
                        break
                    if self._met:
                        wait, connected_at = BACKOFF_FIRST_S, asyncio.get_running_loop().time()
                except (OSError, InvalidHandshake) as error:  # a timeout is an OSError too
                    final = _is_final(error)
                    ended = Ended(4403 if final else LOST, str(error))
                    if final:
                        break
                self.lost = ended
                if not self._reconnect:
                    break
                moving = ended.code in (RESTARTS, STANDS_BY) or (moving and not self._met)
                soon = moving and asyncio.get_running_loop().time() - connected_at < MOVES_S
                pause = MOVE_S if soon else wait
                await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 (so that not all come at once)
                if not soon:
                    wait = min(2 * wait, BACKOFF_MAX_S if len(self._addresses) == 1 else BACKOFF_NODES_S)
                self.url = self._next_address(ended)
        except asyncio.CancelledError:
            ended = Ended(CLOSED, "The client was closed.")
            raise
        except Exception as error:  # the service sent something unintelligible
            ended = Ended(CLOSED, f"{type(error).__name__}: {error}")
            raise
        finally:
            await self._finish(ended)

    def _next_address(self, ended: Ended) -> str:
        """The address to try next: where a standby node says the house is, or the same one while it takes over."""
        if ended.code == STANDS_BY:
            at = urlsplit(ended.reason).netloc
            named = [each for each in self._addresses if at and urlsplit(each).netloc == at]
            return named[0] if named else self.url
        return self._addresses[(self._addresses.index(self.url) + 1) % len(self._addresses)]

    def _own_origin(self) -> str | None:
        """The origin that was given; of another node, that node's own."""
        if self._origin is None or self.url == self._addresses[0]:
            return self._origin
        split = urlsplit(self.url)
        return f"{split.scheme.replace('ws', 'http', 1)}://{split.netloc}"

    async def _listen(self, socket: ClientConnection) -> None:
        """Sends hello and the unanswered commands, then handles incoming frames."""
        resend = [frame for frame, _ in self._unanswered.values()]
        await socket.send(json.encode(self._hello | self._shown).decode())
        for start in range(0, len(resend), 16):
            await socket.send(json.encode(resend[start : start + 16]).decode())
        self._socket, self._last_received = socket, asyncio.get_running_loop().time()
        heartbeats = asyncio.get_running_loop().create_task(self._send_heartbeats(socket))
        try:
            async for message in socket:
                self._last_received = asyncio.get_running_loop().time()
                for frame in json.decode(message, type=list[Frame]):
                    await self._receive(frame)
                async with self._changed:
                    self._changed.notify_all()
        finally:
            self._socket = None
            heartbeats.cancel()
            await asyncio.gather(heartbeats, return_exceptions=True)

    async def _send_heartbeats(self, socket: ClientConnection) -> None:
        n = 0
        several = len(self._addresses) > 1
        while True:
            await asyncio.sleep(BEAT_S if several else self.welcome.get("heartbeat_ms", 2_000) / 2_000)
            if several and asyncio.get_running_loop().time() - self._last_received > SILENCE_S:
                socket.transport.abort()  # it is frozen, or the network is: another node may run the house
                return
            n += 1
            with contextlib.suppress(ConnectionClosed):
                await socket.send(json.encode({"type": "ping", "n": n}).decode())

    async def _send(self, frame: Frame) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # the next connection resends it
                await self._socket.send(json.encode(frame).decode())

    async def _receive(self, frame: Frame) -> None:
        if frame.get("mark") and frame["version"] > self._shown.get("seen", 0):
            self._shown = {"seen": frame["version"], "mark": frame["mark"]}
        match frame["type"]:
            case "answer":
                self._answered(frame)
            case "news":
                try:
                    self.live_view.follow(frame)
                except Gap:
                    await self._send({"type": "resync"})
                else:
                    self._publish(frame)
            case "snapshot":
                self.live_view.replace(frame)
                self._publish(frame)
            case "welcome":
                self.welcome, self._met = frame, True
            case "presence":
                self.presence |= {seat["seat"]: seat for seat in frame["seats"]}
            case "pace":
                self.closes_at = frame["closes_at"]
            case "locked":
                self.locked = True
            case _:
                pass  # a newer service may send frames that this client does not know

    def _answered(self, frame: Frame) -> None:
        name = frame["id"]
        waiting = self._unanswered.get(name)
        if waiting is None:
            return
        if frame["outcome"] == "unanswered" and frame["again"] and frame["reason"] != "locked":
            loop = asyncio.get_running_loop()
            loop.call_later(RESEND_S, self._resend, name)
            return
        del self._unanswered[name]
        fields = {key: value for key, value in frame.items() if key != "type"}
        if not waiting[1].done():
            waiting[1].set_result(CommandAnswer(**fields))

    def _resend(self, name: str) -> None:
        waiting = self._unanswered.get(name)
        if waiting is not None and self._socket is not None:
            task = asyncio.get_running_loop().create_task(self._send(waiting[0]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _publish(self, frame: Frame) -> None:
        if self._news.qsize() >= NEWS_MAX:
            self._news.get_nowait()
        self._news.put_nowait(frame)

    async def _finish(self, ended: Ended) -> None:
        self._ended = ended
        for _, future in self._unanswered.values():
            if not future.done():
                future.set_exception(ended)
        self._unanswered.clear()
        self._news.put_nowait(None)
        async with self._changed:
            self._changed.notify_all()


def _is_final(error: OSError | InvalidHandshake) -> bool:
    """Whether the server turns us away for good, rather than being down or busy."""
    if isinstance(error, InvalidStatus):
        status = error.response.status_code
        return status < HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.TOO_MANY_REQUESTS
    return not isinstance(error, OSError | InvalidMessage)
