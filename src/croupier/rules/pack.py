"""Reading a rulebook from its TOML pack, with every problem of the file at once."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from typing import TypeVar

from croupier.game.settlement import Clapper, ZeroEffect
from croupier.game.wager import WagerKind
from croupier.game.wheel import ZEROS, WheelId
from croupier.rules.book import (
    Amendment,
    ClapperRule,
    CouponRule,
    Exclusion,
    LimitRule,
    OddsRule,
    Rulebook,
    WagerRule,
    WheelRule,
    ZeroRule,
    ZeroRules,
)
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.document import Section, parse_toml
from croupier.terms.problem import Problem, Problems

Named = TypeVar("Named", WheelId, WagerKind, ZeroEffect)

_KINDS = [kind.value for kind in WagerKind]
_WHEELS = [wheel.value for wheel in WheelId]


class PackReader:
    """Reads one pack; `clauses` is the catalogue that every citation must be in."""

    def __init__(self, text: str, clauses: Container[str]) -> None:
        self.problems: list[Problem] = []
        self.clauses = clauses
        self.top = Section(parse_toml(text), self.problems)

    def clause(self, section: Section, key: str, *, required: bool = False) -> ClauseId | None:
        """A citation, checked against the catalogue."""
        clause = section.text(key, required=required)
        if clause is not None and clause not in self.clauses:
            section.wrong(key, f"{clause!r} is not in the clause catalogue", "Cite a clause of clauses.tsv.")
            return None
        return ClauseId(clause) if clause else None

    def authority(self, section: Section) -> Authority:
        """Basis, clause and ADR; a text or a reading must cite, a reading must have its ADR."""
        basis = Basis(section.text("basis", required=True, allowed=[*Basis]) or Basis.TEXT)
        clause = self.clause(section, "clause", required=basis in (Basis.TEXT, Basis.READING))
        adr = section.integer("adr", required=basis is Basis.READING, least=1)
        return Authority(basis, clause, adr)

    def each(self, section: Section, names: type[Named]) -> list[tuple[Named, Section]]:
        """The named subtables of a section; other names are unknown keys."""
        return [(name, section.section(name)) for name in names if name in section]

    def book(self) -> Rulebook:
        """The rulebook; raises all problems found."""
        top = self.top
        book = Rulebook(
            id=top.text("id", required=True) or "",
            family=top.text("family", required=True) or "",
            title=top.text("title", required=True) or "",
            placement=self._plain("placement"),
            position=self._plain("position"),
            limits=self._limits(),
            odds=self._odds(),
            coupons=self._coupons(),
            wheels=self._wheels(),
            zero=self._zero(),
            wagers=self.wagers(),
            definitions=self._definitions(),
            excludes=tuple(self._excludes()),
            amended=tuple(self._amended()),
            clapper=self._clapper(),
            in_force_from=top.date("from"),
            in_force_until=top.date("until"),
            successor=top.text("successor") or "",
        )
        top.finish()
        self._check_sense(book)
        if self.problems:
            raise Problems(self.problems)
        return book

    def _check_sense(self, book: Rulebook) -> None:
        """What no single key shows."""
        begin, end = book.in_force_from, book.in_force_until
        if end is not None and (begin is None or end < begin):
            self.top.wrong("until", f"{end} does not follow a day from which the text is in force", "Order the days.")
        low, high = book.limits.minimum, book.limits.maximum
        if low is not None and high is not None and low > high:
            self.top.wrong("limits", f"the minimum {low} is above the maximum {high}", "Order the limits.")
        for key, values in (("wheel", book.wheels), ("wager", book.wagers)):
            if not values and key in self.top:
                self.top.wrong(key, "it is empty", f"Give at least one {key}.")

    def _plain(self, key: str) -> Authority:
        section = self.top.section(key, required=True)
        authority = self.authority(section)
        section.finish()
        return authority

    def _limits(self) -> LimitRule:
        section = self.top.section("limits", required=True)
        rule = LimitRule(
            self.authority(section), section.integer("minimum", least=1), section.integer("maximum", least=1)
        )
        section.finish()
        return rule

    def _odds(self) -> OddsRule:
        section = self.top.section("odds", required=True)
        rule = OddsRule(bool(section.flag("more", required=True)), self.authority(section))
        section.finish()
        return rule

    def _coupons(self) -> CouponRule:
        section = self.top.section("coupons", required=True)
        accepted = bool(section.flag("accepted", required=True))
        pays = section.integers("pays")
        beside = section.flag("with_value_chips", required=accepted)
        rule = CouponRule(accepted, self.authority(section), frozenset(pays) if pays else None, bool(beside))
        section.finish()
        return rule

    def _wheels(self) -> dict[WheelId, WheelRule]:
        top = self.top.section("wheel", required=True)
        wheels = {}
        for name, section in self.each(top, WheelId):
            wheels[name] = WheelRule(
                authority=self.authority(section),
                ring=self.clause(section, "ring"),
                cover=self.clause(section, "cover"),
                placement=self.clause(section, "placement"),
                position=self.clause(section, "position"),
                coupons=section.flag("coupons") is not False,
            )
            section.finish()
        top.finish()
        return wheels

    def _zero(self) -> dict[WheelId, ZeroRules]:
        top = self.top.section("zero", required=True)
        zero = {}
        for wheel, section in self.each(top, WheelId):
            options = {}
            for effect, option in self.each(section, ZeroEffect):
                options[effect] = self._zero_rule(effect, option)
                option.finish()
            zero[wheel] = ZeroRules(options, self.clause(section, "clause"))
            section.finish()
        top.finish()
        return zero

    def _zero_rule(self, effect: ZeroEffect, section: Section) -> ZeroRule:
        authority = self.authority(section)
        second_win = None
        if effect is ZeroEffect.IN_PRISON:
            after = section.section("second-win", required=True)
            after.text("effect", required=True, allowed=["stake-returned"])
            basis = Basis(after.text("basis", required=True, allowed=[*Basis]) or Basis.READING)
            adr = after.integer("adr", required=basis is Basis.READING, least=1)
            second_win = Authority(basis, authority.clause, adr)
            after.finish()
        return ZeroRule(effect, authority, frozenset(section.texts("answers", allowed=ZEROS)), second_win)

    def wagers(self) -> dict[WagerKind, WagerRule]:
        top = self.top.section("wager", required=True)
        wagers = {}
        for kind, section in self.each(top, WagerKind):
            authority = self.authority(section)
            wagers[kind] = WagerRule(
                kind,
                self._odds_to_one(section),
                authority,
                self.clause(section, "defined", required=authority.basis is not Basis.CUSTOMARY),
                bool(section.flag("optional")),
                frozenset(WheelId(wheel) for wheel in section.texts("wheels", allowed=_WHEELS)),
                section.integer("place_adr", least=1),
            )
            section.finish()
        top.finish()
        return wagers

    def _odds_to_one(self, section: Section) -> Fraction:
        pays = section.fraction("pays", required=True)
        if pays is not None and pays <= 0:
            section.wrong("pays", f"{pays} to 1 pays nothing", "Give odds above zero.")
        return pays or Fraction(0)

    def _definitions(self) -> dict[str, ClauseId]:
        section = self.top.section("definitions")
        found = {key: self.clause(section, key) for key in (*_WHEELS, "colors", "inside", "outside", "crown")}
        section.finish()
        return {key: clause for key, clause in found.items() if clause}

    def _excludes(self) -> list[Exclusion]:
        found = []
        for section in self.top.sections("excludes"):
            offer, wagers = (
                frozenset(WagerKind(kind) for kind in section.texts(key, allowed=_KINDS)) for key in ("offer", "wagers")
            )
            clause = self.clause(section, "clause", required=True)
            found.append(Exclusion(offer, wagers, clause or ClauseId("")))
            section.finish()
        return found

    def _amended(self) -> list[Amendment]:
        found = []
        for section in self.top.sections("amended"):
            clause = self.clause(section, "clause", required=True)
            found.append(Amendment(clause or ClauseId(""), section.text("what", required=True) or ""))
            section.finish()
        return found

    def _clapper(self) -> ClapperRule | None:
        if "clapper" not in self.top:
            return None
        section = self.top.section("clapper")
        options = frozenset(Clapper(option) for option in section.texts("options", allowed=[*Clapper]))
        rule = ClapperRule(options, self.authority(section))
        section.finish()
        return rule


def read_pack(text: str, clauses: Container[str]) -> Rulebook:
    """The rulebook of a pack; raises all its problems at once."""
    return PackReader(text, clauses).book()


def read_wagers(text: str, clauses: Container[str]) -> dict[WagerKind, WagerRule]:
    """The wagers of a pack that holds nothing else."""
    reader = PackReader(text, clauses)
    wagers = reader.wagers()
    reader.top.finish()
    if reader.problems:
        raise Problems(reader.problems)
    return wagers
