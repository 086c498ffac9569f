"""A tournament of the demonstration in its first round, with five players at a table; nobody opens the first game."""

from __future__ import annotations

import datetime
import hashlib
from importlib.resources import files
from itertools import count

from msgspec import convert
from msgspec.structs import replace

from croupier.floor import demonstration
from croupier.floor.demonstration.director import TABLE
from croupier.floor.tournaments import AUTOMATIC_DIRECTOR, TournamentFloor
from croupier.terms.refusal import Refusal
from croupier.terms.text import phrase
from croupier.tournament import command as c
from croupier.tournament.check import read_tournament
from croupier.tournament.suggestion import COMMANDS, SuggestedCommand, suggested

ID = "demo-1"
PLAYERS = ("ana", "ben", "cleo", "Maximilian von der Weide", "Zoë O’Neill")
SEED = bytes(32)


def begin_tournament(floor: TournamentFloor) -> None:
    """Afterwards its round has started and everybody sits."""
    if ID in floor.ids():
        return
    today = datetime.datetime.now(datetime.UTC).date()
    text = (files(demonstration) / "tournament.toml").read_text("utf-8")
    for name, value in {"number": 1, "first": today, "last": today + datetime.timedelta(days=7)}.items():
        text = text.replace(f"{{{name}}}", str(value))
    orders = count(1)

    def give(command: c.TournamentCommand, *, new: bool = False) -> None:
        answer = floor.commit(ID, f"scene/{next(orders)}", lambda at: replace(command, at=at), new=new)
        assert not isinstance(answer, Refusal), phrase(answer.message)

    by = AUTOMATIC_DIRECTOR
    give(c.DraftTournament(by=by, at=0, setup=read_tournament(text, floor.library).setup), new=True)
    while (action := floor.query(ID, _suggested)) is not None and action.type != "open-game":
        fields = action.fields
        if action.type == "commit-draw":
            commitment = hashlib.sha256(SEED).hexdigest()
            give(c.CommitDraw(by=by, at=0, event=str(fields["event"]), commitment=commitment))
            continue
        if action.type == "reveal-draw":
            give(c.RevealDraw(by=by, at=0, event=str(fields["event"]), seed=SEED.hex()))
            continue
        if action.type == "start-round":
            give(c.AssignTable(by=by, at=0, event=str(fields["event"]), table=1, place=TABLE))
        give(convert({**fields, "by": [by.name, str(by.role)], "at": 0}, COMMANDS[action.type]))
        if action.type == "open-registration":
            for name in PLAYERS:
                event = str(fields["event"])
                give(c.EnterPlayer(by=by, at=0, event=event, person=name, name=name, handed=True, qualified=True))


def _suggested(_version: int, planned: object, tournament: object) -> SuggestedCommand | None:
    return suggested(planned, tournament)  # type: ignore[arg-type]
