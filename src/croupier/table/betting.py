"""Wagers on the layout: placed, moved, taken down, or bet again."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.game.layout import Spot
from croupier.rules.admission import check_wager, expand_called
from croupier.rules.procedure import ProcedureStep
from croupier.rules.wagers import Chips, Wager
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.event import Events
from croupier.table.money import check_coupon
from croupier.table.preconditions import Decision, check_amount, check_stack, ended, refuse
from croupier.table.seating import accepts, deny, locked, value_color_unknown, whole_chips
from croupier.table.sequence import betting_phases
from croupier.table.stake import OWN_COLOR, Stake
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Phase, Table, TableRules
from croupier.table.wager_chips import (
    check_chips,
    check_color_named,
    check_equal_chips,
    check_tip_wager,
    check_value_color,
    other_wagers,
)
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, least

# Enum members used for every wager are bound once, because looking one up is slow.
_BETTING, _PLAYER = Phase.BETTING, Role.PLAYER


def betting_open(rules: TableRules, table: Table, stake: int, spot: str) -> Refusal | None:
    """Refuses a bet outside the betting phases of the procedure, or after play has ended."""
    if table.phase in betting_phases(rules.procedure):
        return ended(rules, table)
    if table.phase in (Phase.IN_TRACK, Phase.NO_MORE_BETS, Phase.SPINNING):
        duty = ProcedureStep.BETS if table.phase is Phase.IN_TRACK else ProcedureStep.BETS_CLOSED
        return refuse(rules, CommandRefusalCode.BETS_CLOSED, duty, stake=stake, spot=spot)
    return locked(rules, table)


def place_wager(rules: TableRules, table: Table, command: c.PlaceWager) -> Decision:
    """Places the wager, together with its coupon if it has one."""
    answer = any_wager(rules, table, command)
    if type(answer) is Refusal or not command.coupon:
        return answer
    unknown = check_coupon(rules, table, command)
    if unknown or not command.serial:
        return unknown or answer
    beside = next(each.stake for each in answer if isinstance(each, e.WagerPlaced) and each.coupon)
    return (e.CouponPresented(command.serial, command.seat, beside.spot, command.coupon), *answer)


def plain_wager(rules: TableRules, table: Table, command: c.PlaceWager) -> Events | None:
    """Fast path for the most frequent command: a player's whole chips on a spot with room for them.

    Returns None for any other wager. `guard` and `place_wager` give the same answer much more slowly, and handle the
    rest. The name of a seated player and the spots of a layout are never too long.
    """
    number, stake, own = command.seat, command.stake, rules.own_chips
    seat, room = table.seats.get(number), rules.room.get(command.spot)
    if (
        seat is None
        or room is None
        or table.phase is not _BETTING
        or command.chips is not own
        or command.by.role is not _PLAYER
        or command.by.name != seat.player
        or command.at < table.last_at
        or command.tip
        or command.coupon
        or command.color
        or command.serial
        or table.ended
        or table.tournament
        or table.rules_hash != rules.digest
    ):
        return None
    wagers = table.wagers.get(number)
    beside = 0
    if wagers is not None:
        if wagers.others:
            return None
        beside = wagers.plain.get(command.spot, 0)
    if type(stake) is not int or stake <= 0 or not seat.value or stake % seat.value or beside + stake not in room:
        return None
    if stake > seat.stacks.get(own, 0):
        return None
    return (e.WagerPlaced(Stake(number, command.spot, own, seat.color, tip=False, amount=stake), 0, instructed=False),)


def any_wager(rules: TableRules, table: Table, command: c.PlaceWager) -> Decision:
    """Checks a wager of any kind against every rule."""
    refusal = betting_open(rules, table, command.stake, command.spot)
    if refusal:
        return refusal
    wager = _wager(table, command)
    if command.spot in rules.betting.layout:
        answer = _place(rules, table, command, wager)
        return answer if type(answer) is Refusal else in_all(rules, table, command.seat, wager.stake) or (answer,)
    return _place_typed(rules, table, command, wager)


def _place_typed(rules: TableRules, table: Table, command: c.PlaceWager, wager: Wager) -> Decision:
    """Places a wager on a typed spot, or all component wagers of a called bet, or none."""
    events: list[e.WagerPlaced] = []
    total = 0
    for part in expand_called(rules.betting, wager):
        answer = part if isinstance(part, Refusal) else _place(rules, table, command, part, tips=total)
        if isinstance(answer, Refusal):
            return answer
        events.append(answer)
        total += answer.stake.amount
    return least(
        check_stack(rules, table.seats[command.seat], command.seat, command.chips, total, ProcedureStep.CHIPS),
        in_all(rules, table, command.seat, total),
    ) or tuple(events)


def in_all(rules: TableRules, table: Table, seat: int, stake: int) -> Refusal | None:
    """Refuses a stake that exceeds the text's limit on all of a player's wagers for one spin."""
    if rules.betting.player_maximum is None:
        return None
    wagers = table.wagers.get(seat)
    return rules.betting.check_total(stake, wagers.total if wagers is not None else 0)


def _wager(table: Table, command: c.PlaceWager) -> Wager:
    chip = table.seats[command.seat].value if command.chips in OWN_COLOR else None
    return Wager(
        command.seat, command.spot, command.stake, coupon=command.coupon, chips=command.chips, chip=chip or None
    )


def _place(
    rules: TableRules, table: Table, command: c.PlaceWager, wager: Wager, *, more: int = 0, tips: int = 0
) -> e.WagerPlaced | Refusal:
    """Places one wager; `more` is what the same command has already put on the spot, `tips` what for the dealers."""
    seat = table.seats[command.seat]
    color = seat.color if command.chips in OWN_COLOR else command.color.strip().lower()
    refusal = accepts(rules, command.chips)
    if refusal is None and command.chips in OWN_COLOR and not seat.value:
        refusal = deny(rules.chips.value, CommandRefusalCode.CHIPS_NOT_SET, seat=command.seat)
    if refusal is None and command.chips not in OWN_COLOR:
        refusal = value_color_unknown(rules, command.chips, color) or check_color_named(rules, command, color)
    if refusal:
        return refusal
    spot = admit(rules, table, wager, more=more)
    if type(spot) is Refusal:
        return spot
    refusal = (
        check_value_color(rules, table, command.seat, command.chips, color, spot)
        or check_tip_wager(rules, table, command.seat, wager.stake + tips, spot, tip=command.tip)
        or check_stack(rules, seat, command.seat, command.chips, wager.stake, ProcedureStep.CHIPS)
    )
    if refusal:
        return refusal
    stake = Stake(command.seat, spot.id, command.chips, color, command.tip, wager.stake)
    return e.WagerPlaced(stake, wager.coupon, command.by.role is Role.DEALER)


def admit(rules: TableRules, table: Table, wager: Wager, *, more: int = 0) -> Spot | Refusal:
    """The spot, if the stake together with what the seat already has there is a wager that the rules allow.

    All places of the same wager count together: the courtesy line does not double the maximum. A wager in prison does
    not count, since it belongs to an earlier spin.
    """
    spot = rules.betting.find(wager.spot)
    if type(spot) is Refusal:  # runs for every wager, and isinstance is slower than finding the spot
        return spot
    beside = more + _on(table, wager.seat, rules.betting.layout.places(spot))
    refusal = check_wager(rules.betting, wager, spot, beside=beside)
    return least(refusal, check_chips(rules, table, wager, spot)) or spot


def _on(table: Table, seat: int, places: Iterable[str]) -> int:
    """The total that a seat has on these places, without wagers in prison."""
    wagers = table.wagers.get(seat)
    return sum(map(wagers.free_on, places)) if wagers is not None else 0


def _out_of_reach(rules: TableRules, table: Table, command: c.MoveWager | c.TakeDown) -> Refusal | None:
    """Refuses to change a wager after the call: a move is a late bet, and nothing may be taken down."""
    refusal = betting_open(rules, table, command.stake, command.spot)
    if isinstance(command, c.TakeDown) and refusal is not None and refusal.code is CommandRefusalCode.BETS_CLOSED:
        return refuse(rules, CommandRefusalCode.LAYOUT_LOCKED, ProcedureStep.LOCKED)
    return refusal


def _loose(rules: TableRules, table: Table, command: c.MoveWager | c.TakeDown) -> StandingWager | Refusal:
    """The wager named by seat, spot and chips, if that much of it may be moved or taken down now."""
    refusal = least(
        _out_of_reach(rules, table, command),
        check_amount(rules, command.stake, "move or take down"),
        whole_chips(rules, table, command.seat, command.chips, command.stake),
        check_color_named(rules, command, command.color.strip()) if isinstance(command, c.MoveWager) else None,
    )
    if refusal:
        return refusal
    spot = rules.betting.find(command.spot)
    if isinstance(spot, Refusal):
        return spot
    standing = _standing(table, command, spot.id)
    if standing is None and any(
        each.imprisoned and each.stake.spot == spot.id for each in other_wagers(table, command.seat)
    ):
        return refuse(rules, CommandRefusalCode.WAGER_IMPRISONED, ProcedureStep.PRISON, spot=spot.id)
    if standing is None or standing.stake.amount < command.stake:
        facts: dict[str, str | int] = {"seat": command.seat, "stake": command.stake, "spot": spot.id}
        return refuse(rules, CommandRefusalCode.WAGER_NOT_STANDING, ProcedureStep.POSITION, **facts)
    return _left_behind(rules, table, command, standing, spot) or standing


def _left_behind(
    rules: TableRules, table: Table, command: c.MoveWager | c.TakeDown, standing: StandingWager, spot: Spot
) -> Refusal | None:
    """Refuses if what stays on the spot, in any chips, is no longer a wager that the rules allow."""
    seat, left = table.seats[command.seat], standing.stake.amount - command.stake
    places = rules.betting.layout.places(spot)
    moved_within = isinstance(command, c.MoveWager) and command.to in places
    others = _on(table, command.seat, places) - standing.stake.amount
    if moved_within or not left + others:
        return None
    if not left:
        return check_wager(rules.betting, Wager(command.seat, spot.id, others), spot)
    chip = seat.value if command.chips in OWN_COLOR else None
    wager = Wager(command.seat, spot.id, left, coupon=standing.coupon, chips=command.chips, chip=chip)
    return least(check_wager(rules.betting, wager, spot, beside=others), check_equal_chips(rules, wager, spot))


def _standing(table: Table, command: c.MoveWager | c.TakeDown, spot: str) -> StandingWager | None:
    """The seat's wager in these chips that is not in prison: its own, or the one for the dealers."""
    seat = table.seats[command.seat]
    color = seat.color if command.chips in OWN_COLOR else command.color.strip().lower()
    wagers = table.wagers.get(command.seat)
    return wagers.get(Stake(command.seat, spot, command.chips, color, command.tip, 0).key) if wagers else None


def _part(standing: StandingWager, amount: int) -> Stake:
    whole = standing.stake
    return Stake(whole.seat, whole.spot, whole.chips, whole.color, whole.tip, amount)


def take_down(rules: TableRules, table: Table, command: c.TakeDown) -> Decision:
    """Takes down a wager; its coupon comes down only with the whole of it."""
    standing = _loose(rules, table, command)
    if isinstance(standing, Refusal):
        return standing
    coupon = standing.coupon if command.stake == standing.stake.amount else 0
    return (e.WagerTakenDown(_part(standing, command.stake), coupon, command.by.role is Role.DEALER),)


def move_wager(rules: TableRules, table: Table, command: c.MoveWager) -> Decision:
    standing, target = _loose(rules, table, command), rules.betting.find(command.to)
    if isinstance(standing, Refusal) or isinstance(target, Refusal):
        return least(*(each for each in (standing, target) if isinstance(each, Refusal))) or ()
    stake = standing.stake
    if target.id == stake.spot:
        return refuse(
            rules,
            CommandRefusalCode.NOTHING_TO_DO,
            ProcedureStep.POSITION,
            what="move: it stands on {spot}",
            spot=target.id,
        )
    chip = table.seats[command.seat].value if command.chips in OWN_COLOR else None
    coupon = standing.coupon if command.stake == stake.amount else 0
    wager = Wager(command.seat, target.id, command.stake, coupon=coupon, chips=command.chips, chip=chip)
    same = stake.spot in rules.betting.layout.places(target)
    spot = admit(rules, table, wager, more=-command.stake if same else 0)
    if isinstance(spot, Refusal):
        return spot
    refusal = check_value_color(rules, table, command.seat, stake.chips, stake.color, spot) or check_tip_wager(
        rules, table, command.seat, 0, spot, tip=stake.tip
    )
    return refusal or (e.WagerMoved(_part(standing, command.stake), spot.id, command.by.role is Role.DEALER),)


def rebet(rules: TableRules, table: Table, command: c.Rebet) -> Decision:
    """Places every wager of the seat's last round again; the rules must allow all of them together now."""
    seat = table.seats[command.seat]
    last = [each.stake for each in seat.last.values() if not each.imprisoned] if seat.last is not None else []
    refusal = betting_open(rules, table, sum(stake.amount for stake in last), "the same spots")
    if refusal is None and not last:
        refusal = refuse(rules, CommandRefusalCode.NOTHING_TO_DO, ProcedureStep.POSITION, what="bet again")
    if refusal:
        return refusal
    totals: dict[str, int] = {}
    needed: dict[Chips, int] = {}
    for stake in last:
        name = rules.betting.layout[stake.spot].same_as or stake.spot
        totals[name] = totals.get(name, 0) + stake.amount
        needed[stake.chips] = needed.get(stake.chips, 0) + stake.amount
    events: list[e.WagerPlaced] = []
    tips = 0
    for stake in last:
        again = _as_command(command, stake)
        more = totals[rules.betting.layout[stake.spot].same_as or stake.spot] - stake.amount
        answer = _place(rules, table, again, _wager(table, again), more=more, tips=tips)
        if isinstance(answer, Refusal):
            return answer
        events.append(answer)
        tips += stake.amount if stake.tip else 0
    return least(
        *(
            check_stack(rules, seat, command.seat, chips, amount, ProcedureStep.CHIPS)
            for chips, amount in needed.items()
        ),
        in_all(rules, table, command.seat, sum(needed.values())),
    ) or (e.WagersChanged((), tuple(each.stake for each in events), command.by.role is Role.DEALER),)


def _as_command(command: c.Rebet, stake: Stake) -> c.PlaceWager:
    return c.PlaceWager(
        by=command.by,
        at=command.at,
        seat=stake.seat,
        spot=stake.spot,
        stake=stake.amount,
        chips=stake.chips,
        color=stake.color,
        tip=stake.tip,
    )
