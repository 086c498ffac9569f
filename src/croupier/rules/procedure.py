"""How a round is run under a book: the steps of a game, each with its parameters and authority."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from croupier.game.wheel import SpunPart
from croupier.terms.citation import Authority, Basis, ClauseId
from croupier.terms.people import Role


class ProcedureStep(StrEnum):
    """What must or must not be done at a table."""

    CHIPS = "chips"
    CHIP_VALUE = "chip-value"
    COLORS = "colors"
    POSITION = "position"
    DEALER = "dealer"
    """One person is in charge of the game, handles wagers and payouts and spins."""
    DEALER_APART = "dealer-apart"
    """A dealer neither sits nor bets at the table."""
    ISSUE = "issue"
    """The dealer issues the chips."""
    DROP_BOX = "drop-box"
    VERBAL = "verbal"
    TIPS = "tips"
    SPIN = "spin"
    BETS = "bets"
    """How long bets are accepted."""
    BETS_CLOSED = "bets-closed"
    """A bet after the call does not count."""
    DIRECTION = "direction"
    REVOLUTIONS = "revolutions"
    CALL = "call"
    WAVE = "wave"
    """The dealer waves a hand over the layout with the call."""
    TERMINALS = "terminals"
    """Every terminal announces the call."""
    LATE_BET = "late-bet"
    """A late bet is returned, and the spin stands for the others."""
    ANNOUNCE = "announce"
    CROWN = "crown"
    FIFTHS = "fifths"
    PRISON = "prison"
    SILENCE = "silence"
    """What applies if a player does not choose in prison."""
    LAST_SPIN = "last-spin"
    """What happens to a wager in prison when no further spin is made."""
    COLLECT = "collect"
    PAY = "pay"
    LIFT = "lift"
    LOCKED = "locked"
    NO_SPIN = "no-spin"
    STANDS = "stands"
    """After no spin, every wager stands for the next one."""
    REMOVE_BALL = "remove-ball"
    """After calling no spin, the dealer tries to remove the ball before it comes to rest."""
    SAME_DIRECTION = "same-direction"
    NOT_ALTERNATED = "not-alternated"
    TOO_FEW_REVOLUTIONS = "too-few-revolutions"
    FOREIGN_OBJECT = "foreign-object"
    BALL_LEFT_WHEEL = "ball-left-wheel"
    COVERED_NUMBER = "covered-number"
    CLAPPER_BETWEEN = "clapper-between"
    CLAPPER_PREVIOUS = "clapper-previous"
    VOID = "void"
    """A round is void and every wager is returned."""
    SUPERVISOR_DECISION = "supervisor-decision"
    IRREGULARITY = "irregularity"
    DISPUTE = "dispute"
    CHECK_MAGNET = "check-magnet"
    CHECK_LEVEL = "check-level"
    CHECK_PARTS = "check-parts"
    CHECK_BALL = "check-ball"
    CHECK_LAYOUT = "check-layout"
    INSPECTION_AGE = "inspection-age"
    """Maximum age of the inspection before an opening."""
    ADJUSTMENT = "adjustment"
    ADJUSTMENT_FIRST = "adjustment-first"
    """Adjustments are done before the inspections that precede opening."""
    REPLACEMENT_FIRST = "replacement-first"
    """So are replacements."""
    REPLACEMENT = "replacement"
    LOG = "log"
    ORDER = "order"
    """The basic order of a table, which no text spells out."""


class CallTime(StrEnum):
    """When no more bets is called."""

    BEFORE_SPIN = "before-spin"
    DURING_SPIN = "during-spin"


class BetsUntil(StrEnum):
    """How long bets are accepted, if the call comes during the spin."""

    CALL = "call"
    SPIN = "spin"


class Directions(StrEnum):
    """The directions of ball and wheel. Alternating: opposite, and the wheel unlike in the previous round."""

    OPPOSITE = "opposite"
    EITHER = "either"
    ALTERNATING = "alternating"


NO_SPIN_REASONS = (
    ProcedureStep.SAME_DIRECTION,
    ProcedureStep.NOT_ALTERNATED,
    ProcedureStep.TOO_FEW_REVOLUTIONS,
    ProcedureStep.FOREIGN_OBJECT,
    ProcedureStep.BALL_LEFT_WHEEL,
)
"""The reasons for which a dealer can call no spin, if the procedure lists them."""
REMOVABLE = (
    ProcedureStep.SAME_DIRECTION,
    ProcedureStep.NOT_ALTERNATED,
    ProcedureStep.TOO_FEW_REVOLUTIONS,
    ProcedureStep.FOREIGN_OBJECT,
)
"""The reasons for which a ball is still in the wheel and can be removed."""
VOIDERS = (Role.DEALER, Role.SUPERVISOR)
BY_CUSTOM = Authority(Basis.CUSTOMARY)


class Procedure(Struct, frozen=True, kw_only=True):
    """The steps of a round of one game."""

    game: str
    spins: SpunPart
    call: CallTime
    bets_until: BetsUntil
    directions: Directions
    revolutions_min: int
    """Minimum revolutions of a valid spin; 0 if there is none."""
    crown: bool
    """Whether a crown marks the number; otherwise the round ends with the payment."""
    fifths_moved: bool
    """Whether the winning part of a wager of several parts is first moved to its number's box."""
    pay_order: tuple[str, ...]
    """Groups or wagers in the order of payment; the others follow."""
    reasons: tuple[ProcedureStep, ...]
    """The reasons for which the dealer may call no spin."""
    void_by: tuple[Role, ...]
    """Who may void a round: the supervisor by a direction, the dealer alone if the text says so."""
    verbal_wagers: bool
    audible: bool
    """Terminals announce the call audibly."""
    visual: bool
    """Terminals announce the call visually."""
    authorities: Mapping[ProcedureStep, Authority]
    says: Mapping[ProcedureStep, str] = {}
    """The words of a step, as the text has them."""

    def authority(self, step: ProcedureStep) -> Authority:
        """The authority for the step; custom if no text covers it."""
        if step is ProcedureStep.TOO_FEW_REVOLUTIONS:  # a variation of valid spins also covers spins that fall short
            least = self.authorities.get(ProcedureStep.REVOLUTIONS, BY_CUSTOM)
            if least.basis is Basis.VARIATION:
                return least
        return self.authorities.get(step, BY_CUSTOM)

    def clause(self, step: ProcedureStep) -> ClauseId | None:
        """The clause behind the step; None if it is customary."""
        return self.authority(step).clause

    def asks(self, step: ProcedureStep) -> bool:
        """Whether the book itself requires the step."""
        return self.authority(step).basis is not Basis.CUSTOMARY
