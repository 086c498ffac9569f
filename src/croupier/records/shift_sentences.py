"""Sentences about a table's day: opening, shifts, closing."""

from __future__ import annotations

from croupier.records.pattern import Found
from croupier.records.sentence_fields import SentenceBuilder, Speaker, amount
from croupier.table import command as c

_PEOPLE = ", dealer {dealer:name}[, supervisor {supervisor:name}], float {float:amount}"


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


def _end_play(who: Speaker, _found: Found) -> c.AnyCommand:
    return c.EndPlay(by=who.by, at=who.at)


SHIFTS: tuple[tuple[str, SentenceBuilder], ...] = (
    ("opens[ the table]" + _PEOPLE + "[, for {event:word} of {tournament:word}]", _open),
    ("changes shift" + _PEOPLE, _shift),
    ("relieves, dealer {dealer:name}[, supervisor {supervisor:name}]", _relieve),
    ("closes[ the table], float {float:amount}", _close),
    ("ends play", _end_play),
)
