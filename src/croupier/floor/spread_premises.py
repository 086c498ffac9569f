"""The premises of a service whose tables run in several processes: those of a worker, and those of the front.

See ADR 109.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from croupier.floor.history import History
from croupier.floor.lock import DirectoryLock
from croupier.floor.premises import FeedOf, Premises
from croupier.floor.premises_table import PremisesTable
from croupier.floor.remote_table import FollowedDesk, RemoteTable
from croupier.floor.rules_choices import RulesChoices
from croupier.floor.writer_metrics import WriterMetrics
from croupier.journal.stores import OpenedJournal
from croupier.records.script import stream_of
from croupier.rules.house import HouseTable, SurveyedHouse, UnfitTable


class NodeIdentity(Struct, frozen=True):
    """One node among several of a house."""

    name: str
    house: str
    """The hash of the program's version and the house files; nodes with another one run no tables of this house."""
    certificate: bytes
    """The certificate of its connections to others, in DER form; made at the start, and known through the database."""
    key_file: str
    """The file with the certificate and its key, readable only by the owner, for as long as the node runs."""
    addresses: tuple[str, ...] = ()
    """Where other nodes reach each worker; empty if they cannot."""


class SpreadPlan(Struct, frozen=True):
    """What all processes of one service share; created before they fork."""

    lock: DirectoryLock
    houses: tuple[SurveyedHouse, ...]
    choices: RulesChoices | None
    """Which rules each table runs under; None where the front says so when it assigns a table."""
    commits: str
    """The address of the process that commits; empty where each process appends to a database by itself."""
    workers: tuple[str, ...]
    """The addresses of the workers."""
    node: NodeIdentity | None = None
    """What makes this node known to others that share its database; None on a single machine."""

    @property
    def worker_of(self) -> dict[str, int]:
        """The worker of each table, by number: they take turns, in the order of the house files."""
        numbers = dict.fromkeys(entry.number for house in self.houses for entry in house.tables)
        return {number: place % len(self.workers) for place, number in enumerate(numbers)}


class WorkerPremises(Premises):
    """The tables of one worker: their writers, desks and snapshots. The front keeps histories and seals."""

    own: Collection[str] = ()
    """The numbers of its tables."""

    def _place(self, house: SurveyedHouse, entry: HouseTable | UnfitTable, feed_of: FeedOf) -> None:
        if entry.number in self.own:
            super()._place(house, entry, feed_of)

    def _history(self, _stream: str) -> History | None:
        return None


class _RemoteWriter:
    """Reports a table whose state does not follow from its records."""

    def __init__(self, stream: str, tell: Callable[[str, Exception], None]) -> None:
        self.stream, self._tell = stream, tell

    def mark_untrusted(self, error: Exception) -> None:
        self._tell(self.stream, error)


class FrontPremises(Premises):
    """All tables as recorded, with their histories; no orders are decided here."""

    _report_untrusted: Callable[[str, Exception], None] | None = None

    def open_journal(self, own: str = "") -> OpenedJournal:  # noqa: ARG002 (the workers own the streams)
        return super().open_journal()

    def open_tables(self, houses: Sequence[SurveyedHouse], feed_of: FeedOf) -> None:
        self._untrusted_streams: dict[str, Exception] = {}
        self._remote_writers: list[_RemoteWriter] = []
        self.untrusted.writers = self._remote_writers
        super().open_tables(houses, feed_of)

    @property
    def remote_tables(self) -> Mapping[str, RemoteTable]:
        return {number: place.live for number, place in self.places.items() if isinstance(place.live, RemoteTable)}

    def report_untrusted_to(self, report: Callable[[str, Exception], None]) -> None:
        """Sets the callback, called in any thread, for tables that accept no more orders, including earlier ones."""
        self._report_untrusted = report
        for stream, error in list(self._untrusted_streams.items()):
            report(stream, error)

    def _on_untrusted(self, stream: str, error: Exception) -> None:
        self._untrusted_streams[stream] = error
        if self._report_untrusted is not None:
            self._report_untrusted(stream, error)

    def _run(self, place: PremisesTable, house: SurveyedHouse, _feed_of: FeedOf) -> None:
        stream = stream_of(place.number)
        writer = self.opener.open(place, house)
        if writer is None:
            return
        self.last_at = max(self.last_at, writer.table.last_at)
        place.metrics = WriterMetrics()
        place.metrics.version = writer.version
        place.history = self._history(stream)
        remote = RemoteTable(place.number, writer.rules, FollowedDesk(lambda: place.history))
        place.live, self.health.recorders[stream] = remote, remote.recorder
        self._remote_writers.append(_RemoteWriter(stream, self._on_untrusted))
        writer.close()
