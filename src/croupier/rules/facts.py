"""Facts: what a house file states about a table besides its choices, as declared by the rulebook.

A book may require facts that no other book has: it declares them in its folder, and its duties refer to them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from enum import StrEnum
from fractions import Fraction
from math import isfinite

from msgspec import Struct

from croupier.rules.approval import Approval
from croupier.terms.document import DocumentTable, Table
from croupier.terms.problem import shown
from croupier.terms.text import stray

WORDS_MAX = 1_000
"""Maximum length of a text in a house file."""
_DIGEST = re.compile(r"[0-9a-fA-F]{16,64}")
FACT_NAME = re.compile(r"([a-z][a-z0-9_-]{0,30})\.([a-z0-9][a-z0-9_-]{0,60})")


class FactKind(StrEnum):
    """What a fact holds."""

    FLAG = "flag"
    TEXT = "text"
    LABEL = "label"
    """A text that may also be written as an integer, such as the number on a box."""
    LENGTH = "length"
    CHOICE = "choice"
    LIST = "list"
    APPROVAL = "approval"
    """Words that say who approved it and when, or a table: by, on, until, digest, place."""


class Unit(Struct, frozen=True):
    """A unit of length, which ends the key of a length."""

    name: str
    one: str
    """The name of the unit after a length of at most one."""
    mm: Fraction


class Length(Struct, frozen=True):
    """A length in the unit in which it was stated."""

    amount: Fraction
    unit: Unit

    @property
    def mm(self) -> Fraction:
        return self.amount * self.unit.mm

    def __str__(self) -> str:
        """The length as on a ruler.

        >>> str(Length(Fraction(479, 16), Unit("inches", "inch", Fraction(127, 5))))
        '29 15/16 inches'
        """
        whole, part = divmod(self.amount.numerator, self.amount.denominator)
        ruler = f"{whole} {part}/{self.amount.denominator}" if whole and part else str(self.amount)
        return f"{ruler} {self.unit.one if self.amount <= 1 else self.unit.name}"


Fact = bool | str | int | Length | Approval | tuple[str, ...] | None
"""The value of a key of a table; None if it is not stated."""
Stated = Mapping[str, Fact]
"""Facts by the full name of their key, such as ``equipment.tip_box``."""


class FactRule(Struct, frozen=True):
    """One fact that a house file may state, and its form."""

    name: str
    kind: FactKind
    options: tuple[str, ...] = ()
    """Allowed values of a choice or a list; empty for a list allows any."""
    default: str | None = None
    unit: Unit | None = None
    """The unit that the text uses."""
    units: tuple[Unit, ...] = ()
    """Every unit in which a length may be stated."""

    @property
    def section(self) -> str:
        return self.name.partition(".")[0]

    @property
    def key(self) -> str:
        """The key inside its section, without the unit of a length."""
        return self.name.partition(".")[2]

    def spellings(self) -> dict[str, Unit | None]:
        """The full keys under which it may be stated, the text's own first."""
        if self.unit is None:
            return {self.name: None}
        ordered = (self.unit, *(unit for unit in self.units if unit != self.unit))
        return {f"{self.name}_{unit.name}": unit for unit in ordered}

    def spelled(self, value: Fact) -> str:
        """The key that states the value, or would."""
        return f"{self.name}_{value.unit.name}" if isinstance(value, Length) else next(iter(self.spellings()))


FactRules = Mapping[str, FactRule]
APPROVALS = "approvals."
"""The prefix of facts that say by whom and when something was approved."""


def approvals_of(stated: Stated) -> dict[str, str]:
    """Each approval, with by whom and when in the house's words."""
    return {
        name.removeprefix(APPROVALS): str(words)
        for name, words in stated.items()
        if name.startswith(APPROVALS) and isinstance(words, str | Approval)
    }


def read_fact_rules(top: DocumentTable, reserved: Collection[str]) -> dict[str, FactRule]:
    """The facts and units that a document declares; `reserved` are table keys with another meaning."""
    units = _read_units(top.section("unit"))
    section = top.section("fact")
    found: dict[str, FactRule] = {}
    for name in section.keys():  # noqa: SIM118 - a section is not a mapping
        own = section.section(name)
        parts = FACT_NAME.fullmatch(name)
        if parts is None or parts[1] in reserved:
            right = "Name a table of the house file and a key in it, such as equipment.tip_box."
            section.wrong(name, "this is not the name of a fact", right)
        found[name] = _read_fact_rule(name, own, units)
        own.finish()
    section.finish()
    return found


def _read_units(section: DocumentTable) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for name in section.keys():  # noqa: SIM118
        own = section.section(name)
        size = own.fraction("mm", required=True)
        if size is not None and size <= 0:
            own.wrong("mm", "it is not a size", "Say how many millimeters it is.")
        units[name] = Unit(name, own.text("one") or name, size or Fraction(1))
        own.finish()
    section.finish()
    return units


def _read_fact_rule(name: str, own: DocumentTable, units: Mapping[str, Unit]) -> FactRule:
    kind = FactKind(own.text("kind", required=True, allowed=[*FactKind]) or FactKind.TEXT)
    options = own.texts("options")
    if kind is FactKind.CHOICE and not options:
        own.wrong("options", "there is nothing to choose from", "List what the key may hold.")
    unit = own.text("unit", required=kind is FactKind.LENGTH, allowed=tuple(units))
    if unit and not units:
        own.wrong("unit", "no units are declared", f"Say under unit.{unit} how many millimeters it is.")
    return FactRule(
        name,
        kind,
        options,
        own.text("default", allowed=options),
        units.get(unit) if unit else None,
        tuple(units.values()) if kind is FactKind.LENGTH else (),
    )


def read_stated(section: DocumentTable, rules: FactRules) -> dict[str, Fact]:
    """What one [[table]] states, by the full name of each fact; problems of form are collected in the section."""
    stated: dict[str, Fact] = {}
    for name in dict.fromkeys(rule.section for rule in rules.values()):
        own = section.section(name)
        for rule in rules.values():
            if rule.section == name:
                value = _read_fact(own, rule)
                stated[rule.name] = value if value is not None else rule.default
        own.finish()
    return stated


def _read_fact(own: DocumentTable, rule: FactRule) -> Fact:
    match rule.kind:
        case FactKind.FLAG:
            return own.flag(rule.key)
        case FactKind.TEXT | FactKind.LABEL:
            return read_words(own, rule.key)
        case FactKind.CHOICE:
            return own.text(rule.key, allowed=rule.options)
        case FactKind.LIST:
            return own.texts(rule.key, allowed=rule.options)
        case FactKind.LENGTH:
            return _read_length(own, rule)
        case FactKind.APPROVAL:
            return _read_approval(own, rule.key)


def _read_approval(own: DocumentTable, key: str) -> Approval | None:
    if key not in own or not isinstance(own.raw(key), dict):
        words = read_words(own, key)
        return Approval(words) if words is not None else None
    table = own.section(key)
    by, on, until = read_words(table, "by", required=True), table.date("on"), table.date("until")
    digest, place = table.text("digest") or "", read_words(table, "place") or ""
    if on is not None and until is not None and until < on:
        table.wrong("until", f"{until} is before {on}", "Give the last day on which the approval counts.")
    if digest and not _DIGEST.fullmatch(digest):
        right = "Give 16 to 64 digits of it, as they are printed on the sheet."
        table.wrong("digest", f"{shown(digest)} is not the digest of a text", right)
        digest = ""
    table.finish()
    return Approval(by, on, until, digest.casefold(), place) if by is not None else None


def _read_length(own: DocumentTable, rule: FactRule) -> Length | None:
    found: list[Length] = []
    for spelling, unit in rule.spellings().items():
        key = spelling.partition(".")[2]
        size = own.fraction(key)
        if size is None or unit is None:
            continue
        if size <= 0:
            own.wrong(key, "it is not a size", f'Give {unit.name} above zero, such as 32 or "30 1/2".')
        elif found:
            own.wrong(key, f"it is already stated in {found[0].unit.name}", "State it once.")
        else:
            found.append(Length(size, unit))
    return found[0] if found else None


def exact(table: Table, rules: FactRules) -> Table:
    """The same [[table]] with labels as text and decimal lengths as exact fractions."""
    exact_table = dict(table)
    for rule in rules.values():
        own = exact_table.get(rule.section)
        if not isinstance(own, dict):
            continue
        if rule.kind is FactKind.LABEL:
            exact_table[rule.section] = own | {rule.key: as_text(own[rule.key])} if rule.key in own else own
        elif rule.kind is FactKind.LENGTH:
            keys = {spelling.partition(".")[2] for spelling in rule.spellings()} & own.keys()
            exact_table[rule.section] = own | {key: _as_fraction(own[key]) for key in keys}
    return exact_table


def as_text(value: object) -> object:
    """An integer as text; other values unchanged."""
    whole = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**18
    return str(value) if whole else value


def _as_fraction(value: object) -> object:
    return Fraction(str(value)) if isinstance(value, float) and isfinite(value) else value


def read_words(section: DocumentTable, key: str, *, required: bool = False) -> str | None:
    """A text that is not blank and has no misleading characters, stripped."""
    text = section.text(key, required=required)
    if text is None:
        return None
    words = text.strip()
    if not words:
        section.wrong(key, "it is blank", "Fill it in, or leave the key out.")
    elif len(words) > WORDS_MAX:
        section.wrong(key, f"it has {len(words):,} characters, more than {WORDS_MAX}", "Shorten it.")
    elif character := stray(words):
        section.wrong(key, f"it contains {character}, which is not allowed", "Remove it, and write one line.")
    else:
        return words
    return None
