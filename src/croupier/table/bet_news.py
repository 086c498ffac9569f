"""The news of a commit with nothing but bets, which most commits are."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TypeGuard

from msgspec import Struct

from croupier.table import event as e
from croupier.table.event_news import EventNews, redactor
from croupier.table.news import CommitNews, NewsPart, SeenWagers
from croupier.table.state import Table
from croupier.table.touched import WagerKey, wager_key
from croupier.table.view import SeenSeat, SeenWager, seen_seat, seen_wager
from croupier.terms.audience import Audience

_BETS, _coupon = frozenset({e.WagerPlaced}), attrgetter("coupon")
_redact = redactor(e.WagerPlaced, Audience.OWNER)
"""A bet as its whole audience sees it."""


def only_bets(events: Sequence[e.AnyEvent]) -> TypeGuard[Sequence[e.WagerPlaced]]:
    """Whether the events are all bets without coupons."""
    return _BETS.issuperset(map(type, events)) and not any(map(_coupon, events))


class OwnBets(Struct, frozen=True, gc=False):
    """What a player gets of a commit with bets at a table without a screen."""

    player: str
    wagers: SeenWagers
    seat: SeenSeat
    happened: list[EventNews]


class BetNews:
    """The news of a commit with nothing but bets, which change only wagers and the chips of their seats.

    `table` is the table after the commit. With a `screen`, everybody sees the bets of all.
    """

    def __init__(self, events: Sequence[e.WagerPlaced], table: Table, *, screen: bool) -> None:
        self._events, self._table, self._screen = events, table, screen

    def own(self, listening: Container[str]) -> Iterator[OwnBets]:
        """What each listening player who has bet gets at a table without a screen.

        It refers to the table, so it is to be encoded before the next is asked for. That also keeps it in the
        processor's cache.
        """
        seats, places = self._table.seats, self._table.wagers
        for number, bets in _by_seat(self._events).items():
            seat = seats[number]
            player = seat.player
            if player not in listening:
                continue
            bet, standing = bets[0], places[number]
            stake = bet.stake
            spot, chips, color = stake.spot, stake.chips, stake.color
            amount = standing.plain.get(spot) if len(bets) == 1 and not stake.tip else None
            if amount and standing.chips is chips and standing.color == color:  # most of the time
                wagers: tuple[SeenWager, ...] = (SeenWager(number, spot, amount, color, chips, 0, False, False),)
                happened = [_redact(bet)]
            else:
                wagers, happened = _wagers(self._table, number, bets), [*map(_redact, bets)]
            seen = SeenSeat(number, seat.color, player, seat.value, seat.stacks, seat.design)
            yield OwnBets(player, SeenWagers(False, wagers), seen, happened)

    def for_all(self, listening: Container[str], *, staff: bool) -> CommitNews:
        """What everybody gets, for the listening players."""
        news, table = CommitNews(), self._table
        by_seat = _by_seat(self._events)
        happened = {place: _redact(event) for place, event in enumerate(self._events)}
        wagers = {seat: _wagers(table, seat, bets) for seat, bets in by_seat.items()}
        for part, watches in ((news.public, self._screen), (news.staff, staff)):
            if watches and wagers:
                part.wagers = SeenWagers(False, tuple([each for some in wagers.values() for each in some]))
                part.happened = {**happened}
        for seat in by_seat:
            player = table.seats[seat].player
            if player in listening:
                news.own[player] = self._own(seat, wagers[seat])
        if not self._screen:
            for place, event in enumerate(self._events):
                own = news.own.get(table.seats[event.stake.seat].player)
                if own is not None:
                    own.happened[place] = happened[place]
        if staff:
            news.staff.seats = [seen_seat(table, seat, open_book=True) for seat in sorted(by_seat)]
        return news

    def _own(self, seat: int, wagers: tuple[SeenWager, ...]) -> NewsPart:
        """A player's part, without what happened."""
        seats = [seen_seat(self._table, seat, open_book=True)]
        return NewsPart(None, None if self._screen else SeenWagers(False, wagers), seats)


def _by_seat(events: Iterable[e.WagerPlaced]) -> dict[int, list[e.WagerPlaced]]:
    found: dict[int, list[e.WagerPlaced]] = {}
    for event in events:
        seat = event.stake.seat
        if seat in found:
            found[seat].append(event)
        else:
            found[seat] = [event]
    return found


def _wagers(table: Table, seat: int, bets: Iterable[e.WagerPlaced]) -> tuple[SeenWager, ...]:
    """The wagers of the seat that these bets were added to."""
    return tuple(wagers_now(table, seat, dict.fromkeys([wager_key(event.stake) for event in bets])))


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
