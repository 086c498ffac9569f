"""A round file: the table, the result and the wagers, as a dealer can read them."""

from __future__ import annotations

import datetime

from msgspec import Struct
from msgspec.structs import replace

from croupier.game.settlement import Choice, Verdict
from croupier.rules.assembly import assemble
from croupier.rules.book import Rulebook
from croupier.rules.choices import read_choices
from croupier.rules.shelf import rulebook
from croupier.rules.table import Rules
from croupier.rules.wagers import Chips, Settlement, Wager
from croupier.terms.document import Section, parse_toml
from croupier.terms.money import dollars
from croupier.terms.problem import Problem, Problems

WHOLE_MAX = 10**40
"""The largest whole number that a wager may hold; a stake far below it is already refused by the rules."""


class Recorded(Struct, frozen=True):
    """What became of a wager at the table, as its record says."""

    outcome: str
    winnings: int
    returned: int

    def __str__(self) -> str:
        return f"{self.outcome}, {dollars(self.winnings)} won, {dollars(self.returned)} back"


class Difference(Struct, frozen=True):
    """A wager whose record is not what the rules make of it; `again` is None when they refuse it."""

    wager: Wager
    recorded: Recorded
    again: Recorded | None

    def __str__(self) -> str:
        again = str(self.again) if self.again else "refused"
        stake = f"{dollars(self.wager.stake)} on {self.wager.spot}"
        return f"Seat {self.wager.seat}, {stake}: recorded {self.recorded}; settled again {again}."


class Round(Struct, frozen=True):
    """The rules of one table, where the ball rested, and what was wagered.

    `between` says that a Big Six clapper rested between `result`, just passed, and the next stop.
    `recorded` is what each wager got at the table, where the file says so.
    """

    rules: Rules
    result: str
    wagers: tuple[Wager, ...]
    between: bool = False
    recorded: tuple[Recorded | None, ...] = ()

    def settle(self) -> Settlement:
        return self.rules.settle(self.result, self.wagers, between=self.between)

    @property
    def is_recorded(self) -> bool:
        return any(self.recorded)

    def differences(self) -> tuple[Difference, ...]:
        """Every wager whose record is not what settling it again gives."""
        found = []
        for wager, recorded in zip(self.wagers, self.recorded, strict=False):
            if recorded is None:
                continue
            settled = self.rules.settle(self.result, [wager], between=self.between).wagers
            again = [Recorded(each.outcome, each.winnings, each.returned) for each in settled]
            if again != [recorded]:
                found.append(Difference(wager, recorded, again[0] if len(again) == 1 else None))
        return tuple(found)


def read_round(text: str) -> Round:
    """The round of a TOML text, whose rules and result go together; raises every problem of it at once."""
    problems: list[Problem] = []
    section = Section(parse_toml(text), problems)
    day = section.date("on")
    book = _read_book(section, day)
    result = section.text("result", required=True)
    between = section.flag("between") or False
    choices = replace(read_choices(section), on=day)
    read = [_read_wager(each) for each in section.sections("wager")]
    wagers = [each for each in read if each is not None]
    section.section("record")  # the story of the round is for people: any key may stand there
    section.finish()
    if problems or book is None or result is None:
        raise Problems(problems)
    rules = assemble(book, choices)
    rules.check_result(result, between)
    return Round(rules, result, tuple(wager for wager, _ in wagers), between, tuple(paid for _, paid in wagers))


def _read_book(section: Section, day: datetime.date | None) -> Rulebook | None:
    name = section.text("book", required=True)
    if name is None:
        return None
    try:
        return rulebook(name, day)
    except Problems as error:
        section.problems.extend(error.problems)
        return None


def _read_wager(section: Section) -> tuple[Wager, Recorded | None] | None:
    seat = section.integer("seat", required=True, least=1, most=WHOLE_MAX)
    spot = section.text("spot", required=True)
    stake = section.integer("stake", required=True, least=-WHOLE_MAX, most=WHOLE_MAX)
    choice = section.text("choice", allowed=[*Choice])
    imprisoned = section.flag("imprisoned") or False
    coupon = section.integer("coupon", least=0, most=WHOLE_MAX) or 0
    chips = section.text("chips", allowed=[*Chips])
    chip = section.integer("chip", least=1, most=WHOLE_MAX)
    beside = section.integer("beside", least=0, most=WHOLE_MAX) or 0
    recorded = _read_recorded(section)
    section.finish()
    if seat is None or spot is None or stake is None:
        return None
    wager = Wager(
        seat,
        spot,
        stake,
        Choice(choice) if choice else None,
        imprisoned,
        coupon,
        Chips(chips) if chips else Chips.NON_VALUE,
        chip,
        beside,
    )
    return wager, recorded


def _read_recorded(section: Section) -> Recorded | None:
    """What the record says about a wager: whose it was, and what it got."""
    for key in ("player", "color"):
        section.text(key)
    section.flag("tip")
    keys = ("outcome", "winnings", "returned")
    wanted = any(key in section for key in keys)
    outcome = section.text("outcome", required=wanted, allowed=[*Verdict])
    amounts = [section.integer(key, required=wanted, least=0, most=WHOLE_MAX) for key in keys[1:]]
    winnings, returned = amounts
    return None if outcome is None or winnings is None or returned is None else Recorded(outcome, winnings, returned)
