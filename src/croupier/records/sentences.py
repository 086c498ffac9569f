"""The sentences of a play script: one or more for every command of a table."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from croupier.game.zero import Choice
from croupier.records.equipment_sentences import EQUIPMENT
from croupier.records.money_sentences import MONEY
from croupier.records.pattern import Found, Pattern
from croupier.records.sentence_fields import (
    SEAT_MAX,
    SentenceError,
    Speaker,
    amount,
    chips,
    direction,
    number,
    seat,
    text,
    word,
)
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.values import Action, BallFate, Funds, NoSpinReason
from croupier.terms.problem import nearest, shown

_IN = "[ in {chips:words}]"
_AT = "[ for seat {seat:number}][ at seat {own:number}]"
AWARD = Pattern("seat {seat:number} gets {amount:amount}")
MORE = Pattern("{amount:amount} more on {spot:word}")
LESS = Pattern("{amount:amount} less on {spot:word}")
TAKEN_BACK = Pattern("seat {seat:number} gives back {amount:amount}")


class Sentence(Struct, frozen=True):
    """A template and the command it produces."""

    pattern: Pattern
    command: Callable[[Speaker, Found], c.AnyCommand]


# Builders of commands, in the order of a day.


def _open(who: Speaker, found: Found) -> c.AnyCommand:
    return c.OpenTable(
        by=who.by,
        at=who.at,
        dealer=found["dealer"] or "",
        supervisor=found["supervisor"] or who.by.name,
        float_count=amount(found, "float"),
        tournament=found["tournament"] or "",
        event=found["event"] or "",
    )


def _shift(who: Speaker, found: Found) -> c.AnyCommand:
    supervisor = found["supervisor"] or who.by.name
    return c.ChangeShift(
        by=who.by, at=who.at, dealer=found["dealer"] or "", supervisor=supervisor, float_count=amount(found, "float")
    )


def _relieve(who: Speaker, found: Found) -> c.AnyCommand:
    supervisor = found["supervisor"] or who.by.name
    return c.RelieveStaff(by=who.by, at=who.at, dealer=found["dealer"] or "", supervisor=supervisor)


def _close(who: Speaker, found: Found) -> c.AnyCommand:
    return c.CloseTable(by=who.by, at=who.at, float_count=amount(found, "float"))


def _take_seat(who: Speaker, found: Found) -> c.AnyCommand:
    player = found.get("player") or who.by.name
    return c.TakeSeat(by=who.by, at=who.at, seat=number(found, "seat", SEAT_MAX), player=player)


def _leave_seat(who: Speaker, found: Found) -> c.AnyCommand:
    return c.LeaveSeat(by=who.by, at=who.at, seat=seat(who, found))


def _set_chips(who: Speaker, found: Found) -> c.AnyCommand:
    return c.SetChips(
        by=who.by,
        at=who.at,
        seat=seat(who, found),
        color=found["color"] or "",
        value=amount(found, "value"),
        design=text(found, "design") if found["design"] else "",
    )


def _buy(who: Speaker, found: Found) -> c.AnyCommand:
    funds = Funds.ATM_RECEIPT if found["funds"] == "an ATM receipt" else Funds.CASH
    if found["funds"] not in ("an ATM receipt", "cash"):
        raise SentenceError(f"{shown(found['funds'])} does not go into the drop box", "Write cash or an ATM receipt.")
    return c.BuyChips(
        by=who.by,
        at=who.at,
        seat=seat(who, found),
        amount=amount(found, "amount"),
        funds=funds,
        chips=chips(who, found)[0],
    )


def _bring(who: Speaker, found: Found) -> c.AnyCommand:
    premises = text(found, "premises") if found["premises"] else ""
    return c.BringChips(by=who.by, at=who.at, seat=seat(who, found), amount=amount(found, "amount"), premises=premises)


def _color_up(who: Speaker, found: Found) -> c.AnyCommand:
    kind = Chips.ELECTRONIC if who.electronic else Chips.NON_VALUE
    into = Chips.VALUE if found["chips"] is None else chips(who, found)[0]
    return c.ColorUp(by=who.by, at=who.at, seat=seat(who, found), amount=amount(found, "amount"), chips=kind, into=into)


def _value_or_named(who: Speaker, found: Found) -> Chips:
    if found["chips"] is None:
        return Chips.ELECTRONIC if who.electronic else Chips.VALUE
    return chips(who, found)[0]


def _cash_out(who: Speaker, found: Found) -> c.AnyCommand:
    return c.CashOut(
        by=who.by,
        at=who.at,
        seat=seat(who, found),
        amount=amount(found, "amount"),
        chips=_value_or_named(who, found),
    )


def _tip(who: Speaker, found: Found) -> c.AnyCommand:
    return c.GiveTip(
        by=who.by,
        at=who.at,
        seat=seat(who, found),
        amount=amount(found, "amount"),
        chips=_value_or_named(who, found),
    )


def _bet(who: Speaker, found: Found, *, tip: bool = False) -> c.AnyCommand:
    kind, color = chips(who, found)
    return c.PlaceWager(
        by=who.by,
        at=who.at,
        seat=seat(who, found),
        spot=found["spot"] or "",
        stake=amount(found, "stake"),
        chips=kind,
        color=color,
        coupon=amount(found, "coupon") if found.get("coupon") else 0,
        serial=found.get("serial") or "",
        tip=tip,
    )


def _bet_for_dealers(who: Speaker, found: Found) -> c.AnyCommand:
    return _bet(who, found, tip=True)


def _move(who: Speaker, found: Found, *, tip: bool = False) -> c.AnyCommand:
    kind, color = chips(who, found)
    return c.MoveWager(
        by=who.by,
        at=who.at,
        seat=seat(who, found),
        spot=found["spot"] or "",
        to=found["to"] or "",
        stake=amount(found, "stake"),
        chips=kind,
        color=color,
        tip=tip,
    )


def _move_for_dealers(who: Speaker, found: Found) -> c.AnyCommand:
    return _move(who, found, tip=True)


def _take_down(who: Speaker, found: Found, *, tip: bool = False) -> c.AnyCommand:
    kind, color = chips(who, found)
    return c.TakeDown(
        by=who.by,
        at=who.at,
        seat=seat(who, found),
        spot=found["spot"] or "",
        stake=amount(found, "stake"),
        chips=kind,
        color=color,
        tip=tip,
    )


def _take_down_for_dealers(who: Speaker, found: Found) -> c.AnyCommand:
    return _take_down(who, found, tip=True)


def _change(who: Speaker, found: Found) -> c.AnyCommand:
    kind = Chips.ELECTRONIC if who.electronic else Chips.NON_VALUE
    changes: list[c.WagerChange] = []
    for part in (found["changes"] or "").split(", "):
        words = part.removesuffix(" for the dealers")
        more, less = MORE.match(words), LESS.match(words)
        change = more or less
        if change is None:
            raise SentenceError(f"{shown(part)} changes no bet", "Write $5 more on 17 or $5 less on 17.")
        cents = amount(change, "amount") if more else -amount(change, "amount")
        changes.append(c.WagerChange(change["spot"] or "", cents, kind, tip=words != part))
    return c.ChangeWagers(by=who.by, at=who.at, seat=seat(who, found), changes=tuple(changes))


def _rebet(who: Speaker, found: Found) -> c.AnyCommand:
    return c.Rebet(by=who.by, at=who.at, seat=seat(who, found))


def _offer(who: Speaker, found: Found) -> c.AnyCommand:
    return c.OfferVerbalWager(
        by=who.by, at=who.at, seat=seat(who, found), spot=found["spot"] or "", cash=amount(found, "cash")
    )


def _confirm(who: Speaker, found: Found) -> c.AnyCommand:
    return c.ConfirmVerbalWager(by=who.by, at=who.at, seat=seat(who, found), spot=found["spot"] or "")


def _return_late(who: Speaker, found: Found) -> c.AnyCommand:
    return c.ReturnLateBet(
        by=who.by, at=who.at, seat=seat(who, found), spot=found["spot"] or "", stake=amount(found, "stake")
    )


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


def _end_play(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.EndPlay(by=who.by, at=who.at)


def _crown(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.PlaceCrown(by=who.by, at=who.at)


def _choose(who: Speaker, found: Found) -> c.AnyCommand:
    choice = Choice(word(found, "choice", Choice))
    return c.ChooseInPrison(by=who.by, at=who.at, seat=seat(who, found), spot=found["spot"] or "", choice=choice)


def _fifths(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.MoveFifths(by=who.by, at=who.at)


def _collect(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.CollectLosers(by=who.by, at=who.at)


def _pay(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.PayWinners(by=who.by, at=who.at)


def _lift(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.LiftCrown(by=who.by, at=who.at)


def _dispute(who: Speaker, found: Found) -> c.AnyCommand:
    named = seat(who, found) if found["seat"] or found["own"] or who.seat is not None else 0
    return c.RaiseDispute(by=who.by, at=who.at, round=number(found, "round"), what=text(found, "what"), seat=named)


def _decide_dispute(who: Speaker, found: Found) -> c.AnyCommand:
    awards: dict[int, int] = {}
    for part in (found["awards"] or "").split(", "):
        given, taken = AWARD.match(part, who.money), TAKEN_BACK.match(part, who.money)
        if given:
            awards[number(given, "seat", SEAT_MAX)] = amount(given, "amount")
        elif taken:
            awards[number(taken, "seat", SEAT_MAX)] = -amount(taken, "amount")
        elif part:
            raise SentenceError(f"{shown(part)} is not an award", "Write seat 1 gets $5 or seat 1 gives back $5.")
    return c.DecideDispute(
        by=who.by,
        at=who.at,
        dispute=number(found, "dispute"),
        decision=text(found, "decision"),
        why=text(found, "why"),
        awards=awards,
    )


def _correct(who: Speaker, found: Found) -> c.AnyCommand:
    return c.CorrectNumber(by=who.by, at=who.at, number=found["number"] or "", why=text(found, "why"))


_PEOPLE = ", dealer {dealer:name}[, supervisor {supervisor:name}], float {float:amount}"

SENTENCES = tuple(
    Sentence(Pattern(template), command)
    for template, command in (
        *EQUIPMENT,
        ("opens[ the table]" + _PEOPLE + "[, for {event:word} of {tournament:word}]", _open),
        ("changes shift" + _PEOPLE, _shift),
        ("relieves, dealer {dealer:name}[, supervisor {supervisor:name}]", _relieve),
        ("closes[ the table], float {float:amount}", _close),
        ("ends play", _end_play),
        *MONEY,
        ("takes seat {seat:number}", _take_seat),
        ("seats {player:name} at seat {seat:number}", _take_seat),
        ("leaves[ seat {seat:number}]", _leave_seat),
        ("frees seat {seat:number}", _leave_seat),
        ("sets chips {color:name}[ {design:text}] worth {value:amount}" + _AT, _set_chips),
        ("sells seat {seat:number} {amount:amount}" + _IN + " for {funds:words}", _buy),
        ("buys {amount:amount}" + _IN + " for {funds:words}", _buy),
        ("accepts {amount:amount} in value chips from seat {seat:number}[, issued by {premises:text}]", _bring),
        ("colors up {amount:amount}[ into {chips:words}] for seat {seat:number}", _color_up),
        ("cashes out {amount:amount}" + _IN + _AT, _cash_out),
        ("tips {amount:amount}" + _IN + _AT, _tip),
        ("bets again" + _AT, _rebet),
        ("changes bets: {changes:words}" + _AT, _change),
        ("bets {stake:amount} on {spot:word} for the dealers" + _IN + _AT, _bet_for_dealers),
        (
            "bets {stake:amount} on {spot:word}[ with a {coupon:amount} coupon][, serial {serial:word}]" + _IN + _AT,
            _bet,
        ),
        ("moves fifths", _fifths),
        ("moves {stake:amount} from {spot:word} to {to:word} for the dealers" + _IN + _AT, _move_for_dealers),
        ("moves {stake:amount} from {spot:word} to {to:word}" + _IN + _AT, _move),
        ("takes down {stake:amount} from {spot:word} for the dealers" + _IN + _AT, _take_down_for_dealers),
        ("takes down {stake:amount} from {spot:word}" + _IN + _AT, _take_down),
        ("calls {cash:amount} cash on {spot:word}" + _AT, _offer),
        ("confirms seat {seat:number}[ on {spot:word}]", _confirm),
        ("returns {stake:amount} on {spot:word} to seat {seat:number}", _return_late),
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
        ("chooses {choice:word} on {spot:word}" + _AT, _choose),
        ("collects", _collect),
        ("pays", _pay),
        ("lifts", _lift),
        ("disputes round {round:number}" + _AT + " {what:text}", _dispute),
        ("decides dispute {dispute:number} {decision:text} because {why:text}[, {awards:words}]", _decide_dispute),
        ("corrects the number to {number:word} because {why:text}", _correct),
    )
)
"""Every sentence, in the order in which they are tried."""

VERBS = tuple(dict.fromkeys(each.pattern.verb for each in SENTENCES))


def read_sentence(who: Speaker, sentence: str) -> c.AnyCommand:
    """Parses a sentence; raises `SentenceError` with the nearest valid form."""
    verb = sentence.partition(" ")[0].rstrip(",")
    alike = [each for each in SENTENCES if each.pattern.verb == verb]
    if not alike:
        raise SentenceError(f"{shown(verb)} is not an action at a table", nearest(verb, VERBS))
    for each in alike:
        found = each.pattern.match(sentence, who.money)
        if found is not None:
            return each.command(who, found)
    raise SentenceError(
        f"{shown(sentence)} cannot be read", f"Write: {'; or '.join(each.pattern.shown for each in alike)}."
    )
