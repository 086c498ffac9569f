"""The stages of a tournament around its events: draft, filing, registration, escrow, colors, fees, closing."""

from __future__ import annotations

import datetime

from croupier.ledger import AccountKind
from croupier.rules.tournaments import TournamentDuty
from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.day import day_of, moment_words
from croupier.terms.money import STAKE_MAX, Cents
from croupier.terms.refusal import Refusal
from croupier.terms.tournament_codes import TournamentCode
from croupier.terms.wording import IN_ENGLISH
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.check import PlannedTournament, needs_escrow
from croupier.tournament.entering import withdrawn
from croupier.tournament.guard import EVENT_IS, TournamentDecision, event_of, out_of_order, refuse
from croupier.tournament.setup import PrizeKind
from croupier.tournament.state import ESCROW, EntryStatus, EventStage, Tournament, TournamentStage, fees

DAY_MS = 24 * 60 * 60 * 1000
HOUR_MS = 60 * 60 * 1000


def draft(planned: PlannedTournament, command: c.DraftTournament) -> TournamentDecision:
    return (e.TournamentDrafted(command.setup, planned.book.id, planned.book.digest, planned.rules_digest),)


def change(planned: PlannedTournament, tournament: Tournament, command: c.ChangeTournament) -> TournamentDecision:
    if tournament.has_played:
        facts = {"what": "Play has started", "instead": "Play the tournament to its end."}
        return refuse(planned, TournamentCode.TOURNAMENT_BEGUN, TournamentDuty.FILING, **facts)
    if any(entry.is_active for entry in tournament.entries.values()):
        facts = {"what": "Players have entered", "instead": "Withdraw their entries or cancel the tournament first."}
        return refuse(planned, TournamentCode.TOURNAMENT_BEGUN, TournamentDuty.FILING, **facts)
    if tournament.setup is not None and command.setup.id != tournament.setup.id:
        return refuse(planned, TournamentCode.TOURNAMENT_EXISTS, TournamentDuty.ORDER, id=tournament.setup.id)
    if planned.rules_digest in tournament.unacceptable:
        return refuse(planned, TournamentCode.RULES_UNACCEPTABLE, TournamentDuty.UNACCEPTABLE)
    return (e.TournamentChanged(command.setup, planned.book.id, planned.book.digest, planned.rules_digest),)


def file_rules(planned: PlannedTournament, tournament: Tournament, command: c.FileRules) -> TournamentDecision:
    if tournament.stage is TournamentStage.UNACCEPTABLE or tournament.rules_digest in tournament.unacceptable:
        return refuse(planned, TournamentCode.RULES_UNACCEPTABLE, TournamentDuty.UNACCEPTABLE)
    if tournament.filed_at is not None:
        return out_of_order(planned, "the rules are already filed", "waiting until they may be used")
    if command.digest != tournament.rules_digest:
        facts = {"found": command.digest[:16], "expected": tournament.rules_digest[:16]}
        return refuse(planned, TournamentCode.RULES_OTHER_THAN_PRINTED, TournamentDuty.FILING, **facts)
    return _in_schedule(planned, command.at) or (
        e.RulesFiled(command.digest, planned.setup.office, command.received_by, command.at),
    )


def _in_schedule(planned: PlannedTournament, at: int) -> Refusal | None:
    """Refuses a filing that comes too late for the scheduled first day."""
    days, filed = planned.filing_days, day_of(at)
    if days is None or filed + datetime.timedelta(days=days) <= planned.setup.first_day:
        return None
    facts: dict[str, str | int] = {
        "first": str(planned.setup.first_day),
        "filed": str(filed),
        "days": days,
        "earliest": str(filed + datetime.timedelta(days=days)),
    }
    return refuse(planned, TournamentCode.SCHEDULED_TOO_SOON, TournamentDuty.FILING, **facts)


def find_unacceptable(
    planned: PlannedTournament, tournament: Tournament, command: c.FindUnacceptable
) -> TournamentDecision:
    if tournament.filed_at is None:
        return refuse(planned, TournamentCode.RULES_NOT_FILED, TournamentDuty.FILING)
    if tournament.has_played:
        facts = {"what": "Play has started", "instead": "Speak to the director."}
        return refuse(planned, TournamentCode.TOURNAMENT_BEGUN, TournamentDuty.UNACCEPTABLE, **facts)
    return (e.RulesFoundUnacceptable(tournament.rules_digest, command.what),)


def standing(planned: PlannedTournament, tournament: Tournament) -> Refusal | None:
    """Refuses to continue if the rules are not filed, where required, or were found unacceptable."""
    if tournament.stage is TournamentStage.UNACCEPTABLE or tournament.rules_digest in tournament.unacceptable:
        return refuse(planned, TournamentCode.RULES_UNACCEPTABLE, TournamentDuty.UNACCEPTABLE)
    if planned.filing_days is not None and tournament.filed_at is None:
        return refuse(planned, TournamentCode.RULES_NOT_FILED, TournamentDuty.FILING)
    return None


def open_registration(
    planned: PlannedTournament, tournament: Tournament, command: c.OpenRegistration
) -> TournamentDecision:
    refusal = standing(planned, tournament)
    if refusal:
        return refusal
    _, progress = event_of(planned, tournament, command.event)
    if progress.stage is not EventStage.WAITING:
        return out_of_order(planned, EVENT_IS, next_message(tournament), event=command.event, stage=progress.stage)
    if day_of(command.at) > planned.setup.last_day:
        return outside_days(planned, command.at)
    return (e.RegistrationOpened(command.event),)


def close_registration(
    planned: PlannedTournament, tournament: Tournament, command: c.CloseRegistration
) -> TournamentDecision:
    """Closes registration; unused vouchers for the event lapse, and their value goes to its pool."""
    plan, progress = event_of(planned, tournament, command.event)
    if progress.stage is not EventStage.REGISTRATION:
        facts = {"event": command.event, "stage": progress.stage}
        return refuse(planned, TournamentCode.REGISTRATION_NOT_OPEN, TournamentDuty.ORDER, **facts)
    count = len(tournament.active_in(command.event))
    if count == 0:
        return refuse(planned, TournamentCode.ENTRANTS_TOO_FEW, TournamentDuty.ORDER, count=count, event=command.event)
    return (e.RegistrationClosed(plan.id), *lapsing(tournament, plan.id))


def lapsing(tournament: Tournament, event: str) -> tuple[e.VoucherLapsed, ...]:
    """The unused vouchers for an event, whose value goes to its pool."""
    return tuple(
        e.VoucherLapsed(each.number, event, each.value)
        for each in tournament.vouchers.values()
        if each.event == event and not each.used_by and not each.lapsed
    )


def deposit_escrow(planned: PlannedTournament, command: c.DepositEscrow) -> TournamentDecision:
    if not 0 < command.amount <= STAKE_MAX:
        facts: dict[str, str | int] = {"amount": command.amount, "what": "deposit"}
        return refuse(planned, CommandRefusalCode.AMOUNT_NOT_POSITIVE, TournamentDuty.ESCROW, **facts)
    licensee = planned.setup.designated or planned.setup.house
    return (e.EscrowDeposited(command.amount, command.agent, licensee),)


def prizes_due(planned: PlannedTournament, tournament: Tournament, added: int = 0) -> Cents:
    """The cash value of all prizes so far: the pools, what the house adds to them, and items."""
    found = 0
    for event in planned.setup.events:
        cash = sum(prize.amount for prize in event.prizes if prize.kind is PrizeKind.CASH)
        found += max(tournament.pool(event.id), event.guaranteed, cash)
        found += sum(prize.amount for prize in event.prizes if prize.kind is PrizeKind.ITEM)
    return Cents(found + added)


def escrowed(planned: PlannedTournament, tournament: Tournament, added: int = 0) -> Refusal | None:
    """Refuses to continue if the text requires escrow and it holds less than the cash value of all prizes."""
    if not needs_escrow(planned.setup, planned.law):
        return None
    due, has = prizes_due(planned, tournament, added), tournament.balances[ESCROW]
    if has >= due:
        return None
    return refuse(planned, TournamentCode.ESCROW_MISSING, TournamentDuty.ESCROW, amount=due, has=has)


def filed_in_time(planned: PlannedTournament, tournament: Tournament, at: int) -> Refusal | None:
    """Refuses a start before the office has had the rules for the required full days of 24 hours each."""
    days = planned.filing_days
    if days is None or tournament.filed_at is None or at - tournament.filed_at >= days * DAY_MS:
        return None
    facts: dict[str, str | int] = {
        "hours": (at - tournament.filed_at) // HOUR_MS,
        "least": days * 24,
        "earliest": moment_words(tournament.filed_at + days * DAY_MS),
    }
    return refuse(planned, TournamentCode.FILED_TOO_LATE, TournamentDuty.FILING, **facts)


def outside_days(planned: PlannedTournament, at: int) -> Refusal:
    setup = planned.setup
    facts = {"day": str(day_of(at)), "first": str(setup.first_day), "until": str(setup.last_day)}
    return refuse(planned, TournamentCode.OUTSIDE_DAYS, TournamentDuty.LENGTH, **facts)


def on_a_day(planned: PlannedTournament, at: int) -> Refusal | None:
    """Refuses play before the first day or after the last."""
    within = planned.setup.first_day <= day_of(at) <= planned.setup.last_day
    return None if within else outside_days(planned, at)


def set_colors(planned: PlannedTournament, tournament: Tournament, command: c.SetColorPoints) -> TournamentDecision:
    if not tournament.is_between_rounds:
        return refuse(planned, TournamentCode.COLORS_IN_PLAY, TournamentDuty.COLORS)
    colors = [each.color for each in command.values]
    if sorted(colors) != sorted(each.color for each in planned.setup.chips.colors):
        what = "The colors are not exactly those of the tournament chips"
        return refuse(planned, TournamentCode.COLORS_WRONG, TournamentDuty.COLORS, what=what)
    if any(each.points.count <= 0 for each in command.values):
        what = "A color has no points"
        return refuse(planned, TournamentCode.COLORS_WRONG, TournamentDuty.COLORS, what=what)
    return (e.ColorsValued(command.values),)


def count_fees(planned: PlannedTournament, tournament: Tournament, command: c.CountFees) -> TournamentDecision:
    recorded = tournament.balances[fees(command.month)]
    if not recorded:
        return refuse(planned, TournamentCode.FEES_NOT_HELD, TournamentDuty.FEES_APART, month=command.month)
    if not 0 <= command.counted <= STAKE_MAX:
        facts: dict[str, str | int] = {"amount": command.counted, "what": "count"}
        return refuse(planned, CommandRefusalCode.AMOUNT_NOT_POSITIVE, TournamentDuty.FEES_APART, **facts)
    return (e.FeesCounted(command.month, recorded, command.counted),)


def cancel(planned: PlannedTournament, tournament: Tournament, command: c.CancelTournament) -> TournamentDecision:
    """Cancels before play: returns all payments, also of disqualified players, and releases the escrow."""
    if tournament.has_played:
        facts = {"what": "Play has started", "instead": "Play the tournament to its end."}
        return refuse(planned, TournamentCode.TOURNAMENT_BEGUN, TournamentDuty.POOL, **facts)
    active = [entry for entry in tournament.entries.values() if entry.status is not EntryStatus.WITHDRAWN]
    return (
        *(withdrawn(entry) for entry in active),
        *_released(tournament),
        e.TournamentCanceled(command.why),
    )


def close(planned: PlannedTournament, tournament: Tournament) -> TournamentDecision:
    """Closes a tournament whose prizes are all paid, whose pools are empty, and whose fees are counted."""
    if tournament.stage is not TournamentStage.CONCLUDED:
        return out_of_order(planned, "the tournament is {stage}", next_message(tournament), stage=tournament.stage)
    if tournament.unpaid:
        award = tournament.unpaid[0]
        facts: dict[str, str | int] = {
            "what": "Unpaid prizes: {count}, the first of {amount}",
            "count": len(tournament.unpaid),
            "amount": award.amount,
            "instead": "Pay every prize first.",
        }
        return refuse(planned, TournamentCode.MONEY_LEFT, TournamentDuty.POOL, **facts)
    for account, held in tournament.balances.held().items():
        of: dict[str, str | int] = {"account": str(account), "has": held}
        if account.kind in (AccountKind.POOL, AccountKind.VOUCHERS, AccountKind.PRIZES):
            facts = {"what": "{account} holds {has}", "instead": "Award it to the players first.", **of}
            return refuse(planned, TournamentCode.MONEY_LEFT, TournamentDuty.POOL, **facts)
        if account.kind is AccountKind.FEES:
            facts = {"what": "{has} of {account} is not counted", "instead": "Count it first.", **of}
            return refuse(planned, TournamentCode.MONEY_LEFT, TournamentDuty.FEES_APART, **facts)
    return (*_released(tournament), e.TournamentClosed(tournament.proceeds()))


def _released(tournament: Tournament) -> tuple[e.EscrowReleased, ...]:
    held = tournament.balances[ESCROW]
    return (e.EscrowReleased(held),) if held else ()


def next_step_words(tournament: Tournament) -> str:
    """The next step of the tournament, in words."""
    return IN_ENGLISH.say("tournament", next_message(tournament))


def next_message(tournament: Tournament) -> CodedMessage:
    """The next step of the tournament, as code and facts."""
    match tournament.stage:
        case TournamentStage.NONE:
            return CodedMessage("next.draft", {})
        case TournamentStage.DRAFTED:
            return CodedMessage("next.filing", {})
        case TournamentStage.FILED:
            return CodedMessage("next.opening", {})
        case TournamentStage.UNACCEPTABLE:
            return CodedMessage("next.change", {})
        case TournamentStage.CONCLUDED:
            if tournament.unpaid:
                return CodedMessage("next.paying", {"award": tournament.unpaid[0].number})
            if any(tournament.balances[fees(month)] for month in tournament.proceeds()):
                return CodedMessage("next.counting", {})
            return CodedMessage("next.closing", {})
        case TournamentStage.CLOSED:
            return CodedMessage("next.nothing", {})
        case TournamentStage.OPEN:
            return _next_in_events(tournament)


def _next_in_events(tournament: Tournament) -> CodedMessage:
    for progress in tournament.events.values():
        event: Facts = {"event": progress.id}
        match progress.stage:
            case EventStage.WAITING:
                return CodedMessage("next.opening-event", event)
            case EventStage.REGISTRATION:
                return CodedMessage("next.closing-event", event)
            case EventStage.REGISTERED | EventStage.BETWEEN:
                plan = tournament.setup.event(progress.id) if tournament.setup else None
                if plan is not None and progress.round == len(plan.rounds):
                    return CodedMessage("next.concluding", event)
                return CodedMessage(
                    "next.starting" if progress.drawn else "next.drawing", {"round": progress.round + 1}
                )
            case EventStage.PLAYING:
                return CodedMessage("next.games", {**event, "round": progress.round})
            case EventStage.CONCLUDED:
                continue
    return CodedMessage("next.closing", {})
