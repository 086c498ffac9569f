"""The automatic dealer of a demonstration table: it deals through the desk as a person would, under its own name.

The number comes from the cryptographic generator of the operating system, drawn only once no more bets is durable,
and reaches people as any number does, after it is recorded. Nothing here can choose a number or lean toward one.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

from msgspec import Struct

from croupier.floor.clock import Clock
from croupier.floor.desk import Desk
from croupier.floor.order import Order
from croupier.game.wheel import Wheel
from croupier.pit.command import InspectTable
from croupier.pit.questions import obstacles
from croupier.pit.state import Since
from croupier.table import command as c
from croupier.table.command import AnyCommand, Direction
from croupier.table.questions import choosers, is_big_six, winning_adjacents
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role

DEALER = Actor("automatic dealer", Role.DEALER)
SUPERVISOR = Actor("automatic supervisor", Role.SUPERVISOR)
"""Inspects and opens a table that nobody has ever opened, because a dealer may not. It decides nothing else."""
INSPECTED = "Demonstration: there is no wheel, and nobody has looked at one."
"""What its inspection says on record."""
FLOAT = 10_000_000
"""The float that a demonstration table is opened with, in cents."""

_log = logging.getLogger(__name__)


class Pace(Struct, frozen=True):
    """How long the table stays in each part of a round before the next step, in milliseconds."""

    open: int = 500
    bets: int = 20_000
    """Bets are open; at roulette the ball is then spun, at Big Six no more bets is called."""
    track: int = 6_000
    """The ball is in the track and bets are still open."""
    fall: int = 6_000
    """From the call until the ball rests."""
    hand: int = 1_500
    """At Big Six, from the call until the wheel is spun."""
    turn: int = 8_000
    """At Big Six, from the spin until the wheel rests."""
    crown: int = 1_200
    fifths: int = 1_500
    collect: int = 1_800
    pay: int = 2_500
    lift: int = 3_500
    look: int = 250
    """How often the dealer looks whether somebody else did something."""


Moment = tuple[Phase, int, bool]
"""What tells one part of a day from the next: the phase, the round, whether fifths were moved."""


class Step(Struct, frozen=True):
    """What comes next at a table, and when."""

    kind: type[c.Command]
    wait: int
    """For so long the table stays as it is before the step."""
    closes: int | None = None
    """So long after the moment began the dealer means to call no more bets."""
    not_before: int = 0
    """By the table's clock: the time to choose in prison ends then."""


class _Scene(Struct, frozen=True):
    version: int
    moment: Moment
    step: Step | None
    """None: a person must do something first."""


class AutomaticDealer:
    """Deals one demonstration table for as long as it is switched on, from whatever phase the table is in.

    It never settles a doubt: an irregularity, a ball that left the wheel or a spin that is not valid waits for people,
    and so does a table that a person has closed. A dispute is theirs too, and holds up nobody else's round.
    """

    def __init__(
        self,
        rules: TableRules,
        desk: Desk,
        clock: Clock,
        *,
        pace: Pace | None = None,
        publish: Callable[[int | None], None] | None = None,
        on: bool = True,
    ) -> None:
        if not rules.setup.demonstration:
            raise Fault(f"Table {rules.setup.number} is no demonstration table: only a person may deal there.")
        self.rules, self.pace = rules, pace or Pace()
        self._desk, self._clock, self._publish = desk, clock, publish
        self._on = on
        self._closes_at: int | None = None
        self._moment: Moment | None = None
        self._since: float | None = None
        self._drawn: str | None = None
        """The number of this spin, should the table not have taken it yet: for one spin there is one draw."""

    @property
    def on(self) -> bool:
        return self._on

    @property
    def closes_at(self) -> int | None:
        """When the dealer means to call no more bets; None when it does not mean to."""
        return self._closes_at

    def switch(self, *, on: bool) -> None:
        """Afterwards the dealer deals, or leaves the table to people as it stands. Called in the loop of `run`."""
        self._on = on
        if not on:
            self._tell(None)

    async def run(self) -> None:
        """Deals until it is stopped; whatever fails is tried again."""
        while True:
            try:
                wait = await self._act()
            except Exception as error:  # the journal may come back, and the table goes on then
                _log.warning("table %s: the automatic dealer waits: %s", self.rules.setup.number, error)
                wait = self.pace.look
            await asyncio.sleep(wait / 1000)

    async def _act(self) -> int:
        """Looks, and does the next step when its time has come; the milliseconds until the next look."""
        scene = await asyncio.wrap_future(self._desk.look(self._see))
        if scene.moment != self._moment:
            self._moment, self._since, self._drawn = scene.moment, None, None
        step, now = scene.step, asyncio.get_running_loop().time()
        if step is None or not self._on:
            self._since = None
            self._tell(None)
            return self.pace.look
        if self._since is None:
            self._since = now
            self._tell(None if step.closes is None else self._clock.now() + step.closes)
        left = step.wait - round((now - self._since) * 1000)
        if step.not_before:
            left = max(left, step.not_before - self._clock.now())
        if left > 0:
            return min(left, self.pace.look)
        order = Order(secrets.token_hex(8), self._command(step.kind, scene.moment), scene.version)
        answer = await asyncio.wrap_future(self._desk.ask(order))
        if answer.events:
            return 0
        _log.info("table %s: the automatic dealer was not heard: %s", self.rules.setup.number, answer.outcome)
        return self.pace.look

    def _tell(self, closes_at: int | None) -> None:
        if closes_at != self._closes_at:
            self._closes_at = closes_at
            if self._publish is not None:
                self._publish(closes_at)

    def _see(self, version: int, table: Table) -> _Scene:
        moment = (table.phase, table.round, table.spin.fifths_moved)
        return _Scene(version, moment, next_step(self.rules, table, self.pace))

    def _command(self, kind: type[c.Command], moment: Moment) -> AnyCommand:
        """The order for a step; the desk gives it its time."""
        if kind is InspectTable:
            checks = dict.fromkeys(self.rules.equipment.checks, True)
            return InspectTable(by=SUPERVISOR, at=0, checks=checks, note=INSPECTED)
        if kind is c.OpenTable:
            names = {"dealer": DEALER.name, "supervisor": SUPERVISOR.name}
            return c.OpenTable(by=SUPERVISOR, at=0, float_count=FLOAT, **names)
        turns = (Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE)
        wheel, ball = turns if moment[1] % 2 else turns[::-1]
        if kind is c.SpinBall:
            return c.SpinBall(by=DEALER, at=0, wheel=wheel, ball=ball)
        if kind is c.SpinWheel:
            return c.SpinWheel(by=DEALER, at=0, wheel=wheel)
        if kind is c.AnnounceNumber:
            self._drawn = self._drawn or draw(self.rules.rules.game.wheel)
            revolutions = self.rules.procedure.revolutions_min
            return c.AnnounceNumber(by=DEALER, at=0, number=self._drawn, revolutions=revolutions)
        return _PLAIN[kind](by=DEALER, at=0)


def draw(wheel: Wheel) -> str:
    """The label of a compartment, each compartment as likely as any other."""
    return wheel.compartments[secrets.randbelow(len(wheel.compartments))].label


_PLAIN: dict[type[c.Command], Callable[..., AnyCommand]] = {
    kind: kind for kind in (c.CallNoMoreBets, c.PlaceCrown, c.MoveFifths, c.CollectLosers, c.PayWinners, c.LiftCrown)
}


def next_step(rules: TableRules, table: Table, pace: Pace) -> Step | None:
    """The one lawful next step of a round, or None where people must decide or open the table first."""
    if table.irregularity or table.spin.irregular or table.ball_out:
        return None
    big_six = is_big_six(rules)
    match table.phase:
        case Phase.CLOSED:
            return _opening(rules, table, pace)
        case Phase.BETTING if any(obstacles(rules.equipment, table.equipment)):
            return None
        case Phase.BETTING if big_six:
            return Step(c.CallNoMoreBets, pace.bets, closes=pace.bets)
        case Phase.BETTING:
            return Step(c.SpinBall, pace.bets, closes=pace.bets + pace.track)
        case Phase.IN_TRACK:
            return Step(c.CallNoMoreBets, pace.track, closes=pace.track)
        case Phase.NO_MORE_BETS if big_six:
            return Step(c.SpinWheel, pace.hand)
        case Phase.NO_MORE_BETS:
            return Step(c.AnnounceNumber, pace.fall)
        case Phase.SPINNING:
            return Step(c.AnnounceNumber, pace.turn)
        case Phase.AT_REST if not big_six:
            return Step(c.PlaceCrown, pace.crown)
        case Phase.CROWNED if not table.spin.fifths_moved and winning_adjacents(rules, table):
            return Step(c.MoveFifths, pace.fifths)
        case Phase.AT_REST | Phase.CROWNED:
            until = table.spin.choose_until if choosers(rules, table) else 0
            return Step(c.CollectLosers, pace.collect, not_before=until)
        case Phase.COLLECTED:
            return Step(c.PayWinners, pace.pay)
        case Phase.PAID:
            return Step(c.LiftCrown, pace.lift)


def _opening(rules: TableRules, table: Table, pace: Pace) -> Step | None:
    """A table that was never open, and whose equipment nobody has touched, is inspected and opened."""
    if table.round:
        return None
    if not any(obstacles(rules.equipment, table.equipment)):
        return Step(c.OpenTable, pace.open)
    untouched = table.equipment.inspection is None and table.equipment.since is Since.CLOSED
    return Step(InspectTable, pace.open) if untouched and not table.equipment.awaiting else None
