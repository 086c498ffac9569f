"""evolve: an entry of the log changes the equipment. It never refuses."""

from __future__ import annotations

from typing import assert_never

from croupier.pit import event as e
from croupier.pit.state import LOG_KEPT, Equipment, Since


def evolve(equipment: Equipment, event: e.PitEvent) -> None:
    """Afterwards the equipment is as the event left it."""
    equipment.log.append(event)
    del equipment.log[:-LOG_KEPT]
    match event:
        case e.TableInspected():
            equipment.inspection = event
        case e.WheelAdjusted():
            equipment.inspection, equipment.since = None, Since.ADJUSTED
        case e.PartReplaced():
            equipment.inspection, equipment.since = None, Since.REPLACED
            if event.external and event.part not in equipment.awaiting:
                equipment.awaiting.append(event.part)
        case e.ReplacementInspected():
            if event.fit:
                equipment.awaiting.clear()
        case _:
            assert_never(event)


def close(equipment: Equipment) -> None:
    """The table was closed: its next opening needs an inspection of its own."""
    if equipment.inspection is not None:
        equipment.inspection, equipment.since = None, Since.CLOSED
