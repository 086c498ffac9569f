"""Events of a seat: its player, and the chips that come to it and leave it."""

from __future__ import annotations

from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table.table_event import Change, TableEvent
from croupier.table.values import Funds
from croupier.terms.audience import FELT, OWN, Own


class SeatTaken(TableEvent, frozen=True, tag="seat-taken/1"):
    audience = FELT
    changes = Change.OTHER_PARTS | Change.SESSION
    command = c.TakeSeat
    seat: int
    player: Own[str]


class SeatLeft(TableEvent, frozen=True, tag="seat-left/1"):
    audience = FELT
    changes = Change.DEALING | Change.OTHER_PARTS | Change.SESSION
    command = c.LeaveSeat
    seat: int


class ChipsSet(TableEvent, frozen=True, tag="chips-set/1"):
    audience = FELT
    changes = Change.OTHER_PARTS
    command = c.SetChips
    seat: int
    color: str
    value: Own[int]
    design: str = ""


class ChipsBought(TableEvent, frozen=True, tag="chips-bought/1"):
    audience = OWN
    changes = Change.STACK | Change.FIGURES | Change.SESSION
    command = None
    seat: int
    amount: int
    funds: Funds
    chips: Chips


class ChipsBrought(TableEvent, frozen=True, tag="chips-brought/1"):
    audience = OWN
    changes = Change.STACK | Change.SESSION
    command = c.BringChips
    seat: int
    amount: int


class ColoredUp(TableEvent, frozen=True, tag="colored-up/1"):
    """Chips were exchanged for another kind: on request, or because a payment was not whole chips of the first kind."""

    audience = OWN
    changes = Change.STACK
    command = c.ColorUp
    seat: int
    amount: int
    chips: Chips
    into: Chips


class CashedOut(TableEvent, frozen=True, tag="cashed-out/1"):
    audience = OWN
    changes = Change.STACK | Change.SESSION
    command = None
    seat: int
    amount: int
    chips: Chips


class TipGiven(TableEvent, frozen=True, tag="tip-given/1"):
    audience = OWN
    changes = Change.STACK
    command = c.GiveTip
    seat: int
    amount: int
    chips: Chips


SeatEvent = SeatTaken | SeatLeft | ChipsSet | ChipsBought | ChipsBrought | ColoredUp | CashedOut | TipGiven
