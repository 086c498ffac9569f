"""Payments that are not whole chips of their kind: the remainder is paid in value chips and coin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.game.settlement import Verdict
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.state import Table, TableRules


def paid_apart(rules: TableRules, table: Table, paid: Iterable[e.WinnersPaid]) -> Iterator[e.ColoredUp]:
    """The remainder of each payment that is not a whole chip of its wager, as value chips.

    A remainder below the smallest value chip is coin. It is kept with the value chips, and can be cashed out or
    tipped but not wagered. Electronic credits are exact to the cent.
    """
    if rules.setup.electronic:
        return
    sums: dict[tuple[int, Chips], int] = {}
    for each in (payment for event in paid for payment in event.wagers):
        if not each.stake.tip and each.outcome is not Verdict.IMPRISONED and each.stake.chips is not Chips.VALUE:
            whose = (each.stake.seat, each.stake.chips)
            sums[whose] = sums.get(whose, 0) + each.winnings + each.returned
    for (seat, chips), amount in sums.items():
        if chips is Chips.NON_VALUE:
            odd = amount % table.seats[seat].value
        else:
            odd = amount - rules.chip_set.payable(amount, chips)
        if odd:
            yield e.ColoredUp(seat, odd, chips, Chips.VALUE)
