"""The spin: ball and wheel, the call, the announced number, and the reasons for no spin."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.equipment.questions import obstacles
from croupier.game.settlement import Clapper
from croupier.rules.procedure import REMOVABLE, Directions, ProcedureStep
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.preconditions import Decision, check_words, ended, out_of_order, refuse, step
from croupier.table.questions import choosers
from croupier.table.sequence import (
    call_phase,
    may_rest_between,
    rest_phase,
    spin_command,
    spin_phase,
    turning_phases,
)
from croupier.table.state import Phase, Table, TableRules
from croupier.table.values import BallFate, Direction, NoSpinReason
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.refusal import Refusal, least


def spin_ball(rules: TableRules, table: Table, command: c.SpinBall) -> Decision:
    refusal = _may_spin(rules, table, c.SpinBall)
    return refusal or (e.BallSpun(command.wheel, command.ball, _irregular(rules, table, command.wheel, command.ball)),)


def spin_wheel(rules: TableRules, table: Table, command: c.SpinWheel) -> Decision:
    """Spins the wheel of a game without a ball."""
    refusal = _may_spin(rules, table, c.SpinWheel)
    return refusal or (e.WheelSpun(command.wheel, _irregular(rules, table, command.wheel, None)),)


def _may_spin(rules: TableRules, table: Table, kind: type[c.SpinBall] | type[c.SpinWheel]) -> Refusal | None:
    if kind is not spin_command(rules.procedure):
        return out_of_order(rules, table, kind, ProcedureStep.SPIN)
    refusal = step(rules, table, kind, ProcedureStep.DIRECTION, spin_phase(rules.procedure)) or ended(rules, table)
    refusal = refusal or next(obstacles(rules.equipment, table.equipment), None)
    if refusal is None and table.ball_out:
        refusal = refuse(rules, CommandRefusalCode.BALL_NOT_INSPECTED, ProcedureStep.BALL_LEFT_WHEEL)
    return refusal


def _irregular(rules: TableRules, table: Table, wheel: Direction, ball: Direction | None) -> NoSpinReason | None:
    """Why the directions make the spin invalid; None if they do not."""
    directions = rules.procedure.directions
    if directions is Directions.EITHER:
        return None
    if wheel is ball:
        return NoSpinReason.SAME_DIRECTION
    if directions is Directions.ALTERNATING and wheel is table.turned:
        return NoSpinReason.NOT_ALTERNATED
    return None


def call_no_more_bets(rules: TableRules, table: Table, command: c.CallNoMoreBets) -> Decision:
    """Calls no more bets: before the spin, or while the ball or wheel turns."""
    window = call_phase(rules.procedure)
    refusal = step(rules, table, type(command), ProcedureStep.CALL, window, waits=False) or ended(rules, table)
    return refusal or (e.NoMoreBetsCalled(command.waved),)


def announce_number(rules: TableRules, table: Table, command: c.AnnounceNumber) -> Decision:
    """Announces the number of a valid spin; a covered number or a void clapper makes it no spin."""
    at = rest_phase(rules.procedure)
    refusal = step(rules, table, type(command), ProcedureStep.ANNOUNCE, at) or _not_valid(rules, table, command)
    if refusal:
        return refusal
    game = rules.betting.game
    until = 0 if rules.procedure.crown else _choose_until(rules, table, command.number, command.at)
    announced = e.NumberAnnounced(command.number, command.revolutions, command.between, until)
    if command.number in game.wheel.void:
        return (announced, no_spin(rules, NoSpinReason.COVERED_NUMBER))
    if command.between and game.clapper is Clapper.VOID:
        return (announced, no_spin(rules, NoSpinReason.CLAPPER_BETWEEN))
    return (announced,)


def _not_valid(rules: TableRules, table: Table, command: c.AnnounceNumber) -> Refusal | None:
    irregular, game = table.spin.irregular, rules.betting.game
    if irregular:
        return refuse(
            rules, CommandRefusalCode.SPIN_NOT_VALID, ProcedureStep(irregular), reason=irregular.replace("-", " ")
        )
    if command.number not in game.wheel.color or (command.between and not may_rest_between(rules)):
        return refuse(
            rules, CommandRefusalCode.NUMBER_UNKNOWN, ProcedureStep.ANNOUNCE, number=command.number or "nothing"
        )
    least_turns = rules.procedure.revolutions_min
    if command.revolutions < least_turns:
        facts = {"revolutions": command.revolutions, "least": least_turns}
        return refuse(rules, CommandRefusalCode.REVOLUTIONS_TOO_FEW, ProcedureStep.REVOLUTIONS, **facts)
    if command.between and game.clapper is None:
        reason, instead = (
            "a clapper between two stops",
            "The house has chosen no option for it, so the supervisor decides.",
        )
        return refuse(
            rules, CommandRefusalCode.REASON_NOT_OPEN, ProcedureStep.CLAPPER_BETWEEN, reason=reason, instead=instead
        )
    return None


def no_spin(rules: TableRules, reason: NoSpinReason, ball: BallFate = BallFate.UNSTATED) -> e.NoSpinCalled:
    """The event with the authority for the reason, or else with the text's general definition of no spin."""
    own, general = (rules.procedure.authority(each) for each in (ProcedureStep(reason), ProcedureStep.NO_SPIN))
    return e.NoSpinCalled(reason, general if own.clause is None and general.clause else own, ball)


def call_no_spin(rules: TableRules, table: Table, command: c.CallNoSpin) -> Decision:
    """Calls no spin for a reason that is the dealer's to call.

    A covered number and a clapper follow from the announced number; other reasons are the supervisor's.
    """
    procedure, reason = rules.procedure, command.reason
    refusal = step(rules, table, type(command), ProcedureStep.NO_SPIN, *turning_phases(procedure), waits=False)
    if refusal:
        return refusal
    if reason not in open_reasons(rules, table):
        known = ProcedureStep(reason) in procedure.reasons
        instead = _NOT_RECORDED if known else "Enter the number, or report an irregularity to the pit supervisor."
        return refuse(rules, CommandRefusalCode.REASON_NOT_OPEN, ProcedureStep.NO_SPIN, reason=reason, instead=instead)
    asked = (
        ProcedureStep(reason) in REMOVABLE
        and procedure.asks(ProcedureStep(reason))
        and procedure.asks(ProcedureStep.REMOVE_BALL)
    )
    if asked and command.ball is BallFate.UNSTATED:
        what = "outcome of the attempt to remove the ball"
        return refuse(rules, CommandRefusalCode.TEXT_MISSING, ProcedureStep(reason), what=what)
    return (no_spin(rules, reason, command.ball),)


_RECORDED = (NoSpinReason.SAME_DIRECTION, NoSpinReason.NOT_ALTERNATED)
"""Reasons that follow from the recorded directions of the spin."""
_NOT_RECORDED = "The recorded directions do not match this reason."


def open_reasons(rules: TableRules, table: Table) -> Iterator[NoSpinReason]:
    """The reasons for which the dealer can call no spin now."""
    if table.phase not in turning_phases(rules.procedure):
        return
    for reason in NoSpinReason:
        recorded = reason not in _RECORDED or table.spin.irregular is reason
        if recorded and ProcedureStep(reason) in rules.procedure.reasons:
            yield reason


def inspect_ball(rules: TableRules, table: Table, command: c.InspectBall) -> Decision:
    """Records the inspection of a ball; damage or tampering is named, and a replacement is inspected next."""
    in_wheel = "inspect: the ball is in the wheel"
    refusal = least(
        None if command.fit else check_words(rules, ProcedureStep.BALL_LEFT_WHEEL, note=command.note),
        None
        if table.ball_out
        else refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.BALL_LEFT_WHEEL, what=in_wheel),
    )
    return refusal or (e.BallInspected(command.fit, command.note),)


def place_crown(rules: TableRules, table: Table, command: c.PlaceCrown) -> Decision:
    """Places the crown on the number; if a zero gives players a choice, their time starts."""
    if not rules.procedure.crown:
        return out_of_order(rules, table, type(command), ProcedureStep.CROWN)
    refusal = step(rules, table, type(command), ProcedureStep.CROWN, Phase.AT_REST)
    if refusal:
        return refusal
    until = _choose_until(rules, table, table.spin.number, command.at)
    return (e.CrownPlaced(table.spin.number, until),)


def _choose_until(rules: TableRules, table: Table, number: str, at: int) -> int:
    """When choices in prison end; 0 if the number gives nobody a choice."""
    return at + rules.setup.prison_ms if choosers(rules, table, number=number) else 0
