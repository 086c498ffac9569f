"""A table of the house for tests, with a writer of its own on the journal of a tournament."""

from __future__ import annotations

from itertools import count
from typing import Any

from croupier.floor.order import Order
from croupier.floor.writer import Writer
from croupier.journal.port import Journal
from croupier.records.script import stream_of
from croupier.table import command as t
from croupier.table.event import Events
from croupier.table.sequence import call_phase, next_command, spin_command
from croupier.table.state import Phase, Setup, TableRules
from croupier.table.values import Action, Direction
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal
from croupier.wire.rules import table_rules
from tests.inspection import inspection

DEALER = Actor("ana", Role.DEALER)
SUPERVISOR = Actor("vera", Role.SUPERVISOR)
_orders = count(1)


def house_rules(number: str = "7", book: str = "co-2014", **choices: object) -> TableRules:
    return table_rules(book, {"wheel": "american", **choices}, Setup(number, seats=6))


class DealtTable:
    """One table of the house and those who deal and supervise it."""

    def __init__(self, journal: Journal, number: str = "7", rules: TableRules | None = None, *, at: int) -> None:
        self.number, self.rules, self.now = number, rules or house_rules(number), at
        self.writer = Writer(journal, stream_of(number), self.rules)

    def give(self, kind: type[Any], by: Actor = DEALER, /, **fields: Any) -> Events | Refusal:
        self.now += 1
        order = Order(f"house-{next(_orders)}", kind(by=by, at=self.now, **fields))
        outcome = self.writer.commit([order])[0].outcome
        assert isinstance(outcome, tuple | Refusal), outcome
        return outcome

    def do(self, kind: type[Any], by: Actor = DEALER, /, **fields: Any) -> Events:
        outcome = self.give(kind, by, **fields)
        assert not isinstance(outcome, Refusal), f"{outcome.code}: {outcome.message}"
        return outcome

    def open(self, tournament: str = "spring-open", event: str = "open", **more: Any) -> Events:
        for command in inspection(self.rules, SUPERVISOR):
            self.do(type(command), SUPERVISOR, checks=command.checks)
        given = {"dealer": "ana", "supervisor": "vera", "float_count": 0, **more}
        return self.do(t.OpenTable, SUPERVISOR, tournament=tournament, event=event, **given)

    def call(self) -> None:
        """The dealer spins and calls no more bets, in the order of the book."""
        while not self.writer.table.spin.called and self.writer.table.phase is not Phase.NO_MORE_BETS:
            self._step("")

    def spin(self, number: str) -> None:
        """A whole round, from its current phase to its end."""
        round = self.writer.table.round
        while self.writer.table.round == round:
            self._step(number)

    def no_spin(self) -> None:
        self.call()
        if self.writer.table.phase is call_phase(self.rules.procedure) or not self.writer.table.spin.wheel:
            self._step("")
        self.do(t.ReportIrregularity, what="The ball was touched")
        self.do(t.DecideIrregularity, SUPERVISOR, decision="Void", why="It was touched", action=Action.VOID_ROUND)
        self.do(t.CarryOutDirection)
        self.do(t.ObserveAction, SUPERVISOR)

    def close(self) -> None:
        self.do(t.CloseTable, SUPERVISOR, float_count=0)

    def _step(self, number: str) -> None:
        kind = next_command(self.rules, self.writer.table)
        if kind is spin_command(self.rules.procedure):
            self.do(kind, wheel=Direction.CLOCKWISE, ball=Direction.COUNTERCLOCKWISE)
        elif kind is t.AnnounceNumber:
            self.do(kind, number=number, revolutions=5)
        else:
            self.do(kind)
