"""Simulates tournaments: plays the structure of a setup from end to end, with the same decisions as a real one.

Everybody but the favorite wagers at random. The favorite makes small wagers and, in the last games of a round, wagers
what it takes to advance.
"""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from random import Random

from msgspec import Struct

from croupier.terms.fault import Fault
from croupier.terms.money import Cents
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament.check import PlannedTournament
from croupier.tournament.decide import decide
from croupier.tournament.event import TournamentEvent
from croupier.tournament.evolve import evolve
from croupier.tournament.guard import round_of
from croupier.tournament.points import Points
from croupier.tournament.setup import EventPlan, TournamentSetup
from croupier.tournament.stages import DAY_MS
from croupier.tournament.state import Entrant, EventProgress, Tournament

FAVORITE = 1
"""The number of the entry that plays well."""
_DIRECTOR = Actor("director", Role.DIRECTOR)
_DEALER = Actor("dealer", Role.DEALER)
_ACCOUNTANT = Actor("accountant", Role.ACCOUNTANT)
_OFFICE = "simulated office"
_LATE = 2
"""The last games of a round in which the favorite wagers to advance."""


class SimulatedTournament(Struct, frozen=True):
    """One run: the games of its longest table, the winner, the awards, and the number of records."""

    entrants: int
    games: int
    winner: int
    awarded: tuple[int, ...]
    proceeds: int
    records: int


class TournamentFigures(Struct, frozen=True):
    """The figures of many runs."""

    runs: int
    entrants: int
    games_mean: float
    favorite_wins: int
    first_prizes: tuple[int, ...]
    awarded_mean: float
    proceeds_mean: float

    @property
    def favorite_share(self) -> float:
        return self.favorite_wins / self.runs


class _Run:
    """One tournament in memory."""

    def __init__(self, planned: PlannedTournament, random: Random) -> None:
        self.planned, self.random = planned, random
        self.state = Tournament()
        first = _start_of(planned.setup)
        self.now = first - 7 * DAY_MS
        self.first = first
        self.records = 0
        self.games = 0

    def give(self, command: c.TournamentCommand) -> Refusal | tuple[TournamentEvent, ...]:
        answer = decide(self.planned, self.state, command)
        self.state.last_at = command.at
        if not isinstance(answer, Refusal):
            self.records += len(answer)
            for event in answer:
                evolve(self.state, event)
        return answer

    def do(self, command: c.TournamentCommand) -> None:
        answer = self.give(command)
        if isinstance(answer, Refusal):
            raise Fault(f"The simulation cannot go on: {answer.message}")

    def play(self, entrants: int) -> SimulatedTournament:
        self.do(c.DraftTournament(by=_DIRECTOR, at=self.now, setup=self.planned.setup))
        if self.planned.filing_days is not None:
            digest = self.state.rules_digest
            self.do(c.FileRules(by=_DIRECTOR, at=self.now, digest=digest, received_by=_OFFICE))
        self.now = self.first
        for plan in self.planned.setup.events:
            self._event(plan, entrants)
        for award in list(self.state.unpaid):
            person = self.state.entries[award.entry].person
            self.do(c.PayPrize(by=_DIRECTOR, at=self.now, award=award.number, person=person))
        for month, held in self.state.proceeds().items():
            self.give(c.CountFees(by=_ACCOUNTANT, at=self.now, month=month, counted=held))
        self.do(c.CloseTournament(by=_DIRECTOR, at=self.now))
        last = self.planned.setup.events[-1].id
        ranking = self.state.events[last].ranking
        winner = self.state.entries[ranking[0][0]].person if ranking else ""
        return SimulatedTournament(
            entrants,
            self.games,
            FAVORITE if winner == _name(FAVORITE) else 0,
            tuple(sorted((award.amount for award in self.state.awards.values()), reverse=True)),
            sum(self.state.proceeds().values()),
            self.records,
        )

    def _event(self, plan: EventPlan, entrants: int) -> None:
        self.do(c.OpenRegistration(by=_DIRECTOR, at=self.now, event=plan.id))
        for number in range(1, min(entrants, plan.room) + 1):
            name = _name(number)
            held = (each for each in self.state.vouchers.values() if each.person == name and each.event == plan.id)
            voucher = next((each.number for each in held if not each.used_by), "")
            entered = c.EnterPlayer(
                by=_DIRECTOR,
                at=self.now,
                event=plan.id,
                person=name,
                name=name,
                handed=True,
                qualified=True,
                voucher=voucher,
                licensee=self.planned.setup.house if self.planned.setup.is_joint else "",
            )
            self.do(entered)
        self.do(c.CloseRegistration(by=_DIRECTOR, at=self.now, event=plan.id))
        for _ in plan.rounds:
            self._round(plan)
        self._settle_ties(c.ConcludeEvent(by=_DIRECTOR, at=self.now, event=plan.id), plan.id)

    def _round(self, plan: EventPlan) -> None:
        seed = self.random.randbytes(32).hex()
        commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        self.do(c.CommitDraw(by=_DIRECTOR, at=self.now, event=plan.id, commitment=commitment))
        self.do(c.RevealDraw(by=_DIRECTOR, at=self.now, event=plan.id, seed=seed))
        self._start(plan)
        progress = self.state.events[plan.id]
        for entry in self.state.active_in(plan.id):
            self.do(c.SeatEntrant(by=_DEALER, at=self.now, entry=entry.number, person=entry.person))
        for game in range(1, round_of(plan, progress).games + 1):
            if sum(1 for entry in self.state.active_in(plan.id) if entry.points) <= 1:
                break
            self.games += 1
            for table in list(progress.tables):
                self._game(plan, progress, table, game)
        self._settle_ties(c.EndRound(by=_DIRECTOR, at=self.now, event=plan.id), plan.id)

    def _start(self, plan: EventPlan) -> None:
        start = c.StartRound(by=_DIRECTOR, at=self.now, event=plan.id)
        answer = self.give(start)
        if isinstance(answer, Refusal) and answer.code == "escrow-missing":
            amount = int(answer.facts["amount"]) - int(answer.facts["has"])
            self.do(c.DepositEscrow(by=_DIRECTOR, at=self.now, amount=Cents(amount), agent=_OFFICE))
            answer = self.give(start)
        if isinstance(answer, Refusal):
            raise Fault(f"The simulation cannot go on: {answer.message}")

    def _game(self, plan: EventPlan, progress: EventProgress, table: int, game: int) -> None:
        seated = [entry for entry in self.state.at_table(plan.id, table) if entry.points]
        if not seated:
            return
        self.do(c.OpenGame(by=_DEALER, at=self.now, event=plan.id, table=table))
        best = max(entry.points.count for entry in self.state.active_in(plan.id))
        for entry in seated:
            spot, points = self._wager(plan, progress, entry, game, best)
            by = Actor(entry.name, Role.PLAYER)
            self.do(c.WagerPoints(by=by, at=self.now, entry=entry.number, spot=spot, points=Points(points)))
        wheel = self.planned.table.game.wheel
        number = self.random.choice([each.label for each in wheel.compartments if each.label not in wheel.void])
        self.do(c.SettleGame(by=_DEALER, at=self.now, event=plan.id, table=table, number=number))
        for entry in seated:
            if entry.is_active and not entry.points:
                self._buy_again(entry)

    def _wager(self, plan: EventPlan, progress: EventProgress, entry: Entrant, game: int, best: int) -> tuple[str, int]:
        round_plan = round_of(plan, progress)
        has, cap = entry.points.count, round_plan.cap.count if round_plan.cap else None
        if entry.person != _name(FAVORITE):
            points = max(1, has * self.random.choice((1, 2, 5, 10)) // 20)
            spot = self.random.choice(("red", "black", "column-1", "17", "dozen-1"))
        elif game > round_plan.games - _LATE and has < best:
            points, spot = (has, "17") if has * 2 < best else (has, "red")
        else:
            points, spot = max(1, has // 50), "red"
        return spot, min(points, cap) if cap is not None else points

    def _buy_again(self, entry: Entrant) -> None:
        """Everybody purchases chips as long as the rules allow it."""
        self.give(c.PurchaseChips(by=_DIRECTOR, at=self.now, entry=entry.number))

    def _settle_ties(self, command: c.EndRound | c.ConcludeEvent, event: str) -> None:
        while isinstance(answer := self.give(command), Refusal):
            if answer.code != "tie-open":
                raise Fault(f"The simulation cannot go on: {answer.message}")
            order = [int(number) for number in str(answer.facts["entries"]).split(", ")]
            self.random.shuffle(order)
            self.do(c.DecideTie(by=_DIRECTOR, at=self.now, event=event, order=tuple(order), how="drawn by lot"))


def simulate_tournament(planned: PlannedTournament, entrants: int, seed: int) -> SimulatedTournament:
    """Plays one tournament from its draft to its close; the same seed gives the same tournament."""
    return _Run(planned, Random(seed)).play(entrants)  # noqa: S311 (a simulation, repeatable by its seed)


def simulate_tournaments(planned: PlannedTournament, entrants: int, runs: int, seed: int) -> TournamentFigures:
    """Simulates many tournaments and summarizes them."""
    found = [simulate_tournament(planned, entrants, seed + run) for run in range(runs)]
    firsts = Counter(each.awarded[0] if each.awarded else 0 for each in found)
    return TournamentFigures(
        runs,
        entrants,
        sum(each.games for each in found) / runs,
        sum(each.winner == FAVORITE for each in found),
        tuple(sorted(firsts)),
        sum(sum(each.awarded) for each in found) / runs,
        sum(each.proceeds for each in found) / runs,
    )


def _start_of(setup: TournamentSetup) -> int:
    first = setup.first_day
    return int(datetime.datetime(first.year, first.month, first.day, 12, tzinfo=datetime.UTC).timestamp() * 1000)


def _name(number: int) -> str:
    return f"player {number}"
