"""evolve: applies an event to the tournament. It never refuses."""

from __future__ import annotations

from typing import assert_never

from croupier.terms.money import Cents
from croupier.tournament import event as e
from croupier.tournament.command import TableStep
from croupier.tournament.posting import entry as postings
from croupier.tournament.setup import PrizeKind, TournamentSetup
from croupier.tournament.state import (
    AssignedTable,
    Entrant,
    EntryStatus,
    EventProgress,
    EventStage,
    SplitProposal,
    TableWager,
    Tournament,
    TournamentStage,
    TournamentTable,
    TournamentVoucher,
)


def evolve(tournament: Tournament, event: e.TournamentEvent) -> None:
    """Applies the event to the tournament and its accounts."""
    moved = postings(event)
    if moved.postings:
        tournament.balances.apply(moved)
    match event:
        case e.TournamentDrafted() | e.TournamentChanged():
            _draft(tournament, event.setup, event.rules_digest)
        case e.RulesFiled():
            tournament.filed_at = event.at
            if tournament.stage is not TournamentStage.OPEN:
                tournament.stage = TournamentStage.FILED
        case e.RulesFoundUnacceptable():
            tournament.unacceptable.add(event.digest)
            tournament.filed_at, tournament.stage = None, TournamentStage.UNACCEPTABLE
        case e.RegistrationOpened():
            tournament.stage = TournamentStage.OPEN
            tournament.events[event.event].stage = EventStage.REGISTRATION
        case e.EntryMade():
            _enter(tournament, event)
        case e.EntryWithdrawn():
            entry = tournament.entries[event.entry]
            _leave(tournament, entry, EntryStatus.WITHDRAWN)
            if event.buy_in.voucher or event.fee.voucher:
                used = tournament.vouchers[event.buy_in.voucher or event.fee.voucher]
                used.used_by, used.was_payout = 0, None
        case e.RegistrationClosed():
            tournament.events[event.event].stage = EventStage.REGISTERED
        case e.VoucherLapsed():
            tournament.vouchers[event.voucher].lapsed = True
        case e.EscrowDeposited():
            tournament.escrowed = Cents(tournament.escrowed + event.amount)
        case e.FeesCounted():
            for entry in tournament.entries.values():
                entry.fee_counted = entry.fee_counted or entry.month == event.month
        case e.PoolRaised() | e.PoolReturned() | e.EscrowReleased():
            pass  # only the accounts change
        case e.DrawCommitted():
            progress = tournament.events[event.event]
            progress.commitment = event
            progress.nonces = {}
        case e.NonceAdded():
            tournament.events[event.event].nonces[event.entry] = event.nonce
        case e.SeatsDrawn():
            _seat(tournament, event)
        case e.ColorsValued():
            tournament.colors = event.values
        case (
            e.RoundStarted()
            | e.EntrantSeated()
            | e.EntrantAdded()
            | e.GameOpened()
            | e.PointsWagered()
            | e.GameSettled()
            | e.GameVoided()
            | e.ChipsPurchased()
            | e.EntryEliminated()
            | e.TablesBalanced()
            | e.PointsCorrected()
            | e.EntryReinstated()
            | e.RoundReopened()
            | e.TieDecided()
            | e.RoundEnded()
        ):
            _play(tournament, event)
        case e.TableAssigned():
            _assign(tournament, event)
        case e.TableFollowed():
            _follow(tournament.assigned[event.place], event)
        case e.PlayerDisqualified():
            tournament.barred |= set(event.persons)
            for number in event.entries:
                _leave(tournament, tournament.entries[number], EntryStatus.DISQUALIFIED)
                progress = tournament.events[tournament.entries[number].event]
                progress.proposal = progress.granted = None
        case e.SplitProposed():
            tournament.events[event.event].proposal = SplitProposal(dict(event.amounts), event.by)
        case e.SplitAgreed():
            proposal = tournament.events[event.event].proposal
            if proposal is not None:
                proposal.agreed.add(event.entry)
        case e.SplitRefused():
            tournament.events[event.event].proposal = None
        case e.SplitGranted():
            progress = tournament.events[event.event]
            progress.granted, progress.stage = dict(event.amounts), EventStage.BETWEEN
        case e.EventConcluded():
            _conclude(tournament, event)
        case e.EventReopened():
            _reopen(tournament, event)
        case e.PrizePaid():
            tournament.paid.add(event.award)
        case e.TournamentClosed():
            tournament.stage = TournamentStage.CLOSED
        case e.TournamentCanceled():
            tournament.stage, tournament.canceled = TournamentStage.CONCLUDED, True
        case _:
            assert_never(event)


_Play = (
    e.RoundStarted
    | e.EntrantSeated
    | e.EntrantAdded
    | e.GameOpened
    | e.PointsWagered
    | e.GameSettled
    | e.GameVoided
    | e.ChipsPurchased
    | e.EntryEliminated
    | e.TablesBalanced
    | e.PointsCorrected
    | e.EntryReinstated
    | e.RoundReopened
    | e.TieDecided
    | e.RoundEnded
)


def _play(tournament: Tournament, event: _Play) -> None:
    """What happens in rounds and games."""
    entries = tournament.entries
    match event:
        case e.RoundStarted():
            _start(tournament, event)
        case e.EntrantSeated():
            entries[event.entry].seated = True
        case e.EntrantAdded():
            entry = entries[event.entry]
            entry.table, entry.seat, entry.points = event.table, event.seat, event.points
        case e.GameOpened():
            table = tournament.events[event.event].tables[event.table]
            table.is_open = True
            table.at_start = {each.number: each.points for each in tournament.at_table(event.event, event.table)}
        case e.PointsWagered():
            entry = entries[event.entry]
            table = tournament.events[entry.event].tables[entry.table]
            table.wagers.append(TableWager(event.entry, event.spot, event.points))
            entry.points = entry.points - event.points
        case e.GameSettled():
            table = tournament.events[event.event].tables[event.table]
            for number, points in event.points:
                entries[number].points = points
            table.last_number = event.number
            _end_game(table, counts=True)
        case e.GameVoided():
            table = tournament.events[event.event].tables[event.table]
            for wager in table.wagers:
                entries[wager.entry].points = entries[wager.entry].points + wager.points
            _end_game(table, counts=False)
        case e.ChipsPurchased():
            entry = entries[event.entry]
            entry.points, entry.purchases = entry.points + event.points, entry.purchases + 1
            entry.paid = Cents(entry.paid + event.payment.amount)
        case e.EntryEliminated():
            entry = entries[event.entry]
            _leave(tournament, entry, EntryStatus.ELIMINATED)
            entry.round_out, entry.game_out = event.round, event.game
        case e.TablesBalanced():
            for moved in event.moves:
                entries[moved.entry].table, entries[moved.entry].seat = moved.table, moved.seat
            tournament.events[event.event].tables.pop(event.broken, None)
        case e.PointsCorrected():
            entries[event.entry].points = event.points
        case e.EntryReinstated():
            _return(tournament, entries[event.entry])
            entries[event.entry].points = event.points
        case e.RoundReopened():
            progress = tournament.events[event.event]
            progress.stage, progress.drawn, progress.commitment = EventStage.PLAYING, False, None
            progress.proposal = progress.granted = None
            for entry in tournament.of_event(event.event):
                if entry.cut and entry.round_out == event.round and entry.status is EntryStatus.ELIMINATED:
                    _return(tournament, entry)
        case e.TieDecided():
            tournament.events[event.event].ties.append(event.order)
        case e.RoundEnded():
            progress = tournament.events[event.event]
            progress.stage, progress.commitment, progress.drawn = EventStage.BETWEEN, None, False
            for number in event.out:
                entry = entries[number]
                _leave(tournament, entry, EntryStatus.ELIMINATED)
                entry.round_out, entry.cut = event.round, True
        case _:
            assert_never(event)


def _draft(tournament: Tournament, setup: TournamentSetup, digest: str) -> None:
    tournament.setup, tournament.rules_digest, tournament.filed_at = setup, digest, None
    tournament.stage = TournamentStage.DRAFTED
    tournament.events = {each.id: EventProgress(each.id) for each in setup.events}
    tournament.colors = setup.chips.colors


def _enter(tournament: Tournament, event: e.EntryMade) -> None:
    tournament.entries[event.entry] = Entrant(
        event.entry, event.event, event.person, event.name, event.fee, event.buy_in, event.month, event.licensee
    )
    tournament.entries[event.entry].paid = event.buy_in.amount
    tournament.active[event.person] = event.entry
    number = event.buy_in.voucher or event.fee.voucher
    if number:
        used = tournament.vouchers[number]
        used.used_by, used.was_payout = event.entry, bool(event.fee.amount) or not _admits_free(tournament, event.event)


def _admits_free(tournament: Tournament, event: str) -> bool:
    plan = tournament.setup.event(event) if tournament.setup else None
    return plan is not None and plan.is_free


def _leave(tournament: Tournament, entry: Entrant, status: EntryStatus) -> None:
    entry.status = status
    if tournament.active.get(entry.person) == entry.number:
        del tournament.active[entry.person]


def _return(tournament: Tournament, entry: Entrant) -> None:
    entry.status, entry.round_out, entry.game_out, entry.cut = EntryStatus.ACTIVE, 0, 0, False
    entry.declined = False
    tournament.active[entry.person] = entry.number


def _seat(tournament: Tournament, event: e.SeatsDrawn) -> None:
    progress = tournament.events[event.event]
    progress.drawn = True
    if event.seed and event.round not in progress.draws:
        progress.draws.append(event.round)
    for drawn in event.seats:
        entry = tournament.entries[drawn.entry]
        entry.next_table, entry.next_seat = drawn.table, drawn.seat


def _start(tournament: Tournament, event: e.RoundStarted) -> None:
    tournament.has_played = True
    progress = tournament.events[event.event]
    progress.stage, progress.round, progress.ties = EventStage.PLAYING, event.round, []
    progress.round_since = event.at
    for number, points in event.points:
        entry = tournament.entries[number]
        entry.table, entry.seat, entry.points, entry.seated = entry.next_table, entry.next_seat, points, False
    numbers = sorted({tournament.entries[number].table for number, _ in event.points})
    progress.tables = {number: TournamentTable(number) for number in numbers}


def _assign(tournament: Tournament, event: e.TableAssigned) -> None:
    before = tournament.played_at(event.event, event.table)
    if before is not None:
        del tournament.assigned[before.place]
    if event.place:
        tournament.assigned[event.place] = AssignedTable(event.event, event.table, event.place, event.since)


def _follow(at: AssignedTable, event: e.TableFollowed) -> None:
    at.followed = event.version
    at.called = event.step is TableStep.CALLED
    if event.step is TableStep.OPENED:
        at.opened, at.joined = True, not event.misfit
    elif event.step is TableStep.CLOSED:
        at.opened = at.joined = False


def _end_game(table: TournamentTable, *, counts: bool) -> None:
    table.is_open, table.at_start, table.wagers = False, {}, []
    table.games += counts


def _conclude(tournament: Tournament, event: e.EventConcluded) -> None:
    progress = tournament.events[event.event]
    progress.stage, progress.ranking = EventStage.CONCLUDED, event.ranking
    for entry in tournament.of_event(event.event):
        if entry.is_active:
            _leave(tournament, entry, EntryStatus.FINISHED)
    progress.carried, progress.carried_to = event.carried, event.carried_to
    for award in event.awards:
        tournament.awards[award.number] = award
        tournament.awards_made = max(tournament.awards_made, award.number)
        if award.kind is PrizeKind.VOUCHER:
            number = str(award.number)
            winner = tournament.entries[award.entry]
            tournament.vouchers[number] = TournamentVoucher(
                number, winner.person, winner.number, award.event, award.amount
            )
    if all(each.stage is EventStage.CONCLUDED for each in tournament.events.values()):
        tournament.stage = TournamentStage.CONCLUDED


def _reopen(tournament: Tournament, event: e.EventReopened) -> None:
    progress = tournament.events[event.event]
    progress.stage, progress.ranking, progress.proposal, progress.granted = EventStage.BETWEEN, (), None, None
    tournament.stage = TournamentStage.OPEN
    for award in event.awards:
        tournament.awards.pop(award.number, None)
        tournament.vouchers.pop(str(award.number), None)
    for entry in tournament.of_event(event.event):
        if entry.status is EntryStatus.FINISHED:
            entry.status = EntryStatus.ACTIVE
            tournament.active[entry.person] = entry.number
