"""A variation of the rules for one house: the application, its review, and the rule that grants it or the denial.

What it changes is an overlay over the rulebook's files, document by document.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from itertools import pairwise
from typing import cast

from msgspec import Struct

from croupier.rules.duties import VariationRule
from croupier.rules.facts import read_words
from croupier.terms.citation import ClauseId
from croupier.terms.document import DocumentTable, Table
from croupier.terms.problem import Problem, nearest

VARIATIONS_MAX = 16
"""Maximum number of variations in a house file."""


class GrantKind(StrEnum):
    """How a variation is granted."""

    TEMPORARY = "temporary"
    PERMANENT = "permanent"
    APPROVAL = "approval"


class Grant(Struct, frozen=True):
    """A rule of the regulator, or an approval if that is enough, with its first and last day."""

    kind: GrantKind
    name: str
    begins: datetime.date
    ends: datetime.date | None = None

    def holds(self, day: datetime.date) -> bool:
        """Whether it is in force that day; the first and last day count."""
        return self.begins <= day and (self.ends is None or day <= self.ends)

    @property
    def days(self) -> str:
        return f"from {self.begins} to {self.ends}" if self.ends else f"from {self.begins}"


class StandingKind(StrEnum):
    """How far a variation has come."""

    APPLIED = "applied for"
    REVIEWED = "reviewed"
    DENIED = "denied"
    NOT_YET = "not yet in force"
    IN_FORCE = "in force"
    EXPIRED = "expired"
    INCOMPLETE = "incomplete"
    """The house file does not say what the text requires, which is reported as a problem."""


class VariationStatus(Struct, frozen=True):
    """The status of a variation on one day; `grant` is the one that applies."""

    kind: StandingKind
    words: str
    grant: Grant | None = None

    @property
    def played(self) -> bool:
        return self.kind is StandingKind.IN_FORCE


class Variation(Struct, frozen=True):
    """One [[variation]] of a house file."""

    name: str
    place: str
    """Its position in the file."""
    what: str = ""
    """What was applied for."""
    applied: datetime.date | None = None
    reviewed: datetime.date | None = None
    finding: str = ""
    grants: tuple[Grant, ...] = ()
    denied: datetime.date | None = None
    tables: frozenset[str] = frozenset()
    """The numbers of the tables it is for; empty means all."""
    overlay: Mapping[str, Table] = {}
    """What it changes, by document of the rulebook, such as ``book`` or ``procedure``."""

    def is_for(self, number: str | None) -> bool:
        return not self.tables or number in self.tables

    def standing(self, on: datetime.date | None) -> VariationStatus:
        """Its status on a day."""
        if self.denied is not None:
            return VariationStatus(StandingKind.DENIED, f"it was denied on {self.denied}")
        if not self.grants:
            if self.reviewed is not None:
                return VariationStatus(StandingKind.REVIEWED, f"it was reviewed on {self.reviewed} and is not decided")
            return VariationStatus(StandingKind.APPLIED, f"it was applied for on {self.applied} and is not decided")
        if on is None:
            return VariationStatus(StandingKind.INCOMPLETE, "the house file has no date")
        for grant in self.grants:
            if grant.holds(on):
                return VariationStatus(StandingKind.IN_FORCE, f"{grant.name} is in force {grant.days}", grant)
        past = [grant for grant in self.grants if grant.ends is not None and grant.ends < on]
        if past:
            last = max(past, key=lambda grant: grant.ends or grant.begins)
            return VariationStatus(StandingKind.EXPIRED, f"{last.name} expired on {last.ends}", last)
        first = min(self.grants, key=lambda grant: grant.begins)
        return VariationStatus(StandingKind.NOT_YET, f"{first.name} is in force from {first.begins}", first)


OWN_KEYS = ("name", "application", "review", "rule", "approval", "denial", "tables")
"""The keys of a [[variation]] that are not documents of the rulebook."""


def read_variation(section: DocumentTable, rule: VariationRule, documents: Collection[str]) -> Variation:
    """Parses one [[variation]]; problems of form or with the clause are collected in the section."""
    name = read_words(section, "name", required=True) or ""
    application, review, denial = (section.section(key) for key in ("application", "review", "denial"))
    variation = Variation(
        name=name,
        place=section.path,
        what=read_words(application, "what", required="application" in section) or "",
        applied=application.date("date", required="application" in section),
        reviewed=review.date("date", required="review" in section),
        finding=read_words(review, "finding", required="review" in section) or "",
        grants=tuple(_read_grants(section, rule)),
        denied=denial.date("date", required="denial" in section),
        tables=frozenset(section.texts("tables")),
        overlay=_read_overlay(section, documents),
    )
    read_words(denial, "why")
    for own in (application, review, denial):
        own.finish()
    section.known(*OWN_KEYS)
    section.finish()
    section.problems += _incomplete(section, rule, variation)
    return variation


def _read_grants(section: DocumentTable, rule: VariationRule) -> Iterator[Grant]:
    if rule.approval:
        owns = [section.section("approval")] if "approval" in section else []
    else:
        owns = section.sections("rule")
    for own in owns:
        allowed = [GrantKind.TEMPORARY, GrantKind.PERMANENT]
        kind = GrantKind.APPROVAL if rule.approval else own.text("kind", required=True, allowed=allowed)
        name = read_words(own, "name", required=True)
        begins, ends = own.date("from", required=True), own.date("until", required=kind == GrantKind.TEMPORARY)
        own.finish()
        if kind == GrantKind.PERMANENT and ends is not None:
            own.wrong("until", "a permanent rule has no last day", 'Leave it out, or write kind = "temporary".')
        if begins is not None and ends is not None and ends < begins:
            own.wrong("until", f"{ends} is before {begins}, its first day", "Give the last day of the rule.")
        elif kind and name and begins:
            yield Grant(GrantKind(kind), name, begins, ends)


def _read_overlay(section: DocumentTable, documents: Collection[str]) -> dict[str, Table]:
    overlay: dict[str, Table] = {}
    for key in section.keys():  # noqa: SIM118 - a section is not a mapping
        if key in OWN_KEYS:
            continue
        section.known(key)
        value = section.raw(key)
        if key not in documents:
            section.wrong(key, "this key is not known", nearest(key, [*OWN_KEYS, *documents]))
        elif not isinstance(value, dict):
            section.wrong(key, "it is not a table", f"Write [variation.{key}] with what it changes.")
        else:
            overlay[key] = cast(Table, value)
    if not overlay and not any(problem.key.startswith(section.path) for problem in section.problems):
        wrong, right = "it changes nothing", f"Say what it changes, under one of: {', '.join(sorted(documents))}."
        section.problems.append(Problem(section.path, wrong, right))
    return overlay


def _incomplete(section: DocumentTable, rule: VariationRule, variation: Variation) -> list[Problem]:
    """What the clause requires before a variation is granted, but the file lacks or has in the wrong order."""
    found: list[Problem] = []

    def wrong(key: str, said: str, right: str) -> None:
        if not any(problem.key.startswith(section.at(key)) for problem in section.problems):
            found.append(Problem(section.at(key), said, right, rule.clause))

    granted = "approval" if rule.approval else "rule"
    for key in ("rule", "approval"):
        if key != granted and key in section:
            wrong(key, f"{rule.grantor} grants variations by {_a(granted)}", f"Give it under {granted}.")
    if rule.application and "application" not in section:
        wrong(
            "application", f"no written application to {rule.application} is named", "Give its date and what it asks."
        )
    decided = bool(variation.grants) or variation.denied is not None
    if rule.review and variation.grants and "review" not in section:
        wrong("review", f"no review by {rule.review} is named", "Give its date and its finding.")
    if variation.denied is not None and variation.grants:
        wrong("denial", "it is both granted and denied", "Keep what was decided.")
    if not rule.application and not rule.review and not decided:
        wrong(granted, f"nothing of {rule.grantor} grants it", f"Give the {granted} with its name and days.")
    steps = [
        ("application", variation.applied),
        ("review", variation.reviewed),
        (granted, min((grant.begins for grant in variation.grants), default=None)),
        ("denial", None if variation.grants else variation.denied),
    ]
    dated = [(key, day) for key, day in steps if day is not None]
    for (before, earlier), (key, day) in pairwise(dated):
        if day < earlier:
            wrong(key, f"{day} is before its {before} of {earlier}", "Give the days in order.")
    return found


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


class VariationReport(Struct, frozen=True):
    """A variation as reported to a house: what it is, its status, and its clause."""

    variation: Variation
    standing: VariationStatus
    clause: ClauseId
    grantor: str

    @property
    def words(self) -> str:
        """One phrase, without the name."""
        grant = self.standing.grant
        if not self.standing.played or grant is None:
            return f"not played: {self.standing.words}"
        return f"{granted_words(grant, self.grantor)}, in force {grant.days}"


def granted_words(grant: Grant, grantor: str) -> str:
    """What grants it, in words."""
    kind = "an approval" if grant.kind is GrantKind.APPROVAL else f"a {grant.kind} rule"
    return f"{grant.name}, {kind} of {grantor}"
