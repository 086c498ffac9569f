"""Every event of a table by its name, from the modules of its subjects.

Their tags are permanent and independent of the class names. Each event declares its audience, and marks the fields that
only some of it may see.
"""

from __future__ import annotations

from croupier.equipment.event import PitEvent
from croupier.table import (
    correction_event,
    money_event,
    seat_event,
    settling_event,
    shift_event,
    spin_event,
    wager_event,
)
from croupier.table.correction_event import *  # noqa: F403
from croupier.table.money_event import *  # noqa: F403
from croupier.table.seat_event import *  # noqa: F403
from croupier.table.settling_event import *  # noqa: F403
from croupier.table.shift_event import *  # noqa: F403
from croupier.table.spin_event import *  # noqa: F403
from croupier.table.wager_event import *  # noqa: F403
from croupier.terms.message import Event as Event  # noqa: PLC0414 (re-exported as the base class)

AnyEvent = (
    PitEvent
    | shift_event.HouseEvent
    | seat_event.SeatEvent
    | wager_event.WagerEvent
    | spin_event.SpinEvent
    | settling_event.SettlingEvent
    | correction_event.CorrectionEvent
    | money_event.MoneyEvent
)
Events = tuple[AnyEvent, ...]
