"""What each role may see of a table: a part of the state, made for one viewer."""

from __future__ import annotations

from msgspec import Struct

from croupier.rules.wagers import Chips
from croupier.table.questions import choosers, next_step
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.people import Actor, Role

HOUSE = frozenset({Role.SUPERVISOR, Role.KEY_MANAGER, Role.ACCOUNTANT, Role.SURVEILLANCE, Role.REGULATOR})
"""Who sees the house's own money and every player's stack."""
STAFF = HOUSE | {Role.DEALER}


class SeenSeat(Struct, frozen=True):
    """A seat as the viewer may see it: name and chips only of their own, or for staff."""

    seat: int
    color: str
    player: str | None
    value: int | None
    stacks: dict[Chips, int] | None


class SeenWager(Struct, frozen=True):
    """A wager lies open on the felt: everybody sees where it stands and whose color it has."""

    seat: int
    spot: str
    amount: int
    color: str
    chips: Chips
    coupon: int
    tip: bool
    imprisoned: bool


class SeenHouse(Struct, frozen=True):
    house_float: int
    drop: int
    tips: int
    coupons: int
    claims: dict[str, int]


class SeenDispute(Struct, frozen=True):
    dispute: int
    round: int
    what: str
    decided: bool


class View(Struct, frozen=True):
    """One viewer's table."""

    number: str
    phase: Phase
    round: int
    result: str
    results: tuple[str, ...]
    seats: tuple[SeenSeat, ...]
    wagers: tuple[SeenWager, ...]
    choose: tuple[str, ...]
    """The spots on which the viewer has yet to choose in prison."""
    choose_until: int
    next_step: str | None
    disputes: tuple[SeenDispute, ...]
    dealer: str | None
    supervisor: str | None
    house: SeenHouse | None


def view(rules: TableRules, table: Table, viewer: Actor) -> View:
    """The table as this person may see it; a player is known by the name at the seat."""
    staff, house = viewer.role in STAFF, viewer.role in HOUSE
    own = {number for number, seat in table.seats.items() if viewer.role is Role.PLAYER and seat.player == viewer.name}
    choosing = own if table.phase is Phase.CROWNED else set()
    return View(
        number=table.number,
        phase=table.phase,
        round=table.round,
        result=table.spin.number,
        results=tuple(table.results),
        seats=tuple(_seat(table, number, staff or number in own) for number in sorted(table.seats)),
        wagers=tuple(
            SeenWager(
                each.stake.seat,
                each.stake.spot,
                each.stake.amount,
                each.stake.color,
                each.stake.chips,
                each.coupon,
                each.stake.tip,
                each.imprisoned,
            )
            for each in table.standing()
        ),
        choose=tuple(sorted({stake.spot for seat in choosing for stake in choosers(rules, table, seat)})),
        choose_until=table.spin.choose_until,
        next_step=next_step(rules, table) if staff else None,
        disputes=tuple(
            SeenDispute(number, each.round, each.what, each.decided)
            for number, each in table.disputes.items()
            if staff or (own and each.player == viewer.name)
        ),
        dealer=table.dealer if staff else None,
        supervisor=table.supervisor if staff else None,
        house=(
            SeenHouse(table.house_float, table.drop, table.tips, table.coupons, dict(table.claims)) if house else None
        ),
    )


def _seat(table: Table, number: int, open_book: bool) -> SeenSeat:
    seat = table.seats[number]
    if not open_book:
        return SeenSeat(number, seat.color, None, None, None)
    return SeenSeat(number, seat.color, seat.player, seat.value, dict(seat.stacks))
