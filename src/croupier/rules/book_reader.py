"""Reads a rulebook from its folder, reporting all problems of its files at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from croupier.game.settlement import Clapper
from croupier.game.wager import WagerId
from croupier.game.wheel import WheelId
from croupier.rules.book import (
    Amendment,
    Band,
    ClapperRule,
    CouponRule,
    Exclusion,
    LimitRule,
    MoneyRule,
    OddsRule,
    Rulebook,
    TextBounds,
    WagerRule,
    WheelRule,
    ZeroOptions,
)
from croupier.rules.catalogue import Clause, clauses_of
from croupier.rules.citation_reader import read_authority, read_clause
from croupier.rules.folder import BOOK_FILE, CUSTOMARY, FolderChain, merge
from croupier.rules.vocabulary import Vocabulary
from croupier.rules.vocabulary_reader import VocabularyReader
from croupier.rules.zero_reader import read_zero_option
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.document import DocumentTable, Table
from croupier.terms.money import STAKE_MAX, Currency, Favor, Rounding
from croupier.terms.problem import Problem, Problems, listed, shown

IDENTITY = frozenset({"id", "title", "from", "until", "successor", "builds_on", "drops", "amended"})
"""Keys that describe the book itself and are not inherited by books that build on it."""
DESCRIBED = ("layout", "shape", "sections")
"""Parts of a document that go into the vocabulary."""
_WHEEL_KEYS = (
    *("title", "game", "heading", "layout", "layouts", "zeros", "order", "alternate", "zero_color"),
    *("like", "void", "spun", "stops", "colors"),
)
_ID = re.compile(r"[a-z0-9][a-z0-9.-]{0,63}")


def read_book(chain: FolderChain) -> Rulebook:
    """The rulebook of a folder and those it builds on; raises all its problems at once."""
    whole: Table = {}
    own: Table = {}
    customary: Table = {}
    for folder, each in chain.documents(BOOK_FILE):
        handed = {key: value for key, value in each.items() if folder is chain.own or key not in IDENTITY}
        whole = merge(whole, handed)
        if folder.name == CUSTOMARY:
            customary = handed
        else:
            own = merge(own, handed)
    try:
        return _BookReader(chain, whole, own, customary).book()
    except Problems as problems:
        raise problems.within(f"{chain.own.name}/{BOOK_FILE}") from None


class _BookReader:
    """Reads the book of one folder: its own statements from `own`, descriptions from `whole`."""

    def __init__(self, chain: FolderChain, whole: Table, own: Table, customary: Table) -> None:
        self.problems: list[Problem] = []
        self.chain, self.customary = chain, customary
        self.clauses: Mapping[ClauseId, Clause] = clauses_of(chain)
        self.top, self.whole = DocumentTable(own, self.problems), DocumentTable(whole, self.problems)
        self.vocabulary: Vocabulary = VocabularyReader(self.whole).read()

    def book(self) -> Rulebook:
        """The rulebook; raises all problems found."""
        top = self.top
        top.known("builds_on", "drops", *DESCRIBED)
        if self.problems:
            raise Problems(self.problems)
        odds = self._odds()
        wheels = self._wheels()
        wagers = self._wagers(top, odds.authority)
        book = Rulebook(
            id=self._id(),
            family=top.text("family") or top.text("id") or "",
            title=top.text("title", required=True) or "",
            placement=self._plain("placement"),
            position=self._plain("position"),
            limits=self._limits(),
            odds=odds,
            coupons=self._coupons(),
            wheels=wheels,
            zero=self._zero(wheels, wagers),
            wagers=wagers,
            vocabulary=self.vocabulary,
            customary=self._customary_wagers(),
            definitions=self._definitions(),
            excludes=tuple(self._excludes()),
            amended=tuple(self._amended()),
            clapper=self._clapper(),
            money=self._money(),
            called=self._called(),
            language=top.text("language") or "en",
            in_force_from=top.date("from"),
            in_force_until=top.date("until"),
            successor=top.text("successor") or "",
            chain=self.chain,
            clauses=self.clauses,
        )
        top.finish()
        self._check_sense(book)
        if self.problems:
            raise Problems(self.problems)
        return book

    def _id(self) -> str:
        named = self.top.text("id", required=True) or ""
        if named and named != self.chain.own.name:
            self.top.wrong("id", f"the folder is {self.chain.own.name!r}", "Give the folder the name of the book.")
        elif named and not _ID.fullmatch(named):
            self.top.wrong("id", f"{shown(named)} is not an id", "Use lowercase letters, digits, dots and dashes.")
        return named

    def _check_sense(self, book: Rulebook) -> None:
        """Checks that span several keys."""
        begin, end = book.in_force_from, book.in_force_until
        if end is not None and (begin is None or end < begin):
            self.top.wrong("until", f"{end} does not follow a day from which the text is in force", "Order the days.")
        for key, found in (("wheel", book.wheels), ("wager", book.wagers)):
            if not found and key in self.top:
                self.top.wrong(key, "it is empty", f"Give at least one {key}.")

    # Authorities.

    def clause(self, section: DocumentTable, key: str, *, required: bool = False) -> ClauseId | None:
        """A clause id, checked against the catalogue."""
        return read_clause(section, key, self.clauses, required=required)

    def authority(self, section: DocumentTable, default: Authority | None = None) -> Authority:
        """Basis, clause and ADR; the default if a section has none of them."""
        return read_authority(section, self.clauses, default)

    def _plain(self, key: str) -> Authority:
        section = self.top.section(key, required=True)
        authority = self.authority(section)
        section.finish()
        return authority

    def _inner(self, section: DocumentTable, key: str, default: Basis = Basis.TEXT) -> Authority | None:
        """An authority given as a clause alone, or as a table with its basis."""
        section.known(key)
        if key not in section:
            return None
        if isinstance(section.raw(key), str):
            clause = self.clause(section, key)
            return Authority(default, clause) if clause else None
        own = section.section(key)
        authority = self.authority(own)
        own.finish()
        return authority

    # The rules.

    def _limits(self) -> LimitRule:
        section = self.top.section("limits", required=True)
        authority, every = self.authority(section), self._bounds(section)
        groups, player = {}, TextBounds()
        for name in section.keys():  # noqa: SIM118 - a section is not a mapping
            if name in _BOUND_KEYS or name in ("clause", "basis", "adr"):
                continue
            own = section.section(name)
            if name == "player":
                player = self._bounds(own)
            elif name in ("inside", "outside") or name in self.vocabulary.shapes:
                groups[name] = self._bounds(own)
            else:
                section.wrong(name, "it is neither a group nor a wager", "Name inside, outside, player or a wager.")
            own.finish()
        section.finish()
        return LimitRule(authority, every, groups, player)

    def _bounds(self, section: DocumentTable) -> TextBounds:
        bands = []
        for each in section.sections("bands"):
            low, high = (each.integer(key, required=True, least=1, most=STAKE_MAX) for key in ("minimum", "maximum"))
            bands.append(Band(low or 1, high or 1))
            each.finish()
        bounds = TextBounds(
            section.integer("minimum", least=1, most=STAKE_MAX),
            section.integer("maximum", least=1, most=STAKE_MAX),
            section.integer("times", least=1, most=1_000_000),
            tuple(sorted(bands, key=lambda band: band.minimum)),
        )
        if bounds.minimum is not None and bounds.maximum is not None and bounds.minimum > bounds.maximum:
            section.wrong("minimum", f"{bounds.minimum} is above the maximum {bounds.maximum}", "Order the two.")
        return bounds

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
        top, wheels = self.top.section("wheel", required=True), {}
        for name in top.keys():  # noqa: SIM118
            section = top.section(name)
            section.known(*_WHEEL_KEYS)
            if name not in self.vocabulary.wheels:
                top.wrong(
                    name, "nothing describes this wheel", f"Give its order, or name one of: {self._known_wheels}."
                )
                continue
            wheels[name] = WheelRule(
                authority=self.authority(section),
                ring=self.clause(section, "ring"),
                cover=self._inner(section, "cover"),
                placement=self._inner(section, "placement"),
                position=self._inner(section, "position"),
                coupons=section.flag("coupons") is not False,
            )
            section.finish()
        top.finish()
        return wheels

    @property
    def _known_wheels(self) -> str:
        return listed(self.vocabulary.wheels)

    def _zero(
        self, wheels: Mapping[WheelId, WheelRule], wagers: Mapping[WagerId, WagerRule]
    ) -> dict[WheelId, ZeroOptions]:
        top, zero = self.top.section("zero"), {}
        even_money = frozenset(
            wager for wager in wagers if wager in self.vocabulary.shapes and self.vocabulary.shapes[wager].even_money
        )
        for wheel in top.keys():  # noqa: SIM118
            section = top.section(wheel)
            if wheel not in wheels:
                top.wrong(wheel, "the book has no such wheel", f"Name one of: {listed(wheels)}.")
                continue
            labels = self.vocabulary.wheels[wheel].wheel.labels
            options = {}
            for name in section.keys():  # noqa: SIM118
                if name != "clause":
                    own = section.section(name)
                    options[name] = read_zero_option(name, own, self.clauses, labels, even_money, frozenset(wagers))
                    own.finish()
            if not options:
                section.wrong("zero", "it names no rule", "Give at least one, such as [zero.american.lose-all].")
            zero[wheel] = ZeroOptions(options, self.clause(section, "clause"))
        top.finish()
        return zero

    def _wagers(self, top: DocumentTable, odds: Authority) -> dict[WagerId, WagerRule]:
        section = top.section("wager", required=True)
        wagers = {WagerId(kind): self._wager(WagerId(kind), section.section(kind), odds) for kind in section.keys()}  # noqa: SIM118
        section.finish()
        order = list(self.vocabulary.shapes)
        return {kind: wagers[kind] for kind in order if kind in wagers}

    def _wager(self, kind: WagerId, section: DocumentTable, odds: Authority) -> WagerRule:
        if kind not in self.vocabulary.shapes:
            section.wrong("shape", "this wager is not described", f"Describe it under [shape.{kind}].")
        authority = self.authority(section, odds)
        pays = section.fraction("pays")
        if pays is None and authority.basis is Basis.CUSTOMARY:
            pays = self.vocabulary.usual.get(kind)
        if pays is None and "pays" not in section:
            section.wrong("pays", "it is missing", 'Give a number such as 35 or "7/2".')
        if pays is not None and pays <= 0:
            section.wrong("pays", f"{pays} to 1 pays nothing", "Give odds above zero.")
        rule = WagerRule(
            kind,
            pays or Fraction(1),
            authority,
            self.clause(section, "defined", required=authority.basis is not Basis.CUSTOMARY),
            bool(section.flag("optional")),
            frozenset(section.texts("wheels", allowed=list(self.vocabulary.wheels))),
            section.integer("place_adr", least=1),
            self._pays_on(section),
        )
        section.finish()
        return rule

    def _pays_on(self, section: DocumentTable) -> dict[str, Fraction]:
        own, found = section.section("pays_on"), {}
        for label in own.keys():  # noqa: SIM118
            pays = own.fraction(label)
            if label not in self.vocabulary.notation.rank:
                own.wrong(label, "it is not a number of any layout", "Name a number.")
            elif pays is not None and pays > 0:
                found[label] = pays
            elif pays is not None:
                own.wrong(label, f"{pays} to 1 pays nothing", "Give odds above zero.")
        return found

    def _customary_wagers(self) -> dict[WagerId, WagerRule]:
        """The wagers of the customary folder, which a house may offer if the book does not have them."""
        top = DocumentTable(self.customary, self.problems)
        return self._wagers(top, Authority(Basis.CUSTOMARY)) if "wager" in top else {}

    def _definitions(self) -> dict[str, ClauseId]:
        section = self.top.section("definitions")
        found = {key: self.clause(section, key) for key in section.keys()}  # noqa: SIM118
        return {key: clause for key, clause in found.items() if clause}

    def _excludes(self) -> Iterator[Exclusion]:
        for section in self.top.sections("excludes"):
            kinds = list(self.vocabulary.shapes)
            offer, wagers = (frozenset(map(WagerId, section.texts(key, allowed=kinds))) for key in ("offer", "wagers"))
            clause = self.clause(section, "clause", required=True)
            section.finish()
            yield Exclusion(offer, wagers, clause or ClauseId(""))

    def _amended(self) -> Iterator[Amendment]:
        for section in self.top.sections("amended"):
            clause = self.clause(section, "clause", required=True)
            what = section.text("what", required=True) or ""
            section.finish()
            yield Amendment(clause or ClauseId(""), what)

    def _clapper(self) -> ClapperRule | None:
        if "clapper" not in self.top:
            return None
        section = self.top.section("clapper")
        options = frozenset(Clapper(option) for option in section.texts("options", allowed=[*Clapper]))
        rule = ClapperRule(options, self.authority(section))
        section.finish()
        return rule

    def _money(self) -> MoneyRule:
        self.top.known("money")
        section = self.whole.section("money")
        favor = section.text("favor", allowed=[*Favor])
        currency = Currency(
            section.text("currency") or "USD",
            section.text("sign") or "$",
            decimals if (decimals := section.integer("decimals", least=0, most=4)) is not None else 2,
            bool(section.flag("sign_last")),
        )
        unit = section.integer("unit", least=1, most=10**6) or 1
        basis = Basis(section.text("basis", allowed=[*Basis]) or Basis.CUSTOMARY)
        clause = self.clause(section, "clause")
        adr = section.integer("adr", least=1)
        section.finish()
        rounding = Rounding(unit, Favor(favor) if favor else Favor.PLAYER)
        return MoneyRule(currency, rounding, Authority(basis, clause, adr))

    def _called(self) -> dict[str, Authority]:
        """The called bets that the book itself has, with their authority."""
        top, found = self.top.section("called"), {}
        for name in top.keys():  # noqa: SIM118
            section = top.section(name)
            section.known("form", "wheel", "parts")
            found[name] = self.authority(section, Authority(Basis.CUSTOMARY))
            section.finish()
        return found


_BOUND_KEYS = ("minimum", "maximum", "times", "bands")
