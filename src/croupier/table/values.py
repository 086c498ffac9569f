"""Enumerations that the commands and events of a table use."""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Funds(StrEnum):
    """What a player buys chips with; it goes into the drop box."""

    CASH = "cash"
    ATM_RECEIPT = "atm-receipt"
    TICKET = "ticket"
    """A ticket that a device of this table printed."""


class NoSpinReason(StrEnum):
    SAME_DIRECTION = "same-direction"
    NOT_ALTERNATED = "not-alternated"
    TOO_FEW_REVOLUTIONS = "too-few-revolutions"
    FOREIGN_OBJECT = "foreign-object"
    BALL_LEFT_WHEEL = "ball-left-wheel"
    COVERED_NUMBER = "covered-number"
    CLAPPER_BETWEEN = "clapper-between"
    SUPERVISOR_DECISION = "supervisor-decision"


class BallFate(StrEnum):
    """How the attempt to remove the ball ended when no spin was called."""

    UNSTATED = ""
    REMOVED = "removed"
    AT_REST = "came-to-rest"


class Action(StrEnum):
    """The directions that a supervisor can give about an irregularity."""

    GO_ON = "go-on"
    """The round continues, after what the direction says in words."""
    NO_SPIN = "no-spin"
    """The spin is void, every wager stands, and the spin is repeated."""
    VOID_ROUND = "void-round"
    """Every wager of the round is returned."""
    NUMBER = "number"
    """The number was announced wrongly, and another one counts."""
