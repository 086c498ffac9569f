"""Commands that place, move and take down wagers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from croupier.rules.wagers import Chips
from croupier.table.command_roles import DEALER, PLAY
from croupier.terms.message import Command

_IN_POINTS = "Players wager their points in the tournament."


class WagerCommand(Command, frozen=True):
    """A stake on a spot, in chips of a kind."""

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str
    stake: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    """The color of value chips or plaques; the player's own color otherwise."""
    tip: bool = False
    """A wager for the dealers: what it wins goes into the tip box."""


class PlaceWager(WagerCommand, frozen=True, tag="place-wager"):
    """A stake on a spot; a dealer places it on the instruction of the seat's player."""

    coupon: int = 0
    serial: str = ""
    """The coupon's serial; optional for a dealer at a felt, who takes the paper."""


class MoveWager(Command, frozen=True, tag="move-wager"):
    """Moves a stake to another spot."""

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str
    to: str
    stake: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    tip: bool = False


class TakeDown(WagerCommand, frozen=True, tag="take-down"):
    pass


class WagerChange(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A change of the amount on a spot; negative to take down."""

    spot: str
    amount: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    tip: bool = False


class ChangeWagers(Command, frozen=True, tag="change-wagers"):
    """Places and takes down many wagers of one seat, all or nothing."""

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int
    changes: tuple[WagerChange, ...]


class Rebet(Command, frozen=True, tag="rebet"):
    """Places the wagers of the seat's last round again, all or nothing."""

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int


class OfferVerbalWager(Command, frozen=True, tag="offer-verbal-wager"):
    """A verbal wager with cash on the table, which the dealer has yet to confirm.

    Offers on several spots wait together; a new offer on the same spot replaces the old one.
    """

    given_by = PLAY
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str
    cash: int


class ConfirmVerbalWager(Command, frozen=True, tag="confirm-verbal-wager"):
    """The dealer confirms a verbal wager, converts the cash and places the chips.

    Without a spot, it confirms the seat's oldest offer. With an amount of cash, it confirms only an offer of that
    amount, so an offer that the player has changed meanwhile is not confirmed.
    """

    given_by = DEALER
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str = ""
    cash: int = 0


class ReturnLateBet(Command, frozen=True, tag="return-late-bet"):
    """A chip placed after the call goes back to its player; the spin stands."""

    given_by = DEALER
    instead_at_tournament = _IN_POINTS
    seat: int
    spot: str
    stake: int


LayoutCommand = (
    PlaceWager | MoveWager | TakeDown | ChangeWagers | Rebet | OfferVerbalWager | ConfirmVerbalWager | ReturnLateBet
)
