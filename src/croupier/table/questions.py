"""What the rules ask of a table as it stands: who must choose, what must be moved, what comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from croupier.game.settlement import ZeroEffect
from croupier.game.wager import EVEN_MONEY, WagerKind
from croupier.game.wheel import WheelId
from croupier.pit.questions import obstacles
from croupier.table import event as e
from croupier.table.event import Collected, Stake
from croupier.table.state import Phase, Standing, Table, TableRules
from croupier.terms.steps import StepCode


def is_big_six(rules: TableRules) -> bool:
    return rules.rules.choices.wheel is WheelId.BIG_SIX


def choosers(rules: TableRules, table: Table, seat: int | None = None) -> list[Stake]:
    """The wagers whose players have a choice in prison and have not yet made it: of one seat, or of all."""
    game = rules.rules.game
    if game.zero is not ZeroEffect.IN_PRISON or table.spin.number not in game.zero_answers:
        return []
    spots = [spot.id for spot in rules.rules.layout.spots if spot.wager in EVEN_MONEY]
    return [
        standing.stake
        for standing in _over(table, spots, table.wagers if seat is None else (seat,))
        if not standing.imprisoned and standing.choice is None
    ]


def _over(table: Table, spots: Collection[str], seats: Iterable[int]) -> Iterator[Standing]:
    """Every wager of these seats on one of these spots."""
    for seat in seats:
        wagers = table.wagers.get(seat)
        if wagers is not None:
            yield from wagers.over(spots)


def winning_adjacents(rules: TableRules, table: Table) -> list[Stake]:
    """The five-adjacent wagers of which a fifth has won."""
    if WagerKind.FIVE_ADJACENT not in rules.rules.offered:
        return []
    number = table.spin.number
    won = {
        spot.id for spot in rules.rules.layout.spots if spot.wager is WagerKind.FIVE_ADJACENT and number in spot.numbers
    }
    return [standing.stake for standing in _over(table, won, table.wagers)]


def collected(table: Table, event: e.LosersCollected) -> Iterator[Collected]:
    """What an event takes, wager by wager, told from the table that has just seen it."""
    clauses = {each.spot: each.clause for each in event.spots}
    for share in event.seats:
        for each in table.settled[share.seat].wagers.values():
            if each.stake.spot in clauses and not each.apart:
                yield Collected(each.stake, each.stake.amount, 0, clauses[each.stake.spot])
    yield from event.wagers


class LastWager(Struct, frozen=True):
    """A wager of the last settled round as it stood, and what was kept of it: winnings and returned stake."""

    stake: Stake
    coupon: int
    imprisoned: bool
    """It came into the round from prison."""
    kept: int


def last_round(table: Table, seat: int) -> tuple[LastWager, ...]:
    """What the player at a seat had in the last settled round; nothing where another player sat there."""
    settled, taken = table.settled.get(seat), table.seats.get(seat)
    if settled is None or taken is None or settled.player != taken.player:
        return ()
    return tuple(
        LastWager(each.stake, each.coupon, each.imprisoned, settled.kept.get(key, 0))
        for key, each in settled.wagers.items()
    )


def next_step(rules: TableRules, table: Table) -> str:
    """The next lawful step of the round, in words."""
    if table.irregularity:
        return "the pit supervisor's decision"
    big_six = is_big_six(rules)
    match table.phase:
        case Phase.CLOSED | Phase.BETTING if first := next(obstacles(rules.equipment, table.equipment), None):
            part = first.code is StepCode.PART_NOT_INSPECTED
            return "the Director's inspection of the wheel" if part else "the inspection of table and wheel"
        case Phase.CLOSED:
            return "opening the table"
        case Phase.BETTING if table.ball_out:
            return "the pit supervisor's inspection of the ball"
        case Phase.BETTING:
            return "no more bets" if big_six else "spinning the ball"
        case Phase.IN_TRACK:
            return "no more bets"
        case Phase.NO_MORE_BETS if table.spin.irregular:
            return "no spin"
        case Phase.NO_MORE_BETS:
            return "spinning the wheel" if big_six else "announcing the number"
        case Phase.SPINNING:
            return "announcing the number"
        case Phase.AT_REST:
            return "collecting losers" if big_six else "placing the crown"
        case Phase.CROWNED if not table.spin.fifths_moved and winning_adjacents(rules, table):
            return "moving a fifth of each winning five-adjacent wager"
        case Phase.CROWNED:
            return "collecting losers"
        case Phase.COLLECTED:
            return "paying winners"
        case Phase.PAID:
            return "lifting the crown"
