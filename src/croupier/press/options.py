"""What each option of the house costs or earns, compared with the current configuration."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from croupier.game.wager import WagerId
from croupier.game.wheel import SpunPart
from croupier.odds import Odds, odds_of
from croupier.press.document import Align, Block, Column, Grid, Text
from croupier.rules.assembly import assemble, straight_kind
from croupier.rules.number_format import fraction, odds_to_one, percent, signed
from croupier.rules.table import Rules
from croupier.terms.problem import Problems

ROUNDS = 1000
_RIGHT = Align.RIGHT


def options(rules: Rules) -> Iterator[Block]:
    """A table for each kind of option that this book allows at this wheel."""
    yield Text(
        f"Each option alone, all else as configured. The last column is what the house wins more (+) or less (−) over "
        f"{ROUNDS:,} rounds of one unit."
    )
    yield from _zero(rules)
    yield from _pays(rules)
    yield from _optional(rules)
    yield from _wheels(rules)
    if rules.book.clapper and rules.game.wheel.spun is SpunPart.WHEEL:
        allowed = " or ".join(sorted(rules.book.clapper.options))
        yield Text(
            f"The clapper between two stops ({allowed}, {rules.book.clapper.authority}) changes no figure: a void spin "
            "is spun again, and the stop just passed is as likely as any other."
        )


def _gain(edge: Fraction, beside: Fraction) -> str:
    return signed((edge - beside) * ROUNDS, 2)


def _odds(rules: Rules, kind: WagerId) -> Odds:
    spot = next(spot for spot in rules.layout if spot.wager == kind)
    return odds_of(rules.game, spot, rules.choices.zero)


def _even_money(rules: Rules) -> Odds | None:
    return next((rules.odds[kind] for kind in rules.even_money if kind in rules.offered), None)


def _zero(rules: Rules) -> Iterator[Block]:
    open_ = rules.book.zero.get(rules.choices.wheel)
    now = _even_money(rules)
    if open_ is None or now is None:
        return
    rows = []
    for play in open_.plays:
        rule = open_.options[play.rule]
        odds = _odds(assemble(rules.book, replace(rules.choices, zero=play)), now.wager)
        mark = " (as configured)" if play == rules.choices.zero else ""
        rows.append(
            (
                f"{play}{mark}",
                fraction(odds.edge),
                percent(odds.edge, 4),
                str(odds.variance),
                str(rule.authority),
                _gain(odds.edge, now.edge),
            )
        )
    columns = (
        Column("Zero rule", 1.6),
        Column("Edge, exact", 0.8, _RIGHT),
        Column("Edge", 0.8, _RIGHT),
        Column("Variance, exact", 1.2, _RIGHT),
        Column("Authority", 1.7),
        Column("House wins", 0.8, _RIGHT),
    )
    yield Grid(f"Zero rules open to this table, on an even-money wager ({now.wager})", columns, tuple(rows))
    if any(option.rule.leaves_choice for option in open_.options.values()):
        yield Text(
            "In prison: -half takes one half back at once, -leave always leaves the wager, -best chooses what is "
            "better for the player."
        )


def _pays(rules: Rules) -> Iterator[Block]:
    if not rules.book.odds.more:
        yield Text(f"The house may not pay other odds than these ({rules.book.odds.authority}).")
        return
    rows = []
    for name, odds in rules.odds.items():
        if odds.wager not in rules.offered or rules.shape(odds.wager).parts > 1:
            continue
        more = odds.pays + 1
        edge = odds.edge - odds.chance  # one unit more for each win; a wager released from prison is not paid
        even = odds.pays + odds.edge / odds.chance
        rows.append(
            (
                name,
                odds_to_one(odds.pays),
                odds_to_one(more),
                fraction(edge),
                percent(edge, 4) + (" (player)" if edge < 0 else ""),
                odds_to_one(even),
                _gain(edge, odds.edge),
            )
        )
    columns = (
        Column("Wager", 1.1),
        Column("Pays now", 0.8, _RIGHT),
        Column("One more", 0.8, _RIGHT),
        Column("Edge then, exact", 1.0, _RIGHT),
        Column("Edge then", 1.3, _RIGHT),
        Column("No edge at", 1.0, _RIGHT),
        Column("House wins", 0.9, _RIGHT),
    )
    yield Grid(f"Paying one unit more than now ({rules.book.odds.authority})", columns, tuple(rows))
    for kind in rules.known:
        if kind in rules.offered and rules.shape(kind).parts > 1:
            parts = rules.shape(kind).parts
            yield Text(f"{rules.title(kind)} is {parts} equal straights and pays what they pay.")


def _optional(rules: Rules) -> Iterator[Block]:
    rows = []
    for kind, rule in (dict(rules.book.wagers) | dict(rules.book.customary)).items():
        if not rule.optional:
            continue
        try:
            other = assemble(
                rules.book, replace(rules.choices, offers=rules.choices.offers | {kind}, withholds=frozenset())
            )
        except Problems:
            continue  # it does not go with this wheel, or with what is offered
        odds = _odds(other, kind)
        gone = sorted(kind for kind in rules.offered - other.offered if kind not in rules.choices.withholds)
        rows.append(
            (
                kind,
                "yes" if kind in rules.offered else "no",
                odds_to_one(odds.pays),
                fraction(odds.edge),
                percent(odds.edge, 4),
                str(odds.variance),
                ", ".join(gone) or "–",
                str(rule.authority),
                _gain(odds.edge, Fraction(0)),
            )
        )
    if not rows:
        yield Text("No optional wager goes with this configuration.")
        return
    columns = (
        Column("Optional wager", 1.15),
        Column("Offered", 0.65),
        Column("Pays", 0.65, _RIGHT),
        Column("Edge, exact", 0.7, _RIGHT),
        Column("Edge", 0.75, _RIGHT),
        Column("Variance, exact", 1.05, _RIGHT),
        Column("Takes away", 0.9),
        Column("Authority", 1.3),
        Column("House wins on it", 0.8, _RIGHT),
    )
    yield Grid("Optional wagers, each on its own", columns, tuple(rows))


def _wheels(rules: Rules) -> Iterator[Block]:
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
        mark = " (as configured)" if wheel == rules.choices.wheel else ""
        rows.append(
            (
                f"{wheel}{mark}",
                f"{straight.edge} ({percent(straight.edge, 4)})",
                f"{even.edge} ({percent(even.edge, 4)})" if even else "–",
                str(rules.book.wheels[wheel].authority),
                _gain(straight.edge, now),
            )
        )
    columns = (
        Column("Wheel", 1.6),
        Column("Edge of a straight", 1.2, _RIGHT),
        Column("Even money, zeros lose", 1.2, _RIGHT),
        Column("Authority", 1.7),
        Column("House wins on a straight", 1.0, _RIGHT),
    )
    yield Grid("Wheels that the book lets a house use", columns, tuple(rows))
