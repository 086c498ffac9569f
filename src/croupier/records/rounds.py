"""Rounds read out of a table's records: what stood, who did what, and what each wager got."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from croupier.game.settlement import Choice, Verdict
from croupier.journal.record import Record
from croupier.pit.event import PartReplaced, ReplacementInspected, TableInspected, WheelAdjusted
from croupier.table import event as e
from croupier.table.event import OWN_COLOR, Collected, Stake
from croupier.table.evolve import evolve
from croupier.table.questions import collected
from croupier.table.state import Standing, Table
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.wire.events import CommandRefused, Recorded, from_record

BEFORE_OPENING = (CommandRefused, TableInspected, WheelAdjusted, PartReplaced, ReplacementInspected)
"""What the records of a table may hold before it is first opened."""


class Entry(Struct, frozen=True):
    """A record and what it says."""

    record: Record
    event: Recorded
    taken: tuple[Collected, ...] = ()
    """Wager by wager, what a record of losers has taken."""


class SettledWager(Struct):
    """A wager as it stood when the number came, and what it got."""

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
    """A round from its first bet to the lifting of the crown, and everything that later came of it."""

    number: int
    opened: e.TableOpened
    opening: Record
    """The record of the opening: its day is the one whose rules are in force."""
    dealer: str
    supervisor: str
    entries: list[Entry] = field(default_factory=list)
    wagers: dict[tuple[int, str], SettledWager] = field(default_factory=dict)
    """By seat and by the stake's key."""
    result: str = ""
    between: bool = False
    later: list[Entry] = field(default_factory=list)
    """Disputes, decisions and corrections about this round that came after it."""

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
    """Every round in order, as soon as it is over; the last one also when it is not.

    `first_round` is the number of the round before the first record, for records that begin with a later day.
    For records that begin within a day, `table` is the state between two rounds before them, which is changed in
    place, and `opened` the opening that it was under.
    """
    table = Table(round=first_round) if table is None else table
    current: PlayedRound | None = None
    for record in records:
        entry = Entry(record, from_record(record).event)
        event = entry.event
        if isinstance(event, e.TableOpened):
            opened = event, record
            if current is not None:
                yield current
                current = None
        if opened is None and isinstance(event, BEFORE_OPENING):
            continue  # asked of a table that was never open, or done to it before
        if opened is None:
            raise Problems([Problem(record.stream, "its records do not begin with an opening", "Run croupier verify.")])
        if not isinstance(event, CommandRefused):
            if current is not None:
                _note(current, table, event)
            _evolve(table, event)
        if isinstance(event, e.LosersCollected):
            entry = Entry(record, event, tuple(_taken(table, record, event)))
        if current is None:
            current = PlayedRound(table.round, *opened, table.dealer, table.supervisor)
        if isinstance(event, e.ShiftChanged):
            current.dealer, current.supervisor = table.dealer, table.supervisor
        current.entries.append(entry)
        if isinstance(event, e.CrownLifted):
            yield current
            current = None
    if current is not None:
        yield current


def _taken(table: Table, record: Record, event: e.LosersCollected) -> Iterator[Collected]:
    """What a record of losers took, wager by wager; a fault when it adds up to something else than it says."""
    by_spot = {each.spot: each.taken for each in event.spots}
    by_seat = {each.seat: each.taken for each in event.seats}
    for each in (taken := list(collected(table, event)))[: len(taken) - len(event.wagers)]:
        by_spot[each.stake.spot] -= each.taken
        by_seat[each.stake.seat] -= each.taken
    if any(by_spot.values()) or any(by_seat.values()):
        raise Fault(f"Record {record.version} of {record.stream} takes other amounts from losers than stood there.")
    yield from taken


def _evolve(table: Table, event: e.AnyEvent) -> None:
    """Records that begin with a later day may decide a dispute of an earlier one."""
    if not (isinstance(event, e.DisputeDecided) and event.dispute not in table.disputes):
        evolve(table, event)


def _note(round: PlayedRound, table: Table, event: e.AnyEvent) -> None:
    """What an event, about to happen, says about the round's wagers."""
    match event:
        case e.NumberAnnounced():
            round.result, round.between = event.number, event.between
        case e.NoSpinCalled():
            round.result, round.between = "", False
        case e.LosersCollected() if not table.collecting:
            round.wagers = {(each.stake.seat, each.stake.key): _standing(table, each) for each in table.standing()}
        case e.WinnersPaid():
            for payment in event.wagers:
                wager = round.wagers[payment.stake.seat, payment.stake.key]
                wager.outcome = payment.outcome
                wager.winnings, wager.returned = payment.winnings, payment.returned
        case _:
            pass


def _standing(table: Table, standing: Standing) -> SettledWager:
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
        table.on_spot(stake.seat, stake.spot) - stake.amount,
    )


def find_round(records: Iterable[Record], number: int, first_round: int = 0) -> PlayedRound:
    """One round with everything that later came of it; a problem when there is none, or it is not over."""
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
    match event:
        case e.DisputeRaised(round=about, dispute=dispute):
            if about == number:
                disputes.add(dispute)
            return about == number
        case e.DisputeDecided(dispute=dispute):
            return dispute in disputes
        case e.BalanceCorrected(round=about) | e.TipsCorrected(round=about) | e.NumberCorrected(round=about):
            return about == number
        case _:
            return False
