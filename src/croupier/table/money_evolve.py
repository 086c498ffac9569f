"""Applies events about money to the state."""

from __future__ import annotations

from typing import assert_never

from msgspec import json

from croupier.table import event as e
from croupier.table.command import ForTwo
from croupier.table.state import CouponInPlay, OpenSlip, SecondRequest, Table

_orders: json.Decoder[ForTwo] = json.Decoder(ForTwo)


def evolve_money(table: Table, event: e.MoneyEvent) -> None:
    """Changes the table in place."""
    match event:
        case e.SlipRequested():
            table.slip_last = event.slip
            table.slips[event.slip] = OpenSlip(event.way, dict(event.chips), [event.by])
        case e.SlipPrepared():
            slip = table.slips[event.slip]
            slip.prepared = True
            slip.people.append(event.by)
        case e.SlipCarried():
            slip = table.slips[event.slip]
            slip.carried = True
            slip.people.append(event.by)
        case e.SlipAccepted() | e.SlipVoided():
            del table.slips[event.slip]
        case e.DeviceHeard():
            table.devices[event.device] = event.counter
        case e.TicketPrinted():
            table.ticket_last += 1
            table.tickets[event.ticket] = event.amount
        case e.TicketRedeemed():
            del table.tickets[event.ticket]
        case e.CouponsIssued():
            table.coupons_open |= dict.fromkeys(event.serials, event.face)
        case e.CouponPresented():
            del table.coupons_open[event.serial]
            table.coupons_in_play[event.serial] = CouponInPlay(event.face, event.seat, event.spot)
        case e.ClaimSettled():
            lower_claim(table, event.player, event.amount)
        case e.DropCounted():
            table.drop -= event.book
        case e.SecondAsked():
            table.second_last = event.request
            table.seconds[event.request] = SecondRequest(read_order(event.order), event.amount)
        case e.SecondGiven() | e.SecondDenied():
            del table.seconds[event.request]
        case _:
            assert_never(event)


def read_order(order: str) -> ForTwo:
    """The command that waits for a second person, from its record."""
    return _orders.decode(order)


def lower_claim(table: Table, player: str, amount: int) -> None:
    """Lowers a claim by an amount; removes it once it is settled."""
    left = table.claims.get(player, 0) - amount
    if left:
        table.claims[player] = left
    else:
        table.claims.pop(player, None)


def hand_back_coupons(table: Table, seat: int, spot: str) -> None:
    """Gives the coupons of a wager that comes down back to the player."""
    for serial, each in list(table.coupons_in_play.items()):
        if (each.seat, each.spot) == (seat, spot):
            del table.coupons_in_play[serial]
            table.coupons_open[serial] = each.face


def move_coupons(table: Table, seat: int, spot: str, to: str) -> None:
    for serial, each in table.coupons_in_play.items():
        if (each.seat, each.spot) == (seat, spot):
            table.coupons_in_play[serial] = CouponInPlay(each.face, seat, to)


def collect_coupons(table: Table, seat: int, spot: str) -> None:
    """Collects the coupons of a wager after its spin."""
    for serial, each in list(table.coupons_in_play.items()):
        if (each.seat, each.spot) == (seat, spot):
            table.coupons_met[serial] = table.coupons_in_play.pop(serial)


def restore_coupons(table: Table, seat: int) -> None:
    """Puts back the coupons collected from this seat."""
    for serial, each in list(table.coupons_met.items()):
        if each.seat == seat:
            table.coupons_in_play[serial] = table.coupons_met.pop(serial)
