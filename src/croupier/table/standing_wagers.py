"""Wagers that stand on the layout: one of them, and all of one seat."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from msgspec import Struct

from croupier.game.zero import Choice
from croupier.rules.wagers import Chips
from croupier.table.stake import Stake


class StandingWager(Struct, frozen=True, gc=False):
    """A wager on the layout. It is immutable, so the last settled round can keep it."""

    stake: Stake
    coupon: int = 0
    choice: Choice | None = None

    @property
    def prison(self) -> int:
        """How often it was imprisoned; 0 if it is free."""
        return self.stake.prison

    @property
    def imprisoned(self) -> bool:
        return self.stake.prison > 0

    @property
    def apart(self) -> bool:
        """Whether it is settled on its own rather than with its spot."""
        return self.imprisoned or self.coupon > 0


class Wagers(Struct):
    """The wagers of one seat. A plain wager, in the player's own chips only, is stored as an amount on a spot."""

    seat: int
    chips: Chips = Chips.NON_VALUE
    color: str = ""
    """The color of the plain wagers; a player's own chips have one kind and color at a time."""
    plain: dict[str, int] = {}
    others: dict[str, StandingWager] = {}
    """By the stake's key: in other chips, for the dealers, with a coupon, with a choice made, or in prison."""

    def __len__(self) -> int:
        return len(self.plain) + len(self.others)

    def __iter__(self) -> Iterator[str]:
        return chain(self.plain, self.others)

    def values(self) -> Iterator[StandingWager]:
        return chain(map(self._standing, self.plain), self.others.values())

    def items(self) -> Iterator[tuple[str, StandingWager]]:
        """Every wager by the key of its stake."""
        return zip(self, self.values(), strict=True)

    def get(self, key: str) -> StandingWager | None:
        return self._standing(key) if key in self.plain else self.others.get(key)

    def is_plain(self, chips: Chips, color: str) -> bool:
        """Whether the plain wagers are in these chips."""
        return self.chips is chips and self.color == color

    def over(self, spots: Collection[str]) -> Iterator[StandingWager]:
        """Every wager on one of these spots."""
        for spot in spots:
            if spot in self.plain:
                yield self._standing(spot)
        for each in self.others.values():
            if each.stake.spot in spots:
                yield each

    def on(self, spot: str) -> int:
        """The total on a spot, in chips of any kind."""
        plain = self.plain.get(spot, 0)
        if not self.others:
            return plain
        return plain + sum(each.stake.amount for each in self.others.values() if each.stake.spot == spot)

    def free_on(self, spot: str) -> int:
        """The total on a spot in chips of any kind, without wagers in prison."""
        plain = self.plain.get(spot, 0)
        return plain + sum(
            each.stake.amount for each in self.others.values() if each.stake.spot == spot and not each.stake.prison
        )

    @property
    def total(self) -> int:
        return sum(self.plain.values()) + sum(each.stake.amount for each in self.others.values())

    def copy(self) -> Wagers:
        return Wagers(self.seat, self.chips, self.color, self.plain.copy(), self.others.copy())

    def _standing(self, spot: str) -> StandingWager:
        return StandingWager(Stake(self.seat, spot, self.chips, self.color, tip=False, amount=self.plain[spot]))
