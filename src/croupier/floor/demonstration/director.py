"""The automatic director of the demonstration: one tournament after the other, open to everyone.

It takes the tournament's next step, whatever state the records are in. It opens a table for the tournament and has the
automatic dealer deal it; the results come from there.
"""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import logging
import math
import secrets
from importlib.resources import files
from random import Random

from msgspec import Struct, convert
from msgspec.structs import replace

from croupier.equipment.command import InspectTable
from croupier.floor.dealer import DEALER, INSPECTED, SUPERVISOR, AutomaticDealer
from croupier.floor.live import LiveTable
from croupier.floor.order import Order
from croupier.floor.tournaments import AUTOMATIC_DIRECTOR, TournamentFloor
from croupier.table import command as t
from croupier.table.command import AnyCommand
from croupier.table.sequence import next_command
from croupier.table.state import Phase, Table
from croupier.terms.clock import Clock
from croupier.terms.day import day_of
from croupier.terms.decoding import prepare_types
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament.check import PlannedTournament, read_tournament
from croupier.tournament.guard import TournamentDecision
from croupier.tournament.points import Points
from croupier.tournament.state import Tournament, TournamentStage
from croupier.tournament.suggestion import COMMANDS, SuggestedCommand, suggested
from croupier.tournament.view import open_event

TABLE = "8"
"""The demonstration table that is reserved for tournaments."""
PREFIX = "demo-"
DAYS = 7
"""Number of days for which an interrupted tournament can be continued."""
BOTS = ("Robin (bot)", "Sam (bot)", "Kit (bot)")
SPOTS = ("red", "black", "odd", "even", "1-12", "13-24", "17", "0")
_DRAW = frozenset({"commit-draw", "reveal-draw"})
prepare_types(c.TournamentCommand)
_log = logging.getLogger(__name__)


class DirectorPace(Struct, frozen=True):
    """Durations in milliseconds."""

    look: int = 500
    registration: int = 90_000
    """How long registration stays open."""
    result: int = 30_000
    """How long the result of a tournament is shown before the next one opens."""


class _Seen(Struct, frozen=True):
    """What the director sees of the tournament between two commits."""

    stage: TournamentStage
    action: SuggestedCommand | None
    event: str
    """The event that is open for registration."""
    names: tuple[str, ...]
    wagers: tuple[c.WagerPoints, ...]
    """The wagers that bots may place now."""
    assigned: bool
    game_open: bool


class AutomaticDirector:
    """Runs the tournaments of a demonstration at one of its tables."""

    def __init__(
        self,
        floor: TournamentFloor,
        live: LiveTable,
        dealer: AutomaticDealer,
        clock: Clock,
        pace: DirectorPace | None = None,
        *,
        on: bool = True,
    ) -> None:
        self._floor, self._live, self._dealer, self._clock = floor, live, dealer, clock
        self.pace = pace or DirectorPace()
        self._on = on
        self._chance = Random(secrets.randbits(64))  # noqa: S311 (bots' wagers do not affect results)
        self._since = "result", -math.inf
        """What is waited for, and since when by the loop's clock; at startup there is no result to wait for."""

    @property
    def on(self) -> bool:
        """Whether the automatic dealer deals the games; otherwise people do, and the tournament follows them."""
        return self._on

    def switch(self, *, on: bool) -> None:
        self._on = on
        if not on:
            self._dealer.switch(on=False)

    async def run(self) -> None:
        """Directs until canceled; retries after any error."""
        while True:
            try:
                await self.act()
            except Exception as error:  # the journal may recover, and the tournament then continues
                _log.warning("the automatic director is waiting: %s", error)
            await asyncio.sleep(self.pace.look / 1000)

    async def act(self) -> None:
        """Takes the next step if it is due."""
        id = await asyncio.to_thread(self._current)
        if not id:
            if self._waited("result", self.pace.result):
                await asyncio.to_thread(self._draft)
            return
        seen = await asyncio.to_thread(self._floor.query, id, self._see)
        busy = await self._live.desk.query(_in_round)
        self._dealer.switch(on=self._on and (seen.game_open or busy))
        for wager in seen.wagers:
            await asyncio.to_thread(self._commit, id, wager)
        if seen.event and not self._waited(f"{id} registration", self.pace.registration):
            return
        if seen.event:
            await self._fill(id, seen)
            seen = await asyncio.to_thread(self._floor.query, id, self._see)
        if seen.action is not None:
            await self._do(id, seen, seen.action)

    def _current(self) -> str:
        """The id of the demonstration's open tournament; empty if there is none."""
        own = (id for id in self._floor.ids() if id.startswith(PREFIX))
        return next((id for id in own if not self._floor.is_closed(id)), "")

    def _draft(self) -> None:
        number = 1 + sum(id.startswith(PREFIX) for id in self._floor.ids())
        day = day_of(self._clock.now())
        text = (files(__package__) / "tournament.toml").read_text("utf-8")
        filled = {"number": number, "first": day, "last": day + datetime.timedelta(days=DAYS)}
        for name, value in filled.items():
            text = text.replace(f"{{{name}}}", str(value))
        setup = read_tournament(text, self._floor.library).setup
        draft = c.DraftTournament(by=AUTOMATIC_DIRECTOR, at=0, setup=setup)
        self._commit(setup.id, draft, new=True)

    def _see(self, _version: int, planned: PlannedTournament, tournament: Tournament) -> _Seen:
        tables = [table for event in tournament.events.values() for table in event.tables.values()]
        return _Seen(
            tournament.stage,
            suggested(planned, tournament),
            open_event(tournament),
            tuple(entry.name for entry in tournament.entries.values() if entry.is_active),
            tuple(self._wagers(tournament)),
            TABLE in tournament.assigned,
            any(table.is_open for table in tables),
        )

    def _wagers(self, tournament: Tournament) -> list[c.WagerPoints]:
        """One wager for each bot that has none in the open game."""
        found: list[c.WagerPoints] = []
        for entry in tournament.entries.values():
            table = tournament.events[entry.event].tables.get(entry.table)
            if table is None or not table.is_open or not entry.is_active or entry.name not in BOTS or not entry.points:
                continue
            if table.staked(entry.number) or tournament.assigned[TABLE].called:
                continue
            most = max(1, entry.points.count // 4)
            points = Points(self._chance.randint(max(1, most // 4), most))
            by = Actor(entry.name, Role.PLAYER)
            spot = self._chance.choice(SPOTS)
            found.append(c.WagerPoints(by=by, at=0, entry=entry.number, spot=spot, points=points))
        return found

    async def _fill(self, id: str, seen: _Seen) -> None:
        """Seats bots if fewer than three people have joined."""
        for name in BOTS[: max(0, 3 - len(seen.names))]:
            if name not in seen.names:
                entering = c.EnterPlayer(
                    by=AUTOMATIC_DIRECTOR,
                    at=0,
                    event=seen.event,
                    person=name,
                    name=name,
                    handed=True,
                    qualified=True,
                )
                await asyncio.to_thread(self._commit, id, entering)

    async def _do(self, id: str, seen: _Seen, action: SuggestedCommand) -> None:
        fields = action.fields
        if action.type in _DRAW:
            await asyncio.to_thread(self._draw, id, str(fields["event"]))
            return
        if action.type == "start-round" and not seen.assigned:
            event = str(fields["event"])
            await asyncio.to_thread(
                self._commit, id, c.AssignTable(by=AUTOMATIC_DIRECTOR, at=0, event=event, table=1, place=TABLE)
            )
        if action.type == "open-game" and not await self._table_ready(id, str(fields["event"])):
            return
        whole = {**fields, "by": [AUTOMATIC_DIRECTOR.name, str(AUTOMATIC_DIRECTOR.role)], "at": 0}
        kind = COMMANDS[action.type]
        command: c.TournamentCommand = convert(whole, kind)
        await asyncio.to_thread(self._commit, id, command)

    def _draw(self, id: str, event: str) -> None:
        """Commits to a seed and reveals it; after an interruption, uses another seed."""
        seed = secrets.token_bytes(32)
        commitment = hashlib.sha256(seed).hexdigest()
        self._commit(id, c.CommitDraw(by=AUTOMATIC_DIRECTOR, at=0, event=event, commitment=commitment))
        self._commit(id, c.RevealDraw(by=AUTOMATIC_DIRECTOR, at=0, event=event, seed=seed.hex()))

    async def _table_ready(self, id: str, event: str) -> bool:
        """Whether the table is open for this event and accepts wagers; if not, takes one step toward it."""
        step = await self._live.desk.query(lambda _version, table: self._step(table, id, event))
        if step is not None:
            answer = await self._live.desk.ask(Order(secrets.token_hex(8), step))
            if not answer.events:
                _log.warning("the automatic director got no answer: %s", answer.outcome)
            return False
        return await self._live.desk.query(lambda _version, table: table.phase is Phase.BETTING)

    def _step(self, table: Table, id: str, event: str) -> AnyCommand | None:
        if table.phase is Phase.BETTING and (table.tournament, table.tournament_event) != (id, event):
            return t.CloseTable(by=SUPERVISOR, at=0, float_count=0)
        if table.phase is not Phase.CLOSED:
            return None
        if next_command(self._live.rules, table) is InspectTable:
            checks = dict.fromkeys(self._live.rules.equipment.checks, True)
            return InspectTable(by=SUPERVISOR, at=0, checks=checks, note=INSPECTED)
        return t.OpenTable(
            by=SUPERVISOR,
            at=0,
            dealer=DEALER.name,
            supervisor=SUPERVISOR.name,
            float_count=0,
            tournament=id,
            event=event,
        )

    def _commit(self, id: str, command: c.TournamentCommand, *, new: bool = False) -> TournamentDecision:
        order = f"{command.by.id}/{secrets.token_hex(8)}"
        answer = self._floor.commit(id, order, lambda at: replace(command, at=at), new=new)
        if isinstance(answer, Refusal):
            _log.info("tournament %s: %s", id, answer.message)
        return answer

    def _waited(self, what: str, milliseconds: int) -> bool:
        """Whether this has been waited for long enough; a new subject restarts the time."""
        now = asyncio.get_running_loop().time()
        if self._since[0] != what:
            self._since = what, now
        return (now - self._since[1]) * 1000 >= milliseconds


def _in_round(_version: int, table: Table) -> bool:
    return table.phase not in (Phase.CLOSED, Phase.BETTING)
