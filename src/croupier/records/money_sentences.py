"""Sentences about money: slips, tickets, coupons, claims, counts and second persons."""

from __future__ import annotations

from collections.abc import Callable

from croupier.records.pattern import Found
from croupier.records.sentence_fields import SEAT_MAX, Speaker, amount, number, text
from croupier.table import money_command as m
from croupier.table.money_command import MoneyCommand, SlipKind


def _fill(who: Speaker, found: Found) -> MoneyCommand:
    return m.RequestSlip(by=who.by, at=who.at, kind=SlipKind.FILL, chips=_chips(found))


def _credit(who: Speaker, found: Found) -> MoneyCommand:
    return m.RequestSlip(by=who.by, at=who.at, kind=SlipKind.CREDIT, chips=_chips(found))


def _chips(found: Found) -> dict[int, int]:
    return {int(amount(found, "value")): number(found, "count")}


def _prepare(who: Speaker, found: Found) -> MoneyCommand:
    return m.PrepareSlip(by=who.by, at=who.at, slip=number(found, "slip"))


def _carry(who: Speaker, found: Found) -> MoneyCommand:
    return m.CarrySlip(by=who.by, at=who.at, slip=number(found, "slip"))


def _accept(who: Speaker, found: Found) -> MoneyCommand:
    return m.AcceptSlip(by=who.by, at=who.at, slip=number(found, "slip"))


def _void(who: Speaker, found: Found) -> MoneyCommand:
    return m.VoidSlip(by=who.by, at=who.at, slip=number(found, "slip"), why=text(found, "why"))


def _redeem(who: Speaker, found: Found) -> MoneyCommand:
    return m.RedeemTicket(by=who.by, at=who.at, ticket=found["ticket"] or "")


def _issue(who: Speaker, found: Found) -> MoneyCommand:
    return m.IssueCoupons(by=who.by, at=who.at, serials=(found["serial"] or "",), face=amount(found, "face"))


def _settle(who: Speaker, found: Found) -> MoneyCommand:
    return m.SettleClaim(
        by=who.by,
        at=who.at,
        player=found["player"] or "",
        amount=amount(found, "amount"),
        why=text(found, "why"),
        seat=number(found, "seat", SEAT_MAX) if found["seat"] else 0,
    )


def _count_drop(who: Speaker, found: Found) -> MoneyCommand:
    return m.CountDrop(by=who.by, at=who.at, counted=amount(found, "counted"))


def _agree(who: Speaker, found: Found) -> MoneyCommand:
    return m.GiveSecond(by=who.by, at=who.at, request=number(found, "request"))


def _deny(who: Speaker, found: Found) -> MoneyCommand:
    return m.DenySecond(by=who.by, at=who.at, request=number(found, "request"), why=text(found, "why"))


MONEY: tuple[tuple[str, Callable[[Speaker, Found], MoneyCommand]], ...] = (
    ("requests a fill of {count:number} x {value:amount}", _fill),
    ("requests a credit of {count:number} x {value:amount}", _credit),
    ("prepares slip {slip:number}", _prepare),
    ("carries slip {slip:number}", _carry),
    ("accepts slip {slip:number}", _accept),
    ("voids slip {slip:number} because {why:text}", _void),
    ("redeems ticket {ticket:word}", _redeem),
    ("issues coupon {serial:word} of {face:amount}", _issue),
    ("settles a claim of {amount:amount} with {player:name}[ at seat {seat:number}] because {why:text}", _settle),
    ("counts the drop at {counted:amount}", _count_drop),
    ("agrees to request {request:number}", _agree),
    ("denies request {request:number} because {why:text}", _deny),
)
