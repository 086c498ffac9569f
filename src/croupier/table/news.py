"""The news of one commit for each audience, before it is encoded.

The public gets `public`; a player gets it with the player's own part merged over it. Staff get `staff`; house roles
get it with `house` merged over it.
"""

from __future__ import annotations

from msgspec import UNSET, Raw, Struct, UnsetType, field

from croupier.equipment.view import SeenEquipment
from croupier.table.console import SeenDealing
from croupier.table.event_news import EventNews
from croupier.table.state import Phase
from croupier.table.view import SeenDispute, SeenHouse, SeenSeat, SeenWager, SeenYou


class SeenWagers(Struct, frozen=True, gc=False):
    """Wagers that changed (amount 0: gone), or all that the audience sees."""

    whole: bool
    list: tuple[SeenWager, ...]


class TableNews(Struct, gc=False):
    """Fields of the view that changed, except for seats, wagers and a player's own part."""

    number: str | UnsetType = UNSET
    phase: Phase | UnsetType = UNSET
    round: int | UnsetType = UNSET
    result: str | UnsetType = UNSET
    results: tuple[str, ...] | UnsetType = UNSET
    choose_until: int | UnsetType = UNSET
    next_step: str | UnsetType | None = UNSET
    dealing: SeenDealing | UnsetType | None = UNSET
    disputes: tuple[SeenDispute, ...] | UnsetType = UNSET
    dealer: str | UnsetType | None = UNSET
    supervisor: str | UnsetType | None = UNSET
    house: SeenHouse | UnsetType | None = UNSET
    equipment: SeenEquipment | UnsetType | None = UNSET
    tournament: str | UnsetType = UNSET


class NewsPart(Struct, gc=False):
    """The news of a commit for one audience. `Raw` pieces are already encoded."""

    table: TableNews | None = None
    wagers: SeenWagers | Raw | None = None
    seats: list[SeenSeat] = field(default_factory=list)
    """In order: a later one of the same seat replaces an earlier one."""
    you: SeenYou | None = None
    happened: dict[int, EventNews | Raw] = field(default_factory=dict)
    """By place in the commit. When parts are merged, these replace those of the same place."""

    @property
    def empty(self) -> bool:
        return not (self.table or self.seats or self.happened or self.wagers or self.you)


class CommitNews(Struct, gc=False):
    """The news of a commit for all audiences."""

    public: NewsPart = field(default_factory=NewsPart)
    own: dict[str, NewsPart] = field(default_factory=dict)
    """By player, for those who get more than the public."""
    staff: NewsPart = field(default_factory=NewsPart)
    house: NewsPart = field(default_factory=NewsPart)
    crew: NewsPart | None = None
    """For those who work on the equipment, over the public part."""

    def own_part(self, player: str) -> NewsPart:
        """The player's part; created if missing."""
        part = self.own.get(player)
        if part is None:
            part = self.own[player] = NewsPart()
        return part
