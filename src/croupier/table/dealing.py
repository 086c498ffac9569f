"""What the dealer's console shows beside the view: the next command, and what waits at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec import Struct

from croupier.game.settlement import ZeroEffect
from croupier.game.wager import EVEN_MONEY
from croupier.pit.command import InspectReplacement, InspectTable
from croupier.table import command as c
from croupier.table.questions import next_step
from croupier.table.settling import payments
from croupier.table.state import Phase, Standing, Table, TableRules

SHOWN_MAX = 200
"""The most wagers of each list; a console shows no more, however full the table."""

_COMMAND_OF: Mapping[str, type[c.Command]] = {
    "the pit supervisor's decision": c.DecideIrregularity,
    "the inspection of table and wheel": InspectTable,
    "the Director's inspection of the wheel": InspectReplacement,
    "opening the table": c.OpenTable,
    "the pit supervisor's inspection of the ball": c.InspectBall,
    "no more bets": c.CallNoMoreBets,
    "spinning the ball": c.SpinBall,
    "no spin": c.CallNoSpin,
    "spinning the wheel": c.SpinWheel,
    "announcing the number": c.AnnounceNumber,
    "placing the crown": c.PlaceCrown,
    "moving a fifth of each winning five-adjacent wager": c.MoveFifths,
    "collecting losers": c.CollectLosers,
    "paying winners": c.PayWinners,
    "lifting the crown": c.LiftCrown,
}
"""The command behind each step in words."""


class SeenVerbal(Struct, frozen=True):
    """A spoken wager that the dealer has yet to confirm."""

    seat: int
    spot: str
    cash: int


class SeenChoice(Struct, frozen=True):
    """A wager whose player has yet to choose in prison."""

    seat: int
    spot: str
    amount: int


class SeenDue(Struct, frozen=True):
    """What the dealer is about to pay or return."""

    seat: int
    spot: str
    amount: int
    chips: str
    winnings: int
    returned: int
    tip: bool


class SeenDealing(Struct, frozen=True):
    step: str
    """The one lawful next command."""
    irregularity: str
    ball_out: bool
    wheel: str
    ball: str
    verbal: tuple[SeenVerbal, ...]
    choosing: tuple[SeenChoice, ...]
    due: tuple[SeenDue, ...]
    settled_round: int
    settled_number: str


def next_command(rules: TableRules, table: Table, step: str | None = None) -> str:
    """The tag of the one lawful next command; `step` is the same in words, where it is known."""
    return str(_COMMAND_OF[step or next_step(rules, table)].__struct_config__.tag)


def seen_dealing(rules: TableRules, table: Table, step: str | None = None) -> SeenDealing:
    """The console's part; `step` is the next one in words, where it is known."""
    spin = table.spin
    return SeenDealing(
        next_command(rules, table, step),
        table.irregularity,
        table.ball_out,
        spin.wheel or "",
        spin.ball or "",
        tuple(
            islice(
                (SeenVerbal(seat, *each) for seat in sorted(table.verbal) for each in table.verbal[seat].items()),
                SHOWN_MAX,
            )
        ),
        tuple(islice(_choosing(rules, table), SHOWN_MAX)),
        tuple(islice(_due(rules, table), SHOWN_MAX)) if table.phase is Phase.COLLECTED else (),
        table.settled_round,
        table.settled_number,
    )


def may_choose(rules: TableRules, table: Table) -> bool:
    """Whether the number that is crowned leaves anybody a choice in prison."""
    game = rules.rules.game
    crowned = table.phase is Phase.CROWNED and table.spin.choose_until > 0
    return crowned and game.zero is ZeroEffect.IN_PRISON and table.spin.number in game.zero_answers


def chooses(rules: TableRules, each: Standing) -> bool:
    """Whether a wager's player has yet to choose, where there is a choice."""
    return not each.imprisoned and each.choice is None and rules.rules.layout[each.stake.spot].wager in EVEN_MONEY


def _choosing(rules: TableRules, table: Table) -> Iterator[SeenChoice]:
    if may_choose(rules, table):
        for each in table.standing():
            if chooses(rules, each):
                yield SeenChoice(each.stake.seat, each.stake.spot, each.stake.amount)


def _due(rules: TableRules, table: Table) -> Iterator[SeenDue]:
    for each in payments(rules, table):
        stake = each.stake
        yield SeenDue(stake.seat, stake.spot, stake.amount, stake.chips, each.winnings, each.returned, stake.tip)
