"""What a book says about tournaments: its duties with their authority and figures."""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import StrEnum

from msgspec import Struct

from croupier.rules.citation_reader import read_authority
from croupier.rules.folder import FolderChain
from croupier.terms.citation import Authority, Basis
from croupier.terms.document import DocumentTable
from croupier.terms.money import Cents
from croupier.terms.problem import Problem, Problems

TOURNAMENT_FILE = "tournament.toml"
BY_CUSTOM = Authority(Basis.CUSTOMARY)


class TournamentDuty(StrEnum):
    """What a text requires of a tournament; the basic order of any tournament is last."""

    LENGTH = "length"
    SERIES = "series"
    ESCROW = "escrow"
    ONE_LICENSEE = "one-licensee"
    JOINT = "joint"
    DESIGNATED = "designated"
    ONE_ENTRY = "one-entry"
    ENTRIES_CLOSE = "entries-close"
    PROCEEDS = "proceeds"
    FEES_APART = "fees-apart"
    PREMISES = "premises"
    CRITERIA = "criteria"
    LIMIT = "limit"
    POOL = "pool"
    VOUCHER = "voucher"
    STANDARD_PLAY = "standard-play"
    WRITTEN_RULES = "written-rules"
    FILING = "filing"
    UNACCEPTABLE = "unacceptable"
    STRUCTURE = "structure"
    EQUAL_CHIPS = "equal-chips"
    ELIMINATION = "elimination"
    SPLIT = "split"
    OWN_PLAY = "own-play"
    CHIPS_AT_START = "chips-at-start"
    PRINT_HOUSE_RULES = "print-house-rules"
    PRINT_FEES = "print-fees"
    PRINT_CONCLUSION = "print-conclusion"
    PRINT_PRIZES = "print-prizes"
    PRINT_CHANGES = "print-changes"
    CHIPS = "chips"
    NON_NEGOTIABLE = "non-negotiable"
    COLORS = "colors"
    ORDER = "order"


class TournamentRules(Struct, frozen=True):
    """A book's rules for tournaments. A duty without its own authority is customary."""

    authorities: Mapping[TournamentDuty, Authority]
    months: int
    """The most months from its first day to its last."""
    escrow_days: int | None = None
    """A tournament that lasts more days than this needs its prizes in escrow."""
    filing_days: int | None = None
    """The full days before the start by which the regulator's office must have the rules."""
    collected_max: Cents | None = None
    """The most that the fee, the buy-ins, and both together may be for one player."""
    house_rules_sentence: str = ""
    """The text that the printed rules have in place of the house rules; {house} is the name of the house."""
    sentences: Mapping[TournamentDuty, str] = {}
    """What the text requires to be printed about a duty, in our words."""

    def asks(self, duty: TournamentDuty) -> bool:
        """Whether the book itself has the duty."""
        return duty in self.authorities

    def authority(self, duty: TournamentDuty) -> Authority:
        return self.authorities.get(duty, BY_CUSTOM)


def read_tournaments(chain: FolderChain, clauses: Container[str]) -> TournamentRules | None:
    """The tournament rules of a book; None if its text says nothing about tournaments. Raises all problems at once."""
    merged = chain.merged(TOURNAMENT_FILE)
    if not merged:
        return None
    problems: list[Problem] = []
    top = DocumentTable(merged, problems)
    sections = {duty: top.section(duty) for duty in TournamentDuty if duty in top}
    top.known(*TournamentDuty)
    authorities = {duty: read_authority(section, clauses) for duty, section in sections.items()}

    def figure(duty: TournamentDuty, key: str) -> int | None:
        return sections[duty].integer(key, required=True, least=1) if duty in sections else None

    months = figure(TournamentDuty.LENGTH, "months")
    if TournamentDuty.LENGTH not in sections:
        top.wrong(TournamentDuty.LENGTH, "it is missing", "Say how many months a tournament may take.")
    most = figure(TournamentDuty.LIMIT, "most")
    house_rules = sections.get(TournamentDuty.PRINT_HOUSE_RULES)
    rules = TournamentRules(
        authorities,
        months or 1,
        figure(TournamentDuty.ESCROW, "after_days"),
        figure(TournamentDuty.FILING, "days"),
        Cents(most) if most else None,
        (house_rules.text("sentence", required=True) or "") if house_rules else "",
        {duty: words for duty, section in sections.items() if (words := section.text("printed"))},
    )
    for section in sections.values():
        section.finish()
    top.finish()
    if problems:
        raise Problems(problems).within(f"{chain.own.name}/{TOURNAMENT_FILE}")
    return rules
