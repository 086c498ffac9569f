"""What the pit does at a table: opening and closing, shifts, fills, disputes and corrections."""

from __future__ import annotations

from croupier.game.settlement import Verdict
from croupier.rules.procedure import Duty
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.guard import Decision, check_words, refuse, step
from croupier.table.state import Phase, Settled, Table, TableRules
from croupier.terms.steps import StepCode


def open_table(rules: TableRules, _table: Table, command: c.OpenTable) -> Decision:
    refusal = check_words(rules, Duty.DEALER, dealer=command.dealer, supervisor=command.supervisor)
    if refusal is None and command.float_count < 0:
        refusal = refuse(rules, StepCode.AMOUNT_NOT_POSITIVE, Duty.DEALER, amount=command.float_count, what="count")
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


def close_table(rules: TableRules, table: Table, command: c.CloseTable) -> Decision:
    """Between rounds, with nothing of a player's left at the table."""
    refusal = step(rules, table, "closing the table", Duty.DEALER, Phase.BETTING)
    if refusal:
        return refusal
    left = sum(seat.total for seat in table.seats.values()) + sum(each.stake.amount for each in table.standing())
    if left:
        return refuse(rules, StepCode.SEAT_IN_PLAY, Duty.CHIPS, left=left)
    return (e.TableClosed(command.float_count, table.house_float),)


def change_shift(rules: TableRules, table: Table, command: c.ChangeShift) -> Decision:
    refusal = step(rules, table, "a change of shift", Duty.DEALER, Phase.BETTING)
    if refusal is None:
        refusal = check_words(rules, Duty.DEALER, dealer=command.dealer, supervisor=command.supervisor)
    return refusal or (e.ShiftChanged(command.dealer, command.supervisor, command.float_count, table.house_float),)


def move_float(rules: TableRules, _table: Table, command: c.MoveFloat) -> Decision:
    refusal = check_words(rules, Duty.DROP_BOX, slip=command.slip)
    if refusal is None and command.amount == 0:
        refusal = refuse(rules, StepCode.AMOUNT_NOT_POSITIVE, Duty.DROP_BOX, amount=0, what="fill or credit")
    return refusal or (e.FloatMoved(command.amount, command.slip),)


def raise_dispute(rules: TableRules, table: Table, command: c.RaiseDispute) -> Decision:
    refusal = check_words(rules, Duty.DISPUTE, dispute=command.what)
    if refusal:
        return refusal
    if not 1 <= command.round <= table.round:
        facts: dict[str, str | int] = {"round": command.round, "instead": f"The rounds so far are 1 to {table.round}."}
        return refuse(rules, StepCode.ROUND_UNKNOWN, Duty.DISPUTE, **facts)
    number = max(table.disputes, default=0) + 1
    return (e.DisputeRaised(number, command.round, command.what, command.seat),)


def decide_dispute(rules: TableRules, table: Table, command: c.DecideDispute) -> Decision:
    """The supervisor decides and says why; awards are paid, and what was paid wrongly is taken back."""
    dispute = table.disputes.get(command.dispute)
    if dispute is None or dispute.decided:
        return refuse(rules, StepCode.DISPUTE_UNKNOWN, Duty.DISPUTE, dispute=command.dispute)
    refusal = check_words(rules, Duty.DISPUTE, decision=command.decision, reason=command.why)
    if refusal:
        return refusal
    for seat in command.awards:
        if seat not in table.seats:
            return refuse(rules, StepCode.SEAT_EMPTY, Duty.DISPUTE, seat=seat)
    events: list[e.AnyEvent] = [e.DisputeDecided(command.dispute, command.decision, command.why)]
    for seat, amount in sorted(command.awards.items()):
        if amount:
            player = table.seats[seat].player
            events.append(_compensate(table, seat, player, _purse(rules), amount, dispute.round, command.why))
    return tuple(events)


def _purse(rules: TableRules) -> Chips:
    """The chips in which the house pays what it owes a player."""
    return Chips.ELECTRONIC if rules.setup.electronic else Chips.VALUE


def _compensate(
    table: Table, seat: int, player: str, chips: Chips, amount: int, round: int, why: str, *, released: int = 0
) -> e.BalanceCorrected:
    """Pays the amount, or takes it back as far as the stack reaches; what is left open is a claim."""
    taken = table.seats.get(seat)
    here = taken is not None and taken.player == player
    has = taken.stacks.get(chips, 0) + released if taken is not None and here else 0
    paid = max(amount, -has) if here else 0
    return e.BalanceCorrected(seat, player, chips, paid, paid - amount, round, why)


def correct_number(rules: TableRules, table: Table, command: c.CorrectNumber) -> Decision:
    """The last settled round once more with the right number: every difference is paid or taken back.

    It comes between rounds, so that every wager of the round that is corrected has been settled.
    """
    refusal = step(rules, table, "correcting a number", Duty.DISPUTE, Phase.BETTING)
    if refusal is None:
        refusal = check_words(rules, Duty.DISPUTE, reason=command.why)
    if refusal:
        return refusal
    if not table.settled_round:
        facts: dict[str, str | int] = {"round": table.round, "instead": "No round has been settled yet."}
        return refuse(rules, StepCode.ROUND_UNKNOWN, Duty.DISPUTE, **facts)
    wheel = rules.rules.game.wheel
    if command.number not in wheel.counts:
        return refuse(rules, StepCode.NUMBER_UNKNOWN, Duty.ANNOUNCE, number=command.number or "nothing")
    if command.number == table.settled_number:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.DISPUTE, what=f"correct: {command.number} is on record")
    released = tuple(standing.stake for standing in table.standing() if standing.imprisoned)
    owed: dict[tuple[int, str, Chips], int] = {}
    tips = 0
    for settled in table.settled:
        difference = _again(rules, table, settled, command.number) - settled.kept
        if settled.stake.tip:
            tips += difference
        else:
            key = (settled.stake.seat, settled.player, settled.stake.chips)
            owed[key] = owed.get(key, 0) + difference
    events: list[e.AnyEvent] = [
        e.NumberCorrected(table.settled_round, table.settled_number, command.number, command.why, released)
    ]
    for (seat, player, chips), amount in sorted(owed.items()):
        back = sum(each.amount for each in released if (each.seat, each.chips, each.tip) == (seat, chips, False))
        if amount:
            events.append(
                _compensate(table, seat, player, chips, amount, table.settled_round, command.why, released=back)
            )
    if tips:
        in_box = table.tips + sum(each.amount for each in released if each.tip)
        events.append(e.TipsCorrected(max(tips, -in_box), table.settled_round, command.why))
    return tuple(events)


def _again(rules: TableRules, table: Table, settled: Settled, number: str) -> int:
    """What the wager keeps under another number; one that would have gone to prison gets half back."""
    spot = rules.rules.layout[settled.stake.spot]
    ruling = rules.rules.game.settle(
        spot,
        settled.stake.amount,
        number,
        imprisoned=settled.imprisoned,
        coupon=settled.coupon,
        between=table.settled_between,
    )
    return ruling.winnings + ruling.returned if ruling.verdict is not Verdict.VOID else settled.stake.amount
