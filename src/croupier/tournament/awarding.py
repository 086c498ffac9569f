"""The end of an event: agreements to split, places, prizes to the cent, and their payment."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.day import day_of
from croupier.terms.money import Cents
from croupier.terms.refusal import Refusal
from croupier.terms.tournament_codes import TournamentCode
from croupier.tournament import command as c
from croupier.tournament import event as e
from croupier.tournament.check import PlannedTournament
from croupier.tournament.guard import EVENT_IS, TournamentDecision, event_of, is_own, out_of_order, refuse, same
from croupier.tournament.ranking import apportion, ranking, shared
from croupier.tournament.rounds import tie_open
from croupier.tournament.setup import EventPlan, PrizeKind, PrizePlan, TieRule, TournamentSetup
from croupier.tournament.stages import lapsing, next_message
from croupier.tournament.state import EventStage, Tournament
from croupier.tournament.ties import tied_for_prizes
from croupier.tournament.values import Award

_SPLIT = TournamentDuty.SPLIT


class PrizeSums(Struct, frozen=True):
    """The cash prizes by place, what the house adds, and what is carried forward."""

    cash: dict[int, Cents]
    raised: Cents
    carried: Cents
    vouchers: tuple[tuple[PrizePlan, Cents], ...]
    items: tuple[PrizePlan, ...]


def prize_sums(setup: TournamentSetup, plan: EventPlan, pool: int, places: int) -> PrizeSums:
    """The prizes for a number of places. The last event awards the whole pool; earlier ones carry the rest forward."""
    is_last = plan is setup.events[-1]
    reached = [prize for prize in plan.prizes if prize.place <= places]
    cash: dict[int, int] = {}
    for prize in reached:
        if prize.kind is PrizeKind.CASH:
            cash[prize.place] = cash.get(prize.place, 0) + prize.amount
    vouchers = tuple((prize, _voucher_value(setup, prize)) for prize in reached if prize.kind is PrizeKind.VOUCHER)
    fixed = sum(cash.values()) + sum(value for _, value in vouchers)
    raised = max(0, max(plan.guaranteed, fixed) - pool) if places else 0
    rest = pool + raised - fixed
    shares = [(prize.place, prize.share) for prize in reached if prize.kind is PrizeKind.SHARE]
    if is_last and rest and places and not shares:
        shares = [(1, Fraction(1))]
    total = rest if is_last else int(rest * sum((share for _, share in shares), Fraction(0)))
    for (place, _), part in zip(shares, apportion(total, [share for _, share in shares]), strict=True):
        cash[place] = cash.get(place, 0) + part
    carried = 0 if is_last else rest - total
    items = tuple(prize for prize in reached if prize.kind is PrizeKind.ITEM)
    return PrizeSums(
        {place: Cents(cash[place]) for place in sorted(cash)}, Cents(raised), Cents(carried), vouchers, items
    )


def _voucher_value(setup: TournamentSetup, prize: PrizePlan) -> Cents:
    target = setup.event(prize.event)
    return prize.amount or (Cents(target.fee + target.buy_in) if target else Cents(0))


def conclude(planned: PlannedTournament, tournament: Tournament, command: c.ConcludeEvent) -> TournamentDecision:
    plan, progress = event_of(planned, tournament, command.event)
    early = progress.granted is not None
    nobody = not any(entry.is_active for entry in tournament.of_event(plan.id))
    waits = progress.stage in (EventStage.REGISTRATION, EventStage.REGISTERED) or (
        progress.stage is EventStage.WAITING and day_of(command.at) > planned.setup.last_day
    )
    ended = progress.stage is EventStage.BETWEEN and (progress.round == len(plan.rounds) or nobody)
    if not (ended or early or (waits and nobody)) or _earlier_open(tournament, plan):
        return out_of_order(planned, EVENT_IS, next_message(tournament), event=plan.id, stage=progress.stage)
    if waits and nobody:
        lapsed = lapsing(tournament, plan.id)
        groups = _ranking_before(tournament, plan)
    else:
        lapsed, groups = (), ranking(tournament.of_event(plan.id), progress)
    held = tournament.pool(plan.id) + sum(each.amount for each in lapsed)
    if not groups:
        return (*lapsed, *_nobody_left(planned, tournament, plan, Cents(held)))
    if not early and planned.setup.tie is not TieRule.SHARE and (tied := tied_for_prizes(plan, groups)):
        return tie_open(planned, tied)
    sums = prize_sums(planned.setup, plan, held, sum(map(len, groups)))
    return (*lapsed, *_awarded(planned, tournament, plan, sums, groups, played=not (waits and nobody)))


def _earlier_open(tournament: Tournament, plan: EventPlan) -> bool:
    """Whether an earlier event is not over, which may still carry money forward."""
    for id, progress in tournament.events.items():
        if id == plan.id:
            return False
        if progress.stage is not EventStage.CONCLUDED:
            return True
    return False


def _ranking_before(tournament: Tournament, plan: EventPlan) -> list[list[int]]:
    """The places of the last event with entries, which get the pool of an event that nobody entered."""
    found: list[list[int]] = []
    for id, progress in tournament.events.items():
        if id == plan.id:
            break
        found = [list(group) for group in progress.ranking] or found
    return found


def _nobody_left(
    planned: PlannedTournament, tournament: Tournament, plan: EventPlan, held: Cents
) -> tuple[e.TournamentEvent, ...]:
    """Concludes an event with every player disqualified: the pool is carried forward, or returned to those who paid."""
    following = _following(planned.setup, plan)
    if following or not held:
        return (e.EventConcluded(plan.id, (), (), held if following else Cents(0), following),)
    entries = list(tournament.of_event(plan.id)) or list(tournament.entries.values())
    weights = [Fraction(entry.paid) for entry in entries]
    parts = apportion(held, weights if any(weights) else [Fraction(1)] * len(entries))
    amounts = tuple((entry.number, part) for entry, part in zip(entries, parts, strict=True) if part)
    return (e.PoolReturned(plan.id, amounts), e.EventConcluded(plan.id, (), (), Cents(0)))


def _following(setup: TournamentSetup, plan: EventPlan) -> str:
    at = [event.id for event in setup.events].index(plan.id) + 1
    return setup.events[at].id if at < len(setup.events) else ""


def _awarded(
    planned: PlannedTournament,
    tournament: Tournament,
    plan: EventPlan,
    sums: PrizeSums,
    groups: list[list[int]],
    *,
    played: bool,
) -> tuple[e.TournamentEvent, ...]:
    progress = tournament.events[plan.id]
    order = [entry for group in groups for entry in group]
    number = tournament.awards_made
    cash = shared(sums.cash, groups)
    if progress.granted is not None:
        cash |= {entry: (order.index(entry) + 1, amount) for entry, amount in progress.granted.items()}
    awards: list[Award] = []
    for entry in order:
        if entry in cash and cash[entry][1]:
            place, amount = cash[entry]
            awards.append(Award(number + len(awards) + 1, place, entry, PrizeKind.CASH, amount))
    for prize in sums.items if played else ():
        winner = order[prize.place - 1]
        awards.append(Award(number + len(awards) + 1, prize.place, winner, prize.kind, prize.amount, item=prize.item))
    for prize, value in sums.vouchers:
        winner = order[prize.place - 1]
        awards.append(Award(number + len(awards) + 1, prize.place, winner, prize.kind, value, event=prize.event))
    raised = (e.PoolRaised(plan.id, sums.raised),) if sums.raised else ()
    ranks = tuple(tuple(group) for group in groups) if played else ()
    carried_to = _following(planned.setup, plan) if sums.carried else ""
    return (*raised, e.EventConcluded(plan.id, ranks, tuple(awards), sums.carried, carried_to))


def reopen_event(planned: PlannedTournament, tournament: Tournament, command: c.ReopenEvent) -> TournamentDecision:
    """Undoes a conclusion, as long as nothing of it has been paid or used."""
    plan, progress = event_of(planned, tournament, command.event)
    awards = tuple(award for award in tournament.awards.values() if _of_event(tournament, award, plan))
    following = tournament.events.get(_following(planned.setup, plan))
    what = ""
    if progress.stage is not EventStage.CONCLUDED or not progress.ranking:
        what = EVENT_IS
    elif any(award.number in tournament.paid for award in awards):
        what = "A prize of the event was paid"
    elif following is not None and following.stage is not EventStage.WAITING:
        what = "The next event has begun"
    elif any(tournament.active.get(entry.person) for entry in tournament.of_event(plan.id)):
        what = "A player of the event has entered again"
    if what:
        facts: dict[str, str | int] = {"what": what, "event": plan.id, "stage": progress.stage}
        return refuse(planned, TournamentCode.CORRECTION_TOO_LATE, TournamentDuty.POOL, **facts)
    return (e.EventReopened(plan.id, awards, progress.carried, progress.carried_to, command.why),)


def _of_event(tournament: Tournament, award: Award, plan: EventPlan) -> bool:
    return tournament.entries[award.entry].event == plan.id


def pay(planned: PlannedTournament, tournament: Tournament, command: c.PayPrize) -> TournamentDecision:
    award = tournament.awards.get(command.award)
    if award is None:
        return refuse(planned, TournamentCode.PRIZE_UNKNOWN, TournamentDuty.POOL, award=command.award)
    if award.number in tournament.paid:
        return refuse(planned, TournamentCode.PRIZE_PAID, TournamentDuty.POOL, award=award.number)
    winner = tournament.entries[award.entry]
    if not same(winner.person, command.person):
        facts: dict[str, str | int] = {"award": award.number, "name": winner.name}
        return refuse(planned, TournamentCode.PRIZE_NOT_YOURS, TournamentDuty.POOL, **facts)
    return (e.PrizePaid(award.number, award.kind, award.amount, winner.person),)


# An agreement of the remaining players


def may_split(planned: PlannedTournament, tournament: Tournament, event: str) -> Refusal | None:
    """Why the remaining players cannot split the prizes now; None if they can."""
    plan, progress = event_of(planned, tournament, event)
    what = ""
    if not planned.setup.split:
        what = "The rules of this tournament do not allow an agreement to split prizes"
    elif progress.stage is not EventStage.PLAYING or progress.round != len(plan.rounds) or progress.granted:
        what = "Prizes can be split in the final round only"
    if what:
        return refuse(planned, TournamentCode.SPLIT_NOT_ALLOWED, _SPLIT, what=what)
    for table in progress.tables.values():
        if table.is_open:
            return refuse(planned, TournamentCode.GAME_IN_PLAY, _SPLIT, table=table.number)
    remaining = len(tournament.active_in(event))
    for prize in plan.prizes:
        if prize.place <= remaining and prize.kind in (PrizeKind.ITEM, PrizeKind.VOUCHER):
            facts = {"prizes": prize.item or "a voucher for {event}", "event": prize.event}
            return refuse(planned, TournamentCode.SPLIT_NOT_CASH, _SPLIT, **facts)
    return None


def splittable(planned: PlannedTournament, tournament: Tournament, event: str) -> Cents:
    """The cash prizes of the places that the remaining players will have."""
    plan, progress = event_of(planned, tournament, event)
    groups = ranking(tournament.of_event(plan.id), progress)
    sums = prize_sums(planned.setup, plan, tournament.pool(event), sum(map(len, groups)))
    remaining = len(tournament.active_in(event))
    return Cents(sum(amount for place, amount in sums.cash.items() if place <= remaining))


def propose(planned: PlannedTournament, tournament: Tournament, command: c.ProposeSplit) -> TournamentDecision:
    refusal = may_split(planned, tournament, command.event)
    if refusal:
        return refusal
    remaining = tournament.active_in(command.event)
    mine = [entry for entry in remaining if is_own(entry, command.by)]
    due, has = splittable(planned, tournament, command.event), sum(command.amounts.values())
    what = ""
    if not mine:
        facts = {"what": "{name} is not among the remaining players", "name": command.by.name}
        return refuse(planned, TournamentCode.SPLIT_NOT_ALLOWED, _SPLIT, **facts)
    if set(command.amounts) != {entry.number for entry in remaining}:
        what = "The proposal does not name every remaining player, and nobody else"
    elif any(amount < 0 for amount in command.amounts.values()) or has != due:
        what = "The proposal comes to {has}"
    if what:
        return refuse(planned, TournamentCode.SPLIT_WRONG_SUM, _SPLIT, what=what, has=has, amount=due)
    return (e.SplitProposed(command.event, tuple(sorted(command.amounts.items())), command.by.name),)


def agree(planned: PlannedTournament, tournament: Tournament, command: c.AgreeToSplit) -> TournamentDecision:
    refusal = may_split(planned, tournament, command.event)
    proposal = tournament.events[command.event].proposal
    if refusal:
        return refusal
    if proposal is None or command.entry not in proposal.amounts or command.entry in proposal.agreed:
        what = "No proposal is waiting for this player"
        return refuse(planned, TournamentCode.SPLIT_NOT_ALLOWED, _SPLIT, what=what)
    return (e.SplitAgreed(command.event, command.entry),)


def refuse_split(planned: PlannedTournament, tournament: Tournament, command: c.RefuseSplit) -> TournamentDecision:
    if tournament.events[command.event].proposal is None:
        what = "There is no proposal to refuse"
        return refuse(planned, TournamentCode.SPLIT_NOT_ALLOWED, _SPLIT, what=what)
    return (e.SplitRefused(command.event, command.by.name, command.why),)


def grant(planned: PlannedTournament, tournament: Tournament, command: c.GrantSplit) -> TournamentDecision:
    """Grants a split that every remaining player agreed to in person; the director states that it is voluntary."""
    refusal = may_split(planned, tournament, command.event)
    if refusal:
        return refusal
    proposal = tournament.events[command.event].proposal
    remaining = {entry.number for entry in tournament.active_in(command.event)}
    if proposal is None:
        what = "No remaining player has proposed a split"
        return refuse(planned, TournamentCode.SPLIT_NOT_ALLOWED, _SPLIT, what=what)
    if command.pressured or not command.voluntary or not command.understood:
        what = "Not every player has understood that it must be voluntary and unanimous"
        if command.pressured or not command.voluntary:
            what = "A player is being coerced or improperly pressured"
        return refuse(planned, TournamentCode.SPLIT_PRESSURED, _SPLIT, what=what)
    missing = sorted(remaining - proposal.agreed)
    if missing or set(proposal.amounts) != remaining:
        facts = {"entries": ", ".join(map(str, missing)) or "that are no longer in the game"}
        return refuse(planned, TournamentCode.SPLIT_NOT_UNANIMOUS, _SPLIT, **facts)
    if sum(proposal.amounts.values()) != splittable(planned, tournament, command.event):
        due = splittable(planned, tournament, command.event)
        what = "The prizes have changed since the proposal"
        return refuse(planned, TournamentCode.SPLIT_WRONG_SUM, _SPLIT, what=what, amount=due)
    return (e.SplitGranted(command.event, tuple(proposal.amounts.items()), command.by.name),)
