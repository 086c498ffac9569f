"""The PAR sheet: one table configuration, with the exact figures and the authority behind every value."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt

import msgspec
from msgspec import Struct

from croupier.game.wager import WagerId
from croupier.game.wheel import SpunPart
from croupier.odds import Odds
from croupier.press.document import Align, Block, Bullets, Column, Document, Facts, Grid, Section, Text
from croupier.press.options import options
from croupier.press.rounds import LEVELS, house_win
from croupier.press.wheel import compartments, drawing
from croupier.rules.book import TextBounds
from croupier.rules.catalogue import Clause
from croupier.rules.choices import CALLED_BETS
from croupier.rules.diff import WIN_WORDS, limit_words
from croupier.rules.figures import figures
from croupier.rules.number_format import bounds, decimal, fraction, odds_to_one, percent, plural, units
from croupier.rules.table import Rules
from croupier.rules.zero_words import zero_sentences
from croupier.terms.citation import Authority, Basis, ClauseId

ROUNDS = 1000
VOLATILITY = 1.645
"""The volatility index is this many standard deviations: the half-width of a 90 % band around one result."""


class Cited(Struct, frozen=True):
    """A value of the sheet and its authority."""

    value: str
    authority: Authority


def par_sheet(rules: Rules) -> Document:
    """The sheet of one table."""
    name = rules.game.wheel.title
    zero = f", zero rule {rules.choices.zero}" if rules.game.wheel.zeros else ""
    cited = tuple(citations(rules))
    print_ = fingerprint(rules)
    return Document(
        title=f"PAR sheet: {name}",
        subtitle=f"{rules.book.title}{zero}",
        sections=(
            Section("Configuration", (_configuration(rules, print_),)),
            Section("Wheel", tuple(_wheel(rules))),
            Section("Wagers and odds", tuple(_wagers(rules))),
            Section("Exact figures", tuple(_figures(rules))),
            Section(f"Expected win per {ROUNDS:,} rounds", tuple(_rounds(rules))),
            Section("What each house option costs or earns", tuple(options(rules))),
            Section("Authority", tuple(_authority(cited, rules.book.clauses))),
            Section("Method and assumptions", (Bullets(_METHOD),)),
        ),
        footer=f"croupier PAR sheet – {rules.book.id} – {rules.choices.wheel} – configuration {print_[:16]}",
    )


def fingerprint(rules: Rules) -> str:
    """The SHA-256 over every spot's figures and the wheel's order; it identifies a configuration."""
    order = [(each.label, each.color) for each in rules.game.wheel.compartments]
    return hashlib.sha256(msgspec.json.encode([figures(rules), order], order="sorted")).hexdigest()


def _configuration(rules: Rules, print_: str) -> Block:
    choices = rules.choices
    rows = [
        ("Rulebook", f"{rules.book.title} ({rules.book.id}), {rules.book.validity}"),
        ("Wheel", rules.game.wheel.title),
        ("Layout", f"{rules.game.layout.id}, {plural(len(rules.layout), 'spot')} open"),
    ]
    if choices.on:
        rows.insert(1, ("Holds for", f"{choices.on:%B} {choices.on.day}, {choices.on.year}"))
    if choices.wheel in rules.book.zero:
        rows.append(("Zero rule", f"{choices.zero}: {' '.join(zero_sentences(rules))}"))
    rows.append(("Optional wagers", ", ".join(sorted(choices.offers)) or "none"))
    if choices.withholds:
        rows.append(("Withheld", ", ".join(sorted(choices.withholds))))
    if rules.book.clapper and rules.game.wheel.spun is SpunPart.WHEEL:
        rows.append(("Clapper between stops", choices.clapper.value if choices.clapper else "not chosen"))
    rows.append(("Limits", _limits(rules)))
    rows.append(("Fingerprint", f"{print_} (SHA-256 of every figure; the same configuration gives the same)"))
    return Facts(tuple(rows))


def _limits(rules: Rules) -> str:
    limits = rules.choices.limits
    named = [("every wager", limits.every), *limits.groups.items()]
    said = [f"{name} {bounds(each)}" for name, each in named if each.minimum is not None or each.maximum is not None]
    if rules.book.limits.every != TextBounds():
        said.append(f"the text: {limit_words(rules.book)}")
    return "; ".join(said) or "none in this configuration; the house posts them at the table"


def _wheel(rules: Rules) -> Iterator[Block]:
    wheel, rule = rules.game.wheel, rules.book.wheels[rules.choices.wheel]
    yield Text(
        f"{plural(wheel.size, 'compartment')} decide a spin, each with the chance 1/{wheel.size}. "
        f"The wheel follows {rule.authority}."
    )
    if wheel.void:
        yield Text(
            f"{' and '.join(sorted(wheel.void))} is void: wagers stand and the ball is spun again ({rule.cover})."
        )
    if not wheel.is_single:
        yield Text(
            "The figures depend only on how many stops show each insignia. The order drawn here spreads them evenly "
            "and is not prescribed."
        )
        rows = tuple(
            (symbol, str(count), str(Fraction(count, wheel.size)))
            for symbol, count in sorted(wheel.counts.items(), key=lambda each: -each[1])
        )
        columns = (Column("Insignia"), Column("Stops", 1, Align.RIGHT), Column("Chance", 1, Align.RIGHT))
        yield Grid("Stops by insignia", columns, rows)
    yield drawing(wheel)
    yield compartments(wheel)


def _offered(rules: Rules) -> Iterator[tuple[WagerId, Odds]]:
    for name, odds in rules.odds.items():
        kind = WagerId(name)
        if kind in rules.offered:
            yield kind, odds


def _wagers(rules: Rules) -> Iterator[Block]:
    rows = []
    for kind, odds in _offered(rules):
        rule = rules.known[kind]
        spots = sum(spot.wager is kind and spot.same_as is None for spot in rules.layout)
        rows.append(
            (
                kind,
                str(spots),
                str(odds.covers),
                odds_to_one(odds.pays),
                odds_to_one(rule.pays),
                f"{odds.chance} ({percent(odds.chance)})",
                str(rule.place) if rule.place else "–",
                str(rule.authority.clause or "–"),
                _basis(rule.authority),
            )
        )
    columns = (
        Column("Wager", 1.25),
        Column("Spots", 0.55, Align.RIGHT),
        Column("Covers", 0.6, Align.RIGHT),
        Column("Pays", 0.75, Align.RIGHT),
        Column("At least", 0.75, Align.RIGHT),
        Column("Hit frequency", 1.3, Align.RIGHT),
        Column("Defined", 1.65),
        Column("Odds by", 1.4),
        Column("Basis", 0.95),
    )
    yield Grid("Every wager that this table offers", columns, tuple(rows))
    more = "may pay more, never less" if rules.book.odds.more else "pays exactly this"
    yield Text(
        f"Odds are to 1: the stake comes back beside them. The house {more} ({rules.book.odds.authority}). "
        "Hit frequency is the chance to end with more than was staked."
    )
    if CALLED_BETS in rules.choices.offers:
        yield Text("Called bets are sums of the wagers above and have no odds of their own (customary).")


def _figures(rules: Rules) -> Iterator[Block]:
    rows = []
    for kind, odds in _offered(rules):
        deviation = sqrt(odds.variance)
        rows.append(
            (
                kind,
                fraction(odds.edge),
                percent(odds.edge, 4),
                percent(1 - odds.edge, 4),
                str(odds.variance),
                decimal(odds.variance, 4),
                decimal(deviation, 4),
                decimal(VOLATILITY * deviation, 3),
            )
        )
    right = Align.RIGHT
    columns = (
        Column("Wager", 1.2),
        Column("Edge, exact", 0.9, right),
        Column("Edge", 0.8, right),
        Column("Return to player", 0.95, right),
        Column("Variance, exact", 1.4, right),
        Column("Variance", 0.85, right),
        Column("Standard deviation", 0.9, right),
        Column("Volatility index", 0.85, right),
    )
    yield Grid("Per unit staked and resolved wager", columns, tuple(rows))
    yield Text(
        f"The volatility index is {VOLATILITY} standard deviations of one result. Over n rounds, n large, nine sums in "
        "ten lie within the index times the square root of n of their mean."
    )
    if rules.game.zero.leaves_choice:
        chosen = next((odds.choice for kind, odds in _offered(rules) if rules.shape(kind).even_money), None)
        yield Text(
            f"In prison, the figures of even-money wagers assume that the player chooses: {chosen}. "
            "A wager left in prison is resolved by the next deciding spin, so it can take two spins."
        )


def _rounds(rules: Rules) -> Iterator[Block]:
    rows, exact = [], True
    known: dict[object, tuple[str, ...]] = {}
    for kind, odds in _offered(rules):
        if odds.law not in known:
            win = house_win(odds.law, ROUNDS)
            exact = exact and win.exact
            known[odds.law] = (
                units(win.mean, 2),
                decimal(win.deviation, 2),
                *(f"{units(low, 1)} to {units(high, 1)}" for low, high in win.bands),
                percent(win.behind, 2) if win.exact else "–",
            )
        rows.append((kind, *known[odds.law]))
    right = Align.RIGHT
    columns = (
        Column("Wager", 1.2),
        Column("House wins", 0.9, right),
        Column("Standard deviation", 1.0, right),
        *(Column(f"{percent(level, 0)} band", 1.6, right) for level in LEVELS),
        Column("House behind", 0.9, right),
    )
    yield Text(
        f"Assumption: one unit on one spot of the wager in each of {ROUNDS:,} independent rounds, and nothing else. "
        "Amounts are units; a negative win is a loss of the house."
    )
    how = "exact bounds with equal tails" if exact else "normal approximation where odds are not on a small lattice"
    yield Grid(f"House win over {ROUNDS:,} rounds ({how})", columns, tuple(rows))


def citations(rules: Rules) -> Iterator[Cited]:
    """Every value of the sheet with its authority."""
    book, wheel = rules.book, rules.choices.wheel
    yield Cited(f"{wheel} wheel", book.wheels[wheel].authority)
    yield Cited("a wager stands on the layout", book.placement)
    yield Cited("a wager is settled by its position", book.position)
    yield Cited("whether more may be paid", book.odds.authority)
    yield Cited("limits", book.limits.authority)
    yield Cited("match play coupons (not in the figures)", book.coupons.authority)
    if book.clapper and rules.game.wheel.spun is SpunPart.WHEEL:
        yield Cited("clapper between stops", book.clapper.authority)
    zero = book.zero.get(wheel)
    for effect, rule in zero.options.items() if zero else ():
        yield Cited(f"zero rule {effect}", rule.authority)
        if rule.rule.prison:
            yield Cited(
                f"zero rule {effect}: a wager in prison that wins {WIN_WORDS[rule.rule.prison.win]}", rule.prisoner_wins
            )
            yield Cited(f"zero rule {effect}: a prisoner that meets a zero again", rule.second_zero)
            yield Cited(f"zero rule {effect}: a prisoner that loses otherwise", rule.prisoner_loses)
    for kind, wager in rules.known.items():
        yield Cited(f"odds of {kind}", wager.authority)
        if wager.place:
            yield Cited(f"definition of {kind}", wager.place)


def _basis(authority: Authority) -> str:
    return f"{authority.basis}, ADR {authority.adr}" if authority.adr else authority.basis.value


def _authority(cited: tuple[Cited, ...], clauses: Mapping[ClauseId, Clause]) -> Iterator[Block]:
    yield Text(
        "text: the clause says it. reading: the text is unclear, and the numbered decision record (ADR) says how it is "
        "read. customary: the text is silent, and this is the habit of the field. house: left to the operator."
    )
    other = tuple(
        (each.value, each.authority.basis.value, str(each.authority.clause or "–"), _adr(each.authority))
        for each in cited
        if each.authority.basis is not Basis.TEXT
    )
    if other:
        columns = (Column("Value", 3), Column("Basis", 0.9), Column("Clause", 1.6), Column("Record", 0.8))
        yield Grid("What does not rest on the text alone", columns, other)
    uses: dict[ClauseId, list[str]] = {}
    for each in cited:
        if each.authority.clause:
            uses.setdefault(each.authority.clause, []).append(each.value)
    rows = tuple((clause.id, clause.owes, _few(uses[clause.id])) for clause in clauses.values() if clause.id in uses)
    yield Grid(
        "Clauses that this sheet follows, in our short words",
        (Column("Clause", 1.3), Column("What it says", 3), Column("Used for", 2)),
        rows,
    )


def _adr(authority: Authority) -> str:
    return f"ADR {authority.adr}" if authority.adr else "–"


def _few(values: list[str], most: int = 4) -> str:
    more = len(values) - most
    return "; ".join(values[:most]) + (f"; and {more} more" if more > 0 else "")


_METHOD = (
    "Every compartment that decides a spin has the same chance; a void spin is spun again and does not count.",
    "Edge, variance and hit frequency are exact fractions, found by settling one unit in every compartment (and, in "
    "prison, in every compartment of the next spin) with the same code that settles wagers at a table.",
    "Decimals are rounded from the exact fractions for display only.",
    "Stakes that divide evenly are assumed: a broken cent goes to the player, which no figure here counts.",
    "Match play coupons, limits and the pace of play do not enter the figures.",
    "A PAR sheet describes the rules. Whether a wheel in use is fair is measured from its results.",
)
