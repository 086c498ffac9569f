"""Sentences about seats and chips."""

from __future__ import annotations

from croupier.records.pattern import Found
from croupier.records.sentence_fields import (
    AT_SEAT,
    IN_CHIPS,
    SEAT_MAX,
    SentenceBuilder,
    SentenceError,
    Speaker,
    amount,
    chips,
    number,
    seat,
    text,
)
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.values import Funds
from croupier.terms.problem import shown


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


SEATS: tuple[tuple[str, SentenceBuilder], ...] = (
    ("takes seat {seat:number}", _take_seat),
    ("seats {player:name} at seat {seat:number}", _take_seat),
    ("leaves[ seat {seat:number}]", _leave_seat),
    ("frees seat {seat:number}", _leave_seat),
    ("sets chips {color:name}[ {design:text}] worth {value:amount}" + AT_SEAT, _set_chips),
    ("sells seat {seat:number} {amount:amount}" + IN_CHIPS + " for {funds:words}", _buy),
    ("buys {amount:amount}" + IN_CHIPS + " for {funds:words}", _buy),
    ("accepts {amount:amount} in value chips from seat {seat:number}[, issued by {premises:text}]", _bring),
    ("colors up {amount:amount}[ into {chips:words}] for seat {seat:number}", _color_up),
    ("cashes out {amount:amount}" + IN_CHIPS + AT_SEAT, _cash_out),
    ("tips {amount:amount}" + IN_CHIPS + AT_SEAT, _tip),
)
