"""A wager as a player names it, and what becomes of it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import force_setattr

from croupier.game.layout import Spot
from croupier.game.settlement import Choice, Reason, Verdict
from croupier.terms.citation import Authority, ClauseId
from croupier.terms.money import Cents
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.terms.refusal import Refusal


class Chips(StrEnum):
    """What a wager is made with."""

    NON_VALUE = "non-value"
    VALUE = "value"
    PLAQUE = "plaque"
    ELECTRONIC = "electronic"


class Wager(Struct, frozen=True):
    """A stake in cents on a spot, as it was named; nothing about it has been checked.

    `choice` is what the player asks for when in prison is offered and a zero comes up, `imprisoned` says that
    the wager was left in prison by the spin before, `coupon` is the face of a match play coupon that stands
    with the stake, `chip` the value of one chip where it is known.
    """

    seat: int
    spot: str
    stake: int
    choice: Choice | None = None
    imprisoned: bool = False
    coupon: int = 0
    chips: Chips = Chips.NON_VALUE
    chip: int | None = None

    def __post_init__(self) -> None:
        """Untyped callers are understood or turned away, never settled wrong."""
        if type(self.chips) is not Chips:
            force_setattr(self, "chips", _member(Chips, "chips", self.chips))
        if self.choice is not None and type(self.choice) is not Choice:
            force_setattr(self, "choice", _member(Choice, "choice", self.choice))
        if type(self.coupon) is not int:
            raise Problems([Problem("coupon", f"{shown(self.coupon)} is not whole cents", "Give whole cents.")])
        if self.chip is not None and (type(self.chip) is not int or self.chip <= 0):
            raise Problems([Problem("chip", f"{shown(self.chip)} is no value of a chip", "Give whole cents above 0.")])


def _member(kind: type[StrEnum], key: str, value: object) -> StrEnum:
    """The member that a text names."""
    try:
        return kind(str(value))
    except ValueError:
        raise Problems([Problem(key, f"{shown(value)} is not known", nearest(value, kind))]) from None


class Settled(Struct, frozen=True):
    """A wager that was settled, with the clause behind the outcome."""

    seat: int
    spot: Spot
    stake: Cents
    outcome: Verdict
    winnings: Cents
    returned: Cents
    reason: Reason
    authority: Authority
    coupon: Cents = Cents(0)
    """The face of a coupon that is still the player's."""

    @property
    def clause(self) -> ClauseId | None:
        return self.authority.clause


class Refused(Struct, frozen=True):
    """A wager that the rules do not allow; it is not settled and the others are."""

    seat: int
    spot: str
    stake: int
    refusal: Refusal

    @property
    def code(self) -> str:
        return self.refusal.code

    @property
    def clause(self) -> ClauseId | None:
        return self.refusal.clause

    @property
    def message(self) -> str:
        return self.refusal.message


class Settlement(Struct, frozen=True):
    """One result and what it did to every wager, in the order they were given."""

    result: str
    wagers: tuple[Settled, ...]
    refused: tuple[Refused, ...] = ()

    @property
    def winnings(self) -> int:
        return sum(wager.winnings for wager in self.wagers)

    @property
    def returned(self) -> int:
        return sum(wager.returned for wager in self.wagers)

    @property
    def staked(self) -> int:
        return sum(wager.stake for wager in self.wagers)
