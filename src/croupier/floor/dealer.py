"""The automatic dealer of a demonstration table: it deals through the desk as a person would, under its own name.

The number comes from the operating system's cryptographic generator. It is drawn only after the call of no more bets is
durable, and published like any number, after it is recorded. Nothing here can choose or favor a number.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

from msgspec import Struct

from croupier.equipment.command import InspectTable
from croupier.equipment.state import Equipment, Since
from croupier.floor.desk import Desk
from croupier.floor.order import Order
from croupier.game.wheel import Wheel
from croupier.table import command as c
from croupier.table.command import AnyCommand
from croupier.table.questions import choosers
from croupier.table.sequence import next_command
from croupier.table.state import AUTOMATIC_DEALER, AUTOMATIC_SUPERVISOR, Phase, Table, TableRules
from croupier.table.values import Direction
from croupier.terms.clock import Clock
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role

DEALER = Actor(AUTOMATIC_DEALER, Role.DEALER)
SUPERVISOR = Actor(AUTOMATIC_SUPERVISOR, Role.SUPERVISOR)
"""Inspects and opens a table that has never been opened, because a dealer may not. It decides nothing else."""
INSPECTED = "Demonstration: there is no wheel, and none was inspected."
"""The remark in its inspection record."""
FLOAT = 10_000_000
"""The opening float of a demonstration table, in cents."""

_log = logging.getLogger(__name__)


class DealerPace(Struct, frozen=True):
    """Time before the next step in each part of a round, in milliseconds."""

    open: int = 500
    bets: int = 20_000
    """Bets are open; then the ball or wheel is spun, or no more bets is called where the call comes first."""
    track: int = 6_000
    """From the spin to the call of no more bets."""
    fall: int = 6_000
    """From a call during the spin until the ball or wheel comes to rest."""
    hand: int = 1_500
    """From a call before the spin to the spin."""
    turn: int = 8_000
    """From a spin after the call until the ball or wheel comes to rest."""
    crown: int = 1_200
    fifths: int = 1_500
    collect: int = 1_800
    pay: int = 2_500
    lift: int = 3_500
    look: int = 250
    """Polling interval for what other people do at the table."""


Moment = tuple[Phase, int, bool]
"""Identifies a part of the day: the phase, the round, and whether fifths were moved."""


class DealerStep(Struct, frozen=True):
    """The next step at a table, and when to take it."""

    kind: type[c.Command]
    wait: int
    """Time in the current state before the step, in milliseconds."""
    closes: int | None = None
    """Time from the start of the current part to the planned call of no more bets."""
    not_before: int = 0
    """Earliest time by the table's clock, where players still have time to choose in prison."""


class _Scene(Struct, frozen=True):
    version: int
    moment: Moment
    step: DealerStep | None
    """None if a person has to act first."""
    turned: Direction | None
    """The wheel's direction in the last round; the dealer alternates."""


class AutomaticDealer:
    """Deals one demonstration table while it is switched on, from whatever phase the table is in.

    It never decides anything in doubt: after an irregularity, a ball that left the wheel or an invalid spin it waits
    for people, and so it does at a table that a person has closed. A dispute is left to people and delays no other
    round.
    """

    def __init__(
        self,
        rules: TableRules,
        desk: Desk,
        clock: Clock,
        *,
        pace: DealerPace | None = None,
        publish: Callable[[int | None], None] | None = None,
        on: bool = True,
    ) -> None:
        if not rules.setup.demonstration:
            raise Fault(f"Table {rules.setup.number} is not a demonstration table: only a person may deal there.")
        self.rules, self.pace = rules, pace or DealerPace()
        self._desk, self._clock, self._publish = desk, clock, publish
        self._on = on
        self._closes_at: int | None = None
        self._moment: Moment | None = None
        self._since: float | None = None
        self._drawn: str | None = None
        """The number drawn for this spin until the table has taken it: one draw per spin."""

    @property
    def on(self) -> bool:
        return self._on

    @property
    def closes_at(self) -> int | None:
        """When the dealer plans to call no more bets; None if it does not."""
        return self._closes_at

    def switch(self, *, on: bool) -> None:
        """Switches the dealer on, or leaves the table to people as it is. Call it in the loop of `run`."""
        self._on = on
        if not on:
            self._tell(None)

    async def run(self) -> None:
        """Deals until canceled; retries after any error."""
        while True:
            try:
                wait = await self._act()
            except Exception as error:  # the journal may recover, and play then continues
                _log.warning("table %s: the automatic dealer is waiting: %s", self.rules.setup.number, error)
                wait = self.pace.look
            await asyncio.sleep(wait / 1000)

    async def _act(self) -> int:
        """Takes the next step if it is due; returns the milliseconds until the next poll."""
        scene = await self._desk.query(self._see)
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
        order = Order(secrets.token_hex(8), self._command(step.kind, scene), scene.version)
        answer = await self._desk.ask(order)
        if answer.events:
            return 0
        _log.info("table %s: the automatic dealer got no answer: %s", self.rules.setup.number, answer.outcome)
        return self.pace.look

    def _tell(self, closes_at: int | None) -> None:
        if closes_at != self._closes_at:
            self._closes_at = closes_at
            if self._publish is not None:
                self._publish(closes_at)

    def _see(self, version: int, table: Table) -> _Scene:
        moment = (table.phase, table.round, table.spin.fifths_moved)
        return _Scene(version, moment, next_dealer_step(self.rules, table, self.pace), table.turned)

    def _command(self, kind: type[c.Command], scene: _Scene) -> AnyCommand:
        """The command for a step; the desk sets its time."""
        if kind is InspectTable:
            checks = dict.fromkeys(self.rules.equipment.checks, True)
            return InspectTable(by=SUPERVISOR, at=0, checks=checks, note=INSPECTED)
        if kind is c.OpenTable:
            names = {"dealer": DEALER.name, "supervisor": SUPERVISOR.name}
            return c.OpenTable(by=SUPERVISOR, at=0, float_count=FLOAT, **names)
        turns = (Direction.CLOCKWISE, Direction.COUNTERCLOCKWISE)
        wheel, ball = turns[::-1] if scene.turned is turns[0] else turns
        if kind is c.SpinBall:
            return c.SpinBall(by=DEALER, at=0, wheel=wheel, ball=ball)
        if kind is c.SpinWheel:
            return c.SpinWheel(by=DEALER, at=0, wheel=wheel)
        if kind is c.AnnounceNumber:
            self._drawn = self._drawn or draw(self.rules.betting.game.wheel)
            revolutions = self.rules.procedure.revolutions_min
            return c.AnnounceNumber(by=DEALER, at=0, number=self._drawn, revolutions=revolutions)
        return _PLAIN[kind](by=DEALER, at=0)


def draw(wheel: Wheel) -> str:
    """The label of a compartment, drawn uniformly."""
    return wheel.compartments[secrets.randbelow(len(wheel.compartments))].label


_PLAIN: dict[type[c.Command], Callable[..., AnyCommand]] = {
    kind: kind for kind in (c.CallNoMoreBets, c.PlaceCrown, c.MoveFifths, c.CollectLosers, c.PayWinners, c.LiftCrown)
}
_DEALT = frozenset({*_PLAIN, c.SpinBall, c.SpinWheel, c.AnnounceNumber})
"""Commands that it gives at an open table; anything else is for people."""


def next_dealer_step(rules: TableRules, table: Table, pace: DealerPace) -> DealerStep | None:
    """The dealer's next command and its time; None if people have to decide, or to open the table."""
    kind = next_command(rules, table)
    if table.phase is Phase.CLOSED:
        opens = kind is c.OpenTable or (kind is InspectTable and _untouched(table.equipment))
        return DealerStep(kind, pace.open) if opens and not table.round else None
    if table.spin.irregular or kind not in _DEALT:
        return None
    betting = table.phase is Phase.BETTING
    if kind in (c.SpinBall, c.SpinWheel):
        return DealerStep(kind, pace.bets, closes=pace.bets + pace.track) if betting else DealerStep(kind, pace.hand)
    if kind is c.CallNoMoreBets:
        wait = pace.bets if betting else pace.track
        return DealerStep(kind, wait, closes=wait)
    if kind is c.AnnounceNumber:
        return DealerStep(kind, pace.turn if table.phase is Phase.SPINNING else pace.fall)
    until = table.spin.choose_until if kind is c.CollectLosers and choosers(rules, table) else 0
    return DealerStep(kind, _waits(pace)[kind], not_before=until)


def _untouched(equipment: Equipment) -> bool:
    """Whether the equipment has never been inspected or worked on: then the demonstration's dealer inspects it."""
    return equipment.inspection is None and equipment.since is Since.CLOSED and not equipment.awaiting


def _waits(pace: DealerPace) -> dict[type[c.Command], int]:
    return {
        c.PlaceCrown: pace.crown,
        c.MoveFifths: pace.fifths,
        c.CollectLosers: pace.collect,
        c.PayWinners: pace.pay,
        c.LiftCrown: pace.lift,
    }
