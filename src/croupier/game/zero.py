"""What a zero does to wagers, as a small state machine.

A wager is free, or has been imprisoned a number of times. For a free wager, a zero leads to one of the fates that the
rule offers. For a prisoner there are three cases: its own numbers, a zero of the rule, any other result.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from croupier.game.wager import WagerId

LEVELS_MAX = 20
"""How many times a rule may imprison one wager, at most."""


class Choice(StrEnum):
    """What the player asks for, if the rule offers a choice."""

    HALF = "half"
    LEAVE = "leave"


class Fate(StrEnum):
    """What happens to a wager."""

    LOSE = "lose"
    """All of it is lost."""
    HALF = "half"
    """Half is lost, half goes back to the player."""
    PRISON = "prison"
    """All of it stays for another spin."""
    HALVE = "halve"
    """Half is lost, the rest stays for another spin."""
    RETURN = "return"
    """All of it goes back to the player, without winnings."""
    PAY = "pay"
    """It is paid as a winner."""
    LIGHTEN = "lighten"
    """It stays with one imprisonment less; after the last one, it goes back to the player."""


FIRST = (Fate.LOSE, Fate.HALF, Fate.PRISON, Fate.HALVE)
ON_WIN = (Fate.RETURN, Fate.PAY, Fate.LIGHTEN)
ON_ZERO = (Fate.LOSE, Fate.HALF, Fate.PRISON, Fate.HALVE, Fate.RETURN)
ON_LOSS = (Fate.LOSE, Fate.HALF)
AT_CLOSE = (Fate.LOSE, Fate.HALF, Fate.RETURN)
STAYS = (Fate.PRISON, Fate.HALVE)


class Prison(Struct, frozen=True):
    """What happens to a prisoner.

    `most` is how many times a wager may be imprisoned, `past_most` what happens after that.
    """

    win: Fate = Fate.RETURN
    zero: Fate = Fate.LOSE
    lose: Fate = Fate.LOSE
    most: int = 1
    past_most: Fate = Fate.LOSE
    floor: int = 0
    """A prisoner below this amount, in cents, does not stay; `below_floor` applies."""
    below_floor: Fate = Fate.LOSE
    close: Fate = Fate.HALF
    """Applies when the table closes before the next spin."""

    def on_zero(self, level: int) -> Fate:
        """What another zero does to a wager that has been imprisoned `level` times."""
        if self.zero in STAYS and level >= self.most:
            return self.past_most
        return self.zero


class ZeroRule(Struct, frozen=True):
    """How zeros treat wagers: the results, the wagers and the fates the player can choose from.

    A wager or result outside the rule is settled as usual.
    """

    name: str
    answers: frozenset[str] = frozenset()
    wagers: frozenset[WagerId] = frozenset()
    fates: Mapping[Choice, Fate] = field(default_factory=lambda: {Choice.HALF: Fate.LOSE})
    """By the player's choice; a single entry if there is none."""
    prison: Prison | None = None

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(self.fates)

    @property
    def leaves_choice(self) -> bool:
        return len(self.fates) > 1

    def fate(self, choice: Choice) -> Fate:
        return self.fates.get(choice) or next(iter(self.fates.values()))

    def applies_to(self, wager: WagerId, result: str) -> bool:
        return result in self.answers and wager in self.wagers


NO_ZERO_RULE = ZeroRule("lose-all")
"""Zeros are ordinary numbers that most wagers do not cover."""
