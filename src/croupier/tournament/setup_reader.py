"""Reads the file of a tournament, collecting every problem of its form."""

from __future__ import annotations

import datetime
import re

from croupier.terms.document import DocumentTable, Table
from croupier.terms.money import STAKE_MAX, Cents
from croupier.terms.problem import Problem
from croupier.terms.text import stray
from croupier.tournament.points import NO_POINTS, POINTS_MAX, Points
from croupier.tournament.setup import (
    ChipPlan,
    ColorValue,
    EventPlan,
    PrizeKind,
    PrizePlan,
    PurchasePlan,
    RoundChips,
    RoundPlan,
    TieRule,
    TournamentSetup,
)

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
ID_MAX = 40
TEXT_MAX = 20_000
EVENTS_MAX = 100
TABLES_MAX = 500
SEATS_MAX = 100
ROUNDS_MAX = 50
GAMES_MAX = 1_000
PRIZES_MAX = 1_000
_NO_DAY = datetime.date(1970, 1, 1)


def read_setup(document: Table, problems: list[Problem]) -> TournamentSetup:
    """The setup that a document describes; missing keys are problems and get empty values."""
    top = DocumentTable(document, problems)
    own = top.section("tournament", required=True)
    tie = own.text("tie", allowed=[*TieRule])
    table = top.section("table")
    choices = {key: table.raw(key) for key in table.keys()}  # noqa: SIM118 (a section is not a mapping)
    setup = TournamentSetup(
        id=_id(own, "id"),
        title=_words(own, "title", required=True),
        book=own.text("book", required=True) or "",
        house=_words(own, "house", required=True),
        premises=_words(own, "premises"),
        first_day=own.date("first_day", required=True) or _NO_DAY,
        last_day=own.date("last_day", required=True) or _NO_DAY,
        events=_events(top),
        chips=_chips(top.section("chips", required=True)),
        tie=TieRule(tie) if tie else None,
        final_round=_words(own, "final_round"),
        conclusion=_words(own, "conclusion"),
        table=choices,
        licensees=own.texts("licensees"),
        designated=_words(own, "designated"),
        security=bool(own.flag("security")),
        internal_controls=bool(own.flag("internal_controls")),
        office=_words(own, "office"),
        criteria=_words(own, "criteria"),
        criteria_related=_words(own, "criteria_related"),
        re_entries=own.integer("re_entries", least=0, most=1_000) or 0,
        split=bool(own.flag("split")),
        refunds=own.flag("refunds") is not False,
        overall=_words(own, "overall"),
        demonstration=bool(own.flag("demonstration")),
        house_rules=_words(own, "house_rules"),
        changes=own.texts("changes"),
        initial_rounds=own.integer("initial_rounds", least=1, most=ROUNDS_MAX) or 1,
        wager_max=_cents(own, "wager_max") if "wager_max" in own else None,
    )
    own.known("wager_max")
    own.finish()
    top.finish()
    return setup


def _words(section: DocumentTable, key: str, *, required: bool = False) -> str:
    text = section.text(key, required=required) or ""
    if required and key in section and not text.strip():
        section.wrong(key, "it is blank", "Fill it in.")
    if len(text) > TEXT_MAX:
        section.wrong(key, f"it has {len(text):,} characters", f"Shorten it to {TEXT_MAX:,}.")
    if character := stray(text, lines=True):
        section.wrong(key, f"it contains {character}, which cannot be printed", "Write plain text.")
    return text.strip()


def _id(section: DocumentTable, key: str) -> str:
    id = section.text(key, required=True)
    if id is not None and (len(id) > ID_MAX or not ID.fullmatch(id)):
        section.wrong(
            key, f"{id[:60]!r} is not an id", f"Use at most {ID_MAX} lowercase letters and digits, such as open-2014."
        )
    return id or ""


def _cents(section: DocumentTable, key: str, *, required: bool = False, least: int = 0) -> Cents:
    return Cents(section.integer(key, required=required, least=least, most=STAKE_MAX) or 0)


def _points(section: DocumentTable, key: str, *, required: bool = False) -> Points:
    count = section.integer(key, required=required, least=1, most=POINTS_MAX)
    return Points(count) if count else NO_POINTS


def _events(top: DocumentTable) -> tuple[EventPlan, ...]:
    sections = top.sections("event", required=True)
    if not sections and "event" in top:
        top.wrong("event", "there is no event", "Give at least one [[event]].")
    if len(sections) > EVENTS_MAX:
        top.wrong("event", f"there are {len(sections)} events", f"Hold at most {EVENTS_MAX}.")
    events = tuple(_event(section) for section in sections[:EVENTS_MAX])
    ids = [event.id for event in events]
    for id in sorted({id for id in ids if ids.count(id) > 1}):
        top.wrong("event", f"two events have the id {id!r}", "Give each its own.")
    return events


def _event(section: DocumentTable) -> EventPlan:
    rounds = section.sections("round", required=True)
    if not rounds and "round" in section:
        section.wrong("round", "the event has no round", "Give at least one [[event.round]].")
    prizes = section.sections("prize")
    for key, found, most in (("round", rounds, ROUNDS_MAX), ("prize", prizes, PRIZES_MAX)):
        if len(found) > most:
            section.wrong(key, f"there are {len(found)}", f"Give at most {most}.")
    event = EventPlan(
        id=_id(section, "id"),
        title=_words(section, "title", required=True),
        points=_points(section, "points", required=True),
        tables=section.integer("tables", required=True, least=1, most=TABLES_MAX) or 1,
        seats=section.integer("seats", required=True, least=1, most=SEATS_MAX) or 1,
        rounds=tuple(_round(each) for each in rounds[:ROUNDS_MAX]),
        prizes=tuple(_prize(each) for each in prizes[:PRIZES_MAX]),
        fee=_cents(section, "fee"),
        buy_in=_cents(section, "buy_in"),
        purchase=_purchase(section.section("purchase")) if "purchase" in section else None,
        fee_items=_items(section.section("fee_items")),
        buy_in_items=_items(section.section("buy_in_items")),
        guaranteed=_cents(section, "guaranteed"),
        late_round=section.integer("late_round", least=0, most=ROUNDS_MAX) or 0,
    )
    section.known("purchase")
    section.finish()
    return event


def _items(section: DocumentTable) -> dict[str, Cents]:
    items = {key: _cents(section, key, least=1) for key in section.keys()}  # noqa: SIM118 (a section is not a mapping)
    section.finish()
    return items


def _round(section: DocumentTable) -> RoundPlan:
    chips = section.text("chips", allowed=[*RoundChips])
    found = RoundPlan(
        section.integer("games", required=True, least=1, most=GAMES_MAX) or 1,
        RoundChips(chips) if chips else RoundChips.CARRIED,
        section.integer("best_of_table", least=1, most=SEATS_MAX) or 0,
        section.integer("best", least=1, most=SEATS_MAX * TABLES_MAX) or 0,
        section.integer("second_chance", least=1, most=SEATS_MAX * TABLES_MAX) or 0,
        bool(section.flag("secret_last")),
        _points(section, "cap") if "cap" in section else None,
    )
    section.known("cap")
    section.finish()
    return found


def _purchase(section: DocumentTable) -> PurchasePlan:
    unlimited = section.flag("unlimited")
    most = section.integer("most", required=not unlimited, least=1, most=1_000)
    if unlimited and most is not None:
        section.wrong("most", "it contradicts unlimited", "Leave out one of the two.")
    found = PurchasePlan(
        _cents(section, "price", required=True, least=1),
        _points(section, "points", required=True),
        None if unlimited else most or 1,
        section.integer("until_round", least=1, most=ROUNDS_MAX) or 1,
        section.flag("broke_only") is not False,
        _words(section, "conditions"),
    )
    section.finish()
    return found


def _prize(section: DocumentTable) -> PrizePlan:
    place = section.integer("place", required=True, least=1, most=PRIZES_MAX) or 1
    share = section.fraction("share")
    cash, value = _cents(section, "cash", least=1), _cents(section, "value", least=1)
    item, voucher = _words(section, "item"), section.text("voucher") or ""
    section.known("share", "cash", "value", "item", "voucher")
    named = [key for key in ("share", "cash", "item", "voucher") if key in section]
    section.finish()
    if len(named) != 1:
        section.wrong("prize", "it is not exactly one of share, cash, item and voucher", "Give each prize one of them.")
    if "value" in section and not {"item", "voucher"} & {*named}:
        section.wrong("value", "only an item or a voucher has a cash value", "Leave it out.")
    if "item" in section and not value:
        section.wrong("value", "the item has no cash value", "Give its cash value in cents.")
    if share is not None:
        if not 0 < share <= 1:
            section.wrong("share", f"{share} is not a share of a pool", 'Give a fraction such as "1/2".')
        return PrizePlan(place, PrizeKind.SHARE, part=str(share))
    if item:
        return PrizePlan(place, PrizeKind.ITEM, amount=value, item=item)
    if voucher:
        return PrizePlan(place, PrizeKind.VOUCHER, amount=value, event=voucher)
    return PrizePlan(place, PrizeKind.CASH, amount=cash)


def _chips(section: DocumentTable) -> ChipPlan:
    colors = section.section("colors")
    values = tuple(ColorValue(color, _points(colors, color)) for color in colors.keys())  # noqa: SIM118
    colors.finish()
    found = ChipPlan(
        _words(section, "approval"),
        section.flag("numbered") is not False,
        bool(section.flag("non_negotiable")),
        values,
    )
    section.finish()
    return found
