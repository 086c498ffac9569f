"""What each option of the house costs or earns, compared with the current configuration."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from croupier.game.wager import WagerId
from croupier.game.wheel import SpunPart
from croupier.odds import Odds, odds_of
from croupier.press.document import Align, Block, Column, Grid, Text
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.press.par_authority import title_of
from croupier.rules.assembly import assemble, straight_kind
from croupier.rules.number_format import fraction, percent, signed
from croupier.rules.table import Rules
from croupier.terms.problem import Problems

ROUNDS = 1000
_RIGHT = Align.RIGHT


def options(rules: Rules, say: Labels = IN_ENGLISH_LABELS) -> Iterator[Block]:
    """A table for each kind of option that this book allows at this wheel."""
    yield Text(
        say(
            "Each option alone, all else as configured. The last column is what the house wins more (+) or less (−) "
            "over {rounds} rounds of one unit.",
            rounds=say.number(ROUNDS),
        )
    )
    yield from _zero(rules, say)
    yield from _pays(rules, say)
    yield from _optional(rules, say)
    yield from _wheels(rules, say)
    if rules.book.clapper and rules.game.wheel.spun is SpunPart.WHEEL:
        yield Text(
            say(
                "The clapper between two stops ({options}, {authority}) changes no figure: a void spin is spun again, "
                "and the stop just passed is as likely as any other.",
                options=say.listed(sorted(rules.book.clapper.options), "or"),
                authority=say.authority(rules.book.clapper.authority),
            )
        )


def _gain(edge: Fraction, beside: Fraction, say: Labels) -> str:
    return say.figure(signed((edge - beside) * ROUNDS, 2))


def _kind(rules: Rules, kind: WagerId, say: Labels) -> str:
    return say.kind(kind, title_of(rules, kind))


def _marked(name: str, say: Labels, *, now: bool) -> str:
    return say("{option} (as configured)", option=name) if now else name


def _odds(rules: Rules, kind: WagerId) -> Odds:
    spot = next(spot for spot in rules.layout if spot.wager == kind)
    return odds_of(rules.game, spot, rules.choices.zero)


def _even_money(rules: Rules) -> Odds | None:
    return next((rules.odds[kind] for kind in rules.even_money if kind in rules.offered), None)


def _zero(rules: Rules, say: Labels) -> Iterator[Block]:
    open_ = rules.book.zero.get(rules.choices.wheel)
    now = _even_money(rules)
    if open_ is None or now is None:
        return
    rows = []
    for play in open_.plays:
        rule = open_.options[play.rule]
        odds = _odds(assemble(rules.book, replace(rules.choices, zero=play)), now.wager)
        rows.append(
            (
                _marked(say.zero(str(play)), say, now=play == rules.choices.zero),
                fraction(odds.edge),
                say.figure(percent(odds.edge, 4)),
                str(odds.variance),
                say.authority(rule.authority),
                _gain(odds.edge, now.edge, say),
            )
        )
    columns = (
        Column(say("Zero rule"), 1.6),
        Column(say("Edge, exact"), 0.8, _RIGHT),
        Column(say("Edge"), 0.8, _RIGHT),
        Column(say("Variance, exact"), 1.2, _RIGHT),
        Column(say("Authority"), 1.7),
        Column(say("House wins"), 0.8, _RIGHT),
    )
    wager = _kind(rules, now.wager, say)
    caption = say("Zero rules open to this table, on an even-money wager ({wager})", wager=wager)
    yield Grid(caption, columns, tuple(rows))
    if any(option.rule.leaves_choice for option in open_.options.values()):
        yield Text(
            say(
                "In prison: -half takes one half back at once, -leave always leaves the wager, -best chooses what is "
                "better for the player."
            )
        )


def _pays(rules: Rules, say: Labels) -> Iterator[Block]:
    if not rules.book.odds.more:
        by = say.authority(rules.book.odds.authority)
        yield Text(say("The house may not pay other odds than these ({by}).", by=by))
        return
    rows = []
    for odds in rules.odds.values():
        if odds.wager not in rules.offered or rules.shape(odds.wager).parts > 1:
            continue
        more = odds.pays + 1
        edge = odds.edge - odds.chance  # one unit more for each win; a wager released from prison is not paid
        even = odds.pays + odds.edge / odds.chance
        share = say.figure(percent(edge, 4))
        rows.append(
            (
                _kind(rules, odds.wager, say),
                say.odds(odds.pays),
                say.odds(more),
                fraction(edge),
                say("{edge} (player)", edge=share) if edge < 0 else share,
                say.odds(even),
                _gain(edge, odds.edge, say),
            )
        )
    columns = (
        Column(say("Wager"), 1.1),
        Column(say("Pays now"), 0.8, _RIGHT),
        Column(say("One more"), 0.8, _RIGHT),
        Column(say("Edge then, exact"), 1.0, _RIGHT),
        Column(say("Edge then"), 1.3, _RIGHT),
        Column(say("No edge at"), 1.0, _RIGHT),
        Column(say("House wins"), 0.9, _RIGHT),
    )
    by = say.authority(rules.book.odds.authority)
    yield Grid(say("Paying one unit more than now ({by})", by=by), columns, tuple(rows))
    for kind in rules.known:
        if kind in rules.offered and rules.shape(kind).parts > 1:
            parts = rules.shape(kind).parts
            name = say.wager(kind, rules.title(kind))
            yield Text(say("{wager} is {parts} equal straights and pays what they pay.", wager=name, parts=parts))


def _optional(rules: Rules, say: Labels) -> Iterator[Block]:
    rows = []
    for kind, rule in (dict(rules.book.wagers) | dict(rules.book.customary)).items():
        if not rule.optional:
            continue
        try:
            other = assemble(
                rules.book, replace(rules.choices, offers=rules.choices.offers | {kind}, withholds=frozenset())
            )
        except Problems:
            continue  # not possible at this wheel, or together with what is offered
        odds = _odds(other, kind)
        gone = sorted(kind for kind in rules.offered - other.offered if kind not in rules.choices.withholds)
        rows.append(
            (
                _kind(other, kind, say),
                say("yes") if kind in rules.offered else say("no"),
                say.odds(odds.pays),
                fraction(odds.edge),
                say.figure(percent(odds.edge, 4)),
                str(odds.variance),
                ", ".join(_kind(rules, each, say) for each in gone) or "–",
                say.authority(rule.authority),
                _gain(odds.edge, Fraction(0), say),
            )
        )
    if not rows:
        yield Text(say("No optional wager can be added to this configuration."))
        return
    columns = (
        Column(say("Optional wager"), 1.15),
        Column(say("Offered"), 0.65),
        Column(say("Pays"), 0.65, _RIGHT),
        Column(say("Edge, exact"), 0.7, _RIGHT),
        Column(say("Edge"), 0.75, _RIGHT),
        Column(say("Variance, exact"), 1.05, _RIGHT),
        Column(say("Takes away"), 0.9),
        Column(say("Authority"), 1.3),
        Column(say("House wins on it"), 0.8, _RIGHT),
    )
    yield Grid(say("Optional wagers, each on its own"), columns, tuple(rows))


def _wheels(rules: Rules, say: Labels) -> Iterator[Block]:
    kind = straight_kind(rules.book)
    if kind is None or kind not in rules.odds:
        return
    now = rules.odds[kind].edge
    rows = []
    for wheel in rules.book.wheels:
        pays = {str(name): odds for name, odds in rules.choices.pays.items() if name == kind}
        other = rules.book.table(wheel, pays=pays if rules.book.plan(wheel).wheel.zeros else {})
        if kind not in other.odds:
            continue
        straight, even = other.odds[kind], next((other.odds[each] for each in other.even_money), None)
        rows.append(
            (
                _marked(say.wheel(wheel, wheel), say, now=wheel == rules.choices.wheel),
                f"{straight.edge} ({say.figure(percent(straight.edge, 4))})",
                f"{even.edge} ({say.figure(percent(even.edge, 4))})" if even else "–",
                say.authority(rules.book.wheels[wheel].authority),
                _gain(straight.edge, now, say),
            )
        )
    columns = (
        Column(say("Wheel"), 1.6),
        Column(say("Edge of a straight"), 1.2, _RIGHT),
        Column(say("Even money, zeros lose"), 1.2, _RIGHT),
        Column(say("Authority"), 1.7),
        Column(say("House wins on a straight"), 1.0, _RIGHT),
    )
    yield Grid(say("Wheels that the book lets a house use"), columns, tuple(rows))
