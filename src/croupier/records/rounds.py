"""Rounds reconstructed from a table's records: the wagers, who did what, and what each wager got."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never, get_args

from msgspec import Struct, field

from croupier.equipment.event import (
    LicenseRecorded,
    PartReplaced,
    ReplacementInspected,
    SignPosted,
    SignRemoved,
    TableInspected,
    WheelAdjusted,
)
from croupier.game.settlement import Verdict
from croupier.game.zero import Choice
from croupier.journal.record import Record
from croupier.table import event as e
from croupier.table.evolve import evolve
from croupier.table.questions import collected
from croupier.table.stake import OWN_COLOR, Collected, Stake
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Table
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import CommandRefused, Recorded, from_record

BEFORE_OPENING = (
    CommandRefused,
    LicenseRecorded,
    TableInspected,
    WheelAdjusted,
    PartReplaced,
    ReplacementInspected,
    SignPosted,
    SignRemoved,
)
"""Events that may precede a table's first opening."""
RoundEvent = e.SpinEvent | e.SettlingEvent
_OF_ROUND, _CORRECTIONS = frozenset(get_args(RoundEvent)), frozenset(get_args(e.CorrectionEvent))


class RoundRecord(Struct, frozen=True):
    """A record with its event."""

    record: Record
    event: Recorded
    taken: tuple[Collected, ...] = ()
    """Each wager that a collection of losers took."""


class SettledWager(Struct):
    """A wager at the time the number came up, and what it got."""

    stake: Stake
    player: str
    chip: int | None
    coupon: int
    imprisoned: bool
    choice: Choice | None
    beside: int
    outcome: Verdict = Verdict.LOSE
    winnings: int = 0
    returned: int = 0


class PlayedRound(Struct):
    """A round from its first bet to the lifting of the crown, and what followed from it."""

    number: int
    opened: e.TableOpened
    opening: Record
    """The record of the opening; the rules in force are those of its day."""
    dealer: str
    supervisor: str
    entries: list[RoundRecord] = field(default_factory=list)
    wagers: dict[tuple[int, str], SettledWager] = field(default_factory=dict)
    """By seat and stake key."""
    result: str = ""
    between: bool = False
    later: list[RoundRecord] = field(default_factory=list)
    """Later disputes, decisions and corrections about this round."""

    @property
    def finished(self) -> bool:
        return bool(self.entries) and isinstance(self.entries[-1].event, e.CrownLifted)


def rounds(
    records: Iterable[Record],
    first_round: int = 0,
    *,
    table: Table | None = None,
    opened: tuple[e.TableOpened, Record] | None = None,
) -> Iterator[PlayedRound]:
    """Every round in order, as soon as it is over; the last one even if it is not.

    `first_round` is the number of the round before the first record, for records that begin with a later day. For
    records that begin within a day, `table` is the state between two rounds before them, which is modified in place,
    and `opened` the opening that applies.
    """
    table = Table(round=first_round) if table is None else table
    current: PlayedRound | None = None
    for record in records:
        entry = RoundRecord(record, from_record(record).event)
        event = entry.event
        if isinstance(event, e.TableOpened):
            opened = event, record
            if current is not None:
                yield current
                current = None
        if opened is None and isinstance(event, BEFORE_OPENING):
            continue  # refused or done before the table first opened
        if opened is None:
            raise Problems([Problem(record.stream, "its records do not begin with an opening", "Run croupier verify.")])
        if not isinstance(event, CommandRefused):
            if current is not None:
                _note(current, table, event)
            _evolve(table, event)
        if isinstance(event, e.LosersCollected):
            entry = RoundRecord(record, event, tuple(_taken(table, record, event)))
        if current is None:
            current = PlayedRound(table.round, *opened, table.dealer, table.supervisor)
        if isinstance(event, e.ShiftChanged | e.StaffRelieved):
            current.dealer, current.supervisor = table.dealer, table.supervisor
        current.entries.append(entry)
        if isinstance(event, e.CrownLifted):
            yield current
            current = None
    if current is not None:
        yield current


def _taken(table: Table, record: Record, event: e.LosersCollected) -> Iterator[Collected]:
    """What a collection of losers took, wager by wager; raises `Fault` if the totals do not match."""
    by_spot = {each.spot: each.taken for each in event.spots}
    by_seat = {each.seat: each.taken for each in event.seats}
    for each in (taken := list(collected(table, event)))[: len(taken) - len(event.wagers)]:
        by_spot[each.stake.spot] -= each.taken
        by_seat[each.stake.seat] -= each.taken
    if any(by_spot.values()) or any(by_seat.values()):
        raise Fault(f"Record {record.version} of {record.stream} collects amounts that differ from the losing wagers.")
    yield from taken


def _evolve(table: Table, event: e.AnyEvent) -> None:
    """Applies an event, except decisions on disputes that were raised before the first record."""
    if not (isinstance(event, e.DisputeDecided) and event.dispute not in table.disputes):
        evolve(table, event)


def _note(round: PlayedRound, table: Table, event: e.AnyEvent) -> None:
    """Updates the round's wagers for an event about to be applied."""
    if type(event) not in _OF_ROUND or not isinstance(event, RoundEvent):  # the set is faster, and most are not
        return
    match event:
        case e.NumberAnnounced():
            round.result, round.between = event.number, event.between
        case e.NoSpinCalled() | e.RoundVoided():
            round.result, round.between = "", False
        case e.NumberSetRight():
            round.result = event.number
        case e.CollectionReturned():
            round.wagers = {}
        case e.LosersCollected():
            if not table.collecting:
                round.wagers = standing_wagers(table)
        case e.WinnersPaid():
            for payment in event.wagers:
                wager = round.wagers[payment.stake.seat, payment.stake.key]
                wager.outcome = payment.outcome
                wager.winnings, wager.returned = payment.winnings, payment.returned
        case e.BallSpun() | e.WheelSpun() | e.NoMoreBetsCalled() | e.BallInspected() | e.CrownPlaced():
            pass
        case e.IrregularityReported() | e.IrregularityDecided() | e.DirectionCarriedOut() | e.ActionObserved():
            pass
        case e.PrisonChosen() | e.FifthsMoved() | e.CrownLifted() | e.PlayEnded() | e.NumberCorrected():
            pass
        case _:
            assert_never(event)


def standing_wagers(table: Table) -> dict[tuple[int, str], SettledWager]:
    """The wagers on the layout, by seat and stake key, before they are settled."""
    return {(each.stake.seat, each.stake.key): _standing(table, each) for each in table.standing()}


def _standing(table: Table, standing: StandingWager) -> SettledWager:
    stake = standing.stake
    seat = table.seats[stake.seat]
    own = stake.chips in OWN_COLOR
    return SettledWager(
        stake,
        seat.player,
        seat.value if own else None,
        standing.coupon,
        standing.imprisoned,
        standing.choice,
        _beside(table, stake),
    )


def _beside(table: Table, stake: Stake) -> int:
    """What else the seat had on the spot: free wagers for a free one, prisoners for a prisoner."""
    wagers = table.wagers[stake.seat]
    there = wagers.on(stake.spot) - wagers.free_on(stake.spot) if stake.prison else wagers.free_on(stake.spot)
    return there - stake.amount


def find_round(records: Iterable[Record], number: int, first_round: int = 0) -> PlayedRound:
    """One round with everything that followed from it; raises `Problems` if it is missing or not over."""
    found: PlayedRound | None = None
    disputes: set[int] = set()
    last = first_round
    for round in rounds(records, first_round):
        last = round.number
        if round.number == number:
            found = round
        if found is not None:
            later = [entry for entry in round.entries if _concerns(entry.event, number, disputes)]
            found.later += [entry for entry in later if round is not found]
    if found is None:
        right = f"The rounds on record are up to {last}." if last else "No round is on record."
        raise Problems([Problem("--round", f"round {number} is not on record", right)])
    if not found.finished:
        raise Problems([Problem("--round", f"round {number} is not over", "Wait until the crown is lifted.")])
    return found


def _concerns(event: Recorded, number: int, disputes: set[int]) -> bool:
    """Whether an event after the round is about it; a dispute that is, is remembered for its decision."""
    if type(event) not in _CORRECTIONS or not isinstance(event, e.CorrectionEvent):
        return False
    match event:
        case e.DisputeDecided():
            return event.dispute in disputes
        case e.DisputeRaised():
            if event.round == number:
                disputes.add(event.dispute)
            return event.round == number
        case e.BalanceCorrected() | e.TipsCorrected() | e.CorrectionBegun() | e.NumberCorrected():
            return event.round == number
        case _:
            assert_never(event)
