"""Exact figures for every spot of a table, as plain values for pages.

Fractions are given twice: exactly, as text such as ``"1/19"``, and as a decimal for display.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from msgspec import Struct

from croupier.game.layout import Spot
from croupier.game.wager import WagerId
from croupier.odds import Odds, odds_of
from croupier.rules.table import Rules
from croupier.terms.citation import Authority, Basis


class Exact(Struct, frozen=True):
    """A fraction with its decimal value."""

    exact: str
    decimal: float


class SpotFigures(Struct, frozen=True):
    """The figures of one unit on one spot.

    `chance` is the probability of ending with more than was staked, `edge` the share that the house keeps on average,
    `deviation` the standard deviation of one result; `minimum` and `maximum` are cents, None if not posted.
    """

    spot: str
    wager: str
    numbers: tuple[str, ...]
    covers: int
    chance: Exact
    pays: str
    edge: Exact
    variance: Exact
    deviation: float
    minimum: int | None
    maximum: int | None
    optional: bool
    clause: str | None
    defined: str | None
    basis: Basis
    adr: int | None


class TableFigures(Struct, frozen=True):
    """Every spot of one table, in layout order."""

    book: str
    wheel: str
    zero: str
    spots: tuple[SpotFigures, ...]


def exact(value: Fraction) -> Exact:
    return Exact(str(value), float(value))


def figures(rules: Rules) -> TableFigures:
    """The figures of every spot on the table's layout.

    >>> import msgspec
    >>> from croupier.rules.library import rulebook
    >>> spot = figures(rulebook("nj").table("american")).spots[0]
    >>> spot.spot, spot.edge.exact, msgspec.to_builtins(spot)["chance"]["exact"]
    ('0', '1/19', '1/38')
    """
    laws: dict[tuple[WagerId, object], Odds] = {}
    spots = []
    for spot in rules.layout:
        key = spot.wager, _like(rules, spot)
        if key not in laws:
            laws[key] = odds_of(rules.game, spot, rules.choices.zero)
        odds, rule, bounds = laws[key], rules.known[spot.wager], rules.bounds(spot.wager)
        authority: Authority = rule.authority
        spots.append(
            SpotFigures(
                spot=spot.id,
                wager=spot.wager,
                numbers=spot.numbers,
                covers=odds.covers,
                chance=exact(odds.chance),
                pays=str(odds.pays),
                edge=exact(odds.edge),
                variance=exact(odds.variance),
                deviation=sqrt(odds.variance),
                minimum=bounds.minimum,
                maximum=bounds.maximum,
                optional=rule.optional,
                clause=authority.clause,
                defined=rule.defined,
                basis=authority.basis,
                adr=authority.adr,
            )
        )
    return TableFigures(rules.book.id, rules.choices.wheel, rules.choices.zero.name, tuple(spots))


def _like(rules: Rules, spot: Spot) -> object:
    """Spots of a wager with equal keys have the same law: the same numbers of compartments at the same odds."""
    counts = rules.game.wheel.counts
    return tuple(sorted((rules.game.odds_on(spot, number), counts.get(number, 0)) for number in spot.numbers))
