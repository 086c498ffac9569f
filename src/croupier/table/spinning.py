"""The spin: ball and wheel, the call, the number at rest, and everything that makes it no spin."""

from __future__ import annotations

from croupier.game.settlement import Clapper
from croupier.pit.questions import obstacles
from croupier.rules.procedure import Duty
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.command import NoSpinReason
from croupier.table.guard import Decision, check_words, refuse, step
from croupier.table.questions import choosers, is_big_six, next_step
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.refusal import Refusal, least
from croupier.terms.steps import StepCode

UNDER_WAY = (Phase.IN_TRACK, Phase.NO_MORE_BETS, Phase.SPINNING)
"""The phases from which a spin can be called off: before the ball or wheel is at rest."""


def spin_ball(rules: TableRules, table: Table, command: c.SpinBall) -> Decision:
    if is_big_six(rules):
        return _out_of_order(rules, table, "spinning a ball")
    return _may_spin(rules, table, "spinning the ball", Phase.BETTING) or (e.BallSpun(command.wheel, command.ball),)


def spin_wheel(rules: TableRules, table: Table, command: c.SpinWheel) -> Decision:
    """The Big Six wheel is spun after the call, either way round."""
    if not is_big_six(rules):
        return _out_of_order(rules, table, "spinning the wheel alone")
    return _may_spin(rules, table, "spinning the wheel", Phase.NO_MORE_BETS) or (e.WheelSpun(command.wheel),)


def _out_of_order(rules: TableRules, table: Table, name: str) -> Refusal:
    facts: dict[str, str | int] = {"step": name, "phase": table.phase, "next": next_step(rules, table)}
    return refuse(rules, StepCode.STEP_OUT_OF_ORDER, Duty.CALL, **facts)


def _may_spin(rules: TableRules, table: Table, name: str, phase: Phase) -> Refusal | None:
    refusal = step(rules, table, name, Duty.DIRECTION, phase) or next(obstacles(rules.equipment, table.equipment), None)
    if refusal is None and table.ball_out:
        refusal = refuse(rules, StepCode.BALL_NOT_INSPECTED, Duty.BALL_LEFT_WHEEL)
    return refusal


def call_no_more_bets(rules: TableRules, table: Table, _command: c.CallNoMoreBets) -> Decision:
    """At roulette while the ball is in the track; at Big Six before the spin."""
    window = Phase.BETTING if is_big_six(rules) else Phase.IN_TRACK
    return step(rules, table, "no more bets", Duty.CALL, window, waits=False) or (e.NoMoreBetsCalled(),)


def announce_number(rules: TableRules, table: Table, command: c.AnnounceNumber) -> Decision:
    """The number of a valid spin; a covered number or a void clapper makes it no spin instead."""
    at = Phase.SPINNING if is_big_six(rules) else Phase.NO_MORE_BETS
    refusal = step(rules, table, "announcing the number", Duty.ANNOUNCE, at) or _not_valid(rules, table, command)
    if refusal:
        return refusal
    game = rules.rules.game
    announced = e.NumberAnnounced(command.number, command.revolutions, command.between)
    if command.number in game.wheel.void:
        return (announced, _no_spin(rules, NoSpinReason.COVERED_NUMBER))
    if command.between and game.clapper is Clapper.VOID:
        return (announced, _no_spin(rules, NoSpinReason.CLAPPER_BETWEEN))
    return (announced,)


def _not_valid(rules: TableRules, table: Table, command: c.AnnounceNumber) -> Refusal | None:
    irregular, game = table.spin.irregular, rules.rules.game
    if irregular:
        return refuse(rules, StepCode.SPIN_NOT_VALID, Duty(irregular), reason=irregular.replace("-", " "))
    if command.number not in game.wheel.color or (command.between and not is_big_six(rules)):
        return refuse(rules, StepCode.NUMBER_UNKNOWN, Duty.ANNOUNCE, number=command.number or "nothing")
    least_turns = rules.procedure.revolutions_min
    if command.revolutions < least_turns:
        facts = {"revolutions": command.revolutions, "least": least_turns}
        return refuse(rules, StepCode.REVOLUTIONS_TOO_FEW, Duty.REVOLUTIONS, **facts)
    if command.between and game.clapper is None:
        reason, instead = (
            "a clapper between two stops",
            "The house has chosen no option for it: the supervisor decides.",
        )
        return refuse(rules, StepCode.REASON_NOT_OPEN, Duty.CLAPPER_BETWEEN, reason=reason, instead=instead)
    return None


def _no_spin(rules: TableRules, reason: NoSpinReason) -> e.NoSpinCalled:
    """The clause for that reason, or the text's definition of no spin where it has one for any reason."""
    clause = rules.procedure.clause(Duty(reason)) or rules.procedure.clause(Duty.NO_SPIN)
    return e.NoSpinCalled(reason, clause)


_CALLABLE = (
    NoSpinReason.SAME_DIRECTION,
    NoSpinReason.TOO_FEW_REVOLUTIONS,
    NoSpinReason.FOREIGN_OBJECT,
    NoSpinReason.BALL_LEFT_WHEEL,
)


def call_no_spin(rules: TableRules, table: Table, command: c.CallNoSpin) -> Decision:
    """The dealer's own reasons; a covered number and a clapper follow from the number, the rest is the supervisor's."""
    big_six, reason = is_big_six(rules), command.reason
    phases = (Phase.SPINNING,) if big_six else (Phase.IN_TRACK, Phase.NO_MORE_BETS)
    refusal = step(rules, table, "no spin", Duty.NO_SPIN, *phases, waits=False)
    if refusal:
        return refusal
    if reason not in _CALLABLE or (big_six and reason is not NoSpinReason.TOO_FEW_REVOLUTIONS):
        instead = "Enter the number, or report an irregularity to the pit supervisor."
        return refuse(rules, StepCode.REASON_NOT_OPEN, Duty.NO_SPIN, reason=reason, instead=instead)
    if reason is NoSpinReason.SAME_DIRECTION and table.spin.irregular is not NoSpinReason.SAME_DIRECTION:
        instead = "Wheel and ball were recorded as running in opposite directions."
        return refuse(rules, StepCode.REASON_NOT_OPEN, Duty.NO_SPIN, reason=reason, instead=instead)
    return (_no_spin(rules, reason),)


def inspect_ball(rules: TableRules, table: Table, command: c.InspectBall) -> Decision:
    """Damage or tampering is named; the ball that takes an unfit one's place is looked at in its turn."""
    in_wheel = "inspect: the ball is in the wheel"
    refusal = least(
        None if command.fit else check_words(rules, Duty.BALL_LEFT_WHEEL, note=command.note),
        None if table.ball_out else refuse(rules, StepCode.NOTHING_TO_DO, Duty.BALL_LEFT_WHEEL, what=in_wheel),
    )
    return refusal or (e.BallInspected(command.fit, command.note),)


def report_irregularity(rules: TableRules, table: Table, command: c.ReportIrregularity) -> Decision:
    refusal = least(
        check_words(rules, Duty.IRREGULARITY, irregularity=command.what),
        refuse(rules, StepCode.DECISION_PENDING, Duty.IRREGULARITY) if table.irregularity else None,
    )
    return refusal or (e.IrregularityReported(command.what),)


def decide_irregularity(rules: TableRules, table: Table, command: c.DecideIrregularity) -> Decision:
    """The supervisor names what was decided and why; a spin can be called off only before losers are collected."""
    reported = table.irregularity
    refusal = least(
        check_words(rules, Duty.IRREGULARITY, decision=command.decision, reason=command.why),
        None
        if reported
        else refuse(rules, StepCode.NOTHING_TO_DO, Duty.IRREGULARITY, what="decide: nothing was reported"),
        _cannot_call_off(rules, table) if command.no_spin else None,
    )
    if refusal:
        return refusal
    decided = e.IrregularityDecided(command.decision, command.why, command.no_spin)
    return (decided, _no_spin(rules, NoSpinReason.SUPERVISOR_DECISION)) if command.no_spin else (decided,)


def _cannot_call_off(rules: TableRules, table: Table) -> Refusal | None:
    if table.phase in (*UNDER_WAY, Phase.AT_REST):
        return None
    return _out_of_order(rules, table, "no spin")


def place_crown(rules: TableRules, table: Table, command: c.PlaceCrown) -> Decision:
    """The crown marks the number; where a zero leaves players a choice, their time begins."""
    if is_big_six(rules):
        return _out_of_order(rules, table, "placing a crown")
    refusal = step(rules, table, "placing the crown", Duty.CROWN, Phase.AT_REST)
    if refusal:
        return refusal
    until = command.at + rules.setup.prison_ms if choosers(rules, table) else 0
    return (e.CrownPlaced(table.spin.number, until),)
