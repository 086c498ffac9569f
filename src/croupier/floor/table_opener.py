"""Opens the writers of tables, each under the rules that it has to be played by."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from croupier.floor.cache_seal import own_seal
from croupier.floor.committer import Committer
from croupier.floor.premises_table import PremisesTable
from croupier.floor.recovery import Known, recover, rules_in_force
from croupier.floor.rules_choices import RulesChooser
from croupier.floor.standby_tables import StandbyTables
from croupier.floor.writer import OtherRules
from croupier.floor.writer_metrics import MeteredWriter
from croupier.journal.port import Journal
from croupier.journal.stores import OpenedJournal
from croupier.records.script import stream_of
from croupier.rules.house import HouseTable, SurveyedHouse
from croupier.table.house_setup import setup_of
from croupier.table.state import Phase, TableRules
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.wire.rules import table_rules

STILL_OPEN = (
    "It is still open under the rules of its last opening. The new rules apply at its next opening after a restart."
)


class TableOpener:
    """Opens the writers of tables. `open_journal` takes the stream that the journal object alone may write."""

    def __init__(
        self, open_journal: Callable[[str], OpenedJournal], committer: Committer, choices: RulesChooser | None
    ) -> None:
        self._open_journal, self._committer, self._choices = open_journal, committer, choices
        self.seal = own_seal()
        """Seals snapshots."""
        self.standby_tables: StandbyTables | None = None
        """The tables that this node followed until it took the house."""

    def has_to_run(self, number: str) -> bool:
        """Whether a table is open according to the records, so that it has to be played to its end."""
        if self._kept(number):
            return True
        with self._open_journal("") as journal:
            return recover(journal, stream_of(number), seal=self.seal).table.phase is not Phase.CLOSED

    def open(self, place: PremisesTable, house: SurveyedHouse) -> MeteredWriter | None:
        """The writer of a table; None when there are findings instead."""
        stream = stream_of(place.number)
        journal = self._open_journal(stream)
        try:
            writer = self._writer(place, house, journal, stream)
        except Problems as problems:
            journal.close()
            place.findings = tuple(replace(each, table=place.number) for each in problems.problems)
            return None
        except BaseException:
            journal.close()
            raise
        if self._choices is not None:
            self._choices.choose(place.number, kept=writer.rules.superseded)
        return writer

    def _kept(self, number: str) -> bool | None:
        """Whether a table keeps the rules it was opened under, where another process has found that out."""
        return self._choices.kept(number) if self._choices is not None else None

    def _writer(self, place: PremisesTable, house: SurveyedHouse, journal: Journal, stream: str) -> MeteredWriter:
        """The writer of a table: under the house's rules or, if the table is still open under others, under those."""
        entry = place.entry
        if isinstance(entry, HouseTable):
            rules = table_rules(entry.rules.book, entry.written, setup_of(entry, house.plays_day))
            if not self._kept(place.number):
                with suppress(OtherRules):
                    return self._metered(journal, stream, rules)
            place.note = STILL_OPEN
        else:
            place.note = f"{STILL_OPEN} It cannot open again until fixed: {' '.join(map(_said, place.findings))}"
            place.findings = ()
        kept = rules_in_force(journal, stream, self.seal, self._followed(journal, stream))
        if kept is None:
            raise Fault(f"{stream} is open, but no record opens it. Run croupier verify.")
        return self._metered(journal, stream, replace(kept, superseded=True))

    def _metered(self, journal: Journal, stream: str, rules: TableRules) -> MeteredWriter:
        reopen = partial(self._open_journal, stream)
        begun = self._followed(journal, stream)
        return MeteredWriter(
            journal, stream, rules, reopen=reopen, seal=self.seal, committer=self._committer, begun=begun
        )

    def _followed(self, journal: Journal, stream: str) -> Known | None:
        return self.standby_tables.get(journal, stream) if self.standby_tables is not None else None


def _said(problem: Problem) -> str:
    return f"{problem.key}: {problem.wrong}{problem.source}. {problem.right}"
