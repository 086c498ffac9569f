"""Operations: is it alive, is it ready, what does it do, and a copy of everything."""

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
from croupier.floor.chores import BackedUp, Chores, Underway
from croupier.floor.meter import BUCKETS, Meter
from croupier.floor.premises import Place, Premises
from croupier.journal.trouble import diagnose
from croupier.records.script import stream_of
from croupier.terms.people import Role
from croupier.web.dispatch import Identify, answer, decline
from croupier.web.endpoint import Call, Declined, Endpoint

READY_S = 2.0
"""How long a desk may take to answer before the service is not ready."""
METRIC_ROLES = frozenset({Role.KEY_MANAGER, Role.MAINTENANCE, Role.SURVEILLANCE, Role.REGULATOR})


class TableTrouble(Struct, frozen=True):
    """What keeps the service from being ready, and what to do."""

    table: str | None
    """None: it is the records of people and of the service."""
    what: str
    do: str
    since: int | None = None


class Readiness(Struct, frozen=True):
    status: str
    tables: list[str]
    troubles: list[TableTrouble]


Connections = Callable[[], Iterable[tuple[str, int]]]
"""How many are connected, by table."""


class Backups:
    def __init__(self, chores: Chores, on_backup: Callable[[BackedUp, Person], None]) -> None:
        self._chores, self._on_backup = chores, on_backup

    async def make(self, call: Call) -> BackedUp:
        try:
            made = await asyncio.to_thread(self._chores.back_up)
        except Underway as underway:
            raise Declined(409, "underway", str(underway)) from None
        assert call.person is not None  # noqa: S101 (the endpoint admits no others)
        self._on_backup(made, call.person)
        return made


def _nobody_hears(_made: BackedUp, _by: Person) -> None:
    """A backup was made, and nothing else has to know."""


def endpoints(chores: Chores, on_backup: Callable[[BackedUp, Person], None] = _nobody_hears) -> tuple[Endpoint, ...]:
    """The backup; the other paths are plain routes."""
    backups = Backups(chores, on_backup)
    words = "Makes a verified copy of the journal in the directory of backups."
    return (
        Endpoint("POST", "/backup", backups.make, words, frozenset({Role.KEY_MANAGER}), answer=BackedUp, status=201),
    )


def _nobody() -> tuple[tuple[str, int], ...]:
    return ()


def plain_routes(premises: Premises, identify: Identify, connections: Connections = _nobody) -> list[Route]:
    """Health, readiness and metrics, at the paths where machines look for them."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(premises, connections))

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
            return decline(403, "not-your-role", "Metrics are for this machine, or for those who look after it.")
        body = await asyncio.to_thread(generate_latest, registry)
        return Response(body, headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE_LATEST)

    return [Route("/healthz", health), Route("/readyz", ready), Route("/metrics", metrics)]


def _failing(premises: Premises) -> list[TableTrouble]:
    """Whose records the journal does not take, by what its writers know; nothing is written to find out."""
    tables = {stream_of(number): number for number in premises.tables}
    return [
        TableTrouble(tables.get(each.stream), each.trouble.what, each.trouble.do, each.since)
        for each in premises.watch.look()
    ]


async def _waiting(premises: Premises) -> list[TableTrouble]:
    """The tables whose desks do not answer in time, or cannot read their records."""
    looks = {number: live.desk.look(lambda _version, _table: True) for number, live in premises.tables.items()}
    futures = {number: asyncio.wrap_future(each) for number, each in looks.items()}
    if not futures:
        return []
    await asyncio.wait(futures.values(), timeout=READY_S)
    found = []
    for number, each in futures.items():
        if not each.done():
            what = f"Its desk does not answer within {READY_S:g} s."
            found.append(TableTrouble(number, what, "Look at croupier_commit_seconds and at the log."))
        elif error := each.exception():
            trouble = diagnose(error)
            found.append(TableTrouble(number, f"Its records cannot be read. {trouble.what}", trouble.do))
    return found


_FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
"""Where one of these stands, a proxy of this machine speaks for somebody else, trusted or not."""


def _is_local(request: Request) -> bool:
    if any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False


class _Collector(Collector):
    """Reads the counts of every table when somebody asks."""

    def __init__(self, premises: Premises, connections: Connections) -> None:
        self._premises, self._connections = premises, connections

    def collect(self) -> Iterator[Metric]:
        places = [place for place in self._premises.places.values() if place.live is not None]
        orders = CounterMetricFamily("croupier_orders", "Orders by outcome.", labels=("table", "outcome"))
        commits = HistogramMetricFamily(
            "croupier_commit_seconds", "How long the commits of a table took.", labels=("table",)
        )
        waiting = GaugeMetricFamily("croupier_orders_waiting", "Orders in the line of a desk.", labels=("table",))
        version = GaugeMetricFamily("croupier_table_version", "Records of a table.", labels=("table",))
        for place in places:
            _measure(place, orders, commits, waiting, version)
        yield from (orders, commits, waiting, version)
        connected = GaugeMetricFamily("croupier_connections", "Open sockets of a table.", labels=("table",))
        for table, count in self._connections():
            connected.add_metric([table], count)
        yield connected
        tables = GaugeMetricFamily("croupier_tables", "Tables of the house.", labels=("state",))
        tables.add_metric(["running"], len(places))
        tables.add_metric(["with_findings"], len(self._premises.places) - len(places))
        yield tables
        sealer = self._premises.sealer
        sealed = GaugeMetricFamily("croupier_sealed_records", "Records under a signed checkpoint.")
        sealed.add_metric([], sealer.last.records if sealer and sealer.last else 0)
        yield sealed
        recording = GaugeMetricFamily(
            "croupier_recording", "Whether the journal took the last records of a stream.", labels=("stream",)
        )
        for stream, taken in self._premises.watch.records().items():
            recording.add_metric([stream], taken)
        yield recording
        free = GaugeMetricFamily("croupier_disk_free_bytes", "Room on the disk of the journal.")
        free.add_metric([], disk_usage(self._premises.directory).free)
        yield free


def _measure(
    place: Place,
    orders: CounterMetricFamily,
    commits: HistogramMetricFamily,
    waiting: GaugeMetricFamily,
    version: GaugeMetricFamily,
) -> None:
    meter, live = place.meter or Meter(), place.live
    for outcome, count in sorted(meter.orders.items()):
        orders.add_metric([place.number, outcome], count)
    total, buckets = 0, []
    for bound, count in zip((*BUCKETS, float("inf")), meter.commits, strict=True):
        total += count
        buckets.append(("+Inf" if bound == float("inf") else str(bound), total))
    commits.add_metric([place.number], buckets, meter.seconds)
    if live is not None:
        waiting.add_metric([place.number], live.desk.waiting)
    version.add_metric([place.number], meter.version)
