"""Printed matter of a tournament over HTTP: the list, and each item as PDF, HTML or text.

The rules and the color notice are public; forms and cards are for the roles that run or oversee the tournament.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from starlette.responses import Response

from croupier.floor.premises import Premises
from croupier.floor.tournaments import TournamentFloor, UnknownTournament
from croupier.press import html, text
from croupier.press.catalog import Printable
from croupier.press.document import Document
from croupier.press.labels import Labels
from croupier.press.tournament_catalog import has_content, tournament_catalog, tournament_document
from croupier.rules.signs import Readership
from croupier.terms.people import Role
from croupier.terms.problem import Problems
from croupier.terms.wording import ENGLISH
from croupier.tournament.check import PlannedTournament
from croupier.tournament.state import Tournament
from croupier.web.api.counted_prints import PrintedPaper, PrintLanguage, labels_to_print, print_counted, rendered
from croupier.web.endpoint import EVERYBODY, Call, Declined, Endpoint

T = TypeVar("T")
ANSWERING = frozenset({Role.DIRECTOR, Role.ACCOUNTANT, Role.KEY_MANAGER, Role.REGULATOR, Role.SURVEILLANCE})
PRINTERS = ANSWERING - {Role.SURVEILLANCE, Role.REGULATOR}
"""Who prints vouchers; those who watch read the preview."""


class PrintFormat(StrEnum):
    PDF = "pdf"
    HTML = "html"
    TEXT = "txt"


_MEDIA = {
    PrintFormat.PDF: "application/pdf",
    PrintFormat.HTML: "text/html; charset=utf-8",
    PrintFormat.TEXT: "text/plain; charset=utf-8",
}


class TournamentPrint(Struct, frozen=True):
    thing: str
    title: str
    audience: Readership
    size: str
    clause: str | None
    records: bool
    counted: bool
    """Every print is recorded, and later ones are marked as copies."""


class TournamentPrints(Struct, frozen=True):
    tournament: str
    prints: tuple[TournamentPrint, ...]


class TournamentPrintQuery(Struct, frozen=True):
    which: Annotated[str, Meta(max_length=100)] = ""
    """The number of a voucher or an entry, or a month; default: the last one, or every month."""
    format: PrintFormat = PrintFormat.PDF
    language: PrintLanguage = ""
    """The language; English for the rules, which are in the words that were filed, and for a PDF without a font."""


def endpoints(premises: Premises, floor: TournamentFloor) -> tuple[Endpoint, ...]:
    async def listed(call: Call) -> TournamentPrints:
        def at(_version: int, planned: PlannedTournament, tournament: Tournament) -> TournamentPrints:
            seen = (each for each in tournament_catalog(planned) if _may_see(call, each))
            things = (each for each in seen if has_content(planned, tournament, each.id))
            return TournamentPrints(planned.setup.id, tuple(map(_seen, things)))

        return await _look(call, at)

    async def printed(call: Call) -> Response:
        thing, query = call.path["thing"], call.query
        data = await asyncio.to_thread(_rendered, (await _document(call)).as_preview(), query.format)
        name = f"{call.path['id']}-{thing}.{query.format}"
        headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
        return Response(data, headers=headers, media_type=_MEDIA[query.format])

    async def counted(call: Call) -> PrintedPaper:
        return await print_counted(premises, call, await _document(call))

    async def _document(call: Call) -> Document:
        thing, query = call.path["thing"], call.query
        pdf = query.format is PrintFormat.PDF
        say = await asyncio.to_thread(labels_to_print, query.language) if pdf else Labels(query.language or ENGLISH)

        def at(_version: int, planned: PlannedTournament, tournament: Tournament) -> Document:
            known = [each for each in tournament_catalog(planned) if each.id == thing and _may_see(call, each)]
            if not known:
                raise Declined(404, "no-such-print", "There is no print of that name for this tournament.")
            return tournament_document(planned, tournament, thing, query.which or None, say)

        try:
            return await _look(call, at)
        except Problems as problems:
            first = problems.problems[0]
            words = f"{first.wrong[:1].upper()}{first.wrong[1:]}. {first.right}"
            raise Declined(404, "no-such-print", words) from None

    async def _look(call: Call, at: Callable[[int, PlannedTournament, Tournament], T]) -> T:
        try:
            return await asyncio.to_thread(floor.query, call.path["id"], at)
        except UnknownTournament:
            raise Declined(404, "no-such-tournament", "There is no tournament with that id.") from None

    path = "/tournaments/{id}/prints"
    return (
        Endpoint("GET", path, listed, "What can be printed for a tournament now.", EVERYBODY, answer=TournamentPrints),
        Endpoint(
            "GET",
            f"{path}/{{thing}}",
            printed,
            "Rules, a form, a voucher, seat cards or the color notice, as PDF, HTML or text.",
            EVERYBODY,
            query=TournamentPrintQuery,
            answer=bytes,
            media="application/pdf",
        ),
        Endpoint(
            "POST",
            f"{path}/{{thing}}",
            counted,
            "Prints a prize voucher; every print is recorded, and later ones are marked as copies.",
            PRINTERS,
            query=TournamentPrintQuery,
            answer=PrintedPaper,
        ),
    )


def _may_see(call: Call, thing: Printable) -> bool:
    if thing.audience == Readership.PLAYERS:
        return True
    return call.person is not None and call.person.role in ANSWERING


def _seen(each: Printable) -> TournamentPrint:
    clause = each.authority.clause
    return TournamentPrint(
        each.id, each.title, Readership(each.audience), each.size, clause, each.records, each.counted
    )


def _rendered(document: Document, kind: PrintFormat) -> bytes:
    if kind is PrintFormat.HTML:
        return html.render(document).encode()
    if kind is PrintFormat.TEXT:
        return text.render(document).encode()
    return rendered(document)
