"""Seats and chips: who sits where, with chips of which color and value, bought with what."""

from __future__ import annotations

from croupier.game.wheel import WheelId
from croupier.rules.procedure import Duty
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.guard import Decision, check_amount, check_stack, check_words, first, refuse
from croupier.table.state import VALUE_COLORS, Phase, Table, TableRules
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.steps import StepCode

OWN_COLOR = (Chips.NON_VALUE, Chips.ELECTRONIC)
"""Chips in a color of the player's own."""
SETTLING = (Phase.AT_REST, Phase.CROWNED, Phase.COLLECTED, Phase.PAID)
"""From the number at rest until the crown is lifted nothing that stands or was won may be touched."""


def take_seat(rules: TableRules, table: Table, command: c.TakeSeat) -> Decision:
    refusal = check_words(rules, Duty.POSITION, player=command.player)
    if refusal:
        return refusal
    if command.seat in table.seats:
        return refuse(rules, StepCode.SEAT_TAKEN, Duty.POSITION, seat=command.seat)
    for number, seat in table.seats.items():
        if seat.player == command.player:
            return refuse(rules, StepCode.PLAYER_SEATED, Duty.COLORS, player=command.player, seat=number)
    if command.by.role is Role.PLAYER and command.by.name != command.player:
        return refuse(rules, StepCode.SEAT_NOT_YOURS, Duty.POSITION, seat=command.seat)
    return (e.SeatTaken(command.seat, command.player),)


def leave_seat(rules: TableRules, table: Table, command: c.LeaveSeat) -> Decision:
    seat = table.seats[command.seat]
    left = seat.total + sum(each.stake.amount for each in table.wagers.get(command.seat, {}).values())
    if left:
        return refuse(rules, StepCode.SEAT_IN_PLAY, Duty.CHIPS, seat=command.seat, left=left)
    return (e.SeatLeft(command.seat),)


def set_chips(rules: TableRules, table: Table, command: c.SetChips) -> Decision:
    """The color is nobody else's, and the value is set before any betting with such chips."""
    color, seat = command.color.strip().lower(), table.seats[command.seat]
    refusal = first(
        lambda: check_words(rules, Duty.COLORS, color=color),
        lambda: check_amount(rules, command.value, "give a chip as its value", Duty.CHIP_VALUE),
    )
    if refusal:
        return refusal
    if any(seat.stacks.get(chips, 0) for chips in OWN_COLOR) or _stands_in_own_color(table, command.seat):
        return refuse(rules, StepCode.CHIPS_IN_PLAY, Duty.CHIP_VALUE, seat=command.seat)
    alike_allowed = rules.setup.electronic and not rules.setup.central_screen
    if not alike_allowed:
        if color in VALUE_COLORS:
            return refuse(rules, StepCode.COLOR_TAKEN, Duty.COLORS, color=color, owner="value chips")
        for number, other in table.seats.items():
            if number != command.seat and other.color == color:
                return refuse(rules, StepCode.COLOR_TAKEN, Duty.COLORS, color=color, owner=f"those of seat {number}")
    return (e.ChipsSet(command.seat, color, command.value),)


def _stands_in_own_color(table: Table, seat: int) -> bool:
    return any(each.stake.chips in OWN_COLOR for each in table.wagers.get(seat, {}).values())


def accepts(rules: TableRules, chips: Chips) -> Refusal | None:
    """Electronic chips at terminals, and only there; plaques where the text names them."""
    if rules.setup.electronic != (chips is Chips.ELECTRONIC):
        instead = "electronic chips" if rules.setup.electronic else "chips on the layout"
        return refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.CHIPS, chips=chips, instead=instead)
    family = rules.rules.book.family
    if chips is Chips.PLAQUE and family != "nj":
        return refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.CHIPS, chips=chips, instead="chips")
    if chips is Chips.VALUE and family == "house":
        return refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.CHIPS, chips=chips, instead="roulette chips")
    return None


def buy_chips(rules: TableRules, table: Table, command: c.BuyChips) -> Decision:
    seat = table.seats[command.seat]
    if command.by.role is Role.PLAYER and not rules.setup.electronic:
        return refuse(
            rules, StepCode.ROLE_NOT_ALLOWED, Duty.DEALER, who=Role.PLAYER, what="sell chips", allowed=Role.DEALER
        )
    refusal = first(
        lambda: check_amount(rules, command.amount, "buy chips with", Duty.DROP_BOX),
        lambda: accepts(rules, command.chips),
    )
    if refusal:
        return refusal
    if command.chips in OWN_COLOR and not seat.value:
        return refuse(rules, StepCode.CHIPS_NOT_SET, Duty.CHIP_VALUE, seat=command.seat)
    if command.chips in OWN_COLOR and command.amount % seat.value:
        facts: dict[str, str | int] = {"stake": command.amount, "chip": seat.value}
        return refuse(rules, RefusalCode.STAKE_NOT_WHOLE_CHIPS, Duty.CHIP_VALUE, **facts)
    return (e.ChipsBought(command.seat, command.amount, command.funds, command.chips),)


def bring_chips(rules: TableRules, _table: Table, command: c.BringChips) -> Decision:
    refusal = first(
        lambda: check_amount(rules, command.amount, "bring to the table"),
        lambda: accepts(rules, Chips.VALUE),
    )
    return refusal or (e.ChipsBrought(command.seat, command.amount),)


def color_up(rules: TableRules, table: Table, command: c.ColorUp) -> Decision:
    seat = table.seats[command.seat]
    refusal = first(
        lambda: check_amount(rules, command.amount, "color up"),
        lambda: _check_into(rules, command),
        lambda: check_stack(rules, seat, command.seat, command.chips, command.amount),
        lambda: locked(rules, table),
    )
    return refusal or (e.ColoredUp(command.seat, command.amount, command.chips, command.into),)


def _check_into(rules: TableRules, command: c.ColorUp) -> Refusal | None:
    if command.chips in OWN_COLOR and command.into in (Chips.VALUE, Chips.PLAQUE):
        return None
    return refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.CHIPS, chips=command.into, instead="value chips or plaques")


def cash_out(rules: TableRules, table: Table, command: c.CashOut) -> Decision:
    seat = table.seats[command.seat]
    refusal = first(
        lambda: check_amount(rules, command.amount, "cash out"),
        lambda: (
            refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.CHIPS, chips=command.chips, instead="color up first")
            if command.chips is Chips.NON_VALUE
            else None
        ),
        lambda: check_stack(rules, seat, command.seat, command.chips, command.amount),
        lambda: locked(rules, table),
    )
    return refusal or (e.CashedOut(command.seat, command.amount, command.chips),)


def give_tip(rules: TableRules, table: Table, command: c.GiveTip) -> Decision:
    seat = table.seats[command.seat]
    refusal = first(
        lambda: check_amount(rules, command.amount, "tip", Duty.TIPS),
        lambda: check_stack(rules, seat, command.seat, command.chips, command.amount),
        lambda: locked(rules, table),
    )
    return refusal or (e.TipGiven(command.seat, command.amount, command.chips),)


def locked(rules: TableRules, table: Table) -> Refusal | None:
    """Between the number at rest and the lifting of the crown nobody touches wagers or winnings."""
    if table.phase in SETTLING:
        duty = Duty.LOCKED if rules.procedure.clause(Duty.LOCKED) else Duty.COLLECT
        return refuse(rules, StepCode.LAYOUT_LOCKED, duty)
    return None


def is_big_six(rules: TableRules) -> bool:
    return rules.rules.choices.wheel is WheelId.BIG_SIX
