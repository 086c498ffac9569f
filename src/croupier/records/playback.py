"""Plays a script: each line becomes a command, is committed, and is compared with the expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from croupier.journal.port import Journal
from croupier.ledger import Balances
from croupier.records.event_text import words
from croupier.records.expectation import Expectation, LineOutcome
from croupier.records.script import Script, ScriptLine
from croupier.table import event as e
from croupier.table.command import AnyCommand
from croupier.table.evolve import evolve
from croupier.table.posting import entry
from croupier.table.questions import collected
from croupier.table.state import Table
from croupier.terms.refusal import Refusal
from croupier.wire.events import CommandRefused, from_record

Answer = e.Events | Refusal
Commit = Callable[[str, AnyCommand], Answer]
"""Commits a command under an id; returns its events or its refusal."""


class Failure(Struct, frozen=True):
    """An expectation that did not hold, and what was found instead."""

    expectation: Expectation
    found: str


class Played(Struct, frozen=True):
    """A line, its answer, what happened in words, and the failed expectations."""

    line: ScriptLine
    answer: Answer
    told: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()


class Replay(Struct):
    """A table and its accounts after the events so far."""

    table: Table
    balances: Balances

    def add(self, event: e.AnyEvent) -> None:
        evolve(self.table, event)
        self.balances.apply(entry(event))


def replay(journal: Journal, stream: str) -> Replay:
    """The table and its accounts, replayed from a journal."""
    found = Replay(Table(), Balances())
    for record in journal.read(stream):
        event = from_record(record).event
        if not isinstance(event, CommandRefused):
            found.add(event)
        found.table.last_at = max(found.table.last_at, record.time_ms)
    return found


def _at_own_seat(line: ScriptLine, table: Table) -> AnyCommand:
    """The command of a line at the seat where its player sits: a refused `takes seat` has moved nobody."""
    command = line.command
    if not line.seat_implied or not getattr(command, "seat", 0):
        return command
    own = next((seat for seat, each in table.seats.items() if each.player == command.by.name), None)
    if own is None:
        return command
    moved: AnyCommand = replace(command, seat=own)
    return moved


def play(script: Script, commit: Commit, start: Replay, name: str = "play") -> Iterator[Played]:
    """Plays every line in order; a refusal does not stop the script."""
    money = script.rules.betting.book.money.currency
    for line in script.lines:
        answer = commit(f"{name}:{line.number}", _at_own_seat(line, start.table))
        told: list[str] = []
        if not isinstance(answer, Refusal):
            for event in answer:
                start.add(event)
                taken = collected(start.table, event) if isinstance(event, e.LosersCollected) else None
                told += words(event, money, taken)
        outcome = LineOutcome(answer, start.table, start.balances, money)
        checked = ((each, each.check(outcome)) for each in line.expectations)
        yield Played(line, answer, tuple(told), tuple(Failure(each, found) for each, found in checked if found))
