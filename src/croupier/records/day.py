"""Playing a script: each line becomes a command, is committed, and is held against what the script expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from croupier.journal.port import Journal
from croupier.ledger import Balances
from croupier.records.expectation import Expectation, Outcome
from croupier.records.script import Line, Script
from croupier.records.words import words
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
"""Makes a command with its id durable, and answers with its events or its refusal."""


class Failure(Struct, frozen=True):
    """An expectation that did not hold, and what was found instead."""

    expectation: Expectation
    found: str


class Played(Struct, frozen=True):
    """A line, its answer, what happened in words, and the expectations that failed."""

    line: Line
    answer: Answer
    told: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()


class Replay(Struct):
    """A table and its accounts as the events so far make them."""

    table: Table
    balances: Balances

    def add(self, event: e.AnyEvent) -> None:
        evolve(self.table, event)
        self.balances.apply(entry(event))


def replay(journal: Journal, stream: str) -> Replay:
    """The table and its accounts as a journal has them."""
    found = Replay(Table(), Balances())
    for record in journal.read(stream):
        event = from_record(record).event
        if not isinstance(event, CommandRefused):
            found.add(event)
        found.table.last_at = max(found.table.last_at, record.time_ms)
    return found


def play(script: Script, commit: Commit, start: Replay, name: str = "play") -> Iterator[Played]:
    """Plays every line in order; a refused one does not stop the day."""
    for line in script.lines:
        answer = commit(f"{name}:{line.number}", line.command)
        told: list[str] = []
        if not isinstance(answer, Refusal):
            for event in answer:
                start.add(event)
                told += words(event, collected(start.table, event) if isinstance(event, e.LosersCollected) else None)
        outcome = Outcome(answer, start.table, start.balances)
        checked = ((each, each.check(outcome)) for each in line.expectations)
        yield Played(line, answer, tuple(told), tuple(Failure(each, found) for each, found in checked if found))
