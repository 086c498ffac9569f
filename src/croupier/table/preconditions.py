"""Checks for every command before its own rules: the person, the clock, the seat, the open table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import fields

from croupier.equipment import decide as equipment
from croupier.rules.procedure import ProcedureStep
from croupier.rules.tournaments import BY_CUSTOM, TournamentDuty
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import money_command as m
from croupier.table.command_roles import ATTESTED, DEALER, PLAY
from croupier.table.event import Events
from croupier.table.sequence import next_command, tag
from croupier.table.state import AUTOMATIC_DEALER, AUTOMATIC_SUPERVISOR, SERVICE_DEALER, Phase, Seat, Table, TableRules
from croupier.terms.citation import Authority, Basis
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.day import day_of
from croupier.terms.money import STAKE_MAX
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.text import stray

Decision = Events | Refusal

_PLAYER, _CLOSED = Role.PLAYER, Phase.CLOSED
_AT_ANY_TIME = (m.RedeemTicket, m.CountDrop, m.SettleClaim, m.IssueCoupons, m.GiveSecond, m.DenySecond, m.AcceptSlip)
"""Commands that are allowed while the table is closed."""

_OF_THE_PIT = (c.ChangeShift, c.RelieveStaff, m.GiveSecond, m.DenySecond)
"""Commands that a supervisor may give without being on shift at the table."""

ROLES: Mapping[type[c.Command], tuple[Role, ...]] = {kind: kind.given_by for kind in get_args(c.AnyCommand)}
"""Who may give each command. A command that is not listed is refused."""

_IN_CHARGE = ProcedureStep.DEALER
_ROLE_STEPS: Mapping[type[c.Command], tuple[ProcedureStep, ...]] = {
    c.BuyChips: (ProcedureStep.ISSUE, _IN_CHARGE),
    c.BringChips: (_IN_CHARGE,),
    c.ColorUp: (_IN_CHARGE,),
    c.CashOut: (_IN_CHARGE,),
    c.PlaceWager: (_IN_CHARGE,),
    c.MoveWager: (_IN_CHARGE,),
    c.TakeDown: (_IN_CHARGE,),
    c.Rebet: (_IN_CHARGE,),
    c.ConfirmVerbalWager: (_IN_CHARGE, ProcedureStep.VERBAL),
    c.ReturnLateBet: (_IN_CHARGE,),
    c.SpinBall: (_IN_CHARGE, ProcedureStep.SPIN),
    c.SpinWheel: (_IN_CHARGE, ProcedureStep.SPIN),
    c.CallNoMoreBets: (_IN_CHARGE, ProcedureStep.CALL),
    c.AnnounceNumber: (_IN_CHARGE, ProcedureStep.ANNOUNCE),
    c.CallNoSpin: (_IN_CHARGE, ProcedureStep.REMOVE_BALL),
    c.PlaceCrown: (_IN_CHARGE, ProcedureStep.CROWN),
    c.MoveFifths: (_IN_CHARGE, ProcedureStep.FIFTHS),
    c.CollectLosers: (_IN_CHARGE, ProcedureStep.COLLECT),
    c.PayWinners: (_IN_CHARGE, ProcedureStep.COLLECT),  # one sentence has the dealer collect and pay
    c.LiftCrown: (_IN_CHARGE,),
    c.InspectBall: (ProcedureStep.BALL_LEFT_WHEEL,),
    c.ReportIrregularity: (ProcedureStep.IRREGULARITY,),
    c.DecideIrregularity: (ProcedureStep.IRREGULARITY,),
    c.CarryOutDirection: (ProcedureStep.IRREGULARITY,),
    c.ObserveAction: (ProcedureStep.IRREGULARITY,),
    c.VoidRound: (ProcedureStep.VOID,),
    c.DecideDispute: (ProcedureStep.DISPUTE,),
    c.CorrectNumber: (ProcedureStep.DISPUTE,),
}
"""The steps that assign a command to a role; the first one in the text is cited. No text covers the other commands."""


def refuse(
    rules: TableRules, code: RefusalCode | CommandRefusalCode, duty: ProcedureStep, **facts: str | int
) -> Refusal:
    """A refusal with the authority behind a step."""
    return Refusal(code, rules.procedure.authority(duty), facts)


def guard(rules: TableRules, table: Table, command: c.Command) -> Refusal | None:
    """The first reason to refuse a command, of those that apply to every command."""
    kind = type(command)
    allowed = ROLES.get(kind, ())
    if allowed is ATTESTED and not rules.setup.electronic:  # at a felt the dealer sells chips, and players carry them
        allowed = DEALER if kind is c.BuyChips else PLAY
    if command.by.role not in allowed:
        about_equipment = kind in equipment.COMMANDS
        duty = equipment.duty(rules.equipment, kind) if about_equipment else _whose(rules, kind)
        what = tag(kind).replace("-", " ")
        names = voiders(rules) if kind is c.VoidRound else " or ".join(allowed) or "nobody"
        return refuse(rules, CommandRefusalCode.ROLE_NOT_ALLOWED, duty, who=command.by.role, what=what, allowed=names)
    if command.at < table.last_at:
        return refuse(rules, CommandRefusalCode.CLOCK_WENT_BACK, ProcedureStep.ORDER, at=command.at, last=table.last_at)
    if kind is c.OpenTable:
        if table.phase is not Phase.CLOSED:
            return refuse(rules, CommandRefusalCode.TABLE_OPEN, ProcedureStep.ORDER)
        if rules.superseded:
            return refuse(rules, CommandRefusalCode.RULES_CHANGED, ProcedureStep.ORDER)
        return _in_force(rules, command.at) or _unfit_text(rules, command)
    if table.phase is _CLOSED:
        if kind in equipment.COMMANDS or (kind in _AT_ANY_TIME and command.by.role is not Role.DEALER):
            return _unfit_text(rules, command)
        return refuse(rules, CommandRefusalCode.TABLE_CLOSED, ProcedureStep.ORDER)
    if table.rules_hash != rules.digest:
        return refuse(rules, CommandRefusalCode.RULES_CHANGED, ProcedureStep.ORDER)
    if command.by.role is Role.DEALER and not _in_charge(rules, table, command):
        facts = {"who": command.by.name, "dealer": table.dealer}
        return refuse(rules, CommandRefusalCode.DEALER_NOT_IN_CHARGE, ProcedureStep.DEALER, **facts)
    if command.by.role is Role.SUPERVISOR and not _on_shift(rules, table, command):
        facts = {"who": command.by.name, "supervisor": table.supervisor}
        return refuse(rules, CommandRefusalCode.SUPERVISOR_NOT_ON_SHIFT, ProcedureStep.ORDER, **facts)
    if isinstance(command, c.TakeSeat) and same_person(command.player, table.dealer):
        return refuse(
            rules, CommandRefusalCode.DEALER_MAY_NOT_PLAY, ProcedureStep.DEALER_APART, player=command.player.strip()
        )
    if table.tournament and kind.instead_at_tournament:
        return for_points_alone(rules, table.tournament, kind.instead_at_tournament)
    seat = getattr(command, "seat", None)
    refusal = None
    if seat is not None and not (seat == 0 and kind in (c.RaiseDispute, m.SettleClaim)):
        refusal = _guard_seat(rules, table, command, seat)
    return refusal or _unfit_text(rules, command)


def for_points_alone(rules: TableRules, tournament: str, instead: str) -> Refusal:
    """Refuses anything but tournament chips at a tournament table."""
    law = rules.betting.book.tournaments
    authority = law.authority(TournamentDuty.CHIPS) if law is not None else BY_CUSTOM
    return Refusal(CommandRefusalCode.TOURNAMENT_TABLE, authority, {"tournament": tournament, "instead": instead})


def voiders(rules: TableRules) -> str:
    """Who may void a round, in words."""
    by = rules.procedure.void_by
    return " or ".join(f"{role} by a direction" if role is Role.SUPERVISOR else role for role in by) or "nobody"


def _whose(rules: TableRules, kind: type[c.Command]) -> ProcedureStep:
    """The step that assigns the command to its role in the text, or the basic order of a table."""
    return next(filter(rules.procedure.asks, _ROLE_STEPS.get(kind, ())), ProcedureStep.ORDER)


def _in_force(rules: TableRules, at: int) -> Refusal | None:
    """Refuses an opening while the text is not in force, unless the house declares that it plays a past day."""
    book, day = rules.betting.book, rules.setup.plays_day or day_of(at)
    if book.in_force(day):
        return None
    facts: dict[str, str | int] = {"book": book.id, "validity": book.validity, "day": str(day)}
    return Refusal(CommandRefusalCode.RULES_NOT_IN_FORCE, Authority(Basis.READING, adr=51), facts)


def _in_charge(rules: TableRules, table: Table, command: c.Command) -> bool:
    """Whether this dealer is the one named for the table.

    At a demonstration the automatic dealer may deal too. A service that stops may call no more bets.
    """
    name = command.by.name
    if name == table.dealer or (name == SERVICE_DEALER and isinstance(command, c.CallNoMoreBets)):
        return True
    return rules.setup.demonstration and AUTOMATIC_DEALER in (name, table.dealer)


def _on_shift(rules: TableRules, table: Table, command: c.Command) -> bool:
    """Whether this supervisor may act: the one named for the table, or any supervisor who names another or agrees.

    At a demonstration that the program opened, every supervisor may.
    """
    if command.by.name == table.supervisor or isinstance(command, _OF_THE_PIT):
        return True
    return rules.setup.demonstration and table.supervisor == AUTOMATIC_SUPERVISOR


def device_name(table: str, seat: int) -> str:
    """The name of the device of a seat: a bill validator with its ticket printer. It serves no other seat."""
    return f"device-{table}-{seat}"


def same_person(name: str, other: str) -> bool:
    """Whether two names are the same, ignoring case."""
    return name.strip().casefold() == other.strip().casefold()


TEXT_MAX = 1000
"""The most characters of any text in a command."""
ID_MAX = 100
"""The most characters of a person's id."""
_TEXTS: Mapping[type[c.Command], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind) if field.type is str) for kind in ROLES
}
_SHORT = 8
"""A text this short fits in any alphabet."""
_NAMES = frozenset({"player", "dealer", "supervisor", "color", "name", "license", "witness", "witness_license"})
_IN_LINES = frozenset({"what", "why", "decision", "note"})
"""Free texts, which may have several lines."""
_CALLED = {"what": "text", "why": "reason", "to": "spot", "witness_license": "license of the witness"}
"""Names in refusals for fields whose own name is not a noun."""


def _unfit_text(rules: TableRules, command: c.Command) -> Refusal | None:
    """Refuses texts that cannot be recorded or that do not read as written."""
    refusal = _unfit_fields(rules, command, _TEXTS[type(command)])
    if refusal is None and type(command) is c.ChangeWagers:
        unfit = (_unfit_fields(rules, change, ("spot", "color")) for change in command.changes)
        refusal = next(filter(None, unfit), None)
    if refusal:
        return refusal
    person = command.by
    if len(person.name) > _SHORT and (len(person.name) > ID_MAX or len(person.id) > ID_MAX + len(Role.DIRECTOR)):
        facts: dict[str, str | int] = {"what": "name", "length": len(command.by.name), "most": ID_MAX}
        return refuse(rules, CommandRefusalCode.TEXT_TOO_LONG, ProcedureStep.ORDER, **facts)
    return None


def _unfit_fields(rules: TableRules, said: c.Command | c.WagerChange, names: tuple[str, ...]) -> Refusal | None:
    for name in names:
        text: str = getattr(said, name)
        if len(text) <= _SHORT and text.isascii() and text.isprintable():
            continue
        length = len(Actor(text, Role.PLAYER).id) if name in _NAMES and len(text) <= TEXT_MAX else len(text)
        most = ID_MAX if name in _NAMES else TEXT_MAX
        if length > most:
            return refuse(
                rules,
                CommandRefusalCode.TEXT_TOO_LONG,
                ProcedureStep.ORDER,
                what=_CALLED.get(name, name),
                length=length,
                most=most,
            )
        if character := stray(text, lines=name in _IN_LINES):
            return refuse(
                rules,
                CommandRefusalCode.TEXT_NOT_PLAIN,
                ProcedureStep.ORDER,
                what=_CALLED.get(name, name),
                character=character,
            )
    return None


def _guard_seat(rules: TableRules, table: Table, command: c.Command, seat: int) -> Refusal | None:
    if not 1 <= seat <= rules.setup.seats:
        return refuse(rules, CommandRefusalCode.SEAT_UNKNOWN, ProcedureStep.ORDER, seat=seat, seats=rules.setup.seats)
    if type(command) is c.TakeSeat:
        return None
    taken = table.seats.get(seat)
    if taken is None:
        return refuse(rules, CommandRefusalCode.SEAT_EMPTY, ProcedureStep.ORDER, seat=seat)
    if command.by.role is Role.DEVICE and (
        command.by.name != device_name(rules.setup.number, seat)
        or getattr(command, "player", "") not in ("", taken.player)
    ):
        return refuse(rules, CommandRefusalCode.SEAT_NOT_YOURS, ProcedureStep.POSITION, seat=seat)
    if command.by.role is _PLAYER and taken.player != command.by.name:
        return refuse(rules, CommandRefusalCode.SEAT_NOT_YOURS, ProcedureStep.POSITION, seat=seat)
    if type(command) is c.LeaveSeat and table.phase is Phase.COLLECTED and seat in table.settled:
        return refuse(
            rules, CommandRefusalCode.LAYOUT_LOCKED, ProcedureStep.LOCKED
        )  # the collection may still be put back
    return None


def check_amount(rules: TableRules, amount: int, what: str, **facts: str | int) -> Refusal | None:
    """Refuses an amount that is not positive or too large for the accounts; `facts` fill the places of `what`."""
    if amount <= 0:
        told: dict[str, str | int] = {"amount": amount, "what": what, **facts}
        return refuse(rules, CommandRefusalCode.AMOUNT_NOT_POSITIVE, ProcedureStep.ORDER, **told)
    if amount > STAKE_MAX:
        return Refusal(RefusalCode.STAKE_TOO_LARGE, Authority(Basis.HOUSE), {"stake": amount, "maximum": STAKE_MAX})
    return None


def check_count(rules: TableRules, counted: int) -> Refusal | None:
    """Refuses a negative count of the float."""
    if counted < 0:
        return refuse(rules, CommandRefusalCode.AMOUNT_NOT_POSITIVE, ProcedureStep.ORDER, amount=counted, what="count")
    return check_amount(rules, counted, "count") if counted else None


def check_words(rules: TableRules, duty: ProcedureStep, **words: str) -> Refusal | None:
    """Refuses an empty text."""
    for what, text in words.items():
        if not text.strip():
            return refuse(rules, CommandRefusalCode.TEXT_MISSING, duty, what=what)
    return None


def check_stack(
    rules: TableRules,
    seat: Seat,
    number: int,
    chips: Chips,
    amount: int,
    duty: ProcedureStep = ProcedureStep.ORDER,
) -> Refusal | None:
    """Refuses to use more chips than there are; for a wager the duty is to make it with chips."""
    has = seat.stacks.get(chips, 0)
    if amount > has:
        return refuse(rules, CommandRefusalCode.STACK_TOO_SMALL, duty, seat=number, has=has, amount=amount)
    return None


def step(
    rules: TableRules, table: Table, kind: type[c.Command], duty: ProcedureStep, *phases: Phase, waits: bool = True
) -> Refusal | None:
    """Refuses a step that is out of order, or that has to wait for the supervisor."""
    if table.phase not in phases:
        return out_of_order(rules, table, kind, duty)
    return pending(rules, table) if waits else None


def pending(rules: TableRules, table: Table) -> Refusal | None:
    """Refuses to continue the round while the supervisor or a direction is pending."""
    if table.irregularity:
        following = tag(next_command(rules, table))
        return refuse(rules, CommandRefusalCode.DECISION_PENDING, ProcedureStep.IRREGULARITY, next=following)
    if table.correction is not None:
        following, number = tag(next_command(rules, table)), table.correction.number
        return refuse(
            rules, CommandRefusalCode.CORRECTION_PENDING, ProcedureStep.DISPUTE, next=following, number=number
        )
    return None


def ended(rules: TableRules, table: Table) -> Refusal | None:
    """Refuses a spin after the end of play."""
    return refuse(rules, CommandRefusalCode.PLAY_ENDED, ProcedureStep.LAST_SPIN) if table.ended else None


def out_of_order(rules: TableRules, table: Table, kind: type[c.Command], duty: ProcedureStep) -> Refusal:
    """The refusal of a step that is out of order, which names the next step."""
    facts: dict[str, str | int] = {"step": tag(kind), "phase": table.phase, "next": tag(next_command(rules, table))}
    return refuse(rules, CommandRefusalCode.STEP_OUT_OF_ORDER, duty, **facts)
