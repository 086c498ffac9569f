"""Operations: health, readiness, metrics and backups."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_address
from shutil import disk_usage

from msgspec import Struct
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector, CollectorRegistry
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier import __version__
from croupier.access.person import Person
from croupier.floor.journal_jobs import BackedUp, JournalJobs, Underway
from croupier.floor.premises import Premises
from croupier.floor.premises_table import PremisesTable
from croupier.floor.writer_metrics import BUCKETS, WriterMetrics
from croupier.journal.append_failure import trouble_of
from croupier.records.script import stream_of
from croupier.terms.people import Role
from croupier.web.dispatch import Identify, answer, decline
from croupier.web.endpoint import Call, Declined, Endpoint
from croupier.web.worker_status import WorkerStatus

READY_S = 2.0
"""Timeout for a desk's answer, after which the service is not ready."""
METRIC_ROLES = frozenset({Role.KEY_MANAGER, Role.MAINTENANCE, Role.SURVEILLANCE, Role.REGULATOR})


class TableTrouble(Struct, frozen=True):
    """What keeps the service from being ready, and what to do."""

    table: str | None
    """None for the records of accounts and of the service."""
    what: str
    do: str
    since: int | None = None


class Readiness(Struct, frozen=True):
    status: str
    tables: list[str]
    troubles: list[TableTrouble]


Connections = Callable[[], Iterable[tuple[str, int]]]
"""Number of connections per table."""
Workers = Callable[[], Iterable[WorkerStatus]]


class Backups:
    def __init__(self, jobs: JournalJobs, on_backup: Callable[[BackedUp, Person], None]) -> None:
        self._jobs, self._on_backup = jobs, on_backup

    async def make(self, call: Call) -> BackedUp:
        try:
            made = await asyncio.to_thread(self._jobs.back_up)
        except Underway as underway:
            raise Declined(409, "underway", str(underway)) from None
        assert call.person is not None  # noqa: S101 (the endpoint admits no others)
        self._on_backup(made, call.person)
        return made


def _ignore(_made: BackedUp, _by: Person) -> None:
    """Does nothing."""


def endpoints(jobs: JournalJobs, on_backup: Callable[[BackedUp, Person], None] = _ignore) -> tuple[Endpoint, ...]:
    """The backup; the other paths are plain routes."""
    backups = Backups(jobs, on_backup)
    words = "Makes a verified copy of the journal in the backup directory."
    return (
        Endpoint("POST", "/backup", backups.make, words, frozenset({Role.KEY_MANAGER}), answer=BackedUp, status=201),
    )


def _nobody() -> tuple[tuple[str, int], ...]:
    return ()


def plain_routes(
    premises: Premises, identify: Identify, connections: Connections = _nobody, workers: Workers = list
) -> list[Route]:
    """Health, readiness and metrics, at their usual paths outside the API prefix."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(premises, connections, workers))

    async def health(_request: Request) -> Response:
        return answer({"status": "ok", "version": __version__})

    async def ready(_request: Request) -> Response:
        failing = _failing(premises)
        waiting = [] if premises.stopping else await _waiting(premises)
        status = "stopping" if premises.stopping else "failing" if failing else "waiting" if waiting else "ready"
        troubles = [*failing, *waiting]
        tables = list(dict.fromkeys(each.table for each in troubles if each.table is not None))
        return answer(Readiness(status, tables, troubles), 200 if status == "ready" else 503)

    async def metrics(request: Request) -> Response:
        person = identify(request.scope)
        if not _is_local(request) and (person is None or person.locked or person.role not in METRIC_ROLES):
            return decline(403, "not-your-role", "Your role may not read metrics from another machine.")
        body = await asyncio.to_thread(generate_latest, registry)
        return Response(body, headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE_LATEST)

    return [Route("/healthz", health), Route("/readyz", ready), Route("/metrics", metrics)]


def _failing(premises: Premises) -> list[TableTrouble]:
    """The streams that cannot be recorded, as known to their writers; nothing is written to check."""
    tables = {stream_of(number): number for number in premises.running}
    return [
        TableTrouble(tables.get(each.stream), each.trouble.what, each.trouble.do, each.since)
        for each in premises.health.look()
    ]


async def _waiting(premises: Premises) -> list[TableTrouble]:
    """The tables whose desks do not answer in time, or cannot read their records."""
    futures = {number: live.desk.query(lambda _version, _table: True) for number, live in premises.running.items()}
    if not futures:
        return []
    await asyncio.wait(futures.values(), timeout=READY_S)
    found = []
    for number, each in futures.items():
        if not each.done():
            what = f"Its desk does not answer within {READY_S:g} s."
            found.append(TableTrouble(number, what, "Check croupier_commit_seconds and the log."))
        elif error := each.exception():
            trouble = trouble_of(error)
            found.append(TableTrouble(number, f"Its records cannot be read. {trouble.what}", trouble.do))
    return found


_FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
"""Headers of requests that a proxy on this machine forwards for somebody else, trusted or not."""


def _is_local(request: Request) -> bool:
    if any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False


class _Collector(Collector):
    """Reads the counts of every table at each scrape."""

    def __init__(self, premises: Premises, connections: Connections, workers: Workers) -> None:
        self._premises, self._connections, self._workers = premises, connections, workers

    def collect(self) -> Iterator[Metric]:
        places = [place for place in self._premises.places.values() if place.live is not None]
        orders = CounterMetricFamily("croupier_orders", "Orders by outcome.", labels=("table", "outcome"))
        commits = HistogramMetricFamily("croupier_commit_seconds", "Commit duration of a table.", labels=("table",))
        waiting = GaugeMetricFamily("croupier_orders_waiting", "Orders queued at a desk.", labels=("table",))
        version = GaugeMetricFamily("croupier_table_version", "Number of records of a table.", labels=("table",))
        for place in places:
            _measure(place, orders, commits, waiting, version)
        yield from (orders, commits, waiting, version)
        connected = GaugeMetricFamily("croupier_connections", "Open sockets of a table.", labels=("table",))
        for table, count in self._connections():
            connected.add_metric([table], count)
        yield connected
        yield from _worker_metrics(self._workers())
        tables = GaugeMetricFamily("croupier_tables", "Tables of the house.", labels=("state",))
        tables.add_metric(["running"], len(places))
        tables.add_metric(["with_findings"], len(self._premises.places) - len(places))
        yield tables
        sealer = self._premises.sealer
        sealed = GaugeMetricFamily("croupier_sealed_records", "Records under a signed checkpoint.")
        sealed.add_metric([], sealer.last.records if sealer and sealer.last else 0)
        yield sealed
        yield from _ages(self._premises)
        if self._premises.lease_age_s is not None:
            yield from node_metrics(running=True, age_s=self._premises.lease_age_s())
        recording = GaugeMetricFamily(
            "croupier_recording", "Whether the last write to a stream succeeded.", labels=("stream",)
        )
        for stream, taken in self._premises.health.records().items():
            recording.add_metric([stream], taken)
        yield recording
        free = GaugeMetricFamily("croupier_disk_free_bytes", "Free space on the journal's disk.")
        free.add_metric([], disk_usage(self._premises.directory).free)
        yield free


def _worker_metrics(workers: Iterable[WorkerStatus]) -> Iterator[Metric]:
    """The processes that run tables, and the tables of each."""
    labels = ("worker", "node")
    up = GaugeMetricFamily("croupier_worker_up", "Whether a process that runs tables is up.", labels=labels)
    has = GaugeMetricFamily("croupier_table_worker", "The process that runs a table.", labels=("table", *labels))
    for worker in workers:
        up.add_metric([worker.name, worker.node], worker.up)
        for table in worker.tables:
            has.add_metric([table, worker.name, worker.node], 1)
    yield from (up, has)


def node_metrics(*, running: bool, age_s: float) -> Iterator[Metric]:
    """Metrics of a node that shares its store: whether it runs the house, and the age of its lease or copies."""
    runs = GaugeMetricFamily("croupier_node_running", "Whether this node runs the house; the others stand by.")
    runs.add_metric([], running)
    yield runs
    if running:
        age = GaugeMetricFamily("croupier_lease_age_seconds", "How long ago the lease was renewed.")
    else:
        age = GaugeMetricFamily("croupier_followed_age_seconds", "How long ago this node caught up with every table.")
    age.add_metric([], age_s)
    yield age


class StandbyCollector(Collector):
    """The metrics of a node that stands by."""

    def __init__(self, age_s: Callable[[], float]) -> None:
        self._age_s = age_s

    def collect(self) -> Iterator[Metric]:
        return node_metrics(running=False, age_s=self._age_s())


def _ages(premises: Premises) -> Iterator[Metric]:
    """Ages of the last checkpoint and its cosignatures; an age grows even if nothing reports a failure."""
    now, sealer, cosigner = premises.clock.now(), premises.sealer, premises.cosigner
    sealed = GaugeMetricFamily("croupier_checkpoint_age_seconds", "How long ago the last checkpoint was signed.")
    if sealer is not None and sealer.last is not None:
        sealed.add_metric([], (now - sealer.last.time_ms) / 1000)
    yield sealed
    quorum = GaugeMetricFamily(
        "croupier_quorum_age_seconds", "How long ago the quorum of witnesses last cosigned the newest checkpoint."
    )
    witness = GaugeMetricFamily(
        "croupier_witness_age_seconds",
        "How long ago a witness last cosigned the newest checkpoint.",
        labels=("witness",),
    )
    if cosigner is not None:
        quorum.add_metric([], cosigner.age_ms() / 1000)
        for name in cosigner.standings:
            witness.add_metric([name], cosigner.age_ms(name) / 1000)
    yield quorum
    yield witness


def _measure(
    place: PremisesTable,
    orders: CounterMetricFamily,
    commits: HistogramMetricFamily,
    waiting: GaugeMetricFamily,
    version: GaugeMetricFamily,
) -> None:
    metrics, live = place.metrics or WriterMetrics(), place.live
    for outcome, count in sorted(metrics.orders.items()):
        orders.add_metric([place.number, outcome], count)
    total, buckets = 0, []
    for bound, count in zip((*BUCKETS, float("inf")), metrics.commits, strict=True):
        total += count
        buckets.append(("+Inf" if bound == float("inf") else str(bound), total))
    commits.add_metric([place.number], buckets, metrics.seconds)
    if live is not None:
        waiting.add_metric([place.number], live.desk.waiting)
    version.add_metric([place.number], metrics.version)
