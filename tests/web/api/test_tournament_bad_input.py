"""The same bad input as in a script, sent over HTTP: refused with its clause, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from croupier.floor.tournaments import TournamentFloor
from croupier.records.tournament_script import read_tournament_script
from croupier.records.tournament_sentences import SentenceContext
from croupier.terms.people import Role
from croupier.tournament.command import DraftTournament, TournamentCommand
from croupier.tournament.state import Tournament
from croupier.web import service
from tests.tournament.test_bad_input import EVERY, Case
from tests.web.api.world import Browser, World, sign_in


class SetClock:
    """The clock of the tournaments, which a test sets."""

    at = 0

    def now(self) -> int:
        return self.at


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def world(tmp_path: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    def floor(open_journal: Any, _clock: object, *more: Any, **named: Any) -> TournamentFloor:
        return TournamentFloor(open_journal, clock, *more, **named)

    monkeypatch.setattr(service, "TournamentFloor", floor)
    made = World(tmp_path / "data")
    yield made
    made.close()


class Day:
    """Says the lines of a script over HTTP, each in the session of whose line it is."""

    def __init__(self, world: World, clock: SetClock, case: Case) -> None:
        self._world, self._clock, self._case = world, clock, case
        self._players: dict[str, Browser] = {}
        self._said = 0
        self.id = ""

    def say(self, script: str) -> httpx.Response:
        """The answer to the last line."""
        for line in read_tournament_script(script)[self._said :]:
            self._said += 1
            self._clock.at = line.at
            setup, planned, tournament = self._look()
            command = line.build(SentenceContext(line.by, line.at, setup, planned, tournament), line.found)
            answer = self._send(line.by.name, line.by.role, command)
        return answer

    def _look(self) -> tuple[Any, Any, Tournament]:
        if not self.id:
            return None, None, Tournament()
        floor = self._world.service.tournaments
        return floor.query(self.id, lambda _version, planned, tournament: (planned.setup, planned, tournament))

    def _send(self, name: str, role: Role, command: TournamentCommand) -> httpx.Response:
        browser = self._player(name) if role is Role.PLAYER else self._world.signed_in(role)
        order = f"line {self._said}"
        if isinstance(command, DraftTournament):
            made = browser.post("/api/v1/tournaments", json={"order": order, "text": self._case.setup})
            self.id = made.json()["id"]
            return made
        given = msgspec.to_builtins(command, str_keys=True)
        body = {"order": order, "command": {key: value for key, value in given.items() if key not in ("by", "at")}}
        return browser.post(f"/api/v1/tournaments/{self.id}/commands", json=body)

    def _player(self, name: str) -> Browser:
        if name not in self._players:
            self._players[name] = self._world.browser()
            sign_in(self._players[name], name)
        return self._players[name]


@pytest.mark.parametrize("case", EVERY)
def test_it_is_refused_over_http_with_its_clause_and_nothing_is_lost(world: World, clock: SetClock, case: Case) -> None:
    day = Day(world, clock, case)
    assert day.say(case.before).status_code == 200
    watcher, path = world.signed_in(Role.SURVEILLANCE), f"/api/v1/tournaments/{day.id}"

    def seen() -> tuple[Any, Any]:
        last = watcher.get(f"{path}/records?from=0&limit=1").json()["version"]
        past = watcher.get(f"{path}/at/{last}").json()
        return past["tournament"], past["accounts"]

    before = seen()
    answer = day.say(f"{case.before}10:30 {case.line}\n")
    assert answer.status_code == 409, answer.text
    error = answer.json()["error"]
    assert (error["code"], error["clause"]) == (case.code, case.clause)
    assert case.is_told(error["message"])
    assert seen() == before
    newest = watcher.get(f"{path}/records?from=0&limit=1").json()["records"][0]
    told = {"code": case.code, "clause": case.clause, "message": error["message"]}
    assert told.items() <= newest["refused"].items()
