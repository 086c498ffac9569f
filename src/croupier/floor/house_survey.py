"""What is known of a house before its tables run: what its files say, and whether a table is still open."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.floor.recovery import recover
from croupier.journal.stores import JournalStore, SqliteStore
from croupier.records.script import is_table
from croupier.rules.house import HouseText, SurveyedHouse, survey_house
from croupier.rules.house_zone import common_zone
from croupier.table.state import Phase
from croupier.terms.clock import Clock
from croupier.terms.day import day_of


def survey(houses: Sequence[HouseText], clock: Clock) -> tuple[SurveyedHouse, ...]:
    """The tables of house files, each with what keeps it from opening today; raises problems outside the tables."""
    surveyed = tuple(survey_house(house, today=day_of(clock.now())) for house in houses)
    common_zone(house.zone for house in surveyed)
    return surveyed


def has_open_table(store: JournalStore) -> bool:
    """Whether any table is open according to the records."""
    if isinstance(store, SqliteStore) and not store.path.is_file():
        return False
    with store.journal(read_only=True) as journal:
        tables = (head.stream for head in journal.streams() if is_table(head.stream))
        return any(recover(journal, stream).table.phase is not Phase.CLOSED for stream in tables)
