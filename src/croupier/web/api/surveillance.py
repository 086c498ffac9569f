"""Endpoints for the house and surveillance: timeline, past states, bundles, reports, the chain."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, convert, field
from msgspec.structs import asdict
from starlette.responses import Response

from croupier.access.event import STREAM as PREMISES
from croupier.access.event import from_record as read_significant
from croupier.access.event_facts import significant_messages
from croupier.access.event_text import words_of
from croupier.floor.journal_jobs import JournalJobs, Progress, Underway, Verification
from croupier.floor.premises import Premises
from croupier.floor.receipts import record_slips
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.policy import WitnessPolicy
from croupier.journal.port import Journal
from croupier.journal.record import Record
from croupier.records.bundle import NotProvedYet, make_bundle
from croupier.records.event_facts import event_messages
from croupier.records.event_text import words
from croupier.records.reading import SEAT_MAX
from croupier.records.report import Day, Figures, Shift, days
from croupier.records.rounds import find_round
from croupier.records.script import stream_of
from croupier.records.seat_bundle_maker import has_slips, make_seat_bundle
from croupier.table.evolve import evolve
from croupier.table.state import Table
from croupier.table.view import HOUSE, View, view
from croupier.terms.citation import Basis
from croupier.terms.coded_message import CodedMessage, Facts
from croupier.terms.decoding import prepare_types
from croupier.terms.money import Currency
from croupier.terms.people import Actor
from croupier.web.api.lookup import RunningTable, find_running
from croupier.web.endpoint import Call, Declined, Endpoint
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


class ToldRefusal(Struct, frozen=True):
    code: str
    clause: str | None
    message: str
    facts: Facts
    basis: Basis


class ToldRecord(Struct, frozen=True):
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
    refused: ToldRefusal | None


class BundleQuery(Struct, frozen=True):
    round: Annotated[int, Meta(ge=1, le=VERSION_MAX)]
    seat: Annotated[int, Meta(ge=1, le=SEAT_MAX)] | None = None
    """Only this seat's part; default: the whole table."""


class ReportQuery(Struct, frozen=True):
    by: Literal["shift", "day"] = "day"


class ReportRow(Struct, frozen=True):
    """A day or a shift: cents and counts, ratios as decimals."""

    table: str
    day: str
    shift: int
    """The number of the shift; for a day, how many shifts it had."""
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


prepare_types(ReportRow)


class ReportAnswer(Struct, frozen=True):
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
    origin: str
    """The name of the log, as witnesses know it."""
    size: int
    """Number of leaves of its tree: the records, and a statement of heads for each checkpoint."""
    root: str


class JournalStatus(Struct, frozen=True):
    """The heads of all streams, the last checkpoint, and the last verification."""

    streams: tuple[ChainStream, ...]
    records: int
    checkpoint: ChainCheckpoint | None
    verified: Verification | None
    verifying: bool
    progress: Progress | None


class Surveillance:
    """The handlers. Records are read in worker threads."""

    def __init__(self, premises: Premises, jobs: JournalJobs, on_finding: Callable[[str], None]) -> None:
        self._premises, self._jobs, self._on_finding = premises, jobs, on_finding

    async def records(self, call: Call) -> list[ToldRecord]:
        running = find_running(self._premises, call)
        return await asyncio.to_thread(_told, running, call.query)

    async def premises_records(self, call: Call) -> list[ToldRecord]:
        return await asyncio.to_thread(self._premises_records, call.query)

    def _premises_records(self, query: RecordsQuery) -> list[ToldRecord]:
        with self._premises.store.journal(read_only=True) as journal:
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
        seat: int | None = call.query.seat
        data = await asyncio.to_thread(self._bundle, running, number, seat)
        part = "" if seat is None else f"-seat-{seat}"
        name = f"table-{running.place.number}-round-{number}{part}.bundle.json".replace(" ", "-")
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(data, headers=headers, media_type="application/json")

    async def report(self, call: Call) -> ReportAnswer:
        running = find_running(self._premises, call)
        return await asyncio.to_thread(_report, running, call.query.by)

    async def chain(self, _call: Call) -> JournalStatus:
        return await asyncio.to_thread(self._chain)

    async def verify(self, _call: Call) -> Verification:
        try:
            verified = await asyncio.to_thread(self._jobs.verify)
        except Underway as underway:
            raise Declined(409, "underway", str(underway)) from None
        for problem in verified.problems:
            self._on_finding(problem)
        return verified

    def _bundle(self, running: RunningTable, number: int, seat: int | None) -> bytes:
        """The bundle of a round, cosigned if it can be proved already; seals the journal first."""
        stream = stream_of(running.place.number)
        if seat is not None:
            self._record_slips(stream, number, seat)
        if self._premises.sealer is not None:
            self._premises.sealer.seal()
        with self._premises.store.journal(read_only=True) as journal:
            if self._premises.policy is not None:
                with suppress(NotProvedYet):
                    return _made(journal, stream, number, seat, self._premises.policy)
            return _made(journal, stream, number, seat)

    def _record_slips(self, stream: str, number: int, seat: int) -> None:
        """Records the seat's slips of the round if they are missing."""
        with self._premises.store.journal(read_only=True) as journal:
            round = find_round(journal.read(stream), number)
            missing = not has_slips(journal, round, seat)
        if missing:
            with self._premises.open_journal() as journal:
                record_slips(journal, round, seat, self._premises.clock.now())

    def _chain(self) -> JournalStatus:
        with self._premises.store.journal(read_only=True) as journal:
            heads = journal.streams()
            last = journal.last_checkpoint()
        return JournalStatus(
            streams=tuple(ChainStream(head.stream, head.version, head.hash.hex()) for head in heads),
            records=sum(head.version for head in heads),
            checkpoint=_checkpoint(last) if last else None,
            verified=self._jobs.verification,
            verifying=self._jobs.verifying,
            progress=self._jobs.progress,
        )


def _made(journal: Journal, stream: str, number: int, seat: int | None, policy: WitnessPolicy | None = None) -> bytes:
    if seat is None:
        return make_bundle(journal, stream, number, policy)
    return make_seat_bundle(journal, stream, number, seat, policy)


def _checkpoint(last: Checkpoint) -> ChainCheckpoint:
    return ChainCheckpoint(
        number=last.number,
        at=last.time_ms,
        records=last.records,
        key=last.key.hex(),
        origin=last.head.origin,
        size=last.head.size,
        root=last.head.root.hex(),
    )


def _told(running: RunningTable, query: RecordsQuery) -> list[ToldRecord]:
    table, records = running.history.records(query.window)
    money = running.live.rules.betting.book.money.currency
    told = []
    for record in records:
        line, table = _line(record, table, money)
        told.append(line)
    return told


def _significant(record: Record) -> ToldRecord:
    """An event of the premises as text; it belongs to no round."""
    kind = record.kind.partition("/")[0]
    event = read_significant(record)
    said, by_code = words_of(event), significant_messages(event)
    role, _, name = record.actor.partition(":")
    return ToldRecord(record.version, record.time_ms, name or role, role if name else "", kind, said, by_code, 0, None)


def _line(record: Record, table: Table, money: Currency) -> tuple[ToldRecord, Table]:
    """A record as text, and the table after it; a record belongs to the round that it ends or opens."""
    event = from_record(record).event
    actor = read_actor(record.actor)
    refused = None
    if isinstance(event, CommandRefused):
        refusal = event.refusal
        refused = ToldRefusal(event.code, event.clause, refusal.message, event.facts, event.basis)
        said, round = f"Refused: {refusal.message}", table.round
        by_code: list[CodedMessage] = []
    else:
        said, before = "\n".join(map(_one_line, words(event, money))), table.round
        by_code = event_messages(event)
        table = evolve(table, event)
        round = before or table.round
    kind = record.kind.partition("/")[0]
    line = ToldRecord(record.version, record.time_ms, actor.name, actor.role.value, kind, said, by_code, round, refused)
    return line, table


def _one_line(told: str) -> str:
    """Makes line breaks in user text visible, so that they do not look like further lines of the record."""
    return told.replace("\n", " ↵ ")


def _view_at(running: RunningTable, version: int, viewer: Actor) -> View:
    table, rules = running.history.at(version)
    return view(rules or running.live.rules, table, viewer)


def _report(running: RunningTable, by: Literal["shift", "day"]) -> ReportAnswer:
    found = running.history.shifts()
    rows = [_shift_row(each) for each in found] if by == "shift" else [_day_row(each, found) for each in days(found)]
    return ReportAnswer(by, tuple(rows))


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


def endpoints(premises: Premises, jobs: JournalJobs, on_finding: Callable[[str], None]) -> tuple[Endpoint, ...]:
    """`on_finding` is called with each problem that a verification finds."""
    watch = Surveillance(premises, jobs, on_finding)
    path = "/tables/{number}"
    return (
        Endpoint(
            "GET",
            f"{path}/records",
            watch.records,
            "The timeline: records as text.",
            HOUSE,
            query=RecordsQuery,
            answer=list[ToldRecord],
        ),
        Endpoint(
            "GET",
            "/premises/records",
            watch.premises_records,
            "Significant events outside the tables: accounts, sessions, terminals, the service.",
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
        Endpoint(
            "GET",
            f"{path}/report",
            watch.report,
            "Win, drop and hold.",
            HOUSE,
            query=ReportQuery,
            answer=ReportAnswer,
        ),
        Endpoint("GET", "/chain", watch.chain, "The state of the journal's chain.", HOUSE, answer=JournalStatus),
        Endpoint("POST", "/chain", watch.verify, "Verifies the whole journal now.", HOUSE, answer=Verification),
    )
