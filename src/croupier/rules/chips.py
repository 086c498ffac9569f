"""The chips used for wagers under a book: kinds, looks, coloring up, coupons, tips."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping

from msgspec import Struct

from croupier.game.layout import Spot
from croupier.rules.chip_set import ChipSet, read_value_chips
from croupier.rules.folder import FolderChain, merge
from croupier.rules.wagers import Chips
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.document import DocumentTable, Table
from croupier.terms.problem import Problem, Problems

CHIPS_FILE = "chips.toml"
DEFAULT = "default"
"""Applies to every game of a book that has no section of its own."""
GROUPS = ("inside", "outside")


def names_spot(names: Collection[str], spot: Spot) -> bool:
    """Whether a list of wagers and groups includes the spot's wager."""
    return spot.wager in names or spot.group in names


class KindRule(Struct, frozen=True):
    """Whether chips of a kind are accepted; `on` limits them to some wagers or groups."""

    accepted: bool
    authority: Authority
    on: frozenset[str] = frozenset()

    def takes(self, spot: Spot) -> bool:
        return self.accepted and (not self.on or names_spot(self.on, spot))


class ColorRule(Struct, frozen=True):
    """Whose chips may look alike.

    `own_color` is the authority for colors that differ between players whatever the design; `without_screen` for
    electronic chips that may be alike if no screen shows the felt. None if the text has no such rule.
    """

    authority: Authority
    own_color: Authority | None = None
    without_screen: Authority | None = None


class SoleRule(Struct, frozen=True):
    """On these wagers, only one player per spin may use value chips of a color."""

    on: frozenset[str]
    authority: Authority


class ColorUpRule(Struct, frozen=True):
    """What a player's own chips are converted to, the usual kind first."""

    into: tuple[Chips, ...]
    authority: Authority


class ChipRules(Struct, frozen=True):
    """The chip rules of one game of a book, with authorities."""

    kinds: Mapping[Chips, KindRule]
    terminals: Authority
    """The authority for allowing only electronic chips at terminals."""
    value: Authority
    """The authority for setting the value of a player's own chips before betting, and for whole chips."""
    colors: ColorRule
    color_up: ColorUpRule
    brought: Authority
    """The authority for accepting value chips that another table of the premises issued."""
    odd: Authority
    """The authority for payments that the player's chips cannot make exactly."""
    prisoner: Authority
    """The authority for new wagers beside one in prison."""
    coupon_beside: Authority
    """The authority for keeping value chips off the box of the player's coupon, if they may not be wagered with it."""
    equal_parts: Authority
    """The authority for requiring whole chips in each part of a wager of equal parts."""
    tips: Authority
    """The authority for posting a restriction on wagers for the dealers."""
    sole: SoleRule | None = None
    chip_set: ChipSet = ChipSet(())
    """The value chips of a house that lists none."""

    def accepts(self, chips: Chips) -> bool:
        return self.kinds[chips].accepted


def read_chips(
    chain: FolderChain, clauses: Container[str], games: Collection[str], wagers: Container[str]
) -> Mapping[str, ChipRules]:
    """The chip rules of each game; raises all problems at once."""
    problems: list[Problem] = []
    merged = chain.merged(CHIPS_FILE)
    top = DocumentTable(merged, problems)
    chip_set = ChipSet(read_value_chips(top))
    top.known(DEFAULT, *games)
    top.finish()
    default = _table(merged, DEFAULT)
    found = {
        game: _Reader(DocumentTable(merge(default, _table(merged, game)), problems, game), clauses, wagers).rules(
            chip_set
        )
        for game in games
    }
    if problems:
        raise Problems(problems).within(f"{chain.own.name}/{CHIPS_FILE}")
    return found


def _table(document: Table, key: str) -> Table:
    table = document.get(key, {})
    return table if isinstance(table, Mapping) else {}


class _Reader:
    def __init__(self, section: DocumentTable, clauses: Container[str], wagers: Container[str]) -> None:
        self.section, self.clauses, self.wagers = section, clauses, wagers

    def rules(self, chip_set: ChipSet) -> ChipRules:
        section = self.section
        kinds = section.section("kinds", required=True)
        rules = ChipRules(
            kinds={kind: self._kind(kinds.section(kind, required=True)) for kind in Chips},
            terminals=self._plain("terminals"),
            value=self._plain("value"),
            colors=self._colors(section.section("colors", required=True)),
            color_up=self._color_up(section.section("color-up", required=True)),
            brought=self._plain("brought"),
            odd=self._plain("odd"),
            prisoner=self._plain("prisoner"),
            coupon_beside=self._plain("coupon-beside"),
            equal_parts=self._plain("equal-parts"),
            tips=self._plain("tips"),
            sole=self._sole(section.section("sole")),
            chip_set=chip_set,
        )
        kinds.finish()
        section.finish()
        return rules

    def authority(self, section: DocumentTable) -> Authority:
        """Basis, clause and ADR; a text or a reading needs a clause, a reading also an ADR."""
        basis = Basis(section.text("basis", required=True, allowed=[*Basis]) or Basis.TEXT)
        cites = basis in (Basis.TEXT, Basis.READING)
        clause = section.text("clause", required=cites)
        if clause is not None and clause not in self.clauses:
            section.wrong("clause", f"{clause!r} is not in the clause catalogue", "Cite a clause of clauses.tsv.")
        adr = section.integer("adr", required=basis is Basis.READING, least=1)
        return Authority(basis, ClauseId(clause) if clause else None, adr)

    def _plain(self, key: str) -> Authority:
        section = self.section.section(key, required=True)
        authority = self.authority(section)
        section.finish()
        return authority

    def _named(self, section: DocumentTable, key: str) -> frozenset[str]:
        names = section.texts(key)
        for name in names:
            if name not in GROUPS and name not in self.wagers:
                section.wrong(key, f"{name!r} is not a wager of the book", "Name wagers, or inside or outside.")
        return frozenset(names)

    def _kind(self, section: DocumentTable) -> KindRule:
        accepted = section.flag("accepted", required=True)
        rule = KindRule(accepted is True, self.authority(section), self._named(section, "on"))
        section.finish()
        return rule

    def _colors(self, section: DocumentTable) -> ColorRule:
        found: dict[str, Authority | None] = {}
        for key in ("own-color", "without-screen"):
            own = section.section(key)
            found[key] = self.authority(own) if key in section else None
            own.finish()
        rule = ColorRule(self.authority(section), found["own-color"], found["without-screen"])
        section.finish()
        return rule

    def _color_up(self, section: DocumentTable) -> ColorUpRule:
        into = section.texts("into", allowed=[*Chips])
        if not into:
            section.wrong("into", "chips must become something", 'Give kinds of chips, such as ["value"].')
        rule = ColorUpRule(tuple(Chips(each) for each in into), self.authority(section))
        section.finish()
        return rule

    def _sole(self, section: DocumentTable) -> SoleRule | None:
        if not section.keys():
            return None
        rule = SoleRule(self._named(section, "on"), self.authority(section))
        section.finish()
        return rule
