"""What the pit does at a table: equipment, opening and closing, shifts, fills, disputes and corrections."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from croupier.game.settlement import Choice
from croupier.pit import decide as equipment
from croupier.pit.command import PitCommand
from croupier.pit.questions import obstacles
from croupier.rules.procedure import Duty
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.event import Kept, Stake
from croupier.table.guard import Decision, check_amount, check_count, check_words, refuse, step
from croupier.table.settling import Ruler, chunks
from croupier.table.state import Phase, Standing, Table, TableRules
from croupier.terms.refusal import Refusal, least
from croupier.terms.steps import StepCode

KEPT_MAX = 4_000
"""About so many wagers are corrected by one event, so that a record stays small in a round of any size."""


def keep_up(rules: TableRules, table: Table, command: PitCommand) -> Decision:
    """What is done to the equipment, at a closed table or between two spins."""
    name = f"to {str(type(command).__struct_config__.tag).replace('-', ' ', 1)}"
    waits = step(rules, table, name, Duty.ORDER, Phase.CLOSED, Phase.BETTING, waits=False)
    open_now = table.phase is not Phase.CLOSED
    return waits or equipment.decide(rules.equipment, table.equipment, command, game_open=open_now)


def open_table(rules: TableRules, table: Table, command: c.OpenTable) -> Decision:
    """Whatever stands in the way of opening is asked of the state in which the opening is decided."""
    refusal = least(
        _two_people(rules, command),
        *obstacles(rules.equipment, table.equipment),
        check_count(rules, command.float_count),
    )
    return refusal or (
        e.TableOpened(
            rules.setup.number,
            rules.rules.book.id,
            rules.document,
            rules.digest,
            command.dealer,
            command.supervisor,
            command.float_count,
        ),
    )


def _two_people(rules: TableRules, command: c.OpenTable | c.ChangeShift) -> Refusal | None:
    """Who deals does not supervise: the supervisor, and not the dealer, decides."""
    same = command.dealer.strip() == command.supervisor.strip()
    facts: dict[str, str | int] = {"who": "dealer", "what": "supervise the same table", "allowed": "another person"}
    return least(
        refuse(rules, StepCode.ROLE_NOT_ALLOWED, Duty.DISPUTE, **facts) if same and command.dealer.strip() else None,
        check_words(rules, Duty.DEALER, dealer=command.dealer, supervisor=command.supervisor),
    )


def close_table(rules: TableRules, table: Table, command: c.CloseTable) -> Decision:
    """Between rounds, with nothing of a player's left at the table."""
    left = sum(seat.total for seat in table.seats.values()) + sum(wagers.total for wagers in table.wagers.values())
    refusal = least(
        refuse(rules, StepCode.SEAT_IN_PLAY, Duty.CHIPS, left=left) if left else None,
        step(rules, table, "closing the table", Duty.DEALER, Phase.BETTING),
        check_count(rules, command.float_count),
    )
    return refusal or (e.TableClosed(command.float_count, table.house_float),)


def change_shift(rules: TableRules, table: Table, command: c.ChangeShift) -> Decision:
    refusal = least(
        _two_people(rules, command),
        step(rules, table, "a change of shift", Duty.DEALER, Phase.BETTING),
        check_count(rules, command.float_count),
    )
    return refusal or (e.ShiftChanged(command.dealer, command.supervisor, command.float_count, table.house_float),)


def move_float(rules: TableRules, _table: Table, command: c.MoveFloat) -> Decision:
    refusal = least(
        check_words(rules, Duty.DROP_BOX, slip=command.slip),
        check_amount(rules, abs(command.amount), "fill or credit", Duty.DROP_BOX),
    )
    return refusal or (e.FloatMoved(command.amount, command.slip),)


def raise_dispute(rules: TableRules, table: Table, command: c.RaiseDispute) -> Decision:
    facts: dict[str, str | int] = {"round": command.round, "instead": f"The rounds so far are 1 to {table.round}."}
    refusal = least(
        check_words(rules, Duty.DISPUTE, dispute=command.what),
        None if 1 <= command.round <= table.round else refuse(rules, StepCode.ROUND_UNKNOWN, Duty.DISPUTE, **facts),
    )
    if refusal:
        return refusal
    player = table.seats[command.seat].player if command.seat else ""
    return (e.DisputeRaised(max(table.disputes, default=0) + 1, command.round, command.what, player),)


def decide_dispute(rules: TableRules, table: Table, command: c.DecideDispute) -> Decision:
    """The supervisor decides and says why; awards are paid, and what was paid wrongly is taken back."""
    dispute = table.disputes.get(command.dispute)
    empty = next((seat for seat in sorted(command.awards) if seat not in table.seats), None)
    refusal = least(
        refuse(rules, StepCode.SEAT_EMPTY, Duty.DISPUTE, seat=empty) if empty is not None else None,
        check_words(rules, Duty.DISPUTE, decision=command.decision, reason=command.why),
        None
        if dispute and not dispute.decided
        else refuse(rules, StepCode.DISPUTE_UNKNOWN, Duty.DISPUTE, dispute=command.dispute),
        *(check_amount(rules, abs(amount), "award", Duty.DISPUTE) for amount in command.awards.values()),
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
    """What players have in front of them while a decision is being paid."""

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
        """Pays an amount, or takes it back from whatever chips are there; what is left open is a claim."""
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
    """The last settled round once more with the right number: every difference is paid or taken back.

    It comes between rounds, so that every wager of the round that is corrected has been settled.
    """
    refusal = least(
        check_words(rules, Duty.DISPUTE, reason=command.why),
        step(rules, table, "correcting a number", Duty.DISPUTE, Phase.BETTING),
        _not_correctable(rules, table, command.number),
    )
    if refusal:
        return refusal
    released = tuple(standing.stake for standing in table.standing() if standing.imprisoned)
    kept = _again(rules, table, command.number)
    events: list[e.AnyEvent] = [
        e.NumberCorrected(table.settled_round, table.settled_number, command.number, command.why, *part)
        for part in _parts(released, kept)
    ]
    owed: dict[tuple[int, str, Chips], int] = {}
    tips = 0
    for each in kept:
        settled = table.settled[each.seat]
        for key, standing in settled.wagers.items():
            more = each.wagers.get(key, 0) - settled.kept.get(key, 0)
            if standing.stake.tip:
                tips += more
            elif more:
                whose = (each.seat, settled.player, standing.stake.chips)
                owed[whose] = owed.get(whose, 0) + more
    purses = _Purses(table, released)
    for (seat, player, chips), amount in sorted(owed.items(), key=lambda item: (-item[1], item[0])):
        events.extend(purses.settle(seat, player, chips, amount, table.settled_round, command.why))
    if tips:
        paid = max(tips, -table.tips - sum(stake.amount for stake in released if stake.tip))
        events.append(e.TipsCorrected(paid, paid - tips, table.settled_round, command.why))
    return tuple(events)


def _again(rules: TableRules, table: Table, number: str) -> list[Kept]:
    """What every wager keeps under another number; one that would have gone to prison gets half back."""
    rule = Ruler(rules, number, between=table.settled_between)

    def keeps(standing: Standing) -> int:
        ruling, _ = rule(Standing(standing.stake, standing.coupon, standing.imprisoned, Choice.HALF))
        return ruling.winnings + ruling.returned

    return [
        Kept(seat, {key: kept for key, standing in settled.wagers.items() if (kept := keeps(standing))})
        for seat, settled in table.settled.items()
    ]


def _parts(released: tuple[Stake, ...], kept: list[Kept]) -> Iterator[tuple[tuple[Stake, ...], tuple[Kept, ...]]]:
    """A correction in parts that a record can hold; at least one."""
    parts: list[tuple[Kept, ...]] = []
    part: list[Kept] = []
    for each in kept:
        if each.wagers:
            part.append(each)
        if sum(len(other.wagers) for other in part) >= KEPT_MAX:
            parts.append(tuple(part))
            part = []
    parts.append(tuple(part))
    for stakes, keeps in zip_longest((stakes for stakes, _ in chunks(released)), parts):
        if stakes or keeps or len(parts) == 1:
            yield stakes or (), keeps or ()


def _not_correctable(rules: TableRules, table: Table, number: str) -> Refusal | None:
    if number not in rules.rules.game.wheel.counts:
        return refuse(rules, StepCode.NUMBER_UNKNOWN, Duty.ANNOUNCE, number=number or "nothing")
    if not table.settled_round:
        facts: dict[str, str | int] = {"round": table.round, "instead": "No round has been settled yet."}
        return refuse(rules, StepCode.ROUND_UNKNOWN, Duty.DISPUTE, **facts)
    if number == table.settled_number:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.DISPUTE, what=f"correct: {number} is on record")
    return None
