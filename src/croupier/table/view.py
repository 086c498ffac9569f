"""What each role may see of a table: a part of the state, made for one viewer."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from croupier.pit.view import SeenEquipment, seen_equipment
from croupier.rules.wagers import Chips
from croupier.table.dealing import SeenDealing, chooses, may_choose, seen_dealing
from croupier.table.questions import last_round, next_step
from croupier.table.state import Phase, Standing, Table, TableRules
from croupier.terms.people import Actor, Role

HOUSE = frozenset({Role.SUPERVISOR, Role.KEY_MANAGER, Role.ACCOUNTANT, Role.SURVEILLANCE, Role.REGULATOR})
"""Who sees the house's own money and every player's stack."""
STAFF = HOUSE | {Role.DEALER}
CREW = frozenset({Role.SECURITY, Role.MAINTENANCE, Role.SLOT_TECHNICIAN})
"""Who works on the equipment, and of the game sees what everybody sees."""


class SeenSeat(Struct, frozen=True, gc=False):
    """A seat as the viewer may see it: name and chips only of their own, or for staff."""

    seat: int
    color: str
    player: str | None
    value: int | None
    stacks: dict[Chips, int] | None


class SeenWager(Struct, frozen=True, gc=False):
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


class SeenResult(Struct, frozen=True, gc=False):
    """A wager of the last settled round: what stood, and what its player kept of it, winnings and stake together."""

    spot: str
    staked: int
    kept: int
    tip: bool


class LastRound(Struct, frozen=True):
    """How the last settled round ended for a seat that had wagers in it."""

    round: int
    number: str
    staked: int
    kept: int
    wagers: tuple[SeenResult, ...]


class SeenWord(Struct, frozen=True):
    """A wager that the player spoke with cash, and that waits for the dealer's word."""

    spot: str
    cash: int


class SeenYou(Struct, frozen=True):
    """A player's own part: the seat, the spots where a choice in prison is due, the last round, what waits spoken.

    There is no last round between the collection of losers and the payment of winners.
    """

    seat: int | None
    choose: tuple[str, ...]
    last_round: LastRound | None
    spoken: tuple[SeenWord, ...] = ()


class View(Struct, frozen=True):
    """One viewer's table."""

    number: str
    phase: Phase
    round: int
    result: str
    results: tuple[str, ...]
    seats: tuple[SeenSeat, ...]
    wagers: tuple[SeenWager, ...]
    you: SeenYou | None
    """A player's alone."""
    choose_until: int
    next_step: str | None
    dealing: SeenDealing | None
    """What the dealer's console needs besides; for staff."""
    disputes: tuple[SeenDispute, ...]
    dealer: str | None
    supervisor: str | None
    house: SeenHouse | None
    equipment: SeenEquipment | None
    """For staff, and for those who work on it."""


def view(rules: TableRules, table: Table, viewer: Actor) -> View:
    """The table as this person may see it; a player is known by the name at the seat."""
    own = None
    if viewer.role is Role.PLAYER:
        own = next((number for number, seat in table.seats.items() if seat.player == viewer.name), None)
    return view_from(rules, table, viewer.role, own)


def view_from(rules: TableRules, table: Table, role: Role | None, own: int | None) -> View:
    """The same for a role and a seat, without looking at every seat of a large table; None is a mere onlooker.

    Where no screen shows the felt to all, nobody but staff sees more than the own seat and wagers.
    """
    staff, house = role in STAFF, role in HOUSE
    if staff or rules.setup.central_screen:
        seats, wagers = sorted(table.seats), tuple(seen_wager(each) for each in table.standing())
    else:
        seats, wagers = ([], ()) if own is None else ([own], seen_wagers(table, own))
    step = next_step(rules, table) if staff else None
    return View(
        number=table.number,
        phase=table.phase,
        round=table.round,
        result=table.spin.number,
        results=tuple(table.results),
        seats=tuple(seen_seat(table, number, open_book=staff or number == own) for number in seats),
        wagers=wagers,
        you=seen_you(rules, table, own) if role is Role.PLAYER else None,
        choose_until=table.spin.choose_until,
        next_step=step,
        dealing=seen_dealing(rules, table, step) if step else None,
        disputes=seen_disputes(table, None if staff else "" if own is None else table.seats[own].player),
        dealer=table.dealer if staff else None,
        supervisor=table.supervisor if staff else None,
        house=seen_house(table) if house else None,
        equipment=seen_equipment(rules.equipment, table.equipment) if staff or role in CREW else None,
    )


def seen_seat(table: Table, number: int, *, open_book: bool) -> SeenSeat:
    """A seat as it is shown; one that nobody has any longer bears neither name nor color."""
    seat = table.seats.get(number)
    if seat is None:
        return SeenSeat(number, "", "", None, None)
    if not open_book:
        return SeenSeat(number, seat.color, None, None, None)
    return SeenSeat(number, seat.color, seat.player, seat.value, dict(seat.stacks))


def seen_wager(each: Standing) -> SeenWager:
    stake = each.stake
    return SeenWager(
        stake.seat, stake.spot, stake.amount, stake.color, stake.chips, each.coupon, stake.tip, each.imprisoned
    )


def seen_wagers(table: Table, seat: int) -> tuple[SeenWager, ...]:
    """What stands for one seat."""
    wagers = table.wagers.get(seat)
    return tuple(map(seen_wager, wagers.values())) if wagers is not None else ()


def seen_house(table: Table) -> SeenHouse:
    return SeenHouse(table.house_float, table.drop, table.tips, table.coupons, dict(table.claims))


def seen_disputes(table: Table, player: str | None) -> tuple[SeenDispute, ...]:
    """The disputes of one player; all of them for None, none for nobody."""
    return tuple(
        SeenDispute(number, each.round, each.what, each.decided)
        for number, each in table.disputes.items()
        if player is None or (player and each.player == player)
    )


def seen_you(rules: TableRules, table: Table, seat: int | None, last: LastRound | None = None) -> SeenYou:
    """The own part of whoever has the seat; `last` saves looking for the last round where it is known."""
    if seat is None:
        return SeenYou(None, (), None)
    spoken = tuple(SeenWord(spot, cash) for spot, cash in table.verbal.get(seat, {}).items())
    return SeenYou(seat, spots_to_choose(rules, table, seat), last or last_rounds(table, (seat,)).get(seat), spoken)


def spots_to_choose(rules: TableRules, table: Table, seat: int) -> tuple[str, ...]:
    """Where the seat's player has yet to choose in prison."""
    wagers = table.wagers.get(seat)
    if wagers is None or not may_choose(rules, table):
        return ()
    return tuple(sorted({each.stake.spot for each in wagers.values() if chooses(rules, each)}))


def last_rounds(table: Table, seats: Iterable[int]) -> dict[int, LastRound]:
    """The last settled round of each of these seats whose player was in it."""
    if not table.settled_round or table.collecting or table.phase is Phase.COLLECTED:
        return {}
    found: dict[int, LastRound] = {}
    for seat in seats:
        wagers = last_round(table, seat)
        if wagers:
            results = tuple(
                SeenResult(each.stake.spot, each.stake.amount, each.kept, each.stake.tip) for each in wagers
            )
            staked, kept = sum(each.staked for each in results), sum(each.kept for each in results)
            found[seat] = LastRound(table.settled_round, table.settled_number, staked, kept, results)
    return found
