"""The compliance of one table: what the text requires of its choices, equipment, signs and approvals."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from croupier.game.wager import WagerId
from croupier.rules.approval import Approval
from croupier.rules.assembly import excluded
from croupier.rules.book import Rulebook
from croupier.rules.chip_set import ValueChip
from croupier.rules.choices import Choices
from croupier.rules.conflicts import conflicts
from croupier.rules.duties import Duties, HouseDuty, When
from croupier.rules.facts import APPROVALS, Fact, Stated, approvals_of
from croupier.rules.house_sheets import HouseSheets
from croupier.rules.operation import TableOperation
from croupier.rules.signs import odds_worded
from croupier.rules.tips import tip_sentence
from croupier.rules.wagers import Chips
from croupier.terms.citation import ClauseId
from croupier.terms.problem import Problem, listed


class TableEntry(Struct, frozen=True):
    """One [[table]] of a house file; problems of form are reported elsewhere."""

    number: str | None
    choices: Choices
    stated: Stated = {}
    """Equipment, signs, approvals and other facts that the book has a house file state."""
    running: TableOperation = TableOperation()
    written: Mapping[str, object] = {}
    """The choices as written in the file."""
    coupons_asked: bool = False
    """Whether the file itself turns coupons on."""
    value_chips: tuple[ValueChip, ...] = ()
    sheets: HouseSheets = HouseSheets()
    """What the house itself has printed for this table."""

    @property
    def approvals(self) -> Mapping[str, str]:
        return approvals_of(self.stated)


def findings(
    book: Rulebook, entry: TableEntry, malformed: Collection[str] = (), day: datetime.date | None = None
) -> Iterator[Problem]:
    """Everything at the table that the book does not allow, and everything that it requires and does not find.

    An approval that ended before the day is a finding. Malformed keys have already been reported, so nothing more is
    said or derived about them.
    """
    yield from (problem for problem in _disallowed(book, entry, malformed) if not _within(problem.key, malformed))
    yield from _unmet(book, entry, malformed)
    yield from _ended(book, entry, day)
    if "wheel" not in malformed:
        yield from _worded(book, entry)
    if entry.number is None and number_clause(book) is None and "number" not in malformed:
        yield NO_NUMBER


def _ended(book: Rulebook, entry: TableEntry, day: datetime.date | None) -> Iterator[Problem]:
    """Approvals that have ended."""
    for name, approval in entry.stated.items():
        if isinstance(approval, Approval) and approval.ended(day):
            short = name.removeprefix(APPROVALS)
            asks = (duty.clause for duty in book.duties if short in (duty.demand.approved, duty.unless))
            wrong = f"the approval of {approval} ended on {approval.until}"
            yield Problem(name, wrong, "Have it approved again, and name the approval in force.", next(asks, None))


def _worded(book: Rulebook, entry: TableEntry) -> Iterator[Problem]:
    """Texts of the house that state odds with a forbidden word."""
    odds, choices = book.printing.odds, entry.choices
    if odds is None or choices.wheel not in book.wheels:
        return
    if odds.games and book.plan(choices.wheel).game not in odds.games:
        return
    for key, rules in (("house_rules", entry.sheets.house_rules), ("jackpot_rules", entry.sheets.jackpot_rules)):
        for number, rule in enumerate(rules, start=1):
            if found := odds_worded(rule, odds.never):
                wrong = f"rule {number} states odds with the word {listed(odds.never)}: {found}"
                right = f"State them with {' or '.join(odds.words)}, such as 45 to 1."
                yield Problem(f"{key}.rules", wrong, right, odds.authority.clause)


NO_NUMBER = Problem("number", "the table has no number", "Give one, such as number = 7.")


def _within(key: str | None, malformed: Collection[str]) -> bool:
    """Whether the key, or a table that contains it, is malformed."""
    parts = key.split(".") if key else []
    return any(".".join(parts[: size + 1]) in malformed for size in range(len(parts)))


def _disallowed(book: Rulebook, entry: TableEntry, malformed: Collection[str]) -> Iterator[Problem]:
    if "wheel" not in malformed:
        yield from conflicts(book, entry.choices)
        yield from _nothing_offered(book, entry.choices)
    limits = book.limits.problem(entry.choices.limits.every.minimum, book.money.currency)
    if limits is not None and "limits" not in malformed:
        yield limits
    yield from _beside(book, entry.choices)
    yield from _chosen_for_players(book, entry.choices)
    yield from _terminals(book, entry)
    if entry.coupons_asked and not book.coupons.accepted:
        yield Problem.cited(
            "coupons",
            f"{book.id} accepts no match play coupons",
            "Write coupons = false, or leave it out.",
            book.coupons.authority,
        )


def _terminals(book: Rulebook, entry: TableEntry) -> Iterator[Problem]:
    """If the text does not allow electronic chips, terminals need an approval."""
    rule = book.chips(entry.choices.wheel).kinds[Chips.ELECTRONIC]
    if entry.running.electronic and not rule.accepted and "electronic" not in entry.approvals:
        yield Problem.cited(
            "electronic",
            f"{book.id} accepts no electronic chips, and no approval of terminals is named",
            "Leave it out, or name the approval under [table.approvals] as electronic.",
            rule.authority,
        )


def _chosen_for_players(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    """In prison is each player's choice: a house posts the rule, not a way to play it."""
    rules = book.zero.get(choices.wheel)
    option = rules.options.get(choices.zero.rule) if rules else None
    if option is not None and len(choices.zero.choices) < len(option.rule.choices):
        yield Problem(
            "zero",
            f"{choices.zero} decides for the players",
            f'Write zero = "{choices.zero.rule}".',
            rules.clause if rules else None,
        )


def number_clause(book: Rulebook) -> ClauseId | None:
    """The clause that requires a table number, if any."""
    return next((duty.clause for duty in book.duties if duty.key == "number"), None)


def _beside(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    """What an offer excludes must be withheld explicitly, so that the layout is printed that way."""
    if not book.plan(choices.wheel).wheel.is_single:
        return
    for exclusion in book.excludes:
        beside = sorted(exclusion.offer & choices.offers)
        standing = sorted(exclusion.wagers - choices.withholds - choices.offers)
        if beside and standing:
            yield Problem(
                "withholds",
                f"{' and '.join(standing)} may not be offered with {' and '.join(beside)} at one table",
                f"List under withholds: {', '.join(standing)}; or withdraw {listed(beside)}.",
                exclusion.clause,
            )


def _offered(book: Rulebook, choices: Choices) -> frozenset[WagerId]:
    """The wagers that the table takes, as far as the choices alone show."""
    labels = set(book.plan(choices.wheel).wheel.labels)
    shapes = book.vocabulary.shapes
    return frozenset(
        kind
        for kind, rule in book.wagers.items()
        if (kind in choices.offers if rule.optional else kind not in choices.withholds)
        and labels.issuperset(shapes[kind].numbers)
        and (bool(shapes[kind].numbers) or book.plan(choices.wheel).wheel.is_single)
    ) - excluded(book, choices)


def _nothing_offered(book: Rulebook, choices: Choices) -> Iterator[Problem]:
    if choices.wheel in book.wheels and not _offered(book, choices):
        yield Problem("withholds", "every wager is withheld", "Leave the table at least one wager.")


def facts_of(book: Rulebook, entry: TableEntry) -> dict[str, Fact]:
    """What every key of the table holds, by its full name."""
    choices, running = entry.choices, entry.running
    shapes = book.vocabulary.shapes
    bounds = [choices.limits.of(kind, shapes[kind].group) for kind in _offered(book, choices)]
    facts: dict[str, Fact] = {
        "number": entry.number,
        "zero": choices.zero.rule,
        "clapper": choices.clapper.value if choices.clapper else None,
        "arrangement": None if _is_standard(book, choices) else choices.arrangement,
        "offers": tuple(sorted(choices.offers)),
        "tip_restriction": tip_sentence(
            running.tip_wagers, running.tip_wager_max, running.tip_wagers_on, book.money.currency
        ),
        "tip_wagers": None if running.tip_wagers else False,
        "tip_wager_max": running.tip_wager_max,
        "jackpot_rules": entry.sheets.jackpot_rules or None,
        "withholds": tuple(sorted(choices.withholds)) or None,
        "electronic": entry.running.electronic or None,
        "limits.minimum": _common([each.minimum for each in bounds]),
        "limits.maximum": _common([each.maximum for each in bounds]),
    }
    return facts | dict(entry.stated)


def _common(bounds: list[int | None]) -> int | None:
    """The lowest bound, if every wager has one."""
    stated = [bound for bound in bounds if bound is not None]
    return min(stated, default=None) if len(stated) == len(bounds) else None


def _is_standard(book: Rulebook, choices: Choices) -> bool:
    """Whether the numbers are in the standard order, from any starting point."""
    order = choices.arrangement
    standard = book.plan(choices.wheel).wheel.labels
    if not order or not book.plan(choices.wheel).wheel.is_single:
        return True
    start = standard.index(order[0]) if order[0] in standard else 0
    return order == standard[start:] + standard[:start]


def _unmet(book: Rulebook, entry: TableEntry, malformed: Collection[str]) -> Iterator[Problem]:
    facts, duties, approvals = facts_of(book, entry), book.duties, entry.approvals
    for duty in duties:
        if not _applies(book, duty.when, entry.choices, facts) or _is_malformed(duty, duties, malformed):
            continue
        if duty.unless not in approvals and not duty.demand.met(facts.get(duty.key), facts, book.wagers):
            yield _finding(duty, duties, facts)


def _is_malformed(duty: HouseDuty, duties: Duties, malformed: Collection[str]) -> bool:
    """Whether a key that the duty refers to is malformed."""
    keys = [*duties.spellings(duty.key), duty.demand.same_as, "wheel" if duty.when.wheels else None]
    return any(_within(key, malformed) for key in keys) or any(each.startswith(f"{duty.key}.") for each in malformed)


def _applies(book: Rulebook, when: When, choices: Choices, facts: Mapping[str, Fact]) -> bool:
    return (
        (not when.wheels or choices.wheel in when.wheels)
        and when.layout in (None, choices.layout or book.plan(choices.wheel).layouts[0])
        and when.zero in (None, choices.zero.rule)
        and (when.offers is None or when.offers in choices.offers)
        and (when.stated is None or facts.get(when.stated) is not None)
    )


def _finding(duty: HouseDuty, duties: Duties, facts: Mapping[str, Fact]) -> Problem:
    value = facts.get(duty.key)
    known = {"value": _words(value), "other": _words(facts.get(duty.demand.same_as or ""))}
    asks_for_value = duty.demand.approved is None and duty.demand.holds is None
    wrong = duty.missing if value is None and asks_for_value else duty.wrong
    key = duties.spelled(duty.key, value)
    return Problem(key, wrong.format(**known), duty.right.format(**known), duty.clause)


def _words(value: Fact, limit: int = 60) -> str:
    """A value as part of a sentence."""
    text = listed(value) if isinstance(value, tuple) else str(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
