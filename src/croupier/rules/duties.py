"""What a house file owes the texts beside its choices, as data: one duty, one clause, one key."""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction
from functools import cache

from msgspec import Struct

from croupier.game.layout import Felt
from croupier.game.settlement import ZeroEffect
from croupier.game.wheel import WheelId
from croupier.rules.catalogue import catalogue
from croupier.rules.choices import FELTS, OFFERS
from croupier.rules.data import data_text
from croupier.rules.equipment import APPROVALS, AREAS, IN_FORCE, VARIATIONS, Equipment, Signs
from croupier.rules.shelf import rulebooks
from croupier.terms.citation import ClauseId
from croupier.terms.document import Section, parse_toml
from croupier.terms.problem import Problem, Problems

Fact = bool | str | int | Fraction | tuple[str, ...] | None
"""What a key of a table holds; None when it is not stated."""

KEYS = (
    "number",
    "zero",
    "clapper",
    "arrangement",
    "offers",
    "tip_restriction",
    "tip_wagers",
    "tip_wager_max",
    "limits.minimum",
    "limits.maximum",
    *(f"equipment.{name}" for name in Equipment.__struct_fields__),
    *(f"signs.{name}" for name in Signs.__struct_fields__),
    *(f"approvals.{name}" for name in APPROVALS),
    *(f"variations.{name}" for name in VARIATIONS),
)
"""The keys that may owe something.

`arrangement` counts as stated only where it is not the standard one, `tip_wagers` only where there are none.
"""

DEMANDS = ("is", "stated_at_all", "least", "most", "among", "same_as", "holds", "approved", "varied")


class When(Struct, frozen=True):
    """The circumstances of a duty: all that is named must hold."""

    wheels: frozenset[WheelId] = frozenset()
    layout: Felt | None = None
    zero: ZeroEffect | None = None
    offers: str | None = None
    stated: str | None = None


class Demand(Struct, frozen=True):
    """What the key must hold; only the parts that are not None ask for anything."""

    truth: bool | None = None
    stated_at_all: bool | None = None
    least: Fraction | None = None
    most: Fraction | None = None
    among: tuple[str, ...] = ()
    same_as: str | None = None
    holds: str | None = None
    approved: str | None = None
    varied: str | None = None

    def met(self, value: Fact, facts: Mapping[str, Fact]) -> bool:
        """Whether a stated value, or an approval, gives what is asked."""
        if self.approved is not None:
            return facts.get(f"approvals.{self.approved}") is not None
        if self.varied is not None:
            return facts.get(f"variations.{self.varied}") == IN_FORCE
        if self.truth is not None:
            return value is self.truth
        if self.among:
            return value in self.among
        if self.holds is not None:
            return isinstance(value, tuple) and self.holds in value
        if self.same_as is not None:
            other = facts[self.same_as]
            return value is not None and other in (None, value)  # an unstated other is a finding of its own
        if isinstance(value, Fraction):
            return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)
        return value is not None


class Duty(Struct, frozen=True):
    """One thing that a text asks of a table, and the words for a table that does not have it."""

    family: str
    key: str
    clause: ClauseId
    demand: Demand
    when: When
    unless: str | None
    missing: str
    wrong: str
    right: str


@cache
def duties() -> tuple[Duty, ...]:
    """Every duty that comes with the package, in the order of its file."""
    file = "house-duties.toml"
    text = data_text(f"packs/{file}")
    try:
        return read_duties(text, catalogue())
    except Problems as problems:
        raise problems.within(file) from None


def read_duties(text: str, clauses: Container[str]) -> tuple[Duty, ...]:
    """The duties of a file; raises all its problems at once."""
    problems: list[Problem] = []
    top = Section(parse_toml(text), problems)
    found = tuple(_read_duty(section, clauses) for section in top.sections("duty", required=True))
    top.finish()
    if problems:
        raise Problems(problems)
    return found


def _read_duty(section: Section, clauses: Container[str]) -> Duty:
    clause = section.text("clause", required=True)
    if clause is not None and clause not in clauses:
        section.wrong("clause", f"{clause!r} is not in the clause catalogue", "Cite a clause of clauses.tsv.")
    if not any(name in section for name in DEMANDS):
        section.wrong("key", "nothing is asked of it", f"Give one of: {', '.join(DEMANDS)}.")
    wrong = section.text("wrong") or ""
    duty = Duty(
        family=section.text("family", required=True, allowed=sorted({book.family for book in rulebooks()})) or "",
        key=section.text("key", required=True, allowed=KEYS) or "",
        clause=ClauseId(clause or ""),
        demand=Demand(
            truth=section.flag("is"),
            stated_at_all=section.flag("stated_at_all"),
            least=section.fraction("least"),
            most=section.fraction("most"),
            among=section.texts("among"),
            same_as=section.text("same_as", allowed=KEYS),
            holds=section.text("holds", allowed=AREAS),
            approved=section.text("approved", allowed=APPROVALS),
            varied=section.text("varied", allowed=VARIATIONS),
        ),
        when=_read_when(section.section("when")),
        unless=section.text("unless", allowed=APPROVALS),
        missing=section.text("missing") or "it is missing",
        wrong=wrong,
        right=section.text("right", required=True) or "",
    )
    section.finish()
    return duty


def _read_when(section: Section) -> When:
    layout = section.text("layout", allowed=FELTS)
    zero = section.text("zero", allowed=[*ZeroEffect])
    when = When(
        wheels=frozenset(WheelId(wheel) for wheel in section.texts("wheels", allowed=[*WheelId])),
        layout=Felt(layout) if layout else None,
        zero=ZeroEffect(zero) if zero else None,
        offers=section.text("offers", allowed=OFFERS),
        stated=section.text("stated", allowed=KEYS),
    )
    section.finish()
    return when
