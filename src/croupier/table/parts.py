"""What the audiences of a table hear of one commit, before it is encoded."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from croupier.table.happened import Happened
from croupier.table.view import SeenSeat, SeenWager, SeenYou


class SeenWagers(Struct, frozen=True, gc=False):
    """Wagers that changed (one of amount 0 is gone), or the whole of what this audience sees."""

    whole: bool
    list: tuple[SeenWager, ...]


class Part(Struct):
    """What one audience hears of a commit."""

    table: dict[str, Any] = field(default_factory=dict)
    """Fields of the view that changed, with their new values."""
    wagers: SeenWagers | None = None
    seats: list[SeenSeat] = field(default_factory=list)
    """In order: a later one of the same seat replaces an earlier one."""
    you: SeenYou | None = None
    happened: dict[int, Happened] = field(default_factory=dict)
    """By place in the commit: over another part, the own telling stands in place of the wider one."""

    @property
    def empty(self) -> bool:
        return not (self.table or self.seats or self.happened or self.wagers or self.you)


class Changes(Struct):
    """A commit as its audiences hear it."""

    public: Part = field(default_factory=Part)
    own: dict[str, Part] = field(default_factory=dict)
    """By the player's name, for those who hear more than the public does."""
    staff: Part = field(default_factory=Part)
    house: Part = field(default_factory=Part)

    def own_part(self, player: str) -> Part:
        """The player's part, to be filled."""
        part = self.own.get(player)
        if part is None:
            part = self.own[player] = Part()
        return part
