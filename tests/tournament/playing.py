"""Tournaments for tests: documents of a set-up, and a director who gives commands to one in memory."""

from __future__ import annotations

import datetime
import hashlib
from typing import Any

from croupier.floor.tournament_writer import TournamentWriter
from croupier.journal.memory import MemoryJournal
from croupier.journal.port import Journal
from croupier.rules.library import packaged
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problem
from croupier.terms.refusal import Refusal
from croupier.tournament import command as c
from croupier.tournament.check import PlannedTournament, examine_setup, plan_tournament
from croupier.tournament.command import PaidBy
from croupier.tournament.event import TournamentEvent
from croupier.tournament.points import Points
from croupier.tournament.setup import TournamentSetup
from croupier.tournament.setup_reader import read_setup
from croupier.tournament.state import Tournament

HOUR = 3_600_000
DAY = 24 * HOUR
DIRECTOR = Actor("dora", Role.DIRECTOR)
DEALER = Actor("ana", Role.DEALER)
REGULATOR = Actor("inspector", Role.REGULATOR)
ACCOUNTANT = Actor("carl", Role.ACCOUNTANT)
SEED = "11" * 32


def time_of(day: str, hour: int = 0, minute: int = 0) -> int:
    moment = datetime.datetime.fromisoformat(day).replace(hour=hour, minute=minute, tzinfo=datetime.UTC)
    return int(moment.timestamp() * 1000)


def event_document(**changes: Any) -> dict[str, Any]:
    """One event with a fee of $25, a buy-in of $100, one round of two games, and one prize: the whole pool."""
    return {
        "id": "open",
        "title": "Open",
        "fee": 25_00,
        "buy_in": 100_00,
        "points": 1000,
        "tables": 2,
        "seats": 4,
        "round": [{"games": 2, "cap": 1000}],
        "prize": [{"place": 1, "share": 1}],
        **changes,
    }


def document(book: str = "co-2014", *, events: list[dict[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """A set-up without findings; `changes` are keys of its table [tournament], or `chips` and `table`."""
    first = "2013-08-01" if book == "co-2013" else "2015-04-11"
    chips = {"approval": "Division, letter 118", "non_negotiable": True, **changes.pop("chips", {})}
    own = {
        "id": "spring-open",
        "title": "Spring Open",
        "book": book,
        "house": "Silver Plume Casino",
        "premises": "Main floor",
        "security": True,
        "internal_controls": True,
        "office": "Central City office",
        "first_day": datetime.date.fromisoformat(first),
        "last_day": datetime.date.fromisoformat(first),
        "tie": "play-off",
        "final_round": "There is one round.",
        "conclusion": "Most points after the last game.",
        "wager_max": 100_00,
    }
    table = changes.pop("table", {})
    return {
        "tournament": {key: value for key, value in {**own, **changes}.items() if value is not None},
        "table": table,
        "chips": chips,
        "event": events if events is not None else [event_document()],
    }


def findings(written: dict[str, Any]) -> tuple[Problem, ...]:
    problems: list[Problem] = []
    setup = read_setup(written, problems)
    return examine_setup(setup, problems, packaged()).findings


def found(written: dict[str, Any], clause: str) -> list[str]:
    """What is wrong by one clause."""
    return [each.wrong for each in findings(written) if each.clause == clause]


def setup_of(written: dict[str, Any]) -> TournamentSetup:
    problems: list[Problem] = []
    setup = read_setup(written, problems)
    assert problems == []
    return setup


class Hall:
    """A tournament in a journal, with its clock and everybody who acts in it."""

    def __init__(self, written: dict[str, Any] | None = None, journal: Journal | None = None, *, at: int = 0) -> None:
        self.setup = setup_of(written or document())
        self.journal = journal or MemoryJournal()
        self.writer = TournamentWriter(self.journal, self.setup.id)
        first = time_of(str(self.setup.first_day), 12)
        self.now = at or first - 6 * DAY
        self.first = first
        self._given = 0
        self.log: list[TournamentEvent] = []

    @property
    def state(self) -> Tournament:
        return self.writer.tournament

    @property
    def planned(self) -> PlannedTournament:
        return self.writer.planned

    def give(self, kind: type[Any], by: Actor = DIRECTOR, /, **fields: Any) -> tuple[TournamentEvent, ...] | Refusal:
        """The answer to one command."""
        self._given += 1
        self.now += 1
        answer = self.writer.commit(f"test:{self.now}:{self._given}", kind(by=by, at=self.now, **fields))
        if not isinstance(answer, Refusal):
            self.log += answer
        return answer

    def do(self, kind: type[Any], by: Actor = DIRECTOR, /, **fields: Any) -> tuple[TournamentEvent, ...]:
        """The events of a command that is not refused."""
        answer = self.give(kind, by, **fields)
        assert not isinstance(answer, Refusal), f"{answer.code}: {answer.message}"
        return answer

    def refused(self, kind: type[Any], by: Actor = DIRECTOR, /, **fields: Any) -> tuple[str, str | None]:
        """Code and clause of a refusal; nothing but the record of it has changed."""
        before = (self.state.balances.held(), len(self.state.entries), self.state.stage)
        answer = self.give(kind, by, **fields)
        assert isinstance(answer, Refusal), answer
        assert answer.message.rstrip().endswith("."), answer.message
        assert (self.state.balances.held(), len(self.state.entries), self.state.stage) == before
        return str(answer.code), answer.clause

    # Whole stretches of a tournament

    def draft(self) -> Hall:
        self.do(c.DraftTournament, setup=self.setup)
        return self

    def file(self) -> Hall:
        self.draft()
        if self.planned.law.filing_days is not None:
            self.do(c.FileRules, digest=self.planned.rules_digest, received_by="Mr. Hale")
        return self

    def register(self, event: str = "open") -> Hall:
        """Filed, registration open, and the first day has come."""
        if self.state.setup is None:
            self.file()
        self.do(c.OpenRegistration, event=event)
        self.now = max(self.now, self.first)
        return self

    def enter(self, name: str, event: str = "open", **fields: Any) -> int:
        given = {"person": f"id {name}", "name": name, "handed": True, "qualified": True, **fields}
        self.do(c.EnterPlayer, event=event, **given)
        return max(self.state.entries)

    def draw(self, event: str = "open") -> Hall:
        self.do(c.CommitDraw, event=event, commitment=hashlib.sha256(bytes.fromhex(SEED)).hexdigest())
        self.do(c.RevealDraw, event=event, seed=SEED)
        return self

    def start(self, event: str = "open") -> Hall:
        """Registration is closed, seats are drawn, the round has started, and everybody sits."""
        if str(self.state.events[event].stage) == "registration":
            self.do(c.CloseRegistration, event=event)
        self.draw(event)
        self.do(c.StartRound, event=event)
        self.sit(event)
        return self

    def sit(self, event: str = "open") -> None:
        for entry in self.state.active_in(event):
            if not entry.seated:
                self.do(c.SeatEntrant, DEALER, entry=entry.number, person=entry.person)

    def player(self, entry: int) -> Actor:
        return Actor(self.state.entries[entry].name, Role.PLAYER)

    def wager(self, entry: int, spot: str, points: int) -> None:
        self.do(c.WagerPoints, self.player(entry), entry=entry, spot=spot, points=Points(points))

    def game(self, number: str, *wagers: tuple[int, str, int], event: str = "open") -> None:
        """One game at every table of the round."""
        tables = sorted(self.state.events[event].tables)
        for table in tables:
            self.do(c.OpenGame, DEALER, event=event, table=table)
        for entry, spot, points in wagers:
            self.wager(entry, spot, points)
        for table in tables:
            self.do(c.SettleGame, DEALER, event=event, table=table, number=number)

    def points(self, entry: int) -> int:
        return self.state.entries[entry].points.count

    def finish(self, event: str = "open") -> Hall:
        self.do(c.EndRound, event=event)
        self.do(c.ConcludeEvent, event=event)
        return self

    def pay_all(self) -> Hall:
        for award in self.state.unpaid:
            self.do(c.PayPrize, award=award.number, person=self.state.entries[award.entry].person)
        return self

    def close(self) -> Hall:
        for month, held in self.state.proceeds().items():
            self.give(c.CountFees, ACCOUNTANT, month=month, counted=held)
        self.do(c.CloseTournament)
        return self


def paid_by(kind: PaidBy) -> dict[str, Any]:
    return {"fee": kind, "buy_in": kind}


def replanned(setup: TournamentSetup) -> PlannedTournament:
    return plan_tournament(setup)
