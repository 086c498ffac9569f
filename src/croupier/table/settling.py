"""Settling a round: choices in prison, fifths, losers collected, winners paid, crown lifted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, zip_longest
from typing import TypeVar

from msgspec.structs import replace

from croupier.game.settlement import Ruling, Verdict
from croupier.game.zero import Choice
from croupier.rules.procedure import ProcedureStep
from croupier.rules.settlement_authority import settlement_authority
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.odd_payment import paid_apart
from croupier.table.preconditions import Decision, refuse, step
from croupier.table.questions import choosers, choosers_again, groups, silence, winning_parts
from croupier.table.sequence import collect_phase, fifths_wait
from croupier.table.stake import Collected, Payment, Share, Stake, Swept
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Phase, Table, TableRules, WholeLosses
from croupier.terms.citation import Authority
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.pauses import Pausing
from croupier.terms.refusal import Refusal

CHUNK = 1000
"""The most wagers that one event lists, so that records stay small in a round of any size."""
SEATS = 2_500
"""The most seats that one collection event covers, so that none takes long to decide or apply."""

PAUSE_SEATS = 250
"""The most seats whose wagers are ruled on one by one without a pause."""
PAUSE_PAYMENTS = 1_000
"""The most payments that are decided without a pause."""

T = TypeVar("T")


class Ruler:
    """What a number does to wagers, and the authority for it. Caches the ruling on equal wagers."""

    def __init__(self, rules: TableRules, number: str, *, between: bool) -> None:
        self._rules, self._number, self._between = rules.betting, number, between
        self._silence = silence(rules)
        self._known: dict[tuple[object, ...], tuple[Ruling, Authority]] = {}

    def plain(self, spot: str, amount: int) -> tuple[Ruling, Authority]:
        """The ruling on a plain wager in a player's own chips."""
        return self._known.get((spot, amount)) or self._find((spot, amount), spot, amount)

    def __call__(self, standing: StandingWager) -> tuple[Ruling, Authority]:
        spot, amount, coupon = standing.stake.spot, standing.stake.amount, standing.coupon
        like = (spot, amount, coupon, standing.prison, standing.choice)
        return self._known.get(like) or self._find(like, spot, amount, coupon, standing.prison, standing.choice)

    def _find(
        self,
        like: tuple[object, ...],
        name: str,
        amount: int,
        coupon: int = 0,
        imprisoned: int = 0,
        choice: Choice | None = None,
    ) -> tuple[Ruling, Authority]:
        spot = self._rules.layout[name]
        ruling = self._rules.game.settle(
            spot,
            amount,
            self._number,
            choice=choice or self._silence,
            imprisoned=imprisoned,
            coupon=coupon,
            between=self._between,
        )
        found = self._known[like] = ruling, settlement_authority(self._rules, ruling, spot)
        return found


def choose_in_prison(rules: TableRules, table: Table, command: c.ChooseInPrison) -> Decision:
    """Records a choice for every wager of the seat on the spot, while there is time."""
    over = refuse(rules, CommandRefusalCode.CHOICE_OVER, ProcedureStep.PRISON, spot=command.spot)
    if table.correction is not None:
        return _choose_again(rules, table, command) or over
    if table.phase is not collect_phase(rules.procedure) or command.at > table.spin.choose_until:
        return over
    mine = choosers(rules, table, command.seat)
    if not mine:
        return over
    spot = rules.betting.find(command.spot)
    if isinstance(spot, Refusal):
        return spot
    if not any(stake.spot == spot.id for stake in mine):
        return over
    return (e.PrisonChosen(command.seat, spot.id, command.choice),)


def _choose_again(rules: TableRules, table: Table, command: c.ChooseInPrison) -> Decision | None:
    """Records a choice for a wager of the last round, whose number is being corrected."""
    correction = table.correction
    if correction is None or command.at > correction.choose_until:
        return None
    spot = rules.betting.find(command.spot)
    if isinstance(spot, Refusal):
        return spot
    mine = choosers_again(rules, table, correction.number)
    if any((stake.seat, stake.spot) == (command.seat, spot.id) for stake in mine):
        return (e.PrisonChosen(command.seat, spot.id, command.choice),)
    return None


def move_fifths(rules: TableRules, table: Table, command: c.MoveFifths) -> Decision:
    refusal = step(rules, table, type(command), ProcedureStep.FIFTHS, collect_phase(rules.procedure))
    if refusal:
        return refusal
    winners = winning_parts(rules, table)
    if not winners or not fifths_wait(rules, table):
        return refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.FIFTHS, what="move to the number's box")
    layout = rules.betting.layout
    fifths = tuple(replace(stake, amount=stake.amount // layout[stake.spot].parts) for stake in winners)
    return tuple(e.FifthsMoved(table.spin.number, wagers) for wagers, _ in chunks(fifths))


def collecting(rules: TableRules, table: Table, command: c.CollectLosers) -> Pausing[Decision]:
    """Collects all losing wagers and the lost part of others, before any winner is paid.

    Pauses after every `SEATS` seats; the table must not change before the end.
    """
    refusal = step(rules, table, type(command), ProcedureStep.COLLECT, collect_phase(rules.procedure))
    if refusal:
        return refusal
    waiting = choosers(rules, table)
    if waiting and command.at < table.spin.choose_until:
        return refuse(rules, CommandRefusalCode.CHOICE_PENDING, ProcedureStep.PRISON, count=len(waiting))
    if fifths_wait(rules, table):
        return refuse(rules, CommandRefusalCode.FIFTHS_NOT_MOVED, ProcedureStep.FIFTHS)
    lost, whole = _lost(rules, table)
    sweeps = []
    for seats, _ in chunks(table.wagers, SEATS):
        sweeps.append(_sweep(table, seats, lost))
        yield
    collected = yield from _singly(rules, table, whole)
    parts = list(zip_longest(sweeps, (wagers for wagers, _ in chunks(collected))))
    events = []
    for place, (sweep, wagers) in enumerate(parts, start=1):
        spots, seats_swept = sweep or ((), ())
        events.append(e.LosersCollected(spots, seats_swept, wagers or (), place == len(parts)))
    return tuple(events)


def _lost(rules: TableRules, table: Table) -> WholeLosses:
    """The spots that lose everything, with the authority; and all spots that lose or keep everything."""
    result = table.spin.number, table.spin.between
    found = rules.whole_losses.get(result)
    if found is None:
        found = rules.whole_losses[result] = _settle_spots(rules, *result)
    return found


def _settle_spots(rules: TableRules, number: str, between: bool) -> WholeLosses:
    default = silence(rules)
    lost: dict[str, Authority] = {}
    kept: list[str] = []
    for spot in rules.betting.layout.spots:
        unit = 2 * spot.parts
        ruling = rules.betting.game.settle(spot, unit, number, choice=default, between=between)
        if ruling.verdict is Verdict.LOSE:
            lost[spot.id] = settlement_authority(rules.betting, ruling, spot)
        elif ruling.verdict is Verdict.WIN and ruling.returned == unit:
            kept.append(spot.id)
    return lost, frozenset(lost).union(kept)


def _sweep(
    table: Table, seats: Iterable[int], lost: Mapping[str, Authority]
) -> tuple[tuple[Swept, ...], tuple[Share, ...]]:
    """The losses of these seats on the losing spots, totaled by spot and by seat."""
    by_spot = dict.fromkeys(lost, 0)
    shares: list[Share] = []
    for number in seats:
        wagers = table.wagers[number]
        taken = 0
        for spot, amount in wagers.plain.items():
            before = by_spot.get(spot)
            if before is not None:
                by_spot[spot] = before + amount
                taken += amount
        for each in wagers.others.values():
            if each.stake.spot in lost and not each.apart:
                by_spot[each.stake.spot] += each.stake.amount
                taken += each.stake.amount
        if taken:
            shares.append(Share(number, taken))
    swept = (Swept(spot, taken, lost[spot]) for spot, taken in by_spot.items() if taken)
    return tuple(swept), tuple(shares)


def _singly(rules: TableRules, table: Table, whole: frozenset[str]) -> Pausing[list[Collected]]:
    """The losses of wagers in prison, with a coupon, or lost in part; pauses after every `PAUSE_SEATS` seats."""
    rule = Ruler(rules, table.spin.number, between=table.spin.between)
    found: list[Collected] = []
    for count, wagers in enumerate(table.wagers.values(), start=1):
        if not count % PAUSE_SEATS:
            yield
        if not wagers.others and whole.issuperset(wagers.plain):
            continue
        for each in wagers.values():
            if each.stake.spot in whole and not each.apart:
                continue
            ruling, authority = rule(each)
            if ruling.verdict is Verdict.WIN:  # the losing parts are lost by position
                authority = rules.betting.position
            taken = each.stake.amount - ruling.returned
            # the coupon of a winner is collected with the payment
            lifted = each.coupon - ruling.coupon if ruling.verdict is not Verdict.WIN else 0
            if taken or lifted:
                found.append(Collected(each.stake, taken, lifted, authority))
    return found


def paying(rules: TableRules, table: Table, command: c.PayWinners) -> Pausing[Decision]:
    """Pays winnings and returned stakes to the players, and those of tip wagers into the tip box.

    Pauses after every `PAUSE_PAYMENTS` payments; the table must not change before the end.
    """
    refusal = step(rules, table, type(command), ProcedureStep.PAY, Phase.COLLECTED)
    if refusal:
        return refusal
    due: list[Payment] = []
    for payment in _due(rules, table):
        due.append(payment)
        if not len(due) % PAUSE_PAYMENTS:
            yield
    paid = [e.WinnersPaid(wagers, last) for wagers, last in chunks(_in_order(rules, due))]
    yield
    events: list[e.AnyEvent] = [*paid, *paid_apart(rules, table, paid)]
    if not rules.procedure.crown:
        events.append(e.CrownLifted(table.round))
    return tuple(events)


def payments(rules: TableRules, table: Table) -> Iterable[Payment]:
    """The payments after the collection, in the order of payment."""
    return _in_order(rules, _due(rules, table))


def _in_order(rules: TableRules, due: Iterable[Payment]) -> Iterable[Payment]:
    order = rules.procedure.pay_order
    if not order:
        return due
    layout, last = rules.betting.layout, len(order)
    place = {name: rank for rank, name in reversed([*enumerate(order)])}

    def rank(payment: Payment) -> int:
        names = groups(layout[payment.stake.spot])
        return min((place[name] for name in names if name in place), default=last)

    return sorted(due, key=rank)


def _due(rules: TableRules, table: Table) -> Iterator[Payment]:
    """Rules on the remaining wagers as they were before the collection."""
    rule = Ruler(rules, table.spin.number, between=table.spin.between)
    for number, wagers in table.wagers.items():
        stood = table.settled[number].wagers
        chips, color = wagers.chips, wagers.color
        # wagers in prison first, so that no wager joins an unsettled one there
        for key, each in sorted(wagers.others.items(), key=lambda item: -item[1].prison):
            ruling, authority = rule(stood.others[key])
            lifted = each.coupon if ruling.verdict is Verdict.WIN else 0
            yield Payment(each.stake, ruling.verdict, ruling.winnings, ruling.returned, lifted, authority, ruling.level)
        for spot, amount in wagers.plain.items():
            ruling, authority = rule.plain(spot, stood.plain[spot])
            stake = Stake(number, spot, chips, color, False, amount)
            yield Payment(stake, ruling.verdict, ruling.winnings, ruling.returned, 0, authority, ruling.level)


def lift_crown(rules: TableRules, table: Table, command: c.LiftCrown) -> Decision:
    if not rules.procedure.crown:
        return refuse(
            rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.LIFT, what="lift: there is no crown at this game"
        )
    return step(rules, table, type(command), ProcedureStep.LIFT, Phase.PAID) or (e.CrownLifted(table.round),)


def chunks(items: Iterable[T], size: int | None = None) -> Iterator[tuple[tuple[T, ...], bool]]:
    """Splits items into chunks and flags the last one; there is at least one chunk, which may be empty."""
    source, most = iter(items), size or CHUNK
    chunk = tuple(islice(source, most))
    while True:
        following = tuple(islice(source, most))
        yield chunk, not following
        if not following:
            return
        chunk = following
