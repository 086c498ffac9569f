"""Which chips may be on a spot: by kind, number and color, beside a coupon, and for the dealers."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.game.layout import Spot
from croupier.rules.chips import names_spot
from croupier.rules.wagers import Chips, Wager
from croupier.table import command as c
from croupier.table.questions import parts_of
from croupier.table.seating import deny, whole_chips
from croupier.table.stake import OWN_COLOR
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Table, TableRules
from croupier.terms.command_refusals import CommandRefusalCode
from croupier.terms.money import STAKE_MAX
from croupier.terms.refusal import Refusal, RefusalCode


def other_wagers(table: Table, seat: int) -> Iterable[StandingWager]:
    """The wagers of a seat that are not plain wagers in its own chips."""
    wagers = table.wagers.get(seat)
    return wagers.others.values() if wagers is not None else ()


def check_chips(rules: TableRules, table: Table, wager: Wager, spot: Spot) -> Refusal | None:
    """Refuses chips that may not be on the spot: by kind, by number, or together with a coupon."""
    if type(wager.stake) is not int or not 0 < wager.stake <= STAKE_MAX:
        return None  # not an amount, which is refused elsewhere
    rule = rules.chips.kinds[wager.chips]
    if rule.accepted and not rule.takes(spot):
        facts: dict[str, str | int] = {
            "chips": wager.chips,
            "instead": "other chips on {wager} wagers",
            "wager": spot.wager,
        }
        return deny(rule.authority, CommandRefusalCode.CHIPS_NOT_ACCEPTED, **facts)
    not_whole = None if wager.chips in OWN_COLOR else whole_chips(rules, table, wager.seat, wager.chips, wager.stake)
    return not_whole or check_equal_chips(rules, wager, spot) or _beside_coupon(rules, table, wager, spot)


def check_equal_chips(rules: TableRules, wager: Wager, spot: Spot) -> Refusal | None:
    """Refuses a wager of several equal parts whose parts are not whole chips of the house."""
    parts = parts_of(spot)
    if parts == 1 or wager.chips in OWN_COLOR:
        return None  # a player's own chips have one value, and the stake is a multiple of it
    part = wager.stake // parts
    if rules.chip_set.payable(part, wager.chips) == part:
        return None
    unit = parts * (rules.chip_set.least(wager.chips) or part)
    return deny(rules.chips.equal_parts, RefusalCode.STAKE_NOT_EQUAL_PARTS, stake=wager.stake, parts=parts, unit=unit)


def _beside_coupon(rules: TableRules, table: Table, wager: Wager, spot: Spot) -> Refusal | None:
    """Refuses a value chip and a coupon of one player on the same box, where the text forbids it."""
    if rules.betting.book.coupons.with_value_chips or not (wager.coupon or wager.chips is Chips.VALUE):
        return None
    places = rules.betting.layout.places(spot)
    for standing in other_wagers(table, wager.seat):
        if standing.stake.spot not in places:
            continue
        both = standing.coupon if wager.chips is Chips.VALUE else standing.stake.chips is Chips.VALUE
        if both:
            return deny(rules.chips.coupon_beside, RefusalCode.COUPON_WITH_VALUE_CHIP)
    return None


def check_color_named(rules: TableRules, command: c.PlaceWager | c.MoveWager, color: str) -> Refusal | None:
    """Refuses value chips without a color on wagers where the text gives each color to one player."""
    sole = rules.chips.sole
    if color or sole is None or command.chips is not Chips.VALUE:
        return None
    spot = rules.betting.find(command.to if isinstance(command, c.MoveWager) else command.spot)
    if isinstance(spot, Refusal) or not names_spot(sole.on, spot):
        return None
    facts: dict[str, str | int] = {"chips": "value", "instead": "value chips whose color is named"}
    return deny(sole.authority, CommandRefusalCode.CHIPS_NOT_ACCEPTED, **facts)


def check_value_color(
    rules: TableRules, table: Table, seat: int, chips: Chips, color: str, spot: Spot
) -> Refusal | None:
    """Refuses value chips in a color that another player has on such wagers of this spin, if the text requires it."""
    sole = rules.chips.sole
    if sole is None or chips is not Chips.VALUE or not names_spot(sole.on, spot):
        return None
    for standing in (each for number in table.wagers for each in other_wagers(table, number)):
        stake = standing.stake
        same = stake.seat != seat and stake.chips is Chips.VALUE and stake.color == color
        if same and names_spot(sole.on, rules.betting.layout[stake.spot]):
            return deny(sole.authority, CommandRefusalCode.VALUE_COLOR_IN_USE, owner=stake.seat, color=color)
    return None


def check_tip_wager(rules: TableRules, table: Table, seat: int, stake: int, spot: Spot, *, tip: bool) -> Refusal | None:
    """Applies the posted restriction to everything that a seat wagers for the dealers on one spin."""
    said, setup = rules.tip_message, rules.setup
    if not tip or said is None:
        return None
    total = stake + sum(
        each.stake.amount for each in other_wagers(table, seat) if each.stake.tip and not each.stake.prison
    )
    above = setup.tip_wager_max is not None and total > setup.tip_wager_max
    elsewhere = bool(setup.tip_wagers_on) and not names_spot(setup.tip_wagers_on, spot)
    if setup.tip_wagers and not above and not elsewhere:
        return None
    facts: dict[str, str | int] = {"stake": total if above else stake, "posted": said.code, **said.facts}
    return deny(rules.chips.tips, CommandRefusalCode.TIP_WAGER_RESTRICTED, **facts)
