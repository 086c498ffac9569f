"""Conflicts of a house's choices with its book or wheel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from croupier.game.layout import Sections
from croupier.game.wager import Form, WagerId
from croupier.game.wheel import SpunPart, Wheel
from croupier.odds import LOSE_ALL
from croupier.rules.assembly import known_wagers, layout_of, straight_kind, wheel_of
from croupier.rules.book import Rulebook, TextBounds, WagerRule
from croupier.rules.choices import CALLED_BETS, Bounds, Choices
from croupier.rules.vocabulary import LABELS_MAX
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.problem import Problem, listed, shown
from croupier.terms.text import counted

ODDS_MAX = 100_000
"""The highest odds to 1 that a house may pay, so that a payout on the largest stake fits 64 bits."""


def conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    """Every conflict, in the order of the keys."""
    if choices.on is not None and not book.in_force(choices.on):
        wrong = f"{book.id} ({book.validity}) was not in force on {choices.on}"
        yield Problem("book", wrong, "Choose another day or another book.")
    if choices.wheel not in book.wheels:
        yield Problem.cited(
            "wheel",
            f"{book.id} has no {choices.wheel} wheel",
            f"Allowed: {listed(book.wheels)}.",
            next(iter(book.wheels.values())).authority,
        )
        return
    felt = list(_layout_conflicts(book, choices))
    arranged = list(_arrangement_conflicts(book, choices))
    yield from (*felt, *arranged)
    yield from _stop_conflicts(book, choices)
    yield from _zero_conflicts(book, choices)
    if arranged or sum((choices.stops or {}).values()) > LABELS_MAX:
        return
    if felt:
        choices = replace(choices, layout=None)  # continue with the default layout
    wheel = wheel_of(book, choices)
    if choices.sections is not None:
        yield from _section_conflicts(book, wheel, choices.sections)
    known = known_wagers(book, choices, layout_of(book, choices, wheel))
    yield from _offer_conflicts(book, choices, known)
    yield from _pay_conflicts(book, choices, known)
    yield from _limit_conflicts(book, choices)


def _layout_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    usual = book.plan(choices.wheel).layouts
    if choices.layout not in (None, *usual):
        yield Problem(
            "layout",
            f"a {choices.layout} layout does not go with the {choices.wheel} wheel",
            f"Allowed: {listed(usual)}.",
        )


def _arrangement_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    order = choices.arrangement
    if order is None:
        return
    plan, wheel = book.plan(choices.wheel), book.wheels[choices.wheel]
    standard = plan.wheel
    key, clause = "arrangement", wheel.ring or wheel.authority.clause
    if not standard.is_single:
        yield Problem(key, "it is for roulette wheels", "Leave it out.", clause)
        return
    missing = [label for label in standard.labels if label not in order]
    extra = [label for label in order if label not in standard.labels]
    if missing or extra:
        wrong = "; ".join(
            f"{what} {', '.join(labels)}" for what, labels in (("it lacks", missing), ("it adds", extra)) if labels
        )
        yield Problem(key, wrong, f"List each of the {len(standard.labels)} compartments once.", clause)
        return
    numbers = [label for label in standard.labels if label not in standard.zeros]
    colors = list(dict.fromkeys(standard.color[label] for label in numbers))
    for one, other in pairwise((*order, order[0])) if plan.alternates else ():
        zero = one in standard.zeros or other in standard.zeros
        if not zero and standard.color[one] == standard.color[other]:
            yield Problem(
                key,
                f"{one} and {other} are next to each other and both {standard.color[one]}",
                f"Let {' and '.join(sorted(colors, reverse=True))} alternate round the wheel.",
                clause,
            )


def _stop_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    plan = book.plan(choices.wheel)
    if plan.stops is None and choices.stops is not None:
        yield Problem("stops", "it is for the Big Six wheel", "Leave it out.")
    elif choices.stops and sum(choices.stops.values()) > LABELS_MAX:
        yield Problem("stops", f"{sum(choices.stops.values())} stops are too many", f"At most {LABELS_MAX} stops.")
    if choices.clapper is None:
        return
    if plan.wheel.spun is not SpunPart.WHEEL:
        yield Problem("clapper", "it is for the Big Six wheel", "Leave it out.")
    elif book.clapper and choices.clapper not in book.clapper.options:
        yield Problem(
            "clapper",
            f"{choices.clapper} is not an option",
            f"Allowed: {listed(sorted(book.clapper.options))}.",
            book.clapper.authority.clause,
        )


def _zero_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    rules = book.zero.get(choices.wheel)
    if rules is None:
        if choices.zero.rule != LOSE_ALL.rule:
            what = "has no zero rule to choose" if book.plan(choices.wheel).wheel.zeros else "has no zero"
            yield Problem(
                "zero",
                f"the {choices.wheel} wheel {what}, so {choices.zero} does not apply",
                "Leave it out.",
            )
    elif choices.zero.rule not in rules.options:
        only = next(iter(rules.options.values())).authority
        among = Authority(Basis.TEXT, rules.clause or only.clause)
        yield Problem.cited(
            "zero",
            f"{choices.zero} is not allowed at the {choices.wheel} wheel under {book.id}",
            f"Allowed: {listed(rules.options)}.",
            only if len(rules.options) == 1 else among,
        )


def _section_conflicts(book: Rulebook, wheel: Wheel, sections: Sections) -> Iterator[Problem]:
    clause = _section_clause(book)
    if not wheel.is_single:
        yield Problem("sections", "color sections are for roulette wheels", "Leave them out.", clause)
        return
    ring = [label for label in wheel.labels if label not in wheel.zeros]
    size = len(ring) // len(book.vocabulary.section_colors)
    runs = {frozenset((ring + ring)[start : start + size]) for start in range(len(ring))}
    taken: dict[str, str] = {}
    for color, numbers in sections.items():
        key = f"sections.{color}"
        for number in numbers:
            if number in taken:
                yield Problem(key, f"{number} is also in {taken[number]}", "Give each number one section.", clause)
            taken[number] = color
        if len(numbers) != size:
            yield Problem(key, f"it has {counted(len(numbers), 'number')}", f"Give it {size} numbers.", clause)
        elif frozenset(numbers) not in runs:
            yield Problem(
                key,
                f"{', '.join(numbers)} are not an unbroken section of the {wheel.id} wheel",
                f"Give {size} numbers that follow each other on the wheel, not counting zeros.",
                clause,
            )


def _section_clause(book: Rulebook) -> ClauseId | None:
    shapes = book.vocabulary.shapes
    found = (rule.defined for kind, rule in book.wagers.items() if shapes[kind].form is Form.SECTION)
    return next(found, None)


def _offer_conflicts(book: Rulebook, choices: Choices, known: Mapping[WagerId, WagerRule]) -> Iterator[Problem]:
    for offer in sorted(choices.offers - {CALLED_BETS}):
        kind = WagerId(offer)
        if kind in known:
            continue
        rule = book.wagers.get(kind) or book.customary.get(kind)
        wrong = (
            f"the {offer} wager does not go with the {choices.wheel} wheel"
            if rule
            else f"{book.id} has no {offer} wager"
        )
        optional = [kind for kind, rule in known.items() if rule.optional]
        clause = rule.defined if rule else book.placement.clause
        yield Problem("offers", wrong, f"Optional here: {listed([*optional, CALLED_BETS])}.", clause)
    for kind in sorted(choices.withholds - known.keys()):
        yield Problem("withholds", f"there is no {kind} wager here to withhold", "Leave it out.")
    for name in sorted(choices.withholds & choices.offers):
        yield Problem("withholds", f"{name} is both offered and withheld", "Keep one of the two.")
    for exclusion in book.excludes:
        offered = sorted(exclusion.offer & choices.offers)
        for name in sorted(exclusion.wagers & choices.offers) if offered else ():
            yield Problem(
                "offers",
                f"{name} may not be offered with {' and '.join(offered)} at one table",
                f"Offer either {name} or {listed(offered)}.",
                exclusion.clause,
            )


def _pay_conflicts(book: Rulebook, choices: Choices, known: Mapping[WagerId, WagerRule]) -> Iterator[Problem]:
    straight = straight_kind(book)
    for kind, pays in choices.pays.items():
        key = f"pays.{kind}"
        if kind not in known:
            yield Problem(key, f"there is no {kind} wager at this table", "Leave it out.")
            continue
        rule, shape = known[kind], book.vocabulary.shapes[kind]
        single = known.get(straight) if straight else None
        if shape.parts > 1 and single and pays != choices.pays.get(single.kind, single.pays):
            wrong = f"{kind} is {_counted(shape.parts)} straights and pays as they do"
            yield Problem(key, wrong, f"Set pays.{straight}.", rule.defined)
        elif pays > ODDS_MAX:
            yield Problem(key, f"{shown(pays)} to 1 is too large to record", f"Pay at most {ODDS_MAX} to 1.")
        elif pays < rule.pays:
            yield Problem.cited(
                key,
                f"{pays} to 1 is below {rule.pays} to 1, the least that may be paid",
                f"Pay {rule.pays} or more.",
                rule.authority,
            )
        elif pays > rule.pays and not book.odds.more:
            yield Problem.cited(
                key,
                f"{pays} to 1 is not the {rule.pays} to 1 of the pay table",
                f"Pay {rule.pays}.",
                book.odds.authority,
            )


def _counted(number: int) -> str:
    return {3: "three", 5: "five", 7: "seven", 9: "nine"}.get(number, str(number))


def _limit_conflicts(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    text, limits = book.limits, choices.limits
    named = [
        ("limits", limits.every, (text.every,)),
        *((f"limits.{group}", bounds, _text_bounds(book, group)) for group, bounds in limits.groups.items()),
    ]
    for key, bounds, texts in named:
        table_minimum = bounds.minimum if bounds.minimum is not None else limits.every.minimum
        low = max((each.minimum for each in texts if each.minimum is not None), default=None)
        high = min((most for each in texts if (most := each.most(table_minimum)) is not None), default=None)
        for name, value in (("minimum", bounds.minimum), ("maximum", bounds.maximum)):
            if value is None:
                continue
            if (low is not None and value < low) or (high is not None and value > high):
                within = f"{low} to {high}" if low is not None and high is not None else f"at most {high}"
                if high is None:
                    within = f"at least {low}"
                yield Problem(
                    f"{key}.{name}",
                    f"{value} cents is outside {within}",
                    f"Keep it within {within}.",
                    text.authority.clause,
                )
    shapes = book.vocabulary.shapes
    for kind in book.wagers:
        both: Bounds = limits.of(kind, shapes[kind].group)
        if both.minimum is not None and both.maximum is not None and both.minimum > both.maximum:
            yield Problem(
                "limits",
                f"the minimum {both.minimum} of {kind} is above its maximum {both.maximum}",
                "Let each minimum be at most its maximum.",
            )


def _text_bounds(book: Rulebook, group: str) -> tuple[TextBounds, ...]:
    shape = book.vocabulary.shapes.get(WagerId(group))
    return book.limits.of(group, shape.group if shape else group)
