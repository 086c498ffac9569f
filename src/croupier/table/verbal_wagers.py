"""Verbal wagers with cash, and late bets."""

from __future__ import annotations

from croupier.rules.procedure import ProcedureStep
from croupier.rules.wagers import Chips, Wager
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.betting import admit, betting_open, in_all
from croupier.table.money import no_float
from croupier.table.preconditions import Decision, check_amount, refuse
from croupier.table.stake import Stake
from croupier.table.state import Table, TableRules
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.refusal import Facts, Refusal, least


def offer_verbal(rules: TableRules, table: Table, command: c.OfferVerbalWager) -> Decision:
    """Takes a verbal wager, where the text accepts them; it waits until the dealer confirms it."""
    taken = rules.procedure.verbal_wagers and not rules.setup.electronic
    refusal = least(
        betting_open(rules, table, command.cash, command.spot),
        None if taken else refuse(rules, CommandRefusalCode.VERBAL_NOT_ACCEPTED, ProcedureStep.VERBAL),
    )
    if refusal:
        return refusal
    spot = admit(rules, table, Wager(command.seat, command.spot, command.cash, chips=Chips.VALUE))
    return spot if isinstance(spot, Refusal) else (e.VerbalWagerOffered(command.seat, spot.id, command.cash),)


def confirm_verbal(rules: TableRules, table: Table, command: c.ConfirmVerbalWager) -> Decision:
    """Confirms a verbal wager, before no more bets only; the cash becomes chips at once."""
    waiting = table.verbal.get(command.seat, {})
    name = command.spot or next(iter(waiting), "")
    cash = waiting.get(name, 0)
    if cash > 0 and command.cash in (0, cash):
        nothing = None
    else:
        facts = _nothing_to_confirm(name, command.cash, cash)
        nothing = refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.VERBAL, **facts)
    refusal = least(betting_open(rules, table, cash, name), nothing)
    if refusal:
        return refusal
    spot = admit(rules, table, Wager(command.seat, name, cash, chips=Chips.VALUE))
    if isinstance(spot, Refusal):
        return spot
    confirmed = e.VerbalWagerConfirmed(Stake(command.seat, spot.id, Chips.VALUE, "", tip=False, amount=cash))
    return least(in_all(rules, table, command.seat, cash), no_float(rules, table, cash)) or (confirmed,)


def _nothing_to_confirm(spot: str, heard: int, cash: int) -> Facts:
    """Why there is nothing to confirm, as facts."""
    if not cash:
        return {"what": "confirm on {spot}", "spot": spot} if spot else {"what": "confirm"}
    return {
        "what": "confirm: {amount} on {spot} was said, not {counted}",
        "amount": cash,
        "spot": spot,
        "counted": heard,
    }


def return_late_bet(rules: TableRules, table: Table, command: c.ReturnLateBet) -> Decision:
    """Records that chips placed after the call were returned; they were never a wager."""
    nothing = refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.LATE_BET, what="return: bets are open")
    refusal = least(
        nothing if betting_open(rules, table, command.stake, command.spot) is None else None,
        check_amount(rules, command.stake, "return"),
    )
    return refusal or (e.LateBetReturned(command.seat, command.spot, command.stake),)
