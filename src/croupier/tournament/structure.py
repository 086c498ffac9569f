"""The largest wager that is theoretically possible in the initial rounds, computed exactly.

See ADR 65. A point is worth the initial buy-in divided by the points that it buys. The largest stack is computed game
by game: the player stakes everything where it can win most.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.rules.table import Rules
from croupier.terms.money import Cents
from croupier.tournament.points import Points
from croupier.tournament.setup import EventPlan, RoundChips, RoundPlan

STACK_MAX = 10**18
"""Stacks are capped here; beyond it the exact figure adds nothing."""


class Reach(Struct, frozen=True):
    """The largest wager that one player could make in one game, in points and at the implied value of a point."""

    round: int
    game: int
    stack: Points
    wager: Points
    value: Fraction
    """The value of that wager, in cents."""


def payouts(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """For each number of the wheel, the odds of the wagers that cover it, best first.

    Fractional odds are rounded up, so that the reach is never too small.
    """
    found: dict[tuple[int, ...], None] = {}
    for label in dict.fromkeys(rules.game.wheel.labels):
        odds: list[int] = []
        for spot in rules.layout:
            if label in spot.numbers and spot.wager in rules.offered:
                odds += [-(-rules.pays(spot.wager) // 1)]
        found[tuple(sorted(odds, reverse=True))] = None
    return tuple(found)


def best_gain(stack: int, cap: int | None, odds: tuple[tuple[int, ...], ...]) -> int:
    """The most points that a stack can win in one game, with at most `cap` points on one wager."""
    best = 0
    for each in odds:
        left, gain = stack, 0
        for pays in each:
            put = left if cap is None else min(cap, left)
            gain, left = gain + put * pays, left - put
            if not left:
                break
        best = max(best, gain)
    return best


def reaches(rules: Rules, event: EventPlan, initial_rounds: int) -> tuple[Reach, ...]:
    """The reach of every game of the initial rounds, in order; none if a price buys no points."""
    if not event.points or not event.buy_in or (event.purchase is not None and not event.purchase.points):
        return ()
    value, odds = point_value(event), payouts(rules)
    found: list[Reach] = []
    stack = 0
    for number, plan in enumerate(event.rounds[:initial_rounds], start=1):
        if number == 1 or plan.chips is RoundChips.FRESH:
            stack = _with_purchases(event, number)
        found += _round(plan, number, stack, value, odds)
        stack = found[-1].stack.count
        stack = min(stack + best_gain(stack, _cap(plan), odds), STACK_MAX)
    return tuple(found)


def point_value(event: EventPlan) -> Fraction:
    """What one point costs in cents, by the initial buy-in or by a purchase, whichever is higher."""
    initial = Fraction(event.buy_in, event.points.count)
    purchase = event.purchase
    return initial if purchase is None else max(initial, Fraction(purchase.price, purchase.points.count))


def _with_purchases(event: EventPlan, number: int) -> int:
    """The largest stack that can be bought before the games of a round."""
    purchase, start = event.purchase, event.points.count
    if purchase is None or number > purchase.until_round:
        return start
    if purchase.broke_only:
        return max(start, purchase.points.count)
    return start + purchase.points.count * (purchase.most or 1)


def _round(plan: RoundPlan, number: int, stack: int, value: Fraction, odds: tuple[tuple[int, ...], ...]) -> list[Reach]:
    cap = _cap(plan)
    found: list[Reach] = []
    for game in range(1, plan.games + 1):
        wager = stack if cap is None else min(cap, stack)
        found.append(Reach(number, game, Points(stack), Points(wager), wager * value))
        stack = min(stack + best_gain(stack, cap, odds), STACK_MAX)
    return found


def _cap(plan: RoundPlan) -> int | None:
    return plan.cap.count if plan.cap else None


def largest(found: tuple[Reach, ...]) -> Reach | None:
    """The first game in which the largest wager is possible."""
    return max(found, key=lambda reach: reach.value, default=None)


def cap_for(event: EventPlan, wager_max: Cents) -> Points:
    """The largest cap that keeps a wager within the limit."""
    return Points(int(wager_max / point_value(event))) if event.buy_in else event.points


def collected_max(event: EventPlan) -> Mapping[str, Cents | None]:
    """The most that the rules collect from one entry: fee, all buy-ins, and both; None if unlimited."""
    buy_ins = event.buy_ins_max
    return {
        "fee": event.fee,
        "buy-ins": buy_ins,
        "both": None if buy_ins is None else Cents(event.fee + buy_ins),
    }
