"""decide: a command becomes events, or one refusal. Every branch is in sight here."""

from __future__ import annotations

from typing import assert_never

from croupier.pit.command import AdjustWheel, InspectReplacement, InspectTable, ReplacePart
from croupier.table import betting, seating, settling, spinning, supervising
from croupier.table import command as c
from croupier.table.guard import Decision, guard
from croupier.table.state import Table, TableRules


def decide(rules: TableRules, table: Table, command: c.AnyCommand) -> Decision:
    """What the command does at this table under these rules; nothing is changed by asking."""
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
        case c.Rebet():
            return betting.rebet(rules, table, command)
        case c.OfferVerbalWager():
            return betting.offer_verbal(rules, table, command)
        case c.ConfirmVerbalWager():
            return betting.confirm_verbal(rules, table, command)
        case c.ReturnLateBet():
            return betting.return_late_bet(rules, table, command)
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
            return spinning.report_irregularity(rules, table, command)
        case c.DecideIrregularity():
            return spinning.decide_irregularity(rules, table, command)
        case c.PlaceCrown():
            return spinning.place_crown(rules, table, command)
        case c.ChooseInPrison():
            return settling.choose_in_prison(rules, table, command)
        case c.MoveFifths():
            return settling.move_fifths(rules, table, command)
        case c.CollectLosers():
            return settling.collect_losers(rules, table, command)
        case c.PayWinners():
            return settling.pay_winners(rules, table, command)
        case c.LiftCrown():
            return settling.lift_crown(rules, table, command)
        case c.OpenTable():
            return supervising.open_table(rules, table, command)
        case c.CloseTable():
            return supervising.close_table(rules, table, command)
        case c.ChangeShift():
            return supervising.change_shift(rules, table, command)
        case c.MoveFloat():
            return supervising.move_float(rules, table, command)
        case c.RaiseDispute():
            return supervising.raise_dispute(rules, table, command)
        case c.DecideDispute():
            return supervising.decide_dispute(rules, table, command)
        case c.CorrectNumber():
            return supervising.correct_number(rules, table, command)
        case InspectTable() | AdjustWheel() | ReplacePart() | InspectReplacement():
            return supervising.keep_up(rules, table, command)
        case _:
            assert_never(command)
