"""Entries: one active entry per person, the fee and buy-in, vouchers, withdrawals, disqualifications."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.day import day_of
from croupier.terms.money import Cents
from croupier.terms.refusal import Refusal
from croupier.terms.tournament_codes import TournamentCode
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.check import PlannedTournament
from croupier.tournament.command import PaidBy
from croupier.tournament.guard import TournamentDecision, active_entry, event_of, refuse
from croupier.tournament.setup import EventPlan
from croupier.tournament.state import Entrant, EntryStatus, EventProgress, EventStage, Tournament
from croupier.tournament.values import EntryPayment

_NOTHING = EntryPayment(Cents(0))


def month_of(at: int) -> str:
    """The month that a fee counts for as proceeds.

    >>> month_of(1_409_529_599_999), month_of(1_409_529_600_000)
    ('2014-08', '2014-09')
    """
    return f"{day_of(at):%Y-%m}"


def enter(planned: PlannedTournament, tournament: Tournament, command: c.EnterPlayer) -> TournamentDecision:
    plan, progress = event_of(planned, tournament, command.event)
    refusal = _may_enter(planned, tournament, command, plan, progress)
    if refusal:
        return refusal
    paid = _payments(planned, tournament, command, plan)
    if isinstance(paid, Refusal):
        return paid
    number = len(tournament.entries) + 1
    person = command.person.strip().casefold()
    made = e.EntryMade(
        number,
        plan.id,
        person,
        command.name.strip(),
        *paid,
        month_of(command.at),
        tournament.rules_digest,
        command.licensee,
    )
    if progress.stage is EventStage.REGISTRATION:
        return (made,)
    table, seat = _free_seats(tournament, plan, progress)[0]
    return (made, e.EntrantAdded(number, table, seat, plan.points))


def _may_enter(
    planned: PlannedTournament,
    tournament: Tournament,
    command: c.EnterPlayer,
    plan: EventPlan,
    progress: EventProgress,
) -> Refusal | None:
    from croupier.tournament.stages import escrowed, on_a_day, standing

    late = progress.stage is EventStage.PLAYING and progress.round <= plan.late_round
    if progress.stage is not EventStage.REGISTRATION and not late:
        facts = {"event": plan.id, "stage": progress.stage}
        early = progress.stage is EventStage.WAITING
        duty = TournamentDuty.ORDER if early else TournamentDuty.ENTRIES_CLOSE
        return refuse(planned, TournamentCode.REGISTRATION_NOT_OPEN, duty, **facts)
    if planned.law.asks(TournamentDuty.WRITTEN_RULES) and not command.handed:
        return refuse(planned, TournamentCode.RULES_NOT_HANDED, TournamentDuty.WRITTEN_RULES, name=command.name)
    if planned.setup.criteria and not command.qualified:
        facts = {"name": command.name, "criteria": planned.setup.criteria}
        return refuse(planned, TournamentCode.NOT_QUALIFIED, TournamentDuty.CRITERIA, **facts)
    refusal = standing(planned, tournament) or _once(planned, tournament, command) or _licensee(planned, command)
    if refusal:
        return refusal
    if late:
        refusal = on_a_day(planned, command.at) or escrowed(planned, tournament, plan.buy_in)
        if refusal:
            return refusal
    full = not _free_seats(tournament, plan, progress) if late else len(tournament.active_in(plan.id)) >= plan.room
    if full:
        return refuse(planned, TournamentCode.EVENT_FULL, TournamentDuty.ORDER, seats=plan.room, event=plan.id)
    return None


def _once(planned: PlannedTournament, tournament: Tournament, command: c.EnterPlayer) -> Refusal | None:
    """Refuses a second active entry of a person, and more re-entries than the rules allow."""
    person, duty = command.person.strip().casefold(), TournamentDuty.ONE_ENTRY
    if person in tournament.barred:
        return refuse(planned, TournamentCode.PLAYER_BARRED, duty, name=command.name)
    if (entry := tournament.active.get(person)) is not None:
        return refuse(planned, TournamentCode.ENTERED_ALREADY, duty, name=command.name, entry=entry)
    before = [
        each
        for each in tournament.of_event(command.event)
        if each.person == person and each.status is not EntryStatus.WITHDRAWN
    ]
    if len(before) > planned.setup.re_entries:
        facts: dict[str, str | int] = {
            "name": command.name,
            "count": len(before),
            "allowed": planned.setup.re_entries or "no",
        }
        return refuse(planned, TournamentCode.RE_ENTRY_NOT_ALLOWED, duty, **facts)
    return None


def _licensee(planned: PlannedTournament, command: c.EnterPlayer) -> Refusal | None:
    names = planned.setup.licensees or (planned.setup.house,)
    if command.licensee in names or (not command.licensee and not planned.setup.is_joint):
        return None
    facts = {"licensee": command.licensee or "nobody", "licensees": ", ".join(names)}
    return refuse(planned, TournamentCode.LICENSEE_UNKNOWN, TournamentDuty.JOINT, **facts)


def _payments(
    planned: PlannedTournament, tournament: Tournament, command: c.EnterPlayer, plan: EventPlan
) -> tuple[EntryPayment, EntryPayment] | Refusal:
    """The fee and the buy-in; a voucher pays both, or is the buy-in of an event that has neither."""
    if command.voucher or PaidBy.VOUCHER in (command.fee, command.buy_in):
        return _by_voucher(planned, tournament, command, plan)
    fee = payment(planned, command.fee, plan.fee, command.fee_item, plan.fee_items, "an entry fee")
    if isinstance(fee, Refusal):
        return fee
    buy_in = payment(planned, command.buy_in, plan.buy_in, command.buy_in_item, plan.buy_in_items, "a buy-in")
    return buy_in if isinstance(buy_in, Refusal) else (fee, buy_in)


def payment(
    planned: PlannedTournament, paid_by: PaidBy, amount: Cents, item: str, items: Mapping[str, Cents], what: str
) -> EntryPayment | Refusal:
    """The amount and kind of a payment; an item counts at the value set for it in advance."""
    if not amount:
        return _NOTHING
    if paid_by is not PaidBy.IN_KIND:
        return EntryPayment(amount, paid_by)
    if item not in items:
        duty = TournamentDuty.PROCEEDS if "fee" in what else TournamentDuty.POOL
        facts = {"item": item or "nothing", "what": what, "items": ", ".join(items) or "none"}
        return refuse(planned, TournamentCode.ITEM_UNKNOWN, duty, **facts)
    return EntryPayment(items[item], paid_by, item)


def _by_voucher(
    planned: PlannedTournament, tournament: Tournament, command: c.EnterPlayer, plan: EventPlan
) -> tuple[EntryPayment, EntryPayment] | Refusal:
    duty, number = TournamentDuty.VOUCHER, command.voucher
    if not number:
        return refuse(planned, TournamentCode.VOUCHER_NEEDED, duty)
    found = tournament.vouchers.get(number)
    if found is None:
        return refuse(planned, TournamentCode.VOUCHER_UNKNOWN, duty, voucher=number)
    if found.person != command.person.strip().casefold():
        return refuse(planned, TournamentCode.VOUCHER_NOT_YOURS, duty, voucher=number, name=command.name)
    if found.used_by or found.lapsed:
        return refuse(planned, TournamentCode.VOUCHER_USED, duty, voucher=number)
    if found.event != plan.id:
        return refuse(planned, TournamentCode.VOUCHER_OTHER_EVENT, duty, voucher=number, event=found.event)
    if plan.is_free:
        return _NOTHING, EntryPayment(found.value, PaidBy.VOUCHER, voucher=number)
    fee = EntryPayment(plan.fee, PaidBy.VOUCHER, voucher=number) if plan.fee else _NOTHING
    buy_in = EntryPayment(plan.buy_in, PaidBy.VOUCHER, voucher=number) if plan.buy_in else _NOTHING
    return fee, buy_in


def _free_seats(tournament: Tournament, plan: EventPlan, progress: EventProgress) -> list[tuple[int, int]]:
    """The lowest free seat of each table without an open game, tables with the fewest players first."""
    found: list[tuple[int, int, int]] = []
    for table in progress.tables.values():
        taken = {entry.seat for entry in tournament.at_table(plan.id, table.number)}
        free = next((seat for seat in range(1, plan.seats + 1) if seat not in taken), None)
        if free is not None and not table.is_open:
            found.append((len(taken), table.number, free))
    return [(table, seat) for _, table, seat in sorted(found)]


def withdraw(planned: PlannedTournament, tournament: Tournament, command: c.WithdrawEntry) -> TournamentDecision:
    entry = active_entry(planned, tournament, command.entry)
    if isinstance(entry, Refusal):
        return entry
    what = ""
    if not planned.setup.refunds:
        what = "The rules give no refund on withdrawal"
    elif tournament.events[entry.event].stage is not EventStage.REGISTRATION:
        what = "Registration for {event} is closed"
    if what:
        return refuse(planned, TournamentCode.REFUND_NOT_ALLOWED, TournamentDuty.POOL, what=what, event=entry.event)
    return (withdrawn(entry),)


def withdrawn(entry: Entrant) -> e.EntryWithdrawn:
    """Returns the buy-in, and the fee unless its cash has been counted, since counted fees are proceeds.

    A voucher is returned whole, since it was never cash.
    """
    counted = entry.fee.paid_by is PaidBy.CASH and entry.fee_counted
    return e.EntryWithdrawn(entry.number, entry.event, entry.month, entry.buy_in, _NOTHING if counted else entry.fee)


def disqualify(planned: PlannedTournament, tournament: Tournament, command: c.DisqualifyPlayer) -> TournamentDecision:
    """Disqualifies concurrent entries of one person, under any names: all are out, and none wins a prize."""
    for number in command.entries:
        if number not in tournament.entries:
            return refuse(planned, TournamentCode.ENTRY_UNKNOWN, TournamentDuty.ONE_ENTRY, entry=number)
    entries = [tournament.entries[number] for number in dict.fromkeys(command.entries)]
    for entry in entries:
        progress = tournament.events[entry.event]
        over = entry.status in (EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED)
        if over or progress.stage is EventStage.CONCLUDED:
            facts: dict[str, str | int] = {"entry": entry.number, "status": entry.status}
            return refuse(planned, TournamentCode.ENTRY_OUT, TournamentDuty.ONE_ENTRY, **facts)
        table = progress.tables.get(entry.table)
        if table is not None and table.is_open and entry.is_active:
            return refuse(planned, TournamentCode.GAME_IN_PLAY, TournamentDuty.ONE_ENTRY, table=entry.table)
    if not entries:
        return refuse(planned, TournamentCode.ENTRY_UNKNOWN, TournamentDuty.ONE_ENTRY, entry=0)
    persons = tuple(dict.fromkeys(entry.person for entry in entries))
    return (e.PlayerDisqualified(tuple(entry.number for entry in entries), persons, command.why),)
