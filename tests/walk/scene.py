"""One small table under one scope: who is there, what is played, and the plain way to the first wagers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from croupier.equipment import command as p
from croupier.game.wheel import SpunPart
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.seating import accepts
from croupier.table.state import Table, TableRules
from croupier.table.values import Direction
from croupier.terms.people import Actor, Role
from tests.walk.abstraction import FLOAT, NOW
from tests.walk.tables import UNIT, SmallTable

BOSS = Actor("sue", Role.SUPERVISOR)
DIRECTOR = Actor("dell", Role.REGULATOR)
MECHANIC = Actor("mel", Role.MAINTENANCE)
GUARD = Actor("pat", Role.SECURITY)
DEALERS = ("dora", "dan")
PLAYERS = {1: "ann", 2: "bob"}
STRANGER = "carl"
COLORS = {1: "blue", 2: "gold"}
VALUES = {1: UNIT, 2: UNIT + 1}
"""Chips of an odd value at the second seat, so that half of a wager breaks a cent."""
CW, CCW = Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE


class Scope(StrEnum):
    ROUND = "round"
    """Wagers and the round, with every reason for no spin."""
    DIRECTIONS = "directions"
    """Irregularities: reported, directed in every way, carried out, observed."""
    WAGERS = "wagers"
    """Every way to wager: all chips, coupons, tips, moves, rebets, spoken wagers."""
    PEOPLE = "people"
    """Players and dealers come and go, chips are bought, changed, tipped and cashed, the table opens and closes."""
    PIT = "pit"
    """Equipment is inspected, adjusted and replaced, and balls leave the wheel."""
    DISPUTES = "disputes"
    """Disputes, awards, and numbers corrected after the fact."""


class Size(Struct, frozen=True):
    """How much of a small table an alphabet uses."""

    seats: int
    spots: int
    numbers: int
    units: int
    """The most chips that one seat has on a spot."""


SMALL: Mapping[Scope, Size] = {
    Scope.ROUND: Size(seats=2, spots=2, numbers=4, units=1),
    Scope.DIRECTIONS: Size(seats=1, spots=2, numbers=3, units=1),
    Scope.WAGERS: Size(seats=1, spots=2, numbers=2, units=2),
    Scope.PEOPLE: Size(seats=2, spots=1, numbers=1, units=1),
    Scope.PIT: Size(seats=1, spots=1, numbers=2, units=1),
    Scope.DISPUTES: Size(seats=2, spots=1, numbers=3, units=1),
}
LARGE: Mapping[Scope, Size] = {
    Scope.ROUND: Size(seats=2, spots=3, numbers=4, units=2),
    Scope.DIRECTIONS: Size(seats=2, spots=2, numbers=4, units=2),
    Scope.WAGERS: Size(seats=2, spots=3, numbers=4, units=2),
    Scope.PEOPLE: Size(seats=2, spots=2, numbers=3, units=1),
    Scope.PIT: Size(seats=2, spots=2, numbers=4, units=2),
    Scope.DISPUTES: Size(seats=2, spots=2, numbers=4, units=2),
}


class Scene:
    """One small table under one scope, with the sender of each command."""

    def __init__(self, small: SmallTable, scope: Scope, size: Size) -> None:
        self.scope, self.size = scope, size
        self.rules: TableRules = small.rules
        self.own = small.own
        self.big_six = small.rules.betting.game.wheel.spun is SpunPart.WHEEL
        self.spots = small.spots[: size.spots]
        self.numbers = small.numbers[: size.numbers]
        self.seats = range(1, size.seats + 1)

    def stake(self, seat: int, spot: str) -> int:
        """The least that the seat stakes on a spot."""
        return VALUES[seat] * self.rules.betting.layout[spot].parts


def dealer(table: Table) -> Actor:
    """The current dealer."""
    return Actor(table.dealer or DEALERS[0], Role.DEALER)


def order(by: Actor, kind: Callable[..., c.AnyCommand], after: int = 0, **fields: Any) -> c.AnyCommand:
    return kind(by=by, at=NOW + after, **fields)


def inspection(rules: TableRules, *, passed: bool = True) -> c.AnyCommand:
    """Every check that is due, or that means something where none is; a table that failed has a wheel off level."""
    equipment = rules.equipment
    checks = {check: passed or check is not p.Check.LEVEL for check in equipment.checks or equipment.applicable}
    return order(BOSS, p.InspectTable, checks=checks, note="" if passed else "it leans")


def licensed(person: Actor, license: str) -> c.AnyCommand:
    """The person is on record with the role and a license."""
    return order(BOSS, p.RecordLicense, name=person.name, role=person.role, license=license)


def opening() -> c.AnyCommand:
    return order(BOSS, c.OpenTable, dealer=DEALERS[0], supervisor=BOSS.name, float_count=FLOAT)


def closing(table: Table, difference: int = 0) -> c.AnyCommand:
    """The float counted as the books have it, or with a difference."""
    return order(BOSS, c.CloseTable, float_count=max(table.house_float + difference, 0))


def seating(scene: Scene) -> Iterator[c.AnyCommand]:
    """From a new table to the first wagers: inspected, opened, every player seated with chips."""
    if scene.rules.equipment.checks:
        yield inspection(scene.rules)
    yield opening()
    if scene.scope is Scope.PIT:
        yield licensed(GUARD, "S-1")
    by = dealer(Table())
    for seat in scene.seats:
        yield order(by, c.TakeSeat, seat=seat, player=PLAYERS[seat])
        yield order(by, c.SetChips, seat=seat, color=COLORS[seat], value=VALUES[seat])
        yield order(by, c.BuyChips, seat=seat, amount=10 * VALUES[seat], chips=scene.own)
        if scene.scope is Scope.WAGERS and accepts(scene.rules, Chips.VALUE) is None:
            yield order(by, c.BuyChips, seat=seat, amount=10 * UNIT, chips=Chips.VALUE)


def first_wagers(scene: Scene) -> Iterator[c.AnyCommand]:
    """A wager of each seat on the first spot; where numbers are corrected, the second seat's is for the dealers."""
    spot, by = scene.spots[0], dealer(Table())
    for seat in scene.seats:
        tip = seat == 2 and scene.scope is Scope.DISPUTES
        stake = scene.stake(seat, spot)
        yield order(by, c.PlaceWager, seat=seat, spot=spot, stake=stake, chips=scene.own, tip=tip)
