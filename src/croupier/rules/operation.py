"""How a table is run live, apart from what decides its wagers."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from croupier.game.zero import Choice
from croupier.rules.chips import GROUPS
from croupier.terms.document import DocumentTable
from croupier.terms.money import STAKE_MAX

TIPS_RIGHT = (
    "State the restriction as tip_wagers = false, tip_wager_max (cents a spin) or tip_wagers_on (wagers); "
    "the sign is worded from it."
)
SEATS_MAX = 10_000
PRISON_SECONDS_MIN = 5
"""Minimum time to read the number, think and press."""
PRISON_SECONDS_MAX = 86_400
INSPECTION_HOURS_MAX = 8_760
REPEATS_MAX = 100
REPEATS_SHOWN = 25
"""Repeats at a demonstration, if the house file says nothing."""


class TableOperation(Struct, frozen=True):
    """The keys of a [[table]] about how it is run."""

    seats: int = 8
    electronic: bool = False
    """Players bet at terminals, with electronic chips only."""
    central_screen: bool = True
    prison_seconds: int = 30
    """How long a player may consider a wager in prison."""
    in_prison_silence: Choice | None = None
    """The posted choice for a player who does not choose in prison."""
    tip_wagers: bool = True
    tip_wager_max: int | None = None
    """The most that a player may wager for the dealers on one spin, in cents."""
    tip_wagers_on: tuple[str, ...] = ()
    """The wagers or groups that may be made for the dealers; all if empty."""
    second_person_above: int | None = None
    """The most that one person may award, correct or settle alone, in cents; the customary amount if not stated."""
    demonstration: bool = False
    signs_recorded: bool = True
    """The table opens only if every required sign is on record as posted."""
    inspection_max_hours: int | None = None
    """Maximum age of the inspection before an opening; a day if not stated."""
    repeat_rounds_max: int | None = None
    """For how many rounds a terminal may repeat a player's wagers, as stated; see `repeats`."""

    @property
    def repeats(self) -> int:
        """For how many rounds a terminal offers to repeat wagers; 0 if it does not offer it."""
        if self.repeat_rounds_max is not None:
            return self.repeat_rounds_max
        return REPEATS_SHOWN if self.demonstration and self.electronic else 0


def read_operation(section: DocumentTable, wagers: Collection[str]) -> TableOperation:
    """Reads how the table is run from the keys of the table."""
    default = TableOperation()
    silence = section.text("in_prison_silence", allowed=[*Choice])
    tip_wager_max = section.integer("tip_wager_max", least=1, most=STAKE_MAX)
    running = TableOperation(
        seats=section.integer("seats", least=1, most=SEATS_MAX) or default.seats,
        electronic=section.flag("electronic") is True,
        central_screen=section.flag("central_screen") is not False,
        prison_seconds=section.integer("prison_seconds", least=PRISON_SECONDS_MIN, most=PRISON_SECONDS_MAX)
        or default.prison_seconds,
        in_prison_silence=Choice(silence) if silence else None,
        tip_wagers=section.flag("tip_wagers") is not False,
        tip_wager_max=tip_wager_max,
        tip_wagers_on=section.texts("tip_wagers_on", allowed=(*GROUPS, *wagers)),
        second_person_above=section.integer("second_person_above", least=0, most=STAKE_MAX),
        demonstration=section.flag("demonstration") is True,
        signs_recorded=section.flag("signs_recorded") is not False,
        inspection_max_hours=section.integer("inspection_max_hours", least=1, most=INSPECTION_HOURS_MAX),
        repeat_rounds_max=section.integer("repeat_rounds_max", least=0, most=REPEATS_MAX),
    )
    if running.repeat_rounds_max and not running.electronic:
        right = "Leave it out, or set electronic = true."
        section.wrong("repeat_rounds_max", "players have no terminals at this table", right)
    for key, given in (("tip_wager_max", tip_wager_max is not None), ("tip_wagers_on", bool(running.tip_wagers_on))):
        if given and not running.tip_wagers:
            section.wrong(key, "there are no tip wagers at this table", "Leave out one of the two.")
    section.known("tip_restriction")
    if "tip_restriction" in section:
        section.wrong("tip_restriction", "free text cannot be enforced", TIPS_RIGHT)
    return running
