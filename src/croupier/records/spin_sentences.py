"""Sentences about a spin: the ball, irregularities, the crown, settlement."""

from __future__ import annotations

from croupier.game.zero import Choice
from croupier.records.pattern import Found
from croupier.records.sentence_fields import AT_SEAT, SentenceBuilder, Speaker, direction, number, seat, text, word
from croupier.table import command as c
from croupier.table.values import Action, BallFate, NoSpinReason


def _spin_ball(who: Speaker, found: Found) -> c.AnyCommand:
    return c.SpinBall(by=who.by, at=who.at, wheel=direction(found, "wheel"), ball=direction(found, "ball"))


def _spin_wheel(who: Speaker, found: Found) -> c.AnyCommand:
    return c.SpinWheel(by=who.by, at=who.at, wheel=direction(found, "wheel"))


def _no_more_bets(who: Speaker, _found: Found, *, waved: bool = False) -> c.AnyCommand:
    return c.CallNoMoreBets(by=who.by, at=who.at, waved=waved)


def _no_more_bets_waved(who: Speaker, found: Found) -> c.AnyCommand:
    return _no_more_bets(who, found, waved=True)


def _announce(who: Speaker, found: Found, *, between: bool = False) -> c.AnyCommand:
    return c.AnnounceNumber(
        by=who.by,
        at=who.at,
        number=found["number"] or "",
        revolutions=number(found, "revolutions"),
        between=between,
    )


def _announce_between(who: Speaker, found: Found) -> c.AnyCommand:
    return _announce(who, found, between=True)


def _no_spin(who: Speaker, found: Found, ball: BallFate = BallFate.UNSTATED) -> c.AnyCommand:
    reason = NoSpinReason(word(found, "reason", NoSpinReason))
    return c.CallNoSpin(by=who.by, at=who.at, reason=reason, ball=ball)


def _no_spin_removed(who: Speaker, found: Found) -> c.AnyCommand:
    return _no_spin(who, found, BallFate.REMOVED)


def _no_spin_at_rest(who: Speaker, found: Found) -> c.AnyCommand:
    return _no_spin(who, found, BallFate.AT_REST)


def _inspect_fit(who: Speaker, found: Found) -> c.AnyCommand:
    return c.InspectBall(by=who.by, at=who.at, fit=True, note=text(found, "note"))


def _inspect_unfit(who: Speaker, found: Found) -> c.AnyCommand:
    return c.InspectBall(by=who.by, at=who.at, fit=False, note=text(found, "note"))


def _report(who: Speaker, found: Found) -> c.AnyCommand:
    return c.ReportIrregularity(by=who.by, at=who.at, what=text(found, "what"))


def _direct(who: Speaker, found: Found, action: Action = Action.GO_ON) -> c.AnyCommand:
    decision, why = text(found, "decision"), text(found, "why")
    number = found.get("number") or ""
    return c.DecideIrregularity(by=who.by, at=who.at, decision=decision, why=why, action=action, number=number)


def _direct_no_spin(who: Speaker, found: Found) -> c.AnyCommand:
    return _direct(who, found, Action.NO_SPIN)


def _direct_void(who: Speaker, found: Found) -> c.AnyCommand:
    return _direct(who, found, Action.VOID_ROUND)


def _direct_number(who: Speaker, found: Found) -> c.AnyCommand:
    return _direct(who, found, Action.NUMBER)


def _carry_out(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.CarryOutDirection(by=who.by, at=who.at)


def _observe(who: Speaker, found: Found) -> c.AnyCommand:
    return c.ObserveAction(by=who.by, at=who.at, note=text(found, "note"))


def _void(who: Speaker, found: Found) -> c.AnyCommand:
    return c.VoidRound(by=who.by, at=who.at, why=text(found, "why"))


def _crown(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.PlaceCrown(by=who.by, at=who.at)


def _choose(who: Speaker, found: Found) -> c.AnyCommand:
    choice = Choice(word(found, "choice", Choice))
    return c.ChooseInPrison(by=who.by, at=who.at, seat=seat(who, found), spot=found["spot"] or "", choice=choice)


def _collect(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.CollectLosers(by=who.by, at=who.at)


def _pay(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.PayWinners(by=who.by, at=who.at)


def _lift(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.LiftCrown(by=who.by, at=who.at)


SPINS: tuple[tuple[str, SentenceBuilder], ...] = (
    ("spins, wheel {wheel:word}, ball {ball:word}", _spin_ball),
    ("spins the wheel {wheel:word}", _spin_wheel),
    ("calls no more bets", _no_more_bets),
    ("calls no more bets and waves", _no_more_bets_waved),
    ("announces {number:word} after {revolutions:number} revolutions", _announce),
    ("announces between {number:word} and the next after {revolutions:number} revolutions", _announce_between),
    ("calls no spin, {reason:word}", _no_spin),
    ("calls no spin, {reason:word}, and removes the ball", _no_spin_removed),
    ("calls no spin, {reason:word}, but the ball comes to rest", _no_spin_at_rest),
    ("inspects the ball, fit[, {note:text}]", _inspect_fit),
    ("inspects the ball, unfit[, {note:text}]", _inspect_unfit),
    ("reports {what:text}", _report),
    ("directs {decision:text} because {why:text}", _direct),
    ("directs no spin, {decision:text} because {why:text}", _direct_no_spin),
    ("directs a void round, {decision:text} because {why:text}", _direct_void),
    ("directs the number {number:word}, {decision:text} because {why:text}", _direct_number),
    ("carries out the direction", _carry_out),
    ("observes the action[, {note:text}]", _observe),
    ("voids the round because {why:text}", _void),
    ("crowns", _crown),
    ("chooses {choice:word} on {spot:word}" + AT_SEAT, _choose),
    ("collects", _collect),
    ("pays", _pay),
    ("lifts", _lift),
)
