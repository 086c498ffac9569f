"""Seats and chips: who sits where, the look and value of their chips, and how they buy them."""

from __future__ import annotations

from croupier.rules.admission import WHOLE_CHIPS
from croupier.rules.chip_set import look
from croupier.rules.procedure import ProcedureStep
from croupier.rules.wagers import Chips
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.money import check_ticket, check_validation, device_heard, no_float, print_ticket, repeated
from croupier.table.preconditions import Decision, check_amount, check_stack, check_words, refuse
from croupier.table.stake import OWN_COLOR, Stake
from croupier.table.state import Phase, Table, TableRules
from croupier.table.values import Funds
from croupier.terms.citation import Authority, Basis
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Role
from croupier.terms.refusal import Facts, Refusal, RefusalCode, least

SETTLING = (Phase.AT_REST, Phase.CROWNED, Phase.COLLECTED, Phase.PAID)
"""From the announced number until the crown is lifted, nobody may touch wagers or winnings."""
_HOUSE = Authority(Basis.HOUSE)


def deny(authority: Authority, code: RefusalCode | CommandRefusalCode, **facts: str | int) -> Refusal:
    """A refusal with the authority behind a rule of chips."""
    return Refusal(code, authority, facts)


def take_seat(rules: TableRules, table: Table, command: c.TakeSeat) -> Decision:
    player, seat = command.player.strip(), command.seat
    other = next((number for number, each in table.seats.items() if each.player == player), None)
    refusal = least(
        refuse(rules, CommandRefusalCode.SEAT_NOT_YOURS, ProcedureStep.ORDER, seat=seat)
        if command.by.role is Role.PLAYER and command.by.name != player
        else None,
        refuse(rules, CommandRefusalCode.SEAT_TAKEN, ProcedureStep.ORDER, seat=seat) if seat in table.seats else None,
        refuse(rules, CommandRefusalCode.PLAYER_SEATED, ProcedureStep.ORDER, player=player, seat=other)
        if other
        else None,
        check_words(rules, ProcedureStep.ORDER, player=player),
    )
    return refusal or (e.SeatTaken(seat, player),)


def leave_seat(rules: TableRules, table: Table, command: c.LeaveSeat) -> Decision:
    seat = table.seats[command.seat]
    wagers = table.wagers.get(command.seat)
    left = seat.total + (wagers.total if wagers else 0)
    if left:
        return refuse(rules, CommandRefusalCode.SEAT_IN_PLAY, ProcedureStep.ORDER, left=left)
    return (e.SeatLeft(command.seat),)


def set_chips(rules: TableRules, table: Table, command: c.SetChips) -> Decision:
    """Sets the look and value of a player's chips; the look must be free, and nothing may have been bet with them."""
    color, design, seat = command.color.strip().lower(), command.design.strip().lower(), table.seats[command.seat]
    in_play = any(seat.stacks.get(chips, 0) for chips in OWN_COLOR) or _stands_in_own_color(table, command.seat)
    refusal = least(
        check_words(rules, ProcedureStep.COLORS, color=color),
        check_amount(rules, command.value, "give a chip as its value"),
        deny(rules.chips.value, CommandRefusalCode.CHIPS_IN_PLAY, seat=command.seat) if in_play else None,
        _design_unknown(rules, design),
        _look_taken(rules, table, command.seat, color, design),
    )
    return refusal or (e.ChipsSet(command.seat, color, command.value, design),)


def _stands_in_own_color(table: Table, seat: int) -> bool:
    wagers = table.wagers.get(seat)
    return wagers is not None and any(each.stake.chips in OWN_COLOR for each in wagers.values())


def _design_unknown(rules: TableRules, design: str) -> Refusal | None:
    """Refuses a design for electronic chips, which differ by color only."""
    if design and rules.setup.electronic:
        return deny(
            _HOUSE,
            CommandRefusalCode.CHIPS_NOT_ACCEPTED,
            chips="electronic {design}",
            design=design,
            instead="a color alone",
        )
    return None


def _look_taken(rules: TableRules, table: Table, seat: int, color: str, design: str) -> Refusal | None:
    """Refuses chips that look like another player's or like value chips; a text may exempt tables without a screen."""
    rule, electronic = rules.chips.colors, rules.setup.electronic
    if electronic and not rules.setup.central_screen and rule.without_screen:
        return None
    shown = f"{color} {design}".strip()
    wanted = look(color, design)
    if rules.chip_set.holds(*wanted, color_alone=electronic):
        return deny(rule.authority, CommandRefusalCode.COLOR_TAKEN, color=shown, owner="those of value chips")
    for number, other in table.seats.items():
        if number == seat or not other.color:
            continue
        if look(other.color, other.design) == wanted:
            return deny(
                rule.authority, CommandRefusalCode.COLOR_TAKEN, color=shown, owner="those of seat {seat}", seat=number
            )
        if other.color == color and rule.own_color:
            return deny(
                rule.own_color, CommandRefusalCode.COLOR_TAKEN, color=color, owner="those of seat {seat}", seat=number
            )
    return None


def value_color_unknown(rules: TableRules, chips: Chips, color: str) -> Refusal | None:
    """Refuses a color that the house's value chips do not have."""
    colors = rules.chip_set.colors
    if chips is not Chips.VALUE or not color or color in colors:
        return None
    facts: dict[str, str | int] = {"chips": "{color} value", "color": color, "instead": "other chips"}
    if colors:
        facts |= {"instead": "value chips in {colors}", "colors": ", ".join(colors)}
    return deny(_HOUSE, CommandRefusalCode.CHIPS_NOT_ACCEPTED, **facts)


def accepts(rules: TableRules, chips: Chips) -> Refusal | None:
    """Refuses anything but electronic chips at terminals; elsewhere, kinds that the text does not accept."""
    said = rules.chips
    if rules.setup.electronic:
        if chips is not Chips.ELECTRONIC:
            return deny(said.terminals, CommandRefusalCode.CHIPS_NOT_ACCEPTED, chips=chips, instead="electronic chips")
        return no_terminals(rules)
    if chips is Chips.ELECTRONIC:
        kind = Chips.NON_VALUE if said.accepts(chips) else chips
        authority = said.kinds[kind].authority
        return deny(authority, CommandRefusalCode.CHIPS_NOT_ACCEPTED, chips=chips, instead="chips on the layout")
    rule = said.kinds[chips]
    if rule.accepted:
        return None
    return deny(rule.authority, CommandRefusalCode.CHIPS_NOT_ACCEPTED, chips=chips, **_instead(rules))


def _instead(rules: TableRules) -> Facts:
    """The kinds of chips that the layout accepts, as facts."""
    kinds = [kind for kind, rule in rules.chips.kinds.items() if rule.accepted and kind is not Chips.ELECTRONIC]
    return {"instead": "{kinds} chips", "kinds": " or ".join(kinds)}


def no_terminals(rules: TableRules) -> Refusal | None:
    """Refuses terminals if the text does not accept electronic chips and nobody approved them."""
    if not rules.setup.electronic or rules.terminals_allowed:
        return None
    authority = rules.chips.kinds[Chips.ELECTRONIC].authority
    return deny(authority, CommandRefusalCode.CHIPS_NOT_ACCEPTED, chips=Chips.ELECTRONIC, **_instead(rules))


def whole_chips(rules: TableRules, table: Table, seat: int, chips: Chips, amount: int) -> Refusal | None:
    """Refuses an amount that is not whole chips: of the set value for a player's own, of the house for value chips."""
    if chips not in OWN_COLOR:
        if rules.chip_set.payable(amount, Chips.VALUE) == amount or chips is Chips.PLAQUE:
            return None
        return deny(
            WHOLE_CHIPS, RefusalCode.STAKE_NOT_WHOLE_CHIPS, stake=amount, chip=rules.chip_set.least(chips) or amount
        )
    value = table.seats[seat].value
    if not value:
        return deny(rules.chips.value, CommandRefusalCode.CHIPS_NOT_SET, seat=seat)
    if amount % value:
        return deny(WHOLE_CHIPS, RefusalCode.STAKE_NOT_WHOLE_CHIPS, stake=amount, chip=value)
    return None


def buy_chips(rules: TableRules, table: Table, command: c.BuyChips) -> Decision:
    """Sells chips from the float for money, a receipt or a ticket."""
    refusal = least(
        repeated(table, command),
        check_amount(rules, command.amount, "buy chips with"),
        accepts(rules, command.chips),
        whole_chips(rules, table, command.seat, command.chips, command.amount),
        no_float(rules, table, command.amount),
        check_ticket(table, command.ticket, command.amount) if command.funds is Funds.TICKET else None,
    )
    bought = e.ChipsBought(command.seat, command.amount, command.funds, command.chips)
    if refusal or command.funds is not Funds.TICKET:
        return refusal or (bought, *device_heard(command))
    return (e.TicketRedeemed(command.ticket, command.amount, command.seat), bought, *device_heard(command))


def bring_chips(rules: TableRules, table: Table, command: c.BringChips) -> Decision:
    """Accepts value chips of another table on these premises, if the text accepts value chips."""
    foreign = command.premises.strip()
    facts: dict[str, str | int] = {"chips": "{premises}'s", "premises": foreign, "instead": "chips of these premises"}
    refusal = least(
        check_amount(rules, command.amount, "bring to the table"),
        accepts(rules, Chips.VALUE),
        deny(rules.chips.brought, CommandRefusalCode.CHIPS_NOT_ACCEPTED, **facts) if foreign else None,
        whole_chips(rules, table, command.seat, Chips.VALUE, command.amount),
    )
    return refusal or (e.ChipsBrought(command.seat, command.amount),)


def color_up(rules: TableRules, table: Table, command: c.ColorUp) -> Decision:
    refusal = least(
        check_amount(rules, command.amount, "color up"),
        _check_into(rules, command),
        check_stack(rules, table.seats[command.seat], command.seat, command.chips, command.amount),
        unpaid(rules, table, command.seat, command.chips, command.amount),
    )
    return refusal or (e.ColoredUp(command.seat, command.amount, command.chips, command.into),)


def _check_into(rules: TableRules, command: c.ColorUp) -> Refusal | None:
    rule = rules.chips.color_up
    if command.chips in OWN_COLOR and command.into in rule.into:
        return None
    facts: dict[str, str | int] = {"chips": command.into, "instead": "{kinds} chips", "kinds": " or ".join(rule.into)}
    return deny(rule.authority, CommandRefusalCode.CHIPS_NOT_ACCEPTED, **facts)


def cash_out(rules: TableRules, table: Table, command: c.CashOut) -> Decision:
    facts: dict[str, str | int] = {"chips": command.chips, "instead": "value chips: color up first"}
    own = command.chips is Chips.NON_VALUE
    refusal = least(
        repeated(table, command),
        check_amount(rules, command.amount, "cash out"),
        deny(rules.chips.color_up.authority, CommandRefusalCode.CHIPS_NOT_ACCEPTED, **facts) if own else None,
        check_stack(rules, table.seats[command.seat], command.seat, command.chips, command.amount),
        unpaid(rules, table, command.seat, command.chips, command.amount),
        check_validation(rules, command),
    )
    cashed = e.CashedOut(command.seat, command.amount, command.chips)
    return refusal or (cashed, *print_ticket(table, command), *device_heard(command))


def give_tip(rules: TableRules, table: Table, command: c.GiveTip) -> Decision:
    refusal = least(
        check_amount(rules, command.amount, "tip"),
        check_stack(rules, table.seats[command.seat], command.seat, command.chips, command.amount),
        unpaid(rules, table, command.seat, command.chips, command.amount),
    )
    return refusal or (e.TipGiven(command.seat, command.amount, command.chips),)


def locked(rules: TableRules, table: Table) -> Refusal | None:
    """Refuses to touch wagers or winnings between the announced number and the lifting of the crown."""
    return refuse(rules, CommandRefusalCode.LAYOUT_LOCKED, ProcedureStep.LOCKED) if table.phase in SETTLING else None


def unpaid(rules: TableRules, table: Table, seat: int, chips: Chips, amount: int) -> Refusal | None:
    """Refuses to use winnings before the crown is lifted; what the player had before is free at any time."""
    if table.phase is not Phase.PAID or seat not in table.settled:
        return None
    settled = table.settled[seat]
    won = sum(
        settled.kept.get(key, 0)
        for key, each in settled.wagers.items()
        if each.stake.chips is chips and not each.stake.tip and not _still_stands(table, each.stake)
    )
    rack = table.seats[seat].stacks.get(chips, 0) - won
    return locked(rules, table) if amount > rack else None


def _still_stands(table: Table, stake: Stake) -> bool:
    """Whether the wager is still in prison, unpaid."""
    wagers = table.wagers.get(stake.seat)
    deeper = Stake(stake.seat, stake.spot, stake.chips, stake.color, stake.tip, stake.amount, stake.prison + 1)
    return wagers is not None and deeper.key in wagers.others
