"""Commands of the pit: equipment, opening and closing, shifts, disputes and corrections."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from croupier.equipment import decide as equipment
from croupier.equipment.command import EquipmentCommand, RecordLicense, SignCommand
from croupier.equipment.questions import obstacles
from croupier.equipment.signs import decide_sign, sign_obstacles
from croupier.game.settlement import Verdict
from croupier.game.zero import Choice
from croupier.rules.procedure import ProcedureStep
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.irregularity import free_wagers
from croupier.table.preconditions import (
    Decision,
    check_amount,
    check_count,
    check_words,
    for_points_alone,
    refuse,
    same_person,
    step,
)
from croupier.table.questions import at_last_spin, choosers_again, silence
from croupier.table.seating import no_terminals
from croupier.table.settling import Ruler, chunks
from croupier.table.stake import Freed, KeptBySeat, Stake
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.citation import Authority, Basis
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.refusal import Refusal, least

KEPT_MAX = 4_000
"""About how many wagers one event corrects, so that records stay small in a round of any size."""


def maintain_equipment(rules: TableRules, table: Table, command: EquipmentCommand) -> Decision:
    """Work on the equipment, at a closed table or between two spins; a license can be recorded at any time."""
    if isinstance(command, RecordLicense):
        return equipment.decide(rules.equipment, table.equipment, command, game_open=table.phase is not Phase.CLOSED)
    waits = step(rules, table, type(command), ProcedureStep.ORDER, Phase.CLOSED, Phase.BETTING, waits=False)
    open_now = table.phase is not Phase.CLOSED
    return waits or equipment.decide(rules.equipment, table.equipment, command, game_open=open_now)


def post(rules: TableRules, table: Table, command: SignCommand) -> Decision:
    """Posts or takes down a sign, at any time."""
    return decide_sign(rules.due_signs, table.equipment, command)


def _signs(rules: TableRules, table: Table, at: int) -> Iterator[Refusal]:
    recorded = rules.setup.signs_recorded
    if recorded or table.equipment.signs:
        yield from sign_obstacles(rules.due_signs, table.equipment, at, recorded=recorded)


def open_table(rules: TableRules, table: Table, command: c.OpenTable) -> Decision:
    """Opens the table, after checking inspection, signs, staff and float in the current state."""
    refusal = least(
        _two_people(rules, table, command),
        no_terminals(rules),
        *obstacles(rules.equipment, table.equipment, command.at),
        *_signs(rules, table, command.at),
        check_count(rules, command.float_count),
        _tournament(rules, command) if command.tournament or command.event else None,
    )
    if refusal:
        return refusal
    opened = e.TableOpened(
        rules.setup.number,
        rules.betting.book.id,
        rules.document,
        rules.digest,
        command.dealer,
        command.supervisor,
        command.float_count,
    )
    if not command.tournament:
        return (opened,)
    return (opened, e.OpenedForTournament(command.tournament.strip(), command.event.strip()))


def _tournament(rules: TableRules, command: c.OpenTable) -> Refusal | None:
    """Refuses to open for a tournament with a float, or if the text has no rules for tournaments."""
    book = rules.betting.book
    if book.tournaments is None:
        authority = Authority(Basis.CUSTOMARY)
        return Refusal(CommandRefusalCode.TOURNAMENT_NOT_IN_TEXT, authority, {"book": book.title})
    if command.float_count:
        return for_points_alone(rules, command.tournament.strip(), "Open it with an empty float.")
    return check_words(rules, ProcedureStep.ORDER, tournament=command.tournament, event=command.event)


def _two_people(rules: TableRules, table: Table, command: c.NamesStaff) -> Refusal | None:
    """Refuses the same person as dealer and supervisor, since the supervisor decides about the dealer's game."""
    same = same_person(command.dealer, command.supervisor)
    facts: dict[str, str | int] = {"who": "dealer", "what": "supervise the same table", "allowed": "another person"}
    seated = any(same_person(seat.player, command.dealer) for seat in table.seats.values())
    plays = refuse(
        rules, CommandRefusalCode.DEALER_MAY_NOT_PLAY, ProcedureStep.DEALER_APART, player=command.dealer.strip()
    )
    return least(
        refuse(rules, CommandRefusalCode.ROLE_NOT_ALLOWED, ProcedureStep.DISPUTE, **facts)
        if same and command.dealer.strip()
        else None,
        plays if seated else None,
        check_words(rules, ProcedureStep.ORDER, dealer=command.dealer, supervisor=command.supervisor),
    )


def close_table(rules: TableRules, table: Table, command: c.CloseTable) -> Decision:
    """Closes the table between rounds, when players have nothing left at it."""
    left = sum(seat.total for seat in table.seats.values()) + sum(wagers.total for wagers in table.wagers.values())
    refusal = least(
        refuse(rules, CommandRefusalCode.SEAT_IN_PLAY, ProcedureStep.ORDER, left=left) if left else None,
        step(rules, table, type(command), ProcedureStep.ORDER, Phase.BETTING),
        check_count(rules, command.float_count),
    )
    return refusal or (e.TableClosed(command.float_count, table.house_float),)


def end_play(rules: TableRules, table: Table, command: c.EndPlay) -> Decision:
    """Ends play between rounds: returns every wager, and resolves those in prison by the rule for a last spin."""
    done = "end: play has ended" if table.ended else ""
    refusal = least(
        refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.LAST_SPIN, what=done) if done else None,
        step(rules, table, type(command), ProcedureStep.ORDER, Phase.BETTING),
    )
    return refusal or tuple(_ending(rules, table))


def _ending(rules: TableRules, table: Table) -> Iterator[e.PlayEnded]:
    authority = rules.procedure.authority(ProcedureStep.LAST_SPIN)
    prisoners = (each.stake for each in table.standing() if each.imprisoned)
    freed = (
        Freed(stake, stake.amount - back, back, authority)
        for stake in prisoners
        for back in (at_last_spin(rules, stake.amount),)
    )
    returned = free_wagers(table.standing())
    for back, out in zip_longest((part for part, _ in chunks(returned)), (part for part, _ in chunks(freed))):
        yield e.PlayEnded(back or (), out or ())


def change_shift(rules: TableRules, table: Table, command: c.ChangeShift) -> Decision:
    refusal = least(
        _two_people(rules, table, command),
        step(rules, table, type(command), ProcedureStep.ORDER, Phase.BETTING),
        check_count(rules, command.float_count),
    )
    return refusal or (e.ShiftChanged(command.dealer, command.supervisor, command.float_count, table.house_float),)


def relieve_staff(rules: TableRules, table: Table, command: c.RelieveStaff) -> Decision:
    """Relieves staff in any phase, so that a round can be finished if somebody falls ill."""
    same = (command.dealer, command.supervisor) == (table.dealer, table.supervisor)
    refusal = least(
        _two_people(rules, table, command),
        refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.ORDER, what="relieve: both are on shift")
        if same
        else None,
    )
    return refusal or (e.StaffRelieved(command.dealer, command.supervisor),)


def raise_dispute(rules: TableRules, table: Table, command: c.RaiseDispute) -> Decision:
    facts: dict[str, str | int] = {
        "round": command.round,
        "instead": "The rounds so far are 1 to {rounds}.",
        "rounds": table.round,
    }
    refusal = least(
        check_words(rules, ProcedureStep.DISPUTE, dispute=command.what),
        None
        if 1 <= command.round <= table.round
        else refuse(rules, CommandRefusalCode.ROUND_UNKNOWN, ProcedureStep.DISPUTE, **facts),
    )
    if refusal:
        return refusal
    player = table.seats[command.seat].player if command.seat else ""
    return (e.DisputeRaised(max(table.disputes, default=0) + 1, command.round, command.what, player),)


def decide_dispute(rules: TableRules, table: Table, command: c.DecideDispute) -> Decision:
    """Decides a dispute with a reason; awards are paid, and wrong payments are taken back."""
    dispute = table.disputes.get(command.dispute)
    empty = next((seat for seat in sorted(command.awards) if seat not in table.seats), None)
    refusal = least(
        refuse(rules, CommandRefusalCode.SEAT_EMPTY, ProcedureStep.DISPUTE, seat=empty) if empty is not None else None,
        check_words(rules, ProcedureStep.DISPUTE, decision=command.decision, reason=command.why),
        None
        if dispute and not dispute.decided
        else refuse(rules, CommandRefusalCode.DISPUTE_UNKNOWN, ProcedureStep.DISPUTE, dispute=command.dispute),
        *(check_amount(rules, abs(amount), "award") for amount in command.awards.values()),
    )
    if refusal or dispute is None:
        return refusal or ()
    purses = _Purses(table)
    chips = Chips.ELECTRONIC if rules.setup.electronic else Chips.VALUE
    events: list[e.AnyEvent] = [e.DisputeDecided(command.dispute, command.decision, command.why)]
    for seat, amount in sorted(command.awards.items()):
        player = table.seats[seat].player
        events.extend(purses.settle(seat, player, chips, amount, dispute.round, command.why))
    return tuple(events)


class _Purses:
    """The stacks of players while a decision is being paid."""

    def __init__(self, table: Table, released: tuple[Stake, ...] = ()) -> None:
        self.players = {number: seat.player for number, seat in table.seats.items()}
        self.stacks = {number: dict(seat.stacks) for number, seat in table.seats.items()}
        for stake in released:
            if not stake.tip:
                stacks = self.stacks[stake.seat]
                stacks[stake.chips] = stacks.get(stake.chips, 0) + stake.amount

    def settle(
        self, seat: int, player: str, chips: Chips, amount: int, round: int, why: str
    ) -> Iterator[e.BalanceCorrected]:
        """Pays an amount, or takes it back from chips of any kind; what cannot be paid becomes a claim."""
        if self.players.get(seat) != player:
            if amount:
                yield e.BalanceCorrected(seat, player, chips, 0, -amount, round, why)
            return
        stacks = self.stacks[seat]
        if amount > 0:
            stacks[chips] = stacks.get(chips, 0) + amount
            yield e.BalanceCorrected(seat, player, chips, amount, 0, round, why)
            return
        owed = -amount
        for kind in sorted(stacks, key=lambda each: (each is not chips, each)):
            taken = min(owed, stacks[kind])
            if taken:
                stacks[kind] -= taken
                owed -= taken
                yield e.BalanceCorrected(seat, player, kind, -taken, 0, round, why)
        if owed:
            yield e.BalanceCorrected(seat, player, chips, 0, owed, round, why)


def correct_number(rules: TableRules, table: Table, command: c.CorrectNumber) -> Decision:
    """Settles the last round again with the right number: every difference is paid or taken back.

    It is allowed between rounds only, when every wager of the corrected round has been settled. If the right number
    gives players a choice in prison, they get their time to choose first, and then the command is given again.
    """
    begun = table.correction is not None
    refusal = least(
        check_words(rules, ProcedureStep.DISPUTE, reason=command.why),
        step(rules, table, type(command), ProcedureStep.DISPUTE, Phase.BETTING, waits=not begun),
        _not_correctable(rules, table, command.number),
    )
    if refusal:
        return refusal
    waiting = choosers_again(rules, table, command.number)
    correction = table.correction
    if correction is None or correction.number != command.number:
        if waiting:
            until = command.at + rules.setup.prison_ms
            return (e.CorrectionBegun(table.settled_round, table.settled_number, command.number, command.why, until),)
    elif waiting and command.at < correction.choose_until:
        return refuse(rules, CommandRefusalCode.CHOICE_PENDING, ProcedureStep.PRISON, count=len(waiting))
    return tuple(_corrected(rules, table, command.number, command.why))


def _corrected(rules: TableRules, table: Table, number: str, why: str) -> Iterator[e.AnyEvent]:
    released = tuple(standing.stake for standing in table.standing() if standing.imprisoned)
    kept, left = _again(rules, table, number)
    for stakes, keeps, imprisoned in _parts(released, kept, tuple(left.values())):
        yield e.NumberCorrected(table.settled_round, table.settled_number, number, why, stakes, keeps, imprisoned)
    owed: dict[tuple[int, str, Chips], int] = {}
    tips = 0
    for each in kept:
        settled = table.settled[each.seat]
        for key, standing in settled.wagers.items():
            more = each.wagers.get(key, 0) - settled.kept.get(key, 0)
            if (each.seat, key) in left:
                more -= standing.stake.amount  # it is on the layout, in prison
            if standing.stake.tip:
                tips += more
            elif more:
                whose = (each.seat, settled.player, standing.stake.chips)
                owed[whose] = owed.get(whose, 0) + more
    purses = _Purses(table, released)
    for (seat, player, chips), amount in sorted(owed.items(), key=lambda item: (-item[1], item[0])):
        yield from purses.settle(seat, player, chips, amount, table.settled_round, why)
    if tips:
        paid = max(tips, -table.tips - sum(stake.amount for stake in released if stake.tip))
        yield e.TipsCorrected(paid, paid - tips, table.settled_round, why)


def _again(rules: TableRules, table: Table, number: str) -> tuple[list[KeptBySeat], dict[tuple[int, str], Stake]]:
    """What every wager keeps under another number, and the wagers that the number leaves in prison.

    A wager whose player has left, or that cannot be put back on its spot, gets half back.
    """
    rule = Ruler(rules, number, between=table.settled_between)
    chosen = table.correction.choices if table.correction is not None else {}
    may_leave = {(stake.seat, stake.key) for stake in choosers_again(rules, table, number)}
    left: dict[tuple[int, str], Stake] = {}

    def choice(seat: int, key: str, spot: str) -> Choice:
        return chosen.get(seat, {}).get(spot) or (silence(rules) if (seat, key) in may_leave else Choice.HALF)

    def keeps(seat: int, key: str, standing: StandingWager) -> int:
        stake = standing.stake
        ruling, _ = rule(StandingWager(stake, standing.coupon, choice(seat, key, stake.spot)))
        if ruling.verdict is Verdict.IMPRISONED:
            left[seat, key] = stake
        return ruling.winnings + ruling.returned

    kept = [
        KeptBySeat(seat, {key: kept for key, each in settled.wagers.items() if (kept := keeps(seat, key, each))})
        for seat, settled in table.settled.items()
    ]
    return kept, left


def _parts(
    released: tuple[Stake, ...], kept: list[KeptBySeat], left: tuple[Stake, ...]
) -> Iterator[tuple[tuple[Stake, ...], tuple[KeptBySeat, ...], tuple[Stake, ...]]]:
    """Splits a correction into parts that fit in a record; at least one."""
    parts: list[tuple[KeptBySeat, ...]] = []
    part: list[KeptBySeat] = []
    for each in kept:
        if each.wagers:
            part.append(each)
        if sum(len(other.wagers) for other in part) >= KEPT_MAX:
            parts.append(tuple(part))
            part = []
    parts.append(tuple(part))
    chunked = ((stakes for stakes, _ in chunks(each)) for each in (released, left))
    for stakes, keeps, imprisoned in zip_longest(next(chunked), parts, next(chunked)):
        if stakes or keeps or imprisoned or len(parts) == 1:
            yield stakes or (), keeps or (), imprisoned or ()


def _not_correctable(rules: TableRules, table: Table, number: str) -> Refusal | None:
    if number not in rules.betting.game.wheel.counts:
        return refuse(rules, CommandRefusalCode.NUMBER_UNKNOWN, ProcedureStep.ANNOUNCE, number=number or "nothing")
    if not table.settled_round:
        facts: dict[str, str | int] = {"round": table.round, "instead": "No round has been settled yet."}
        return refuse(rules, CommandRefusalCode.ROUND_UNKNOWN, ProcedureStep.DISPUTE, **facts)
    if number == table.settled_number:
        return refuse(
            rules,
            CommandRefusalCode.NOTHING_TO_DO,
            ProcedureStep.DISPUTE,
            what="correct: {number} is on record",
            number=number,
        )
    return None
