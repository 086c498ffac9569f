"""Wagers on the layout: placed, moved, taken down, rebet, spoken with cash, or late."""

from __future__ import annotations

from croupier.game.layout import Spot
from croupier.game.settlement import ZeroEffect
from croupier.game.wager import INSIDE
from croupier.rules.procedure import Duty
from croupier.rules.wagers import Chips, Wager
from croupier.table import command as c
from croupier.table import event as e
from croupier.table.event import Stake
from croupier.table.guard import Decision, check_amount, check_stack, first, refuse
from croupier.table.seating import OWN_COLOR, accepts, is_big_six, locked
from croupier.table.state import Phase, Standing, Table, TableRules
from croupier.terms.people import Role
from croupier.terms.refusal import Refusal, RefusalCode
from croupier.terms.steps import StepCode


def betting_open(rules: TableRules, table: Table, stake: int, spot: str) -> Refusal | None:
    """Bets are taken until the call: at roulette also while the ball is in the track."""
    if table.phase is Phase.BETTING or (table.phase is Phase.IN_TRACK and not is_big_six(rules)):
        return None
    if table.phase in (Phase.NO_MORE_BETS, Phase.SPINNING):
        duty = Duty.LATE_BET if rules.procedure.clause(Duty.LATE_BET) else Duty.CALL
        return refuse(rules, StepCode.BETS_CLOSED, duty, stake=stake, spot=spot)
    return locked(rules, table)


def place_wager(rules: TableRules, table: Table, command: c.PlaceWager) -> Decision:
    refusal = betting_open(rules, table, command.stake, command.spot)
    if refusal:
        return refusal
    wager = _wager(table, command)
    if command.spot in rules.rules.layout:
        answer = _place(rules, table, command, wager)
        return answer if isinstance(answer, Refusal) else (answer,)
    return _place_called(rules, table, command, wager)


def _place_called(rules: TableRules, table: Table, command: c.PlaceWager, wager: Wager) -> Decision:
    """A spot as it was typed, or a called bet: all of its component wagers stand, or none."""
    parts = list(rules.rules.expand(wager))
    events = []
    for part in parts:
        answer = part if isinstance(part, Refusal) else _place(rules, table, command, part)
        if isinstance(answer, Refusal):
            return answer
        events.append(answer)
    total = sum(event.stake.amount for event in events)
    return check_stack(rules, table.seats[command.seat], command.seat, command.chips, total) or tuple(events)


def _wager(table: Table, command: c.PlaceWager) -> Wager:
    chip = table.seats[command.seat].value if command.chips in OWN_COLOR else None
    return Wager(
        command.seat, command.spot, command.stake, coupon=command.coupon, chips=command.chips, chip=chip or None
    )


def _place(rules: TableRules, table: Table, command: c.PlaceWager, wager: Wager) -> e.WagerPlaced | Refusal:
    seat = table.seats[command.seat]
    refusal = accepts(rules, command.chips)
    if refusal:
        return refusal
    if command.chips in OWN_COLOR and not seat.value:
        return refuse(rules, StepCode.CHIPS_NOT_SET, Duty.CHIP_VALUE, seat=command.seat)
    spot = admit(rules, table, wager)
    if isinstance(spot, Refusal):
        return spot
    color = seat.color if command.chips in OWN_COLOR else command.color.strip().lower()
    refusal = (
        _imprisoned(rules, table, command.seat, spot.id)
        or _value_color(rules, table, command, spot, color)
        or _tip_wager(rules, command, wager.stake)
        or check_stack(rules, seat, command.seat, command.chips, wager.stake)
    )
    if refusal:
        return refusal
    stake = Stake(command.seat, spot.id, command.chips, color, command.tip, wager.stake)
    return e.WagerPlaced(stake, wager.coupon, command.by.role is Role.DEALER)


def admit(rules: TableRules, table: Table, wager: Wager) -> Spot | Refusal:
    """The spot, when the stake together with what the seat has there already is a lawful wager."""
    spot = rules.rules.find(wager.spot)
    if isinstance(spot, Refusal):
        return spot
    return rules.rules.check(wager, spot, beside=table.on_spot(wager.seat, spot.id)) or spot


def _imprisoned(rules: TableRules, table: Table, seat: int, spot: str) -> Refusal | None:
    if rules.rules.game.zero is not ZeroEffect.IN_PRISON:
        return None
    for standing in table.wagers.get(seat, {}).values():
        if standing.imprisoned and standing.stake.spot == spot:
            return refuse(rules, StepCode.WAGER_IMPRISONED, Duty.PRISON, spot=spot)
    return None


def _value_color(rules: TableRules, table: Table, command: c.PlaceWager, spot: Spot, color: str) -> Refusal | None:
    """Where the text asks for it, one player a color of value chips on inside bets per spin."""
    if not rules.procedure.one_player_per_value_color or command.chips is not Chips.VALUE or spot.wager not in INSIDE:
        return None
    if not color:
        facts = {"chips": "value", "instead": "value chips whose color is named"}
        return refuse(rules, StepCode.CHIPS_NOT_ACCEPTED, Duty.VALUE_COLOR, **facts)
    for standing in table.standing():
        stake = standing.stake
        inside = rules.rules.layout[stake.spot].wager in INSIDE
        if stake.seat != command.seat and stake.chips is Chips.VALUE and stake.color == color and inside:
            return refuse(rules, StepCode.VALUE_COLOR_IN_USE, Duty.VALUE_COLOR, owner=stake.seat, color=color)
    return None


def _tip_wager(rules: TableRules, command: c.PlaceWager, stake: int) -> Refusal | None:
    if not command.tip:
        return None
    setup = rules.setup
    if not setup.tip_wagers:
        posted = "No wagers are taken for the dealers."
        return refuse(rules, StepCode.TIP_WAGER_RESTRICTED, Duty.TIPS, stake=stake, posted=posted)
    if setup.tip_wager_max is not None and stake > setup.tip_wager_max:
        posted = f"At most {setup.tip_wager_max} cents may be wagered for the dealers."
        return refuse(rules, StepCode.TIP_WAGER_RESTRICTED, Duty.TIPS, stake=stake, posted=posted)
    return None


def _find(rules: TableRules, table: Table, command: c.MoveWager | c.TakeDown) -> Standing | Refusal:
    """The wager named by seat, spot and chips, free to be touched, with at least that stake."""
    seat = table.seats[command.seat]
    color = seat.color if command.chips in OWN_COLOR else command.color.strip().lower()
    found = rules.rules.find(command.spot)
    if isinstance(found, Refusal):
        return found
    spot = found.id
    for tip in (False, True):
        standing = table.wagers.get(command.seat, {}).get(Stake(command.seat, spot, command.chips, color, tip, 0).key)
        if standing is None:
            continue
        if standing.imprisoned:
            return refuse(rules, StepCode.WAGER_IMPRISONED, Duty.PRISON, spot=spot)
        if standing.stake.amount >= command.stake:
            return standing
    return refuse(
        rules, StepCode.WAGER_NOT_STANDING, Duty.POSITION, seat=command.seat, stake=command.stake, spot=command.spot
    )


def _part(standing: Standing, amount: int) -> Stake:
    whole = standing.stake
    return Stake(whole.seat, whole.spot, whole.chips, whole.color, whole.tip, amount)


def _remainder(rules: TableRules, table: Table, standing: Standing, amount: int) -> Refusal | None:
    """What stays behind on the spot must still be a lawful wager."""
    whole = standing.stake
    left = table.on_spot(whole.seat, whole.spot) - amount
    if left <= 0:
        return None
    bounds = rules.rules.bounds(rules.rules.layout[whole.spot].wager)
    if bounds.minimum is not None and left < bounds.minimum:
        limit = rules.rules.book.limits.authority
        facts = {"stake": left, "minimum": bounds.minimum}
        return Refusal(RefusalCode.STAKE_BELOW_MINIMUM, limit.clause, facts, limit.basis)
    return None


def _loose(rules: TableRules, table: Table, command: c.MoveWager | c.TakeDown) -> Standing | Refusal:
    """The wager a player may take hold of now."""
    refusal = first(
        lambda: betting_open(rules, table, command.stake, command.spot),
        lambda: check_amount(rules, command.stake, "move"),
    )
    if refusal:
        return refusal
    standing = _find(rules, table, command)
    if isinstance(standing, Refusal):
        return standing
    if standing.coupon > 0 and command.stake < standing.stake.amount:
        clause = rules.rules.book.coupons.authority.clause
        facts: dict[str, str | int] = {"coupon": standing.coupon, "stake": standing.stake.amount - command.stake}
        return Refusal(RefusalCode.COUPON_NOT_MATCHED, clause, facts)
    return _remainder(rules, table, standing, command.stake) or standing


def take_down(rules: TableRules, table: Table, command: c.TakeDown) -> Decision:
    standing = _loose(rules, table, command)
    if isinstance(standing, Refusal):
        return standing
    instructed = command.by.role is Role.DEALER
    return (e.WagerTakenDown(_part(standing, command.stake), standing.coupon, instructed),)


def move_wager(rules: TableRules, table: Table, command: c.MoveWager) -> Decision:
    standing = _loose(rules, table, command)
    if isinstance(standing, Refusal):
        return standing
    seat = table.seats[command.seat]
    chip = seat.value if command.chips in OWN_COLOR else None
    wager = Wager(command.seat, command.to, command.stake, coupon=standing.coupon, chips=command.chips, chip=chip)
    spot = admit(rules, table, wager)
    if isinstance(spot, Refusal):
        return spot
    if spot.id == standing.stake.spot:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.POSITION, what=f"move: it stands on {spot.id}")
    refusal = _imprisoned(rules, table, command.seat, spot.id)
    instructed = command.by.role is Role.DEALER
    return refusal or (e.WagerMoved(_part(standing, command.stake), spot.id, instructed),)


def rebet(rules: TableRules, table: Table, command: c.Rebet) -> Decision:
    """Each wager of the last round is asked for anew, and all must be lawful now."""
    seat = table.seats[command.seat]
    if not seat.last:
        return betting_open(rules, table, 0, "the layout") or refuse(
            rules, StepCode.NOTHING_TO_DO, Duty.POSITION, what="bet again"
        )
    events: list[e.AnyEvent] = []
    needed: dict[Chips, int] = {}
    for stake in seat.last:
        again = c.PlaceWager(
            by=command.by,
            at=command.at,
            seat=command.seat,
            spot=stake.spot,
            stake=stake.amount,
            chips=stake.chips,
            color=stake.color,
            tip=stake.tip,
        )
        answer = place_wager(rules, table, again)
        if isinstance(answer, Refusal):
            return answer
        events.extend(answer)
        needed[stake.chips] = needed.get(stake.chips, 0) + stake.amount
    for chips, amount in needed.items():
        refusal = check_stack(rules, seat, command.seat, chips, amount)
        if refusal:
            return refusal
    return tuple(events)


def offer_verbal(rules: TableRules, table: Table, command: c.OfferVerbalWager) -> Decision:
    if not rules.procedure.verbal_wagers or rules.setup.electronic:
        duty = Duty.VERBAL if rules.procedure.clause(Duty.VERBAL) else Duty.CHIPS
        return refuse(rules, StepCode.VERBAL_NOT_ACCEPTED, duty)
    refusal = betting_open(rules, table, command.cash, command.spot)
    if refusal:
        return refusal
    spot = admit(rules, table, Wager(command.seat, command.spot, command.cash, chips=Chips.VALUE))
    return spot if isinstance(spot, Refusal) else (e.VerbalWagerOffered(command.seat, spot.id, command.cash),)


def confirm_verbal(rules: TableRules, table: Table, command: c.ConfirmVerbalWager) -> Decision:
    """Only a wager confirmed before the call is one; the cash becomes chips at once."""
    offered = table.verbal.get(command.seat)
    if offered is None:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.VERBAL, what="confirm")
    name, cash = offered
    refusal = betting_open(rules, table, cash, name)
    if refusal:
        return refusal
    spot = admit(rules, table, Wager(command.seat, name, cash, chips=Chips.VALUE))
    if isinstance(spot, Refusal):
        return spot
    return (e.VerbalWagerConfirmed(Stake(command.seat, spot.id, Chips.VALUE, "", tip=False, amount=cash)),)


def return_late_bet(rules: TableRules, table: Table, command: c.ReturnLateBet) -> Decision:
    """A record that chips laid down after the call went back; they never were a wager."""
    if betting_open(rules, table, command.stake, command.spot) is None:
        return refuse(rules, StepCode.NOTHING_TO_DO, Duty.LATE_BET, what="return: bets are open")
    return (e.LateBetReturned(command.seat, command.spot, command.stake),)
