"""Shared by handlers of table paths: finds the table and queries it without blocking the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from croupier.floor.history import History
from croupier.floor.live import LiveTable
from croupier.floor.premises import Premises
from croupier.floor.premises_table import PremisesTable
from croupier.floor.remote_table import RemoteTable
from croupier.table.state import Table
from croupier.terms.problem import nearest, shown
from croupier.web.endpoint import Call, Declined

QUERY_S = 5.0
"""Timeout of a query to a desk."""
SILENT = "table-silent"

T = TypeVar("T")


class RunningTable(Struct, frozen=True):
    """A running table and its history."""

    place: PremisesTable
    live: LiveTable | RemoteTable
    history: History


def find_place(premises: Premises, call: Call) -> PremisesTable:
    """The table named in the path, running or not; an unknown table is a 404."""
    number = call.path["number"]
    place = premises.places.get(number)
    if place is None:
        tables = list(premises.places)
        hint = nearest(number, tables) if tables else "There are no tables."
        raise Declined(404, "no-such-table", f"There is no table {shown(number)}. {hint}")
    return place


def find_running(premises: Premises, call: Call) -> RunningTable:
    """The running table named in the path; one that does not run is a 409 with its first finding."""
    place = find_place(premises, call)
    if place.live is None or place.history is None:
        first = place.findings[0] if place.findings else None
        why = f" {first}" if first else ""
        raise Declined(
            409, "table-not-open", f"Table {place.number} does not open.{why}", first.clause if first else None
        )
    return RunningTable(place, place.live, place.history)


async def query_table(live: LiveTable | RemoteTable, at: Callable[[int, Table], T]) -> T:
    """Calls a function on the table between two commits; it must not keep the table."""
    try:
        return await asyncio.wait_for(live.desk.query(at), QUERY_S)
    except TimeoutError:
        raise Declined(503, SILENT, f"Table {live.number} does not answer. Try again in a moment.") from None
    except RuntimeError:
        raise Declined(503, "stopping", "The service is stopping. Try again in a moment.") from None
