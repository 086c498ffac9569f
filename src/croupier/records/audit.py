"""The audit of a journal's tables: events are posted to the ledger, rounds settled and decisions made again.

A chain shows that nothing was changed since it was written. The audit shows that what was written can have happened:
that no account was overdrawn, that state and ledger agree, and that today's program decides the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from msgspec import Struct, field

from croupier.journal.chain import BrokenChain, advance, origin
from croupier.journal.port import Journal
from croupier.journal.record import Record
from croupier.ledger import Overdrawn, Unbalanced
from croupier.records.command_from_events import commands_of
from croupier.records.roundfile import differences
from croupier.records.rounds import rounds
from croupier.records.script import is_table
from croupier.table import event as e
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.soundness import TableLedger, Unsound
from croupier.table.state import Table, TableRules
from croupier.terms.fault import Fault
from croupier.terms.problem import Problems
from croupier.wire.events import Body, CommandRefused, from_record, read_actor
from croupier.wire.rulebooks import RecordedRulebooks
from croupier.wire.rules import read_rules

TELL_EVERY = 1_000
"""Number of records between progress reports."""

AuditProgress = Callable[[int, int], None]


class AuditFinding(Struct, frozen=True):
    """The first record of a table that cannot have happened."""

    stream: str
    version: int
    detail: str

    def __str__(self) -> str:
        return f"Record {self.version} of stream {self.stream}: {self.detail[:1].upper()}{self.detail[1:]}."


class Audited(Struct):
    """What was checked, and the first thing wrong at each table."""

    tables: int = 0
    events: int = 0
    """How many went through the ledger."""
    rounds: int = 0
    """How many were settled again."""
    orders: int = 0
    """How many were decided again."""
    refused: int = 0
    """Refusals, which cannot be decided again because their records do not hold the command."""
    undecided: int = 0
    """Other orders whose command cannot be derived from their events."""
    findings: list[AuditFinding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.findings


def audit(
    journal: Journal,
    streams: Iterable[str] | None = None,
    *,
    deep: bool = True,
    on_progress: AuditProgress | None = None,
) -> Audited:
    """Audits these tables, or all. Without `deep` rounds are not settled again, and nothing is decided again."""
    heads = [head for head in journal.streams() if is_table(head.stream)]
    wanted = set(streams) if streams is not None else {head.stream for head in heads}
    heads = [head for head in heads if head.stream in wanted]
    audited = Audited(len(heads))
    try:
        recorded = RecordedRulebooks.of(journal)
    except Fault as fault:
        audited.findings.append(AuditFinding("rules", 0, str(fault).rstrip(".")))
        return audited
    work = _Work(sum(head.version for head in heads) * (2 if deep else 1), on_progress)
    for head in heads:
        finding = _Auditor(journal, head.stream, recorded, audited, work, deep=deep).run()
        if finding is not None:
            audited.findings.append(finding)
    return audited


class _Work:
    def __init__(self, total: int, on_progress: AuditProgress | None) -> None:
        self._done, self._total, self._on_progress = 0, total, on_progress

    def over(self, records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            yield record
            self._done += 1
            if self._on_progress is not None and not self._done % TELL_EVERY:
                self._on_progress(self._done, self._total)


class _Auditor:
    """One table from its first record to its last."""

    def __init__(
        self, journal: Journal, stream: str, recorded: RecordedRulebooks, audited: Audited, work: _Work, *, deep: bool
    ) -> None:
        self._journal, self._stream, self._recorded, self._audited = journal, stream, recorded, audited
        self._work, self._deep = work, deep
        self._table, self._ledger = Table(), TableLedger()
        self._rules: TableRules | None = None
        self._read_rules: dict[str, TableRules] = {}
        self._at = 1

    def run(self) -> AuditFinding | None:
        try:
            self._replay()
            if self._deep:
                self._settle()
        except (BrokenChain, Overdrawn, Unsound, Unbalanced) as error:
            return self._found(str(error).rstrip("."))
        except (Fault, Problems) as error:
            return self._found(f"it cannot be read: {str(error).rstrip('.')}")
        except Exception as error:  # a record without an order can break anything that expects one
            return self._found(f"it does not follow from the records before it ({type(error).__name__}: {error})")
        return None

    def _found(self, detail: str) -> AuditFinding:
        return AuditFinding(self._stream, self._at, detail)

    def _replay(self) -> None:
        for _, group in groupby(self._bodies(), lambda each: (each[0].actor, each[1].command)):
            self._order(list(group))

    def _bodies(self) -> Iterator[tuple[Record, Body]]:
        head = origin(self._stream)
        for record in self._work.over(self._journal.read(self._stream)):
            self._at = head.version + 1
            head = advance(head, record)
            yield record, from_record(record)

    def _order(self, group: list[tuple[Record, Body]]) -> None:
        first = group[0][0]
        self._at = first.version
        events = tuple(body.event for _, body in group if not isinstance(body.event, CommandRefused))
        if len(events) != len(group):
            self._audited.refused += 1
        elif self._deep:
            self._decide_again(first, events)
        for record, body in group:
            self._at = record.version
            if not isinstance(body.event, CommandRefused):
                self._ledger.post(body.event)
                self._table = evolve(self._table, body.event)
                self._audited.events += 1
            self._table.last_at = max(self._table.last_at, record.time_ms)
        if any(isinstance(event, (e.CrownLifted, e.TableClosed, e.ShiftChanged)) for event in events):
            self._ledger.compare(self._table)

    def _decide_again(self, record: Record, events: e.Events) -> None:
        if isinstance(events[0], e.TableOpened):
            self._rules = self._rules_of(events[0])
        by = read_actor(record.actor)
        commands = commands_of(events, self._table, by, record.time_ms) if self._rules is not None else ()
        if self._rules is None or not commands:
            self._audited.undecided += 1
            return
        answers = [decide(self._rules, self._table, command) for command in commands]
        if events not in answers:
            again = answers[0]
            what = (
                ", ".join(str(each.__struct_config__.tag) for each in again) if isinstance(again, tuple) else again.code
            )
            other = " with other contents" if what == record.kind else ""
            raise Unsound(f"{record.kind} was recorded, but decided again it gives {what}{other}")
        self._audited.orders += 1

    def _rules_of(self, opened: e.TableOpened) -> TableRules:
        if opened.rules_hash not in self._read_rules:
            self._read_rules[opened.rules_hash] = read_rules(opened.rules, self._recorded)
        return self._read_rules[opened.rules_hash]

    def _settle(self) -> None:
        self._ledger.compare(self._table)
        for round in rounds(self._work.over(self._journal.read(self._stream))):
            self._at = round.entries[0].record.version
            if round.finished:
                self._audited.rounds += 1
                for difference in differences(round, self._recorded):
                    raise Unsound(f"round {round.number} is settled differently: {difference}")
