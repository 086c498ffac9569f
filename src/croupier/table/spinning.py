"""The spin: ball and wheel, the call, the number at rest, and everything that makes it no spin."""

from __future__ import annotations

from croupier.game.settlement import Clapper, ZeroEffect
from croupier.game.wager import EVEN_MONEY
from croupier.rules.procedure import Duty
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.command import NoSpinReason
from croupier.table.guard import Decision, check_words, refuse, step
from croupier.table.seating import is_big_six
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.refusal import Refusal
from croupier.terms.steps import StepCode

UNDER_WAY = (Phase.IN_TRACK, Phase.NO_MORE_BETS, Phase.SPINNING)
"""The phases from which a spin can be called off: before the ball or wheel is at rest."""


def spin_ball(rules: TableRules, table: Table, command: c.SpinBall) -> Decision:
    refusal = _may_spin(rules, table, "spinning the ball", Phase.BETTING)
    if is_big_six(rules):
        return refuse(rules, StepCode.STEP_OUT_OF_ORDER, Duty.CALL, **_wrong_game(table, "spinning a ball"))
    return refusal or (e.BallSpun(command.wheel, command.ball),)


def spin_wheel(rules: TableRules, table: Table, command: c.SpinWheel) -> Decision:
    """The Big Six wheel is spun after the call, either way round."""
    if not is_big_six(rules):
        return refuse(rules, StepCode.STEP_OUT_OF_ORDER, Duty.CALL, **_wrong_game(table, "spinning the wheel alone"))
    refusal = _may_spin(rules, table, "spinning the wheel", Phase.NO_MORE_BETS)
    return refusal or (e.WheelSpun(command.wheel),)


def _wrong_game(table: Table, name: str) -> dict[str, str | int]:
    return {"step": name, "phase": table.phase, "next": "the step of this game"}


def _may_spin(rules: TableRules, table: Table, name: str, phase: Phase) -> Refusal | None:
    if table.irregularity:
        return refuse(rules, StepCode.DECISION_PENDING, Duty.IRREGULARITY)
    if table.ball_out:
        return refuse(rules, StepCode.BALL_NOT_INSPECTED, Duty.BALL_LEFT_WHEEL)
    return step(rules, table, name, Duty.DIRECTION, phase)


def call_no_more_bets(rules: TableRules, table: Table, _command: c.CallNoMoreBets) -> Decision:
    """At roulette while the ball is in the track; at Big Six before the spin."""
    window = Phase.BETTING if is_big_six(rules) else Phase.IN_TRACK
    return step(rules, table, "no more bets", Duty.CALL, window) or (e.NoMoreBetsCalled(),)


def announce_number(rules: TableRules, table: Table, command: c.AnnounceNumber) -> Decision:
    """The number of a valid spin; a covered number or a void clapper makes it no spin instead."""
    at = Phase.SPINNING if is_big_six(rules) else Phase.NO_MORE_BETS
    refusal = step(rules, table, "announcing the number", Duty.ANNOUNCE, at)
    if refusal:
        return refusal
    if table.irregularity:
        return refuse(rules, StepCode.DECISION_PENDING, Duty.IRREGULARITY)
    if table.spin.irregular:
        reason = table.spin.irregular
        return refuse(rules, StepCode.SPIN_NOT_VALID, Duty(reason), reason=reason.replace("-", " "))
    wheel = rules.rules.game.wheel
    if command.number not in wheel.color or (command.between and not is_big_six(rules)):
        return refuse(rules, StepCode.NUMBER_UNKNOWN, Duty.ANNOUNCE, number=command.number or "nothing")
    if command.revolutions < rules.procedure.revolutions_min:
        least = rules.procedure.revolutions_min
        facts = {"revolutions": command.revolutions, "least": least}
        return refuse(rules, StepCode.REVOLUTIONS_TOO_FEW, Duty.REVOLUTIONS, **facts)
    announced = e.NumberAnnounced(command.number, command.revolutions, command.between)
    if command.number in wheel.void:
        return (announced, _no_spin(rules, NoSpinReason.COVERED_NUMBER))
    if command.between and rules.rules.game.clapper is not Clapper.PREVIOUS:
        return (announced, _no_spin(rules, NoSpinReason.CLAPPER_BETWEEN))
    return (announced,)


def _no_spin(rules: TableRules, reason: NoSpinReason) -> e.NoSpinCalled:
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
    refusal = step(rules, table, "no spin", Duty.NO_SPIN, *UNDER_WAY)
    if refusal:
        return refusal
    if is_big_six(rules) and table.phase is not Phase.SPINNING:
        return step(rules, table, "no spin", Duty.NO_SPIN, Phase.SPINNING) or ()
    reason = command.reason
    if reason not in _CALLABLE or (is_big_six(rules) and reason is not NoSpinReason.TOO_FEW_REVOLUTIONS):
        instead = "Enter the number, or report an irregularity to the pit supervisor."
        return refuse(rules, StepCode.REASON_NOT_OPEN, Duty.NO_SPIN, reason=reason, instead=instead)
    if reason is NoSpinReason.SAME_DIRECTION and table.spin.irregular is not NoSpinReason.SAME_DIRECTION:
        instead = "Wheel and ball were recorded as running in opposite directions."
        return refuse(rules, StepCode.REASON_NOT_OPEN, Duty.NO_SPIN, reason=reason, instead=instead)
    return (_no_spin(rules, reason),)


def inspect_ball(rules: TableRules, table: Table, command: c.InspectBall) -> Decision:
    if not table.ball_out:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.BALL_LEFT_WHEEL, what="inspect: the ball is in the wheel")
    return (e.BallInspected(command.fit, command.note),)


def report_irregularity(rules: TableRules, table: Table, command: c.ReportIrregularity) -> Decision:
    refusal = check_words(rules, Duty.IRREGULARITY, irregularity=command.what)
    if refusal is None and table.irregularity:
        refusal = refuse(rules, StepCode.DECISION_PENDING, Duty.IRREGULARITY)
    return refusal or (e.IrregularityReported(command.what),)


def decide_irregularity(rules: TableRules, table: Table, command: c.DecideIrregularity) -> Decision:
    """The supervisor names what was decided and why; a spin can be called off only before the number is settled on."""
    if not table.irregularity:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.IRREGULARITY, what="decide: nothing was reported")
    refusal = check_words(rules, Duty.IRREGULARITY, decision=command.decision, reason=command.why)
    if refusal:
        return refusal
    decided = e.IrregularityDecided(command.decision, command.why, command.no_spin)
    if not command.no_spin:
        return (decided,)
    refusal = step(rules, table, "no spin", Duty.IRREGULARITY, *UNDER_WAY, Phase.AT_REST)
    return refusal or (decided, _no_spin(rules, NoSpinReason.SUPERVISOR_DECISION))


def place_crown(rules: TableRules, table: Table, command: c.PlaceCrown) -> Decision:
    """The crown marks the number; where a zero leaves players a choice, their time begins."""
    if is_big_six(rules):
        return refuse(rules, StepCode.STEP_OUT_OF_ORDER, Duty.CALL, **_wrong_game(table, "placing a crown"))
    refusal = step(rules, table, "placing the crown", Duty.CROWN, Phase.AT_REST)
    if refusal is None and table.irregularity:
        refusal = refuse(rules, StepCode.DECISION_PENDING, Duty.IRREGULARITY)
    if refusal:
        return refusal
    until = command.at + rules.setup.prison_ms if choosers(rules, table) else 0
    return (e.CrownPlaced(table.spin.number, until),)


def choosers(rules: TableRules, table: Table) -> list[str]:
    """The keys of the wagers whose players have a choice in prison and have not yet made it."""
    game = rules.rules.game
    if game.zero is not ZeroEffect.IN_PRISON or table.spin.number not in game.zero_answers:
        return []
    return [
        standing.stake.key
        for standing in table.standing()
        if not standing.imprisoned
        and standing.choice is None
        and rules.rules.layout[standing.stake.spot].wager in EVEN_MONEY
    ]
