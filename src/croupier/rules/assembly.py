"""Putting rules together: a rulebook and a house's choices, or every reason why they do not go together."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from croupier.game.layout import (
    Felt,
    Layout,
    Sections,
    big_six_layout,
    felt_of,
    roulette_layout,
    standard_sections,
)
from croupier.game.notation import SECTION_COLORS
from croupier.game.settlement import Game, ZeroEffect
from croupier.game.wager import WagerKind
from croupier.game.wheel import BIG_SIX_STOPS, NUMBERS, ZEROS, Wheel, WheelId, big_six, rearranged, roulette
from croupier.rules.book import Rulebook, WagerRule
from croupier.rules.choices import CALLED_BETS, STOPS_MAX, Bounds, Choices, read_choices
from croupier.rules.shelf import customary_wagers, not_in_force
from croupier.rules.table import Rules
from croupier.terms.citation import ClauseId
from croupier.terms.document import Section, Table
from croupier.terms.problem import Problem, Problems, listed, shown

ODDS_MAX = 100_000
"""The most to 1 that a house may pay, so that a payout on the largest stake still fits 64 bits."""


def assemble(book: Rulebook, choices: Choices) -> Rules:
    """The rules of a table; raises every problem between the book and the choices."""
    problems = list(conflicts(book, choices))
    if problems:
        raise Problems(problems)
    wheel = _wheel(choices)
    layout = _layout(wheel, choices)
    known = known_wagers(book, choices, layout)
    rule = book.zero.get(choices.wheel)
    option = rule.options.get(choices.zero.effect) if rule else None
    pays = {kind: choices.pays.get(kind, wager.pays) for kind, wager in known.items()}
    if WagerKind.FIVE_ADJACENT in pays:  # five straights pay what straights pay
        pays[WagerKind.FIVE_ADJACENT] = pays[WagerKind.STRAIGHT]
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
            choices.zero.effect,
            option.answers if option else frozenset(),
            choices.clapper,
        ),
        known=known,
        offered=offered,
        layout=layout.only(offered),
    )


def table_of(book: Rulebook, table: Table, on: datetime.date | None = None) -> Rules:
    """The rules of a table whose choices are given as a document's table."""
    problems: list[Problem] = []
    section = Section(table, problems)
    choices = replace(read_choices(section), on=on)
    section.finish()
    if problems:
        raise Problems(problems)
    return assemble(book, choices)


def known_wagers(book: Rulebook, choices: Choices, layout: Layout) -> dict[WagerKind, WagerRule]:
    """The wagers that have an open spot on the felt, the book's and the customary ones a house turned on."""
    rules = dict(book.wagers)
    rules |= {kind: rule for kind, rule in customary_wagers().items() if kind in choices.offers}
    open_kinds = {spot.wager for spot in layout if not layout.covers(spot)}
    return {
        kind: rules[kind]
        for kind in WagerKind
        if kind in rules and kind in open_kinds and choices.wheel in (rules[kind].wheels or {choices.wheel})
    }


def excluded(book: Rulebook, choices: Choices) -> frozenset[WagerKind]:
    """The wagers that may not stand beside what the table offers."""
    return frozenset(
        kind for exclusion in book.excludes if exclusion.offer & choices.offers for kind in exclusion.wagers
    )


def _wheel(choices: Choices) -> Wheel:
    if choices.wheel is WheelId.BIG_SIX:
        return big_six(choices.stops or BIG_SIX_STOPS)
    wheel = roulette(choices.wheel)
    return rearranged(wheel, choices.arrangement) if choices.arrangement else wheel


def _felt(choices: Choices) -> Felt:
    return choices.felt or felt_of(choices.wheel)


def _layout(wheel: Wheel, choices: Choices) -> Layout:
    if choices.wheel is WheelId.BIG_SIX:
        return big_six_layout()
    sections = choices.sections or standard_sections(wheel, SECTION_COLORS)
    return roulette_layout(wheel, _felt(choices), sections)


def conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    """Everything in the choices that the book, or the wheel, does not allow."""
    if choices.on is not None and not book.in_force(choices.on):
        yield not_in_force(book, choices.on)
    if choices.wheel not in book.wheels:
        yield Problem(
            "wheel",
            f"{book.id} does not know the {choices.wheel} wheel",
            f"Allowed: {listed(book.wheels)}.",
            next(iter(book.wheels.values())).authority.clause,
        )
        return
    yield from _felt_conflicts(choices)
    arranged = list(_arrangement_conflicts(book, choices))
    yield from arranged
    yield from _big_six_conflicts(book, choices)
    yield from _zero_conflicts(book, choices)
    if arranged or sum((choices.stops or {}).values()) > STOPS_MAX:
        return
    if choices.sections is not None:
        yield from _section_conflicts(book, _wheel(choices), choices.sections)
    known = known_wagers(book, choices, _layout(_wheel(choices), choices))
    yield from _offer_conflicts(book, choices, known)
    yield from _pay_conflicts(book, choices, known)
    yield from _limit_conflicts(book, choices)


def _felt_conflicts(choices: Choices) -> Iterator[Problem]:
    usual = felt_of(choices.wheel)
    if choices.felt not in (None, usual) and choices.wheel is not WheelId.DOUBLE_AS_SINGLE:
        yield Problem(
            "layout",
            f"a {choices.felt} layout does not go with the {choices.wheel} wheel",
            f"Allowed: {usual}.",
        )


def _arrangement_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    order = choices.arrangement
    if order is None:
        return
    wheel = book.wheels[choices.wheel]
    key, clause = "arrangement", wheel.ring or wheel.authority.clause
    if choices.wheel is WheelId.BIG_SIX:
        yield Problem(key, "it is for roulette wheels", "Leave it out.", clause)
        return
    standard = roulette(choices.wheel)
    missing = [label for label in standard.labels if label not in order]
    extra = [label for label in order if label not in standard.labels]
    if missing or extra:
        wrong = "; ".join(
            f"{what} {', '.join(labels)}" for what, labels in (("it lacks", missing), ("it adds", extra)) if labels
        )
        yield Problem(key, wrong, f"List each of the {len(standard.labels)} compartments once.", clause)
        return
    ring = (*order, order[0])
    for one, other in pairwise(ring):
        if one not in ZEROS and other not in ZEROS and standard.color[one] is standard.color[other]:
            yield Problem(
                key,
                f"{one} and {other} stand side by side and are both {standard.color[one]}",
                "Let red and black alternate round the wheel.",
                clause,
            )


def _big_six_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    if choices.wheel is not WheelId.BIG_SIX:
        for key, value in (("stops", choices.stops), ("clapper", choices.clapper)):
            if value is not None:
                yield Problem(key, "it is for the Big Six wheel", "Leave it out.")
    elif choices.stops and sum(choices.stops.values()) > STOPS_MAX:
        yield Problem("stops", f"{sum(choices.stops.values())} stops are too many", f"At most {STOPS_MAX} stops.")
    if choices.clapper is not None and book.clapper and choices.clapper not in book.clapper.options:
        yield Problem(
            "clapper",
            f"{choices.clapper} is no option",
            f"Allowed: {listed(sorted(book.clapper.options))}.",
            book.clapper.authority.clause,
        )


def _zero_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    effect = choices.zero.effect
    rules = book.zero.get(choices.wheel)
    if rules is None:
        if effect is not ZeroEffect.LOSE_ALL:
            yield Problem(
                "zero",
                f"the {choices.wheel} wheel has no zero, so {choices.zero} has no meaning",
                "Leave it out.",
            )
    elif effect not in rules.options:
        yield Problem(
            "zero",
            f"{choices.zero} is not open at the {choices.wheel} wheel under {book.id}",
            f"Allowed: {listed(rules.options)}.",
            rules.clause or rules.options[ZeroEffect.LOSE_ALL].authority.clause,
        )


def _section_conflicts(book: Rulebook, wheel: Wheel, sections: Sections) -> Iterator[Problem]:
    clause = _color_clause(book)
    if wheel.id is WheelId.BIG_SIX:
        yield Problem("sections", "color sections are for roulette wheels", "Leave them out.", clause)
        return
    size = len(NUMBERS) // len(SECTION_COLORS)
    ring = [label for label in wheel.labels if label in NUMBERS]
    runs = {frozenset((ring + ring)[start : start + size]) for start in range(len(ring))}
    taken: dict[str, str] = {}
    for color, numbers in sections.items():
        key = f"sections.{color}"
        for number in numbers:
            if number in taken:
                yield Problem(key, f"{number} is in {taken[number]} as well", "Give each number one section.", clause)
            taken[number] = color
        if len(numbers) != size:
            yield Problem(key, f"it has {len(numbers)} numbers", f"Give it {size} numbers.", clause)
        elif frozenset(numbers) not in runs:
            yield Problem(
                key,
                f"{', '.join(numbers)} are no unbroken section of the {wheel.id} wheel",
                "Give six numbers that follow each other on the wheel, zeros passed over.",
                clause,
            )


def _color_clause(book: Rulebook) -> ClauseId | None:
    rule = book.wagers.get(WagerKind.SIX_COLOR)
    return rule.defined if rule else None


def _offer_conflicts(book: Rulebook, choices: Choices, known: Mapping[WagerKind, WagerRule]) -> Iterator[Problem]:
    for offer in sorted(choices.offers - {CALLED_BETS}):
        if offer in known:
            continue
        kind = WagerKind(offer)
        rule = book.wagers.get(kind) or customary_wagers().get(kind)
        wrong = (
            f"the {offer} wager does not go with the {choices.wheel} wheel"
            if rule
            else f"{book.id} does not know the {offer} wager"
        )
        optional = [kind for kind, rule in known.items() if rule.optional]
        clause = rule.defined if rule else book.placement.clause
        yield Problem("offers", wrong, f"Optional here: {listed([*optional, CALLED_BETS])}.", clause)
    for kind in sorted(choices.withholds - known.keys()):
        yield Problem("withholds", f"there is no {kind} wager here to withhold", "Leave it out.")
    for kind in sorted(choices.withholds & choices.offers):
        yield Problem("withholds", f"{kind} is offered and withheld at once", "Keep one of the two.")
    for exclusion in book.excludes:
        offered = sorted(exclusion.offer & choices.offers)
        for kind in sorted(exclusion.wagers & choices.offers) if offered else ():
            yield Problem(
                "offers",
                f"{kind} may not stand beside {' and '.join(offered)} at one table",
                f"Offer either {kind} or {listed(offered)}.",
                exclusion.clause,
            )


def _pay_conflicts(book: Rulebook, choices: Choices, known: Mapping[WagerKind, WagerRule]) -> Iterator[Problem]:
    for kind, pays in choices.pays.items():
        key = f"pays.{kind}"
        if kind not in known:
            yield Problem(key, f"there is no {kind} wager at this table", "Leave it out.")
            continue
        rule = known[kind]
        if kind is WagerKind.FIVE_ADJACENT and pays != choices.pays.get(
            WagerKind.STRAIGHT, known[WagerKind.STRAIGHT].pays
        ):
            yield Problem(
                key, "five-adjacent is five straights and pays as they do", "Set pays.straight.", rule.defined
            )
        elif pays > ODDS_MAX:
            yield Problem(key, f"{shown(pays)} to 1 is too much to be written down", f"Pay at most {ODDS_MAX} to 1.")
        elif pays < rule.pays:
            yield Problem(
                key,
                f"{pays} to 1 is below {rule.pays} to 1, the least that may be paid",
                f"Pay {rule.pays} or more.",
                rule.authority.clause,
            )
        elif pays > rule.pays and not book.odds.more:
            yield Problem(
                key,
                f"{pays} to 1 is not the {rule.pays} to 1 of the pay table",
                f"Pay {rule.pays}.",
                book.odds.authority.clause,
            )


def _limit_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    text, limits = book.limits, choices.limits
    named = [
        ("limits", limits.every),
        *((f"limits.{group}", bounds) for group, bounds in limits.groups.items()),
    ]
    for key, bounds in named:
        for name, value in (("minimum", bounds.minimum), ("maximum", bounds.maximum)):
            if value is None:
                continue
            low, high = text.minimum, text.maximum
            if (low is not None and value < low) or (high is not None and value > high):
                yield Problem(
                    f"{key}.{name}",
                    f"{value} cents is outside {low} to {high}",
                    f"Keep it within {low} to {high}.",
                    text.authority.clause,
                )
    for kind in WagerKind:
        both: Bounds = limits.of(kind)
        if (
            both.minimum is not None
            and both.maximum is not None
            and both.minimum > both.maximum
            and kind in book.wagers
        ):
            yield Problem(
                "limits",
                f"the minimum {both.minimum} of {kind} is above its maximum {both.maximum}",
                "Let each minimum be at most its maximum.",
            )
