"""Compliance of one table: what its choices, equipment, signs and approvals owe the text, found all at once."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import asdict

from croupier.game.layout import felt_of
from croupier.game.wager import BIG_SIX, WagerKind
from croupier.game.wheel import WheelId, roulette
from croupier.odds import ZeroPlay
from croupier.rules.assembly import conflicts, excluded
from croupier.rules.book import Rulebook
from croupier.rules.choices import Choices
from croupier.rules.duties import Duty, Fact, When, duties
from croupier.rules.equipment import VARIATIONS, Approvals, Equipment, Running, Signs, Variation, Variations
from croupier.terms.citation import ClauseId
from croupier.terms.problem import Problem, listed


class TableEntry(Struct, frozen=True):
    """One [[table]] of a house file, as it was read: its form is right, or said to be wrong elsewhere."""

    number: str | None
    choices: Choices
    equipment: Equipment
    signs: Signs
    approvals: Approvals
    tip_restriction: str | None = None
    running: Running = Running()
    variations: Variations = {}
    written: Mapping[str, object] = {}
    """The choices as the file has them."""
    coupons_asked: bool = False
    """Whether the file itself turns coupons on."""


def findings(
    book: Rulebook, entry: TableEntry, malformed: Collection[str] = (), on: datetime.date | None = None
) -> Iterator[Problem]:
    """Everything at the table that the book does not allow, and everything that it asks for and does not find.

    Keys that are malformed have been reported as such: nothing is said of them again, nor derived from them.
    """
    yield from (problem for problem in _barred(book, entry, malformed) if not _within(problem.key, malformed))
    yield from _undone(book, entry, malformed, on)
    if entry.number is None and number_clause(book) is None and "number" not in malformed:
        yield NO_NUMBER


NO_NUMBER = Problem("number", "the table has no number", "Give one, such as number = 7.")


def _within(key: str | None, malformed: Collection[str]) -> bool:
    """Whether the key, or a table that holds it, is among the malformed ones."""
    parts = key.split(".") if key else []
    return any(".".join(parts[: size + 1]) in malformed for size in range(len(parts)))


def _barred(book: Rulebook, entry: TableEntry, malformed: Collection[str]) -> Iterator[Problem]:
    if "wheel" not in malformed:
        yield from conflicts(book, entry.choices)
        yield from _nothing_offered(book, entry.choices)
    yield from _beside(book, entry.choices)
    yield from _chosen_for_players(book, entry.choices)
    if entry.coupons_asked and not book.coupons.accepted:
        yield Problem(
            "coupons",
            f"{book.id} takes no match play coupons",
            "Write coupons = false, or leave it out.",
            book.coupons.authority.clause,
        )


def _chosen_for_players(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    """In prison leaves each player the choice: a house posts the rule, not one way to play it."""
    if choices.zero in (ZeroPlay.IN_PRISON_HALF, ZeroPlay.IN_PRISON_LEAVE):
        rules = book.zero.get(choices.wheel)
        yield Problem(
            "zero",
            f"{choices.zero} makes the choice that is each player's",
            'Write zero = "in-prison".',
            rules.clause if rules else None,
        )


def number_clause(book: Rulebook) -> ClauseId | None:
    """The clause that asks for a table number, where the text has one."""
    return next((duty.clause for duty in duties() if duty.family == book.family and duty.key == "number"), None)


def _beside(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    """What may not stand beside an offer must be withheld in so many words, so that the layout is printed so."""
    if choices.wheel is WheelId.BIG_SIX:
        return
    for exclusion in book.excludes:
        beside = sorted(exclusion.offer & choices.offers)
        standing = sorted(exclusion.wagers - choices.withholds - choices.offers)
        if beside and standing:
            yield Problem(
                "withholds",
                f"{' and '.join(standing)} may not stand beside {' and '.join(beside)} at one table",
                f"List under withholds: {', '.join(standing)}; or withdraw {listed(beside)}.",
                exclusion.clause,
            )


def _offered(book: Rulebook, choices: Choices) -> frozenset[WagerKind]:
    """The kinds that the table takes wagers on, as far as the choices alone can tell."""
    big_six = choices.wheel is WheelId.BIG_SIX
    return frozenset(
        kind
        for kind, rule in book.wagers.items()
        if (kind in choices.offers if rule.optional else kind not in choices.withholds) and big_six is (kind in BIG_SIX)
    ) - excluded(book, choices)


def _nothing_offered(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    if choices.wheel in book.wheels and not _offered(book, choices):
        yield Problem("withholds", "every wager is withheld", "Leave the table at least one wager.")


def facts_of(book: Rulebook, entry: TableEntry, on: datetime.date | None = None) -> dict[str, Fact]:
    """What every key of the table holds, by its full name."""
    choices = entry.choices
    bounds = [choices.limits.of(kind) for kind in _offered(book, choices)]
    facts: dict[str, Fact] = {
        "number": entry.number,
        "zero": choices.zero.effect.value,
        "clapper": choices.clapper.value if choices.clapper else None,
        "arrangement": None if _is_standard(choices) else choices.arrangement,
        "offers": tuple(sorted(choices.offers)),
        "tip_restriction": entry.tip_restriction,
        "tip_wagers": None if entry.running.tip_wagers else False,
        "tip_wager_max": entry.running.tip_wager_max,
        "limits.minimum": _common([each.minimum for each in bounds]),
        "limits.maximum": _common([each.maximum for each in bounds]),
    }
    facts |= {f"equipment.{name}": value for name, value in asdict(entry.equipment).items()}
    facts |= {f"signs.{name}": value for name, value in asdict(entry.signs).items()}
    facts |= {f"approvals.{subject}": words for subject, words in entry.approvals.items()}
    facts |= {f"variations.{name}": entry.variations.get(name, Variation()).standing(on) for name in VARIATIONS}
    return facts


def _common(bounds: list[int | None]) -> int | None:
    """The least bound, when every wager has one."""
    stated = [bound for bound in bounds if bound is not None]
    return min(stated, default=None) if len(stated) == len(bounds) else None


def _is_standard(choices: Choices) -> bool:
    """Whether the numbers follow each other as on the standard wheel, from whichever of them one starts."""
    order = choices.arrangement
    if not order or choices.wheel is WheelId.BIG_SIX:
        return True
    standard = roulette(choices.wheel).labels
    start = standard.index(order[0]) if order[0] in standard else 0
    return order == standard[start:] + standard[:start]


def _undone(
    book: Rulebook, entry: TableEntry, malformed: Collection[str], on: datetime.date | None
) -> Iterator[Problem]:
    facts = facts_of(book, entry, on)
    for duty in duties():
        if duty.family != book.family or not _applies(duty.when, entry.choices, facts):
            continue
        if any(each.startswith(f"{duty.key}.") for each in malformed):
            continue
        if any(
            _within(key, malformed) for key in (duty.key, duty.demand.same_as, "wheel" if duty.when.wheels else None)
        ):
            continue
        if duty.unless in entry.approvals or duty.demand.met(facts.get(duty.key), facts):
            continue
        yield _said(duty, facts)


def _applies(when: When, choices: Choices, facts: Mapping[str, Fact]) -> bool:
    return (
        (not when.wheels or choices.wheel in when.wheels)
        and when.layout in (None, choices.felt or felt_of(choices.wheel))
        and when.zero in (None, choices.zero.effect)
        and (when.offers is None or when.offers in choices.offers)
        and (when.stated is None or facts.get(when.stated) is not None)
    )


def _said(duty: Duty, facts: Mapping[str, Fact]) -> Problem:
    value = facts.get(duty.key)
    known = {"value": _words(value), "other": _words(facts.get(duty.demand.same_as or ""))}
    asks_for_value = duty.demand.approved is None and duty.demand.holds is None
    wrong = duty.missing if value is None and asks_for_value else duty.wrong
    return Problem(duty.key, wrong.format(**known), duty.right.format(**known), duty.clause)


def _words(value: Fact, limit: int = 60) -> str:
    """A value as a sentence holds it; inches as on a ruler.

    >>> _words(Fraction(479, 16))
    '29 15/16'
    """
    text = str(value)
    if isinstance(value, Fraction) and value.denominator > 1 and value > 1:
        whole, part = divmod(value.numerator, value.denominator)
        text = f"{whole} {part}/{value.denominator}"
    return text if len(text) <= limit else text[: limit - 1] + "…"
