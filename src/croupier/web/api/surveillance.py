"""Endpoints for the house and surveillance: timeline, past states, bundles, reports, the chain."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.responses import Response

from croupier.access.event import STREAM as PREMISES
from croupier.floor.journal_jobs import JournalJobs, Progress, Underway, Verification
from croupier.floor.premises import Premises
from croupier.floor.receipts import record_slips
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.policy import WitnessPolicy
from croupier.journal.port import Journal
from croupier.records.bundle import NotProvedYet, make_bundle
from croupier.records.rounds import find_round
from croupier.records.script import stream_of
from croupier.records.seat_bundle_maker import has_slips, make_seat_bundle
from croupier.records.sentence_fields import SEAT_MAX
from croupier.table.view import HOUSE, View, view
from croupier.terms.people import Actor
from croupier.web.api.lookup import RunningTable, find_running
from croupier.web.api.record_lines import VERSION_MAX, RecordsQuery, RecordText, premises_line, table_lines
from croupier.web.api.reports import ReportAnswer, ReportQuery, report_of
from croupier.web.endpoint import Call, Declined, Endpoint


class BundleQuery(Struct, frozen=True):
    round: Annotated[int, Meta(ge=1, le=VERSION_MAX)]
    seat: Annotated[int, Meta(ge=1, le=SEAT_MAX)] | None = None
    """Only this seat's part; default: the whole table."""


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

    async def records(self, call: Call) -> list[RecordText]:
        running = find_running(self._premises, call)
        return await asyncio.to_thread(table_lines, running, call.query)

    async def premises_records(self, call: Call) -> list[RecordText]:
        return await asyncio.to_thread(self._premises_records, call.query)

    def _premises_records(self, query: RecordsQuery) -> list[RecordText]:
        with self._premises.store.journal(read_only=True) as journal:
            first, count = query.window(journal.head(PREMISES).version)
            return [premises_line(record) for record in journal.read(PREMISES, first, count)]

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
        return await asyncio.to_thread(report_of, running, call.query.by)

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


def _view_at(running: RunningTable, version: int, viewer: Actor) -> View:
    table, rules = running.history.at(version)
    return view(rules or running.live.rules, table, viewer)


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
            answer=list[RecordText],
        ),
        Endpoint(
            "GET",
            "/premises/records",
            watch.premises_records,
            "Significant events outside the tables: accounts, sessions, terminals, the service.",
            HOUSE,
            query=RecordsQuery,
            answer=list[RecordText],
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
