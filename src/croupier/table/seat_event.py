"""Events of a seat: its player, and the chips that come to it and leave it."""

from __future__ import annotations

from croupier.rules.wagers import Chips
from croupier.table.values import Funds
from croupier.terms.audience import FELT, OWN, Own
from croupier.terms.message import Event


class SeatTaken(Event, frozen=True, tag="seat-taken/1"):
    audience = FELT
    seat: int
    player: Own[str]


class SeatLeft(Event, frozen=True, tag="seat-left/1"):
    audience = FELT
    seat: int


class ChipsSet(Event, frozen=True, tag="chips-set/1"):
    audience = FELT
    seat: int
    color: str
    value: Own[int]
    design: str = ""


class ChipsBought(Event, frozen=True, tag="chips-bought/1"):
    audience = OWN
    seat: int
    amount: int
    funds: Funds
    chips: Chips


class ChipsBrought(Event, frozen=True, tag="chips-brought/1"):
    audience = OWN
    seat: int
    amount: int


class ColoredUp(Event, frozen=True, tag="colored-up/1"):
    """Chips were exchanged for another kind: on request, or because a payment was not whole chips of the first kind."""

    audience = OWN
    seat: int
    amount: int
    chips: Chips
    into: Chips


class CashedOut(Event, frozen=True, tag="cashed-out/1"):
    audience = OWN
    seat: int
    amount: int
    chips: Chips


class TipGiven(Event, frozen=True, tag="tip-given/1"):
    audience = OWN
    seat: int
    amount: int
    chips: Chips


SeatEvent = SeatTaken | SeatLeft | ChipsSet | ChipsBought | ChipsBrought | ColoredUp | CashedOut | TipGiven
