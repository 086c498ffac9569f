"""The news of a commit with nothing but bets, which most commits are."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from msgspec import Raw

from croupier.table import event as e
from croupier.table.event_news import EventNews, redact
from croupier.table.news import CommitNews, NewsPart, SeenWagers
from croupier.table.state import Table
from croupier.table.touched import WagerKey, wager_key
from croupier.table.view import SeenWager, seen_seat, seen_wager
from croupier.terms.audience import Audience

_OWNER = Audience.OWNER
"""Looking up an enum member takes as long as a redaction."""

Bets = Sequence[tuple[int, e.WagerPlaced]]
"""Bets of one seat, each with its place in the commit."""
Happened = dict[int, EventNews | Raw]


def bets_by_seat(events: Iterable[e.AnyEvent]) -> Mapping[int, Bets] | None:
    """The bets of each seat; None if the events are not all bets without coupons."""
    found: dict[int, list[tuple[int, e.WagerPlaced]]] = {}
    for place, event in enumerate(events):
        if type(event) is not e.WagerPlaced or event.coupon:
            return None
        bets = found.get(event.stake.seat)
        if bets is None:
            found[event.stake.seat] = [(place, event)]
        else:
            bets.append((place, event))
    return found


class BetNews:
    """The news of a commit with nothing but bets, which change only wagers and the chips of their seats.

    `table` is the table after the commit. With a `screen`, everybody sees the bets of all.
    """

    def __init__(self, bets: Mapping[int, Bets], table: Table, *, screen: bool) -> None:
        self._bets, self._table, self._screen = bets, table, screen

    def own_parts(self, listening: Container[str]) -> Iterator[tuple[str, NewsPart]]:
        """Each listening player who has bet, and what the player gets at a table without a screen.

        Each part is made when it is asked for. Parts that are encoded one at a time stay in the processor's cache;
        those of a large commit do not.
        """
        seats = self._table.seats
        for seat, bets in self._bets.items():
            player = seats[seat].player
            if player in listening:
                yield player, self._own(seat, self._wagers(seat, bets), _happened(bets))

    def for_all(self, listening: Container[str], *, staff: bool) -> CommitNews:
        """What everybody gets, for the listening players."""
        news, seats = CommitNews(), self._table.seats
        every: list[SeenWager] = []
        everything: Happened = {}
        for seat, bets in self._bets.items():
            wagers, happened, player = self._wagers(seat, bets), _happened(bets), seats[seat].player
            every += wagers
            everything |= happened
            if player in listening:
                news.own[player] = self._own(seat, wagers, happened)
        for part, watches in ((news.public, self._screen), (news.staff, staff)):
            if watches and every:
                part.wagers, part.happened = SeenWagers(False, tuple(every)), dict(sorted(everything.items()))
        if staff:
            news.staff.seats = [seen_seat(self._table, seat, open_book=True) for seat in sorted(self._bets)]
        return news

    def _own(self, seat: int, wagers: tuple[SeenWager, ...], happened: Happened) -> NewsPart:
        seats = [seen_seat(self._table, seat, open_book=True)]
        if self._screen:
            return NewsPart(None, None, seats)
        return NewsPart(None, SeenWagers(False, wagers), seats, None, happened)

    def _wagers(self, seat: int, bets: Bets) -> tuple[SeenWager, ...]:
        """The wagers of the seat that these bets were added to."""
        if len(bets) == 1:  # most of the time, in the player's own chips
            stake, standing = bets[0][1].stake, self._table.wagers[seat]
            spot, chips, color = stake.spot, stake.chips, stake.color
            if not stake.tip and (plain := standing.plain.get(spot)) and standing.is_plain(chips, color):
                return (SeenWager(seat, spot, plain, color, chips, 0, tip=False, imprisoned=False),)
        return tuple(wagers_now(self._table, seat, dict.fromkeys(wager_key(event.stake) for _, event in bets)))


def _happened(bets: Bets) -> Happened:
    """The bets as their whole audience sees them, by place in the commit."""
    return {place: told for place, event in bets if (told := redact(event, _OWNER)) is not None}


def wagers_now(table: Table, seat: int, wagers: Iterable[WagerKey]) -> list[SeenWager]:
    """These wagers as they are now; amount 0 for one that is gone, even if another color replaced it."""
    standing, seen = table.wagers.get(seat), []
    for key, spot, chips, color, tip in wagers:
        if standing is not None and (plain := standing.plain.get(key)) and standing.is_plain(chips, color):
            seen.append(SeenWager(seat, spot, plain, color, chips, 0, tip, imprisoned=False))  # most wagers
            continue
        now = standing.get(key) if standing is not None else None
        if now is None or (now.stake.chips, now.stake.color) != (chips, color):
            seen.append(SeenWager(seat, spot, 0, color, chips, 0, tip, imprisoned=False))
        if now is not None:
            seen.append(seen_wager(now))
    return seen
