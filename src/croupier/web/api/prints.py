"""Printed matter of a table over HTTP: the list, with what is due, and each item as PDF.

Players get the items for players; staff and the regulator get everything.
"""

from __future__ import annotations

import asyncio
import datetime
from collections import OrderedDict
from typing import Annotated

from msgspec import Meta, Struct
from starlette.responses import Response

from croupier.equipment.signs import SignState, state_of
from croupier.equipment.state import PostedSign
from croupier.floor.premises import Premises
from croupier.press.catalog import Printable, catalog, document_of, labels_of
from croupier.press.document import Document
from croupier.press.record_catalog import record_document
from croupier.records.script import stream_of
from croupier.rules.signs import Readership
from croupier.table.state import TableRules
from croupier.table.view import CREW, HOUSE, STAFF
from croupier.terms.day import day_of
from croupier.terms.people import Role
from croupier.terms.problem import Problems
from croupier.web.api.counted_prints import PrintedPaper, PrintLanguage, print_counted, printed_languages, rendered
from croupier.web.api.lookup import RunningTable, find_running, query_table
from croupier.web.endpoint import EVERYBODY, Call, Declined, Endpoint

KEPT_MAX = 200
"""Maximum number of cached files; they are small, and the same rules produce the same file."""
NO_SUCH = "no-such-print"
INSIDE = STAFF | CREW
PRINTERS = (HOUSE | {Role.CASHIER}) - {Role.SURVEILLANCE, Role.REGULATOR}
"""Who prints slips; those who watch read the preview."""


class SeenPrint(Struct, frozen=True):
    """A printable item; the last four fields are for staff, and only set for signs."""

    thing: str
    title: str
    audience: Readership
    size: str
    language: str
    clause: str | None
    records: bool
    sign: bool
    counted: bool = False
    """Every print is recorded, and later ones are marked as copies."""
    state: SignState | None = None
    code: str = ""
    place: str = ""
    name: str = ""
    """Who posted it."""


class Prints(Struct, frozen=True):
    table: str
    prints: tuple[SeenPrint, ...]
    languages: tuple[str, ...]
    """The languages that can be printed here."""


class PrintQuery(Struct, frozen=True):
    which: Annotated[str, Meta(max_length=100)] = ""
    """Which slip, report or decision; default: the last one."""
    language: PrintLanguage = ""
    """The language of a form; a sign, or the house rules, says the same in it below its own words."""


def endpoints(premises: Premises) -> tuple[Endpoint, ...]:
    made: OrderedDict[tuple[str, str, str], bytes] = OrderedDict()

    async def listed(call: Call) -> Prints:
        running = find_running(premises, call)
        inside = _is_inside(call)
        signs = await query_table(running.live, lambda _version, table: dict(table.equipment.signs)) if inside else {}
        things = await asyncio.to_thread(_listed, premises, running.live.rules, signs, call)
        return Prints(running.place.number, things, await asyncio.to_thread(printed_languages))

    async def printed(call: Call) -> Response:
        running, found = await named(call)
        rules, id = running.live.rules, found.id
        key = (running.place.number, rules.digest, f"{id} {call.query.language}")
        data = made.get(key)
        if data is None:
            document = await asyncio.to_thread(_document, premises, running, found, call.query)
            data = await asyncio.to_thread(rendered, document.as_preview())
            if not found.records:
                made[key] = data
                while len(made) > KEPT_MAX:
                    made.popitem(last=False)
        name = f"table-{running.place.number}-{id}.pdf".replace(" ", "-")
        headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
        return Response(data, headers=headers, media_type="application/pdf")

    async def counted(call: Call) -> PrintedPaper:
        running, found = await named(call)
        document = await asyncio.to_thread(_document, premises, running, found, call.query)
        return await print_counted(premises, call, document)

    async def named(call: Call) -> tuple[RunningTable, Printable]:
        running = find_running(premises, call)
        things = await asyncio.to_thread(catalog, running.live.rules)
        found = {each.id: each for each in things}.get(call.path["thing"])
        if found is None or not _may_see(call, found):
            raise Declined(404, NO_SUCH, f"There is no print of that name for table {running.place.number}.")
        return running, found

    path = "/tables/{number}/prints"
    words = "A sign, sheet, form or slip of a table, as PDF."
    return (
        Endpoint("GET", path, listed, "What can be printed for a table.", EVERYBODY, answer=Prints),
        Endpoint(
            "GET",
            f"{path}/{{thing}}",
            printed,
            words,
            EVERYBODY,
            query=PrintQuery,
            answer=bytes,
            media="application/pdf",
        ),
        Endpoint(
            "POST",
            f"{path}/{{thing}}",
            counted,
            "Prints a slip of a table; every print is recorded, and later ones are marked as copies.",
            PRINTERS,
            query=PrintQuery,
            answer=PrintedPaper,
        ),
    )


def _is_inside(call: Call) -> bool:
    return call.person is not None and call.person.role in INSIDE


def _may_see(call: Call, thing: Printable) -> bool:
    """Players see items for players; records of money and disputes need a role that sees the house's money."""
    if not thing.records:
        return thing.audience == Readership.PLAYERS or _is_inside(call)
    role = call.person.role if call.person is not None else None
    if thing.counted and role in PRINTERS:
        return True
    return role in (INSIDE if thing.audience == Readership.REGULATOR else HOUSE)


def _listed(premises: Premises, rules: TableRules, posted: dict[str, PostedSign], call: Call) -> tuple[SeenPrint, ...]:
    inside = _is_inside(call)
    day = day_of(premises.clock.now())
    things = [_seen(each, rules, posted, day=day, inside=inside) for each in catalog(rules) if _may_see(call, each)]
    for id in sorted(posted.keys() - rules.due_signs.keys()):
        left = SeenPrint(id, id, Readership.PLAYERS, "", "", None, records=False, sign=True, state=SignState.REMOVE)
        things.append(left)
    return tuple(things)


def _seen(
    each: Printable, rules: TableRules, posted: dict[str, PostedSign], *, day: datetime.date, inside: bool
) -> SeenPrint:
    sign = rules.due_signs.get(each.id) if each.sign and inside else None
    hangs = posted.get(each.id)
    return SeenPrint(
        each.id,
        each.title,
        Readership(each.audience),
        each.size,
        each.language,
        each.authority.clause,
        each.records,
        each.sign,
        each.counted,
        state_of(sign, hangs, day) if sign is not None else None,
        sign.code if sign is not None else "",
        hangs.place if hangs is not None else "",
        hangs.name if hangs is not None else "",
    )


def _document(premises: Premises, running: RunningTable, thing: Printable, query: PrintQuery) -> Document:
    """The document; raises `Declined` if the records have none of that name."""
    number = running.place.number
    try:
        if not thing.records:
            return document_of(running.live.rules, thing.id, running.place.house, query.language)
        with premises.open_journal() as journal:
            records = list(journal.read(stream_of(number)))
        say = labels_of(running.live.rules, query.language)
        return record_document(thing.id, number, records, say, query.which or None)
    except Problems as problems:
        first = problems.problems[0]
        raise Declined(404, NO_SUCH, f"{first.wrong[:1].upper()}{first.wrong[1:]}. {first.right}") from None
