"""A round file: the table, the result and the wagers, in readable form."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from croupier.game.settlement import Verdict
from croupier.game.zero import LEVELS_MAX, Choice
from croupier.rules.assembly import assemble
from croupier.rules.book import Rulebook
from croupier.rules.choices import read_choices
from croupier.rules.library import packaged, rulebook
from croupier.rules.table import Rules
from croupier.rules.wagers import Chips, Settlement, Wager
from croupier.terms.document import DocumentTable, parse_toml
from croupier.terms.money import Currency
from croupier.terms.problem import Problem, Problems

WHOLE_MAX = 10**40
"""The largest integer that a wager may hold; the rules refuse stakes far below it."""


class Recorded(Struct, frozen=True):
    """The recorded outcome of a wager at the table."""

    outcome: str
    winnings: int
    returned: int

    def text(self, money: Currency) -> str:
        return f"{self.outcome}, {money.write(self.winnings)} won, {money.write(self.returned)} back"


class SettlementDifference(Struct, frozen=True):
    """A wager whose record differs from what the rules give; `again` is None if they refuse it."""

    wager: Wager
    recorded: Recorded
    again: Recorded | None
    money: Currency

    def __str__(self) -> str:
        again = self.again.text(self.money) if self.again else "refused"
        stake = f"{self.money.write(self.wager.stake)} on {self.wager.spot}"
        recorded = self.recorded.text(self.money)
        return f"Seat {self.wager.seat}, {stake}: recorded {recorded}; settled again {again}."


class Round(Struct, frozen=True):
    """The rules of one table, where the ball rested, and the wagers.

    `between` means that a Big Six clapper rested between `result`, just passed, and the next stop. `recorded` is what
    each wager got at the table, if the file says so.
    """

    rules: Rules
    result: str
    wagers: tuple[Wager, ...]
    between: bool = False
    recorded: tuple[Recorded | None, ...] = ()
    other_book: bool = False
    """The record names another version of the rulebook than the one used here."""

    def settle(self) -> Settlement:
        return self.rules.settle(self.result, self.wagers, between=self.between)

    @property
    def is_recorded(self) -> bool:
        return any(self.recorded)

    def differences(self) -> tuple[SettlementDifference, ...]:
        """Every wager whose record differs from settling it again."""
        money = self.rules.book.money.currency
        found = []
        for wager, recorded in zip(self.wagers, self.recorded, strict=False):
            if recorded is None:
                continue
            settled = self.rules.settle(self.result, [wager], between=self.between).wagers
            again = [Recorded(each.outcome, each.winnings, each.returned) for each in settled]
            if again != [recorded]:
                found.append(SettlementDifference(wager, recorded, again[0] if len(again) == 1 else None, money))
        return tuple(found)


FindBook = Callable[[str, datetime.date | None], Rulebook]
"""Finds a rulebook by id, or by family and day, like `Library.find`."""


def read_round(text: str, find: FindBook = rulebook) -> Round:
    """Parses and checks a round in TOML; raises all its problems at once."""
    problems: list[Problem] = []
    section = DocumentTable(parse_toml(text), problems)
    day = section.date("on")
    book = _read_book(section, day, find)
    result = section.text("result", required=True)
    between = section.flag("between") or False
    choices = replace(read_choices(section, book or packaged().books()[0]), on=day)
    read = [_read_wager(each) for each in section.sections("wager")]
    wagers = [each for each in read if each is not None]
    record = section.section("record")  # for people: any key is allowed
    section.finish()
    if problems or book is None or result is None:
        raise Problems(problems)
    rules = assemble(book, choices)
    rules.check_result(result, between)
    return Round(
        rules,
        result,
        tuple(wager for wager, _ in wagers),
        between,
        tuple(paid for _, paid in wagers),
        "rulebook" in record and record.raw("rulebook") != book.digest,
    )


def _read_book(section: DocumentTable, day: datetime.date | None, find: FindBook) -> Rulebook | None:
    name = section.text("book", required=True)
    if name is None:
        return None
    try:
        return find(name, day)
    except Problems as error:
        section.problems.extend(error.problems)
        return None


def _read_wager(section: DocumentTable) -> tuple[Wager, Recorded | None] | None:
    seat = section.integer("seat", required=True, least=1, most=WHOLE_MAX)
    spot = section.text("spot", required=True)
    stake = section.integer("stake", required=True, least=-WHOLE_MAX, most=WHOLE_MAX)
    choice = section.text("choice", allowed=[*Choice])
    imprisoned = _read_level(section)
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


def _read_level(section: DocumentTable) -> int:
    """How many times the wager has been imprisoned; true means once."""
    if isinstance(section.raw("imprisoned") if "imprisoned" in section else None, bool):
        return int(section.flag("imprisoned") or False)
    return section.integer("imprisoned", least=0, most=LEVELS_MAX) or 0


def _read_recorded(section: DocumentTable) -> Recorded | None:
    """What the record says about a wager: its player, and what it got."""
    for key in ("player", "color"):
        section.text(key)
    section.flag("tip")
    keys = ("outcome", "winnings", "returned")
    wanted = any(key in section for key in keys)
    outcome = section.text("outcome", required=wanted, allowed=[*Verdict])
    amounts = [section.integer(key, required=wanted, least=0, most=WHOLE_MAX) for key in keys[1:]]
    winnings, returned = amounts
    return None if outcome is None or winnings is None or returned is None else Recorded(outcome, winnings, returned)
