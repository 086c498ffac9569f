"""What a commit changed, for each audience: the steps between two views.

Four audiences share what is made once. The public hears `public`; a player hears it with the own part over it. Staff
hear `staff`; house roles hear it with `house` over it. The cost follows the events, and only a settlement, where
wagers are told whole, looks at every wager.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from croupier.table import event as e
from croupier.table.dealing import seen_dealing
from croupier.table.event import Collected, Payment, Stake
from croupier.table.happened import TELL, Happened, HappenedWager, Told, wager_placed
from croupier.table.questions import next_step
from croupier.table.state import Phase, Table, TableRules
from croupier.table.view import (
    LastRound,
    SeenSeat,
    SeenWager,
    SeenYou,
    last_rounds,
    seen_disputes,
    seen_house,
    seen_seat,
    seen_wager,
    seen_wagers,
    seen_you,
    spots_to_choose,
)


class SeenWagers(Struct, frozen=True):
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


class Everybody(Container[str]):
    """Every player listens."""

    def __contains__(self, _name: object) -> bool:
        return True


class _Touched(Struct):
    """What the events of a commit have to do with."""

    wagers: dict[int, dict[str, Stake]] = field(default_factory=dict)
    """Single wagers, by seat and key."""
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


class Reporter:
    """Follows one table and tells what each commit changed. One thread calls it, with the table after the commit."""

    def __init__(self, rules: TableRules, table: Table) -> None:
        self.rules = rules
        self.player_at = {number: seat.player for number, seat in table.seats.items()}
        self.seat_of = {player: number for number, player in self.player_at.items()}
        self._screen = rules.setup.central_screen
        self._choosing = {seat for seat in table.wagers if spots_to_choose(rules, table, seat)}
        self._lasting = set(last_rounds(table))
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
        story = _Story(self, changes, listening, staff=staff)
        for place, event in enumerate(events):
            if type(event) is e.WagerPlaced:  # by far the most
                stake = event.stake
                touched.wagers.setdefault(stake.seat, {})[stake.key] = stake
                touched.seats.add(stake.seat)
                story.add_wager(place, event)
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
                touched.dealing |= isinstance(event, e.VerbalWagerConfirmed)
                touched.wagers.setdefault(stake.seat, {})[stake.key] = stake
                touched.seats.add(stake.seat)
            case e.WagerMoved():
                stake = event.stake
                to = Stake(stake.seat, event.to, stake.chips, stake.color, stake.tip, stake.amount)
                touched.wagers.setdefault(stake.seat, {}).update({stake.key: stake, to.key: to})
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
                touched.dealing = True
                for seat in list(self.player_at):
                    self._touch_seat(touched, seat)
                    self._leave(touched, seat)
            case e.ChipsBought() | e.ChipsBrought() | e.ColoredUp() | e.CashedOut() | e.TipGiven():
                touched.seats.add(event.seat)
            case e.PrisonChosen():
                touched.people.add(self.player_at[event.seat])
                touched.dealing = True
            case e.VerbalWagerOffered() | e.NoMoreBetsCalled():
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
            case _:
                pass

    def _touch_seat(self, touched: _Touched, seat: int) -> None:
        touched.seats.add(seat)
        touched.shown.add(seat)
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
        ground = _step_ground(table)
        if ground != self._step:
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
                tuple(
                    _wager_now(table, key, stake) for wagers in touched.wagers.values() for key, stake in wagers.items()
                ),
            )
            changes.staff.wagers = some
            changes.public.wagers = some if self._screen else None
        if self._screen:
            return
        for seat in touched.settled | touched.shown:
            self._own_wagers(changes, listening, seat, SeenWagers(True, seen_wagers(table, seat)))
        for seat, wagers in touched.wagers.items():
            if seat not in touched.settled and seat not in touched.shown:
                now = tuple(_wager_now(table, key, stake) for key, stake in wagers.items())
                self._own_wagers(changes, listening, seat, SeenWagers(False, now))

    def _own_wagers(self, changes: Changes, listening: Container[str], seat: int, wagers: SeenWagers) -> None:
        player = self.player_at.get(seat)
        if player is not None and player in listening:
            _own(changes, player).wagers = wagers

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
                    part = _own(changes, player)
                    part.seats += gone
                    seat = self.seat_of.get(player)
                    part.wagers = SeenWagers(True, seen_wagers(table, seat) if seat else ())
        for seat in touched.seats:
            who = self.player_at.get(seat)
            if who is not None and who in listening:
                _own(changes, who).seats.append(seen_seat(table, seat, open_book=True))

    def _tell_people(self, touched: _Touched, table: Table, changes: Changes, listening: Container[str]) -> None:
        people = touched.people
        lasts: dict[int, LastRound] | None = None
        if touched.last_round:
            lasts = last_rounds(table)
            concerned = self._lasting | lasts.keys()
            self._lasting = set(lasts)
            people = people | {self.player_at[seat] for seat in concerned if seat in self.player_at}
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
                _own(changes, player).you = seen_you(self.rules, table, seat, last)
        disputing = {player for player in touched.people if touched.left.get(player) or player in self.seat_of}
        for player in disputing | (touched.disputes or set()):
            if player and player in listening:
                seated = player in self.seat_of
                if table.disputes:
                    _own(changes, player).table["disputes"] = seen_disputes(table, player if seated else "")


class _Many(Struct):
    """A step that goes through many wagers: where it begins in the commit, and whose wagers it tells of."""

    place: int
    all: list[HappenedWager] = field(default_factory=list)
    own: dict[str, list[HappenedWager]] = field(default_factory=dict)


class _Story:
    """Collects what happened, for each audience."""

    def __init__(self, reporter: Reporter, changes: Changes, listening: Container[str], *, staff: bool) -> None:
        self._reporter, self._changes, self._listening, self._staff = reporter, changes, listening, staff
        self._screen = reporter.rules.setup.central_screen
        self._wagers: dict[str, _Many] = {}

    def add(self, place: int, event: e.AnyEvent, table: Table) -> None:
        match event:
            case e.LosersCollected():
                self._many(place, "losers-collected", map(_collected, _wagers_collected(event)))
            case e.WinnersPaid():
                self._many(place, "winners-paid", map(_paid, event.wagers))
            case e.FifthsMoved():
                self._many(place, "fifths-moved", map(_moved, event.wagers))
            case _:
                told = TELL[type(event)](event)
                self._tell(place, told, self._owner(event, table) if told.own else None)

    def add_wager(self, place: int, event: e.WagerPlaced) -> None:
        """The same as `add` for the event that happens most."""
        changes = self._changes
        if self._screen:
            told = changes.public.happened[place] = wager_placed(event)
            if self._staff:
                changes.staff.happened[place] = told
            return
        player = self._reporter.player_at.get(event.stake.seat)
        listening = player is not None and player in self._listening
        if listening or self._staff:
            told = wager_placed(event)
            if self._staff:
                changes.staff.happened[place] = told
            if listening and player is not None:
                _own(changes, player).happened[place] = told

    def _owner(self, event: e.AnyEvent, table: Table) -> str | None:
        match event:
            case e.BalanceCorrected() | e.DisputeRaised() | e.SeatTaken():
                return event.player
            case e.DisputeDecided():
                return table.disputes[event.dispute].player
            case e.WagerMoved() | e.WagerTakenDown() | e.VerbalWagerConfirmed():
                return self._reporter.player_at.get(event.stake.seat)
            case _:
                return self._reporter.player_at.get(getattr(event, "seat", 0))

    def _tell(self, place: int, told: Told, owner: str | None) -> None:
        changes = self._changes
        public = told.public or (told.felt if self._screen else None)
        if public:
            changes.public.happened[place] = public
        if told.own and told.own is not public and owner and owner in self._listening:
            _own(changes, owner).happened[place] = told.own
        if self._staff:
            if told.staff:
                changes.staff.happened[place] = told.staff
            if told.house:
                changes.house.happened[place] = told.house

    def _many(self, place: int, kind: str, wagers: Iterable[HappenedWager]) -> None:
        """Chunks of one step become one telling; whose the wagers are is asked while they sit there."""
        told = self._wagers.setdefault(kind, _Many(place))
        if self._screen or self._staff:
            told.all.extend(wagers := tuple(wagers))
        if self._screen:
            return
        for each in wagers:
            player = self._reporter.player_at.get(each.seat)
            if player is not None and player in self._listening:
                told.own.setdefault(player, []).append(each)

    def finish(self) -> None:
        """Tells what goes through many wagers at once: all of them, or to each player the own."""
        changes = self._changes
        for kind, told in self._wagers.items():
            full = Happened(kind, wagers=tuple(told.all))
            if self._staff:
                changes.staff.happened[told.place] = full
            changes.public.happened[told.place] = full if self._screen else Happened(kind)
            for player, own in told.own.items():
                _own(changes, player).happened[told.place] = Happened(kind, wagers=tuple(own))


def _own(changes: Changes, player: str) -> Part:
    part = changes.own.get(player)
    if part is None:
        part = changes.own[player] = Part()
    return part


def _wager_now(table: Table, key: str, stake: Stake) -> SeenWager:
    standing = table.wagers.get(stake.seat, {}).get(key)
    if standing is None:
        return SeenWager(stake.seat, stake.spot, 0, stake.color, stake.chips, 0, stake.tip, imprisoned=False)
    return seen_wager(standing)


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
    return {each.stake.seat for each in event.wagers}


def _wagers_collected(event: e.LosersCollected) -> Iterable[Collected]:
    return event.wagers


def _collected(each: Collected) -> HappenedWager:
    stake, taken = each.stake, each.taken
    outcome = "lose" if taken == stake.amount else "half"
    return HappenedWager(
        stake.seat,
        stake.spot,
        stake.amount,
        stake.chips,
        stake.color,
        stake.tip,
        0,
        stake.amount - taken,
        outcome,
        each.clause or "",
    )


def _paid(each: Payment) -> HappenedWager:
    stake = each.stake
    return HappenedWager(
        stake.seat,
        stake.spot,
        stake.amount,
        stake.chips,
        stake.color,
        stake.tip,
        each.winnings,
        each.returned,
        each.outcome,
        each.clause or "",
    )


def _moved(stake: Stake) -> HappenedWager:
    return HappenedWager(stake.seat, stake.spot, stake.amount, stake.chips, stake.color, stake.tip)
