"""What a table accepts can be recorded: a command is refused or recorded, and never breaks the journal."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.journal.memory import MemoryJournal
from croupier.journal.record import check_drafts
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.questions import last_round
from croupier.table.stake import Stake
from croupier.table.state import Setup, Table
from croupier.table.values import Funds
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.wire.events import CommandRefused, from_record, read_actor, to_draft
from croupier.wire.rules import table_rules
from tests.table.playing import BOSS, CASHIER, CCW, CW, DEALER, FLOAT, Play

AT = 1_763_200_000_000
"""November 2025."""


def on_record(play: Play, by: Actor, kind: type[c.Command], **fields: Any) -> None:
    command = play.order(by, kind, **fields)
    answer = play.ask(command)
    events = (CommandRefused.of(answer),) if isinstance(answer, Refusal) else answer
    drafts = [to_draft(event, "c1", by.id, command.at) for event in events]
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
    on_record(play, CASHIER, m.RedeemTicket, ticket=words)
    play.sit(1)
    on_record(play, DEALER, c.PlaceWager, seat=1, spot=words, stake=100)
    on_record(play, DEALER, c.ReturnLateBet, seat=1, spot=words, stake=100)
    play.close_bets()
    on_record(play, DEALER, c.ReturnLateBet, seat=1, spot=words, stake=100)
    on_record(play, DEALER, c.AnnounceNumber, number=words, revolutions=4)


@pytest.mark.slow
@pytest.mark.clause("NJ 19:47-5.2(a)", duty="odds")
@pytest.mark.clause("NJ 19:47-5.3(e)", duty=("losers", "winners"))
def test_a_round_of_200_000_wagers_is_settled_and_corrected() -> None:
    """Four thousand seats have a dollar on each of 38 numbers, six even chances, three dozens and three columns.

    Of $50 a seat gets back $48 on 17: 36 for the number, 2 for each of black, odd and low, 3 for a dozen and a column.
    On 0 it is $36 and nothing else.
    """
    seats = 4_000
    setup = Setup(
        "7",
        seats=seats,
        electronic=True,
        terminals_approved="for this test",
        central_screen=False,
        second_person_above=10**12,
    )
    rules = table_rules("nj", {"wheel": "american"}, setup)
    spots = [*rules.betting.game.wheel.labels, "red", "black", "odd", "even", "low", "high"]
    spots += [f"{name}-{place}" for name in ("dozen", "column") for place in (1, 2, 3)]
    assert len(spots) == 50
    table = Table()

    def run(by: Actor, kind: type[c.Command], **fields: Any) -> None:
        command = kind(by=by, at=AT, **fields)
        answer = decide(rules, table, command)  # type: ignore[arg-type]  # any command of the union
        assert not isinstance(answer, Refusal), answer.message
        check_drafts([to_draft(event, "c1", by.id, AT) for event in answer])
        for event in answer:
            evolve(table, event)

    run(BOSS, c.OpenTable, dealer="dora", supervisor="sue", float_count=FLOAT)
    for seat in range(1, seats + 1):
        evolve(table, e.SeatTaken(seat, f"player {seat}"))
        evolve(table, e.ChipsSet(seat, f"shade {seat}", 100))
        evolve(table, e.ChipsBought(seat, 50_00, Funds.CASH, Chips.ELECTRONIC))
        for spot in spots:
            stake = Stake(seat, spot, Chips.ELECTRONIC, f"shade {seat}", tip=False, amount=1_00)
            evolve(table, e.WagerPlaced(stake, 0, instructed=False))
    run(DEALER, c.SpinBall, wheel=CW, ball=CCW)
    run(DEALER, c.CallNoMoreBets)
    run(DEALER, c.AnnounceNumber, number="17", revolutions=4)
    for kind in (c.PlaceCrown, c.CollectLosers, c.PayWinners, c.LiftCrown):
        run(DEALER, kind)
    sold = seats * 50_00
    assert {seat.total for seat in table.seats.values()} == {48_00}
    assert table.house_float == FLOAT - sold + seats * 2_00
    run(BOSS, c.CorrectNumber, number="0", why="misread")
    assert {seat.total for seat in table.seats.values()} == {36_00}
    assert table.house_float == FLOAT - sold + seats * 14_00
    assert sum(each.kept for each in last_round(table, seats)) == 36_00
