"""Irregularities that no clause names: reported, decided by the supervisor, carried out by the dealer, observed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.rules.procedure import ProcedureStep
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.preconditions import Decision, check_words, out_of_order, pending, refuse, voiders
from croupier.table.settling import SEATS, chunks
from croupier.table.spinning import no_spin
from croupier.table.stake import Returned, Uncollected
from croupier.table.standing_wagers import StandingWager, Wagers
from croupier.table.state import Directed, Phase, Table, TableRules
from croupier.table.values import Action, NoSpinReason
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, least

UNDER_WAY = (
    Phase.IN_TRACK,
    Phase.NO_MORE_BETS,
    Phase.SPINNING,
    Phase.AT_REST,
    Phase.CROWNED,
    Phase.COLLECTED,
)
"""From the spin to the first payment: a spin can be called off and a round voided."""
ANNOUNCED = (Phase.AT_REST, Phase.CROWNED, Phase.COLLECTED)
"""While an announced number can be set right. Once it is paid, it takes a correction."""
_PHASES: dict[Action, tuple[Phase, ...]] = {
    Action.GO_ON: tuple(Phase),
    Action.NO_SPIN: UNDER_WAY,
    Action.VOID_ROUND: UNDER_WAY,
    Action.NUMBER: ANNOUNCED,
}
_COMMANDS: dict[Action, type[c.Command]] = {
    Action.GO_ON: c.CarryOutDirection,
    Action.NO_SPIN: c.CallNoSpin,
    Action.VOID_ROUND: c.VoidRound,
    Action.NUMBER: c.AnnounceNumber,
}


def report(rules: TableRules, table: Table, command: c.ReportIrregularity) -> Decision:
    refusal = least(check_words(rules, ProcedureStep.IRREGULARITY, irregularity=command.what), pending(rules, table))
    return refusal or (e.IrregularityReported(command.what),)


def direct(rules: TableRules, table: Table, command: c.DecideIrregularity) -> Decision:
    """The supervisor directs an action and says why. Until it is observed, a new direction may replace it."""
    reported, carried_out = table.irregularity, table.directed is not None and table.directed.carried_out
    refusal = least(
        check_words(rules, ProcedureStep.IRREGULARITY, decision=command.decision, reason=command.why),
        None
        if reported
        else refuse(
            rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.IRREGULARITY, what="decide: nothing was reported"
        ),
        None if carried_out and command.action is Action.GO_ON else _cannot(rules, table, command),
    )
    return refusal or (
        e.IrregularityDecided(command.decision, command.why, command.action, command.number, done=False),
    )


def _cannot(rules: TableRules, table: Table, command: c.DecideIrregularity) -> Refusal | None:
    action, number = command.action, command.number
    if action is Action.VOID_ROUND and (refusal := _may_not_void(rules, command.by.role)):
        return refusal
    if table.phase not in _PHASES[action]:
        return out_of_order(rules, table, _COMMANDS[action], ProcedureStep.IRREGULARITY)
    if action is not Action.NUMBER:
        if not number:
            return None
        what = "do with a number: direct another number instead"
        return refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.IRREGULARITY, what=what)
    if number not in rules.betting.game.wheel.counts:
        return refuse(rules, CommandRefusalCode.NUMBER_UNKNOWN, ProcedureStep.ANNOUNCE, number=number or "nothing")
    if number == table.spin.number:
        return refuse(
            rules,
            CommandRefusalCode.NOTHING_TO_DO,
            ProcedureStep.IRREGULARITY,
            what="set right: {number} was announced",
            number=number,
        )
    return None


def directions(rules: TableRules, table: Table) -> Iterator[Action]:
    """The directions that a supervisor can give in the current state."""
    for action, phases in _PHASES.items():
        lawful = action is not Action.VOID_ROUND or Role.SUPERVISOR in rules.procedure.void_by
        if lawful and table.phase in phases:
            yield action


def carry_out(rules: TableRules, table: Table, _command: c.CarryOutDirection) -> Decision:
    """Carries out the whole direction at once."""
    directed = table.directed
    if directed is None or directed.carried_out:
        what = "carry out: nothing is directed" if directed is None else "carry out: it is done"
        return refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.IRREGULARITY, what=what)
    return (e.DirectionCarriedOut(directed.action, directed.number), *_doing(rules, table, directed))


def _doing(rules: TableRules, table: Table, directed: Directed) -> Iterator[e.AnyEvent]:
    """The events of the direction; a spin that was called off meanwhile is not called off again."""
    if directed.action is Action.GO_ON or (directed.action is Action.NO_SPIN and table.phase not in UNDER_WAY):
        return
    if directed.action is Action.VOID_ROUND:
        yield from voided(rules, table, directed.why, ProcedureStep.SUPERVISOR_DECISION)
        return
    yield from uncollected(table)
    if directed.action is Action.NO_SPIN:
        yield no_spin(rules, NoSpinReason.SUPERVISOR_DECISION)
    else:
        yield e.NumberSetRight(table.spin.number, directed.number)


def observe(rules: TableRules, table: Table, command: c.ObserveAction) -> Decision:
    """Refuses an observation before the direction was carried out."""
    if table.directed is None or not table.directed.carried_out:
        nothing = "observe: nothing was carried out"
        return refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.IRREGULARITY, what=nothing)
    return (e.ActionObserved(command.note),)


def void_round(rules: TableRules, table: Table, command: c.VoidRound) -> Decision:
    """Voids a round, where the text lets the dealer do so; elsewhere the supervisor directs it."""
    refusal = least(
        _may_not_void(rules, command.by.role),
        check_words(rules, ProcedureStep.VOID, reason=command.why),
        None if table.phase in UNDER_WAY else out_of_order(rules, table, type(command), ProcedureStep.VOID),
        pending(rules, table),
    )
    return refusal or tuple(voided(rules, table, command.why, ProcedureStep.VOID))


def _may_not_void(rules: TableRules, role: Role) -> Refusal | None:
    if role in rules.procedure.void_by:
        return None
    facts = {"who": role, "what": "void a round", "allowed": voiders(rules)}
    return refuse(rules, CommandRefusalCode.ROLE_NOT_ALLOWED, ProcedureStep.VOID, **facts)


def voided(rules: TableRules, table: Table, why: str, step: ProcedureStep) -> Iterator[e.AnyEvent]:
    """Returns every wager of the round, after putting back what was collected."""
    yield from uncollected(table)
    authority = rules.procedure.authority(step)
    for wagers, last in chunks(free_wagers(_stood(table))):
        yield e.RoundVoided(table.round, why, authority, wagers, last)


def free_wagers(standing: Iterable[StandingWager]) -> Iterator[Returned]:
    """The wagers to return: those that are not in prison."""
    return (Returned(each.stake, each.coupon) for each in standing if not each.imprisoned)


def _stood(table: Table) -> Iterator[StandingWager]:
    """Every wager as it was before the collection."""
    if table.phase is not Phase.COLLECTED:
        yield from table.standing()
        return
    for settled in table.settled.values():
        yield from settled.wagers.values()


def uncollected(table: Table) -> Iterator[e.CollectionReturned]:
    """Puts back everything that was collected in the round."""
    if table.phase is not Phase.COLLECTED:
        return
    for seats, last in chunks((_taken(table, seat) for seat in table.settled), SEATS):
        yield e.CollectionReturned(seats, last)


def _taken(table: Table, seat: int) -> Uncollected:
    stood, now = table.settled[seat].wagers, table.wagers.get(seat) or Wagers(seat)
    return Uncollected(seat, stood.total - now.total, _coupons(stood) - _coupons(now))


def _coupons(wagers: Wagers) -> int:
    return sum(each.coupon for each in wagers.others.values())
