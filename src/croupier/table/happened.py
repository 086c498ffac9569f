"""The story of a commit: what each event says to whom. State never depends on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from croupier.table import event as e
from croupier.table.event import Stake


class HappenedWager(Struct, frozen=True, omit_defaults=True, gc=False):
    """A wager in the story of a settlement; what is absent is nothing, no, or empty."""

    seat: int
    spot: str
    amount: int
    chips: str
    color: str = ""
    tip: bool = False
    winnings: int = 0
    returned: int = 0
    outcome: str = ""
    clause: str = ""


class Happened(Struct, frozen=True, omit_defaults=True, gc=False):
    """One event for one audience; what is absent is nothing, no, empty, or not this audience's affair."""

    kind: str
    seat: int = 0
    spot: str = ""
    to: str = ""
    amount: int = 0
    chips: str = ""
    into: str = ""
    color: str = ""
    value: int = 0
    coupon: int = 0
    tip: bool = False
    instructed: bool = False
    number: str = ""
    was: str = ""
    round: int = 0
    revolutions: int = 0
    between: bool = False
    wheel: str = ""
    ball: str = ""
    reason: str = ""
    clause: str = ""
    choose_until: int = 0
    choice: str = ""
    player: str = ""
    funds: str = ""
    dealer: str = ""
    supervisor: str = ""
    dispute: int = 0
    text: str = ""
    decision: str = ""
    fit: bool = False
    no_spin: bool = False
    float_count: int = 0
    float_book: int = 0
    claimed: int = 0
    slip: str = ""
    wagers: tuple[HappenedWager, ...] = ()


class Told(Struct, frozen=True):
    """One event as it is told: to everybody, to everybody who sees the felt, to one seat, to staff, to the house.

    A narrower telling stands in place of a wider one; None adds nothing to the wider one.
    """

    public: Happened | None = None
    felt: Happened | None = None
    own: Happened | None = None
    staff: Happened | None = None
    house: Happened | None = None


def _stake(kind: str, stake: Stake, to: str = "", coupon: int = 0, *, instructed: bool = False) -> Happened:
    return Happened(
        kind,
        stake.seat,
        stake.spot,
        to,
        stake.amount,
        stake.chips,
        "",
        stake.color,
        0,
        coupon,
        stake.tip,
        instructed,
    )


def wager_placed(event: e.WagerPlaced) -> Happened:
    """The same for everybody who hears of it."""
    return _stake("wager-placed", event.stake, "", event.coupon, instructed=event.instructed)


def _felt(told: Happened) -> Told:
    return Told(felt=told, own=told, staff=told)


def _own(told: Happened) -> Told:
    return Told(own=told, staff=told)


def _public(told: Happened) -> Told:
    return Told(public=told, staff=told)


def _seat_taken(event: e.SeatTaken) -> Told:
    full = Happened("seat-taken", seat=event.seat, player=event.player)
    return Told(felt=Happened("seat-taken", seat=event.seat), own=full, staff=full)


def _chips_set(event: e.ChipsSet) -> Told:
    full = Happened("chips-set", seat=event.seat, color=event.color, value=event.value)
    return Told(felt=Happened("chips-set", seat=event.seat, color=event.color), own=full, staff=full)


def _table_opened(event: e.TableOpened) -> Told:
    staff = Happened("table-opened", dealer=event.dealer, supervisor=event.supervisor)
    house = Happened("table-opened", dealer=event.dealer, supervisor=event.supervisor, float_count=event.float_count)
    return Told(public=Happened("table-opened"), staff=staff, house=house)


def _table_closed(event: e.TableClosed) -> Told:
    bare = Happened("table-closed")
    full = Happened("table-closed", float_count=event.float_count, float_book=event.float_book)
    return Told(public=bare, staff=bare, house=full)


def _shift_changed(event: e.ShiftChanged) -> Told:
    names: dict[str, Any] = {"dealer": event.dealer, "supervisor": event.supervisor}
    counts: dict[str, Any] = {"float_count": event.float_count, "float_book": event.float_book}
    return Told(staff=Happened("shift-changed", **names), house=Happened("shift-changed", **names, **counts))


def _irregularity_decided(event: e.IrregularityDecided) -> Told:
    full = Happened("irregularity-decided", decision=event.decision, text=event.why, no_spin=event.no_spin)
    return Told(public=Happened("irregularity-decided", no_spin=event.no_spin), staff=full)


def _dispute_decided(event: e.DisputeDecided) -> Told:
    return _own(Happened("dispute-decided", dispute=event.dispute, decision=event.decision, text=event.why))


def _dispute_raised(event: e.DisputeRaised) -> Told:
    full = Happened("dispute-raised", dispute=event.dispute, round=event.round, text=event.what, player=event.player)
    return _own(full)


def _balance_corrected(event: e.BalanceCorrected) -> Told:
    facts: dict[str, Any] = {"seat": event.seat, "amount": event.paid, "chips": event.chips, "round": event.round}
    full = Happened("balance-corrected", **facts, text=event.why, claimed=event.claimed, player=event.player)
    staff = Happened("balance-corrected", **facts, text=event.why)
    return Told(own=full if event.player else None, staff=staff, house=full)


def _tips_corrected(event: e.TipsCorrected) -> Told:
    bare = Happened("tips-corrected", round=event.round)
    full = Happened("tips-corrected", round=event.round, amount=event.amount, claimed=event.claimed, text=event.why)
    return Told(staff=bare, house=full)


def _number_corrected(event: e.NumberCorrected) -> Told:
    facts: dict[str, Any] = {"round": event.round, "was": event.was, "number": event.number}
    full = Happened("number-corrected", **facts, text=event.why, wagers=tuple(map(released, event.released)))
    return Told(public=Happened("number-corrected", **facts), staff=full)


def released(stake: Stake) -> HappenedWager:
    """A wager that only a wrong number had put in prison."""
    return HappenedWager(
        stake.seat, stake.spot, stake.amount, stake.chips, stake.color, stake.tip, returned=stake.amount
    )


TELL: Mapping[type[e.Event], Callable[[Any], Told]] = {
    e.WagerPlaced: lambda x: _felt(wager_placed(x)),
    e.WagerMoved: lambda x: _felt(_stake("wager-moved", x.stake, to=x.to, instructed=x.instructed)),
    e.WagerTakenDown: lambda x: _felt(_stake("wager-taken-down", x.stake, coupon=x.coupon, instructed=x.instructed)),
    e.VerbalWagerOffered: lambda x: _felt(Happened("verbal-wager-offered", seat=x.seat, spot=x.spot, amount=x.cash)),
    e.VerbalWagerConfirmed: lambda x: _felt(_stake("verbal-wager-confirmed", x.stake)),
    e.LateBetReturned: lambda x: _felt(Happened("late-bet-returned", seat=x.seat, spot=x.spot, amount=x.stake)),
    e.BallSpun: lambda x: _public(Happened("ball-spun", wheel=x.wheel, ball=x.ball)),
    e.WheelSpun: lambda x: _public(Happened("wheel-spun", wheel=x.wheel)),
    e.NoMoreBetsCalled: lambda _: _public(Happened("no-more-bets-called")),
    e.NumberAnnounced: lambda x: _public(
        Happened("number-announced", number=x.number, revolutions=x.revolutions, between=x.between)
    ),
    e.NoSpinCalled: lambda x: _public(Happened("no-spin-called", reason=x.reason, clause=x.clause or "")),
    e.BallInspected: lambda x: Told(staff=Happened("ball-inspected", fit=x.fit, text=x.note)),
    e.IrregularityReported: lambda x: Told(
        public=Happened("irregularity-reported"), staff=Happened("irregularity-reported", text=x.what)
    ),
    e.IrregularityDecided: _irregularity_decided,
    e.CrownPlaced: lambda x: _public(Happened("crown-placed", number=x.number, choose_until=x.choose_until)),
    e.CrownLifted: lambda x: _public(Happened("crown-lifted", round=x.round)),
    e.PrisonChosen: lambda x: _own(Happened("prison-chosen", seat=x.seat, spot=x.spot, choice=x.choice)),
    e.SeatTaken: _seat_taken,
    e.SeatLeft: lambda x: _felt(Happened("seat-left", seat=x.seat)),
    e.ChipsSet: _chips_set,
    e.ChipsBought: lambda x: _own(Happened("chips-bought", seat=x.seat, amount=x.amount, funds=x.funds, chips=x.chips)),
    e.ChipsBrought: lambda x: _own(Happened("chips-brought", seat=x.seat, amount=x.amount)),
    e.ColoredUp: lambda x: _own(Happened("colored-up", seat=x.seat, amount=x.amount, chips=x.chips, into=x.into)),
    e.CashedOut: lambda x: _own(Happened("cashed-out", seat=x.seat, amount=x.amount, chips=x.chips)),
    e.TipGiven: lambda x: _own(Happened("tip-given", seat=x.seat, amount=x.amount, chips=x.chips)),
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.ShiftChanged: _shift_changed,
    e.FloatMoved: lambda x: Told(house=Happened("float-moved", amount=x.amount, slip=x.slip)),
    e.DisputeRaised: _dispute_raised,
    e.DisputeDecided: _dispute_decided,
    e.BalanceCorrected: _balance_corrected,
    e.TipsCorrected: _tips_corrected,
    e.NumberCorrected: _number_corrected,
}
"""How each event is told; what goes through many wagers at once (settlement, fifths) is told by seat, in `changes`."""
