"""The authority behind every value of a PAR sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from croupier.game.wager import WagerId
from croupier.game.wheel import SpunPart
from croupier.press.document import Block, Column, Grid, Text
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.rules.catalogue import Clause
from croupier.rules.diff import WIN_WORDS
from croupier.rules.table import Rules
from croupier.terms.citation import Authority, Basis, ClauseId


class Cited(Struct, frozen=True):
    """A value of the sheet and its authority."""

    value: str
    authority: Authority


def title_of(rules: Rules, kind: str) -> str:
    """The title of a kind of wager; empty if the table does not know it."""
    return rules.shape(WagerId(kind)).title if kind in rules.known else ""


def citations(rules: Rules, say: Labels = IN_ENGLISH_LABELS) -> Iterator[Cited]:
    """Every value of the sheet with its authority."""
    book, wheel = rules.book, rules.choices.wheel
    yield Cited(say("wheel: {wheel}", wheel=wheel), book.wheels[wheel].authority)
    yield Cited(say("a wager stands on the layout"), book.placement)
    yield Cited(say("a wager is settled by its position"), book.position)
    yield Cited(say("whether more may be paid"), book.odds.authority)
    yield Cited(say("the limits"), book.limits.authority)
    yield Cited(say("match play coupons (not in the figures)"), book.coupons.authority)
    if book.clapper and rules.game.wheel.spun is SpunPart.WHEEL:
        yield Cited(say("the clapper between stops"), book.clapper.authority)
    zero = book.zero.get(wheel)
    for effect, rule in zero.options.items() if zero else ():
        name = say.zero(effect)
        yield Cited(say("zero rule {zero}", zero=name), rule.authority)
        if rule.rule.prison:
            wins = say(WIN_WORDS[rule.rule.prison.win])
            yield Cited(
                say("zero rule {zero}: a wager in prison that wins: {effect}", zero=name, effect=wins),
                rule.prisoner_wins,
            )
            yield Cited(say("zero rule {zero}: a wager in prison that meets a zero again", zero=name), rule.second_zero)
            yield Cited(say("zero rule {zero}: a wager in prison that loses otherwise", zero=name), rule.prisoner_loses)
    for kind, wager in rules.known.items():
        named = say.kind(kind, title_of(rules, kind))
        yield Cited(say("odds of {wager}", wager=named), wager.authority)
        if wager.place:
            yield Cited(say("definition of {wager}", wager=named), wager.place)


def basis_words(authority: Authority, say: Labels) -> str:
    basis = say.basis(authority.basis)
    return f"{basis}, ADR {authority.adr}" if authority.adr else basis


def authority_blocks(cited: tuple[Cited, ...], clauses: Mapping[ClauseId, Clause], say: Labels) -> Iterator[Block]:
    yield Text(
        say(
            "text: the clause says it. reading: the text is unclear, and the numbered decision record (ADR) says how "
            "it is read. customary: the text is silent, and this is industry custom. house: left to the "
            "operator."
        )
    )
    other = tuple(
        (each.value, say.basis(each.authority.basis), str(each.authority.clause or "–"), _adr(each.authority))
        for each in cited
        if each.authority.basis is not Basis.TEXT
    )
    if other:
        columns = (
            Column(say("Value of the sheet"), 3),
            Column(say("Basis"), 0.9),
            Column(say("Clause"), 1.6),
            Column(say("Decision record"), 0.8),
        )
        yield Grid(say("What does not rest on the text alone"), columns, other)
    uses: dict[ClauseId, list[str]] = {}
    for each in cited:
        if each.authority.clause:
            uses.setdefault(each.authority.clause, []).append(each.value)
    rows = tuple(
        (clause.id, clause.owes, _few(uses[clause.id], say)) for clause in clauses.values() if clause.id in uses
    )
    yield Grid(
        say("Clauses that this sheet follows, summarized"),
        (Column(say("Clause"), 1.3), Column(say("What it says"), 3), Column(say("Used for"), 2)),
        rows,
    )


def _adr(authority: Authority) -> str:
    return f"ADR {authority.adr}" if authority.adr else "–"


def _few(values: list[str], say: Labels, most: int = 4) -> str:
    more = len(values) - most
    return "; ".join([*values[:most], *([say("and {count} more", count=more)] if more > 0 else [])])
