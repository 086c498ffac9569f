"""Encodes frames of news. What several clients get is encoded once."""

from __future__ import annotations

from msgspec import UNSET, Raw, Struct, json
from msgspec.structs import astuple

from croupier.table.bet_news import OwnBets
from croupier.table.event_news import AnyEventNews, EventNews
from croupier.table.news import NewsPart, SeenWagers, TableNews
from croupier.table.view import SeenSeat, SeenYou


class NewsBody(Struct, frozen=True, omit_defaults=True, gc=False):
    """The fields after `after` in a frame of news; parts without changes are omitted."""

    version: int
    now: int
    table: TableNews | None = None
    wagers: SeenWagers | Raw | None = None
    seats: list[SeenSeat] = []
    you: SeenYou | None = None
    happened: list[EventNews | Raw] = []
    mark: str = ""


class _OwnFrame(Struct, frozen=True, omit_defaults=True, tag="news", gc=False):
    """A frame of news that only one client gets, with the fields of bets."""

    after: int
    version: int
    now: int
    wagers: SeenWagers
    seats: tuple[SeenSeat]
    happened: list[EventNews]
    mark: str = ""


class NewsFrame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="news"):
    """A frame of news as a client decodes it, with every field that any audience may see."""

    after: int
    version: int
    now: int
    table: TableNews | None = None
    wagers: SeenWagers | None = None
    seats: list[SeenSeat] = []
    you: SeenYou | None = None
    happened: list[AnyEventNews] = []
    mark: str = ""
    """Proves later that this version was sent."""


_encode = json.Encoder().encode


def encoded(part: NewsPart) -> NewsPart:
    """The part with its large pieces encoded, so that many narrower parts can be merged over it."""
    wagers = Raw(_encode(part.wagers)) if part.wagers else None
    happened: dict[int, EventNews | Raw] = {place: Raw(_encode(each)) for place, each in part.happened.items()}
    return NewsPart(part.table, wagers, part.seats, part.you, happened)


def news_tail(version: int, now: int, part: NewsPart, wide: NewsPart | None = None, mark: str = "") -> bytes:
    """A frame of news without its beginning, which holds the version of each client.

    If there is a `wide` part, this part is merged over it.
    """
    if wide is None:
        happened = list(part.happened.values())
        body = NewsBody(version, now, part.table, part.wagers, part.seats, part.you, happened, mark)
    else:
        told = {**wide.happened, **part.happened}
        body = NewsBody(
            version,
            now,
            _over(part.table, wide.table),
            part.wagers or wide.wagers,
            wide.seats + part.seats if wide.seats else part.seats,
            part.you or wide.you,
            [told[place] for place in sorted(told)] if len(told) > 1 else list(told.values()),
            mark,
        )
    return _encode(body)[1:]


def bets_frame(after: int, version: int, now: int, bets: OwnBets, mark: str = "") -> bytes:
    """A frame of news about a player's own bets."""
    return _encode(_OwnFrame(after, version, now, bets.wagers, (bets.seat,), bets.happened, mark))


def _over(narrow: TableNews | None, wide: TableNews | None) -> TableNews | None:
    if narrow is None or wide is None:
        return narrow or wide
    both = zip(astuple(narrow), astuple(wide), strict=True)
    return TableNews(*(wider if mine is UNSET else mine for mine, wider in both))


def news_frame(after: int, tail: bytes) -> bytes:
    """A frame of news for a client at that version."""
    return b'{"type":"news","after":%d,%b' % (after, tail)
