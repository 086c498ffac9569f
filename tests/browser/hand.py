"""Staff who work without a page, for the parts of a round that a test is not about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

from croupier.client import Client, CommandAnswer
from tests.browser.service import Service
from tests.loops import Loop

T = TypeVar("T")
SECONDS = 20
DEALER, SUPERVISOR = "dora", "vera"
FLOAT = 10_000_000


class Hands:
    """A loop in its own thread, because Playwright uses the test's."""

    def __init__(self, service: Service, cookies: Callable[[str], Any]) -> None:
        self._service, self._cookies = service, cookies
        self._loop = Loop()
        self._clients: dict[tuple[str, str], Client] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self._clients.values():
            self._run(client.__aexit__(None, None, None))
        self._loop.close()

    def at(self, table: str) -> Hand:
        """Staff at a table, which is opened first if it is closed."""
        hand = Hand(self, table)
        if hand.view()["phase"] == "closed":
            checks = {each["check"]: True for each in hand.view()["equipment"]["checks"]}
            if checks:
                hand.does("inspect-table", by=SUPERVISOR, checks=checks)
            hand.does("open-table", by=SUPERVISOR, dealer=DEALER, supervisor=SUPERVISOR, float_count=FLOAT)
        return hand

    def client(self, name: str, table: str) -> Client:
        if (name, table) not in self._clients:
            session = next(each for each in self._cookies(name)["cookies"] if each["name"].endswith("croupier_session"))
            client = Client(
                f"{self._service.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/socket",
                cookie=f"{session['name']}={session['value']}",
                origin=self._service.url,
            )
            try:
                self._run(client.__aenter__())
            except TimeoutError:
                self._run(client.__aexit__(None, None, None))
                raise AssertionError(
                    f"{name} cannot join table {table}: {client.lost}\n{self._service.log()}"
                ) from None
            self._clients[name, table] = client
        return self._clients[name, table]

    def ask(self, name: str, table: str, command: dict[str, Any]) -> CommandAnswer:
        client = self.client(name, table)
        answer = self._run(client.ask(command))
        for watching in [each for (_, number), each in self._clients.items() if number == table]:
            self._run(watching.until(partial(_knows, watching, answer.version)))
        return answer

    def wait(self, name: str, table: str, holds: Callable[[], bool]) -> None:
        self._run(self.client(name, table).until(holds))

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.do(asyncio.wait_for(work, SECONDS))


def _knows(client: Client, version: int) -> bool:
    return client.version >= version


class Hand:
    """The dealer and the supervisor of one table."""

    def __init__(self, hands: Hands, table: str) -> None:
        self.table, self._hands = table, hands

    def view(self, name: str = SUPERVISOR) -> dict[str, Any]:
        return self._hands.client(name, self.table).view

    def version(self) -> int:
        """The last version that the dealer received."""
        return self._hands.client(DEALER, self.table).version

    def does(self, kind: str, *, by: str = DEALER, **fields: Any) -> None:
        """Gives an order that must be accepted."""
        answer = self._hands.ask(by, self.table, {"type": kind, **fields})
        assert answer.done, f"{kind} {fields}: {answer}"

    def presence(self, seat: int) -> dict[str, Any]:
        """What the dealer sees of a seat's terminal."""
        return self._hands.client(DEALER, self.table).presence.get(seat, {})

    def wait(self, holds: Callable[[], bool], name: str = DEALER) -> None:
        """Waits until a condition holds for what the dealer or somebody else sees: a page may know before them."""
        self._hands.wait(name, self.table, holds)

    def sell(self, seat: int, dollars: str) -> None:
        """Sells electronic chips for cash."""
        self.does("buy-chips", seat=seat, amount=int(dollars) * 100, chips="electronic")

    def pay_out(self, seat: int) -> None:
        """Pays for every electronic chip of a seat."""
        (taken,) = (each for each in self.view(DEALER)["seats"] if each["seat"] == seat)
        self.does("cash-out", seat=seat, amount=taken["stacks"]["electronic"], chips="electronic")

    def spin(self) -> None:
        self.does("spin-ball", wheel="clockwise", ball="counterclockwise")

    def call(self) -> None:
        self.does("call-no-more-bets")

    def announce(self, number: str) -> None:
        self.does("announce-number", number=number, revolutions=5)

    def crown(self, number: str) -> None:
        """From open bets to the crown on a number."""
        self.spin()
        self.call()
        self.announce(number)
        self.does("place-crown")

    def settle(self) -> None:
        """From the crown to its lifting."""
        if self.view()["dealing"]["step"] == "move-fifths":
            self.does("move-fifths")
        self.does("collect-losers")
        self.does("pay-winners")
        self.does("lift-crown")

    def round(self, number: str) -> None:
        self.crown(number)
        self.settle()
