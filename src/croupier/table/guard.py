"""What is asked of every command before its own rules: the person, the clock, the seat, the open table."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import fields

from croupier.pit import decide as equipment
from croupier.rules.procedure import Duty
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.event import Events
from croupier.table.questions import next_step
from croupier.table.state import Phase, Seat, Table, TableRules
from croupier.terms.money import STAKE_MAX
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.steps import StepCode
from croupier.terms.text import stray

Decision = Events | Refusal

_PLAYER, _CLOSED = Role.PLAYER, Phase.CLOSED
_DEALER = (Role.DEALER,)
_PIT = (Role.SUPERVISOR,)
_PLAY = (Role.PLAYER, Role.DEALER)
_DISPUTE = (Role.PLAYER, Role.DEALER)

ROLES: Mapping[type[c.Command], tuple[Role, ...]] = {
    **equipment.ROLES,
    c.OpenTable: _PIT,
    c.CloseTable: _PIT,
    c.ChangeShift: _PIT,
    c.MoveFloat: _PIT,
    c.TakeSeat: _PLAY,
    c.LeaveSeat: _PLAY,
    c.SetChips: _PLAY,
    c.BuyChips: _PLAY,
    c.BringChips: _DEALER,
    c.ColorUp: _DEALER,
    c.CashOut: _PLAY,
    c.GiveTip: _PLAY,
    c.PlaceWager: _PLAY,
    c.MoveWager: _PLAY,
    c.TakeDown: _PLAY,
    c.Rebet: _PLAY,
    c.OfferVerbalWager: _PLAY,
    c.ConfirmVerbalWager: _DEALER,
    c.ReturnLateBet: _DEALER,
    c.SpinBall: _DEALER,
    c.SpinWheel: _DEALER,
    c.CallNoMoreBets: _DEALER,
    c.AnnounceNumber: _DEALER,
    c.CallNoSpin: _DEALER,
    c.InspectBall: _PIT,
    c.ReportIrregularity: _DEALER,
    c.DecideIrregularity: _PIT,
    c.PlaceCrown: _DEALER,
    c.ChooseInPrison: _PLAY,
    c.MoveFifths: _DEALER,
    c.CollectLosers: _DEALER,
    c.PayWinners: _DEALER,
    c.LiftCrown: _DEALER,
    c.RaiseDispute: _DISPUTE,
    c.DecideDispute: _PIT,
    c.CorrectNumber: _PIT,
}
"""Who may give each command. What is not here is refused to everybody."""

_DUTY_OF: Mapping[type[c.Command], Duty] = {
    c.InspectBall: Duty.BALL_LEFT_WHEEL,
    c.DecideIrregularity: Duty.IRREGULARITY,
    c.DecideDispute: Duty.DISPUTE,
    c.CorrectNumber: Duty.DISPUTE,
}


def refuse(rules: TableRules, code: RefusalCode | StepCode, duty: Duty, **facts: str | int) -> Refusal:
    """A refusal that cites the clause behind a duty."""
    return Refusal(code, rules.procedure.clause(duty), facts)


def guard(rules: TableRules, table: Table, command: c.Command) -> Refusal | None:
    """The first reason, of those that hold for every command, why this one cannot be heard."""
    kind = type(command)
    allowed = _DEALER if kind is c.BuyChips and not rules.setup.electronic else ROLES.get(kind, ())
    if command.by.role not in allowed:
        about_equipment = kind in equipment.ROLES
        duty = equipment.duty(rules.equipment, kind) if about_equipment else _DUTY_OF.get(kind, Duty.DEALER)
        what = str(kind.__struct_config__.tag).replace("-", " ")
        names = " or ".join(allowed) or "nobody"
        return refuse(rules, StepCode.ROLE_NOT_ALLOWED, duty, who=command.by.role, what=what, allowed=names)
    if command.at < table.last_at:
        return refuse(rules, StepCode.CLOCK_WENT_BACK, Duty.ORDER, at=command.at, last=table.last_at)
    if kind is c.OpenTable:
        open_already = table.phase is not Phase.CLOSED
        return refuse(rules, StepCode.TABLE_OPEN, Duty.ORDER) if open_already else _unfit_text(rules, command)
    if table.phase is _CLOSED:
        if kind in equipment.ROLES:
            return _unfit_text(rules, command)
        return refuse(rules, StepCode.TABLE_CLOSED, Duty.ORDER)
    if table.rules_hash != rules.digest:
        return refuse(rules, StepCode.RULES_CHANGED, Duty.ORDER)
    seat = getattr(command, "seat", None)
    refusal = None
    if seat is not None and not (seat == 0 and kind is c.RaiseDispute):
        refusal = _guard_seat(rules, table, command, seat)
    return refusal or _unfit_text(rules, command)


TEXT_MAX = 1000
"""The most characters of any text in a command."""
ID_MAX = 100
"""The most characters of a person's id."""
_TEXTS: Mapping[type[c.Command], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind) if field.type is str) for kind in ROLES
}
_SHORT = 8
"""A text of so few characters is short enough in any alphabet."""
_NAMES = frozenset({"player", "dealer", "supervisor", "color", "name", "license", "witness", "witness_license"})
_IN_LINES = frozenset({"what", "why", "decision", "note"})
"""What somebody tells; it may have several lines."""
_CALLED = {"what": "text", "why": "reason", "to": "spot", "witness_license": "license of the witness"}
"""What a refusal calls a field whose name is no noun."""


def _unfit_text(rules: TableRules, command: c.Command) -> Refusal | None:
    """Whatever is accepted or refused can be written down, and reads as it was written."""
    for name in _TEXTS[type(command)]:
        text: str = getattr(command, name)
        if len(text) <= _SHORT and text.isascii() and text.isprintable():
            continue
        length = len(Actor(text, Role.PLAYER).id) if name in _NAMES and len(text) <= TEXT_MAX else len(text)
        most = ID_MAX if name in _NAMES else TEXT_MAX
        if length > most:
            return refuse(
                rules, StepCode.TEXT_TOO_LONG, Duty.ORDER, what=_CALLED.get(name, name), length=length, most=most
            )
        if character := stray(text, lines=name in _IN_LINES):
            return refuse(rules, StepCode.TEXT_NOT_PLAIN, Duty.ORDER, what=_CALLED.get(name, name), character=character)
    person = command.by
    if len(person.name) > _SHORT and (len(person.name) > ID_MAX or len(person.id) > ID_MAX + len(Role.DIRECTOR)):
        facts: dict[str, str | int] = {"what": "name", "length": len(command.by.name), "most": ID_MAX}
        return refuse(rules, StepCode.TEXT_TOO_LONG, Duty.ORDER, **facts)
    return None


def _guard_seat(rules: TableRules, table: Table, command: c.Command, seat: int) -> Refusal | None:
    if not 1 <= seat <= rules.setup.seats:
        return refuse(rules, StepCode.SEAT_UNKNOWN, Duty.POSITION, seat=seat, seats=rules.setup.seats)
    if type(command) is c.TakeSeat:
        return None
    taken = table.seats.get(seat)
    if taken is None:
        return refuse(rules, StepCode.SEAT_EMPTY, Duty.POSITION, seat=seat)
    if command.by.role is _PLAYER and taken.player != command.by.name:
        return refuse(rules, StepCode.SEAT_NOT_YOURS, Duty.POSITION, seat=seat)
    return None


def check_amount(rules: TableRules, amount: int, what: str, duty: Duty = Duty.CHIPS) -> Refusal | None:
    """An amount is more than nothing and no more than the accounts hold."""
    if amount <= 0:
        return refuse(rules, StepCode.AMOUNT_NOT_POSITIVE, duty, amount=amount, what=what)
    if amount > STAKE_MAX:
        return refuse(rules, RefusalCode.STAKE_TOO_LARGE, duty, stake=amount, maximum=STAKE_MAX)
    return None


def check_count(rules: TableRules, counted: int) -> Refusal | None:
    """A count of the float finds nothing or more."""
    if counted < 0:
        return refuse(rules, StepCode.AMOUNT_NOT_POSITIVE, Duty.DEALER, amount=counted, what="count")
    return check_amount(rules, counted, "count", Duty.DEALER) if counted else None


def check_words(rules: TableRules, duty: Duty, **words: str) -> Refusal | None:
    """Each of these must say something."""
    for what, text in words.items():
        if not text.strip():
            return refuse(rules, StepCode.TEXT_MISSING, duty, what=what)
    return None


def check_stack(rules: TableRules, seat: Seat, number: int, chips: Chips, amount: int) -> Refusal | None:
    has = seat.stacks.get(chips, 0)
    if amount > has:
        return refuse(rules, StepCode.STACK_TOO_SMALL, Duty.CHIPS, seat=number, has=has, amount=amount)
    return None


def step(rules: TableRules, table: Table, name: str, duty: Duty, *phases: Phase, waits: bool = True) -> Refusal | None:
    """Refuses a step that does not come in this phase, or one that waits while the supervisor has yet to decide."""
    if table.phase not in phases:
        facts: dict[str, str | int] = {"step": name, "phase": table.phase, "next": next_step(rules, table)}
        return refuse(rules, StepCode.STEP_OUT_OF_ORDER, duty, **facts)
    if waits and table.irregularity:
        return refuse(rules, StepCode.DECISION_PENDING, Duty.IRREGULARITY)
    return None
