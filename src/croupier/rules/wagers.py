"""A wager as a player names it, and its outcome."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import force_setattr

from croupier.game.layout import Spot
from croupier.game.settlement import SettlementReason, Verdict
from croupier.game.zero import Choice
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
    """An unchecked wager: a stake in cents on a spot, as named.

    `choice` is what the player asks for if a zero comes up and in prison is offered, `imprisoned` how many times
    earlier spins left the wager in prison, `coupon` the face value of a match play coupon with the stake, `chip` the
    value of one chip if known, `beside` what the player already has on the spot.
    """

    seat: int
    spot: str
    stake: int
    choice: Choice | None = None
    imprisoned: int = 0
    coupon: int = 0
    chips: Chips = Chips.NON_VALUE
    chip: int | None = None
    beside: int = 0

    def __post_init__(self) -> None:
        """Converts or rejects untyped values, so that nothing is settled wrong."""
        if type(self.chips) is not Chips:
            force_setattr(self, "chips", _member(Chips, "chips", self.chips))
        if self.choice is not None and type(self.choice) is not Choice:
            force_setattr(self, "choice", _member(Choice, "choice", self.choice))
        if type(self.coupon) is not int:
            raise Problems([Problem("coupon", f"{shown(self.coupon)} is not whole cents", "Give whole cents.")])
        if self.chip is not None and (type(self.chip) is not int or self.chip <= 0):
            raise Problems(
                [Problem("chip", f"{shown(self.chip)} is not a value of a chip", "Give whole cents above 0.")]
            )


def _member(kind: type[StrEnum], key: str, value: object) -> StrEnum:
    """The enum member that a text names."""
    try:
        return kind(str(value))
    except ValueError:
        raise Problems([Problem(key, f"{shown(value)} is not known", nearest(value, kind))]) from None


class WagerOutcome(Struct, frozen=True):
    """A settled wager, with the authority for the outcome."""

    seat: int
    spot: Spot
    stake: Cents
    outcome: Verdict
    winnings: Cents
    returned: Cents
    reason: SettlementReason
    authority: Authority
    coupon: Cents = Cents(0)
    """The face value of a coupon that the player keeps."""

    @property
    def clause(self) -> ClauseId | None:
        return self.authority.clause


class RefusedWager(Struct, frozen=True):
    """A wager that the rules do not allow; the others are settled."""

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
    """One result and what it did to every wager, in the given order."""

    result: str
    wagers: tuple[WagerOutcome, ...]
    refused: tuple[RefusedWager, ...] = ()

    @property
    def winnings(self) -> int:
        return sum(wager.winnings for wager in self.wagers)

    @property
    def returned(self) -> int:
        return sum(wager.returned for wager in self.wagers)

    @property
    def staked(self) -> int:
        return sum(wager.stake for wager in self.wagers)
