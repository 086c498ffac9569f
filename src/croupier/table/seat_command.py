"""Commands of a seat: its player, and the chips that come to it and leave it."""

from __future__ import annotations

from croupier.rules.wagers import Chips
from croupier.table.command_roles import ATTESTED, DEALER, PLAY
from croupier.table.money_command import CHIPS_WITHOUT_VALUE
from croupier.table.values import Funds
from croupier.terms.message import Command


class TakeSeat(Command, frozen=True, tag="take-seat"):
    given_by = PLAY
    instead_at_tournament = "Players have the seats that they have drawn."
    seat: int
    player: str


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    given_by = PLAY
    seat: int


class SetChips(Command, frozen=True, tag="set-chips"):
    """Sets the color of a player's own chips and the value of one, before any betting."""

    given_by = PLAY
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    color: str
    value: int
    design: str = ""
    """Distinguishes chips of the same color; empty means plain."""


class BuyChips(Command, frozen=True, tag="buy-chips"):
    """Money or a receipt goes into the drop box, and chips go to the player."""

    given_by = ATTESTED
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    funds: Funds = Funds.CASH
    chips: Chips = Chips.NON_VALUE
    ticket: str = ""
    """The number of the ticket, if the player pays with one."""
    player: str = ""
    """The player at the device, if the device knows; it must be the player of the seat."""
    counter: int = 0
    """A counter of the device, higher with each message."""
    signature: str = ""
    """The device's signature over all other fields."""


class BringChips(Command, frozen=True, tag="bring-chips"):
    """A player brings value chips that another table issued.

    `premises` names where they come from, if not from this licensee's premises.
    """

    given_by = DEALER
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    premises: str = ""


class ColorUp(Command, frozen=True, tag="color-up"):
    """Non-value or electronic chips become value chips or plaques."""

    given_by = DEALER
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    chips: Chips = Chips.NON_VALUE
    into: Chips = Chips.VALUE


class CashOut(Command, frozen=True, tag="cash-out"):
    """Value chips, plaques or electronic credits leave the table with the player."""

    given_by = ATTESTED
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    chips: Chips
    validation: str = ""
    """Random digits from the ticket printer, which end the ticket's number. Without them, no ticket is printed."""
    player: str = ""
    """The player at the device, if the device knows; it must be the player of the seat."""
    counter: int = 0
    """A counter of the device, higher with each message."""
    signature: str = ""
    """The device's signature over all other fields."""


class GiveTip(Command, frozen=True, tag="give-tip"):
    given_by = PLAY
    instead_at_tournament = CHIPS_WITHOUT_VALUE
    seat: int
    amount: int
    chips: Chips = Chips.VALUE


SeatCommand = TakeSeat | LeaveSeat | SetChips | BuyChips | BringChips | ColorUp | CashOut | GiveTip
