"""Play script sentences about the equipment of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.equipment.command import (
    AdjustWheel,
    Check,
    InspectReplacement,
    InspectTable,
    PitCommand,
    PostSign,
    RecordLicense,
    RemoveSign,
    ReplacePart,
)
from croupier.records.pattern import Found
from croupier.records.sentence_fields import SentenceError, Speaker, text, word
from croupier.terms.people import Role
from croupier.terms.problem import nearest, shown


def _inspect_table(who: Speaker, found: Found) -> PitCommand:
    return InspectTable(by=who.by, at=who.at, checks=_checks(found), note=text(found, "note"))


def _work(who: Speaker, found: Found) -> dict[str, Any]:
    """The fields common to all work on the wheel, including the signature."""
    return {
        "by": who.by,
        "at": who.at,
        "part": text(found, "part"),
        "what": text(found, "what"),
        "name": text(found, "name"),
        "license": found["license"] or "",
    }


def _adjust(who: Speaker, found: Found, *, away: bool = False) -> PitCommand:
    return AdjustWheel(
        **_work(who, found),
        witness=text(found, "witness"),
        witness_license=found["witness_license"] or "",
        away=away,
    )


def _adjust_away(who: Speaker, found: Found) -> PitCommand:
    return _adjust(who, found, away=True)


def _replace(who: Speaker, found: Found) -> PitCommand:
    return ReplacePart(**_work(who, found))


def _record(who: Speaker, found: Found) -> PitCommand:
    role = Role(word(found, "role", Role))
    return RecordLicense(by=who.by, at=who.at, name=text(found, "name"), role=role, license=found["license"] or "")


def _replacement_fit(who: Speaker, found: Found) -> PitCommand:
    return InspectReplacement(by=who.by, at=who.at, fit=True, note=text(found, "note"))


def _replacement_unfit(who: Speaker, found: Found) -> PitCommand:
    return InspectReplacement(by=who.by, at=who.at, fit=False, note=text(found, "note"))


def _post(who: Speaker, found: Found) -> PitCommand:
    return PostSign(
        by=who.by, at=who.at, sign=found["sign"] or "", digest=found["code"] or "", place=text(found, "place")
    )


def _remove(who: Speaker, found: Found) -> PitCommand:
    return RemoveSign(by=who.by, at=who.at, sign=found["sign"] or "", why=text(found, "why"))


def _checks(found: Found) -> dict[Check, bool]:
    """The checks that passed and those that failed."""
    results: dict[Check, bool] = {}
    for key, passed in (("passed", True), ("failed", False)):
        for given in (found.get(key) or "").split():
            if given not in list(Check):
                raise SentenceError(f"{shown(given)} is not something to inspect", nearest(given, Check))
            if Check(given) in results:
                raise SentenceError(f"{given} is named twice", "Name each check once.")
            results[Check(given)] = passed
    return results


_SIGNED = " {part:text}: {what:text}, signed {name:text} license {license:word}"
_BEFORE = "[, before {witness:text} license {witness_license:word}]"

EQUIPMENT: tuple[tuple[str, Callable[[Speaker, Found], PitCommand]], ...] = (
    ("inspects the table, {failed:words} not in order[, {note:text}]", _inspect_table),
    ("inspects the table, {passed:words} in order[, {failed:words} not][, {note:text}]", _inspect_table),
    ("adjusts" + _SIGNED + _BEFORE, _adjust),
    ("adjusts in the secure place" + _SIGNED + _BEFORE, _adjust_away),
    ("replaces" + _SIGNED, _replace),
    ("records {name:text} as {role:word}, license {license:word}", _record),
    ("posts the sign {sign:word} with code {code:word}, {place:text}", _post),
    ("takes down the sign {sign:word}, {why:text}", _remove),
    ("inspects the replacement, fit[, {note:text}]", _replacement_fit),
    ("inspects the replacement, unfit[, {note:text}]", _replacement_unfit),
)
"""Sentence templates and the commands they produce."""
