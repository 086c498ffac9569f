"""Views of a table: the part of the state that one viewer may see."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from croupier.equipment.view import SeenEquipment, seen_equipment
from croupier.rules.wagers import Chips
from croupier.table.console import SeenDealing, choose_until, chooses, may_choose, seen_dealing
from croupier.table.questions import choosers_again, last_round
from croupier.table.sequence import next_command, step_words
from croupier.table.standing_wagers import StandingWager
from croupier.table.state import Phase, Table, TableRules
from croupier.terms.people import Actor, Role

HOUSE = frozenset({Role.SUPERVISOR, Role.KEY_MANAGER, Role.ACCOUNTANT, Role.SURVEILLANCE, Role.REGULATOR})
"""Roles that see the house's money and every player's stack."""
STAFF = HOUSE | {Role.DEALER}
CREW = frozenset({Role.SECURITY, Role.MAINTENANCE, Role.SLOT_TECHNICIAN})
"""Roles that work on the equipment; of the game they see what the public sees."""


class SeenSeat(Struct, frozen=True, gc=False):
    """A seat as the viewer may see it; name and chips are for its player and for staff."""

    seat: int
    color: str
    player: str | None
    value: int | None
    stacks: dict[Chips, int] | None
    design: str = ""


class SeenWager(Struct, frozen=True, gc=False):
    """A wager on the felt, where everybody sees its spot and color."""

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
    """A wager of the last settled round, and what its player kept of it: winnings plus returned stake."""

    spot: str
    staked: int
    kept: int
    tip: bool


class LastRound(Struct, frozen=True):
    """The result of the last settled round for a seat with wagers in it."""

    round: int
    number: str
    staked: int
    kept: int
    wagers: tuple[SeenResult, ...]


class SeenWord(Struct, frozen=True):
    """A verbal wager of the player that the dealer has yet to confirm."""

    spot: str
    cash: int


class SeenYou(Struct, frozen=True):
    """A player's own part: the seat, spots with a choice in prison to make, the last round, pending verbal wagers.

    The last round is absent between the collection of losers and the payment of winners.
    """

    seat: int | None
    choose: tuple[str, ...]
    last_round: LastRound | None
    spoken: tuple[SeenWord, ...] = ()


class View(Struct, frozen=True):
    """The table as one viewer sees it."""

    number: str
    phase: Phase
    round: int
    result: str
    results: tuple[str, ...]
    seats: tuple[SeenSeat, ...]
    wagers: tuple[SeenWager, ...]
    you: SeenYou | None
    """For the player only."""
    choose_until: int
    next_step: str | None
    dealing: SeenDealing | None
    """The rest of the dealer's console; for staff."""
    disputes: tuple[SeenDispute, ...]
    dealer: str | None
    supervisor: str | None
    house: SeenHouse | None
    equipment: SeenEquipment | None
    """For staff, and for roles that work on the equipment."""
    tournament: str = ""
    """The tournament that the table is open for; empty if it plays for money."""


def view(rules: TableRules, table: Table, viewer: Actor) -> View:
    """The table as this person may see it; a player is identified by the name at the seat."""
    own = None
    if viewer.role is Role.PLAYER:
        own = next((number for number, seat in table.seats.items() if seat.player == viewer.name), None)
    return view_from(rules, table, viewer.role, own)


def view_from(rules: TableRules, table: Table, role: Role | None, own: int | None) -> View:
    """The view of a role and a seat, without a search through the seats of a large table; role None is the public.

    If no screen shows the felt, only staff see more than their own seat and wagers.
    """
    staff, house = role in STAFF, role in HOUSE
    if staff or rules.setup.central_screen:
        seats, wagers = sorted(table.seats), tuple(seen_wager(each) for each in table.standing())
    else:
        seats, wagers = ([], ()) if own is None else ([own], seen_wagers(table, own))
    step = next_command(rules, table) if staff else None
    return View(
        number=table.number,
        phase=table.phase,
        round=table.round,
        result=table.spin.number,
        results=tuple(table.results),
        seats=tuple(seen_seat(table, number, open_book=staff or number == own) for number in seats),
        wagers=wagers,
        you=seen_you(rules, table, own) if role is Role.PLAYER else None,
        choose_until=choose_until(table),
        next_step=step_words(step) if step else None,
        dealing=seen_dealing(rules, table, step) if step else None,
        disputes=seen_disputes(table, None if staff else "" if own is None else table.seats[own].player),
        dealer=table.dealer if staff else None,
        supervisor=table.supervisor if staff else None,
        house=seen_house(table) if house else None,
        equipment=seen_equipment(rules.equipment, table.equipment) if staff or role in CREW else None,
        tournament=table.tournament,
    )


def seen_seat(table: Table, number: int, *, open_book: bool) -> SeenSeat:
    """A seat as it is shown; an empty seat has neither name nor color."""
    seat = table.seats.get(number)
    if seat is None:
        return SeenSeat(number, "", "", None, None)
    if not open_book:
        return SeenSeat(number, seat.color, None, None, None, seat.design)
    return SeenSeat(number, seat.color, seat.player, seat.value, dict(seat.stacks), seat.design)


def seen_wager(each: StandingWager) -> SeenWager:
    stake = each.stake
    return SeenWager(
        stake.seat, stake.spot, stake.amount, stake.color, stake.chips, each.coupon, stake.tip, each.imprisoned
    )


def seen_wagers(table: Table, seat: int) -> tuple[SeenWager, ...]:
    """The wagers of one seat."""
    wagers = table.wagers.get(seat)
    return tuple(map(seen_wager, wagers.values())) if wagers is not None else ()


def seen_house(table: Table) -> SeenHouse:
    return SeenHouse(table.house_float, table.drop, table.tips, table.coupons, dict(table.claims))


def seen_disputes(table: Table, player: str | None) -> tuple[SeenDispute, ...]:
    """The disputes of one player; all of them for None, none for an empty name."""
    return tuple(
        SeenDispute(number, each.round, each.what, each.decided)
        for number, each in table.disputes.items()
        if player is None or (player and each.player == player)
    )


def seen_you(rules: TableRules, table: Table, seat: int | None, last: LastRound | None = None) -> SeenYou:
    """The own part of the player at the seat; `last` is the last round, if the caller knows it."""
    if seat is None:
        return SeenYou(None, (), None)
    spoken = tuple(SeenWord(spot, cash) for spot, cash in table.verbal.get(seat, {}).items())
    return SeenYou(seat, spots_to_choose(rules, table, seat), last or last_rounds(table, (seat,)).get(seat), spoken)


def spots_to_choose(rules: TableRules, table: Table, seat: int) -> tuple[str, ...]:
    """The spots where the player of the seat has yet to choose in prison."""
    if table.correction is not None:
        mine = choosers_again(rules, table, table.correction.number)
        return tuple(sorted({stake.spot for stake in mine if stake.seat == seat}))
    wagers = table.wagers.get(seat)
    if wagers is None or not may_choose(rules, table):
        return ()
    return tuple(sorted({each.stake.spot for each in wagers.values() if chooses(rules, each)}))


def last_rounds(table: Table, seats: Iterable[int]) -> dict[int, LastRound]:
    """The last settled round of each of these seats, for players who were in it."""
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
