"""Bots for demonstration tables: players like any other, who bet through the desk under their own names.

They know only what a player at a terminal knows, and their random numbers have no connection with the wheel's.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Sequence
from random import Random

from msgspec import Struct, field

from croupier.floor.desk import Desk
from croupier.floor.order import Order
from croupier.floor.simulated_device import SimulatedDevices
from croupier.game.layout import Spot
from croupier.game.wager import Form, WagerId
from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.command import AnyCommand
from croupier.table.questions import choosers
from croupier.table.sequence import betting_phases, collect_phase
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.people import Actor, Role

NAMES = ("Robin (bot)", "Sam (bot)", "Kit (bot)")
SPARE = 3
"""Number of seats kept free for people; with fewer free, a bot cashes out and leaves."""
BUY_IN = 200
"""Chips in a first buy-in; later buy-ins are half of it."""
LOW = 30

_MULTIPLES = (1, 1, 1, 1, 2, 2, 3, 5)
_TASTES: tuple[frozenset[Form], ...] = (
    frozenset({Form.BOX, Form.LINE_BETWEEN, Form.CORNER}),
    frozenset({Form.COLOR, Form.PARITY, Form.SET, Form.RUN, Form.COLUMN}),
    frozenset({Form.ROW, Form.ROWS, Form.CORNER, Form.HEAD}),
    frozenset({Form.NEIGHBORS, Form.BOX}),
    frozenset({Form.SECTION, Form.SET, Form.COLOR, Form.PARITY}),
)
"""The kinds of wager that a bot places in one round, limited to those the table offers."""
_log = logging.getLogger(__name__)


class BotPace(Struct, frozen=True):
    """Pace of the bots, in milliseconds."""

    look: int = 400
    bet_first: int = 1_000
    bet_last: int = 17_000
    """A bot places its wagers between `bet_first` and this, counted from the start of the round."""
    choose: int = 6_000
    """Maximum time for a choice about a wager in prison."""


class SeenBot(Struct, frozen=True):
    """A bot's own seat, as it sees it."""

    seat: int
    color: str
    value: int
    stack: int
    on: dict[str, int]
    last: int
    """Result of its wagers in the last round."""
    choose: tuple[str, ...]
    """Spots with a wager in prison that needs a choice."""


class BotView(Struct, frozen=True):
    version: int
    phase: Phase
    round: int
    free: tuple[int, ...]
    """Free seats, in order."""
    colors: frozenset[str]
    bots: dict[str, SeenBot]


class Bot(Struct):
    """One bot, with the orders it has planned."""

    actor: Actor
    round: int = 0
    plan: list[tuple[float, AnyCommand]] = field(default_factory=list)
    """Planned orders of this round, each with its time."""
    stack: int = 0
    """Its stack at the start of the round."""


class BotGroup:
    """The bots of one demonstration table: they sit down, buy in, bet, choose, tip, and make room for people."""

    def __init__(
        self,
        rules: TableRules,
        desk: Desk,
        *,
        colors: Sequence[str],
        names: Sequence[str] = NAMES,
        pace: BotPace | None = None,
        chance: Random | None = None,
    ) -> None:
        if not rules.setup.demonstration or not rules.setup.electronic:
            raise Fault(
                f"Table {rules.setup.number} is not a demonstration table with terminals, so bots may not play there."
            )
        self.rules, self.pace = rules, pace or BotPace()
        self._desk, self._colors = desk, tuple(colors)
        self._devices = SimulatedDevices()
        self._chance = chance or secrets.SystemRandom()
        self._bots = [Bot(Actor(name, Role.PLAYER)) for name in names]
        self._spots: dict[WagerId, tuple[Spot, ...]] = {}
        for spot in rules.betting.layout:
            self._spots[spot.wager] = (*self._spots.get(spot.wager, ()), spot)
        found = (tuple(kind for kind, spots in self._spots.items() if spots[0].form in taste) for taste in _TASTES)
        self._tastes = [kinds for kinds in found if kinds]

    async def run(self) -> None:
        """Plays until canceled; retries after any error."""
        while True:
            try:
                await self._play()
            except Exception as error:  # the journal may recover, and play then continues
                _log.warning("table %s: bots are waiting: %s", self.rules.setup.number, error)
            await asyncio.sleep(self.pace.look / 1000)

    async def _play(self) -> None:
        view = await self._desk.query(self._see)
        now = asyncio.get_running_loop().time()
        orders = [Order(secrets.token_hex(8), command, view.version) for command in self.commands(view, now)]
        answers = await asyncio.gather(*(self._desk.ask(order) for order in orders))
        for answer in answers:
            if not answer.events:
                _log.debug("table %s: a bot got no answer: %s", self.rules.setup.number, answer.outcome)

    def _see(self, version: int, table: Table) -> BotView:
        names = {bot.actor.name for bot in self._bots}
        bots = {
            seat.player: SeenBot(
                number,
                seat.color,
                seat.value,
                seat.stacks.get(Chips.ELECTRONIC, 0),
                _on_spots(table, number),
                seat.last.total if seat.last else 0,
                tuple(stake.spot for stake in choosers(self.rules, table, number))
                if table.phase is Phase.CROWNED
                else (),
            )
            for number, seat in table.seats.items()
            if seat.player in names
        }
        free = tuple(seat for seat in range(1, self.rules.setup.seats + 1) if seat not in table.seats)
        colors = frozenset(seat.color for seat in table.seats.values())
        return BotView(version, table.phase, table.round, free, colors, bots)

    def commands(self, view: BotView, now: float) -> list[AnyCommand]:
        """The commands that the bots send now; at most one bot arrives or leaves at a time."""
        if view.phase is Phase.CLOSED:
            return []
        moved = self._come_or_go(view)
        if moved:
            return moved
        return [command for bot in self._bots for command in self._act(bot, view, now)]

    def _come_or_go(self, view: BotView) -> list[AnyCommand]:
        if view.phase not in (Phase.BETTING, Phase.IN_TRACK):
            return []
        absent = [bot.actor for bot in self._bots if bot.actor.name not in view.bots]
        if len(view.free) > SPARE and absent:
            seat = self._chance.choice(view.free)
            return [c.TakeSeat(by=absent[0], at=0, seat=seat, player=absent[0].name)]
        if len(view.free) >= SPARE:
            return []
        for bot in reversed(self._bots):
            seen = view.bots.get(bot.actor.name)
            if seen is None or seen.on:
                continue
            bot.plan.clear()
            if seen.stack:
                amount = seen.stack
                out = c.CashOut(by=bot.actor, at=0, seat=seen.seat, amount=amount, chips=Chips.ELECTRONIC)
                return [self._devices.says(self.rules, out)]
            return [c.LeaveSeat(by=bot.actor, at=0, seat=seen.seat)]
        return []

    def _act(self, bot: Bot, view: BotView, now: float) -> list[AnyCommand]:
        seen = view.bots.get(bot.actor.name)
        if seen is None:
            return []
        if not seen.value:
            left = [color for color in self._colors if color not in view.colors]
            color = self._chance.choice(left or self._colors)
            return [c.SetChips(by=bot.actor, at=0, seat=seen.seat, color=color, value=self.chip)]
        if view.phase is collect_phase(self.rules.procedure):
            self._think(bot, seen, now)
        elif view.phase is Phase.BETTING and bot.round != view.round:
            if seen.stack < LOW * seen.value:
                chips = BUY_IN if not seen.stack else BUY_IN // 2
                amount = chips * seen.value
                buy = c.BuyChips(by=bot.actor, at=0, seat=seen.seat, amount=amount, chips=Chips.ELECTRONIC)
                return [self._devices.says(self.rules, buy)]
            self._begin(bot, seen, view, now)
        due = [command for at, command in bot.plan if at <= now]
        bot.plan = [(at, command) for at, command in bot.plan if at > now]
        if view.phase in betting_phases(self.rules.procedure):
            return due
        return [command for command in due if isinstance(command, c.ChooseInPrison)]

    @property
    def chip(self) -> int:
        """The value of a bot's chips, chosen to suit the posted minimum."""
        least = min(self.rules.betting.bounds(kind).minimum or 1 for kind in self.rules.betting.offered)
        return 500 if least >= 500 else 100

    def _begin(self, bot: Bot, seen: SeenBot, view: BotView, now: float) -> None:
        """Plans the bot's orders for the round that begins."""
        chance = self._chance
        won, bot.stack, bot.round = seen.stack > bot.stack > 0, seen.stack, view.round
        bot.plan.clear()
        if won and chance.random() < 0.15:
            tip = c.GiveTip(by=bot.actor, at=0, seat=seen.seat, amount=seen.value, chips=Chips.ELECTRONIC)
            bot.plan.append((now, tip))
        mood = chance.random()
        if mood < 0.08:  # skips this round
            return
        if mood < 0.25 and 0 < seen.last <= seen.stack and not seen.on:
            bot.plan.append((self._moment(now), c.Rebet(by=bot.actor, at=0, seat=seen.seat)))
            return
        on, purse = dict(seen.on), seen.stack // 3
        kinds = chance.choice(self._tastes)
        for _ in range(chance.randint(2, 6)):
            spot = chance.choice(self._spots[chance.choice(kinds)])
            stake = self._stake(spot, seen.value, on)
            if not stake or stake > purse:
                continue
            purse -= stake
            on[spot.id] = on.get(spot.id, 0) + stake
            bot.plan.append((self._moment(now), self._wager(bot, seen, spot, stake)))

    def _moment(self, now: float) -> float:
        return now + self._chance.uniform(self.pace.bet_first, self.pace.bet_last) / 1000

    def _wager(self, bot: Bot, seen: SeenBot, spot: Spot, stake: int) -> c.PlaceWager:
        """A wager, occasionally one for the dealers."""
        setup = self.rules.setup
        tip = setup.tip_wagers and stake <= (setup.tip_wager_max or stake) and self._chance.random() < 0.02
        return c.PlaceWager(
            by=bot.actor, at=0, seat=seen.seat, spot=spot.id, stake=stake, chips=Chips.ELECTRONIC, tip=tip
        )

    def _stake(self, spot: Spot, value: int, on: dict[str, int]) -> int:
        """An allowed stake in whole chips on top of what is on the spot; 0 if there is none."""
        if any(place in on for place in self.rules.betting.layout.places(spot)):
            return 0
        unit = value * spot.parts
        bounds = self.rules.betting.bounds(spot.wager)
        least = -(-(bounds.minimum or 1) // unit) * unit
        stake = max(least, unit * self._chance.choice(_MULTIPLES))
        if bounds.maximum is not None:
            stake = min(stake, bounds.maximum // unit * unit)
        return stake if stake >= least else 0

    def _think(self, bot: Bot, seen: SeenBot, now: float) -> None:
        """Plans one choice for each wager in prison; sometimes none, so that the time limit applies."""
        considered = {command.spot for _, command in bot.plan if isinstance(command, c.ChooseInPrison)}
        for spot in set(seen.choose) - considered:
            mood = self._chance.random()
            at = now + self._chance.uniform(0.2, 1.0) * self.pace.choose / 1000
            if mood < 0.05:  # makes no choice
                at = math.inf
            choice = Choice.LEAVE if mood < 0.6 else Choice.HALF
            bot.plan.append((at, c.ChooseInPrison(by=bot.actor, at=0, seat=seen.seat, spot=spot, choice=choice)))


def _on_spots(table: Table, seat: int) -> dict[str, int]:
    wagers = table.wagers.get(seat)
    return {each.stake.spot: each.stake.amount for each in wagers.values()} if wagers is not None else {}
