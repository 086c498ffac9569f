"""decide: turns a command into events, or into one refusal. All branches are here."""

from __future__ import annotations

from typing import assert_never

from croupier.equipment.command import (
    AdjustWheel,
    InspectReplacement,
    InspectTable,
    PostSign,
    RecordLicense,
    RemoveSign,
    ReplacePart,
)
from croupier.table import (
    betting,
    irregularity,
    money,
    seating,
    settling,
    spinning,
    supervising,
    verbal_wagers,
    wager_changes,
)
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.preconditions import Decision, guard
from croupier.table.state import Table, TableRules
from croupier.terms.pauses import Pausing, to_end
from croupier.terms.refusal import Refusal

LongCommand = c.CollectLosers | c.PayWinners
"""The commands that take long at a full table."""


def decide(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
    """What the command does at this table under these rules. Changes nothing."""
    if type(command) is c.PlaceWager and (placed := betting.plain_wager(rules, table, command)) is not None:
        return placed
    answer = _decide(rules, table, command)
    return answer.in_currency(rules.betting.book.money.currency) if type(answer) is Refusal else answer


def deciding(rules: TableRules, table: Table, command: LongCommand) -> Pausing[Decision]:
    """`decide` for a command that takes long at a full table, with pauses; the table must not change before the end."""
    answer = guard(rules, table, command) or (yield from _deciding(rules, table, command))
    return answer.in_currency(rules.betting.book.money.currency) if type(answer) is Refusal else answer


def _deciding(rules: TableRules, table: Table, command: LongCommand) -> Pausing[Decision]:
    match command:
        case c.CollectLosers():
            return (yield from settling.collecting(rules, table, command))
        case c.PayWinners():
            return money.covered(rules, table, (yield from settling.paying(rules, table, command)))
        case _:
            assert_never(command)


def _decide(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
    refusal = guard(rules, table, command)
    if refusal:
        return refusal
    match command:
        case c.PlaceWager():
            return betting.place_wager(rules, table, command)
        case c.MoveWager():
            return betting.move_wager(rules, table, command)
        case c.TakeDown():
            return betting.take_down(rules, table, command)
        case c.ChangeWagers():
            return wager_changes.change_wagers(rules, table, command)
        case c.Rebet():
            return betting.rebet(rules, table, command)
        case c.OfferVerbalWager():
            return verbal_wagers.offer_verbal(rules, table, command)
        case c.ConfirmVerbalWager():
            return verbal_wagers.confirm_verbal(rules, table, command)
        case c.ReturnLateBet():
            return verbal_wagers.return_late_bet(rules, table, command)
        case c.TakeSeat():
            return seating.take_seat(rules, table, command)
        case c.LeaveSeat():
            return seating.leave_seat(rules, table, command)
        case c.SetChips():
            return seating.set_chips(rules, table, command)
        case c.BuyChips():
            return seating.buy_chips(rules, table, command)
        case c.BringChips():
            return seating.bring_chips(rules, table, command)
        case c.ColorUp():
            return seating.color_up(rules, table, command)
        case c.CashOut():
            return seating.cash_out(rules, table, command)
        case c.GiveTip():
            return seating.give_tip(rules, table, command)
        case c.SpinBall():
            return spinning.spin_ball(rules, table, command)
        case c.SpinWheel():
            return spinning.spin_wheel(rules, table, command)
        case c.CallNoMoreBets():
            return spinning.call_no_more_bets(rules, table, command)
        case c.AnnounceNumber():
            return spinning.announce_number(rules, table, command)
        case c.CallNoSpin():
            return spinning.call_no_spin(rules, table, command)
        case c.InspectBall():
            return spinning.inspect_ball(rules, table, command)
        case c.ReportIrregularity():
            return irregularity.report(rules, table, command)
        case c.DecideIrregularity():
            return irregularity.direct(rules, table, command)
        case c.CarryOutDirection():
            return money.covered(rules, table, irregularity.carry_out(rules, table, command))
        case c.ObserveAction():
            return irregularity.observe(rules, table, command)
        case c.VoidRound():
            return money.covered(rules, table, irregularity.void_round(rules, table, command))
        case c.PlaceCrown():
            return spinning.place_crown(rules, table, command)
        case c.ChooseInPrison():
            return settling.choose_in_prison(rules, table, command)
        case c.MoveFifths():
            return settling.move_fifths(rules, table, command)
        case c.CollectLosers() | c.PayWinners():
            return to_end(_deciding(rules, table, command))
        case c.LiftCrown():
            return settling.lift_crown(rules, table, command)
        case c.OpenTable():
            return supervising.open_table(rules, table, command)
        case c.CloseTable():
            return supervising.close_table(rules, table, command)
        case c.ChangeShift():
            return supervising.change_shift(rules, table, command)
        case c.RelieveStaff():
            return supervising.relieve_staff(rules, table, command)
        case c.EndPlay():
            return supervising.end_play(rules, table, command)
        case m.RequestSlip():
            return money.request_slip(rules, table, command)
        case m.PrepareSlip() | m.CarrySlip() | m.AcceptSlip() | m.VoidSlip():
            return money.handle_slip(rules, table, command)
        case m.RedeemTicket():
            return money.redeem_ticket(rules, table, command)
        case m.IssueCoupons():
            return money.issue_coupons(rules, table, command)
        case m.CountDrop():
            return money.count_drop(rules, table, command)
        case m.GiveSecond():
            return _seconded(rules, table, command)
        case m.DenySecond():
            return money.deny_second(rules, table, command)
        case c.DecideDispute() | c.CorrectNumber() | m.SettleClaim():
            return money.for_two(rules, table, command, _by_one(rules, table, command))
        case c.RaiseDispute():
            return supervising.raise_dispute(rules, table, command)
        case RecordLicense() | InspectTable() | AdjustWheel() | ReplacePart() | InspectReplacement():
            return supervising.maintain_equipment(rules, table, command)
        case PostSign() | RemoveSign():
            return supervising.post(rules, table, command)
        case _:
            assert_never(command)


def _by_one(rules: TableRules, table: Table, command: c.ForTwo) -> Decision:
    """The decision before a second person is considered."""
    match command:
        case c.DecideDispute():
            return money.covered(rules, table, supervising.decide_dispute(rules, table, command))
        case c.CorrectNumber():
            return money.covered(rules, table, supervising.correct_number(rules, table, command))
        case m.SettleClaim():
            return money.settle_claim(rules, table, command)
        case _:
            assert_never(command)


def _seconded(rules: TableRules, table: Table, command: m.GiveSecond) -> Decision:
    """Decides the waiting command again, on the table as it is now."""
    asked = money.second_request(table, command)
    if isinstance(asked, Refusal):
        return asked
    decision = _by_one(rules, table, money.as_asked(asked, command.at))
    if isinstance(decision, Refusal):
        return decision
    return (e.SecondGiven(command.request, command.by.name), *decision)
