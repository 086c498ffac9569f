"""Adds the redacted events of a commit to the news of each audience."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import assert_never, get_args

from msgspec import Struct, field
from msgspec.structs import astuple

from croupier.table import event as e
from croupier.table.event_news import WagerNews, redact
from croupier.table.news import CommitNews, NewsPart
from croupier.table.questions import collected
from croupier.table.stake import Stake
from croupier.table.state import Table
from croupier.terms.audience import FELT, OWN, Audience
from croupier.terms.citation import Authority

# Looking up an enum member takes as long as a redaction.
_OWNER, _DEALER, _HOUSE = Audience.OWNER, Audience.DEALER, Audience.HOUSE
_SETTLING = frozenset(get_args(e.SettlingEvent))

PAUSE_WAGERS, PAUSE_PLAYERS = 512, 64
"""Number of wagers or players after which making the news yields to other work."""


class _Settling(Struct):
    """Settling events of one kind in a commit: the place of the first, the first, and the wagers of all."""

    place: int
    first: e.SettlingEvent
    all: list[WagerNews] = field(default_factory=list)
    own: dict[str, list[WagerNews]] = field(default_factory=dict)


class EventNewsCollector:
    """Collects the event news of one commit."""

    __slots__ = ("_listening", "_news", "_player_at", "_public", "_screen", "_settling", "_staff")

    def __init__(
        self, news: CommitNews, player_at: Mapping[int, str], listening: Container[str], *, screen: bool, staff: bool
    ) -> None:
        self._news, self._player_at, self._listening = news, player_at, listening
        self._public = Audience.SCREEN if screen else Audience.PUBLIC
        self._screen, self._staff = screen, staff
        self._settling: dict[type[e.Event], _Settling] = {}

    def add(self, place: int, event: e.AnyEvent, table: Table) -> Iterator[None]:
        """Adds one event; a settlement of many wagers pauses now and then."""
        if type(event) in _SETTLING and isinstance(event, e.SettlingEvent):  # the set is faster, and most are not
            yield from self._settle(place, event, table)
            return
        news, public = self._news, redact(event, self._public)
        if public is not None:
            news.public.happened[place] = public
        owner = self._owner(event, table)
        if owner and owner in self._listening:
            own = redact(event, _OWNER)
            if own is not None and type(own) is not type(public):
                news.own_part(owner).happened[place] = own
        if self._staff:
            self._tell_staff(place, event)

    def _tell_staff(self, place: int, event: e.AnyEvent, wagers: Sequence[WagerNews] = ()) -> None:
        staff, house = redact(event, _DEALER, wagers), redact(event, _HOUSE, wagers)
        if staff is not None:
            self._news.staff.happened[place] = staff
        if house is not None and type(house) is not type(staff):
            self._news.house.happened[place] = house

    def own_part(self, seat: int) -> NewsPart | None:
        """The part of the player at the seat; None if nobody there is listening."""
        player = self._player_at.get(seat)
        if player is None or player not in self._listening:
            return None
        return self._news.own_part(player)

    def add_wager(self, place: int, event: e.WagerPlaced, own: NewsPart | None) -> None:
        """`add` for the most frequent event, given the part of its player."""
        news = redact(event, _OWNER)  # the same for its whole audience
        if news is None:
            return
        if self._screen:
            self._news.public.happened[place] = news
        elif own is not None:
            own.happened[place] = news
        if self._staff:
            self._news.staff.happened[place] = news

    def _owner(self, event: e.AnyEvent, table: Table) -> str:
        """The player that the event is about; empty if there is none."""
        if isinstance(event, e.DisputeDecided):
            return table.disputes[event.dispute].player
        named = _OWNER_OF.get(type(event))
        whose = named(event) if named else ""
        return whose if isinstance(whose, str) else self._player_at.get(whose, "")

    def _settle(self, place: int, event: e.SettlingEvent, table: Table) -> Iterator[None]:
        """Collects the wagers now, while their players are still seated."""
        settling = self._settling.setdefault(type(event), _Settling(place, event))
        everything = self._screen or self._staff
        for count, each in enumerate(_wagers(event, table), start=1):
            if everything:
                settling.all.append(each)
            if not self._screen:
                player = self._player_at.get(each.seat)
                if player is not None and player in self._listening:
                    settling.own.setdefault(player, []).append(each)
            if not count % PAUSE_WAGERS:
                yield

    def finish(self) -> Iterator[None]:
        """Adds the settling events: with all wagers, or for each player with the player's own."""
        for settling in self._settling.values():
            public = redact(settling.first, self._public, settling.all if self._screen else ())
            if public is not None:
                self._news.public.happened[settling.place] = public
            if self._staff:
                self._tell_staff(settling.place, settling.first, settling.all)
            for count, (player, wagers) in enumerate(settling.own.items(), start=1):
                own = redact(settling.first, _OWNER, wagers)
                if own is not None:
                    self._news.own_part(player).happened[settling.place] = own
                if not count % PAUSE_PLAYERS:
                    yield


def _owner_path(kind: type[e.Event]) -> str:
    return next((name for name in ("player", "seat") if hasattr(kind, name)), "stake.seat")


_OWNER_OF: Mapping[type[e.Event], attrgetter[int | str]] = {
    kind: attrgetter(_owner_path(kind)) for kind in get_args(e.AnyEvent) if kind.audience in (OWN, FELT)
}
"""Reads the player or seat that an event is about."""


def _wagers(event: e.SettlingEvent, table: Table) -> Iterator[WagerNews]:
    """The wagers of the event; losers are read from the table after it."""
    match event:
        case e.LosersCollected():
            for taken in collected(table, event):
                stake = taken.stake
                left = stake.amount - taken.taken
                yield _wager(stake, left, "half" if left else "lose", taken.authority)
        case e.WinnersPaid():
            for paid in event.wagers:
                yield _wager(paid.stake, paid.returned, paid.outcome, paid.authority, paid.winnings)
        case e.FifthsMoved():
            yield from map(_wager, event.wagers)
        case e.CollectionReturned():
            return
        case e.RoundVoided():
            yield from _returned(each.stake for each in event.wagers)
        case e.PlayEnded():
            yield from _returned(each.stake for each in event.returned)
            for freed in event.freed:
                yield _wager(freed.stake, freed.returned, "half", freed.authority)
        case e.NumberCorrected():
            for stake in event.released:
                yield _wager(stake, stake.amount)
        case _:
            assert_never(event)


def _returned(stakes: Iterable[Stake]) -> Iterator[WagerNews]:
    """Wagers returned whole."""
    for stake in stakes:
        yield _wager(stake, stake.amount, "void")


def _wager(
    stake: Stake, returned: int = 0, outcome: str = "", authority: Authority | None = None, winnings: int = 0
) -> WagerNews:
    seat, spot, chips, color, tip, amount, _ = astuple(stake)
    if authority is None:
        return WagerNews(seat, spot, amount, chips, color, tip, winnings, returned, outcome)
    clause, basis = authority.clause or "", authority.basis
    return WagerNews(seat, spot, amount, chips, color, tip, winnings, returned, outcome, clause, basis)
