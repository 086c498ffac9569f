"""decide: turns a command into events, or into one refusal. All branches are here."""

from __future__ import annotations

from typing import assert_never

from croupier.tournament import awarding, drawing, entering, following, games, rounds, stages
from croupier.tournament import command as c
from croupier.tournament.check import PlannedTournament
from croupier.tournament.guard import TournamentDecision, guard
from croupier.tournament.state import Tournament


def decide(planned: PlannedTournament, tournament: Tournament, command: c.TournamentCommand) -> TournamentDecision:
    """What the command does. Changes nothing.

    `planned` is the tournament under its rules; for a draft or a change, under the rules of the command.
    """
    refusal = guard(planned, tournament, command)
    if refusal:
        return refusal
    match command:
        case c.DraftTournament():
            return stages.draft(planned, command)
        case c.ChangeTournament():
            return stages.change(planned, tournament, command)
        case c.FileRules():
            return stages.file_rules(planned, tournament, command)
        case c.FindUnacceptable():
            return stages.find_unacceptable(planned, tournament, command)
        case c.OpenRegistration():
            return stages.open_registration(planned, tournament, command)
        case c.EnterPlayer():
            return entering.enter(planned, tournament, command)
        case c.WithdrawEntry():
            return entering.withdraw(planned, tournament, command)
        case c.CloseRegistration():
            return stages.close_registration(planned, tournament, command)
        case c.CommitDraw():
            return drawing.commit(planned, tournament, command)
        case c.AddNonce():
            return drawing.add_nonce(planned, tournament, command)
        case c.RevealDraw():
            return drawing.reveal(planned, tournament, command)
        case c.RecordCardDraw():
            return drawing.by_cards(planned, tournament, command)
        case c.DepositEscrow():
            return stages.deposit_escrow(planned, command)
        case c.SetColorPoints():
            return stages.set_colors(planned, tournament, command)
        case c.StartRound():
            return rounds.start(planned, tournament, command)
        case c.AssignTable():
            return following.assign(planned, tournament, command)
        case c.FollowTable():
            return following.follow(planned, tournament, command)
        case c.SeatEntrant():
            return games.seat_entrant(planned, tournament, command)
        case c.OpenGame():
            return games.open_game(planned, tournament, command)
        case c.WagerPoints():
            return games.wager(planned, tournament, command)
        case c.SettleGame():
            return following.dealt_at(planned, tournament, command.event, command.table) or games.settle(
                planned, tournament, command
            )
        case c.VoidGame():
            return following.dealt_at(planned, tournament, command.event, command.table) or games.void(
                planned, tournament, command
            )
        case c.PurchaseChips():
            return games.purchase(planned, tournament, command)
        case c.DeclinePurchase():
            return games.decline(planned, tournament, command)
        case c.RedeemChips():
            return games.redeem(planned)
        case c.BalanceTables():
            return rounds.balance(planned, tournament, command)
        case c.BreakTable():
            return rounds.break_table(planned, tournament, command)
        case c.CorrectPoints():
            return rounds.correct_points(planned, tournament, command)
        case c.ReinstateEntry():
            return rounds.reinstate(planned, tournament, command)
        case c.ReopenRound():
            return rounds.reopen(planned, tournament, command)
        case c.DecideTie():
            return rounds.decide_tie(planned, tournament, command)
        case c.EndRound():
            return rounds.end(planned, tournament, command)
        case c.DisqualifyPlayer():
            return entering.disqualify(planned, tournament, command)
        case c.ProposeSplit():
            return awarding.propose(planned, tournament, command)
        case c.AgreeToSplit():
            return awarding.agree(planned, tournament, command)
        case c.RefuseSplit():
            return awarding.refuse_split(planned, tournament, command)
        case c.GrantSplit():
            return awarding.grant(planned, tournament, command)
        case c.ConcludeEvent():
            return awarding.conclude(planned, tournament, command)
        case c.ReopenEvent():
            return awarding.reopen_event(planned, tournament, command)
        case c.PayPrize():
            return awarding.pay(planned, tournament, command)
        case c.CountFees():
            return stages.count_fees(planned, tournament, command)
        case c.CloseTournament():
            return stages.close(planned, tournament)
        case c.CancelTournament():
            return stages.cancel(planned, tournament, command)
        case _:
            assert_never(command)
