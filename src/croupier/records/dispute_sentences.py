"""Sentences about disputes and corrections."""

from __future__ import annotations

from croupier.records.pattern import Found, Pattern
from croupier.records.sentence_fields import (
    AT_SEAT,
    SEAT_MAX,
    SentenceBuilder,
    SentenceError,
    Speaker,
    amount,
    number,
    seat,
    text,
)
from croupier.table import command as c
from croupier.terms.problem import shown

AWARD = Pattern("seat {seat:number} gets {amount:amount}")
TAKEN_BACK = Pattern("seat {seat:number} gives back {amount:amount}")


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


DISPUTES: tuple[tuple[str, SentenceBuilder], ...] = (
    ("disputes round {round:number}" + AT_SEAT + " {what:text}", _dispute),
    ("decides dispute {dispute:number} {decision:text} because {why:text}[, {awards:words}]", _decide_dispute),
    ("corrects the number to {number:word} because {why:text}", _correct),
)
