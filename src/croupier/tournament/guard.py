"""Checks for every command of a tournament before its own rules: the person, the clock, the stage, the texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import fields

from croupier.rules.tournaments import TournamentDuty
from croupier.terms.coded_message import CodedMessage
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.terms.text import stray
from croupier.terms.tournament_codes import TournamentCode
from croupier.tournament import command as c
from croupier.tournament.beacon import VALUE_MAX
from croupier.tournament.check import PlannedTournament
from croupier.tournament.event import TournamentEvent
from croupier.tournament.setup import EventPlan, RoundPlan
from croupier.tournament.state import Entrant, EventProgress, Tournament, TournamentStage

TournamentDecision = tuple[TournamentEvent, ...] | Refusal

_DIRECTOR = (Role.DIRECTOR,)
_GAME = (Role.DEALER, Role.DIRECTOR)
_OWN = (Role.PLAYER, Role.DIRECTOR)

ROLES: Mapping[type[c.TournamentCommand], tuple[Role, ...]] = {
    **dict.fromkeys(get_args(c.TournamentCommand), _DIRECTOR),
    c.FindUnacceptable: (Role.REGULATOR,),
    c.AddNonce: (Role.PLAYER,),
    c.FollowTable: (Role.DEALER,),
    c.SeatEntrant: _GAME,
    c.OpenGame: _GAME,
    c.WagerPoints: (Role.PLAYER, Role.DEALER),
    c.SettleGame: _GAME,
    c.VoidGame: _GAME,
    c.DeclinePurchase: _OWN,
    c.RedeemChips: (Role.PLAYER, Role.DEALER, Role.DIRECTOR),
    c.WithdrawEntry: _OWN,
    c.ProposeSplit: (Role.PLAYER,),
    c.AgreeToSplit: (Role.PLAYER,),
    c.RefuseSplit: _OWN,
    c.CountFees: (Role.ACCOUNTANT, Role.KEY_MANAGER),
    c.DepositEscrow: (Role.DIRECTOR, Role.KEY_MANAGER, Role.ACCOUNTANT),
}
"""Who may give each command; only the director, if it is not listed."""

_DUTY_OF: Mapping[type[c.TournamentCommand], TournamentDuty] = {
    c.FindUnacceptable: TournamentDuty.UNACCEPTABLE,
    c.ProposeSplit: TournamentDuty.SPLIT,
    c.AgreeToSplit: TournamentDuty.SPLIT,
    c.WagerPoints: TournamentDuty.OWN_PLAY,
    c.CountFees: TournamentDuty.FEES_APART,
}
TEXT_MAX = 1_000
NAME_MAX = 100
_NAMES = frozenset({"name", "person", "witness", "received_by", "agent"})
_FREE = frozenset({"what", "why", "how"})
"""Texts that may have several lines."""
_OVER = (c.ReopenEvent, c.PayPrize, c.CountFees, c.CloseTournament, c.RedeemChips)
"""Commands that are allowed after the last event is concluded."""


def refuse(
    planned: PlannedTournament, code: TournamentCode | CommandRefusalCode, duty: TournamentDuty, **facts: str | int
) -> Refusal:
    """A refusal with the authority behind a duty."""
    return Refusal(code, planned.law.authority(duty), facts)


def guard(planned: PlannedTournament, tournament: Tournament, command: c.TournamentCommand) -> Refusal | None:
    """The first reason to refuse a command, of those that apply to every command."""
    kind, order = type(command), TournamentDuty.ORDER
    if command.by.role not in ROLES[kind]:
        facts = {"who": command.by.role, "what": tag(kind).replace("-", " "), "allowed": " or ".join(ROLES[kind])}
        return refuse(planned, CommandRefusalCode.ROLE_NOT_ALLOWED, _DUTY_OF.get(kind, order), **facts)
    if command.at < tournament.last_at:
        return refuse(planned, CommandRefusalCode.CLOCK_WENT_BACK, order, at=command.at, last=tournament.last_at)
    if isinstance(command, c.DraftTournament):
        if tournament.setup is not None:
            return refuse(planned, TournamentCode.TOURNAMENT_EXISTS, order, id=tournament.setup.id)
        return None
    if tournament.setup is None:
        return refuse(planned, TournamentCode.TOURNAMENT_UNKNOWN, order)
    stage = tournament.stage
    if stage is TournamentStage.CLOSED or (stage is TournamentStage.CONCLUDED and not isinstance(command, _OVER)):
        duty = TournamentDuty.ENTRIES_CLOSE if isinstance(command, c.EnterPlayer) else order
        return refuse(planned, TournamentCode.TOURNAMENT_OVER, duty, stage=stage)
    return _unfit_text(planned, command) or _named(planned, tournament, command)


def _named(planned: PlannedTournament, tournament: Tournament, command: c.TournamentCommand) -> Refusal | None:
    """Refuses an unknown event or entry, and a player's command about another player's entry."""
    event = getattr(command, "event", None)
    if event is not None and event not in tournament.events:
        facts = {"event": event, "events": ", ".join(tournament.events)}
        return refuse(planned, TournamentCode.EVENT_UNKNOWN, TournamentDuty.ORDER, **facts)
    number = getattr(command, "entry", None)
    if number is None:
        return None
    entry = tournament.entries.get(number)
    if entry is None:
        return refuse(planned, TournamentCode.ENTRY_UNKNOWN, TournamentDuty.ORDER, entry=number)
    if command.by.role is Role.PLAYER and not is_own(entry, command.by):
        facts = {"entry": number, "name": entry.name}
        return refuse(planned, TournamentCode.WAGER_FOR_ANOTHER, TournamentDuty.OWN_PLAY, **facts)
    return None


def is_own(entry: Entrant, player: Actor) -> bool:
    return same(entry.name, player.name)


def same(name: str, other: str) -> bool:
    return name.strip().casefold() == other.strip().casefold()


def tag(kind: type[c.TournamentCommand]) -> str:
    return str(kind.__struct_config__.tag)


def _unfit_text(planned: PlannedTournament, command: c.TournamentCommand) -> Refusal | None:
    for field in fields(type(command)):
        if field.type is not str:
            continue
        text: str = getattr(command, field.name)
        most = NAME_MAX if field.name in _NAMES else VALUE_MAX if field.name == "beacon_value" else TEXT_MAX
        if len(text) > most:
            facts: dict[str, str | int] = {"what": field.name, "length": len(text), "most": most}
            return refuse(planned, CommandRefusalCode.TEXT_TOO_LONG, TournamentDuty.ORDER, **facts)
        if character := stray(text, lines=field.name in _FREE):
            return refuse(
                planned, CommandRefusalCode.TEXT_NOT_PLAIN, TournamentDuty.ORDER, what=field.name, character=character
            )
        if field.required and not text.strip():
            return refuse(
                planned, CommandRefusalCode.TEXT_MISSING, TournamentDuty.ORDER, what=field.name.replace("_", " ")
            )
    return None


def event_of(planned: PlannedTournament, tournament: Tournament, id: str) -> tuple[EventPlan, EventProgress]:
    """The plan and progress of an event that exists."""
    plan = planned.setup.event(id)
    if plan is None:
        raise KeyError(id)
    return plan, tournament.events[id]


def round_of(plan: EventPlan, progress: EventProgress) -> RoundPlan:
    """The plan of the current or the last round."""
    return plan.rounds[max(progress.round, 1) - 1]


def active_entry(planned: PlannedTournament, tournament: Tournament, number: int) -> Entrant | Refusal:
    entry = tournament.entries[number]
    if entry.is_active:
        return entry
    return refuse(planned, TournamentCode.ENTRY_OUT, TournamentDuty.ELIMINATION, entry=number, status=entry.status)


EVENT_IS = "{event} is {stage}"
"""How far an event is, as a fact of a refusal."""


def out_of_order(planned: PlannedTournament, phase: str, following: str | CodedMessage, **facts: str | int) -> Refusal:
    """The refusal of a step that is out of order; `facts` fill the places of both."""
    told = (
        {"phase": phase, "next": following, **facts}
        if isinstance(following, str)
        else {
            "phase": phase,
            "next": following.code,
            **facts,
            **{f"next_{name}": fact for name, fact in following.facts.items()},
        }
    )
    return refuse(planned, TournamentCode.TOURNAMENT_STEP_OUT_OF_ORDER, TournamentDuty.ORDER, **told)
