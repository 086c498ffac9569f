"""Reads one zero rule of a book: the results and wagers it covers, and what happens to them."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence

from croupier.game.wager import WagerId
from croupier.game.zero import (
    AT_CLOSE,
    FIRST,
    LEVELS_MAX,
    ON_LOSS,
    ON_WIN,
    ON_ZERO,
    STAYS,
    Choice,
    Fate,
    Prison,
    ZeroRule,
)
from croupier.rules.book import ZeroOption
from croupier.rules.citation_reader import read_authority
from croupier.terms.citation import Authority
from croupier.terms.document import DocumentTable
from croupier.terms.money import STAKE_MAX


def read_zero_option(
    name: str,
    section: DocumentTable,
    clauses: Container[str],
    labels: Collection[str],
    even_money: frozenset[WagerId],
    wagers: frozenset[WagerId],
) -> ZeroOption:
    """One rule by name; without results that it answers, zeros are ordinary numbers."""
    authority = read_authority(section, clauses)
    answers = frozenset(section.texts("answers", allowed=list(labels)))
    covered = frozenset(map(WagerId, section.texts("wagers", allowed=sorted(wagers)))) or even_money
    fates = _fates(section, bool(answers))
    stays = any(fate in STAYS for fate in fates.values())
    prison, outcomes = _prison(section, clauses, authority) if stays else (None, {})
    if not stays and "prison" in section:
        section.wrong("prison", "nothing is imprisoned under this rule", "Leave it out.")
    if prison is not None and prison.win is Fate.LIGHTEN and Fate.HALVE in (prison.zero, *fates.values()):
        section.wrong("prison", "a wager that is halved may not be lightened", "Keep one of the two.")
    rule = ZeroRule(name, answers, covered if answers else frozenset(), fates, prison)
    return ZeroOption(rule, authority, *(outcomes.get(key, authority) for key in ("zero", "win", "lose", "close")))


def _fates(section: DocumentTable, answers: bool) -> dict[Choice, Fate]:
    """The fates the player can choose from, or the only one."""
    if not answers:
        section.known("fate", "choices")
        return {Choice.HALF: Fate.LOSE}
    if "choices" in section:
        own = section.section("choices")
        found = {choice: own.text(choice, allowed=list(FIRST)) for choice in Choice}
        own.finish()
        fates = {choice: Fate(fate) for choice, fate in found.items() if fate}
        if not fates:
            section.wrong("choices", "it offers no choice", "Give half, leave or both.")
        return fates or {Choice.HALF: Fate.LOSE}
    fate = section.text("fate", required=True, allowed=list(FIRST))
    chosen = Fate(fate) if fate else Fate.LOSE
    return {Choice.LEAVE if chosen in STAYS else Choice.HALF: chosen}


def _prison(section: DocumentTable, clauses: Container[str], default: Authority) -> tuple[Prison, dict[str, Authority]]:
    own = section.section("prison", required=True)
    outcomes: dict[str, Authority] = {}

    def fate(key: str, allowed: Sequence[Fate], usual: Fate) -> Fate:
        inner = own.section(key)
        found = inner.text("fate", allowed=list(allowed))
        outcomes[key] = read_authority(inner, clauses, default)
        inner.finish()
        return Fate(found) if found else usual

    prison = Prison(
        win=fate("win", ON_WIN, Fate.RETURN),
        zero=fate("zero", ON_ZERO, Fate.LOSE),
        lose=fate("lose", ON_LOSS, Fate.LOSE),
        most=own.integer("most", least=1, most=LEVELS_MAX) or 1,
        past_most=Fate(own.text("past_most", allowed=[Fate.LOSE, Fate.HALF, Fate.RETURN]) or Fate.LOSE),
        floor=own.integer("floor", least=0, most=STAKE_MAX) or 0,
        below_floor=Fate(own.text("below_floor", allowed=[Fate.LOSE, Fate.RETURN]) or Fate.LOSE),
        close=fate("close", AT_CLOSE, Fate.HALF),
    )
    own.finish()
    return prison, outcomes
