"""Tables over HTTP: the lobby, a table's card, its posted rules, and who deals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from croupier.access.person import Person
from croupier.equipment.questions import obstacles
from croupier.equipment.view import SeenObstacle, seen_obstacle
from croupier.floor.history import History
from croupier.floor.live import LiveTable
from croupier.floor.premises import Premises
from croupier.floor.premises_table import PremisesTable
from croupier.floor.remote_table import RemoteTable
from croupier.game.wheel import Wheel
from croupier.records.report import days
from croupier.rules.book import Rulebook
from croupier.rules.house import HouseTable
from croupier.rules.zero_words import zero_sentences
from croupier.table.posted import PostedRules, posted_rules, table_title
from croupier.table.sequence import next_command, tag
from croupier.table.signs import posted_limits
from croupier.table.state import AUTOMATIC_DEALER, Phase, Table
from croupier.table.view import CREW, HOUSE, STAFF
from croupier.terms.people import Role
from croupier.terms.problem import Problem
from croupier.web.api.card import Card, card
from croupier.web.api.lookup import SILENT, find_place, find_running, query_table
from croupier.web.dispatch import Packed
from croupier.web.endpoint import EVERYBODY, Call, Declined, Endpoint

RESULTS_SHOWN = 12


class Login(Struct, frozen=True):
    """A ready-made login; only demonstrations have them."""

    name: str
    role: Role
    password: str
    words: str = ""


class TableFinding(Struct, frozen=True):
    message: str
    clause: str | None
    key: str
    """The key of the house file."""


class DayFigures(Struct, frozen=True):
    """The table's day so far: cents and counts, ratios as decimals."""

    day: str
    counted: bool
    win: int
    drop: int
    hold: float | None
    rounds: int
    rounds_per_hour: float | None
    no_spins: int
    disputes: int
    refused: int


class Tile(Struct, frozen=True):
    number: str
    title: str
    book: str
    book_title: str
    wheel: str
    wheel_title: str
    ring: str
    """A letter for each compartment, clockwise: r red, b black, g green, v void, p any other color."""
    zero: str
    zero_words: str
    """What a zero does at this table; empty if the wheel has none."""
    phase: Phase
    round: int
    last: str
    """The last result; empty before the first."""
    results: tuple[str, ...]
    """The last results, oldest first."""
    seats: int
    taken: int
    minimum: int | None
    maximum: int | None
    electronic: bool
    demonstration: bool
    automatic: bool
    """Whether an automatic dealer deals now."""
    findings: tuple[TableFinding, ...]
    note: str = ""
    automatic_name: str = AUTOMATIC_DEALER
    """The name that the automatic dealer has on record."""
    dealer: str | None = None
    """Only for staff, like the next two fields."""
    step: str | None = None
    """The only command that the rules allow next."""
    disputes: int | None = None
    """Number of undecided disputes."""
    obstacles: tuple[SeenObstacle, ...] | None = None
    """What prevents the opening or the next spin; only for staff and equipment crew."""
    day: DayFigures | None = None
    """Only for roles that see the house's money; also None while the day is still being read."""


class Lobby(Struct, frozen=True):
    house: str
    demonstration: bool
    logins: tuple[Login, ...]
    tables: tuple[Tile, ...]


class DealingBody(Struct, frozen=True):
    automatic: bool


class DealingAnswer(Struct, frozen=True):
    automatic: bool


def finding(problem: Problem) -> TableFinding:
    """A problem of the house file, for the pages."""
    return TableFinding(f"{problem.key}: {problem.wrong}. {problem.right}", problem.clause, problem.key)


class Tables:
    """The handlers. Cards and posted rules are built once, because they do not change while the service runs."""

    def __init__(
        self, premises: Premises, logins: Sequence[Login], on_dealing: Callable[[str, bool, Person], None]
    ) -> None:
        self._premises, self._logins, self._on_dealing = premises, tuple(logins), on_dealing
        self._cards: dict[str, Packed] = {}
        self._posted: dict[str, PostedRules] = {}

    async def lobby(self, call: Call) -> Lobby:
        premises = self._premises
        tiles = await asyncio.gather(*(self._tile(place, call.person) for place in premises.places.values()))
        demonstration = any(tile.demonstration for tile in tiles)
        return Lobby(premises.name, demonstration, self._logins if demonstration else (), tuple(tiles))

    async def card(self, call: Call) -> Response:
        place = find_running(self._premises, call).place
        if place.number not in self._cards:
            self._cards[place.number] = await asyncio.to_thread(_card, place)
        return self._cards[place.number].response(call.request)

    async def rules(self, call: Call) -> PostedRules:
        running = find_running(self._premises, call)
        place = running.place
        if place.number not in self._posted:
            make = partial(posted_rules, running.live.rules, place.house)
            self._posted[place.number] = await asyncio.to_thread(make)
        return self._posted[place.number]

    async def dealing(self, call: Call) -> DealingAnswer:
        place = find_place(self._premises, call)
        dealer = self._premises.dealers.get(place.number)
        if dealer is None:
            raise Declined(409, "no-automatic-dealer", f"Table {place.number} has no automatic dealer.")
        assert call.person is not None  # noqa: S101 (the endpoint admits no others)
        on: bool = call.body.automatic
        dealer.switch(on=on)
        self._on_dealing(place.number, on, call.person)
        return DealingAnswer(on)

    async def _tile(self, place: PremisesTable, person: Person | None) -> Tile:
        entry = place.entry
        if place.live is None:
            wheel, zero = (
                (entry.rules.choices.wheel, entry.rules.game.zero.name)
                if isinstance(entry, HouseTable)
                else (entry.wheel, entry.zero)
            )
            book = next(house.book for house in self._premises.houses if house.name == place.house)
            return _unfit_tile(place, book, wheel, zero)
        role = person.role if person is not None else None
        show = _staff_tile if role in STAFF else _crew_tile if role in CREW else _live_tile
        try:
            tile = await query_table(place.live, partial(show, place, place.live, self._automatic(place)))
        except Declined as no:
            if no.code != SILENT:
                raise
            return replace(
                _live_tile(place, place.live, False, 0, Table()), note=no.message
            )  # the other tables are still shown
        if role not in HOUSE or place.history is None:
            return tile
        return replace(tile, day=await asyncio.to_thread(_day, place.history))

    def _automatic(self, place: PremisesTable) -> bool:
        dealer = self._premises.dealers.get(place.number)
        return dealer is not None and dealer.on


def _card(place: PremisesTable) -> Packed:
    assert place.live is not None  # noqa: S101 (the caller has checked)
    repeats = place.entry.running.repeats if isinstance(place.entry, HouseTable) else 0
    return Packed(card(place.live, place.house, place.note, repeats))


def ring_of(wheel: Wheel) -> str:
    """The colors of the wheel's compartments, one letter each."""
    letters = {"red": "r", "black": "b", "green": "g"}
    return "".join("v" if each.label in wheel.void else letters.get(each.color, "p") for each in wheel.compartments)


def _unfit_tile(place: PremisesTable, book: Rulebook, wheel: str, zero: str) -> Tile:
    plan = book.plan(wheel)
    return Tile(
        number=place.number,
        title=plan.heading,
        book=book.id,
        book_title=book.title,
        wheel=wheel,
        wheel_title=plan.wheel.title,
        ring=ring_of(plan.wheel),
        zero=zero,
        zero_words="",
        phase=Phase.CLOSED,
        round=0,
        last="",
        results=(),
        seats=0,
        taken=0,
        minimum=None,
        maximum=None,
        electronic=False,
        demonstration=False,
        automatic=False,
        findings=tuple(map(finding, place.findings)),
    )


def _live_tile(
    place: PremisesTable, live: LiveTable | RemoteTable, automatic: bool, _version: int, table: Table
) -> Tile:
    rules, setup = live.rules.betting, live.rules.setup
    limits = posted_limits(rules)
    minimums = [each.minimum for each in limits if each.minimum is not None]
    maximums = [each.maximum for each in limits if each.maximum is not None]
    results = tuple(table.results[-RESULTS_SHOWN:])
    return Tile(
        number=live.number,
        title=table_title(live.rules),
        book=rules.book.id,
        book_title=rules.book.title,
        wheel=rules.choices.wheel,
        wheel_title=rules.game.wheel.title,
        ring=ring_of(rules.game.wheel),
        zero=rules.game.zero.name,
        zero_words=" ".join(zero_sentences(rules)),
        phase=table.phase,
        round=table.round,
        last=results[-1] if results else "",
        results=results,
        seats=setup.seats,
        taken=len(table.seats),
        minimum=min(minimums, default=None),
        maximum=max(maximums, default=None),
        electronic=setup.electronic,
        demonstration=setup.demonstration,
        automatic=automatic,
        findings=(),
        note=place.note,
    )


def _crew_tile(
    place: PremisesTable, live: LiveTable | RemoteTable, automatic: bool, version: int, table: Table
) -> Tile:
    """The tile with what the equipment crew must know."""
    found = tuple(map(seen_obstacle, obstacles(live.rules.equipment, table.equipment)))
    return replace(_live_tile(place, live, automatic, version, table), obstacles=found)


def _staff_tile(
    place: PremisesTable, live: LiveTable | RemoteTable, automatic: bool, version: int, table: Table
) -> Tile:
    """The tile with what only staff may see."""
    return replace(
        _crew_tile(place, live, automatic, version, table),
        dealer=table.dealer,
        step=tag(next_command(live.rules, table)),
        disputes=sum(not dispute.decided for dispute in table.disputes.values()),
    )


def _day(history: History) -> DayFigures | None:
    """The day of the last opening, from the records."""
    found = list(days(history.shifts()))
    if not found:
        return None
    last = found[-1]
    figures = last.figures
    return DayFigures(
        day=last.day,
        counted=last.counted,
        win=figures.win,
        drop=figures.drop,
        hold=float(figures.hold) if figures.hold is not None else None,
        rounds=figures.rounds,
        rounds_per_hour=float(figures.rounds_per_hour) if figures.rounds_per_hour is not None else None,
        no_spins=figures.no_spins,
        disputes=figures.disputes,
        refused=figures.refused,
    )


def _ignore(_number: str, _on: bool, _by: Person) -> None:
    """Does nothing."""


def endpoints(
    premises: Premises,
    logins: Sequence[Login] = (),
    on_dealing: Callable[[str, bool, Person], None] = _ignore,
) -> tuple[Endpoint, ...]:
    """`on_dealing` is called when an automatic dealer is switched on or off."""
    tables = Tables(premises, logins, on_dealing)
    dealing = frozenset({Role.DEALER, Role.SUPERVISOR})
    return (
        Endpoint("GET", "/tables", tables.lobby, "The lobby: a tile for each table.", EVERYBODY, answer=Lobby),
        Endpoint("GET", "/tables/{number}", tables.card, "The card of a table.", EVERYBODY, answer=Card),
        Endpoint(
            "GET", "/tables/{number}/rules", tables.rules, "The posted rules of a table.", EVERYBODY, answer=PostedRules
        ),
        Endpoint(
            "POST",
            "/tables/{number}/dealing",
            tables.dealing,
            "Switches the automatic dealer of a demonstration table.",
            dealing,
            body=DealingBody,
            answer=DealingAnswer,
        ),
    )
