"""Wagers on the layout: placed, moved, taken down, rebet, spoken with cash, or late."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.game.layout import Spot
from croupier.game.settlement import ZeroEffect
from croupier.game.wager import INSIDE
from croupier.rules.procedure import Duty
from croupier.rules.wagers import Chips, Wager
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.event import OWN_COLOR, Events, Stake
from croupier.table.guard import Decision, check_amount, check_stack, refuse
from croupier.table.questions import is_big_six
from croupier.table.seating import accepts, locked, value_chips_alike, whole_chips
from croupier.table.state import Phase, Standing, Table, TableRules
from croupier.terms.money import dollars
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, least
from croupier.terms.steps import StepCode

# What is asked of every wager, bound once: to find a member of an enumeration takes as long as to ask for it.
_BETTING, _ELECTRONIC, _NON_VALUE, _DEALER = Phase.BETTING, Chips.ELECTRONIC, Chips.NON_VALUE, Role.DEALER


def betting_open(rules: TableRules, table: Table, stake: int, spot: str) -> Refusal | None:
    """Bets are taken until the call: at roulette also while the ball is in the track."""
    if table.phase is Phase.BETTING or (table.phase is Phase.IN_TRACK and not is_big_six(rules)):
        return None
    if table.phase in (Phase.NO_MORE_BETS, Phase.SPINNING):
        duty = Duty.LATE_BET if rules.procedure.clause(Duty.LATE_BET) else Duty.CALL
        return refuse(rules, StepCode.BETS_CLOSED, duty, stake=stake, spot=spot)
    return locked(rules, table)


def place_wager(rules: TableRules, table: Table, command: c.PlaceWager) -> Decision:
    return _plain(rules, table, command) or any_wager(rules, table, command)


def _plain(rules: TableRules, table: Table, command: c.PlaceWager) -> Events | None:
    """The wager that comes by the million: whole chips of the player's own on a spot with room for them.

    None for whatever else it may be. `any_wager` would say the same in four times the time, and says all the rest.
    """
    seat, stake = table.seats[command.seat], command.stake
    room = rules.rules.room.get(command.spot)
    own = _ELECTRONIC if rules.setup.electronic else _NON_VALUE
    if room is None or command.chips is not own or command.tip or command.coupon or table.phase is not _BETTING:
        return None
    wagers = table.wagers.get(command.seat)
    beside = 0
    if wagers is not None:
        if wagers.others:
            return None
        beside = wagers.plain.get(command.spot, 0)
    if type(stake) is not int or stake <= 0 or not seat.value or stake % seat.value or beside + stake not in room:
        return None
    if stake > seat.stacks.get(own, 0):
        return None
    placed = Stake(command.seat, command.spot, own, seat.color, tip=False, amount=stake)
    return (e.WagerPlaced(placed, 0, command.by.role is _DEALER),)


def any_wager(rules: TableRules, table: Table, command: c.PlaceWager) -> Decision:
    """Every wager with every reason why it may not stand."""
    refusal = betting_open(rules, table, command.stake, command.spot)
    if refusal:
        return refusal
    wager = _wager(table, command)
    if command.spot in rules.rules.layout:
        answer = _place(rules, table, command, wager)
        return answer if type(answer) is Refusal else (answer,)
    return _place_typed(rules, table, command, wager)


def _place_typed(rules: TableRules, table: Table, command: c.PlaceWager, wager: Wager) -> Decision:
    """A spot as it was typed, or a called bet: all of its component wagers stand, or none."""
    events: list[e.WagerPlaced] = []
    total = 0
    for part in rules.rules.expand(wager):
        answer = part if isinstance(part, Refusal) else _place(rules, table, command, part, tips=total)
        if isinstance(answer, Refusal):
            return answer
        events.append(answer)
        total += answer.stake.amount
    return check_stack(rules, table.seats[command.seat], command.seat, command.chips, total) or tuple(events)


def _wager(table: Table, command: c.PlaceWager) -> Wager:
    chip = table.seats[command.seat].value if command.chips in OWN_COLOR else None
    return Wager(
        command.seat, command.spot, command.stake, coupon=command.coupon, chips=command.chips, chip=chip or None
    )


def _place(
    rules: TableRules, table: Table, command: c.PlaceWager, wager: Wager, *, more: int = 0, tips: int = 0
) -> e.WagerPlaced | Refusal:
    """The wager on its spot; `more` is what the same command puts there besides, `tips` what for the dealers."""
    seat = table.seats[command.seat]
    color = seat.color if command.chips in OWN_COLOR else command.color.strip().lower()
    refusal = accepts(rules, command.chips)
    if refusal is None and command.chips in OWN_COLOR and not seat.value:
        refusal = refuse(rules, StepCode.CHIPS_NOT_SET, Duty.CHIP_VALUE, seat=command.seat)
    if refusal is None and command.chips not in OWN_COLOR:
        refusal = value_chips_alike(rules, table, command.chips, color) or _unnamed_color(rules, command, color)
    if refusal:
        return refusal
    spot = admit(rules, table, wager, more=more)
    if type(spot) is Refusal:
        return spot
    refusal = (
        _value_color(rules, table, command.seat, command.chips, color, spot)
        or _tip_wager(rules, table, command, wager.stake + tips)
        or _imprisoned(rules, table, command.seat, spot.id)
        or check_stack(rules, seat, command.seat, command.chips, wager.stake)
    )
    if refusal:
        return refusal
    stake = Stake(command.seat, spot.id, command.chips, color, command.tip, wager.stake)
    return e.WagerPlaced(stake, wager.coupon, command.by.role is Role.DEALER)


def admit(rules: TableRules, table: Table, wager: Wager, *, more: int = 0) -> Spot | Refusal:
    """The spot, when the stake together with what the seat has there already is a lawful wager.

    Every place of a wager counts: the courtesy line is no second maximum.
    """
    spot = rules.rules.find(wager.spot)
    if type(spot) is Refusal:  # on the way of every wager: isinstance takes longer than finding the spot
        return spot
    beside = more + _on(table, wager.seat, rules.rules.layout.places(spot))
    return rules.rules.check(wager, spot, beside=beside) or spot


def _on(table: Table, seat: int, places: Iterable[str]) -> int:
    """All that a seat has on these places together."""
    wagers = table.wagers.get(seat)
    return sum(map(wagers.on, places)) if wagers is not None else 0


def _others(table: Table, seat: int) -> Iterable[Standing]:
    """The wagers of a seat that are more than its own chips on a spot."""
    wagers = table.wagers.get(seat)
    return wagers.others.values() if wagers is not None else ()


def _imprisoned(rules: TableRules, table: Table, seat: int, spot: str) -> Refusal | None:
    if rules.rules.game.zero is not ZeroEffect.IN_PRISON:
        return None
    for standing in _others(table, seat):
        if standing.imprisoned and standing.stake.spot == spot:
            return refuse(rules, StepCode.WAGER_IMPRISONED, Duty.PRISON, spot=spot)
    return None


def _unnamed_color(rules: TableRules, command: c.PlaceWager | c.MoveWager, color: str) -> Refusal | None:
    """Where value chips of a color are one player's on inside bets, an inside bet names its color."""
    if color or not rules.procedure.one_player_per_value_color or command.chips is not Chips.VALUE:
        return None
    spot = rules.rules.find(command.to if isinstance(command, c.MoveWager) else command.spot)
    if isinstance(spot, Refusal) or spot.wager not in INSIDE:
        return None
    facts: dict[str, str | int] = {"chips": "value", "instead": "value chips whose color is named"}
    return refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.VALUE_COLOR, **facts)


def _value_color(rules: TableRules, table: Table, seat: int, chips: Chips, color: str, spot: Spot) -> Refusal | None:
    """Where the text asks for it, one player a color of value chips on inside bets per spin."""
    if not rules.procedure.one_player_per_value_color or chips is not Chips.VALUE or spot.wager not in INSIDE:
        return None
    for standing in (each for number in table.wagers for each in _others(table, number)):
        stake = standing.stake
        inside = rules.rules.layout[stake.spot].wager in INSIDE
        if stake.seat != seat and stake.chips is Chips.VALUE and stake.color == color and inside:
            return refuse(rules, StepCode.VALUE_COLOR_IN_USE, Duty.VALUE_COLOR, owner=stake.seat, color=color)
    return None


def _tip_wager(rules: TableRules, table: Table, command: c.PlaceWager, stake: int) -> Refusal | None:
    """The posted restriction binds all that a seat wagers for the dealers on one spin."""
    if not command.tip:
        return None
    if not rules.setup.tip_wagers:
        posted = "No wagers are taken for the dealers."
        return refuse(rules, StepCode.TIP_WAGER_RESTRICTED, Duty.TIPS, stake=stake, posted=posted)
    most = rules.setup.tip_wager_max
    tips = sum(each.stake.amount for each in _others(table, command.seat) if each.stake.tip)
    if most is not None and tips + stake > most:
        posted = f"At most {dollars(most)} a spin may be wagered for the dealers."
        return refuse(rules, StepCode.TIP_WAGER_RESTRICTED, Duty.TIPS, stake=tips + stake, posted=posted)
    return None


def _loose(rules: TableRules, table: Table, command: c.MoveWager | c.TakeDown) -> Standing | Refusal:
    """The wager that is named by seat, spot and chips, when so much of it may be taken hold of now."""
    refusal = least(
        betting_open(rules, table, command.stake, command.spot),
        check_amount(rules, command.stake, "take hold of"),
        whole_chips(rules, table, command.seat, command.chips, command.stake),
        _unnamed_color(rules, command, command.color.strip()) if isinstance(command, c.MoveWager) else None,
    )
    if refusal:
        return refusal
    spot = rules.rules.find(command.spot)
    if isinstance(spot, Refusal):
        return spot
    standing = _standing(table, command, spot.id)
    if standing is None or standing.stake.amount < command.stake:
        facts: dict[str, str | int] = {"seat": command.seat, "stake": command.stake, "spot": spot.id}
        return refuse(rules, StepCode.WAGER_NOT_STANDING, Duty.POSITION, **facts)
    if standing.imprisoned:
        return refuse(rules, StepCode.WAGER_IMPRISONED, Duty.PRISON, spot=spot.id)
    return _left_behind(rules, table, command, standing, spot) or standing


def _left_behind(
    rules: TableRules, table: Table, command: c.MoveWager | c.TakeDown, standing: Standing, spot: Spot
) -> Refusal | None:
    """What stays on the spot, of these chips and of others, must still be a lawful wager."""
    seat, left = table.seats[command.seat], standing.stake.amount - command.stake
    places = rules.rules.layout.places(spot)
    moved_within = isinstance(command, c.MoveWager) and command.to in places
    others = _on(table, command.seat, places) - standing.stake.amount
    if moved_within or not left + others:
        return None
    if not left:
        return rules.rules.check(Wager(command.seat, spot.id, others), spot)
    chip = seat.value if command.chips in OWN_COLOR else None
    wager = Wager(command.seat, spot.id, left, coupon=standing.coupon, chips=command.chips, chip=chip)
    return rules.rules.check(wager, spot, beside=others)


def _standing(table: Table, command: c.MoveWager | c.TakeDown, spot: str) -> Standing | None:
    """The seat's own wager in such chips, or else the one it made for the dealers."""
    seat = table.seats[command.seat]
    color = seat.color if command.chips in OWN_COLOR else command.color.strip().lower()
    wagers = table.wagers.get(command.seat)
    keys = [Stake(command.seat, spot, command.chips, color, tip, 0).key for tip in (False, True)]
    return (wagers.get(keys[0]) or wagers.get(keys[1])) if wagers is not None else None


def _part(standing: Standing, amount: int) -> Stake:
    whole = standing.stake
    return Stake(whole.seat, whole.spot, whole.chips, whole.color, whole.tip, amount)


def take_down(rules: TableRules, table: Table, command: c.TakeDown) -> Decision:
    """The coupon comes down with the whole of its wager."""
    standing = _loose(rules, table, command)
    if isinstance(standing, Refusal):
        return standing
    coupon = standing.coupon if command.stake == standing.stake.amount else 0
    return (e.WagerTakenDown(_part(standing, command.stake), coupon, command.by.role is Role.DEALER),)


def move_wager(rules: TableRules, table: Table, command: c.MoveWager) -> Decision:
    standing, target = _loose(rules, table, command), rules.rules.find(command.to)
    if isinstance(standing, Refusal) or isinstance(target, Refusal):
        return least(*(each for each in (standing, target) if isinstance(each, Refusal))) or ()
    stake = standing.stake
    if target.id == stake.spot:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.POSITION, what=f"move: it stands on {target.id}")
    chip = table.seats[command.seat].value if command.chips in OWN_COLOR else None
    coupon = standing.coupon if command.stake == stake.amount else 0
    wager = Wager(command.seat, target.id, command.stake, coupon=coupon, chips=command.chips, chip=chip)
    same = stake.spot in rules.rules.layout.places(target)
    spot = admit(rules, table, wager, more=-command.stake if same else 0)
    if isinstance(spot, Refusal):
        return spot
    refusal = _value_color(rules, table, command.seat, stake.chips, stake.color, spot) or _imprisoned(
        rules, table, command.seat, spot.id
    )
    return refusal or (e.WagerMoved(_part(standing, command.stake), spot.id, command.by.role is Role.DEALER),)


def rebet(rules: TableRules, table: Table, command: c.Rebet) -> Decision:
    """Each wager of the last round is asked for anew, and all of them together must be lawful now."""
    seat = table.seats[command.seat]
    last = [each.stake for each in seat.last.values() if not each.imprisoned] if seat.last is not None else []
    refusal = betting_open(rules, table, sum(stake.amount for stake in last), "the same spots")
    if refusal is None and not last:
        refusal = refuse(rules, StepCode.NOTHING_TO_DO, Duty.POSITION, what="bet again")
    if refusal:
        return refusal
    totals: dict[str, int] = {}
    needed: dict[Chips, int] = {}
    for stake in last:
        name = rules.rules.layout[stake.spot].same_as or stake.spot
        totals[name] = totals.get(name, 0) + stake.amount
        needed[stake.chips] = needed.get(stake.chips, 0) + stake.amount
    events: list[e.WagerPlaced] = []
    tips = 0
    for stake in last:
        again = _as_command(command, stake)
        more = totals[rules.rules.layout[stake.spot].same_as or stake.spot] - stake.amount
        answer = _place(rules, table, again, _wager(table, again), more=more, tips=tips)
        if isinstance(answer, Refusal):
            return answer
        events.append(answer)
        tips += stake.amount if stake.tip else 0
    return least(*(check_stack(rules, seat, command.seat, chips, amount) for chips, amount in needed.items())) or tuple(
        events
    )


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


def offer_verbal(rules: TableRules, table: Table, command: c.OfferVerbalWager) -> Decision:
    """Where the text takes a spoken wager with cash, it waits for the dealer's word."""
    duty = Duty.VERBAL if rules.procedure.clause(Duty.VERBAL) else Duty.CHIPS
    taken = rules.procedure.verbal_wagers and not rules.setup.electronic
    refusal = least(
        betting_open(rules, table, command.cash, command.spot),
        None if taken else refuse(rules, StepCode.VERBAL_NOT_ACCEPTED, duty),
    )
    if refusal:
        return refusal
    spot = admit(rules, table, Wager(command.seat, command.spot, command.cash, chips=Chips.VALUE))
    return spot if isinstance(spot, Refusal) else (e.VerbalWagerOffered(command.seat, spot.id, command.cash),)


def confirm_verbal(rules: TableRules, table: Table, command: c.ConfirmVerbalWager) -> Decision:
    """Only a wager confirmed before the call is one; the cash becomes chips at once."""
    waiting = table.verbal.get(command.seat, {})
    name = command.spot or next(iter(waiting), "")
    cash = waiting.get(name, 0)
    heard = cash > 0 and command.cash in (0, cash)
    refusal = least(
        betting_open(rules, table, cash, name),
        None if heard else refuse(rules, StepCode.NOTHING_TO_DO, Duty.VERBAL, what=_unheard(name, command.cash, cash)),
    )
    if refusal:
        return refusal
    spot = admit(rules, table, Wager(command.seat, name, cash, chips=Chips.VALUE))
    if isinstance(spot, Refusal):
        return spot
    return (e.VerbalWagerConfirmed(Stake(command.seat, spot.id, Chips.VALUE, "", tip=False, amount=cash)),)


def _unheard(spot: str, heard: int, cash: int) -> str:
    """What there is not to confirm."""
    if not cash:
        return f"confirm on {spot}" if spot else "confirm"
    return f"confirm: {dollars(cash)} on {spot} was said, not {dollars(heard)}"


def return_late_bet(rules: TableRules, table: Table, command: c.ReturnLateBet) -> Decision:
    """A record that chips laid down after the call went back; they never were a wager."""
    nothing = refuse(rules, StepCode.NOTHING_TO_DO, Duty.LATE_BET, what="return: bets are open")
    refusal = least(
        nothing if betting_open(rules, table, command.stake, command.spot) is None else None,
        check_amount(rules, command.stake, "return", Duty.LATE_BET),
    )
    return refusal or (e.LateBetReturned(command.seat, command.spot, command.stake),)
