"""Refusals at a table: every code can be met, every one can be read and cites, and the public order decides."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.equipment import command as p
from croupier.game.zero import Choice
from croupier.rules.approval import Approval
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.values import NoSpinReason
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import PRECEDENCE, Refusal, RefusalCode
from tests.table.playing import ANN, BOB, BOSS, CASHIER, CCW, CW, DEALER, FLOAT, Play, setup

OPENING: dict[str, Any] = {"dealer": "dora", "supervisor": "sue", "float_count": FLOAT}
SEVENTEEN: dict[str, Any] = {"seat": 1, "spot": "17", "stake": 100}
RED: dict[str, Any] = {"seat": 1, "spot": "red", "stake": 500}
GUARD = Actor("gus", Role.SECURITY)
DAY_MS = 86_400_000
DIRECTOR = Actor("dee", Role.REGULATOR)


def table(book: str = "co-2014", seats: int = 1, amount: int = 10_000, **more: Any) -> Play:
    play = Play(book, **more)
    for seat in range(1, seats + 1):
        play.sit(seat, amount)
    return play


def late(play: Play) -> Play:
    play.close_bets()
    return play


def locked(play: Play) -> Play:
    play.crown("1")
    return play


def other_rules(play: Play) -> Play:
    play.rules = Play("co-2014", limits={"minimum": 100}).rules
    return play


def irregular(play: Play) -> Play:
    play.does(DEALER, c.ReportIrregularity, what="a chip fell")
    return play


def over(play: Play) -> Play:
    play.does(BOSS, c.EndPlay)
    return play


def correcting() -> Play:
    """Ann's red won with 1, and 0 was right."""
    play = table(wheel="european", zero="in-prison")
    play.bet(1, "red", 100)
    play.round("1")
    play.does(BOSS, c.CorrectNumber, number="0", why="misread")
    return play


def ball_out(play: Play) -> Play:
    play.spin()
    play.does(DEALER, c.CallNoSpin, reason=NoSpinReason.BALL_LEFT_WHEEL)
    return play


def same_way(play: Play) -> Play:
    play.does(DEALER, c.SpinBall, wheel=CW, ball=CW)
    play.does(DEALER, c.CallNoMoreBets)
    return play


def value_seventeen() -> Play:
    """South Dakota: Ann has a green value chip on 17, and Bob has some too."""
    play = Play("sd")
    for seat in (1, 2):
        play.sit(seat, chips=Chips.VALUE)
    play.bet(1, "17", 100, chips=Chips.VALUE, color="green")
    return play


def prison(number: str = "0", *, settled: bool = False) -> Play:
    play = table(wheel="european", zero="in-prison")
    play.bet(1, "red", 500)
    play.crown(number)
    if settled:
        play.does(ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.LEAVE)
        play.settle()
    return play


def later(play: Play) -> Play:
    play.at += 1_000
    play.does(DEALER, c.BringChips, seat=1, amount=100)
    play.at -= 1_000
    return play


def at_terminals() -> Play:
    play = Play("co-2014", setup=setup(electronic=True))
    play.does(ANN, c.TakeSeat, seat=1, player="ann")
    return play


def closed() -> Play:
    return Play("co-2014", opened=False)


SIGN = {"sign": "house_rules", "place": "beside the cage"}


def unposted() -> Play:
    play = Play("co-2014", opened=False, setup=setup(signs_recorded=True))
    play.inspect()
    return play


def lapsed() -> Play:
    """The house rules are posted, and their approval has since ended."""
    approval = Approval("Director", until=date(2014, 7, 15))
    play = Play("co-2014", opened=False, setup=setup(sign_approvals={"house_rules": approval}))
    play.does(BOSS, p.PostSign, **SIGN, digest=play.rules.due_signs["house_rules"].code)
    play.at += 86_400_000
    play.inspect()
    return play


def leaning() -> Play:
    play = closed()
    checks = dict.fromkeys(play.rules.equipment.checks, True) | {p.Check.LEVEL: False}
    play.does(BOSS, p.InspectTable, checks=checks, note="it leans")
    return play


def licensed(play: Play) -> Play:
    recorded = {"name": "Sue Stone", "role": Role.SUPERVISOR, "license": "P-1"}
    play.does(Actor("kim", Role.KEY_MANAGER), p.RecordLicense, **recorded)
    return play


def replaced() -> Play:
    play = licensed(Play("co-2014", opened=False, setup=setup(external_parts=True)))
    play.does(BOSS, p.ReplacePart, **SIGNED)
    play.inspect()
    return play


def past(book: str) -> Play:
    """A table after the last day of its text."""
    play = Play(book, opened=False)
    until = play.rules.betting.book.in_force_until
    assert until is not None
    play.at = DAY_MS * ((until - date(1970, 1, 1)).days + 1)
    return play


def kept(play: Play) -> Play:
    """A table that was played to its end under the previous rules."""
    play.rules = replace(play.rules, superseded=True)
    return play


def for_points() -> Play:
    """A table that is open for a tournament."""
    play = Play("co-2014", opened=False)
    play.inspect()
    play.does(BOSS, c.OpenTable, **{**OPENING, "float_count": 0}, tournament="spring", event="open")
    return play


SIGNED: dict[str, Any] = {"part": "turret", "what": "a new one", "name": "Sue Stone", "license": "P-1"}
VALUE_18: dict[str, Any] = {"seat": 2, "spot": "18", "stake": 100, "chips": Chips.VALUE, "color": "green"}

ONE: dict[CommandRefusalCode, Callable[[], Refusal]] = {
    CommandRefusalCode.ROLE_NOT_ALLOWED: lambda: table().refused(ANN, c.CallNoMoreBets),
    CommandRefusalCode.CLOCK_WENT_BACK: lambda: later(table()).refused(ANN, c.PlaceWager, **SEVENTEEN),
    CommandRefusalCode.TABLE_CLOSED: lambda: Play("sd", opened=False).refused(DEALER, c.CallNoMoreBets),
    CommandRefusalCode.TABLE_OPEN: lambda: table().refused(BOSS, c.OpenTable, **OPENING),
    CommandRefusalCode.RULES_CHANGED: lambda: other_rules(table()).refused(DEALER, c.CallNoMoreBets),
    CommandRefusalCode.RULES_NOT_IN_FORCE: lambda: past("co-2013").refused(BOSS, c.OpenTable, **OPENING),
    CommandRefusalCode.TOURNAMENT_NOT_IN_TEXT: lambda: Play("sd", opened=False).refused(
        BOSS, c.OpenTable, **{**OPENING, "float_count": 0}, tournament="spring", event="open"
    ),
    CommandRefusalCode.TOURNAMENT_TABLE: lambda: for_points().refused(ANN, c.PlaceWager, **SEVENTEEN),
    CommandRefusalCode.SEAT_UNKNOWN: lambda: table().refused(ANN, c.LeaveSeat, seat=9),
    CommandRefusalCode.SEAT_EMPTY: lambda: table().refused(ANN, c.LeaveSeat, seat=2),
    CommandRefusalCode.SEAT_NOT_YOURS: lambda: table().refused(BOB, c.LeaveSeat, seat=1),
    CommandRefusalCode.SEAT_TAKEN: lambda: table().refused(BOB, c.TakeSeat, seat=1, player="bob"),
    CommandRefusalCode.PLAYER_SEATED: lambda: table().refused(ANN, c.TakeSeat, seat=2, player="ann"),
    CommandRefusalCode.SEAT_IN_PLAY: lambda: table().refused(ANN, c.LeaveSeat, seat=1),
    CommandRefusalCode.TEXT_MISSING: lambda: table().refused(DEALER, c.ReportIrregularity, what=""),
    CommandRefusalCode.TEXT_TOO_LONG: lambda: table().refused(DEALER, c.ReportIrregularity, what="x" * 1001),
    CommandRefusalCode.TEXT_NOT_PLAIN: lambda: table().refused(DEALER, c.ReportIrregularity, what="ball \u202echipped"),
    CommandRefusalCode.BETS_CLOSED: lambda: late(table()).refused(ANN, c.PlaceWager, **SEVENTEEN),
    CommandRefusalCode.LAYOUT_LOCKED: lambda: locked(table()).refused(ANN, c.PlaceWager, **SEVENTEEN),
    CommandRefusalCode.STEP_OUT_OF_ORDER: lambda: table().refused(DEALER, c.PayWinners),
    CommandRefusalCode.CORRECTION_PENDING: lambda: correcting().refused(DEALER, c.SpinBall, wheel=CW, ball=CCW),
    CommandRefusalCode.PLAY_ENDED: lambda: over(table()).refused(ANN, c.PlaceWager, **SEVENTEEN),
    CommandRefusalCode.DEALER_NOT_IN_CHARGE: lambda: table().refused(Actor("dan", Role.DEALER), c.CallNoMoreBets),
    CommandRefusalCode.MESSAGE_REPEATED: lambda: at_terminals().refused(
        Actor("device-7-1", Role.DEVICE), c.BuyChips, seat=1, amount=100, chips=Chips.ELECTRONIC
    ),
    CommandRefusalCode.SUPERVISOR_NOT_ON_SHIFT: lambda: table().refused(Actor("sid", Role.SUPERVISOR), c.EndPlay),
    CommandRefusalCode.DEALER_MAY_NOT_PLAY: lambda: table().refused(DEALER, c.TakeSeat, seat=2, player="dora"),
    CommandRefusalCode.LICENSE_NOT_RECORDED: lambda: closed().refused(BOSS, p.AdjustWheel, **SIGNED),
    CommandRefusalCode.DECISION_PENDING: lambda: irregular(table()).refused(DEALER, c.SpinBall, wheel=CW, ball=CCW),
    CommandRefusalCode.CHECK_MISSING: lambda: closed().refused(BOSS, p.InspectTable, checks={}),
    CommandRefusalCode.GAME_OPEN: lambda: table().refused(BOSS, p.AdjustWheel, **SIGNED),
    CommandRefusalCode.PLACE_NOT_APPROVED: lambda: closed().refused(BOSS, p.AdjustWheel, **SIGNED, away=True),
    CommandRefusalCode.TABLE_NOT_INSPECTED: lambda: closed().refused(BOSS, c.OpenTable, **OPENING),
    CommandRefusalCode.CHECK_FAILED: lambda: leaning().refused(BOSS, c.OpenTable, **OPENING),
    CommandRefusalCode.PART_NOT_INSPECTED: lambda: replaced().refused(BOSS, c.OpenTable, **OPENING),
    CommandRefusalCode.SIGN_NOT_POSTED: lambda: unposted().refused(BOSS, c.OpenTable, **OPENING),
    CommandRefusalCode.SIGN_OUTDATED: lambda: closed().refused(BOSS, p.PostSign, **SIGN | {"digest": "0" * 16}),
    CommandRefusalCode.SIGN_NOT_APPROVED: lambda: lapsed().refused(BOSS, c.OpenTable, **OPENING),
    CommandRefusalCode.BALL_NOT_INSPECTED: lambda: ball_out(table()).refused(DEALER, c.SpinBall, wheel=CW, ball=CCW),
    CommandRefusalCode.SPIN_NOT_VALID: lambda: same_way(table()).refused(
        DEALER, c.AnnounceNumber, number="1", revolutions=4
    ),
    CommandRefusalCode.NUMBER_UNKNOWN: lambda: late(table()).refused(
        DEALER, c.AnnounceNumber, number="37", revolutions=4
    ),
    CommandRefusalCode.REVOLUTIONS_TOO_FEW: lambda: late(table()).refused(
        DEALER, c.AnnounceNumber, number="1", revolutions=3
    ),
    CommandRefusalCode.REASON_NOT_OPEN: lambda: late(table()).refused(
        DEALER, c.CallNoSpin, reason=NoSpinReason.SUPERVISOR_DECISION
    ),
    CommandRefusalCode.CHOICE_OVER: lambda: table().refused(
        ANN, c.ChooseInPrison, seat=1, spot="red", choice=Choice.HALF
    ),
    CommandRefusalCode.CHOICE_PENDING: lambda: prison().refused(DEALER, c.CollectLosers),
    CommandRefusalCode.FIFTHS_NOT_MOVED: lambda: fifths().refused(DEALER, c.CollectLosers),
    CommandRefusalCode.NOTHING_TO_DO: lambda: table().refused(BOSS, c.InspectBall, fit=True),
    CommandRefusalCode.DISPUTE_UNKNOWN: lambda: table().refused(
        BOSS, c.DecideDispute, dispute=1, decision="x", why="y"
    ),
    CommandRefusalCode.ROUND_UNKNOWN: lambda: table().refused(DEALER, c.RaiseDispute, round=9, what="x"),
    CommandRefusalCode.AMOUNT_NOT_POSITIVE: lambda: table().refused(DEALER, c.BuyChips, seat=1, amount=0),
    CommandRefusalCode.VERBAL_NOT_ACCEPTED: lambda: table().refused(
        ANN, c.OfferVerbalWager, seat=1, spot="17", cash=100
    ),
    CommandRefusalCode.CHIPS_NOT_ACCEPTED: lambda: table().refused(
        ANN, c.PlaceWager, **SEVENTEEN, chips=Chips.ELECTRONIC
    ),
    CommandRefusalCode.CHIPS_NOT_SET: lambda: unset().refused(DEALER, c.BuyChips, seat=1, amount=100),
    CommandRefusalCode.CHIPS_IN_PLAY: lambda: table().refused(ANN, c.SetChips, seat=1, color="pink", value=100),
    CommandRefusalCode.COLOR_TAKEN: lambda: unset().refused(ANN, c.SetChips, seat=1, color="red", value=100),
    CommandRefusalCode.VALUE_COLOR_IN_USE: lambda: value_seventeen().refused(BOB, c.PlaceWager, **VALUE_18),
    CommandRefusalCode.TIP_WAGER_RESTRICTED: lambda: no_tips().refused(ANN, c.PlaceWager, **SEVENTEEN, tip=True),
    CommandRefusalCode.WAGER_NOT_STANDING: lambda: table().refused(ANN, c.TakeDown, **SEVENTEEN),
    CommandRefusalCode.WAGER_IMPRISONED: lambda: prison(settled=True).refused(
        ANN, c.TakeDown, seat=1, spot="red", stake=500
    ),
    CommandRefusalCode.STACK_TOO_SMALL: lambda: table(amount=0).refused(ANN, c.PlaceWager, **SEVENTEEN),
    CommandRefusalCode.FLOAT_TOO_SMALL: lambda: table().refused(DEALER, c.BuyChips, seat=1, amount=FLOAT + 100),
    CommandRefusalCode.SAME_PERSON: lambda: _slip().refused(Actor("sue", Role.CASHIER), m.PrepareSlip, slip=1),
    CommandRefusalCode.SLIP_UNKNOWN: lambda: table().refused(CASHIER, m.PrepareSlip, slip=1),
    CommandRefusalCode.SLIP_DIFFERS: lambda: _slip(carried=True).refused(DEALER, m.AcceptSlip, slip=1, chips={500: 9}),
    CommandRefusalCode.TICKET_UNKNOWN: lambda: table().refused(CASHIER, m.RedeemTicket, ticket="7-1-123456"),
    CommandRefusalCode.COUPON_UNKNOWN: lambda: table().refused(ANN, c.PlaceWager, **RED, coupon=500, serial="A1"),
    CommandRefusalCode.CLAIM_UNKNOWN: lambda: table().refused(BOSS, m.SettleClaim, player="ann", amount=1, why="x"),
    CommandRefusalCode.SECOND_UNKNOWN: lambda: table().refused(BOSS, m.GiveSecond, request=1),
}


def _slip(*, carried: bool = False) -> Play:
    """A fill in progress."""
    play = table()
    play.does(BOSS, m.RequestSlip, kind=SlipKind.FILL, chips={500: 10})
    if carried:
        play.does(CASHIER, m.PrepareSlip, slip=1)
        play.does(Actor("gus", Role.SECURITY), m.CarrySlip, slip=1)
    return play


def touched(play: Play | None = None) -> Play:
    """An external part was replaced, and nothing was inspected since."""
    play = licensed(play or Play("co-2014", opened=False, setup=setup(external_parts=True)))
    play.does(BOSS, p.ReplacePart, **SIGNED)
    return play


def fifths() -> Play:
    play = table("nj", offers=["five-adjacent"])
    play.bet(1, "adjacent-17", 500)
    play.crown("17")
    return play


def unset() -> Play:
    play = Play("co-2014")
    play.does(ANN, c.TakeSeat, seat=1, player="ann")
    return play


def no_tips() -> Play:
    return table(setup=setup(tip_wagers=False))


@pytest.mark.parametrize("code", [*CommandRefusalCode])
def test_every_step_code_can_be_met(code: CommandRefusalCode) -> None:
    """`refused` has also seen that it reads well, also from its record, and cites."""
    assert ONE[code]().code == code


def test_the_order_holds_every_code_once() -> None:
    assert sorted(PRECEDENCE) == sorted([*CommandRefusalCode, *RefusalCode])
    assert len(set(PRECEDENCE)) == len(PRECEDENCE)


# Two at once: both codes apply to the command, and the one that stands first in the public order is given.

Case = tuple[str, str, Callable[[], Refusal]]
PAIRS: list[Case] = [
    ("role-not-allowed", "check-missing", lambda: closed().refused(ANN, p.InspectTable, checks={})),
    (
        "text-missing",
        "game-open",
        lambda: table().refused(BOSS, p.AdjustWheel, **(SIGNED | {"license": " "})),
    ),
    (
        "text-missing",
        "check-missing",
        lambda: closed().refused(BOSS, p.InspectTable, checks={p.Check.BALL: False}),
    ),
    (
        "text-missing",
        "table-not-inspected",
        lambda: closed().refused(BOSS, c.OpenTable, **(OPENING | {"dealer": " "})),
    ),
    ("text-missing", "nothing-to-do", lambda: closed().refused(DIRECTOR, p.InspectReplacement, fit=False)),
    ("step-out-of-order", "game-open", lambda: late(table()).refused(BOSS, p.AdjustWheel, **SIGNED)),
    (
        "check-missing",
        "nothing-to-do",
        lambda: closed().refused(BOSS, p.InspectTable, checks={p.Check.LAYOUT: True}),
    ),
    (
        "table-not-inspected",
        "amount-not-positive",
        lambda: closed().refused(BOSS, c.OpenTable, **(OPENING | {"float_count": -1})),
    ),
    ("table-not-inspected", "part-not-inspected", lambda: touched().refused(BOSS, c.OpenTable, **OPENING)),
    (
        "part-not-inspected",
        "amount-not-positive",
        lambda: replaced().refused(BOSS, c.OpenTable, **(OPENING | {"float_count": -1})),
    ),
    (
        "table-not-inspected",
        "ball-not-inspected",
        lambda: touched(ball_out(table())).refused(DEALER, c.SpinBall, wheel=CW, ball=CCW),
    ),
    ("role-not-allowed", "clock-went-back", lambda: later(table()).refused(GUARD, c.PlaceWager, **SEVENTEEN)),
    ("role-not-allowed", "table-closed", lambda: Play("sd", opened=False).refused(ANN, c.PayWinners)),
    ("role-not-allowed", "table-open", lambda: table().refused(DEALER, c.OpenTable, **OPENING)),
    ("role-not-allowed", "seat-unknown", lambda: table().refused(GUARD, c.LeaveSeat, seat=9)),
    ("clock-went-back", "table-open", lambda: later(table()).refused(BOSS, c.OpenTable, **OPENING)),
    ("clock-went-back", "step-out-of-order", lambda: later(table()).refused(DEALER, c.PayWinners)),
    ("clock-went-back", "rules-changed", lambda: other_rules(later(table())).refused(DEALER, c.PayWinners)),
    ("table-closed", "seat-empty", lambda: Play("sd", opened=False).refused(ANN, c.LeaveSeat, seat=1)),
    ("table-open", "text-missing", lambda: table().refused(BOSS, c.OpenTable, **(OPENING | {"dealer": ""}))),
    ("rules-changed", "rules-not-in-force", lambda: kept(past("co-2013")).refused(BOSS, c.OpenTable, **OPENING)),
    (
        "rules-not-in-force",
        "text-missing",
        lambda: past("co-2013").refused(BOSS, c.OpenTable, **(OPENING | {"dealer": ""})),
    ),
    ("rules-changed", "seat-empty", lambda: other_rules(table()).refused(ANN, c.LeaveSeat, seat=2)),
    ("rules-changed", "step-out-of-order", lambda: other_rules(table()).refused(DEALER, c.PayWinners)),
    ("seat-unknown", "text-missing", lambda: table().refused(DEALER, c.TakeSeat, seat=9, player="")),
    ("seat-empty", "bets-closed", lambda: late(table()).refused(BOB, c.PlaceWager, **(SEVENTEEN | {"seat": 2}))),
    ("seat-not-yours", "bets-closed", lambda: late(table()).refused(BOB, c.PlaceWager, **SEVENTEEN)),
    ("seat-not-yours", "seat-taken", lambda: table().refused(BOB, c.TakeSeat, seat=1, player="carl")),
    ("seat-not-yours", "player-seated", lambda: table().refused(BOB, c.TakeSeat, seat=2, player="ann")),
    ("seat-taken", "player-seated", lambda: table(seats=2).refused(DEALER, c.TakeSeat, seat=1, player="bob")),
    ("seat-taken", "text-missing", lambda: table().refused(DEALER, c.TakeSeat, seat=1, player="")),
    (
        "seat-empty",
        "text-missing",
        lambda: disputed().refused(BOSS, c.DecideDispute, dispute=1, decision="", why="y", awards={2: 1}),
    ),
    (
        "seat-empty",
        "dispute-unknown",
        lambda: table().refused(BOSS, c.DecideDispute, dispute=1, decision="x", why="y", awards={2: 1}),
    ),
    (
        "text-missing",
        "dispute-unknown",
        lambda: table().refused(BOSS, c.DecideDispute, dispute=1, decision="", why="y"),
    ),
    ("text-missing", "round-unknown", lambda: table().refused(DEALER, c.RaiseDispute, round=9, what="")),
    ("text-missing", "step-out-of-order", lambda: late(table()).refused(BOSS, c.CorrectNumber, number="1", why="")),
    (
        "text-missing",
        "step-out-of-order",
        lambda: late(table()).refused(BOSS, c.ChangeShift, dealer="", supervisor="x", float_count=0),
    ),
    ("text-missing", "decision-pending", lambda: irregular(table()).refused(DEALER, c.ReportIrregularity, what="")),
    ("text-missing", "nothing-to-do", lambda: table().refused(BOSS, c.DecideIrregularity, decision="", why="")),
    (
        "text-missing",
        "amount-not-positive",
        lambda: table().refused(BOSS, m.SettleClaim, player="ann", amount=0, why=""),
    ),
    ("text-missing", "amount-not-positive", lambda: unset().refused(ANN, c.SetChips, seat=1, color="", value=0)),
    ("seat-in-play", "step-out-of-order", lambda: late(table()).refused(BOSS, c.CloseTable, float_count=0)),
    (
        "bets-closed",
        "amount-not-positive",
        lambda: late(table()).refused(ANN, c.MoveWager, **(SEVENTEEN | {"to": "20", "stake": 0})),
    ),
    ("bets-closed", "spot-unknown", lambda: late(table()).refused(ANN, c.PlaceWager, **(SEVENTEEN | {"spot": "1-36"}))),
    ("bets-closed", "nothing-to-do", lambda: late(table()).refused(ANN, c.Rebet, seat=1)),
    ("bets-closed", "stack-too-small", lambda: late(table(amount=0)).refused(ANN, c.PlaceWager, **SEVENTEEN)),
    (
        "bets-closed",
        "verbal-not-accepted",
        lambda: late(table()).refused(ANN, c.OfferVerbalWager, seat=1, spot="17", cash=100),
    ),
    (
        "bets-closed",
        "chips-not-accepted",
        lambda: late(table()).refused(ANN, c.PlaceWager, **SEVENTEEN, chips=Chips.ELECTRONIC),
    ),
    ("layout-locked", "wager-not-standing", lambda: locked(table()).refused(ANN, c.TakeDown, **SEVENTEEN)),
    (
        "step-out-of-order",
        "decision-pending",
        lambda: irregular(late(table())).refused(DEALER, c.SpinBall, wheel=CW, ball=CCW),
    ),
    ("step-out-of-order", "decision-pending", lambda: irregular(table()).refused(DEALER, c.PlaceCrown)),
    (
        "decision-pending",
        "ball-not-inspected",
        lambda: irregular(ball_out(table())).refused(DEALER, c.SpinBall, wheel=CW, ball=CCW),
    ),
    (
        "decision-pending",
        "spin-not-valid",
        lambda: irregular(same_way(table())).refused(DEALER, c.AnnounceNumber, number="1", revolutions=4),
    ),
    (
        "spin-not-valid",
        "number-unknown",
        lambda: same_way(table()).refused(DEALER, c.AnnounceNumber, number="37", revolutions=4),
    ),
    (
        "number-unknown",
        "revolutions-too-few",
        lambda: late(table()).refused(DEALER, c.AnnounceNumber, number="37", revolutions=3),
    ),
    (
        "step-out-of-order",
        "reason-not-open",
        lambda: table().refused(DEALER, c.CallNoSpin, reason=NoSpinReason.SUPERVISOR_DECISION),
    ),
    ("decision-pending", "choice-pending", lambda: irregular(prison()).refused(DEALER, c.CollectLosers)),
    ("decision-pending", "fifths-not-moved", lambda: irregular(fifths()).refused(DEALER, c.CollectLosers)),
    (
        "choice-over",
        "spot-unknown",
        lambda: table().refused(ANN, c.ChooseInPrison, seat=1, spot="1-36", choice=Choice.HALF),
    ),
    (
        "amount-not-positive",
        "chips-not-accepted",
        lambda: table().refused(DEALER, c.BuyChips, seat=1, amount=0, chips=Chips.PLAQUE),
    ),
    (
        "amount-not-positive",
        "wager-not-standing",
        lambda: table().refused(ANN, c.TakeDown, **(SEVENTEEN | {"stake": 0})),
    ),
    ("amount-not-positive", "spot-unknown", lambda: table().refused(ANN, c.TakeDown, seat=1, spot="1-36", stake=0)),
    ("amount-not-positive", "chips-in-play", lambda: table().refused(ANN, c.SetChips, seat=1, color="pink", value=0)),
    (
        "chips-not-accepted",
        "spot-unknown",
        lambda: table().refused(ANN, c.PlaceWager, seat=1, spot="1-36", stake=1, chips=Chips.ELECTRONIC),
    ),
    (
        "chips-not-accepted",
        "stack-too-small",
        lambda: table().refused(ANN, c.PlaceWager, **SEVENTEEN, chips=Chips.PLAQUE),
    ),
    (
        "verbal-not-accepted",
        "spot-unknown",
        lambda: table().refused(ANN, c.OfferVerbalWager, seat=1, spot="1-36", cash=100),
    ),
    ("chips-not-set", "spot-unknown", lambda: unset().refused(ANN, c.PlaceWager, seat=1, spot="1-36", stake=1)),
    ("chips-not-set", "stack-too-small", lambda: unset().refused(ANN, c.PlaceWager, **SEVENTEEN)),
    ("chips-in-play", "color-taken", lambda: table().refused(ANN, c.SetChips, seat=1, color="red", value=100)),
    (
        "stack-too-small",
        "spot-unknown",
        lambda: table(amount=0).refused(ANN, c.PlaceWager, seat=1, spot="1-36", stake=100),
    ),
    (
        "stack-too-small",
        "stake-above-maximum",
        lambda: limited(0).refused(ANN, c.PlaceWager, seat=1, spot="17", stake=900),
    ),
    (
        "stack-too-small",
        "stake-not-whole-chips",
        lambda: table(amount=0).refused(ANN, c.PlaceWager, seat=1, spot="17", stake=150),
    ),
    (
        "stack-too-small",
        "coupon-wrong-wager",
        lambda: table(amount=0).refused(ANN, c.PlaceWager, **SEVENTEEN, coupon=100),
    ),
    (
        "tip-wager-restricted",
        "stack-too-small",
        lambda: poor_tipper().refused(ANN, c.PlaceWager, **SEVENTEEN, tip=True),
    ),
    (
        "tip-wager-restricted",
        "spot-unknown",
        lambda: no_tips().refused(ANN, c.PlaceWager, seat=1, spot="1-36", stake=100, tip=True),
    ),
    (
        "tip-wager-restricted",
        "stake-not-positive",
        lambda: no_tips().refused(ANN, c.PlaceWager, seat=1, spot="17", stake=0, tip=True),
    ),
    (
        "value-color-in-use",
        "stack-too-small",
        lambda: value_seventeen().refused(BOB, c.PlaceWager, **(VALUE_18 | {"stake": 99_900})),
    ),
    (
        "value-color-in-use",
        "stake-not-positive",
        lambda: value_seventeen().refused(BOB, c.PlaceWager, **(VALUE_18 | {"stake": 0})),
    ),
    (
        "wager-imprisoned",
        "stake-not-whole-chips",
        lambda: prison(settled=True).refused(ANN, c.TakeDown, seat=1, spot="red", stake=150),
    ),
    ("wager-not-standing", "spot-unknown", lambda: table().refused(ANN, c.TakeDown, seat=1, spot="1-36", stake=100)),
    (
        "wager-not-standing",
        "spot-unknown",
        lambda: table().refused(ANN, c.MoveWager, seat=1, spot="17", to="1-36", stake=100),
    ),
    (
        "nothing-to-do",
        "stake-above-maximum",
        lambda: full().refused(ANN, c.MoveWager, seat=1, spot="17", to="17", stake=400),
    ),
    (
        "chips-not-accepted",
        "stake-not-positive",
        lambda: value_seventeen().refused(BOB, c.PlaceWager, **(VALUE_18 | {"stake": 0, "color": ""})),
    ),
    ("role-not-allowed", "seat-not-yours", lambda: table().refused(BOB, c.BuyChips, seat=1, amount=100)),
    ("role-not-allowed", "table-closed", lambda: Play("sd", opened=False).refused(ANN, c.BuyChips, seat=1, amount=1)),
    (
        "stake-not-positive",
        "stake-below-minimum",
        lambda: limited(500).refused(ANN, c.PlaceWager, seat=1, spot="17", stake=0),
    ),
    (
        "stake-not-whole-chips",
        "stake-above-maximum",
        lambda: limited(500).refused(ANN, c.PlaceWager, seat=1, spot="17", stake=950),
    ),
    (
        "stake-above-maximum",
        "coupon-wrong-wager",
        lambda: limited(900).refused(ANN, c.PlaceWager, seat=1, spot="17", stake=900, coupon=100),
    ),
]


def disputed() -> Play:
    play = table()
    play.does(DEALER, c.RaiseDispute, round=1, what="x")
    return play


def limited(amount: int) -> Play:
    return table(amount=amount, limits={"minimum": 100, "maximum": 400})


def full() -> Play:
    play = limited(500)
    play.bet(1, "17", 400)
    return play


def poor_tipper() -> Play:
    return table(amount=0, setup=setup(tip_wagers=False))


@pytest.mark.parametrize(
    ("one", "other", "ask"), PAIRS, ids=[f"{one} and {other} {n}" for n, (one, other, _) in enumerate(PAIRS)]
)
def test_of_two_refusals_the_first_in_the_public_order_is_given(
    one: str, other: str, ask: Callable[[], Refusal]
) -> None:
    refusal = ask()
    assert refusal.code in (one, other)
    assert refusal.code == min(one, other, key=[str(code) for code in PRECEDENCE].index)


@pytest.mark.parametrize("amount", [2**63, 2**64, 10**30, -(2**64), -(10**30)])
def test_no_amount_is_too_large_to_be_refused_on_record(amount: int) -> None:
    """A refusal leaves a record, so that the facts of each one fit into it."""
    play = disputed()
    for by, kind, fields in (
        (ANN, c.PlaceWager, {"seat": 1, "spot": "17", "stake": amount}),
        (ANN, c.PlaceWager, {"seat": 1, "spot": "red", "stake": 100, "coupon": amount}),
        (ANN, c.TakeDown, {"seat": 1, "spot": "17", "stake": amount}),
        (ANN, c.SetChips, {"seat": 1, "color": "pink", "value": amount}),
        (ANN, c.LeaveSeat, {"seat": amount}),
        (ANN, c.GiveTip, {"seat": 1, "amount": amount, "chips": Chips.NON_VALUE}),
        (DEALER, c.BuyChips, {"seat": 1, "amount": amount}),
        (DEALER, c.RaiseDispute, {"round": amount, "what": "x"}),
        (BOSS, m.RequestSlip, {"kind": SlipKind.FILL, "chips": {amount: 1}}),
        (BOSS, c.CloseTable, {"float_count": amount}),
        (BOSS, c.DecideDispute, {"dispute": amount, "decision": "x", "why": "y"}),
        (BOSS, c.DecideDispute, {"dispute": 1, "decision": "x", "why": "y", "awards": {1: amount}}),
    ):
        play.refused(by, kind, **fields)
    late(play).refused(DEALER, c.AnnounceNumber, number="17", revolutions=-abs(amount))
