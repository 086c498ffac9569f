"""One table of a house file, with its state in the premises."""

from __future__ import annotations

from msgspec import Struct

from croupier.floor.history import History
from croupier.floor.live import LiveTable
from croupier.floor.recovery import Known
from croupier.floor.remote_table import RemoteTable
from croupier.floor.writer_metrics import WriterMetrics
from croupier.rules.house import HouseTable, UnfitTable
from croupier.terms.problem import Problem


class PremisesTable(Struct):
    """One table of the house file: running, or with the findings that keep it from opening."""

    number: str
    house: str
    entry: HouseTable | UnfitTable
    findings: tuple[Problem, ...] = ()
    live: LiveTable | RemoteTable | None = None
    history: History | None = None
    began: Known | None = None
    """The snapshot it was restored from, until the records have confirmed it."""
    metrics: WriterMetrics | None = None
    note: str = ""
    """A remark on a running table, such as that it is still open under older rules."""
