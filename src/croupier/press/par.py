"""The PAR sheet: one table configuration, with the exact figures and the authority behind every value."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt

import msgspec

from croupier.game.wager import WagerId
from croupier.game.wheel import SpunPart
from croupier.odds import Odds
from croupier.press.document import Align, Block, Bullets, Column, Document, Facts, Grid, Section, Text
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.press.options import options
from croupier.press.par_authority import authority_blocks, basis_words, citations, title_of
from croupier.press.rounds import LEVELS, house_win
from croupier.press.wheel import compartments, drawing
from croupier.rules.book import TextBounds
from croupier.rules.choices import CALLED_BETS, Bounds
from croupier.rules.figures import figures
from croupier.rules.number_format import decimal, fraction, percent, units
from croupier.rules.table import Rules
from croupier.rules.zero_words import CATALOGUE, zero_messages
from croupier.terms.wording import Wording

ROUNDS = 1000
VOLATILITY = 1.645
"""The volatility index is this many standard deviations: the half-width of a 90 % band around one result."""


def par_sheet(rules: Rules, say: Labels = IN_ENGLISH_LABELS) -> Document:
    """The sheet of one table. The title of the rulebook and the words on its clauses stay as they are."""
    book, wheel = rules.book, rules.choices.wheel
    zero = say("{book}, zero rule {zero}", book=book.title, zero=say.zero(str(rules.choices.zero)))
    cited = tuple(citations(rules, say))
    print_ = fingerprint(rules)
    rounds = say.number(ROUNDS)
    return Document(
        title=say("PAR sheet: {wheel}", wheel=say.wheel(wheel, rules.game.wheel.title)),
        subtitle=zero if rules.game.wheel.zeros else book.title,
        sections=(
            Section(say("Configuration"), (_configuration(rules, print_, say),)),
            Section(say("Wheel"), tuple(_wheel(rules, say))),
            Section(say("Wagers and odds"), tuple(_wagers(rules, say))),
            Section(say("Exact figures"), tuple(_figures(rules, say))),
            Section(say("Expected win per {rounds} rounds", rounds=rounds), tuple(_rounds(rules, say))),
            Section(say("What each house option costs or earns"), tuple(options(rules, say))),
            Section(say("Authority"), tuple(authority_blocks(cited, book.clauses, say))),
            Section(say("Method and assumptions"), (Bullets(tuple(_method(say))),)),
        ),
        footer=say(
            "croupier PAR sheet – {book} – {wheel} – configuration {print}",
            book=book.id,
            wheel=wheel,
            print=print_[:16],
        ),
        lang=say.lang,
    )


def fingerprint(rules: Rules) -> str:
    """The SHA-256 over every spot's figures and the wheel's order; it identifies a configuration."""
    order = [(each.label, each.color) for each in rules.game.wheel.compartments]
    return hashlib.sha256(msgspec.json.encode([figures(rules), order], order="sorted")).hexdigest()


def _configuration(rules: Rules, print_: str, say: Labels) -> Block:
    choices, book = rules.choices, rules.book
    spots = say("{layout}, open spots: {count}", layout=rules.game.layout.id, count=say.number(len(rules.layout)))
    rows = [
        (say("Rulebook"), f"{book.title} ({book.id}), {_validity(rules, say)}"),
        (say("Wheel"), say.wheel(choices.wheel, rules.game.wheel.title)),
        (say("Layout"), spots),
    ]
    if choices.on:
        rows.insert(1, (say("Holds for"), str(choices.on)))
    if choices.wheel in book.zero:
        wording = Wording(say.language, book.money.currency)
        rows.append(
            (say("Zero rule"), f"{say.zero(str(choices.zero))}: {wording.all(CATALOGUE, zero_messages(rules))}")
        )
    rows.append((say("Optional wagers"), _kinds(rules, choices.offers, say) or say("none")))
    if choices.withholds:
        rows.append((say("Withheld"), _kinds(rules, choices.withholds, say)))
    if book.clapper and rules.game.wheel.spun is SpunPart.WHEEL:
        rows.append((say("Clapper between stops"), choices.clapper.value if choices.clapper else say("not chosen")))
    rows.append((say("Limits"), _limits(rules, say)))
    same = say("{print} (SHA-256 of every figure; the same configuration gives the same)", print=print_)
    rows.append((say("Fingerprint"), same))
    return Facts(tuple(rows))


def _kinds(rules: Rules, kinds: Iterable[str], say: Labels) -> str:
    named = (
        say("called-bets") if kind == CALLED_BETS else say.kind(kind, title_of(rules, kind)) for kind in sorted(kinds)
    )
    return ", ".join(named)


def _validity(rules: Rules, say: Labels) -> str:
    first, last = rules.book.in_force_from, rules.book.in_force_until
    if first is None:
        return say("undated")
    return say("{first} to {last}", first=str(first), last=str(last)) if last else say("from {first}", first=str(first))


def _limits(rules: Rules, say: Labels) -> str:
    limits = rules.choices.limits
    named = [(say("every wager"), limits.every), *((say.limits(name), each) for name, each in limits.groups.items())]
    said = [
        f"{name} {_bounds(each, say)}" for name, each in named if each.minimum is not None or each.maximum is not None
    ]
    if rules.book.limits.every != TextBounds():
        said.append(say("the text: {limits}", limits=_text_limits(rules.book.limits.every, say)))
    return "; ".join(said) or say("none in this configuration; the house posts them at the table")


def _bounds(limits: Bounds, say: Labels) -> str:
    if limits.minimum is not None and limits.maximum is not None:
        return say("{least} to {most}", least=say.money(limits.minimum), most=say.money(limits.maximum))
    if limits.minimum is not None:
        return say("at least {amount}", amount=say.money(limits.minimum))
    return say("at most {amount}", amount=say.money(limits.maximum or 0))


def _text_limits(limits: TextBounds, say: Labels) -> str:
    parts = []
    if limits.minimum is not None:
        parts.append(say("at least {amount}", amount=say.money(limits.minimum)))
    if limits.maximum is not None:
        parts.append(say("at most {amount}", amount=say.money(limits.maximum)))
    if limits.times is not None:
        parts.append(say("at most {times} times the table's minimum", times=limits.times))
    for band in limits.bands:
        most, least = say.money(band.maximum), say.money(band.minimum)
        parts.append(say("at most {most} where it is {least} or less", most=most, least=least))
    return say.listed(parts)


def _wheel(rules: Rules, say: Labels) -> Iterator[Block]:
    wheel, rule = rules.game.wheel, rules.book.wheels[rules.choices.wheel]
    yield Text(
        say(
            "{count} compartments decide a spin, each with the chance 1/{count}. The wheel follows {authority}.",
            count=wheel.size,
            authority=say.authority(rule.authority),
        )
    )
    if wheel.void:
        void, cover = say.listed(sorted(wheel.void)), say.authority(rule.cover) if rule.cover else ""
        yield Text(say("{void} is void: wagers stand and the ball is spun again ({clause}).", void=void, clause=cover))
    if not wheel.is_single:
        yield Text(
            say(
                "The figures depend only on how many stops show each insignia. The order drawn here spreads them "
                "evenly and is not prescribed."
            )
        )
        rows = tuple(
            (symbol, str(count), str(Fraction(count, wheel.size)))
            for symbol, count in sorted(wheel.counts.items(), key=lambda each: -each[1])
        )
        right = Align.RIGHT
        columns = (Column(say("Insignia")), Column(say("Stops"), 1, right), Column(say("Chance"), 1, right))
        yield Grid(say("Stops by insignia"), columns, rows)
    yield drawing(wheel, say)
    yield compartments(wheel, say)


def _offered(rules: Rules) -> Iterator[tuple[WagerId, Odds]]:
    for name, odds in rules.odds.items():
        kind = WagerId(name)
        if kind in rules.offered:
            yield kind, odds


def _wagers(rules: Rules, say: Labels) -> Iterator[Block]:
    rows = []
    for kind, odds in _offered(rules):
        rule = rules.known[kind]
        spots = sum(spot.wager is kind and spot.same_as is None for spot in rules.layout)
        rows.append(
            (
                say.kind(kind, title_of(rules, kind)),
                str(spots),
                str(odds.covers),
                say.odds(odds.pays),
                say.odds(rule.pays),
                f"{odds.chance} ({say.figure(percent(odds.chance))})",
                say.authority(rule.place) if rule.place else "–",
                str(rule.authority.clause or "–"),
                basis_words(rule.authority, say),
            )
        )
    columns = (
        Column(say("Wager"), 1.25),
        Column(say("Spots"), 0.55, Align.RIGHT),
        Column(say("Covers"), 0.6, Align.RIGHT),
        Column(say("Pays"), 0.75, Align.RIGHT),
        Column(say("At least"), 0.75, Align.RIGHT),
        Column(say("Hit frequency"), 1.3, Align.RIGHT),
        Column(say("Defined"), 1.65),
        Column(say("Odds by"), 1.4),
        Column(say("Basis"), 0.95),
    )
    yield Grid(say("Every wager that this table offers"), columns, tuple(rows))
    authority = say.authority(rules.book.odds.authority)
    yield Text(
        say("Odds are to 1, and the stake is returned too. The house may pay more, never less ({by}).", by=authority)
        if rules.book.odds.more
        else say("Odds are to 1, and the stake is returned too. The house pays exactly this ({by}).", by=authority)
    )
    yield Text(say("Hit frequency is the chance to end with more than was staked."))
    if CALLED_BETS in rules.choices.offers:
        yield Text(say("Called bets are sums of the wagers above and have no odds of their own (customary)."))


def _figures(rules: Rules, say: Labels) -> Iterator[Block]:
    rows = []
    for kind, odds in _offered(rules):
        deviation = sqrt(odds.variance)
        rows.append(
            (
                say.kind(kind, title_of(rules, kind)),
                fraction(odds.edge),
                say.figure(percent(odds.edge, 4)),
                say.figure(percent(1 - odds.edge, 4)),
                str(odds.variance),
                say.figure(decimal(odds.variance, 4)),
                say.figure(decimal(deviation, 4)),
                say.figure(decimal(VOLATILITY * deviation, 3)),
            )
        )
    right = Align.RIGHT
    columns = (
        Column(say("Wager"), 1.2),
        Column(say("Edge, exact"), 0.9, right),
        Column(say("Edge"), 0.8, right),
        Column(say("Return to player"), 0.95, right),
        Column(say("Variance, exact"), 1.4, right),
        Column(say("Variance"), 0.85, right),
        Column(say("Standard deviation"), 0.9, right),
        Column(say("Volatility index"), 0.85, right),
    )
    yield Grid(say("Per unit staked and resolved wager"), columns, tuple(rows))
    yield Text(
        say(
            "The volatility index is {factor} standard deviations of one result. Over n rounds, n large, nine sums in "
            "ten lie within the index times the square root of n of their mean.",
            factor=say.figure(str(VOLATILITY)),
        )
    )
    if rules.game.zero.leaves_choice:
        chosen = next((odds.choice for kind, odds in _offered(rules) if rules.shape(kind).even_money), None)
        yield Text(
            say(
                "In prison, the figures of even-money wagers assume that the player chooses: {choice}. A wager left in "
                "prison is resolved by the next deciding spin, so it can take two spins.",
                choice=Wording(say.language).text(f"posted.chosen.{rules.game.zero.fates[chosen]}", {})
                if chosen
                else "–",
            )
        )


def _rounds(rules: Rules, say: Labels) -> Iterator[Block]:
    rows, exact = [], True
    known: dict[object, tuple[str, ...]] = {}
    for kind, odds in _offered(rules):
        if odds.law not in known:
            win = house_win(odds.law, ROUNDS)
            exact = exact and win.exact
            bands = ((say.figure(units(low, 1)), say.figure(units(high, 1))) for low, high in win.bands)
            known[odds.law] = (
                say.figure(units(win.mean, 2)),
                say.figure(decimal(win.deviation, 2)),
                *(say("{first} to {last}", first=low, last=high) for low, high in bands),
                say.figure(percent(win.behind, 2)) if win.exact else "–",
            )
        rows.append((say.kind(kind, title_of(rules, kind)), *known[odds.law]))
    right, rounds = Align.RIGHT, say.number(ROUNDS)
    columns = (
        Column(say("Wager"), 1.2),
        Column(say("House wins"), 0.9, right),
        Column(say("Standard deviation"), 1.0, right),
        *(Column(say("{share} band", share=say.figure(percent(level, 0))), 1.6, right) for level in LEVELS),
        Column(say("House behind"), 0.9, right),
    )
    yield Text(
        say(
            "Assumption: one unit on one spot of the wager in each of {rounds} independent rounds, and nothing else. "
            "Amounts are units; a negative win is a loss of the house.",
            rounds=rounds,
        )
    )
    caption = (
        say("House win over {rounds} rounds (exact bounds with equal tails)", rounds=rounds)
        if exact
        else say(
            "House win over {rounds} rounds (normal approximation where odds are not on a small lattice)", rounds=rounds
        )
    )
    yield Grid(caption, columns, tuple(rows))


def _method(say: Labels) -> Iterator[str]:
    yield say(
        "Every compartment that decides a spin has the same chance; a void spin is spun again and does not count."
    )
    yield say(
        "Edge, variance and hit frequency are exact fractions, found by settling one unit in every compartment (and, "
        "in prison, in every compartment of the next spin) with the same code that settles wagers at a table."
    )
    yield say("Decimals are rounded from the exact fractions for display only.")
    yield say(
        "Stakes are assumed to divide evenly: a fraction of a cent goes to the player, and no figure here includes it."
    )
    yield say("Match play coupons, limits and the pace of play are not part of the figures.")
    yield say("A PAR sheet describes the rules. Whether a wheel in use is fair is measured from its results.")
