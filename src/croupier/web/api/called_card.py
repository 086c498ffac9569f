"""Called bets on a table's card: their component wagers, the cost of one unit, and their exact edge."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from croupier.game.called import Called, CalledForm, read_called
from croupier.rules.choices import CALLED_BETS
from croupier.rules.figures import Exact, figures
from croupier.rules.table import Rules

REACH_MAX = 9
"""Maximum number of neighbors on either side that a page offers."""


class CalledOnCard(Struct, frozen=True):
    """A called bet; each of its spots takes one or more equal parts."""

    name: str
    spots: dict[str, int]
    """Number of parts on each spot."""
    parts: int
    """Total number of parts; the stake is a multiple of it."""
    numbers: tuple[str, ...]
    edge: Exact


class CalledSheet(Struct, frozen=True):
    bets: tuple[CalledOnCard, ...]
    """Named bets such as voisins, and finals."""
    neighbors: dict[str, tuple[CalledOnCard, ...]]
    """By center number: with one neighbor on either side, with two, and so on."""


def called_sheet(rules: Rules) -> CalledSheet | None:
    """The called bets that the house offers on this wheel; None if it offers none."""
    if CALLED_BETS not in rules.choices.offers:
        return None
    edges = {figure.spot: Fraction(figure.edge.exact) for figure in figures(rules).spots}
    shapes = rules.book.vocabulary.called
    fixed = [name for name, shape in shapes.items() if shape.form is CalledForm.SPOTS]
    finals = [
        f"{name}-{digit}" for name, shape in shapes.items() if shape.form is CalledForm.FINAL for digit in range(10)
    ]
    around = next((name for name, shape in shapes.items() if shape.form is CalledForm.NEIGHBORS), None)
    neighbors = {
        label: tuple(_known(rules, [f"{around}-{label}-{reach}" for reach in range(1, REACH_MAX + 1)], edges))
        for label in (rules.game.wheel.labels if around else ())
    }
    found = CalledSheet(
        tuple(_known(rules, [*fixed, *finals], edges)), {label: bets for label, bets in neighbors.items() if bets}
    )
    return found if found.bets or found.neighbors else None


def _known(rules: Rules, names: list[str], edges: dict[str, Fraction]) -> Iterator[CalledOnCard]:
    """The named bets that exist on this wheel and whose spots are all on the layout."""
    for name in names:
        called = read_called(name, rules.game.wheel, rules.game.layout.plan, rules.book.vocabulary.called)
        if called is not None and all(spot in edges for spot in called.parts):
            yield _on_card(rules, called, edges)


def _on_card(rules: Rules, called: Called, edges: dict[str, Fraction]) -> CalledOnCard:
    spots = {str(spot): called.parts.count(spot) for spot in dict.fromkeys(called.parts)}
    covered = {number for spot in spots for number in rules.layout[spot].numbers}
    numbers = tuple(label for label in rules.game.wheel.labels if label in covered)
    edge = sum((edges[spot] * count for spot, count in spots.items()), Fraction(0)) / len(called.parts)
    return CalledOnCard(called.name, spots, len(called.parts), numbers, Exact(str(edge), float(edge)))
