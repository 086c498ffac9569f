"""What is asked of every command before its own rules: the person, the clock, the seat, the open table."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.rules.procedure import Duty
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.event import Events
from croupier.table.questions import next_step
from croupier.table.state import Phase, Seat, Table, TableRules
from croupier.terms.money import STAKE_MAX
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.steps import StepCode

Decision = Events | Refusal

_TABLE = (Role.DEALER,)
_PIT = (Role.SUPERVISOR,)
_PLAY = (Role.PLAYER, Role.DEALER)
_DISPUTE = (Role.PLAYER, Role.DEALER)

ROLES: Mapping[type[c.Command], tuple[Role, ...]] = {
    c.OpenTable: _PIT,
    c.CloseTable: _PIT,
    c.ChangeShift: _PIT,
    c.MoveFloat: _PIT,
    c.TakeSeat: _PLAY,
    c.LeaveSeat: _PLAY,
    c.SetChips: _PLAY,
    c.BuyChips: _PLAY,
    c.BringChips: _TABLE,
    c.ColorUp: _TABLE,
    c.CashOut: _PLAY,
    c.GiveTip: _PLAY,
    c.PlaceWager: _PLAY,
    c.MoveWager: _PLAY,
    c.TakeDown: _PLAY,
    c.Rebet: _PLAY,
    c.OfferVerbalWager: _PLAY,
    c.ConfirmVerbalWager: _TABLE,
    c.ReturnLateBet: _TABLE,
    c.SpinBall: _TABLE,
    c.SpinWheel: _TABLE,
    c.CallNoMoreBets: _TABLE,
    c.AnnounceNumber: _TABLE,
    c.CallNoSpin: _TABLE,
    c.InspectBall: _PIT,
    c.ReportIrregularity: _TABLE,
    c.DecideIrregularity: _PIT,
    c.PlaceCrown: _TABLE,
    c.ChooseInPrison: _PLAY,
    c.MoveFifths: _TABLE,
    c.CollectLosers: _TABLE,
    c.PayWinners: _TABLE,
    c.LiftCrown: _TABLE,
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
    allowed = ROLES.get(type(command), ())
    if command.by.role not in allowed:
        duty = _DUTY_OF.get(type(command), Duty.DEALER)
        what = str(type(command).__struct_config__.tag).replace("-", " ")
        names = " or ".join(allowed) or "nobody"
        return refuse(rules, StepCode.ROLE_NOT_ALLOWED, duty, who=command.by.role, what=what, allowed=names)
    if command.at < table.last_at:
        return refuse(rules, StepCode.CLOCK_WENT_BACK, Duty.DEALER, at=command.at, last=table.last_at)
    if isinstance(command, c.OpenTable):
        if table.phase is not Phase.CLOSED:
            return refuse(rules, StepCode.TABLE_OPEN, Duty.DEALER)
        return None
    if table.phase is Phase.CLOSED:
        return refuse(rules, StepCode.TABLE_CLOSED, Duty.DEALER)
    if table.rules_hash != rules.digest:
        return refuse(rules, StepCode.RULES_CHANGED, Duty.DEALER)
    seat = getattr(command, "seat", None)
    if seat is not None and not (isinstance(command, c.RaiseDispute) and seat == 0):
        return _guard_seat(rules, table, command, seat)
    return None


def _guard_seat(rules: TableRules, table: Table, command: c.Command, seat: int) -> Refusal | None:
    if not 1 <= seat <= rules.setup.seats:
        return refuse(rules, StepCode.SEAT_UNKNOWN, Duty.POSITION, seat=seat, seats=rules.setup.seats)
    if isinstance(command, c.TakeSeat):
        return None
    taken = table.seats.get(seat)
    if taken is None:
        return refuse(rules, StepCode.SEAT_EMPTY, Duty.POSITION, seat=seat)
    if command.by.role is Role.PLAYER and taken.player != command.by.name:
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


def least(*refusals: Refusal | None) -> Refusal | None:
    """Of the refusals that apply, the one that comes first in the public order."""
    return min((each for each in refusals if each is not None), key=lambda each: each.precedence, default=None)


def step(rules: TableRules, table: Table, name: str, duty: Duty, *phases: Phase) -> Refusal | None:
    """Refuses a step that does not come in this phase, or while the supervisor has yet to decide."""
    if table.phase not in phases:
        facts: dict[str, str | int] = {"step": name, "phase": table.phase, "next": next_step(rules, table)}
        return refuse(rules, StepCode.STEP_OUT_OF_ORDER, duty, **facts)
    if table.irregularity:
        return refuse(rules, StepCode.DECISION_PENDING, Duty.IRREGULARITY)
    return None
