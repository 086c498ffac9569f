"""The log of a table's equipment, whole: what is printed and kept."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta, Struct

from croupier.floor.premises import Premises
from croupier.pit.view import SeenEntry, entry
from croupier.rules.procedure import Duty
from croupier.table.view import CREW, STAFF
from croupier.web.api.lookup import find_running
from croupier.web.endpoint import Call, Endpoint

ENTRIES_MAX = 5_000


class LogQuery(Struct, frozen=True):
    last: Annotated[int, Meta(ge=1, le=ENTRIES_MAX)] = ENTRIES_MAX


class EquipmentLog(Struct, frozen=True):
    clause: str | None
    """That asks for the log."""
    earlier: int
    """So many entries are older than those here."""
    log: tuple[SeenEntry, ...]
    """Oldest first."""


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:
    """What the service tells those who answer for the equipment."""

    async def log(call: Call) -> EquipmentLog:
        running = find_running(premises, call)
        earlier, events = await asyncio.to_thread(running.history.works, call.query.last)
        clause = running.live.rules.equipment.clause(Duty.LOG)
        return EquipmentLog(clause, earlier, tuple(map(entry, events)))

    words = "The log of inspections, adjustments and replacements."
    path = "/tables/{number}/log"
    return (Endpoint("GET", path, log, words, STAFF | CREW, query=LogQuery, answer=EquipmentLog),)
