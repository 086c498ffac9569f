"""Follows a table and builds the news of each commit.

The cost is proportional to the number of events. Only a settlement, which sends all wagers, reads every wager.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from croupier.equipment.view import seen_equipment
from croupier.table import event as e
from croupier.table.bet_news import BetNews, only_bets, wagers_now
from croupier.table.console import choose_until, may_choose, seen_dealing
from croupier.table.event_news_collector import PAUSE_PLAYERS, EventNewsCollector
from croupier.table.news import CommitNews, NewsPart, SeenWagers, TableNews
from croupier.table.sequence import next_command, step_words
from croupier.table.state import Table, TableRules
from croupier.table.touched import Seating, Touched
from croupier.table.view import (
    LastRound,
    SeenSeat,
    last_rounds,
    seen_disputes,
    seen_house,
    seen_seat,
    seen_wager,
    seen_wagers,
    seen_you,
    spots_to_choose,
)

T = TypeVar("T")


class Everybody(Container[str]):
    """Every player listens."""

    def __contains__(self, _name: object) -> bool:
        return True


class NewsReporter:
    """Follows one table and reports what each commit changed. One thread calls it, with the table after the commit."""

    def __init__(self, rules: TableRules, table: Table) -> None:
        self.rules = rules
        self.seating = Seating(table)
        self._screen = rules.setup.central_screen
        self._choosing = {seat for seat in table.wagers if spots_to_choose(rules, table, seat)}
        self._lasting = set(last_rounds(table, table.settled))
        self._speaking = set(table.verbal)
        self._table = _public(table)
        self._people = (table.dealer, table.supervisor)
        self._ground, self._next = _step_ground(table), next_command(rules, table)
        self._money = _money(table)

    def report(
        self,
        events: Sequence[e.AnyEvent],
        table: Table,
        *,
        players: Container[str] | None = None,
        staff: bool = True,
    ) -> CommitNews:
        """What the events of a commit changed, for the named players (None: all). `table` is the table after them."""
        listening = Everybody() if players is None else players
        bets = self.report_bets(events, table)
        if bets is not None:
            return bets.for_all(listening, staff=staff)
        news = CommitNews()
        for _ in self.reporting(news, events, table, listening, staff=staff):
            pass
        return news

    def report_bets(self, events: Sequence[e.AnyEvent], table: Table) -> BetNews | None:
        """The same for a commit that changed only wagers and the chips of their seats, as most do; otherwise None."""
        if table.correction is not None or table.verbal or self._speaking:
            return None
        return BetNews(events, table, screen=self._screen) if only_bets(events) else None

    def reporting(
        self,
        news: CommitNews,
        events: Sequence[e.AnyEvent],
        table: Table,
        listening: Container[str],
        *,
        staff: bool,
    ) -> Iterator[None]:
        """Fills in the news of any commit, with a pause every few milliseconds; until the end, the table must not
        change."""
        touched = Touched(self.seating)
        collector = EventNewsCollector(news, self.seating.player_at, listening, screen=self._screen, staff=staff)
        for place, event in enumerate(events):
            if type(event) is not e.WagerPlaced:
                yield from collector.add(place, event, table)
                touched.add(event, table)
            else:  # by far the most
                own = collector.own_part(event.stake.seat)
                if own is not None or staff or self._screen:
                    collector.add_wager(place, event, own)
                    touched.add_wager(event.stake)
        yield from collector.finish()
        self._tell_table(touched, table, news, listening=staff)
        yield from self._tell_wagers(touched, table, news, listening, staff=staff)
        yield from self._tell_seats(touched, table, news, listening, staff=staff)
        yield from self._tell_people(touched, table, news, listening)

    def _tell_table(self, touched: Touched, table: Table, news: CommitNews, *, listening: bool) -> None:
        before, self._table = self._table, _public(table)
        public = _changed(self._table, before)
        if touched.results:
            public.results = tuple(table.results)
        staff = replace(public)
        if self._people != (table.dealer, table.supervisor):
            self._people = staff.dealer, staff.supervisor = table.dealer, table.supervisor
        if touched.equipment:
            staff.equipment = seen_equipment(self.rules.equipment, table.equipment)
            news.crew = NewsPart(TableNews(equipment=staff.equipment))
        ground = _step_ground(table)
        if ground != self._ground or touched.equipment:
            self._ground, self._next = ground, next_command(self.rules, table)
            staff.next_step = step_words(self._next)
            touched.dealing = True
        choosing = table.correction is not None and bool(touched.wagers)  # the wagers decide who has yet to choose
        if (touched.dealing or choosing) and listening:
            staff.dealing = seen_dealing(self.rules, table, self._next)
        if touched.disputes is not None:
            staff.disputes = seen_disputes(table, None)
        news.public.table = public if public != _NOTHING else None
        news.staff.table = staff if staff != _NOTHING else None
        money = _money(table)
        if money != self._money or touched.claims:
            self._money = money
            news.house.table = TableNews(house=seen_house(table))

    def _tell_wagers(
        self, touched: Touched, table: Table, news: CommitNews, listening: Container[str], *, staff: bool
    ) -> Iterator[None]:
        if touched.whole and (staff or self._screen):
            all_of_them = SeenWagers(True, tuple(seen_wager(each) for each in table.standing()))
            news.staff.wagers = all_of_them
            news.public.wagers = all_of_them if self._screen else None
        elif touched.wagers and (staff or self._screen):
            some = SeenWagers(
                False,
                tuple(each for seat, wagers in touched.wagers.items() for each in wagers_now(table, seat, wagers)),
            )
            news.staff.wagers = some
            news.public.wagers = some if self._screen else None
        if self._screen:
            return
        player_at, whole = self.seating.player_at, touched.settled | touched.shown
        for seat in _pausing(whole):
            if seat is None:
                yield
            elif (player := player_at.get(seat)) is not None and player in listening:
                news.own_part(player).wagers = SeenWagers(True, seen_wagers(table, seat))
        for seat, wagers in touched.wagers.items():
            player = player_at.get(seat)
            if player is not None and player in listening and seat not in whole:
                news.own_part(player).wagers = SeenWagers(False, tuple(wagers_now(table, seat, wagers)))

    def _tell_seats(
        self, touched: Touched, table: Table, news: CommitNews, listening: Container[str], *, staff: bool
    ) -> Iterator[None]:
        if staff:
            news.staff.seats = [seen_seat(table, seat, open_book=True) for seat in sorted(touched.seats)]
        if self._screen:
            news.public.seats = [seen_seat(table, seat, open_book=False) for seat in sorted(touched.shown)]
        else:
            for player, seats in touched.left.items():
                if player in listening:
                    gone = [SeenSeat(seat, "", "", None, None) for seat in seats]
                    part = news.own_part(player)
                    part.seats += gone
                    seat = self.seating.seat_of.get(player)
                    part.wagers = SeenWagers(True, seen_wagers(table, seat) if seat else ())
        for place in _pausing(touched.seats):
            if place is None:
                yield
            elif (who := self.seating.player_at.get(place)) is not None and who in listening:
                news.own_part(who).seats.append(seen_seat(table, place, open_book=True))

    def _tell_people(
        self, touched: Touched, table: Table, news: CommitNews, listening: Container[str]
    ) -> Iterator[None]:
        concerned: set[int] = set()
        lasts: dict[int, LastRound] = {}
        if touched.last_round:
            for some in _pages(table.settled):
                lasts |= last_rounds(table, some)
                yield
            concerned |= self._lasting | lasts.keys()
            self._lasting = set(lasts)
        if self._speaking or table.verbal:
            concerned |= self._speaking - table.verbal.keys()
            self._speaking = set(table.verbal)
        if table.correction is not None:  # a new wager on the spot blocks one of the last round
            concerned |= touched.wagers.keys()
        if news.public.table is not None and news.public.table.phase is not UNSET:
            open_now = may_choose(self.rules, table)
            choosing = {seat for seat in table.wagers if open_now and spots_to_choose(self.rules, table, seat)}
            concerned |= self._choosing ^ choosing
            self._choosing = choosing
        seat_of = self.seating.seat_of
        for player in _pausing(touched.people | self.seating.players(concerned)):
            if player is None:
                yield
            elif player in listening:
                seat = seat_of.get(player)
                news.own_part(player).you = seen_you(self.rules, table, seat, lasts.get(seat or 0))
        if not table.disputes:
            return
        disputing = {player for player in touched.people if player in touched.left or player in seat_of}
        for player in disputing | (touched.disputes or set()):
            if player and player in listening:
                mine = seen_disputes(table, player if player in seat_of else "")
                news.own_part(player).table = TableNews(disputes=mine)


def _pages(seats: Iterable[int]) -> Iterator[list[int]]:
    """The seats, in chunks of one page."""
    left = iter(seats)
    while page := list(islice(left, PAUSE_PLAYERS)):
        yield page


def _pausing(items: Collection[T]) -> Iterator[T | None]:
    """The items, and None whenever it is time for a pause."""
    for count, item in enumerate(items, start=1):
        yield item
        if not count % PAUSE_PLAYERS:
            yield None


_NOTHING = TableNews()


def _public(table: Table) -> TableNews:
    """The public fields that are compared at every commit."""
    return TableNews(
        number=table.number,
        phase=table.phase,
        round=table.round,
        result=table.spin.number,
        choose_until=choose_until(table),
        tournament=table.tournament,
    )


def _changed(now: TableNews, before: TableNews) -> TableNews:
    """The fields that differ from before."""
    if now == before:
        return TableNews()
    names = TableNews.__struct_fields__
    return TableNews(**{name: new for name in names if (new := getattr(now, name)) != getattr(before, name)})


def _step_ground(table: Table) -> tuple[object, ...]:
    """Everything that the next step depends on, and most of what the console shows with it.

    Wagers are left out: they cannot change while fifths have to be moved or winners paid.
    """
    spin = table.spin
    return (
        table.phase,
        table.irregularity,
        table.directed and (table.directed.action, table.directed.number, table.directed.carried_out),
        table.correction and (table.correction.number, table.correction.choose_until),
        table.ended,
        table.ball_out,
        spin.irregular,
        spin.fifths_moved,
        spin.wheel,
        spin.ball,
        table.settled_round,
        table.settled_number,
    )


def _money(table: Table) -> tuple[int, ...]:
    return (table.house_float, table.drop, table.tips, table.coupons)
