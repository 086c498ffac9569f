"""A running table that people connect to: its rules, its desk, and its feed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from croupier.floor.desk import Desk
from croupier.floor.order import News
from croupier.floor.version_marks import VersionMarks
from croupier.table.state import Table, TableRules


class Feed(Protocol):
    """Notified of every commit, between two turns of the desk; it may read the table only then."""

    def publish(self, news: News, table: Table) -> Iterator[None] | None:
        """Publishes the changes of a commit. It may yield during long work; the table does not change meanwhile."""
        ...


class Dealing(Protocol):
    """An automatic dealer at a demonstration table."""

    @property
    def on(self) -> bool: ...

    def switch(self, *, on: bool) -> None: ...


class LiveTable:
    """One table of the premises while the service runs."""

    def __init__(
        self, number: str, rules: TableRules, desk: Desk, feed: Feed, marks: VersionMarks | None = None
    ) -> None:
        self.number, self.rules, self.desk, self.feed = number, rules, desk, feed
        self.marks = marks
        """Makes the marks of this table and checks those of reconnecting clients."""
