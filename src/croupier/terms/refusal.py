"""Refusals: the rules say no to a wager or a command.

A refusal holds a code, the authority behind it and facts; its message is rendered here and nowhere else. The order of
the codes is their precedence: when several apply, the first one is given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import final

from msgspec import Struct

from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.coded_message import CodedMessage
from croupier.terms.command_refusals import (
    AFTER_THE_WAGER,
    COMMAND_REFUSAL_TEXT,
    COMMAND_WORDS,
    PHASE_WORDS,
    CommandRefusalCode,
)
from croupier.terms.day import moment_words
from croupier.terms.money import DOLLAR, Currency
from croupier.terms.text import counted
from croupier.terms.tournament_codes import TOURNAMENT_REFUSAL_TEXT, TournamentCode
from croupier.terms.wording import Wording, has_text


class RefusalCode(StrEnum):
    """Why a wager is refused, in order of precedence."""

    SPOT_UNREADABLE = "spot-unreadable"
    SPOT_UNKNOWN = "spot-unknown"
    SPOT_COVERED = "spot-covered"
    WAGER_EXCLUDED = "wager-excluded"
    WAGER_NOT_OFFERED = "wager-not-offered"
    STAKE_NOT_CENTS = "stake-not-cents"
    STAKE_NOT_POSITIVE = "stake-not-positive"
    STAKE_TOO_LARGE = "stake-too-large"
    STAKE_NOT_WHOLE_CHIPS = "stake-not-whole-chips"
    STAKE_NOT_EQUAL_PARTS = "stake-not-equal-parts"
    STAKE_BELOW_MINIMUM = "stake-below-minimum"
    STAKE_ABOVE_MAXIMUM = "stake-above-maximum"
    COUPON_NOT_ACCEPTED = "coupon-not-accepted"
    COUPON_WRONG_WAGER = "coupon-wrong-wager"
    COUPON_WITH_VALUE_CHIP = "coupon-with-value-chip"
    COUPON_NOT_MATCHED = "coupon-not-matched"
    PRISON_NOT_OFFERED = "prison-not-offered"
    PRISON_WRONG_WAGER = "prison-wrong-wager"
    TOTAL_ABOVE_MAXIMUM = "total-above-maximum"


Facts = Mapping[str, str | int]

REFUSAL_TEXT: dict[RefusalCode, str] = {
    RefusalCode.SPOT_UNREADABLE: (
        "{spot} is not a spot{clause}: {reason}. Write it like 17, 17-20, 13-14-15, column-1 or red."
    ),
    RefusalCode.SPOT_UNKNOWN: (
        "{spot} is not a place on the {layout}{clause}. Choose numbers that share a line or a corner, or a named box."
    ),
    RefusalCode.WAGER_NOT_OFFERED: ("The {wager} wager is not offered at this table{clause}. Choose another spot."),
    RefusalCode.WAGER_EXCLUDED: (
        "The {wager} wager may not be offered with {beside} at one table{clause}. Choose another spot."
    ),
    RefusalCode.SPOT_COVERED: "{spot} holds {covered}, which is covered at this table{clause}. Choose another spot.",
    RefusalCode.STAKE_NOT_CENTS: "A stake of {given} is not a whole number of cents{clause}. Stake whole cents.",
    RefusalCode.STAKE_NOT_POSITIVE: "A stake of {stake} is not a wager{clause}. Stake at least one cent.",
    RefusalCode.STAKE_TOO_LARGE: (
        "Stake {stake} is above {maximum}, the most that can be recorded for one wager{clause}. Lower the stake."
    ),
    RefusalCode.STAKE_NOT_WHOLE_CHIPS: (
        "Stake {stake} is not a whole number of {chip} chips{clause}. Stake a multiple of {chip}."
    ),
    RefusalCode.STAKE_NOT_EQUAL_PARTS: (
        "Stake {stake} cannot be divided into {parts} equal wagers{clause}. Stake a multiple of {unit}."
    ),
    RefusalCode.STAKE_BELOW_MINIMUM: (
        "Stake {stake} is below {minimum}, the least one wager may be{clause}. Raise the stake."
    ),
    RefusalCode.STAKE_ABOVE_MAXIMUM: (
        "Stake {stake} is above {maximum}, the most one wager may be{clause}. Lower the stake."
    ),
    RefusalCode.TOTAL_ABOVE_MAXIMUM: (
        "All wagers together would be {stake}, above {maximum}, the most one player may wager on a spin{clause}. "
        "Lower the stake."
    ),
    RefusalCode.COUPON_NOT_ACCEPTED: ("Match play coupons are not accepted at this table{clause}. Wager chips alone."),
    RefusalCode.COUPON_WRONG_WAGER: (
        "A match play coupon may not stand on a {wager} wager{clause}. Put it on an even-money or 2 to 1 wager."
    ),
    RefusalCode.COUPON_WITH_VALUE_CHIP: (
        "A match play coupon may not be wagered with a value chip{clause}. Wager it with non-value chips."
    ),
    RefusalCode.COUPON_NOT_MATCHED: (
        "A coupon of {coupon} is not matched by a stake of {stake}{clause}. "
        "Stake at least the coupon's face value, which must be above zero."
    ),
    RefusalCode.PRISON_NOT_OFFERED: (
        "In prison is not offered at this table, so {asked} does not apply{clause}. Leave it out."
    ),
    RefusalCode.PRISON_WRONG_WAGER: (
        "In prison is for even-money wagers, so {asked} does not apply to a {wager} wager{clause}. Leave it out."
    ),
}


AnyCode = RefusalCode | CommandRefusalCode | TournamentCode


_TIMES: Mapping[AnyCode, frozenset[str]] = {
    CommandRefusalCode.CLOCK_WENT_BACK: frozenset({"at", "last"}),
}
"""The facts of a code that are times."""
_COUNTED: Mapping[AnyCode, tuple[str, str]] = {
    CommandRefusalCode.CHOICE_PENDING: ("count", "wager"),
    CommandRefusalCode.TEXT_TOO_LONG: ("length", "character"),
    CommandRefusalCode.REVOLUTIONS_TOO_FEW: ("revolutions", "revolution"),
    **dict.fromkeys(
        (TournamentCode.CHIPS_NOT_ON_TABLE, TournamentCode.WAGER_ABOVE_CAP, TournamentCode.POINTS_NOT_EQUAL_PARTS),
        ("points", "point"),
    ),
}
"""The fact of a code that its sentence gives with a noun, and the noun."""
AMOUNTS = frozenset(
    {"stake", "minimum", "maximum", "chip", "unit", "coupon", "face", "left", "amount", "has", "counted"}
)
"""Facts that are money."""
MONEY = "money"
"""The fact that names the currency of the others, if it is not dollars."""


WORDED = frozenset(
    {"what", "why", "instead", "owner", "chips", "phase", "next", "reason", "layout", "prizes", "allowed", "posted"}
)
"""Facts that may be texts with placeholders for other facts, such as ``those of seat {seat}``."""
_PLACE = re.compile(r"\{(\w+)\}")


def filled(words: str, facts: Facts) -> str:
    """The text with each placeholder replaced by the fact of its name; one without a fact stays as it is.

    >>> filled("those of seat {seat}", {"seat": 3}), filled("as {written}", {})
    ('those of seat 3', 'as {written}')
    """
    return _PLACE.sub(lambda place: str(facts.get(place[1], place[0])), words)


def _readable(code: AnyCode, name: str, value: str | int, currency: Currency) -> str | int:
    """A fact as people read it: amounts with currency, counts with a noun, times as dates, command tags as names."""
    if isinstance(value, int):
        if name in AMOUNTS:
            return currency.write(value)
        counted_fact, noun = _COUNTED.get(code, ("", ""))
        if name == counted_fact:
            return counted(value, noun)
        return moment_words(value) if name in _TIMES.get(code, ()) else value
    if name == "step":  # begins its sentence
        words = COMMAND_WORDS.get(value, value)
        return words[:1].upper() + words[1:]
    if name == "phase":
        return PHASE_WORDS.get(value, value)
    return COMMAND_WORDS.get(value, value) if name == "next" else value


@final
class Refusal(Struct, frozen=True):
    """A refusal by the rules: its code, its authority and the facts."""

    code: RefusalCode | CommandRefusalCode | TournamentCode
    authority: Authority
    facts: Facts

    @property
    def clause(self) -> ClauseId | None:
        """The clause behind it; None if no text covers it."""
        return self.authority.clause

    @property
    def basis(self) -> Basis:
        return self.authority.basis

    def in_currency(self, currency: Currency) -> Refusal:
        """The same refusal with its amounts in another currency."""
        if currency == DOLLAR:
            return self
        return Refusal(self.code, self.authority, {**self.facts, MONEY: currency.written})

    @property
    def message(self) -> str:
        """What is wrong and on what authority, then what to do."""
        written = self.facts.get(MONEY)
        currency = Currency.read(written) if isinstance(written, str) else DOLLAR
        facts = {name: _readable(self.code, name, value, currency) for name, value in self.facts.items()}
        if has_text(f"posted.{facts.get('posted')}"):
            said = {name: value for name, value in self.facts.items() if name != "posted"}
            facts["posted"] = Wording(currency=currency).say("posted", CodedMessage(str(facts["posted"]), said))
        if has_text(f"tournament.{facts.get('next')}"):
            said = {name.removeprefix("next_"): value for name, value in self.facts.items() if name.startswith("next_")}
            facts["next"] = Wording(currency=currency).say("tournament", CodedMessage(str(facts["next"]), said))
        facts |= {name: filled(str(value), facts) for name, value in facts.items() if name in WORDED}
        return _words(self.code).format(**facts, clause=f" ({self.authority})")

    @property
    def precedence(self) -> int:
        """The rank of the code in `PRECEDENCE`; the lowest that applies is given."""
        return _ORDER[self.code]


def _words(code: AnyCode) -> str:
    if isinstance(code, CommandRefusalCode):
        return COMMAND_REFUSAL_TEXT[code]
    return TOURNAMENT_REFUSAL_TEXT[code] if isinstance(code, TournamentCode) else REFUSAL_TEXT[code]


def least(*refusals: Refusal | None) -> Refusal | None:
    """The refusal that takes precedence; None if there is none."""
    return min((each for each in refusals if each is not None), key=lambda each: each.precedence, default=None)


PRECEDENCE: tuple[CommandRefusalCode | RefusalCode, ...] = (
    *(code for code in CommandRefusalCode if code not in AFTER_THE_WAGER),
    *RefusalCode,
    *AFTER_THE_WAGER,
)
"""All codes in order of precedence: person and step, then the wager, then conflicts at the table."""
_ORDER = {code: rank for rank, code in enumerate((*PRECEDENCE, *TournamentCode))}
