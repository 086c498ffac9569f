"""The complete equipment log of a table, for printing and filing."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta, Struct

from croupier.equipment.view import SeenEntry, entry
from croupier.floor.premises import Premises
from croupier.rules.procedure import ProcedureStep
from croupier.table.view import CREW, STAFF
from croupier.web.api.lookup import find_running
from croupier.web.endpoint import Call, Endpoint

ENTRIES_MAX = 5_000


class LogQuery(Struct, frozen=True):
    last: Annotated[int, Meta(ge=1, le=ENTRIES_MAX)] = ENTRIES_MAX


class EquipmentLog(Struct, frozen=True):
    clause: str | None
    """The clause that requires the log."""
    earlier: int
    """Number of older entries that are not included."""
    log: tuple[SeenEntry, ...]
    """Oldest first."""


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:

    async def log(call: Call) -> EquipmentLog:
        running = find_running(premises, call)
        earlier, events = await asyncio.to_thread(running.history.works, call.query.last)
        clause = running.live.rules.equipment.clause(ProcedureStep.LOG)
        return EquipmentLog(clause, earlier, tuple(map(entry, events)))

    words = "The log of inspections, adjustments and replacements."
    path = "/tables/{number}/log"
    return (Endpoint("GET", path, log, words, STAFF | CREW, query=LogQuery, answer=EquipmentLog),)
