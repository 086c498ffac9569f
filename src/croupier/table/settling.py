"""From the crown to its lifting: choices in prison, fifths, losers collected, winners paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from msgspec.structs import replace

from croupier.game.settlement import Ruling, Verdict
from croupier.game.wager import ADJACENT_PARTS
from croupier.rules.procedure import Duty
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.event import Collected, Payment
from croupier.table.guard import Decision, refuse, step
from croupier.table.questions import choosers, is_big_six, winning_adjacents
from croupier.table.state import Phase, Standing, Table, TableRules
from croupier.terms.refusal import Refusal
from croupier.terms.steps import StepCode

CHUNK = 1000
"""The most wagers in one event, so that a record stays small in a round of any size."""

T = TypeVar("T")


def rule(rules: TableRules, table: Table, standing: Standing) -> tuple[Ruling, str | None]:
    """What the number at rest does to one wager as it stood before anything was taken, and the clause behind it."""
    spot, spin = rules.rules.layout[standing.stake.spot], table.spin
    ruling = rules.rules.game.settle(
        spot,
        standing.stake.amount + table.taken.get(standing.stake.key, 0),
        spin.number,
        choice=standing.choice or rules.rules.default_choice,
        imprisoned=standing.imprisoned,
        coupon=standing.coupon,
        between=spin.between,
    )
    return ruling, rules.rules.authority_for(ruling, spot).clause


def _rule_all(rules: TableRules, table: Table) -> Iterator[tuple[Standing, Ruling, str | None]]:
    """What the number does to every wager on the layout; wagers that are alike are ruled on once."""
    known: dict[tuple[object, ...], tuple[Ruling, str | None]] = {}
    for standing in table.standing():
        stake = standing.stake
        taken = table.taken.get(stake.key, 0) if table.taken else 0  # empty where nothing was halved
        like = (stake.spot, stake.amount, taken, standing.coupon, standing.imprisoned, standing.choice)
        found = known.get(like)
        if found is None:
            found = known[like] = rule(rules, table, standing)
        yield standing, *found


def choose_in_prison(rules: TableRules, table: Table, command: c.ChooseInPrison) -> Decision:
    """A choice for every wager that the seat has on the spot, while there is time."""
    open_keys = set(choosers(rules, table)) if table.phase is Phase.CROWNED else set()
    over = refuse(rules, StepCode.CHOICE_OVER, Duty.PRISON, spot=command.spot)
    if not open_keys or command.at > table.spin.choose_until:
        return over
    spot = rules.rules.find(command.spot)
    if isinstance(spot, Refusal):
        return spot
    mine = table.wagers.get(command.seat, {}).values()
    if not any(each.stake.spot == spot.id and each.stake.key in open_keys for each in mine):
        return over
    return (e.PrisonChosen(command.seat, spot.id, command.choice),)


def move_fifths(rules: TableRules, table: Table, _command: c.MoveFifths) -> Decision:
    refusal = step(rules, table, "moving fifths", Duty.FIFTHS, Phase.CROWNED)
    if refusal:
        return refusal
    winners = winning_adjacents(rules, table)
    if not winners or table.spin.fifths_moved:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.FIFTHS, what="move to the number's box")
    fifths = tuple(replace(stake, amount=stake.amount // ADJACENT_PARTS) for stake in winners)
    return (e.FifthsMoved(table.spin.number, fifths),)


def collect_losers(rules: TableRules, table: Table, command: c.CollectLosers) -> Decision:
    """All losing wagers, and the lost part of the others, before any winner is paid."""
    at = Phase.AT_REST if is_big_six(rules) else Phase.CROWNED
    refusal = step(rules, table, "collecting losers", Duty.COLLECT, at)
    if refusal:
        return refusal
    waiting = choosers(rules, table)
    if waiting and command.at < table.spin.choose_until:
        return refuse(rules, StepCode.CHOICE_PENDING, Duty.PRISON, count=len(waiting))
    if not table.spin.fifths_moved and winning_adjacents(rules, table):
        return refuse(rules, StepCode.FIFTHS_NOT_MOVED, Duty.FIFTHS)
    return tuple(e.LosersCollected(wagers, last) for wagers, last in _chunks(_collected(rules, table)))


def _collected(rules: TableRules, table: Table) -> Iterator[Collected]:
    for standing, ruling, clause in _rule_all(rules, table):
        taken = standing.stake.amount - ruling.returned
        lifted = standing.coupon - ruling.coupon
        if ruling.verdict is Verdict.WIN:  # its coupon is lifted when it is paid
            lifted = 0
        if taken or lifted:
            yield Collected(standing.stake, taken, lifted, clause)


def pay_winners(rules: TableRules, table: Table, _command: c.PayWinners) -> Decision:
    """Winnings and what is returned of a stake go to the player (a tip wager's to the tip box)."""
    refusal = step(rules, table, "paying winners", Duty.PAY, Phase.COLLECTED)
    if refusal:
        return refusal
    events: list[e.AnyEvent] = [e.WinnersPaid(wagers, last) for wagers, last in _chunks(_payments(rules, table))]
    if is_big_six(rules):
        events.append(e.CrownLifted(table.round))
    return tuple(events)


def _payments(rules: TableRules, table: Table) -> Iterator[Payment]:
    for standing, ruling, clause in _rule_all(rules, table):
        if ruling.returned or ruling.winnings:
            lifted = standing.coupon if ruling.verdict is Verdict.WIN else 0
            yield Payment(standing.stake, ruling.verdict, ruling.winnings, ruling.returned, lifted, clause)


def lift_crown(rules: TableRules, table: Table, _command: c.LiftCrown) -> Decision:
    if is_big_six(rules):
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.PAY, what="lift: Big Six has no crown")
    return step(rules, table, "lifting the crown", Duty.LIFT, Phase.PAID) or (e.CrownLifted(table.round),)


def _chunks(items: Iterable[T]) -> Iterator[tuple[tuple[T, ...], bool]]:
    """Items in chunks, each with whether it is the last; at least one chunk, which may be empty."""
    source = iter(items)
    chunk = tuple(islice(source, CHUNK))
    while True:
        following = tuple(islice(source, CHUNK))
        yield chunk, not following
        if not following:
            return
        chunk = following
