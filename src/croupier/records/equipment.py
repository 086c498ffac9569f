"""The sentences of a play script about the equipment of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.pit.command import AdjustWheel, Check, InspectReplacement, InspectTable, PitCommand, ReplacePart
from croupier.records.pattern import Found
from croupier.records.reading import Speaker, Wrong, text
from croupier.terms.problem import nearest, shown


def _inspect_table(who: Speaker, found: Found) -> PitCommand:
    return InspectTable(by=who.by, at=who.at, checks=_checks(found), note=text(found, "note"))


def _work(who: Speaker, found: Found) -> dict[str, Any]:
    """What an entry of the log says of any work, and who signs it."""
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


def _replace(who: Speaker, found: Found, *, external: bool = False) -> PitCommand:
    return ReplacePart(**_work(who, found), external=external)


def _replace_external(who: Speaker, found: Found) -> PitCommand:
    return _replace(who, found, external=True)


def _replacement_fit(who: Speaker, found: Found) -> PitCommand:
    return InspectReplacement(by=who.by, at=who.at, fit=True, note=text(found, "note"))


def _replacement_unfit(who: Speaker, found: Found) -> PitCommand:
    return InspectReplacement(by=who.by, at=who.at, fit=False, note=text(found, "note"))


def _checks(found: Found) -> dict[Check, bool]:
    """What an inspection says: the checks in order, and those that are not."""
    told: dict[Check, bool] = {}
    for key, passed in (("passed", True), ("failed", False)):
        for given in (found.get(key) or "").split():
            if given not in list(Check):
                raise Wrong(f"{shown(given)} is nothing that is inspected", nearest(given, Check))
            if Check(given) in told:
                raise Wrong(f"{given} is said twice", "Say each check once.")
            told[Check(given)] = passed
    return told


_SIGNED = " {part:text}: {what:text}, signed {name:text} license {license:word}"
_BEFORE = "[, before {witness:text} license {witness_license:word}]"

EQUIPMENT: tuple[tuple[str, Callable[[Speaker, Found], PitCommand]], ...] = (
    ("inspects the table, {failed:words} not in order[, {note:text}]", _inspect_table),
    ("inspects the table, {passed:words} in order[, {failed:words} not][, {note:text}]", _inspect_table),
    ("adjusts" + _SIGNED + _BEFORE, _adjust),
    ("adjusts in the secure place" + _SIGNED + _BEFORE, _adjust_away),
    ("replaces" + _SIGNED, _replace),
    ("replaces external" + _SIGNED, _replace_external),
    ("inspects the replacement, fit[, {note:text}]", _replacement_fit),
    ("inspects the replacement, unfit[, {note:text}]", _replacement_unfit),
)
"""A sentence and the command that it means."""
