"""Events about money in words."""

from __future__ import annotations

from typing import assert_never

from croupier.table import event as e
from croupier.table.money_evolve import read_order
from croupier.table.state import slip_amount
from croupier.terms.money import Currency
from croupier.terms.text import counted


def money_words(event: e.MoneyEvent, money: Currency) -> str:
    """What the event says, in a sentence."""
    match event:
        case e.SlipRequested():
            chips = ", ".join(f"{count} of {money.write(value)}" for value, count in event.chips)
            amount = money.write(slip_amount(dict(event.chips)))
            return f"Slip {event.slip}: {event.by} asks for a {event.way} of {amount}: {chips}."
        case e.SlipPrepared():
            return f"Slip {event.slip}: {event.by} has counted out the chips."
        case e.SlipCarried():
            return f"Slip {event.slip}: {event.by} carries the chips."
        case e.SlipAccepted():
            return f"Slip {event.slip}: {event.by} has counted and accepted the chips."
        case e.SlipVoided():
            return f"Slip {event.slip} is void, by {event.by}, because {event.why}."
        case e.DeviceHeard():
            return f"Signed message {event.counter} received from {event.device}."
        case e.TicketPrinted():
            return f"Ticket {event.ticket} for {money.write(event.amount)} printed at seat {event.seat}."
        case e.TicketRedeemed():
            where = f"at seat {event.seat}" if event.seat else "at the cage"
            return f"Ticket {event.ticket} for {money.write(event.amount)} redeemed {where}."
        case e.CouponsIssued():
            coupons = counted(len(event.serials), "coupon")
            return f"{coupons} of {money.write(event.face)} issued, starting with {event.serials[0]}."
        case e.CouponPresented():
            return f"Seat {event.seat} presents coupon {event.serial} of {money.write(event.face)} on {event.spot}."
        case e.ClaimSettled():
            way = "pays" if event.amount > 0 else "is paid"
            return f"{event.player} {way} {money.write(abs(event.amount))} of the open claim, because {event.why}."
        case e.DropCounted():
            return f"Drop counted: {money.write(event.counted)}, on record {money.write(event.book)}."
        case e.SecondAsked():
            what = str(read_order(event.order).__struct_config__.tag).replace("-", " ")
            return f"Request {event.request}: {what} of {money.write(event.amount)} waits for a second person."
        case e.SecondGiven():
            return f"Request {event.request}: {event.by} agrees."
        case e.SecondDenied():
            return f"Request {event.request}: {event.by} does not agree, because {event.why}."
        case _:
            assert_never(event)
