"""Checks the file of a tournament against the book, and reports every finding with its clause."""

from __future__ import annotations

import calendar
import datetime
import hashlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from croupier.rules.assembly import table_of
from croupier.rules.book import Rulebook
from croupier.rules.library import Library, packaged
from croupier.rules.table import Rules
from croupier.rules.tournaments import TournamentDuty, TournamentRules
from croupier.terms.document import parse_toml
from croupier.terms.money import Cents, dollars
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted
from croupier.tournament.setup import EventPlan, PrizeKind, TieRule, TournamentSetup
from croupier.tournament.setup_reader import read_setup
from croupier.tournament.structure import cap_for, collected_max, largest, reaches

FILE_MAX = 1 << 20
"""The most characters of the file of a tournament."""


class PlannedTournament(Struct, frozen=True, dict=True):
    """A tournament whose file has no findings: its setup, the book's rules for it, and the rules of its tables."""

    setup: TournamentSetup
    book: Rulebook
    law: TournamentRules
    table: Rules

    @property
    def filing_days(self) -> int | None:
        """How many full days before the start the rules must be filed; None for a demonstration."""
        return None if self.setup.demonstration else self.law.filing_days

    @cached_property
    def rules_digest(self) -> str:
        """The SHA-256 of the printed rules, by which a filing names them."""
        from croupier.tournament.printed import printed_rules

        return hashlib.sha256(printed_rules(self).text.encode()).hexdigest()


class ExaminedTournament(Struct, frozen=True):
    """The result of checking a file."""

    findings: tuple[Problem, ...]
    planned: PlannedTournament | None = None


def is_tournament(text: str) -> bool:
    """Whether a file describes a tournament; False if it cannot be parsed."""
    try:
        return "tournament" in parse_toml(text)
    except Problems:
        return False


def examine_tournament(text: str, library: Library | None = None) -> ExaminedTournament:
    """Every finding; a text that is not TOML raises `Problems`."""
    if len(text) > FILE_MAX:
        raise Problems([Problem("file", f"it has more than {FILE_MAX:,} characters", "Make it smaller.")])
    problems: list[Problem] = []
    setup = read_setup(parse_toml(text), problems)
    return examine_setup(setup, problems, library or packaged())


def read_tournament(text: str, library: Library | None = None) -> PlannedTournament:
    """The tournament of a file without findings; raises all of them otherwise."""
    return _planned(examine_tournament(text, library))


def plan_tournament(setup: TournamentSetup, library: Library | None = None) -> PlannedTournament:
    """`read_tournament` for a setup that has been read."""
    return _planned(examine_setup(setup, [], library or packaged()))


def _planned(found: ExaminedTournament) -> PlannedTournament:
    if found.planned is None:
        raise Problems(found.findings)
    return found.planned


def examine_setup(setup: TournamentSetup, problems: list[Problem], library: Library) -> ExaminedTournament:
    """`examine_tournament` for a setup that has been read, with the problems found on reading it."""
    try:
        book = library.find(setup.book, setup.first_day)
    except Problems as unknown:
        return ExaminedTournament((*problems, *unknown.problems))
    law = book.tournaments
    if law is None:
        wrong = f"{book.title} has no rules for tournaments"
        right = "Hold it under a text that allows tournaments."
        return ExaminedTournament((*problems, Problem("tournament.book", wrong, right)))
    table = _table(setup, book, problems)
    problems += findings(setup, law, table)
    if problems or table is None:
        return ExaminedTournament(tuple(problems))
    return ExaminedTournament((), PlannedTournament(setup, book, law, table))


def _table(setup: TournamentSetup, book: Rulebook, problems: list[Problem]) -> Rules | None:
    choices = {"wheel": book.default_wheel, **{key: value for key, value in setup.table.items() if key != "limits"}}
    try:
        rules = table_of(book, choices)
    except Problems as unfit:
        problems += [Problem(f"table.{each.key}", each.wrong, each.right, each.clause) for each in unfit.problems]
        return None
    if rules.game.zero.prison is not None:
        wrong = "a wager in prison would outlast the last game of a round"
        problems.append(Problem("table.zero", wrong, "Choose another zero rule."))
    return rules


def findings(setup: TournamentSetup, law: TournamentRules, table: Rules | None) -> Iterator[Problem]:
    """Everything that the text requires and the setup lacks, in the order of the file."""
    find = _Findings(law)
    yield from find.days(setup)
    yield from find.licensees(setup)
    yield from find.printed(setup)
    yield from find.chips(setup)
    yield from find.collected_in_all(setup)
    for rank, event in enumerate(setup.events, start=1):
        yield from find.collected(event, f"event[{rank}]", setup)
        yield from find.rounds(event, f"event[{rank}]", setup, table)
        yield from find.prizes(event, f"event[{rank}]", setup, setup.events[rank:])


def last_allowed(first: datetime.date, months: int) -> datetime.date:
    """The day a number of months after the first; the last of the month, or of the calendar, if it has no such day.

    >>> last_allowed(datetime.date(2014, 8, 15), 4), last_allowed(datetime.date(2014, 10, 31), 4)
    (datetime.date(2014, 12, 15), datetime.date(2015, 2, 28))
    """
    month = first.month - 1 + months
    year, month = first.year + month // 12, month % 12 + 1
    if year > datetime.MAXYEAR:
        return datetime.date.max
    return datetime.date(year, month, min(first.day, calendar.monthrange(year, month)[1]))


def needs_escrow(setup: TournamentSetup, law: TournamentRules) -> bool:
    """Whether it takes longer than the text allows without escrow."""
    days = law.escrow_days
    return days is not None and (setup.last_day - setup.first_day).days > days


_COLLECTED = {"fee": "the entry fee", "buy-ins": "all allowable buy-ins", "both": "fee and all allowable buy-ins"}
"""The amounts that the limit applies to, each on its own."""


class _Findings:
    def __init__(self, law: TournamentRules) -> None:
        self._law = law

    def _finding(self, duty: TournamentDuty, key: str, wrong: str, right: str) -> Problem:
        return Problem(key, wrong, right, self._law.authority(duty).clause)

    def days(self, setup: TournamentSetup) -> Iterator[Problem]:
        duty, last = TournamentDuty.LENGTH, last_allowed(setup.first_day, self._law.months)
        if setup.last_day < setup.first_day:
            yield self._finding(duty, "tournament.last_day", "it is before the first day", "Give a later day.")
        elif setup.last_day > last:
            wrong = f"{setup.last_day} is later than {counted(self._law.months, 'month')} after the first day"
            yield self._finding(duty, "tournament.last_day", wrong, f"Conclude it by {last}.")
        if setup.is_series and not self._law.asks(TournamentDuty.SERIES):
            wrong, right = "this text allows tournaments of one event only", "Hold one event."
            yield Problem("event", wrong, right)
        if setup.is_series and not setup.overall:
            wrong = "how the series determines its overall winner is not stated"
            yield self._finding(TournamentDuty.SERIES, "tournament.overall", wrong, "Say it in words.")

    def licensees(self, setup: TournamentSetup) -> Iterator[Problem]:
        if setup.is_joint:
            for event in setup.events:
                if event.fee:
                    wrong = f"the fee of event {event.id} would be proceeds, which only one licensee may produce"
                    right = "Collect only buy-ins, which all return as prizes, or let one licensee conduct it."
                    yield self._finding(TournamentDuty.ONE_LICENSEE, "event.fee", wrong, right)
                    wrong = f"not all that event {event.id} collects returns to the players as prizes"
                    yield self._finding(TournamentDuty.JOINT, "event.fee", wrong, right)
            if setup.designated not in setup.licensees:
                wrong = "no licensee is designated as responsible for the tournament"
                right = "Name one of the licensees, which is then responsible for prizes and records."
                yield self._finding(TournamentDuty.DESIGNATED, "tournament.designated", wrong, right)
        if setup.licensees and setup.house not in setup.licensees:
            wrong = f"{setup.house} is not among the licensees"
            yield self._finding(TournamentDuty.JOINT, "tournament.licensees", wrong, "List every licensee.")
        if self._law.asks(TournamentDuty.PREMISES):
            if not setup.premises:
                wrong = "the licensed premises are not named"
                yield self._finding(TournamentDuty.PREMISES, "tournament.premises", wrong, "Name them.")
            for key, kept, words in (
                ("security", setup.security, "security and surveillance requirements"),
                ("internal_controls", setup.internal_controls, "internal control minimum procedures"),
            ):
                if not kept:
                    wrong, right = (
                        f"the premises are not stated to meet the {words}",
                        f"Write {key} = true when they do.",
                    )
                    yield self._finding(TournamentDuty.PREMISES, f"tournament.{key}", wrong, right)
        if setup.criteria and not setup.criteria_related and self._law.asks(TournamentDuty.CRITERIA):
            wrong = "how the criteria are related to limited gaming is not stated"
            yield self._finding(
                TournamentDuty.CRITERIA, "tournament.criteria_related", wrong, "State it, or drop them."
            )
        if self._law.asks(TournamentDuty.FILING) and not setup.office:
            wrong = "the local office that gets the rules is not named"
            yield self._finding(TournamentDuty.FILING, "tournament.office", wrong, "Name it.")

    def printed(self, setup: TournamentSetup) -> Iterator[Problem]:
        duty = TournamentDuty.PRINT_CONCLUSION
        if setup.tie is None:
            wrong = "how a tie is decided is not stated"
            yield self._finding(duty, "tournament.tie", wrong, "Give play-off, draw or share.")
        if self._law.asks(duty):
            if not setup.final_round:
                wrong = "how the final round is determined is not stated"
                yield self._finding(duty, "tournament.final_round", wrong, "Say it in words.")
            if not setup.conclusion:
                wrong = "how the tournament is concluded is not stated"
                yield self._finding(duty, "tournament.conclusion", wrong, "Say it in words.")

    def chips(self, setup: TournamentSetup) -> Iterator[Problem]:
        duty, chips = TournamentDuty.CHIPS, setup.chips
        if not chips.approval:
            wrong = "the approval of the tournament chips is not named"
            yield self._finding(duty, "chips.approval", wrong, "Name who approved them and when.")
        if self._law.asks(TournamentDuty.NON_NEGOTIABLE) and not chips.non_negotiable:
            wrong, right = (
                "the chips are not stated to be non-negotiable",
                "Write non_negotiable = true when they are.",
            )
            yield self._finding(TournamentDuty.NON_NEGOTIABLE, "chips.non_negotiable", wrong, right)
        if not chips.numbered and not chips.colors:
            wrong = "chips without a number have no points for their colors"
            yield self._finding(TournamentDuty.COLORS, "chips.colors", wrong, "Give the points of each color.")
        if "limits" in setup.table:
            wrong = "a wager made with tournament chips has no limit"
            yield self._finding(
                duty, "table.limits", wrong, "Leave limits out; set caps in the initial rounds instead."
            )

    def collected_in_all(self, setup: TournamentSetup) -> Iterator[Problem]:
        """Applies the limit to the sum over all events, since a series is one tournament."""
        most = self._law.collected_max
        if most is None or not setup.is_series:
            return
        for name, words in _COLLECTED.items():
            amounts = [collected_max(event)[name] for event in setup.events]
            known = [amount for amount in amounts if amount is not None]
            if len(known) == len(amounts) and max(known) <= most < sum(known):
                wrong = f"{words} of all events can come to {dollars(sum(known))}, more than {dollars(most)}"
                yield self._finding(TournamentDuty.LIMIT, f"event.{name}", wrong, "Collect less.")

    def collected(self, event: EventPlan, at: str, setup: TournamentSetup) -> Iterator[Problem]:
        most = self._law.collected_max
        for name, amount in collected_max(event).items() if most is not None else ():
            if amount is None and name == "buy-ins":
                wrong, right = "unlimited purchases can exceed any amount", "State how often a player may purchase."
                yield self._finding(TournamentDuty.LIMIT, f"{at}.purchase.unlimited", wrong, right)
            elif amount is not None and most is not None and amount > most:
                wrong = f"{_COLLECTED[name]} can come to {dollars(amount)}, more than {dollars(most)}"
                yield self._finding(TournamentDuty.LIMIT, f"{at}.{name}", wrong, "Collect less.")
        for key, cash, items in (("fee", event.fee, event.fee_items), ("buy_in", event.buy_in, event.buy_in_items)):
            duty = TournamentDuty.PROCEEDS if key == "fee" else TournamentDuty.POOL
            for item, value in items.items():
                if value != cash:
                    wrong = (
                        f"{item} is set at {dollars(value)}, and the cash {key.replace('_', '-')} is {dollars(cash)}"
                    )
                    yield self._finding(duty, f"{at}.{key}_items.{item}", wrong, "Set a value equivalent to the cash.")
        if setup.demonstration and (event.fee or event.buy_in or event.purchase):
            wrong, right = "nobody pays anything in a demonstration", "Leave fee, buy-in and purchases out."
            yield Problem(f"{at}.fee", wrong, right)
        if setup.is_joint and event.guaranteed:
            wrong, right = "no licensee of a joint tournament adds to the pool", "Leave it out."
            yield self._finding(TournamentDuty.JOINT, f"{at}.guaranteed", wrong, right)

    def rounds(self, event: EventPlan, at: str, setup: TournamentSetup, table: Rules | None) -> Iterator[Problem]:
        for number, plan in enumerate(event.rounds, start=1):
            key, last = f"{at}.round[{number}]", number == len(event.rounds)
            cuts = bool(plan.best_of_table) + bool(plan.best)
            if last and (cuts or plan.second_chance):
                wrong, right = "nobody advances from the last round", "Leave out the cut."
                yield self._finding(TournamentDuty.PRINT_CONCLUSION, key, wrong, right)
            if not last and cuts != 1:
                wrong, right = "who advances is not stated", "Give one of best_of_table and best."
                yield self._finding(TournamentDuty.PRINT_CONCLUSION, key, wrong, right)
            if plan.cap is not None and number > setup.initial_rounds:
                wrong = "a cap on wagers outside the initial rounds limits the size of a wager"
                yield self._finding(TournamentDuty.CHIPS, f"{key}.cap", wrong, "Leave it out there.")
        wrong, right = "there is no such round", "Give a round of the event."
        if event.purchase is not None and event.purchase.until_round > len(event.rounds):
            yield self._finding(TournamentDuty.EQUAL_CHIPS, f"{at}.purchase.until_round", wrong, right)
        if event.late_round > len(event.rounds):
            yield self._finding(TournamentDuty.ONE_ENTRY, f"{at}.late_round", wrong, right)
        if self._law.asks(TournamentDuty.STRUCTURE) and event.buy_in and table is not None:
            yield from self._structure(event, at, setup, table)

    def _structure(self, event: EventPlan, at: str, setup: TournamentSetup, table: Rules) -> Iterator[Problem]:
        duty = TournamentDuty.STRUCTURE
        if setup.wager_max is None:
            if at == "event[1]":
                wrong = "the house's largest single wager, which limits the initial rounds, is not given"
                yield self._finding(duty, "tournament.wager_max", wrong, "Give it in cents.")
            return
        reach = largest(reaches(table, event, setup.initial_rounds))
        if reach is not None and reach.value > setup.wager_max:
            wrong = (
                f"in game {reach.game} of round {reach.round} a player could wager {reach.wager} of {reach.stack}, "
                f"{dollars(int(reach.value))} at the buy-in's {dollars(event.buy_in)} for {event.points}, "
                f"more than {dollars(setup.wager_max)}"
            )
            cap = cap_for(event, setup.wager_max).count
            right = f"Set cap = {cap} in the initial rounds, or less." if cap else "Give more points for the buy-in."
            yield self._finding(duty, f"{at}.round[{reach.round}]", wrong, right)

    def prizes(
        self, event: EventPlan, at: str, setup: TournamentSetup, later: tuple[EventPlan, ...]
    ) -> Iterator[Problem]:
        duty = TournamentDuty.PRINT_PRIZES
        if not event.prizes and not later:
            yield self._finding(duty, f"{at}.prize", "it has no prize", "Describe every prize.")
        places = sorted({prize.place for prize in event.prizes})
        if places != list(range(1, len(places) + 1)):
            yield self._finding(
                duty, f"{at}.prize", "the places do not run from 1 without a gap", "Number them 1, 2, 3 and so on."
            )
        shares = sum((prize.share for prize in event.prizes), Fraction(0))
        if shares > 1:
            wrong = f"the shares come to {shares} of the pool"
            yield self._finding(TournamentDuty.POOL, f"{at}.prize", wrong, "Let them come to 1.")
        elif not later and shares != 1 and _collects_pool(setup.events):
            wrong = f"the shares of the last event come to {shares} of the pool, and nothing of it may be retained"
            yield self._finding(TournamentDuty.POOL, f"{at}.prize", wrong, "Let them come to 1.")
        for rank, prize in enumerate(event.prizes, start=1):
            if prize.kind is PrizeKind.VOUCHER:
                yield from self._voucher(f"{at}.prize[{rank}]", prize.event, prize.amount, later)
            if setup.tie is TieRule.SHARE and prize.kind in (PrizeKind.ITEM, PrizeKind.VOUCHER):
                wrong, right = "players who are tied cannot share it", "Decide ties by play-off or draw."
                yield self._finding(TournamentDuty.PRINT_CONCLUSION, f"{at}.prize[{rank}]", wrong, right)
            if setup.is_joint and prize.kind in (PrizeKind.ITEM, PrizeKind.CASH):
                wrong, right = "prizes of a joint tournament are what was collected", "Give shares of the pool."
                yield self._finding(TournamentDuty.JOINT, f"{at}.prize[{rank}]", wrong, right)

    def _voucher(self, at: str, target: str, value: Cents, later: tuple[EventPlan, ...]) -> Iterator[Problem]:
        duty = TournamentDuty.VOUCHER
        if not self._law.asks(duty):
            yield Problem(at, "this text has no prize vouchers", "Give another prize.")
            return
        event = next((each for each in later if each.id == target), None)
        if event is None:
            wrong = f"{target} is not a later event of this tournament"
            yield self._finding(duty, f"{at}.voucher", wrong, "Name an event that comes after this one.")
            return
        cost = Cents(event.fee + event.buy_in)
        if not event.is_free and value not in (0, cost):
            wrong = f"it is worth {dollars(value)}, but the fee and buy-in of {target} are {dollars(cost)}"
            yield self._finding(duty, f"{at}.value", wrong, "Leave the value out, or give that.")
        if event.is_free and not value:
            wrong = f"{target} has neither fee nor buy-in, so the voucher needs a value of its own"
            yield self._finding(duty, f"{at}.value", wrong, "Give its value in cents.")


def _collects_pool(events: Iterable[EventPlan]) -> bool:
    return any(event.buy_in or event.purchase or event.guaranteed for event in events)
