"""Slips that four people handle, single-use tickets and coupons, claims, counts and second persons."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from msgspec import Struct, json
from msgspec.structs import replace

from croupier.rules.procedure import ProcedureStep
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table import money_command as m
from croupier.table.money_command import SlipKind
from croupier.table.preconditions import (
    Decision,
    check_amount,
    check_count,
    check_stack,
    check_words,
    refuse,
    same_person,
)
from croupier.table.state import OpenSlip, SecondRequest, Table, TableRules, slip_amount
from croupier.terms.citation import Authority, Basis
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Actor, Role
from croupier.terms.refusal import Refusal, least

_HOUSE = Authority(Basis.HOUSE)
COUPONS_MAX = 1_000
"""The most coupons that one command issues."""
_WHO: dict[tuple[SlipKind, type[m.MoneyCommand]], Role] = {
    (SlipKind.FILL, m.PrepareSlip): Role.CASHIER,
    (SlipKind.FILL, m.AcceptSlip): Role.DEALER,
    (SlipKind.CREDIT, m.PrepareSlip): Role.DEALER,
    (SlipKind.CREDIT, m.AcceptSlip): Role.CASHIER,
}


def no_float(rules: TableRules, table: Table, amount: int) -> Refusal | None:
    """Refuses more than the float holds; electronic credits do not come from the float."""
    if amount <= table.house_float or rules.setup.electronic:
        return None
    facts: dict[str, str | int] = {"has": max(table.house_float, 0), "amount": amount}
    return Refusal(CommandRefusalCode.FLOAT_TOO_SMALL, _HOUSE, facts)


def paid_out(events: e.Events) -> int:
    """What the events pay to players and tips out of the float."""
    total = 0
    for event in events:
        if isinstance(event, e.WinnersPaid):
            total += sum(each.winnings for each in event.wagers)
        elif isinstance(event, e.BalanceCorrected):
            total += event.paid
        elif isinstance(event, e.TipsCorrected):
            total += event.amount
        elif isinstance(event, e.CollectionReturned):
            total += sum(each.taken for each in event.seats)
        elif isinstance(event, e.NumberCorrected):
            total += sum(each.amount for each in event.imprisoned)
    return total


def covered(rules: TableRules, table: Table, decision: Decision) -> Decision:
    """The decision, or a refusal if the float cannot pay it."""
    return decision if type(decision) is Refusal else no_float(rules, table, paid_out(decision)) or decision


# Slips


def request_slip(rules: TableRules, table: Table, command: m.RequestSlip) -> Decision:
    amount = slip_amount(command.chips)
    odd = any(denomination <= 0 or count <= 0 for denomination, count in command.chips.items())
    refusal = least(
        check_amount(rules, 0 if odd else amount, "fill or credit"),
        no_float(rules, table, amount) if command.kind is SlipKind.CREDIT else None,
    )
    return refusal or (
        e.SlipRequested(table.slip_last + 1, command.kind, tuple(sorted(command.chips.items())), command.by.name),
    )


def handle_slip(
    rules: TableRules, table: Table, command: m.PrepareSlip | m.CarrySlip | m.AcceptSlip | m.VoidSlip
) -> Decision:
    """The next step of a slip, by a person with no part in it yet; the person who requested it may void it."""
    slip = table.slips.get(command.slip)
    if slip is None or not _waits_for(slip, command):
        facts: dict[str, str | int] = {"slip": command.slip, "instead": _next(slip)}
        return Refusal(CommandRefusalCode.SLIP_UNKNOWN, _HOUSE, facts)
    if isinstance(command, m.VoidSlip):
        missing = check_words(rules, ProcedureStep.ORDER, reason=command.why)
        return missing or (e.SlipVoided(command.slip, command.why, command.by.name),)
    wanted = _WHO.get((slip.kind, type(command)), Role.SECURITY)
    if command.by.role is not wanted:
        facts = {"who": command.by.role, "what": "take this step of a {kind}", "kind": slip.kind, "allowed": wanted}
        return Refusal(CommandRefusalCode.ROLE_NOT_ALLOWED, _HOUSE, facts)
    if _had_part(slip, command.by.name):
        return Refusal(CommandRefusalCode.SAME_PERSON, _HOUSE, {"who": command.by.name})
    name, number = command.by.name, command.slip
    moved = e.FloatMoved(slip.amount if slip.kind is SlipKind.FILL else -slip.amount, str(number))
    match command:
        case m.PrepareSlip():
            return (e.SlipPrepared(number, name),)
        case m.CarrySlip():
            if slip.kind is SlipKind.FILL:
                return (e.SlipCarried(number, name),)
            return no_float(rules, table, slip.amount) or (e.SlipCarried(number, name), moved)
        case m.AcceptSlip():
            if command.chips and command.chips != slip.chips:
                facts = {"slip": number, "amount": slip.amount, "counted": slip_amount(command.chips)}
                return Refusal(CommandRefusalCode.SLIP_DIFFERS, _HOUSE, facts)
            accepted = e.SlipAccepted(number, name)
            return (accepted, moved) if slip.kind is SlipKind.FILL else (accepted,)
        case _:
            assert_never(command)


class SlipStep(StrEnum):
    """The next step of a slip."""

    PREPARE = "prepare"
    CARRY = "carry"
    ACCEPT = "accept"


class NextHand(Struct, frozen=True):
    """The next step of a slip, the role that takes it, and whether a given person may."""

    step: SlipStep
    role: Role
    fits: bool
    """Whether this person may take the step."""
    voidable: bool


_STEPS: dict[SlipStep, type[m.MoneyCommand]] = {SlipStep.PREPARE: m.PrepareSlip, SlipStep.ACCEPT: m.AcceptSlip}


def next_hand(slip: OpenSlip, person: Actor) -> NextHand:
    """Who acts next on a slip, and whether this person may."""
    step = SlipStep.ACCEPT if slip.carried else SlipStep.CARRY if slip.prepared else SlipStep.PREPARE
    role = _WHO.get((slip.kind, _STEPS.get(step, m.CarrySlip)), Role.SECURITY)
    fits = person.role is role and not _had_part(slip, person.name)
    return NextHand(step, role, fits, _may_void(slip))


def _had_part(slip: OpenSlip, name: str) -> bool:
    return any(same_person(name, each) for each in slip.people)


def _may_void(slip: OpenSlip) -> bool:
    """Whether the slip can be voided; a credit that is being carried has already left the float."""
    return not (slip.carried and slip.kind is SlipKind.CREDIT)


def _waits_for(slip: OpenSlip, command: m.PrepareSlip | m.CarrySlip | m.AcceptSlip | m.VoidSlip) -> bool:
    match command:
        case m.PrepareSlip():
            return not slip.prepared
        case m.CarrySlip():
            return slip.prepared and not slip.carried
        case m.AcceptSlip():
            return slip.carried
        case m.VoidSlip():
            return _may_void(slip)
        case _:
            assert_never(command)


def _next(slip: OpenSlip | None) -> str:
    if slip is None:
        return "It is not open."
    if slip.carried:
        return "The next step is to accept it."
    return "The next step is to carry it." if slip.prepared else "The next step is to prepare it."


# Devices, tickets and coupons


COUNTER_MAX = 2**53
"""The largest integer that a JavaScript number holds exactly."""


def repeated(table: Table, command: c.BuyChips | c.CashOut) -> Refusal | None:
    """Refuses a device's message whose counter is not higher than the last one."""
    last = table.devices.get(command.by.name, 0)
    if command.by.role is not Role.DEVICE or last < command.counter <= COUNTER_MAX:
        return None
    facts: dict[str, str | int] = {"device": command.by.name, "counter": command.counter, "last": last}
    return Refusal(CommandRefusalCode.MESSAGE_REPEATED, Authority(Basis.HOUSE), facts)


def device_heard(command: c.BuyChips | c.CashOut) -> e.Events:
    """Records the device, its counter and its signature with the result of its message."""
    if command.by.role is not Role.DEVICE:
        return ()
    return (e.DeviceHeard(command.by.name, command.counter, command.signature),)


def print_ticket(table: Table, command: c.CashOut) -> e.Events:
    """The ticket for what a device cashed out: numbered by the table, with the printer's digits against guessing."""
    if not command.validation:
        return ()
    ticket = f"{table.number}-{table.ticket_last + 1}-{command.validation}"
    return (e.TicketPrinted(ticket, command.seat, command.amount),)


VALIDATION_MIN = 6
"""The fewest digits that a printer draws for a ticket."""


def check_validation(rules: TableRules, command: c.CashOut) -> Refusal | None:
    """Refuses a cash-out at a device without the digits for its ticket, and any ticket whose digits are too few."""
    digits = command.validation
    if not digits and command.by.role is not Role.DEVICE:
        return None
    if not (digits.isascii() and digits.isdecimal() and len(digits) >= VALIDATION_MIN):
        return refuse(rules, CommandRefusalCode.TEXT_MISSING, ProcedureStep.DROP_BOX, what="ticket's validation number")
    return None


def check_ticket(table: Table, ticket: str, amount: int | None) -> Refusal | None:
    """Refuses a ticket that is not an unpaid one of this table for this amount."""
    face = table.tickets.get(ticket)
    if face is not None and amount in (None, face):
        return None
    facts: dict[str, str | int] = {"ticket": ticket or "?", "amount": amount or 0}
    return Refusal(CommandRefusalCode.TICKET_UNKNOWN, _HOUSE, facts)


def redeem_ticket(_rules: TableRules, table: Table, command: m.RedeemTicket) -> Decision:
    wrong = check_ticket(table, command.ticket, None)
    return wrong or (e.TicketRedeemed(command.ticket, table.tickets[command.ticket], 0),)


def issue_coupons(rules: TableRules, table: Table, command: m.IssueCoupons) -> Decision:
    known = table.coupons_open.keys() | table.coupons_in_play.keys() | table.coupons_met.keys()
    twice = next((each for each in command.serials if each in known or command.serials.count(each) > 1), None)
    refusal = least(
        check_amount(rules, command.face, "issue a coupon for"),
        check_words(rules, ProcedureStep.CHIPS, serial=command.serials[0] if command.serials else ""),
        check_amount(
            rules, max(COUPONS_MAX - len(command.serials) + 1, 0), "issue more than {most} coupons", most=COUPONS_MAX
        ),
        Refusal(CommandRefusalCode.COUPON_UNKNOWN, _HOUSE, {"serial": twice, "face": command.face}) if twice else None,
    )
    return refusal or (e.CouponsIssued(command.serials, command.face),)


def check_coupon(rules: TableRules, table: Table, command: c.PlaceWager) -> Refusal | None:
    """Refuses a coupon that was not issued for this table or has been used; at a felt a dealer may take the paper."""
    if not command.coupon or (not command.serial and command.by.role is Role.DEALER and not rules.setup.electronic):
        return None
    if table.coupons_open.get(command.serial) == command.coupon:
        return None
    facts: dict[str, str | int] = {"serial": command.serial or "without a serial", "face": command.coupon}
    return Refusal(CommandRefusalCode.COUPON_UNKNOWN, _HOUSE, facts)


# Claims and counts


def settle_claim(rules: TableRules, table: Table, command: m.SettleClaim) -> Decision:
    """Settles a claim from or to the player's stack, or at the cage."""
    claim = table.claims.get(command.player, 0)
    seat = table.seats.get(command.seat)
    facts: dict[str, str | int] = {"player": command.player or "nobody", "amount": command.amount}
    wrong_seat = command.seat and (seat is None or seat.player != command.player)
    refusal = least(
        check_words(rules, ProcedureStep.DISPUTE, reason=command.why),
        check_amount(rules, command.amount, "settle"),
        Refusal(CommandRefusalCode.CLAIM_UNKNOWN, _HOUSE, facts) if command.amount > abs(claim) else None,
        refuse(rules, CommandRefusalCode.SEAT_NOT_YOURS, ProcedureStep.POSITION, seat=command.seat)
        if wrong_seat
        else None,
    )
    if refusal:
        return refusal
    if seat is None:
        return (e.ClaimSettled(command.player, command.amount if claim > 0 else -command.amount, command.why),)
    chips = Chips.ELECTRONIC if rules.setup.electronic else Chips.VALUE
    if claim < 0:
        paid = e.BalanceCorrected(
            command.seat, command.player, chips, command.amount, command.amount, table.settled_round, command.why
        )
        return no_float(rules, table, command.amount) or (paid,)
    return check_stack(rules, seat, command.seat, chips, command.amount) or (
        e.BalanceCorrected(
            command.seat, command.player, chips, -command.amount, -command.amount, table.settled_round, command.why
        ),
    )


def count_drop(rules: TableRules, table: Table, command: m.CountDrop) -> Decision:
    return check_count(rules, command.counted) or (e.DropCounted(command.counted, table.drop),)


# Second persons


def amount_for_two(command: c.ForTwo, events: e.Events) -> int:
    """The amount that a decision moves, in either direction."""
    if isinstance(command, m.SettleClaim):
        return command.amount
    return sum(abs(each.paid) + abs(each.claimed) for each in events if isinstance(each, e.BalanceCorrected))


def for_two(rules: TableRules, table: Table, command: c.ForTwo, decision: Decision) -> Decision:
    """The decision, or a request for a second person if it moves more than one person may."""
    if type(decision) is Refusal:
        return decision
    amount = amount_for_two(command, decision)
    if amount <= rules.setup.second_person_above:
        return decision
    return (e.SecondAsked(table.second_last + 1, json.encode(command).decode(), amount),)


def second_request(table: Table, command: m.GiveSecond | m.DenySecond) -> SecondRequest | Refusal:
    """The request with this number; the person who made it cannot agree to it."""
    asked = table.seconds.get(command.request)
    if asked is None:
        return Refusal(CommandRefusalCode.SECOND_UNKNOWN, _HOUSE, {"request": command.request})
    if isinstance(command, m.GiveSecond) and not may_agree(asked, command.by.name):
        return Refusal(CommandRefusalCode.SAME_PERSON, _HOUSE, {"who": command.by.name})
    return asked


def may_agree(asked: SecondRequest, name: str) -> bool:
    """Whether the person may agree: anybody but the one who made the request."""
    return not same_person(asked.command.by.name, name)


def deny_second(rules: TableRules, table: Table, command: m.DenySecond) -> Decision:
    asked = second_request(table, command)
    if isinstance(asked, Refusal):
        return asked
    missing = check_words(rules, ProcedureStep.DISPUTE, reason=command.why)
    return missing or (e.SecondDenied(command.request, command.why, command.by.name),)


def as_asked(asked: SecondRequest, at: int) -> c.ForTwo:
    """The requested command, at the time when the second person agrees."""
    return replace(asked.command, at=at)
