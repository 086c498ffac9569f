"""The results of a table's finished rounds, as the display at the table shows them."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.table import event as e
from croupier.table.state import Table

RESULTS_MAX = 500
"""How many results are kept."""


class ResultReader:
    """The last results of the table's current wheel, oldest first, updated record by record."""

    def __init__(self, numbers: Iterable[str] = ()) -> None:
        self.numbers = list(numbers)

    def add(self, event: object, table: Table) -> None:
        """Adds an event; `table` is the state before it."""
        if isinstance(event, e.CrownLifted):
            self.numbers.append(table.spin.number)
            del self.numbers[:-RESULTS_MAX]
        elif isinstance(event, e.NumberCorrected) and self.numbers:
            self.numbers[-1] = event.number  # only the last settled round can be corrected

    def clear(self) -> None:
        """The table has another wheel, which has no results yet."""
        self.numbers.clear()
