"""What a commit changed, for each audience: the steps between two views.

Four audiences share what is made once. The public hears `public`; a player hears it with the own part over it. Staff
hear `staff`; house roles hear it with `house` over it. The cost follows the events, and only a settlement, where
wagers are told whole, looks at every wager.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from croupier.pit.event import PartReplaced, ReplacementInspected, TableInspected, WheelAdjusted
from croupier.pit.view import seen_equipment
from croupier.rules.wagers import Chips
from croupier.table import event as e
from croupier.table.dealing import seen_dealing
from croupier.table.event import Stake
from croupier.table.parts import Changes, Part, SeenWagers
from croupier.table.questions import next_step
from croupier.table.state import Phase, Table, TableRules
from croupier.table.story import Story
from croupier.table.view import (
    LastRound,
    SeenSeat,
    SeenWager,
    last_rounds,
    seen_disputes,
    seen_house,
    seen_seat,
    seen_wager,
    seen_wagers,
    seen_you,
    spots_to_choose,
)


class Everybody(Container[str]):
    """Every player listens."""

    def __contains__(self, _name: object) -> bool:
        return True


class _Touched(Struct):
    """What the events of a commit have to do with."""

    wagers: dict[int, set[_Wager]] = field(default_factory=dict)
    """Single wagers, by seat."""
    settled: set[int] = field(default_factory=set)
    """Seats of which wagers were settled: theirs are told whole."""
    whole: bool = False
    seats: set[int] = field(default_factory=set)
    shown: set[int] = field(default_factory=set)
    """Seats that look different to everybody: taken, left, of another color."""
    people: set[str] = field(default_factory=set)
    """Players whose seat, choice or last round may have changed."""
    left: dict[str, list[int]] = field(default_factory=dict)
    results: bool = False
    last_round: bool = False
    disputes: set[str] | None = None
    claims: bool = False
    dealing: bool = False
    """What the dealer's console shows besides."""
    equipment: bool = False


class Reporter:
    """Follows one table and tells what each commit changed. One thread calls it, with the table after the commit."""

    def __init__(self, rules: TableRules, table: Table) -> None:
        self.rules = rules
        self.player_at = {number: seat.player for number, seat in table.seats.items()}
        self.seat_of = {player: number for number, player in self.player_at.items()}
        self._screen = rules.setup.central_screen
        self._choosing = {seat for seat in table.wagers if spots_to_choose(rules, table, seat)}
        self._lasting = set(last_rounds(table, table.settled))
        self._speaking = set(table.verbal)
        self._table = _public_table(table)
        self._people = (table.dealer, table.supervisor)
        self._step, self._next = _step_ground(table), next_step(rules, table)
        self._money = _money(table)

    def report(
        self,
        events: Sequence[e.AnyEvent],
        table: Table,
        *,
        players: Container[str] | None = None,
        staff: bool = True,
    ) -> Changes:
        """What the events, which led to this table, changed; for the players named (all of them for None)."""
        listening = Everybody() if players is None else players
        touched, changes = _Touched(), Changes()
        story = Story(changes, self.player_at, listening, screen=self._screen, staff=staff)
        for place, event in enumerate(events):
            if type(event) is e.WagerPlaced:  # by far the most
                if story.add_wager(place, event):
                    stake = event.stake
                    seat = stake.seat
                    if seat in touched.wagers:
                        touched.wagers[seat].add(_wager(stake))
                    else:
                        touched.wagers[seat] = {_wager(stake)}
                    touched.seats.add(seat)
            else:
                story.add(place, event, table)
                self._touch(touched, table, event)
        story.finish()
        self._tell_table(touched, table, changes, listening=staff)
        self._tell_wagers(touched, table, changes, listening, staff=staff)
        self._tell_seats(touched, table, changes, listening, staff=staff)
        self._tell_people(touched, table, changes, listening)
        return changes

    # What the events have to do with

    def _touch(self, touched: _Touched, table: Table, event: e.AnyEvent) -> None:
        match event:
            case e.WagerTakenDown() | e.VerbalWagerConfirmed():
                stake = event.stake
                if isinstance(event, e.VerbalWagerConfirmed):
                    self._touch_word(touched, stake.seat)
                touched.wagers.setdefault(stake.seat, set()).add(_wager(stake))
                touched.seats.add(stake.seat)
            case e.WagerMoved():
                stake = event.stake
                to = Stake(stake.seat, event.to, stake.chips, stake.color, stake.tip, stake.amount)
                touched.wagers.setdefault(stake.seat, set()).update((_wager(stake), _wager(to)))
            case e.LosersCollected():
                touched.whole = touched.last_round = True
                touched.settled.update(_seats_collected(event))
            case e.WinnersPaid():
                touched.whole = touched.last_round = True
                seats = {each.stake.seat for each in event.wagers}
                touched.settled |= seats
                touched.seats |= seats
            case e.NumberCorrected():
                touched.whole = touched.last_round = touched.results = touched.dealing = True
                seats = {stake.seat for stake in event.released}
                touched.settled |= seats
                touched.seats |= seats
            case e.CrownLifted():
                touched.results = True
            case e.SeatTaken():
                self.player_at[event.seat] = event.player
                self.seat_of[event.player] = event.seat
                self._touch_seat(touched, event.seat)
            case e.SeatLeft():
                self._touch_seat(touched, event.seat)
                self._leave(touched, event.seat)
                touched.dealing = True
            case e.ChipsSet():
                self._touch_seat(touched, event.seat)
            case e.TableClosed():
                touched.dealing = touched.equipment = True
                for seat in list(self.player_at):
                    self._touch_seat(touched, seat)
                    self._leave(touched, seat)
            case e.ChipsBought() | e.ChipsBrought() | e.ColoredUp() | e.CashedOut() | e.TipGiven():
                touched.seats.add(event.seat)
            case e.PrisonChosen():
                touched.people.add(self.player_at[event.seat])
                touched.dealing = True
            case e.VerbalWagerOffered():
                self._touch_word(touched, event.seat)
            case e.NoMoreBetsCalled():
                touched.dealing = True
            case e.BalanceCorrected():
                touched.seats.add(event.seat)
                touched.claims = True
            case e.TipsCorrected():
                touched.claims = True
            case e.DisputeRaised():
                touched.disputes = (touched.disputes or set()) | {event.player}
            case e.DisputeDecided():
                touched.disputes = (touched.disputes or set()) | {table.disputes[event.dispute].player}
            case e.TableOpened():
                touched.last_round = True
            case TableInspected() | WheelAdjusted() | PartReplaced() | ReplacementInspected():
                touched.equipment = True
            case _:
                pass

    def _touch_seat(self, touched: _Touched, seat: int) -> None:
        touched.seats.add(seat)
        touched.shown.add(seat)
        touched.people.add(self.player_at[seat])

    def _touch_word(self, touched: _Touched, seat: int) -> None:
        """A spoken wager waits, or no longer does."""
        touched.dealing = True
        if seat in self.player_at:
            touched.people.add(self.player_at[seat])

    def _leave(self, touched: _Touched, seat: int) -> None:
        player = self.player_at.pop(seat)
        touched.left.setdefault(player, []).append(seat)
        if self.seat_of.get(player) == seat:
            del self.seat_of[player]

    # What is told of it

    def _tell_table(self, touched: _Touched, table: Table, changes: Changes, *, listening: bool) -> None:
        now = _public_table(table)
        changed = {name: value for name, value in now.items() if value != self._table[name]}
        self._table = now
        if touched.results:
            changed["results"] = tuple(table.results)
        changes.public.table.update(changed)
        staff = changes.staff.table
        staff.update(changed)
        if self._people != (table.dealer, table.supervisor):
            self._people = (table.dealer, table.supervisor)
            staff["dealer"], staff["supervisor"] = self._people
        if touched.equipment:
            seen = seen_equipment(self.rules.equipment, table.equipment)
            staff["equipment"] = seen
            changes.crew = Part({"equipment": seen})
        ground = _step_ground(table)
        if ground != self._step or touched.equipment:
            self._step = ground
            staff["next_step"] = self._next = next_step(self.rules, table)
            touched.dealing = True
        if touched.dealing and listening:
            staff["dealing"] = seen_dealing(self.rules, table, self._next)
        if touched.disputes is not None:
            staff["disputes"] = seen_disputes(table, None)
        money = _money(table)
        if money != self._money or touched.claims:
            self._money = money
            changes.house.table["house"] = seen_house(table)

    def _tell_wagers(
        self, touched: _Touched, table: Table, changes: Changes, listening: Container[str], *, staff: bool
    ) -> None:
        if touched.whole and (staff or self._screen):
            all_of_them = SeenWagers(True, tuple(seen_wager(each) for each in table.standing()))
            changes.staff.wagers = all_of_them
            changes.public.wagers = all_of_them if self._screen else None
        elif touched.wagers and (staff or self._screen):
            some = SeenWagers(
                False,
                tuple(each for seat, wagers in touched.wagers.items() for each in _wagers_now(table, seat, wagers)),
            )
            changes.staff.wagers = some
            changes.public.wagers = some if self._screen else None
        if self._screen:
            return
        player_at, whole = self.player_at, touched.settled | touched.shown
        for seat in whole:
            player = player_at.get(seat)
            if player is not None and player in listening:
                changes.own_part(player).wagers = SeenWagers(True, seen_wagers(table, seat))
        for seat, wagers in touched.wagers.items():
            player = player_at.get(seat)
            if player is not None and player in listening and seat not in whole:
                changes.own_part(player).wagers = SeenWagers(False, tuple(_wagers_now(table, seat, wagers)))

    def _tell_seats(
        self, touched: _Touched, table: Table, changes: Changes, listening: Container[str], *, staff: bool
    ) -> None:
        if staff:
            changes.staff.seats = [seen_seat(table, seat, open_book=True) for seat in sorted(touched.seats)]
        if self._screen:
            changes.public.seats = [seen_seat(table, seat, open_book=False) for seat in sorted(touched.shown)]
        else:
            for player, seats in touched.left.items():
                if player in listening:
                    gone = [SeenSeat(seat, "", "", None, None) for seat in seats]
                    part = changes.own_part(player)
                    part.seats += gone
                    seat = self.seat_of.get(player)
                    part.wagers = SeenWagers(True, seen_wagers(table, seat) if seat else ())
        for seat in touched.seats:
            who = self.player_at.get(seat)
            if who is not None and who in listening:
                changes.own_part(who).seats.append(seen_seat(table, seat, open_book=True))

    def _tell_people(self, touched: _Touched, table: Table, changes: Changes, listening: Container[str]) -> None:
        people = touched.people
        lasts: dict[int, LastRound] | None = None
        if touched.last_round:
            lasts = last_rounds(table, table.settled)
            concerned = self._lasting | lasts.keys()
            self._lasting = set(lasts)
            people = people | {self.player_at[seat] for seat in concerned if seat in self.player_at}
        silenced = self._speaking - table.verbal.keys()
        if silenced or table.verbal:
            self._speaking = set(table.verbal)
            people = people | {self.player_at[seat] for seat in silenced if seat in self.player_at}
        if "phase" in changes.public.table:
            crowned = table.phase is Phase.CROWNED
            choosing = {seat for seat in table.wagers if spots_to_choose(self.rules, table, seat)} if crowned else set()
            concerned = self._choosing ^ choosing
            self._choosing = choosing
            people = people | {self.player_at[seat] for seat in concerned if seat in self.player_at}
        for player in people:
            if player in listening:
                seat = self.seat_of.get(player)
                last = lasts.get(seat) if lasts is not None and seat is not None else None
                changes.own_part(player).you = seen_you(self.rules, table, seat, last)
        disputing = {player for player in touched.people if touched.left.get(player) or player in self.seat_of}
        for player in disputing | (touched.disputes or set()):
            if player and player in listening:
                seated = player in self.seat_of
                if table.disputes:
                    changes.own_part(player).table["disputes"] = seen_disputes(table, player if seated else "")


_Wager = tuple[str, str, Chips, str, bool]
"""What tells one wager of a seat from another, as a viewer sees it: key, spot, chips, color, tip."""


def _wager(stake: Stake) -> _Wager:
    return (stake.key, stake.spot, stake.chips, stake.color, stake.tip)


def _wagers_now(table: Table, seat: int, wagers: Iterable[_Wager]) -> list[SeenWager]:
    """How these wagers stand; one in a color that is no longer there is gone, whatever stands in its place."""
    standing, seen = table.wagers.get(seat), []
    for key, spot, chips, color, tip in wagers:
        if standing is not None and (plain := standing.plain.get(key)) and standing.is_plain(chips, color):
            seen.append(SeenWager(seat, spot, plain, color, chips, 0, tip, imprisoned=False))  # as most are
            continue
        now = standing.get(key) if standing is not None else None
        if now is None or (now.stake.chips, now.stake.color) != (chips, color):
            seen.append(SeenWager(seat, spot, 0, color, chips, 0, tip, imprisoned=False))
        if now is not None:
            seen.append(seen_wager(now))
    return seen


def _public_table(table: Table) -> dict[str, Any]:
    return {
        "number": table.number,
        "phase": table.phase,
        "round": table.round,
        "result": table.spin.number,
        "choose_until": table.spin.choose_until,
    }


def _step_ground(table: Table) -> tuple[Any, ...]:
    """Everything on which the next step depends, and most of what the console shows with it.

    Wagers cannot change while fifths are to be moved or winners to be paid.
    """
    spin = table.spin
    return (
        table.phase,
        table.irregularity,
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


def _seats_collected(event: e.LosersCollected) -> set[int]:
    return {share.seat for share in event.seats} | {each.stake.seat for each in event.wagers}
