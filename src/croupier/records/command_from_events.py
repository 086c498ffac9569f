"""The command behind recorded events, as far as it can be derived from them, so that a decision can be made again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, assert_never, get_args

from msgspec.structs import fields

from croupier.equipment.event import PitEvent
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.event import Events
from croupier.table.money_evolve import read_order
from croupier.table.stake import OWN_COLOR, Stake
from croupier.table.state import Table
from croupier.table.table_event import TableEvent
from croupier.terms.people import Actor

Derived = (
    e.TableOpened
    | e.ChipsBought
    | e.CashedOut
    | e.WagerPlaced
    | e.WagerMoved
    | e.WagerTakenDown
    | e.WagersChanged
    | e.VerbalWagerConfirmed
    | e.IrregularityDecided
    | e.DisputeRaised
    | e.DisputeDecided
    | e.BalanceCorrected
    | e.SlipRequested
    | e.TicketRedeemed
    | e.CouponPresented
    | e.ClaimSettled
    | e.SecondAsked
)
"""The events whose fields are not those of their command."""
NeverFirst = (
    e.OpenedForTournament
    | e.FloatMoved
    | e.NumberSetRight
    | e.CollectionReturned
    | e.TipsCorrected
    | e.DeviceHeard
    | e.TicketPrinted
)
"""The events that follow others of their order."""
_FIELDS: Mapping[type[e.Event], tuple[str, ...]] = {
    kind: tuple(
        each.name
        for each in fields(kind.command)
        if each.name in kind.__struct_fields__ and each.name not in ("by", "at")
    )
    for kind in get_args(e.AnyEvent)
    if issubclass(kind, TableEvent) and kind.command is not None
}
"""The fields that an event and its command have in common."""


def commands_of(events: Events, table: Table, by: Actor, at: int) -> tuple[c.AnyCommand, ...]:
    """The commands that may have led to the events of one order at this table; none if they cannot be derived."""
    first = events[0]
    if isinstance(first, PitEvent | NeverFirst):
        return ()  # what concerns the equipment is decided on it, not on the table
    if isinstance(first, Derived):
        return _derived(first, events, table, by, at)
    return (first.command(**{name: getattr(first, name) for name in _FIELDS[type(first)]}, by=by, at=at),)


def _derived(first: Derived, events: Events, table: Table, by: Actor, at: int) -> tuple[c.AnyCommand, ...]:
    match first:
        case e.TableOpened():
            opened = events[1] if len(events) > 1 else None
            tournament, event = (
                (opened.tournament, opened.event) if isinstance(opened, e.OpenedForTournament) else ("", "")
            )
            return (c.OpenTable(first.dealer, first.supervisor, first.float_count, tournament, event, by=by, at=at),)
        case e.ChipsBought():
            heard = _heard(events)
            return (c.BuyChips(first.seat, first.amount, first.funds, first.chips, **heard, by=by, at=at),)
        case e.CashedOut():
            printed = next((each.ticket for each in events if isinstance(each, e.TicketPrinted)), "")
            digits = printed.rpartition("-")[2]
            return (c.CashOut(first.seat, first.amount, first.chips, digits, **_heard(events), by=by, at=at),)
        case e.WagerPlaced(stake=stake):
            named = (stake.amount, stake.chips, _color(stake), stake.tip)
            placed = c.PlaceWager(stake.seat, stake.spot, *named, first.coupon, by=by, at=at)
            return (placed, c.Rebet(stake.seat, by=by, at=at))
        case e.WagerMoved(stake=stake):
            named = (stake.amount, stake.chips, _color(stake), stake.tip)
            return (c.MoveWager(stake.seat, stake.spot, first.to, *named, by=by, at=at),)
        case e.WagerTakenDown(stake=stake):
            named = (stake.amount, stake.chips, _color(stake), stake.tip)
            return (c.TakeDown(stake.seat, stake.spot, *named, by=by, at=at),)
        case e.WagersChanged():
            down = [_change(each.stake, -each.stake.amount) for each in first.taken]
            changes = (*down, *(_change(stake, stake.amount) for stake in first.placed))
            return (c.ChangeWagers(first.seat, changes, by=by, at=at),)
        case e.VerbalWagerConfirmed(stake=stake):
            return (c.ConfirmVerbalWager(stake.seat, stake.spot, stake.amount, by=by, at=at),)
        case e.IrregularityDecided(done=True):
            return ()  # an old record, whose decision also ended the irregularity
        case e.IrregularityDecided():
            return (c.DecideIrregularity(first.decision, first.why, first.action, first.number, by=by, at=at),)
        case e.DisputeRaised():
            seat = next((number for number, each in table.seats.items() if each.player == first.player), 0)
            return (c.RaiseDispute(first.round, first.what, seat if first.player else 0, by=by, at=at),)
        case e.DisputeDecided():
            awards: dict[int, int] = {}
            for each in events[1:]:
                if isinstance(each, e.BalanceCorrected):
                    awards[each.seat] = awards.get(each.seat, 0) + each.paid - each.claimed
            return (c.DecideDispute(first.dispute, first.decision, first.why, awards, by=by, at=at),)
        case e.BalanceCorrected():
            amount = abs(first.paid)
            return (m.SettleClaim(first.player, amount, first.why, first.seat, by=by, at=at),)
        case e.SlipRequested():
            return (m.RequestSlip(first.way, dict(first.chips), by=by, at=at),)
        case e.TicketRedeemed():
            bought = next((each for each in events if isinstance(each, e.ChipsBought)), None)
            if bought is None:
                return (m.RedeemTicket(first.ticket, by=by, at=at),)
            sold = (bought.seat, bought.amount, bought.funds, bought.chips, first.ticket)
            return (c.BuyChips(*sold, **_heard(events), by=by, at=at),)
        case e.CouponPresented():
            wager = next(each for each in events if isinstance(each, e.WagerPlaced))
            on = wager.stake
            named = (on.amount, on.chips, _color(on), on.tip)
            return (c.PlaceWager(on.seat, on.spot, *named, wager.coupon, first.serial, by=by, at=at),)
        case e.ClaimSettled():
            return (m.SettleClaim(first.player, abs(first.amount), first.why, by=by, at=at),)
        case e.SecondAsked():
            return (read_order(first.order),)
        case _:
            assert_never(first)


class _Heard(TypedDict, total=False):
    counter: int
    signature: str


def _heard(events: Events) -> _Heard:
    """What a device sent in addition to the order itself."""
    heard = next((each for each in events if isinstance(each, e.DeviceHeard)), None)
    return {} if heard is None else {"counter": heard.counter, "signature": heard.signature}


def _change(stake: Stake, amount: int) -> c.WagerChange:
    return c.WagerChange(stake.spot, amount, stake.chips, _color(stake), stake.tip)


def _color(stake: Stake) -> str:
    return "" if stake.chips in OWN_COLOR else stake.color
