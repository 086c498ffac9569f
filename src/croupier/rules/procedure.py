"""How a round is run under a book: each duty with the clause that asks for it, or none where it is customary."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from msgspec import Struct

from croupier.game.wheel import WheelId
from croupier.rules.catalogue import catalogue
from croupier.rules.data import data_text
from croupier.terms.citation import ClauseId
from croupier.terms.document import Section, parse_toml
from croupier.terms.problem import Problem, Problems


class Duty(StrEnum):
    """What must be done, or must not, at a table."""

    CHIPS = "chips"
    CHIP_VALUE = "chip-value"
    COLORS = "colors"
    VALUE_COLOR = "value-color"
    POSITION = "position"
    DEALER = "dealer"
    DROP_BOX = "drop-box"
    VERBAL = "verbal"
    TIPS = "tips"
    DIRECTION = "direction"
    REVOLUTIONS = "revolutions"
    CALL = "call"
    LATE_BET = "late-bet"
    ANNOUNCE = "announce"
    CROWN = "crown"
    FIFTHS = "fifths"
    PRISON = "prison"
    COLLECT = "collect"
    PAY = "pay"
    LIFT = "lift"
    LOCKED = "locked"
    NO_SPIN = "no-spin"
    SAME_DIRECTION = "same-direction"
    TOO_FEW_REVOLUTIONS = "too-few-revolutions"
    FOREIGN_OBJECT = "foreign-object"
    BALL_LEFT_WHEEL = "ball-left-wheel"
    COVERED_NUMBER = "covered-number"
    CLAPPER_BETWEEN = "clapper-between"
    SUPERVISOR_DECISION = "supervisor-decision"
    IRREGULARITY = "irregularity"
    DISPUTE = "dispute"
    CHECK_MAGNET = "check-magnet"
    CHECK_LEVEL = "check-level"
    CHECK_PARTS = "check-parts"
    CHECK_BALL = "check-ball"
    CHECK_LAYOUT = "check-layout"
    ADJUSTMENT = "adjustment"
    ADJUSTMENT_FIRST = "adjustment-first"
    """Whatever is done to the wheel is done before the inspections that precede opening."""
    REPLACEMENT = "replacement"
    LOG = "log"
    ORDER = "order"
    """The plain order of a table, which no text spells out."""


class Procedure(Struct, frozen=True):
    """The duties of one book at one kind of wheel."""

    revolutions_min: int
    clauses: Mapping[Duty, ClauseId]
    verbal_wagers: bool = False
    one_player_per_value_color: bool = False
    alike_without_screen: bool = False

    def clause(self, duty: Duty) -> ClauseId | None:
        """The clause that asks for the duty; None where it is customary."""
        return self.clauses.get(duty)


def procedure(book: str, wheel: WheelId) -> Procedure:
    """How rounds are run under that book at that wheel; Big Six has clauses of its own and no others."""
    return _read()[f"{book}-big-six" if wheel is WheelId.BIG_SIX else book]


@cache
def _read() -> Mapping[str, Procedure]:
    problems: list[Problem] = []
    top = Section(parse_toml(data_text("packs/procedures.toml")), problems)
    found: dict[str, Procedure] = {}
    for name in top.keys():  # noqa: SIM118 (a section is not a mapping)
        section = top.section(name)
        like = found.get(section.text("like", allowed=list(found)) or "")
        clauses = dict(like.clauses) if like else {}
        own = section.section("clauses")
        for duty in Duty:
            clause = own.text(duty, allowed=catalogue())
            if clause:
                clauses[duty] = ClauseId(clause)
        own.finish()
        found[name] = Procedure(
            section.integer("revolutions_min", required=like is None, least=1) or (like.revolutions_min if like else 1),
            clauses,
            _flag(section, "verbal_wagers", like),
            _flag(section, "one_player_per_value_color", like),
            _flag(section, "alike_without_screen", like),
        )
        section.finish()
    if problems:
        raise Problems(problems).within("procedures.toml")
    return found


def _flag(section: Section, key: str, like: Procedure | None) -> bool:
    own = section.flag(key)
    return own if own is not None else bool(like and getattr(like, key))
