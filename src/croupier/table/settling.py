"""From the crown to its lifting: choices in prison, fifths, losers collected, winners paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from typing import TypeVar

from msgspec.structs import replace

from croupier.game.settlement import Choice, Ruling, Verdict
from croupier.game.wager import ADJACENT_PARTS
from croupier.rules.procedure import Duty
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.event import Collected, Payment, Share, Stake, Swept
from croupier.table.guard import Decision, refuse, step
from croupier.table.questions import choosers, is_big_six, winning_adjacents
from croupier.table.state import Phase, Standing, Table, TableRules
from croupier.terms.refusal import Refusal
from croupier.terms.steps import StepCode

CHUNK = 1000
"""The most wagers that one event tells one by one, so that a record stays small in a round of any size."""
SEATS = 10_000
"""The most seats that one event sweeps."""

T = TypeVar("T")


class Ruler:
    """What a number does to wagers as they stood, and the clause behind it; wagers that are alike are ruled on once."""

    def __init__(self, rules: TableRules, number: str, *, between: bool) -> None:
        self._rules, self._number, self._between = rules.rules, number, between
        self._known: dict[tuple[object, ...], tuple[Ruling, str | None]] = {}

    def plain(self, spot: str, amount: int) -> tuple[Ruling, str | None]:
        """For a wager in a player's own chips, and nothing more."""
        return self._known.get((spot, amount)) or self._find((spot, amount), spot, amount)

    def __call__(self, standing: Standing) -> tuple[Ruling, str | None]:
        spot, amount, coupon = standing.stake.spot, standing.stake.amount, standing.coupon
        like = (spot, amount, coupon, standing.imprisoned, standing.choice)
        return self._known.get(like) or self._find(like, spot, amount, coupon, standing.imprisoned, standing.choice)

    def _find(
        self,
        like: tuple[object, ...],
        name: str,
        amount: int,
        coupon: int = 0,
        imprisoned: bool = False,
        choice: Choice | None = None,
    ) -> tuple[Ruling, str | None]:
        spot = self._rules.layout[name]
        ruling = self._rules.game.settle(
            spot,
            amount,
            self._number,
            choice=choice or self._rules.default_choice,
            imprisoned=imprisoned,
            coupon=coupon,
            between=self._between,
        )
        found = self._known[like] = ruling, self._rules.authority_for(ruling, spot).clause
        return found


def choose_in_prison(rules: TableRules, table: Table, command: c.ChooseInPrison) -> Decision:
    """A choice for every wager that the seat has on the spot, while there is time."""
    over = refuse(rules, StepCode.CHOICE_OVER, Duty.PRISON, spot=command.spot)
    if table.phase is not Phase.CROWNED or command.at > table.spin.choose_until:
        return over
    mine = choosers(rules, table, command.seat)
    if not mine:
        return over
    spot = rules.rules.find(command.spot)
    if isinstance(spot, Refusal):
        return spot
    if not any(stake.spot == spot.id for stake in mine):
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
    return tuple(e.FifthsMoved(table.spin.number, wagers) for wagers, _ in chunks(fifths))


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
    return tuple(_collection(rules, table))


def _collection(rules: TableRules, table: Table) -> Iterator[e.LosersCollected]:
    """Spot by spot what is lost whole, and one by one what is in prison, has a coupon, or is lost in part."""
    lost, whole = _lost(rules, table)
    sweeps = (_sweep(table, seats, lost) for seats, _ in chunks(table.wagers, SEATS))
    singly = (wagers for wagers, _ in chunks(_singly(rules, table, whole)))
    parts = list(zip_longest(sweeps, singly))
    for place, (sweep, wagers) in enumerate(parts, start=1):
        spots, seats = sweep or ((), ())
        yield e.LosersCollected(spots, seats, wagers or (), place == len(parts))


def _lost(rules: TableRules, table: Table) -> tuple[dict[str, str | None], frozenset[str]]:
    """The spots on which every wager is lost, with the clause; and these with those on which every stake is kept."""
    spin, default = table.spin, rules.rules.default_choice
    lost: dict[str, str | None] = {}
    kept: list[str] = []
    for spot in rules.rules.layout.spots:
        ruling = rules.rules.game.settle(spot, ADJACENT_PARTS, spin.number, choice=default, between=spin.between)
        if ruling.verdict is Verdict.LOSE:
            lost[spot.id] = rules.rules.authority_for(ruling, spot).clause
        elif ruling.verdict is Verdict.WIN and ruling.returned == ADJACENT_PARTS:
            kept.append(spot.id)
    return lost, frozenset(lost).union(kept)


def _sweep(
    table: Table, seats: Iterable[int], lost: dict[str, str | None]
) -> tuple[tuple[Swept, ...], tuple[Share, ...]]:
    """What these seats lose on the spots that lost, added up by spot and by seat."""
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


def _singly(rules: TableRules, table: Table, whole: frozenset[str]) -> Iterator[Collected]:
    """What is taken of wagers in prison or with a coupon, and of those that lose a part."""
    rule = Ruler(rules, table.spin.number, between=table.spin.between)
    for wagers in table.wagers.values():
        if not wagers.others and whole.issuperset(wagers.plain):
            continue
        for each in wagers.values():
            if each.stake.spot in whole and not each.apart:
                continue
            ruling, clause = rule(each)
            taken = each.stake.amount - ruling.returned
            # the coupon of a winner is lifted when it is paid
            lifted = each.coupon - ruling.coupon if ruling.verdict is not Verdict.WIN else 0
            if taken or lifted:
                yield Collected(each.stake, taken, lifted, clause)


def pay_winners(rules: TableRules, table: Table, _command: c.PayWinners) -> Decision:
    """Winnings and what is returned of a stake go to the player (a tip wager's to the tip box)."""
    refusal = step(rules, table, "paying winners", Duty.PAY, Phase.COLLECTED)
    if refusal:
        return refusal
    events: list[e.AnyEvent] = [e.WinnersPaid(wagers, last) for wagers, last in chunks(payments(rules, table))]
    if is_big_six(rules):
        events.append(e.CrownLifted(table.round))
    return tuple(events)


def payments(rules: TableRules, table: Table) -> Iterator[Payment]:
    """What is due after the collection: what is left is ruled on as it stood before anything was taken of it."""
    rule = Ruler(rules, table.spin.number, between=table.spin.between)
    for number, wagers in table.wagers.items():
        stood = table.settled[number].wagers
        chips, color = wagers.chips, wagers.color
        for spot, amount in wagers.plain.items():
            ruling, clause = rule.plain(spot, stood.plain[spot])
            stake = Stake(number, spot, chips, color, False, amount)
            yield Payment(stake, ruling.verdict, ruling.winnings, ruling.returned, 0, clause)
        for key, each in wagers.others.items():
            ruling, clause = rule(stood.others[key])
            lifted = each.coupon if ruling.verdict is Verdict.WIN else 0
            yield Payment(each.stake, ruling.verdict, ruling.winnings, ruling.returned, lifted, clause)


def lift_crown(rules: TableRules, table: Table, _command: c.LiftCrown) -> Decision:
    if is_big_six(rules):
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.PAY, what="lift: Big Six has no crown")
    return step(rules, table, "lifting the crown", Duty.LIFT, Phase.PAID) or (e.CrownLifted(table.round),)


def chunks(items: Iterable[T], size: int | None = None) -> Iterator[tuple[tuple[T, ...], bool]]:
    """Items in chunks, each with whether it is the last; at least one chunk, which may be empty."""
    source, most = iter(items), size or CHUNK
    chunk = tuple(islice(source, most))
    while True:
        following = tuple(islice(source, most))
        yield chunk, not following
        if not following:
            return
        chunk = following
