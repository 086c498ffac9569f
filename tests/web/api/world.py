"""A small house for the tests of the service: three tables of New Jersey and Colorado, one person of each role."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.types import ASGIApp

from croupier.access.accounts import NewAccount
from croupier.access.control import AccessControl
from croupier.access.denial import Denied
from croupier.floor.live import LiveTable
from croupier.floor.order import Answer, Order
from croupier.rules.house import HouseText
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.values import Direction
from croupier.terms.people import Actor, Role
from croupier.web.service import Service
from croupier.web.service_settings import ServiceSettings
from tests.loops import Loop, asked
from tests.passwords import QUICK

if TYPE_CHECKING:
    import httpx

NEW_JERSEY = """
[house]
name = "Boardwalk House"
book = "nj"
date = 2010-11-15

[access]
second_factor = []

[[table]]
signs_recorded = false
number = 1
wheel = "american"
zero = "half"
seats = 6
electronic = true
offers = ["five-adjacent"]
limits = { minimum = 100, maximum = 10000 }

[table.equipment]
wheel_replica = true

[table.signs]
zero = "half"

[table.approvals]
layout = "Commission, 2010-10-20"
electronic = "Commission, 2010-10-20"

[[table]]
signs_recorded = false
number = "B-2"
wheel = "big-six"
clapper = "void"
demonstration = true

[table.signs]
clapper = "void"
odds_word = "to"

[[table]]
signs_recorded = false
number = 3
wheel = "american"
"""
"""Table 3 has no notice of what 0 and 00 do (NJ 19:47-5.2(b)), and may not open."""

PASSWORD = "correct horse"
DEALER, BOSS = Actor("dora", Role.DEALER), Actor("sue", Role.SUPERVISOR)
ANN, BOB = Actor("ann", Role.PLAYER), Actor("bob", Role.PLAYER)
NAMES: dict[Role, str] = {role: role.value.replace("-", ".") for role in Role}
NAMES |= {Role.PLAYER: "ann", Role.DEALER: "dora", Role.SUPERVISOR: "sue"}
CW, CCW = Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE
_ids = itertools.count(1)


def serving(directory: Path, text: str | HouseText = NEW_JERSEY, port: int = 0, **more: Any) -> ServiceSettings:
    house = HouseText(text, "house.toml") if isinstance(text, str) else text
    return ServiceSettings(directory, (house,), "127.0.0.1", port, prepare=staff, **more)


def staff(access: AccessControl) -> None:
    """One account of each role, and a second player; existing ones are kept."""
    for role, name in (*NAMES.items(), (Role.PLAYER, "bob")):
        if access.accounts.find(name) is None:
            key = "ab" * 32 if role is Role.DEVICE else ""
            made = access.accounts.create(
                NewAccount(name, role, PASSWORD, license=key, own=True), by="command-line:tests"
            )
            assert not isinstance(made, Denied), made


class Browser:
    """Keeps cookies and the token, and calls an application in this process."""

    def __init__(self, app: ASGIApp, loop: Loop, address: str = "127.0.0.1") -> None:
        import httpx  # here: a service of a test in a process of its own has no browser

        self._loop = loop
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=(address, 50_000))
        self.client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        self.headers = self.client.headers

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self._loop.do(self.client.request(method, path, **more))

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)


class World:
    """A service in this process, and its browsers."""

    def __init__(self, directory: Path, text: str | HouseText = NEW_JERSEY, **more: Any) -> None:
        self.service = Service.open(serving(directory, text, **more), QUICK)
        self._loop = Loop()
        self._loop.call(self.service.premises.start)
        self.nobody = self.browser()
        self._signed: dict[Role, Browser] = {}

    def browser(self, address: str = "127.0.0.1") -> Browser:
        return Browser(self.service.app, self._loop, address)

    def close_betting(self) -> None:
        self._loop.do(self.service.premises.close_betting())

    def stop_desks(self) -> None:
        self._loop.do(self.service.premises.stop_desks())

    def close(self) -> None:
        self.stop_desks()
        self._loop.close()
        self.service.close()

    def signed_in(self, role: Role) -> Browser:
        """A browser in which the person of that role has signed in."""
        if role not in self._signed:
            browser = self.browser()
            sign_in(browser, NAMES[role])
            self._signed[role] = browser
        return self._signed[role]

    def table(self, number: str) -> LiveTable:
        return self.service.premises.tables[number]

    @contextmanager
    def waiting_for_the_disk(self, number: str) -> Iterator[None]:
        """The table is in the middle of a commit, and the disk does not answer until the block ends."""
        let_go = threading.Event()
        self.service.premises.committer.pool.submit(let_go.wait, 60)
        desk, order = self.table(number).desk, Order(f"t-{next(_ids)}", opening()[0])
        answer = self._loop.call(lambda: desk.ask(order))
        try:
            yield
        finally:
            let_go.set()
            self._loop.do(asyncio.wait_for(answer, 60))

    def do(self, number: str, *commands: c.AnyCommand) -> list[Answer]:
        """Gives commands at a table; each must be done."""
        desk = self.table(number).desk
        answers = [asked(desk, Order(f"t-{next(_ids)}", command)) for command in commands]
        for answer in answers:
            assert answer.events, answer.outcome
        return answers


def sign_in(browser: Browser | httpx.Client, name: str) -> None:
    answer = browser.post("/api/v1/session", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    browser.headers["X-CSRF-Token"] = answer.json()["csrf"]


def opening(*players: Actor) -> list[c.AnyCommand]:
    """Opens the table and seats the players with 1,000 dollars each, in electronic chips."""
    commands: list[c.AnyCommand] = [c.OpenTable(by=BOSS, at=0, dealer="dora", supervisor="sue", float_count=5_000_000)]
    for seat, player in enumerate(players, start=1):
        color = ("sky", "orange")[seat - 1]
        commands += [
            c.TakeSeat(by=player, at=0, seat=seat, player=player.name),
            c.SetChips(by=player, at=0, seat=seat, color=color, value=100),
            c.BuyChips(by=DEALER, at=0, seat=seat, amount=100_000, chips=Chips.ELECTRONIC),
        ]
    return commands


def bet(player: Actor, seat: int, spot: str, stake: int) -> c.PlaceWager:
    return c.PlaceWager(by=player, at=0, seat=seat, spot=spot, stake=stake, chips=Chips.ELECTRONIC)


def spin(number: str) -> list[c.AnyCommand]:
    """A whole roulette round from the spin to the lifting of the crown."""
    return [
        c.SpinBall(by=DEALER, at=0, wheel=CW, ball=CCW),
        c.CallNoMoreBets(by=DEALER, at=0),
        c.AnnounceNumber(by=DEALER, at=0, number=number, revolutions=8),
        c.PlaceCrown(by=DEALER, at=0),
        c.CollectLosers(by=DEALER, at=0),
        c.PayWinners(by=DEALER, at=0),
        c.LiftCrown(by=DEALER, at=0),
    ]
