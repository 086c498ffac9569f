"""Sentences about wagers."""

from __future__ import annotations

from croupier.records.pattern import Found, Pattern
from croupier.records.sentence_fields import (
    AT_SEAT,
    IN_CHIPS,
    SentenceBuilder,
    SentenceError,
    Speaker,
    amount,
    chips,
    seat,
)
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.terms.problem import shown

MORE = Pattern("{amount:amount} more on {spot:word}")
LESS = Pattern("{amount:amount} less on {spot:word}")


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


def _fifths(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.MoveFifths(by=who.by, at=who.at)


WAGERS: tuple[tuple[str, SentenceBuilder], ...] = (
    ("bets again" + AT_SEAT, _rebet),
    ("changes bets: {changes:words}" + AT_SEAT, _change),
    ("bets {stake:amount} on {spot:word} for the dealers" + IN_CHIPS + AT_SEAT, _bet_for_dealers),
    (
        "bets {stake:amount} on {spot:word}[ with a {coupon:amount} coupon][, serial {serial:word}]"
        + IN_CHIPS
        + AT_SEAT,
        _bet,
    ),
    ("moves fifths", _fifths),
    ("moves {stake:amount} from {spot:word} to {to:word} for the dealers" + IN_CHIPS + AT_SEAT, _move_for_dealers),
    ("moves {stake:amount} from {spot:word} to {to:word}" + IN_CHIPS + AT_SEAT, _move),
    ("takes down {stake:amount} from {spot:word} for the dealers" + IN_CHIPS + AT_SEAT, _take_down_for_dealers),
    ("takes down {stake:amount} from {spot:word}" + IN_CHIPS + AT_SEAT, _take_down),
    ("calls {cash:amount} cash on {spot:word}" + AT_SEAT, _offer),
    ("confirms seat {seat:number}[ on {spot:word}]", _confirm),
    ("returns {stake:amount} on {spot:word} to seat {seat:number}", _return_late),
)
