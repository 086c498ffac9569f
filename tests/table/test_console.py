"""The dealer's console offers exactly what the table accepts, in every phase of a round."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.table import command as c
from croupier.table.console import seen_dealing
from croupier.table.values import Action, BallFate, NoSpinReason
from croupier.terms.refusal import Refusal
from tests.table.playing import BOSS, DEALER, Play


def phases(play: Play) -> Iterator[str]:
    """One round, step by step, with a wager on red and a zero announced."""
    play.sit(1)
    play.bet(1, "red", 1_000)
    yield "betting"
    play.spin()
    yield "in track"
    play.does(DEALER, c.CallNoMoreBets)
    yield "called"
    play.does(DEALER, c.AnnounceNumber, number="0", revolutions=5)
    yield "announced"
    if play.rules.procedure.crown:
        play.does(DEALER, c.PlaceCrown)
        yield "crowned"
    play.at = max(play.at, play.table.spin.choose_until)
    play.does(DEALER, c.CollectLosers)
    yield "collected"
    play.does(DEALER, c.PayWinners)
    yield "paid"


@pytest.mark.parametrize("book", ["co-2014", "nj", "sd"])
def test_a_reason_for_no_spin_is_offered_when_it_is_taken_and_only_then(book: str) -> None:
    play = Play(book)
    for phase in phases(play):
        offered = seen_dealing(play.rules, play.table).no_spin
        for reason in NoSpinReason:
            answer = play.ask(play.order(DEALER, c.CallNoSpin, reason=reason, ball=BallFate.REMOVED))
            assert (reason in offered) == (not isinstance(answer, Refusal)), (phase, reason)
        if phase in ("announced", "crowned", "collected", "paid"):
            assert offered == ()


@pytest.mark.parametrize("book", ["co-2014", "nj", "sd"])
def test_a_direction_is_offered_when_it_is_taken_and_only_then(book: str) -> None:
    """An announced number can be set right until something is paid."""
    play = Play(book)
    for phase in phases(play):
        offered = seen_dealing(play.rules, play.table).directions
        copy = play.table.irregularity
        play.table.irregularity = "A slip of the finger."
        for action in Action:
            number = "17" if action is Action.NUMBER else ""
            order = play.order(
                BOSS, c.DecideIrregularity, decision="So be it.", why="Seen.", action=action, number=number
            )
            assert (action in offered) == (not isinstance(play.ask(order), Refusal)), (phase, action)
        play.table.irregularity = copy
        assert (Action.NUMBER in offered) == (phase in ("announced", "crowned", "collected"))


@pytest.mark.clause("CO 47.1-2204(2)", duty="leave")
@pytest.mark.parametrize(("early", "taken"), [(1, False), (0, True)])
def test_collecting_waits_as_long_as_it_is_refused(early: int, taken: bool) -> None:
    play = Play("co-2014", wheel="european", zero="in-prison")
    play.sit(1)
    play.bet(1, "red", 1_000)
    play.spin()
    play.does(DEALER, c.CallNoMoreBets)
    play.does(DEALER, c.AnnounceNumber, number="0", revolutions=5)
    assert seen_dealing(play.rules, play.table).waits_until == 0
    play.does(DEALER, c.PlaceCrown)
    until = seen_dealing(play.rules, play.table).waits_until
    assert until == play.at + play.setup.prison_ms
    play.at = until - early
    assert (not isinstance(play.ask(play.order(DEALER, c.CollectLosers)), Refusal)) == taken
