"""Records as text and as coded messages, for the timelines of the house."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from croupier.access.event import from_record as read_significant
from croupier.access.event_facts import significant_messages
from croupier.access.event_text import words_of
from croupier.journal.record import Record
from croupier.records.event_facts import event_messages
from croupier.records.event_text import words
from croupier.table.evolve import evolve
from croupier.table.state import Table
from croupier.terms.citation import Basis
from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.money import Currency
from croupier.web.api.lookup import RunningTable
from croupier.wire.events import CommandRefused, from_record, read_actor

RECORDS_MAX = 1_000
VERSION_MAX = (1 << 53) - 1


class RecordsQuery(Struct, frozen=True):
    from_: Annotated[int, Meta(ge=0, le=VERSION_MAX)] = field(default=1, name="from")
    """The version of the first record; 0 for the newest records."""
    limit: Annotated[int, Meta(ge=1, le=RECORDS_MAX)] = 200
    before: Annotated[int, Meta(ge=1, le=VERSION_MAX)] | None = None
    """Instead of `from`: the last records before this version."""

    def window(self, last: int) -> tuple[int, int]:
        """The first version and the number of records, for a stream that ends at `last`."""
        if self.before is None and self.from_ > 0:
            return self.from_, self.limit
        end = last if self.before is None else min(self.before - 1, last)
        first = max(end - self.limit + 1, 1)
        return first, max(end - first + 1, 0)


class RefusalText(Struct, frozen=True):
    code: str
    clause: str | None
    message: str
    facts: Facts
    basis: Basis


class RecordText(Struct, frozen=True):
    """A record as text."""

    version: int
    at: int
    actor: str
    role: str
    kind: str
    words: str
    said: list[CodedMessage]
    """The same as codes and facts; empty if the command was refused."""
    round: int
    refused: RefusalText | None


def table_lines(running: RunningTable, query: RecordsQuery) -> list[RecordText]:
    table, records = running.history.records(query.window)
    money = running.live.rules.betting.book.money.currency
    lines = []
    for record in records:
        line, table = _line(record, table, money)
        lines.append(line)
    return lines


def premises_line(record: Record) -> RecordText:
    """An event of the premises as text; it belongs to no round."""
    kind = record.kind.partition("/")[0]
    event = read_significant(record)
    said, by_code = words_of(event), significant_messages(event)
    role, _, name = record.actor.partition(":")
    return RecordText(record.version, record.time_ms, name or role, role if name else "", kind, said, by_code, 0, None)


def _line(record: Record, table: Table, money: Currency) -> tuple[RecordText, Table]:
    """A record as text, and the table after it; a record belongs to the round that it ends or opens."""
    event = from_record(record).event
    actor = read_actor(record.actor)
    refused = None
    if isinstance(event, CommandRefused):
        refusal = event.refusal
        refused = RefusalText(event.code, event.clause, refusal.message, event.facts, event.basis)
        said, round = f"Refused: {refusal.message}", table.round
        by_code: list[CodedMessage] = []
    else:
        said, before = "\n".join(map(_one_line, words(event, money))), table.round
        by_code = event_messages(event)
        table = evolve(table, event)
        round = before or table.round
    kind = record.kind.partition("/")[0]
    line = RecordText(record.version, record.time_ms, actor.name, actor.role.value, kind, said, by_code, round, refused)
    return line, table


def _one_line(text: str) -> str:
    """Makes line breaks in user text visible, so that they do not look like further lines of the record."""
    return text.replace("\n", " ↵ ")
