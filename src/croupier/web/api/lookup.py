"""What handlers of table paths share: finding the table, and asking it or its past without blocking the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from croupier.floor.history import History
from croupier.floor.live import LiveTable
from croupier.floor.premises import Place, Premises
from croupier.table.state import Table
from croupier.terms.problem import nearest, shown
from croupier.web.endpoint import Call, Declined

LOOK_S = 5.0
"""How long a desk may take to be looked at."""
SILENT = "table-silent"

T = TypeVar("T")


class Running(Struct, frozen=True):
    """A table that runs, with everything beside it."""

    place: Place
    live: LiveTable
    history: History


def find_place(premises: Premises, call: Call) -> Place:
    """The table of the path, running or not; no such table is a 404."""
    number = call.path["number"]
    place = premises.places.get(number)
    if place is None:
        tables = list(premises.places)
        hint = nearest(number, tables) if tables else "There are no tables."
        raise Declined(404, "no-such-table", f"There is no table {shown(number)}. {hint}")
    return place


def find_running(premises: Premises, call: Call) -> Running:
    """The table of the path, which must run; one with findings is a 409 that names the first."""
    place = find_place(premises, call)
    if place.live is None or place.history is None:
        first = place.findings[0] if place.findings else None
        why = f" {first}" if first else ""
        raise Declined(
            409, "table-not-open", f"Table {place.number} does not open.{why}", first.clause if first else None
        )
    return Running(place, place.live, place.history)


async def look(live: LiveTable, at: Callable[[int, Table], T]) -> T:
    """What a function finds in the table between two commits; it must not keep the table."""
    try:
        return await asyncio.wait_for(asyncio.wrap_future(live.desk.look(at)), LOOK_S)
    except TimeoutError:
        raise Declined(503, SILENT, f"Table {live.number} does not answer. Try again in a moment.") from None
    except RuntimeError:
        raise Declined(503, "stopping", "The service stops. Come back in a moment.") from None
