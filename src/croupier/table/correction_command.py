"""Commands about an earlier round: disputes and corrections."""

from __future__ import annotations

from msgspec import field

from croupier.table.command_roles import PIT, PLAY
from croupier.terms.message import Command


class RaiseDispute(Command, frozen=True, tag="raise-dispute"):
    given_by = PLAY
    round: int
    what: str
    seat: int = 0


class DecideDispute(Command, frozen=True, tag="decide-dispute"):
    """The supervisor's decision; an award is paid from the float to the stack, or back if negative."""

    given_by = PIT
    dispute: int
    decision: str
    why: str
    awards: dict[int, int] = field(default_factory=dict)


class CorrectNumber(Command, frozen=True, tag="correct-number"):
    """Corrects the number of the last round: the round is settled again, and differences are paid."""

    given_by = PIT
    instead_at_tournament = "The director corrects the points of the players."
    number: str
    why: str


CorrectionCommand = RaiseDispute | DecideDispute | CorrectNumber
