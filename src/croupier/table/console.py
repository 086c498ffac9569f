"""What the dealer's console shows besides the view: the next command, and what is pending at the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from croupier.table.irregularity import directions
from croupier.table.questions import choosers_again, imprisons
from croupier.table.sequence import collect_phase, next_command, tag
from croupier.table.settling import payments
from croupier.table.spinning import open_reasons
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.message import Command

SHOWN_MAX = 200
"""The most wagers that the console shows in each list."""


class SeenVerbal(Struct, frozen=True):
    """A verbal wager that the dealer has yet to confirm."""

    seat: int
    spot: str
    cash: int


class SeenChoice(Struct, frozen=True):
    """A wager whose player has yet to choose in prison."""

    seat: int
    spot: str
    amount: int


class SeenDue(Struct, frozen=True):
    """A payment or return that the dealer is about to make."""

    seat: int
    spot: str
    amount: int
    chips: str
    winnings: int
    returned: int
    tip: bool


class SeenDirected(Struct, frozen=True):
    """The supervisor's direction about an irregularity."""

    action: str
    number: str
    carried_out: bool


class SeenDealing(Struct, frozen=True):
    step: str
    """The only command that the rules allow next."""
    irregularity: str
    directed: SeenDirected | None
    ball_out: bool
    wheel: str
    ball: str
    verbal: tuple[SeenVerbal, ...]
    choosing: tuple[SeenChoice, ...]
    due: tuple[SeenDue, ...]
    settled_round: int
    settled_number: str
    waits_until: int
    """When the players' time to choose in prison ends, which the step waits for; 0 if it need not wait."""
    no_spin: tuple[str, ...]
    """The reasons for which the dealer can call no spin now."""
    directions: tuple[str, ...]
    """The directions that a supervisor can give about an irregularity now."""


def seen_dealing(rules: TableRules, table: Table, step: type[Command] | None = None) -> SeenDealing:
    """The console's part of the view; `step` is the next command, if the caller knows it."""
    spin, directed = table.spin, table.directed
    choosing = tuple(islice(_choosing(rules, table), SHOWN_MAX))
    return SeenDealing(
        tag(step or next_command(rules, table)),
        table.irregularity,
        None if directed is None else SeenDirected(directed.action, directed.number, directed.carried_out),
        table.ball_out,
        spin.wheel or "",
        spin.ball or "",
        tuple(
            islice(
                (SeenVerbal(seat, *each) for seat in sorted(table.verbal) for each in table.verbal[seat].items()),
                SHOWN_MAX,
            )
        ),
        choosing,
        tuple(islice(_due(rules, table), SHOWN_MAX)) if table.phase is Phase.COLLECTED else (),
        table.settled_round,
        table.settled_number,
        choose_until(table) if choosing else 0,
        tuple(open_reasons(rules, table)),
        tuple(directions(rules, table)),
    )


def choose_until(table: Table) -> int:
    """When choices in prison end, in this round or in one whose number is being corrected; 0 if there are none."""
    return table.correction.choose_until if table.correction is not None else table.spin.choose_until


def may_choose(rules: TableRules, table: Table) -> bool:
    """Whether the crowned number gives players a choice in prison."""
    open_now = table.phase is collect_phase(rules.procedure) and table.spin.choose_until > 0
    return open_now and imprisons(rules, table.spin.number)


def chooses(rules: TableRules, each: StandingWager) -> bool:
    """Whether the player of a wager still has to choose."""
    return (
        not each.imprisoned
        and each.choice is None
        and rules.betting.layout[each.stake.spot].wager in rules.betting.game.zero.wagers
    )


def _choosing(rules: TableRules, table: Table) -> Iterator[SeenChoice]:
    if table.correction is not None:
        for stake in choosers_again(rules, table, table.correction.number):
            yield SeenChoice(stake.seat, stake.spot, stake.amount)
    elif may_choose(rules, table):
        for each in table.standing():
            if chooses(rules, each):
                yield SeenChoice(each.stake.seat, each.stake.spot, each.stake.amount)


def _due(rules: TableRules, table: Table) -> Iterator[SeenDue]:
    for each in payments(rules, table):
        stake = each.stake
        yield SeenDue(stake.seat, stake.spot, stake.amount, stake.chips, each.winnings, each.returned, stake.tip)
