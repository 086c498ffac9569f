"""A round file: the table, the result and the wagers, as a dealer can read them."""

from __future__ import annotations

import datetime

from msgspec import Struct
from msgspec.structs import replace

from croupier.game.settlement import Choice
from croupier.rules.assembly import assemble
from croupier.rules.book import Rulebook
from croupier.rules.choices import read_choices
from croupier.rules.shelf import rulebook
from croupier.rules.table import Rules
from croupier.rules.wagers import Chips, Settlement, Wager
from croupier.terms.document import Section, parse_toml
from croupier.terms.problem import Problem, Problems

WHOLE_MAX = 10**40
"""The largest whole number that a wager may hold; a stake far below it is already refused by the rules."""


class Round(Struct, frozen=True):
    """The rules of one table, where the ball rested, and what was wagered.

    `between` says that a Big Six clapper rested between `result`, just passed, and the next stop.
    """

    rules: Rules
    result: str
    wagers: tuple[Wager, ...]
    between: bool = False

    def settle(self) -> Settlement:
        return self.rules.settle(self.result, self.wagers, between=self.between)


def read_round(text: str) -> Round:
    """The round of a TOML text, whose rules and result go together; raises every problem of it at once."""
    problems: list[Problem] = []
    section = Section(parse_toml(text), problems)
    day = section.date("on")
    book = _read_book(section, day)
    result = section.text("result", required=True)
    between = section.flag("between") or False
    choices = replace(read_choices(section), on=day)
    wagers = tuple(wager for each in section.sections("wager") if (wager := _read_wager(each)))
    section.finish()
    if problems or book is None or result is None:
        raise Problems(problems)
    rules = assemble(book, choices)
    rules.check_result(result, between)
    return Round(rules, result, wagers, between)


def _read_book(section: Section, day: datetime.date | None) -> Rulebook | None:
    name = section.text("book", required=True)
    if name is None:
        return None
    try:
        return rulebook(name, day)
    except Problems as error:
        section.problems.extend(error.problems)
        return None


def _read_wager(section: Section) -> Wager | None:
    seat = section.integer("seat", required=True, least=1, most=WHOLE_MAX)
    spot = section.text("spot", required=True)
    stake = section.integer("stake", required=True, least=-WHOLE_MAX, most=WHOLE_MAX)
    choice = section.text("choice", allowed=[*Choice])
    imprisoned = section.flag("imprisoned") or False
    coupon = section.integer("coupon", least=0, most=WHOLE_MAX) or 0
    chips = section.text("chips", allowed=[*Chips])
    chip = section.integer("chip", least=1, most=WHOLE_MAX)
    section.finish()
    if seat is None or spot is None or stake is None:
        return None
    return Wager(
        seat,
        spot,
        stake,
        Choice(choice) if choice else None,
        imprisoned,
        coupon,
        Chips(chips) if chips else Chips.NON_VALUE,
        chip,
    )
