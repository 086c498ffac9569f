"""Short scripts for the tests: a table opened, players seated, orders with unique ids."""

from __future__ import annotations

from itertools import count

from croupier.floor.order import Answer, Order
from croupier.floor.writer import Writer
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.command import AnyCommand
from croupier.table.values import Direction
from croupier.terms.people import Actor, Role
from tests.floor.tables import DEALER, NOON, SUPERVISOR

STREAM = "table/7"
COLORS = ("blue", "yellow", "orange", "brown", "pink", "gray")
_ids = count(1)


def order(command: AnyCommand, id: str = "", seen: int | None = None) -> Order:
    return Order(id or f"o{next(_ids)}", command, seen)


def opening(at: int = NOON) -> AnyCommand:
    return c.OpenTable(by=SUPERVISOR, at=at, dealer="ana", supervisor="vera", float_count=1_000_000)


def seating(seat: int, player: str, at: int = NOON) -> list[AnyCommand]:
    """A player at a terminal, with $1,000 in chips of one dollar."""
    by = Actor(player, Role.PLAYER)
    return [
        c.TakeSeat(by=by, at=at, seat=seat, player=player),
        c.SetChips(by=by, at=at, seat=seat, color=COLORS[seat - 1], value=100),
        c.BuyChips(by=Actor("cy", Role.CASHIER), at=at, seat=seat, amount=100_000, chips=Chips.ELECTRONIC),
    ]


def wager(player: str = "bo", seat: int = 1, spot: str = "17", stake: int = 500, at: int = NOON) -> AnyCommand:
    by = Actor(player, Role.PLAYER)
    return c.PlaceWager(by=by, at=at, seat=seat, spot=spot, stake=stake, chips=Chips.ELECTRONIC)


def spin(at: int = NOON) -> AnyCommand:
    return c.SpinBall(by=DEALER, at=at, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)


def open_table(writer: Writer, players: tuple[str, ...] = ("bo",)) -> list[Answer]:
    """Opens the table and seats each player with chips."""
    commands = [opening(), *(each for seat, name in enumerate(players, 1) for each in seating(seat, name))]
    answers = writer.commit([order(command) for command in commands])
    assert all(answer.events for answer in answers), answers
    return answers
