"""Seats and chips: who sits where, with chips of which color and value, bought with what."""

from __future__ import annotations

from croupier.rules.procedure import Duty
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.event import OWN_COLOR
from croupier.table.guard import Decision, check_amount, check_stack, check_words, refuse
from croupier.table.state import VALUE_COLORS, Phase, Table, TableRules
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, RefusalCode, least
from croupier.terms.steps import StepCode

SETTLING = (Phase.AT_REST, Phase.CROWNED, Phase.COLLECTED, Phase.PAID)
"""From the number at rest until the crown is lifted nothing that stands or was won may be touched."""


def take_seat(rules: TableRules, table: Table, command: c.TakeSeat) -> Decision:
    player, seat = command.player.strip(), command.seat
    other = next((number for number, each in table.seats.items() if each.player == player), None)
    refusal = least(
        refuse(rules, StepCode.SEAT_NOT_YOURS, Duty.POSITION, seat=seat)
        if command.by.role is Role.PLAYER and command.by.name != player
        else None,
        refuse(rules, StepCode.SEAT_TAKEN, Duty.POSITION, seat=seat) if seat in table.seats else None,
        refuse(rules, StepCode.PLAYER_SEATED, Duty.COLORS, player=player, seat=other) if other else None,
        check_words(rules, Duty.POSITION, player=player),
    )
    return refusal or (e.SeatTaken(seat, player),)


def leave_seat(rules: TableRules, table: Table, command: c.LeaveSeat) -> Decision:
    seat = table.seats[command.seat]
    wagers = table.wagers.get(command.seat)
    left = seat.total + (wagers.total if wagers else 0)
    if left:
        return refuse(rules, StepCode.SEAT_IN_PLAY, Duty.CHIPS, left=left)
    return (e.SeatLeft(command.seat),)


def set_chips(rules: TableRules, table: Table, command: c.SetChips) -> Decision:
    """The color is nobody else's, and the value is set before any betting with such chips."""
    color, seat = command.color.strip().lower(), table.seats[command.seat]
    in_play = any(seat.stacks.get(chips, 0) for chips in OWN_COLOR) or _stands_in_own_color(table, command.seat)
    refusal = least(
        check_words(rules, Duty.COLORS, color=color),
        check_amount(rules, command.value, "give a chip as its value", Duty.CHIP_VALUE),
        refuse(rules, StepCode.CHIPS_IN_PLAY, Duty.CHIP_VALUE, seat=command.seat) if in_play else None,
        _color_taken(rules, table, command.seat, color),
    )
    return refusal or (e.ChipsSet(command.seat, color, command.value),)


def _stands_in_own_color(table: Table, seat: int) -> bool:
    wagers = table.wagers.get(seat)
    return wagers is not None and any(each.stake.chips in OWN_COLOR for each in wagers.values())


def _color_taken(rules: TableRules, table: Table, seat: int, color: str) -> Refusal | None:
    """No two players' chips look alike, nor like value chips; where the text says so, except without a screen."""
    alike = rules.setup.electronic and not rules.setup.central_screen and rules.procedure.alike_without_screen
    if alike:
        return None
    owner = "those of value chips" if color in VALUE_COLORS else ""
    for number, other in table.seats.items():
        if number != seat and other.color == color:
            owner = f"those of seat {number}"
    return refuse(rules, StepCode.COLOR_TAKEN, Duty.COLORS, color=color, owner=owner) if owner else None


def value_chips_alike(rules: TableRules, table: Table, chips: Chips, color: str) -> Refusal | None:
    """Value chips and plaques never stand in the color of a player's own chips."""
    if chips in OWN_COLOR or not color:
        return None
    if chips is Chips.VALUE and color not in VALUE_COLORS:
        facts: dict[str, str | int] = {
            "chips": f"{color} value",
            "instead": f"value chips in {', '.join(VALUE_COLORS)}",
        }
        return refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.COLORS, **facts)
    for number, seat in table.seats.items():
        if seat.color == color:
            return refuse(rules, StepCode.COLOR_TAKEN, Duty.COLORS, color=color, owner=f"those of seat {number}")
    return None


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


def whole_chips(rules: TableRules, table: Table, seat: int, chips: Chips, amount: int) -> Refusal | None:
    """Chips of a player's own come in whole ones of a value that was set."""
    if chips not in OWN_COLOR:
        return None
    value = table.seats[seat].value
    if not value:
        return refuse(rules, StepCode.CHIPS_NOT_SET, Duty.CHIP_VALUE, seat=seat)
    if amount % value:
        return refuse(rules, RefusalCode.STAKE_NOT_WHOLE_CHIPS, Duty.CHIP_VALUE, stake=amount, chip=value)
    return None


def buy_chips(rules: TableRules, table: Table, command: c.BuyChips) -> Decision:
    """Money or a receipt for chips; at a felt the dealer sells them, a terminal takes them from its player."""
    refusal = least(
        check_amount(rules, command.amount, "buy chips with", Duty.DROP_BOX),
        accepts(rules, command.chips),
        whole_chips(rules, table, command.seat, command.chips, command.amount),
    )
    return refusal or (e.ChipsBought(command.seat, command.amount, command.funds, command.chips),)


def bring_chips(rules: TableRules, _table: Table, command: c.BringChips) -> Decision:
    refusal = least(check_amount(rules, command.amount, "bring to the table"), accepts(rules, Chips.VALUE))
    return refusal or (e.ChipsBrought(command.seat, command.amount),)


def color_up(rules: TableRules, table: Table, command: c.ColorUp) -> Decision:
    refusal = least(
        locked(rules, table),
        check_amount(rules, command.amount, "color up"),
        _check_into(rules, command),
        check_stack(rules, table.seats[command.seat], command.seat, command.chips, command.amount),
    )
    return refusal or (e.ColoredUp(command.seat, command.amount, command.chips, command.into),)


def _check_into(rules: TableRules, command: c.ColorUp) -> Refusal | None:
    plaques = rules.rules.book.family == "nj"
    if command.chips in OWN_COLOR and (command.into is Chips.VALUE or (command.into is Chips.PLAQUE and plaques)):
        return None
    instead = "value chips or plaques" if plaques else "value chips"
    return refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.CHIPS, chips=command.into, instead=instead)


def cash_out(rules: TableRules, table: Table, command: c.CashOut) -> Decision:
    facts: dict[str, str | int] = {"chips": command.chips, "instead": "value chips: color up first"}
    refusal = least(
        locked(rules, table),
        check_amount(rules, command.amount, "cash out"),
        refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.CHIPS, **facts) if command.chips is Chips.NON_VALUE else None,
        check_stack(rules, table.seats[command.seat], command.seat, command.chips, command.amount),
    )
    return refusal or (e.CashedOut(command.seat, command.amount, command.chips),)


def give_tip(rules: TableRules, table: Table, command: c.GiveTip) -> Decision:
    refusal = least(
        locked(rules, table),
        check_amount(rules, command.amount, "tip", Duty.TIPS),
        check_stack(rules, table.seats[command.seat], command.seat, command.chips, command.amount),
    )
    return refusal or (e.TipGiven(command.seat, command.amount, command.chips),)


def locked(rules: TableRules, table: Table) -> Refusal | None:
    """Between the number at rest and the lifting of the crown nobody touches wagers or winnings."""
    if table.phase in SETTLING:
        duty = Duty.LOCKED if rules.procedure.clause(Duty.LOCKED) else Duty.COLLECT
        return refuse(rules, StepCode.LAYOUT_LOCKED, duty)
    return None
