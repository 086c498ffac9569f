"""Collects what happened in a commit, for each audience in its own words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.table import event as e
from croupier.table.event import Collected, Payment, Stake
from croupier.table.happened import TELL, Happened, HappenedWager, Told, released, wager_placed
from croupier.table.parts import Changes
from croupier.table.questions import collected
from croupier.table.state import Table


class _Many(Struct):
    """A step that goes through many wagers: where it begins in the commit, and whose wagers it tells of."""

    place: int
    all: list[HappenedWager] = field(default_factory=list)
    own: dict[str, list[HappenedWager]] = field(default_factory=dict)


class Story:
    """Collects what happened, for each audience."""

    def __init__(
        self,
        changes: Changes,
        player_at: Mapping[int, str],
        listening: Container[str],
        *,
        screen: bool,
        staff: bool,
    ) -> None:
        self._changes, self._player_at, self._listening = changes, player_at, listening
        self._screen, self._staff = screen, staff
        self._corrected: int | None = None
        """The place of the correction that is told; a long one has several records."""
        self._wagers: dict[str, _Many] = {}

    def add(self, place: int, event: e.AnyEvent, table: Table) -> None:
        match event:
            case e.LosersCollected():
                self._many(place, "losers-collected", map(_collected, collected(table, event)))
            case e.WinnersPaid():
                self._many(place, "winners-paid", map(_paid, event.wagers))
            case e.FifthsMoved():
                self._many(place, "fifths-moved", map(_moved, event.wagers))
            case e.NumberCorrected() if self._corrected is not None:
                self._more_released(event)
            case _:
                if isinstance(event, e.NumberCorrected):
                    self._corrected = place
                told = TELL[type(event)](event)
                self._tell(place, told, self._owner(event, table) if told.own else None)

    def _more_released(self, event: e.NumberCorrected) -> None:
        told = self._changes.staff.happened.get(self._corrected or 0)
        if isinstance(told, Happened):
            more = tuple(map(released, event.released))
            self._changes.staff.happened[self._corrected or 0] = replace(told, wagers=told.wagers + more)

    def add_wager(self, place: int, event: e.WagerPlaced) -> bool:
        """The same as `add` for the event that happens most; False when nobody hears of it."""
        changes = self._changes
        player = None if self._screen else self._player_at.get(event.stake.seat)
        listening = player is not None and player in self._listening
        if not (listening or self._screen or self._staff):
            return False
        told = wager_placed(event)
        if self._screen:
            changes.public.happened[place] = told
        elif listening and player is not None:
            changes.own_part(player).happened[place] = told
        if self._staff:
            changes.staff.happened[place] = told
        return True

    def _owner(self, event: e.AnyEvent, table: Table) -> str | None:
        match event:
            case e.BalanceCorrected() | e.DisputeRaised() | e.SeatTaken():
                return event.player
            case e.DisputeDecided():
                return table.disputes[event.dispute].player
            case e.WagerMoved() | e.WagerTakenDown() | e.VerbalWagerConfirmed():
                return self._player_at.get(event.stake.seat)
            case _:
                return self._player_at.get(getattr(event, "seat", 0))

    def _tell(self, place: int, told: Told, owner: str | None) -> None:
        changes = self._changes
        public = told.public or (told.felt if self._screen else None)
        if public:
            changes.public.happened[place] = public
        if told.own and told.own is not public and owner and owner in self._listening:
            changes.own_part(owner).happened[place] = told.own
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
            player = self._player_at.get(each.seat)
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
                changes.own_part(player).happened[told.place] = Happened(kind, wagers=tuple(own))


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
