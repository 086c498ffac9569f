"""The order of a round under the procedure of its game: the phase of each step, and the next step."""

from __future__ import annotations

from croupier.equipment.command import InspectReplacement, InspectTable
from croupier.equipment.questions import obstacles
from croupier.game.wheel import SpunPart
from croupier.rules.procedure import BetsUntil, CallTime, Procedure
from croupier.table import command as c
from croupier.table.questions import winning_parts
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.command_refusals import COMMAND_WORDS, CommandRefusalCode
from croupier.terms.message import Command


def spin_command(procedure: Procedure) -> type[c.SpinBall] | type[c.SpinWheel]:
    """The command that starts a spin in this game."""
    return c.SpinBall if procedure.spins is SpunPart.BALL else c.SpinWheel


def call_phase(procedure: Procedure) -> Phase:
    """The phase in which no more bets is called."""
    return Phase.BETTING if procedure.call is CallTime.BEFORE_SPIN else Phase.IN_TRACK


def spin_phase(procedure: Procedure) -> Phase:
    """The phase in which the ball or wheel is spun."""
    return Phase.NO_MORE_BETS if procedure.call is CallTime.BEFORE_SPIN else Phase.BETTING


def rest_phase(procedure: Procedure) -> Phase:
    """The phase in which the number is announced."""
    return Phase.SPINNING if procedure.call is CallTime.BEFORE_SPIN else Phase.NO_MORE_BETS


def turning_phases(procedure: Procedure) -> tuple[Phase, ...]:
    """The phases in which the ball or wheel turns, and the dealer can call no spin."""
    return (Phase.SPINNING,) if procedure.call is CallTime.BEFORE_SPIN else (Phase.IN_TRACK, Phase.NO_MORE_BETS)


def betting_phases(procedure: Procedure) -> tuple[Phase, ...]:
    """The phases in which bets are taken."""
    in_track = procedure.call is CallTime.DURING_SPIN and procedure.bets_until is BetsUntil.CALL
    return (Phase.BETTING, Phase.IN_TRACK) if in_track else (Phase.BETTING,)


def collect_phase(procedure: Procedure) -> Phase:
    """The phase in which losers are collected."""
    return Phase.CROWNED if procedure.crown else Phase.AT_REST


def may_rest_between(rules: TableRules) -> bool:
    """Whether the game has a clapper that can rest between two stops."""
    return rules.procedure.spins is SpunPart.WHEEL


def next_command(rules: TableRules, table: Table) -> type[Command]:
    """The one command that comes next at the table."""
    if table.irregularity:
        if table.directed is None:
            return c.DecideIrregularity
        return c.ObserveAction if table.directed.carried_out else c.CarryOutDirection
    if table.correction is not None:
        return c.CorrectNumber
    procedure, phase = rules.procedure, table.phase
    if phase is Phase.BETTING and table.ended:
        return c.CloseTable
    if phase in (Phase.CLOSED, Phase.BETTING) and (first := next(obstacles(rules.equipment, table.equipment), None)):
        return InspectReplacement if first.code is CommandRefusalCode.PART_NOT_INSPECTED else InspectTable
    if phase is Phase.BETTING and table.ball_out:
        return c.InspectBall
    if phase is rest_phase(procedure) and table.spin.irregular:
        return c.CallNoSpin
    if phase is Phase.CROWNED and fifths_wait(rules, table):
        return c.MoveFifths
    steps: dict[Phase, type[Command]] = {
        Phase.CLOSED: c.OpenTable,
        call_phase(procedure): c.CallNoMoreBets,
        spin_phase(procedure): spin_command(procedure),
        rest_phase(procedure): c.AnnounceNumber,
        Phase.AT_REST: c.PlaceCrown if procedure.crown else c.CollectLosers,
        Phase.CROWNED: c.CollectLosers,
        Phase.COLLECTED: c.PayWinners,
        Phase.PAID: c.LiftCrown,
    }
    return steps[phase]


def fifths_wait(rules: TableRules, table: Table) -> bool:
    """Whether a winning part has yet to be moved to its number's box."""
    return rules.procedure.fifths_moved and not table.spin.fifths_moved and bool(winning_parts(rules, table))


def tag(kind: type[Command]) -> str:
    """The tag of a command."""
    return str(kind.__struct_config__.tag)


def step_words(kind: type[Command]) -> str:
    """A step of the round in words."""
    return COMMAND_WORDS[tag(kind)]
