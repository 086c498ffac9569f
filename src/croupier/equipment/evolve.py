"""evolve: applies an event to the equipment. It never refuses."""

from __future__ import annotations

from typing import assert_never

from croupier.equipment import event as e
from croupier.equipment.state import LOG_KEPT, Equipment, Licensed, PostedSign, Since


def evolve(equipment: Equipment, event: e.PitEvent) -> None:
    """Updates the equipment in place."""
    if isinstance(event, e.EquipmentEvent):
        equipment.log.append(event)
        del equipment.log[:-LOG_KEPT]
    match event:
        case e.LicenseRecorded():
            equipment.people[event.name.strip().casefold()] = Licensed(event.role, event.license)
        case e.SignPosted():
            equipment.signs[event.sign] = PostedSign(event.digest, event.place, event.at, event.name)
        case e.SignRemoved():
            equipment.signs.pop(event.sign, None)
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
    """The table closed: its next opening needs a new inspection."""
    if equipment.inspection is not None:
        equipment.inspection, equipment.since = None, Since.CLOSED
