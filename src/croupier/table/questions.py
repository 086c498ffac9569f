"""What the rules ask of a table as it stands: who must choose, what must be moved, what comes next."""

from __future__ import annotations

from croupier.game.settlement import ZeroEffect
from croupier.game.wager import EVEN_MONEY, WagerKind
from croupier.game.wheel import WheelId
from croupier.table.event import Stake
from croupier.table.state import Phase, Table, TableRules


def is_big_six(rules: TableRules) -> bool:
    return rules.rules.choices.wheel is WheelId.BIG_SIX


def choosers(rules: TableRules, table: Table) -> list[str]:
    """The keys of the wagers whose players have a choice in prison and have not yet made it."""
    game = rules.rules.game
    if game.zero is not ZeroEffect.IN_PRISON or table.spin.number not in game.zero_answers:
        return []
    return [
        standing.stake.key
        for standing in table.standing()
        if not standing.imprisoned
        and standing.choice is None
        and rules.rules.layout[standing.stake.spot].wager in EVEN_MONEY
    ]


def winning_adjacents(rules: TableRules, table: Table) -> list[Stake]:
    """The five-adjacent wagers of which a fifth has won."""
    if WagerKind.FIVE_ADJACENT not in rules.rules.offered:
        return []
    layout = rules.rules.layout
    return [
        standing.stake
        for standing in table.standing()
        if layout[standing.stake.spot].wager is WagerKind.FIVE_ADJACENT
        and table.spin.number in layout[standing.stake.spot].numbers
    ]


def next_step(rules: TableRules, table: Table) -> str:
    """The next lawful step of the round, in words."""
    if table.irregularity:
        return "the pit supervisor's decision"
    big_six = is_big_six(rules)
    match table.phase:
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
