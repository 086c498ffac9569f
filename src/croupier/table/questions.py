"""Questions about the state of a table: who has to choose, what has to be moved, what was collected."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from croupier.game.layout import Spot
from croupier.game.zero import Choice
from croupier.table import event as e
from croupier.table.stake import Collected, Stake
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Table, TableRules


def parts_of(spot: Spot) -> int:
    """The number of equal wagers that one on this spot consists of."""
    return spot.parts


def imprisons(rules: TableRules, number: str) -> bool:
    """Whether the number gives players a choice in prison."""
    zero = rules.betting.game.zero
    return zero.leaves_choice and number in zero.answers


def silence(rules: TableRules) -> Choice:
    """What applies if a player does not choose: what the house has posted, or else that the wager stays in prison.

    Taking back half needs a choice. A table that offers one option only has no other.
    """
    if rules.setup.silence is not None:
        return rules.setup.silence
    ways = rules.betting.choices.zero.choices
    return ways[0] if len(ways) == 1 else Choice.LEAVE


def at_last_spin(rules: TableRules, stake: int) -> int:
    """What is returned of a wager in prison if there is no further spin."""
    return rules.betting.game.close(stake).returned


def choosers(rules: TableRules, table: Table, seat: int | None = None, *, number: str | None = None) -> list[Stake]:
    """The wagers whose players have yet to choose in prison, of one seat or of all."""
    if not imprisons(rules, table.spin.number if number is None else number):
        return []
    spoken = rules.betting.game.zero.wagers
    spots = [spot.id for spot in rules.betting.layout.spots if spot.wager in spoken]
    return [
        standing.stake
        for standing in _over(table, spots, table.wagers if seat is None else (seat,))
        if not standing.prison and standing.choice is None
    ]


def choosers_again(rules: TableRules, table: Table, number: str) -> list[Stake]:
    """The wagers of the last settled round that have yet to be chosen for before it is corrected to the number.

    Only a player who still sits there may choose, and only if the wager can be put back on its spot.
    """
    if not imprisons(rules, number):
        return []
    chosen = table.correction.choices if table.correction is not None else {}
    found: list[Stake] = []
    for seat, settled in table.settled.items():
        taken = table.seats.get(seat)
        if taken is None or taken.player != settled.player:
            continue
        found += [
            each.stake
            for key, each in settled.wagers.items()
            if not each.prison
            and rules.betting.layout[each.stake.spot].wager in rules.betting.game.zero.wagers
            and each.stake.spot not in chosen.get(seat, {})
            and _room(table, seat, key)
        ]
    return found


def _room(table: Table, seat: int, key: str) -> bool:
    """Whether no other wager has the key; wagers that the wrong number put in prison go back first."""
    wagers = table.wagers.get(seat)
    now = wagers.get(key) if wagers is not None else None
    return now is None or bool(now.prison)


def _over(table: Table, spots: Collection[str], seats: Iterable[int]) -> Iterator[StandingWager]:
    """Every wager of these seats on one of these spots."""
    for seat in seats:
        wagers = table.wagers.get(seat)
        if wagers is not None:
            yield from wagers.over(spots)


def groups(spot: Spot) -> tuple[str, str]:
    """The names of a wager in an order of payment: its kind, and inside or outside."""
    return spot.wager, spot.group


def winning_parts(rules: TableRules, table: Table) -> list[Stake]:
    """The wagers of several parts where one part has won."""
    number = table.spin.number
    won = {spot.id for spot in rules.betting.layout.spots if spot.parts > 1 and number in spot.numbers}
    if not won:
        return []
    return [standing.stake for standing in _over(table, won, table.wagers)]


def collected(table: Table, event: e.LosersCollected) -> Iterator[Collected]:
    """What a collection takes, wager by wager, read from the table right after the event."""
    authorities = {each.spot: each.authority for each in event.spots}
    for share in event.seats:
        for each in table.settled[share.seat].wagers.values():
            if each.stake.spot in authorities and not each.apart:
                yield Collected(each.stake, each.stake.amount, 0, authorities[each.stake.spot])
    yield from event.wagers


class LastWager(Struct, frozen=True):
    """A wager of the last settled round, and what the player kept of it: winnings and returned stake."""

    stake: Stake
    coupon: int
    imprisoned: bool
    """It was in prison when the round began."""
    kept: int


def last_round(table: Table, seat: int) -> tuple[LastWager, ...]:
    """The wagers of the player at a seat in the last settled round; empty if another player sat there."""
    settled, taken = table.settled.get(seat), table.seats.get(seat)
    if settled is None or taken is None or settled.player != taken.player:
        return ()
    return tuple(
        LastWager(each.stake, each.coupon, each.imprisoned, settled.kept.get(key, 0))
        for key, each in settled.wagers.items()
    )
