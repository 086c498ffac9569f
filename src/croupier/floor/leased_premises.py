"""The tables that a worker has leases for: taken and given away while it runs. See ADR 112."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from croupier.floor.history import History
from croupier.floor.live import LiveTable
from croupier.floor.lock import DirectoryLock
from croupier.floor.past_reader import PastReader
from croupier.floor.premises import FeedOf, Premises
from croupier.floor.premises_table import PremisesTable
from croupier.floor.rules_choices import AssignedRules
from croupier.floor.writer_metrics import MeteredWriter
from croupier.journal.stores import JournalStore
from croupier.records.script import stream_of
from croupier.rules.house import HouseTable, SurveyedHouse, UnfitTable
from croupier.terms.clock import Clock
from croupier.terms.problem import Problems


class LeasedPremises(Premises):
    """Opens no table by itself. The front keeps histories and seals."""

    def __init__(self, directory: Path, lock: DirectoryLock, clock: Clock, store: JournalStore) -> None:
        self.assigned = AssignedRules()
        super().__init__(directory, lock, clock, store, choices=self.assigned)

    def survey_all(self, houses: Sequence[SurveyedHouse]) -> None:
        """Sets the houses whose tables may be taken."""
        self.houses = tuple(houses)
        self._entries: dict[str, tuple[SurveyedHouse, HouseTable | UnfitTable]] = {}
        for house in houses:
            for entry in house.tables:
                self._entries.setdefault(entry.number, (house, entry))
        self._pasts: dict[str, PastReader] = {}

    def open_one(self, number: str, *, kept: bool) -> tuple[PremisesTable, MeteredWriter]:
        """Reads a table and takes its stream; with `kept` it keeps the rules it was opened under.

        Callable from any thread.
        """
        house, entry = self._entries[number]
        place = PremisesTable(number, house.name, entry)
        if isinstance(entry, UnfitTable):
            place.findings = entry.findings
        self.assigned.assign(number, kept=kept)
        writer = self.opener.open(place, house)
        if writer is None:
            raise Problems(place.findings)
        return place, writer

    def run_one(self, place: PremisesTable, writer: MeteredWriter, feed_of: FeedOf) -> LiveTable:
        """Has the running loop take the orders of the table."""
        self.places[place.number] = place
        self._set_up(place, writer, feed_of)
        if not isinstance(place.live, LiveTable):
            raise TypeError(type(place.live).__name__)
        if (reason := self.untrusted.of(stream_of(place.number))) is not None:
            writer.mark_untrusted(reason)
        place.live.desk.start()
        self._pasts[place.number] = reader = PastReader(self.store, self.untrusted)
        reader.start([place])
        return place.live

    async def give_up(self, number: str) -> None:
        """Answers the queued orders of a table and drops it without a snapshot; its records remain."""
        place, writer = self.places.pop(number), self._writers.pop(number)
        self._pasts.pop(number).stop()
        self.health.forget(stream_of(number))
        if isinstance(place.live, LiveTable):
            await place.live.desk.stop(save=False)
        writer.close()

    def keeps_rules(self, number: str) -> bool:
        """Whether a table runs under the rules it was opened under, not those of the house."""
        return bool(self.assigned.kept(number))

    def _history(self, _stream: str) -> History | None:
        return None

    def _stop_watching(self) -> None:
        super()._stop_watching()
        for reader in self._pasts.values():
            reader.stop()
