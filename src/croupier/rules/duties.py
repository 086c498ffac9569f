"""What a text requires of a house file besides its choices, as data: one duty, one clause, one key."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.rules.choices import CALLED_BETS, CHOICES
from croupier.rules.facts import APPROVALS, Fact, FactKind, FactRule, Length, read_fact_rules
from croupier.rules.folder import BOOK_FILE, FolderChain
from croupier.terms.citation import ClauseId
from croupier.terms.document import DocumentTable
from croupier.terms.problem import Problem, Problems

TABLE_KEYS = (
    "number",
    "zero",
    "clapper",
    "arrangement",
    "offers",
    "withholds",
    "electronic",
    "tip_restriction",
    "tip_wagers",
    "tip_wager_max",
    "jackpot_rules",
    "limits.minimum",
    "limits.maximum",
)
"""Keys of every table on which there can be duties, besides the facts that a book declares.

`jackpot_rules` counts as stated if the house has such rules.
`arrangement` counts as stated only if it is not the standard one, `tip_wagers` only if there are none, `withholds` and
`electronic` only if they change something.
"""

DEMANDS = ("is", "stated_at_all", "least", "most", "among", "same_as", "holds", "approved", "listed")


class When(Struct, frozen=True):
    """The conditions of a duty; all that are given must hold."""

    wheels: frozenset[str] = frozenset()
    layout: str | None = None
    zero: str | None = None
    offers: str | None = None
    stated: str | None = None


class Demand(Struct, frozen=True):
    """What the key must hold; parts that are None require nothing."""

    truth: bool | None = None
    stated_at_all: bool | None = None
    least: Fraction | None = None
    most: Fraction | None = None
    among: tuple[str, ...] = ()
    same_as: str | None = None
    holds: str | None = None
    approved: str | None = None
    listed: str | None = None
    """A wager that the book itself has, not just custom."""

    def met(self, value: Fact, facts: Mapping[str, Fact], wagers: Container[str]) -> bool:
        """Whether a stated value, an approval or the book satisfies the demand."""
        if self.approved is not None:
            return facts.get(APPROVALS + self.approved) is not None
        if self.listed is not None:
            return self.listed in wagers
        if self.truth is not None:
            return value is self.truth
        if self.among:
            return value in self.among
        if self.holds is not None:
            return isinstance(value, tuple) and self.holds in value
        if self.same_as is not None:
            other = facts[self.same_as]
            return value is not None and other in (None, value)  # an unstated other key is reported separately
        size = value.mm if isinstance(value, Length) else value
        if isinstance(size, Fraction | int) and not isinstance(size, bool):
            return (self.least is None or self.least <= size) and (self.most is None or size <= self.most)
        return value is not None


class HouseDuty(Struct, frozen=True):
    """One thing that a text requires of a table, and the messages for a table that lacks it."""

    name: str
    key: str
    clause: ClauseId
    demand: Demand
    when: When
    unless: str | None
    missing: str
    wrong: str
    right: str


class VariationRule(Struct, frozen=True):
    """How the rules of a text may be varied for one house, and by whom."""

    clause: ClauseId
    grantor: str
    approval: bool = False
    """An approval is enough; otherwise the grantor must make a rule."""
    application: str | None = None
    """Who receives a written application, if the text requires one."""
    review: str | None = None
    """Who reviews it, if the text requires a review."""


class Duties(Struct, frozen=True):
    """What a book requires of a house file: facts, duties on them, and who may vary the rules."""

    facts: Mapping[str, FactRule]
    duties: tuple[HouseDuty, ...]
    variations: VariationRule | None = None

    def __iter__(self) -> Iterator[HouseDuty]:
        return iter(self.duties)

    def spellings(self, key: str) -> tuple[str, ...]:
        """The keys of a house file that state what a duty refers to."""
        return tuple(self.facts[key].spellings()) if key in self.facts else (key,)

    def spelled(self, key: str, value: Fact) -> str:
        """The key that a finding names."""
        return self.facts[key].spelled(value) if key in self.facts else key


DUTIES_FILE = "duties.toml"


def read_duties(chain: FolderChain, clauses: Container[str]) -> Duties:
    """The duties of a book and those it builds on; raises all problems at once."""
    return _DutiesReader(chain, clauses).duties()


class _DutiesReader:
    """Reads the duties of one book, which may refer only to wheels and wagers of its folders."""

    def __init__(self, chain: FolderChain, clauses: Container[str]) -> None:
        self.chain, self.clauses = chain, clauses
        self.problems: list[Problem] = []
        self.top = DocumentTable(chain.merged(DUTIES_FILE), self.problems)
        self.facts = read_fact_rules(self.top, (*CHOICES, "number"))
        self.keys = (*TABLE_KEYS, *self.facts)
        self.approvals = tuple(name.removeprefix(APPROVALS) for name in self.facts if name.startswith(APPROVALS))
        books = [
            DocumentTable(document, []) for _, document in chain.documents(BOOK_FILE)
        ]  # including what is removed later
        self.wheels, wagers = (
            tuple(dict.fromkeys(name for book in books for name in [*book.section(key).keys()]))
            for key in ("wheel", "wager")
        )
        self.offers = (*wagers, CALLED_BETS)

    def duties(self) -> Duties:
        section = self.top.section("duty")
        duties = tuple(self._duty(name, section.section(name)) for name in section.keys())  # noqa: SIM118
        section.finish()
        found = Duties(self.facts, duties, self._variations())
        self.top.finish()
        if self.problems:
            raise Problems(self.problems).within(f"{self.chain.own.name}/{DUTIES_FILE}")
        return found

    def _clause(self, section: DocumentTable) -> ClauseId:
        clause = section.text("clause", required=True)
        if clause is not None and clause not in self.clauses:
            section.wrong("clause", f"{clause!r} is not in the clause catalogue", "Cite a clause of clauses.tsv.")
        return ClauseId(clause or "")

    def _duty(self, name: str, section: DocumentTable) -> HouseDuty:
        if not any(demand in section for demand in DEMANDS):
            section.wrong("key", "it demands nothing", f"Give one of: {', '.join(DEMANDS)}.")
        key = section.text("key", required=True, allowed=self.keys) or ""
        rule = self.facts.get(key)
        scale = rule.unit.mm if rule is not None and rule.unit is not None else 1
        least, most = section.fraction("least"), section.fraction("most")
        duty = HouseDuty(
            name=name,
            key=key,
            clause=self._clause(section),
            demand=Demand(
                truth=section.flag("is"),
                stated_at_all=section.flag("stated_at_all"),
                least=least * scale if least is not None else None,
                most=most * scale if most is not None else None,
                among=section.texts("among"),
                same_as=section.text("same_as", allowed=self.keys),
                holds=section.text("holds", allowed=rule.options if rule and rule.kind is FactKind.LIST else ()),
                approved=section.text("approved", allowed=self.approvals),
                listed=section.text("listed", allowed=self.offers),
            ),
            when=self._when(section.section("when")),
            unless=section.text("unless", allowed=self.approvals),
            missing=section.text("missing") or "it is missing",
            wrong=section.text("wrong") or "",
            right=section.text("right", required=True) or "",
        )
        section.finish()
        return duty

    def _when(self, section: DocumentTable) -> When:
        when = When(
            wheels=frozenset(section.texts("wheels", allowed=self.wheels)),
            layout=section.text("layout"),
            zero=section.text("zero"),
            offers=section.text("offers", allowed=self.offers),
            stated=section.text("stated", allowed=self.keys),
        )
        section.finish()
        return when

    def _variations(self) -> VariationRule | None:
        if "variations" not in self.top:
            return None
        section = self.top.section("variations")
        rule = VariationRule(
            clause=self._clause(section),
            grantor=section.text("grantor", required=True) or "",
            approval=section.text("by", required=True, allowed=("rule", "approval")) == "approval",
            application=section.text("application"),
            review=section.text("review"),
        )
        section.finish()
        return rule
