"""What the house and its watchers see: the timeline, the table after any record, bundles, reports, the chain."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, convert, field
from msgspec.structs import asdict
from starlette.responses import Response

from croupier.access.event import STREAM as PREMISES
from croupier.access.event import from_record as read_significant
from croupier.access.words import words_of
from croupier.floor.chores import Chores, Progress, Underway, Verification
from croupier.floor.premises import Premises
from croupier.journal.record import Record
from croupier.journal.sqlite import SqliteJournal
from croupier.records.bundle import make_bundle
from croupier.records.report import Day, Figures, Shift, days
from croupier.records.script import stream_of
from croupier.records.words import words
from croupier.table.evolve import evolve
from croupier.table.state import Table, TableRules
from croupier.table.view import HOUSE, View, view
from croupier.terms.people import Actor
from croupier.web.api.lookup import Running, find_running
from croupier.web.endpoint import Call, Declined, Endpoint
from croupier.wire.events import CommandRefused, from_record, read_actor
from croupier.wire.rules import read_rules

RECORDS_MAX = 1_000
VERSION_MAX = (1 << 53) - 1


class RecordsQuery(Struct, frozen=True):
    from_: Annotated[int, Meta(ge=0, le=VERSION_MAX)] = field(default=1, name="from")
    """The version of the first record; 0 asks for the last ones."""
    limit: Annotated[int, Meta(ge=1, le=RECORDS_MAX)] = 200
    before: Annotated[int, Meta(ge=1, le=VERSION_MAX)] | None = None
    """Instead of `from`: the last records before this version."""

    def window(self, last: int) -> tuple[int, int]:
        """The first version and how many, of a stream that ends at `last`."""
        if self.before is None and self.from_ > 0:
            return self.from_, self.limit
        end = last if self.before is None else min(self.before - 1, last)
        first = max(end - self.limit + 1, 1)
        return first, max(end - first + 1, 0)


class ToldRefusal(Struct, frozen=True):
    code: str
    clause: str | None
    message: str


class ToldRecord(Struct, frozen=True):
    """A record in words."""

    version: int
    at: int
    actor: str
    role: str
    kind: str
    words: str
    round: int
    refused: ToldRefusal | None


class BundleQuery(Struct, frozen=True):
    round: Annotated[int, Meta(ge=1, le=VERSION_MAX)]


class ReportQuery(Struct, frozen=True):
    by: Literal["shift", "day"] = "day"


class ReportRow(Struct, frozen=True):
    """A day or a shift: cents and counts; shares as decimals."""

    table: str
    day: str
    shift: int
    """Of a day, how many shifts it had."""
    dealer: str
    supervisor: str
    began: int
    ended: int
    counted: bool
    win: int
    hold: float | None
    rounds_per_hour: float | None
    opening_float: int
    closing_float: int
    fills: int
    credits: int
    drop: int
    drop_receipts: int
    collected: int
    paid: int
    corrections: int
    difference: int
    tips: int
    coupons: int
    claims: int
    rounds: int
    no_spins: int
    disputes: int
    refused: int
    open_ms: int


class Report(Struct, frozen=True):
    by: Literal["shift", "day"]
    rows: tuple[ReportRow, ...]


class ChainStream(Struct, frozen=True):
    stream: str
    version: int
    head: str
    """The hash of its last record."""


class ChainCheckpoint(Struct, frozen=True):
    number: int
    at: int
    records: int
    key: str
    hash: str


class Chain(Struct, frozen=True):
    """Where every stream stands, what is sealed, and what the last verification found."""

    streams: tuple[ChainStream, ...]
    records: int
    checkpoint: ChainCheckpoint | None
    verified: Verification | None
    verifying: bool
    progress: Progress | None


class Surveillance:
    """The handlers. Whatever reads records does so in a thread of its own."""

    def __init__(self, premises: Premises, chores: Chores, on_finding: Callable[[str], None]) -> None:
        self._premises, self._chores, self._on_finding = premises, chores, on_finding

    async def records(self, call: Call) -> list[ToldRecord]:
        running = find_running(self._premises, call)
        return await asyncio.to_thread(_told, running, call.query)

    async def premises_records(self, call: Call) -> list[ToldRecord]:
        return await asyncio.to_thread(self._premises_records, call.query)

    def _premises_records(self, query: RecordsQuery) -> list[ToldRecord]:
        with SqliteJournal(self._premises.journal_path, read_only=True) as journal:
            first, count = query.window(journal.head(PREMISES).version)
            return [_significant(record) for record in journal.read(PREMISES, first, count)]

    async def at(self, call: Call) -> View:
        running = find_running(self._premises, call)
        written = call.path["version"]
        version = int(written) if written.isascii() and written.isdigit() and len(written) < 17 else -1
        assert call.person is not None  # noqa: S101 (the endpoint admits no others)
        try:
            return await asyncio.to_thread(_view_at, running, version, call.person.actor)
        except LookupError:
            raise Declined(404, "no-such-record", f"Table {running.place.number} has no record {written}.") from None

    async def bundle(self, call: Call) -> Response:
        running = find_running(self._premises, call)
        number: int = call.query.round
        data = await asyncio.to_thread(self._bundle, running, number)
        name = f"table-{running.place.number}-round-{number}.bundle.json".replace(" ", "-")
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(data, headers=headers, media_type="application/json")

    async def report(self, call: Call) -> Report:
        running = find_running(self._premises, call)
        return await asyncio.to_thread(_report, running, call.query.by)

    async def chain(self, _call: Call) -> Chain:
        return await asyncio.to_thread(self._chain)

    async def verify(self, _call: Call) -> Verification:
        try:
            verified = await asyncio.to_thread(self._chores.verify)
        except Underway as underway:
            raise Declined(409, "underway", str(underway)) from None
        for problem in verified.problems:
            self._on_finding(problem)
        return verified

    def _bundle(self, running: Running, number: int) -> bytes:
        """The bundle of a round; what no checkpoint has sealed yet is sealed first."""
        if self._premises.sealer is not None:
            self._premises.sealer.seal()
        with SqliteJournal(self._premises.journal_path, read_only=True) as journal:
            return make_bundle(journal, stream_of(running.place.number), number)

    def _chain(self) -> Chain:
        with SqliteJournal(self._premises.journal_path, read_only=True) as journal:
            heads = journal.streams()
            last = journal.last_checkpoint()
        checkpoint = (
            ChainCheckpoint(last.number, last.time_ms, last.records, last.key.hex(), last.hash.hex()) if last else None
        )
        return Chain(
            streams=tuple(ChainStream(head.stream, head.version, head.hash.hex()) for head in heads),
            records=sum(head.version for head in heads),
            checkpoint=checkpoint,
            verified=self._chores.verification,
            verifying=self._chores.verifying,
            progress=self._chores.progress,
        )


def _told(running: Running, query: RecordsQuery) -> list[ToldRecord]:
    table, records = running.history.records(query.window)
    told = []
    for record in records:
        line, table = _line(record, table)
        told.append(line)
    return told


def _significant(record: Record) -> ToldRecord:
    """An event of the premises in words; it belongs to no round."""
    kind = record.kind.partition("/")[0]
    said = words_of(read_significant(record))
    role, _, name = record.actor.partition(":")
    return ToldRecord(record.version, record.time_ms, name or role, role if name else "", kind, said, 0, None)


def _line(record: Record, table: Table) -> tuple[ToldRecord, Table]:
    """A record in words, and the table after it; it belongs to the round that it leaves or opens."""
    event = from_record(record).event
    actor = read_actor(record.actor)
    refused = None
    if isinstance(event, CommandRefused):
        refusal = event.refusal
        refused = ToldRefusal(event.code, event.clause, refusal.message)
        said, round = f"Refused: {refusal.message}", table.round
    else:
        said, before = "\n".join(map(_one_line, words(event))), table.round
        table = evolve(table, event)
        round = before or table.round
    kind = record.kind.partition("/")[0]
    line = ToldRecord(record.version, record.time_ms, actor.name, actor.role.value, kind, said, round, refused)
    return line, table


def _one_line(told: str) -> str:
    """The line with any new line that somebody wrote into it made visible: it is not another line of the record."""
    return told.replace("\n", " ↵ ")


def _view_at(running: Running, version: int, viewer: Actor) -> View:
    table, opened = running.history.at(version)
    rules = _rules(opened.rules) if opened is not None else running.live.rules
    return view(rules, table, viewer)


@lru_cache(maxsize=32)
def _rules(document: str) -> TableRules:
    return read_rules(document)


def _report(running: Running, by: Literal["shift", "day"]) -> Report:
    found = running.history.shifts()
    rows = [_shift_row(each) for each in found] if by == "shift" else [_day_row(each, found) for each in days(found)]
    return Report(by, tuple(rows))


def _shift_row(shift: Shift) -> ReportRow:
    return _row(shift, shift, shift, shift.shift, counted=shift.counted, figures=shift.figures)


def _day_row(day: Day, found: list[Shift]) -> ReportRow:
    own = [shift for shift in found if (shift.table, shift.day) == (day.table, day.day)]
    return _row(day, own[0], own[-1], day.shifts, counted=day.counted, figures=day.figures)


def _row(of: Shift | Day, first: Shift, last: Shift, shift: int, *, counted: bool, figures: Figures) -> ReportRow:
    rate, hold = figures.rounds_per_hour, figures.hold
    return convert(
        {
            "table": of.table,
            "day": of.day,
            "shift": shift,
            "dealer": last.dealer,
            "supervisor": last.supervisor,
            "began": first.began,
            "ended": last.ended,
            "counted": counted,
            "win": figures.win,
            "hold": None if hold is None else float(hold),
            "rounds_per_hour": None if rate is None else float(rate),
            **asdict(figures),
        },
        ReportRow,
    )


def endpoints(premises: Premises, chores: Chores, on_finding: Callable[[str], None]) -> tuple[Endpoint, ...]:
    """What the service tells those who watch the house; `on_finding` hears what a verification found wrong."""
    watch = Surveillance(premises, chores, on_finding)
    path = "/tables/{number}"
    return (
        Endpoint(
            "GET",
            f"{path}/records",
            watch.records,
            "The timeline: records in words.",
            HOUSE,
            query=RecordsQuery,
            answer=list[ToldRecord],
        ),
        Endpoint(
            "GET",
            "/premises/records",
            watch.premises_records,
            "What is significant beside the tables: people, sessions, terminals, the service.",
            HOUSE,
            query=RecordsQuery,
            answer=list[ToldRecord],
        ),
        Endpoint("GET", f"{path}/at/{{version}}", watch.at, "The table after a record.", HOUSE, answer=View),
        Endpoint(
            "GET",
            f"{path}/bundle",
            watch.bundle,
            "The dispute bundle of a round, a file that proves it.",
            HOUSE,
            query=BundleQuery,
            answer=dict[str, Any],
        ),
        Endpoint("GET", f"{path}/report", watch.report, "Win, drop and hold.", HOUSE, query=ReportQuery, answer=Report),
        Endpoint("GET", "/chain", watch.chain, "The state of the journal's chain.", HOUSE, answer=Chain),
        Endpoint("POST", "/chain", watch.verify, "Verifies the whole journal now.", HOUSE, answer=Verification),
    )
