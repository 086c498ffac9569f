"""What a table accepts can be written down: a command is refused or recorded, and never breaks the journal."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.journal.memory import MemoryJournal
from croupier.table import command as c
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.wire.events import CommandRefused, from_record, read_actor, to_draft
from tests.table.playing import BOSS, DEALER, FLOAT, Play


def on_record(play: Play, by: Actor, kind: type[c.Command], **fields: Any) -> None:
    command = play.order(by, kind, **fields)
    answer = play.ask(command)
    events = (CommandRefused.of(answer),) if isinstance(answer, Refusal) else answer
    drafts = [to_draft(event, "c1", by, command.at) for event in events]
    records = MemoryJournal().append("table-7", 0, drafts)
    assert [from_record(record).event for record in records] == list(events)
    assert {read_actor(record.actor) for record in records} == {by}


@pytest.mark.parametrize("name", ["ann", "Ann Lee", "José", "o'hara", "李"])
def test_a_player_of_any_name(name: str) -> None:
    on_record(Play("co-2014"), Actor(name, Role.PLAYER), c.TakeSeat, seat=1, player=name)


@pytest.mark.parametrize("length", [10, 2_000_000])
def test_words_of_any_length(length: int) -> None:
    play, words = Play("co-2014"), "x" * length
    on_record(play, DEALER, c.ReportIrregularity, what=words)
    on_record(play, DEALER, c.RaiseDispute, round=1, what=words)
    on_record(play, DEALER, c.TakeSeat, seat=1, player=words)
    on_record(play, BOSS, c.ChangeShift, dealer=words, supervisor="sue", float_count=FLOAT)
    on_record(play, BOSS, c.MoveFloat, amount=1, slip=words)
    play.sit(1)
    on_record(play, DEALER, c.PlaceWager, seat=1, spot=words, stake=100)
    on_record(play, DEALER, c.ReturnLateBet, seat=1, spot=words, stake=100)
    play.close_bets()
    on_record(play, DEALER, c.ReturnLateBet, seat=1, spot=words, stake=100)
    on_record(play, DEALER, c.AnnounceNumber, number=words, revolutions=4)
