"""Layouts that players save under a name, available on every device where the player signs in."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, json

from croupier.access.accounts import TERMINALS
from croupier.access.store import PeopleStore

LAYOUTS_MAX = 12
BETS_MAX = 300

Amount = Annotated[int, Meta(ge=1, le=2**53)]
Name = Annotated[str, Meta(min_length=1, max_length=30)]
Spot = Annotated[str, Meta(min_length=1, max_length=60)]


class KeptBet(Struct, frozen=True, forbid_unknown_fields=True):
    spot: Spot
    amount: Amount
    tip: bool = False


class KeptLayout(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    bets: Annotated[tuple[KeptBet, ...], Meta(min_length=1, max_length=BETS_MAX)]


KeptLayouts = Annotated[tuple[KeptLayout, ...], Meta(max_length=LAYOUTS_MAX)]
_decoder = json.Decoder(tuple[KeptLayout, ...])


class Favorites:
    """The saved layouts of each player for each kind of wheel.

    The guests of a terminal share its name, so nothing is saved for them.
    """

    def __init__(self, store: PeopleStore) -> None:
        self._store = store

    def of(self, player: str, wheel: str) -> tuple[KeptLayout, ...]:
        row = self._store.row("SELECT layouts FROM favorites WHERE player = ? AND wheel = ?", (player, wheel))
        return _decoder.decode(row[0]) if row else ()

    def keep(self, player: str, wheel: str, layouts: tuple[KeptLayout, ...]) -> tuple[KeptLayout, ...]:
        """Replaces the player's layouts for a kind of wheel."""
        if player.startswith(TERMINALS):
            return ()
        with self._store.commit() as connection:
            connection.execute(
                "INSERT INTO favorites (player, wheel, layouts) VALUES (?, ?, ?) "
                "ON CONFLICT (player, wheel) DO UPDATE SET layouts = excluded.layouts",
                (player, wheel, json.encode(layouts).decode()),
            )
        return layouts
