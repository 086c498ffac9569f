"""Combines a rulebook and a house's choices into rules, or reports every conflict."""

from __future__ import annotations

import datetime
from functools import lru_cache

from msgspec.structs import replace

from croupier.game.layout import Layout, Sections
from croupier.game.layout_builder import build_layout
from croupier.game.settlement import Game
from croupier.game.wager import Form, WagerId
from croupier.game.wheel import Wheel, in_color, rearranged, spread
from croupier.game.zero import NO_ZERO_RULE
from croupier.rules.book import Rulebook, WagerRule, ZeroOption
from croupier.rules.choices import Choices, read_choices
from croupier.rules.table import Rules
from croupier.terms.document import DocumentTable, Table
from croupier.terms.problem import Problem, Problems


def assemble(book: Rulebook, choices: Choices) -> Rules:
    """The rules of a table; raises every conflict between the book and the choices."""
    from croupier.rules.conflicts import conflicts

    problems = list(conflicts(book, choices))
    if problems:
        raise Problems(problems)
    wheel = wheel_of(book, choices)
    layout = layout_of(book, choices, wheel)
    known = known_wagers(book, choices, layout)
    option = zero_option(book, choices)
    pays = {kind: choices.pays.get(kind, wager.pays) for kind, wager in known.items()}
    straight = straight_kind(book)
    for kind in pays:  # wagers of equal straights pay what straights pay
        if book.vocabulary.shapes[kind].parts > 1 and straight in pays:
            pays[kind] = pays[straight]
    offered = frozenset(
        kind
        for kind, wager in known.items()
        if (kind in choices.offers if wager.optional else kind not in choices.withholds)
    ) - excluded(book, choices)
    return Rules(
        book=book,
        choices=choices,
        game=Game(
            wheel,
            layout,
            pays,
            option.rule if option else NO_ZERO_RULE,
            choices.clapper,
            {kind: rule.pays_on for kind, rule in known.items() if rule.pays_on},
            book.money.rounding,
        ),
        known=known,
        offered=offered,
        layout=_printed(layout, offered, option),
    )


def _printed(layout: Layout, offered: frozenset[WagerId], option: ZeroOption | None) -> Layout:
    """The layout of the offered wagers, with a prison area if the zero rule imprisons."""
    printed = layout.only(offered)
    return printed.with_prison() if option and option.rule.prison and not layout.is_flat else printed


def straight_kind(book: Rulebook) -> WagerId | None:
    """The wager on a single number of the grid."""
    shapes = book.vocabulary.shapes
    return next((kind for kind in shapes if shapes[kind].form is Form.BOX and not shapes[kind].numbers), None)


def zero_option(book: Rulebook, choices: Choices) -> ZeroOption | None:
    options = book.zero.get(choices.wheel)
    return options.options.get(choices.zero.rule) if options else None


def table_of(book: Rulebook, table: Table, on: datetime.date | None = None) -> Rules:
    """The rules of a table whose choices come from a document."""
    problems: list[Problem] = []
    section = DocumentTable(table, problems)
    choices = replace(read_choices(section, book), on=on)
    section.finish()
    if problems:
        raise Problems(problems)
    return assemble(book, choices)


def known_wagers(book: Rulebook, choices: Choices, layout: Layout) -> dict[WagerId, WagerRule]:
    """The wagers with an open spot on the felt: the book's, and customary ones that the house offers."""
    rules = dict(book.wagers)
    rules |= {kind: rule for kind, rule in book.customary.items() if kind in choices.offers and kind not in book.wagers}
    open_kinds = {spot.wager for spot in layout if not layout.covers(spot)}
    open_kinds |= {shape.wager for shape in layout.open_shapes}
    return {
        kind: rules[kind]
        for kind in book.vocabulary.shapes
        if kind in rules and kind in open_kinds and choices.wheel in (rules[kind].wheels or {choices.wheel})
    }


def excluded(book: Rulebook, choices: Choices) -> frozenset[WagerId]:
    """The wagers that may not be offered together with what the table offers."""
    return frozenset(
        kind for exclusion in book.excludes if exclusion.offer & choices.offers for kind in exclusion.wagers
    )


def wheel_of(book: Rulebook, choices: Choices) -> Wheel:
    """The table's wheel: as described, in another order, or with other stops."""
    standard = book.plan(choices.wheel).wheel
    if choices.arrangement:
        return rearranged(standard, choices.arrangement)
    if choices.stops:
        return _with_stops(standard, tuple(choices.stops.items()))
    return standard


@lru_cache(maxsize=64)
def _with_stops(standard: Wheel, stops: tuple[tuple[str, int], ...]) -> Wheel:
    return replace(standard, compartments=in_color(spread(dict(stops)), standard.color))


def layout_of(book: Rulebook, choices: Choices, wheel: Wheel) -> Layout:
    known = book.vocabulary
    plan = known.layouts[choices.layout or book.plan(choices.wheel).layouts[0]]
    sections = choices.sections or known.sections(wheel)
    return build_layout(wheel, plan, known.shapes.values(), sections, known.notation)


def shape_sections(rules: Rules) -> Sections:
    """The color sections of the wheel, as the house or the book has them."""
    return rules.choices.sections or rules.book.vocabulary.sections(rules.game.wheel)
