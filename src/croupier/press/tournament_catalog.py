"""The catalog of documents for a tournament, each with its authority."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from croupier.press import tournament_documents as d
from croupier.press.catalog import Printable
from croupier.press.document import Document, Paper
from croupier.press.labels import IN_ENGLISH_LABELS, Labels
from croupier.rules.signs import Readership
from croupier.rules.tournaments import TournamentDuty
from croupier.terms.problem import Problem, Problems, nearest, shown
from croupier.tournament import forms
from croupier.tournament.check import PlannedTournament
from croupier.tournament.state import Tournament

T = TypeVar("T")
RULES = "tournament-rules"
_WIDE, _TICKET = Paper.LETTER_WIDE, Paper.TICKET
_THINGS: Mapping[str, tuple[str, Readership, str, TournamentDuty]] = {
    RULES: ("Tournament rules", Readership.PLAYERS, Paper.LETTER, TournamentDuty.WRITTEN_RULES),
    "entrants": ("Entrants and how each paid", Readership.REGULATOR, _WIDE, TournamentDuty.PROCEEDS),
    "prize-payouts": ("Prize payouts", Readership.REGULATOR, _WIDE, TournamentDuty.FEES_APART),
    "prize-vouchers": ("Prize vouchers", Readership.REGULATOR, _WIDE, TournamentDuty.VOUCHER),
    "prize-voucher": ("A prize voucher for its winner", Readership.STAFF, _TICKET, TournamentDuty.VOUCHER),
    "month-proceeds": ("Proceeds by month", Readership.REGULATOR, _WIDE, TournamentDuty.PROCEEDS),
    "joint-record": ("Overall record", Readership.REGULATOR, _WIDE, TournamentDuty.DESIGNATED),
    "seat-cards": ("All seat cards", Readership.STAFF, Paper.LETTER, TournamentDuty.ORDER),
    "seat-card": ("A seat card", Readership.STAFF, _TICKET, TournamentDuty.ORDER),
    "color-notice": ("Points of each color", Readership.PLAYERS, "sign", TournamentDuty.COLORS),
}


def tournament_catalog(planned: PlannedTournament) -> tuple[Printable, ...]:
    """Everything that can be printed for this tournament, the rules first."""
    return tuple(
        Printable(
            id,
            title,
            audience,
            str(size),
            "en-US",
            planned.law.authority(duty),
            records=id != RULES,
            sign=size == "sign",
            counted=id == "prize-voucher",
        )
        for id, (title, audience, size, duty) in _THINGS.items()
        if id != "color-notice" or planned.setup.chips.colors
    )


def find_tournament_print(planned: PlannedTournament, id: str) -> Printable:
    """The document of that name; raises a problem if there is none."""
    things = {each.id: each for each in tournament_catalog(planned)}
    if id not in things:
        wrong = f"{shown(id)} is not a document of a tournament"
        raise Problems([Problem("THING", wrong, nearest(id, things))])
    return things[id]


def has_content(planned: PlannedTournament, tournament: Tournament, id: str) -> bool:
    """Whether the records have content for the document, such as a voucher that was won or a drawn seat."""
    match id:
        case "prize-voucher":
            return bool(forms.voucher_forms(planned, tournament))
        case "seat-cards" | "seat-card":
            return bool(_cards(planned, tournament))
        case _:
            return True  # all other documents exist from the start


def tournament_document(
    planned: PlannedTournament,
    tournament: Tournament | None,
    id: str,
    which: str | None = None,
    say: Labels = IN_ENGLISH_LABELS,
) -> Document:
    """The document; all but the rules, which are in the words that were filed, are made from the records.

    `which` is the number of a voucher or an entry, or a month. The default is the last one, or every month.
    """
    find_tournament_print(planned, id)
    if id == RULES:
        return d.rules_document(planned)
    if tournament is None:
        raise Problems([Problem("THING", f"{id} is made from the records", "Name a journal as well.")])
    match id:
        case "entrants":
            return d.entrants_document(planned, tournament, say)
        case "prize-payouts":
            return d.payouts_document(planned, tournament, say)
        case "prize-vouchers":
            return d.vouchers_document(planned, tournament, say)
        case "prize-voucher":
            vouchers = {each.number: each for each in forms.voucher_forms(planned, tournament)}
            return d.voucher_slip(planned, _chosen(id, which, vouchers), say)
        case "month-proceeds":
            months = {line.month: line for line in forms.proceeds_form(planned, tournament).lines}
            month = _chosen(id, which, months).month if which is not None else None
            return d.proceeds_document(planned, tournament, month, say)
        case "joint-record":
            return d.joint_document(planned, tournament, say)
        case "seat-cards":
            return d.seat_cards_document(planned, _cards(planned, tournament), say)
        case "seat-card":
            cards = {str(each.entry): each for each in _cards(planned, tournament)}
            return d.seat_card_slip(planned, _chosen(id, which, cards), say)
        case "color-notice":
            return d.color_document(planned, tournament, say)
        case _:
            raise AssertionError(f"{id} is in the catalog but has no document")


def _cards(planned: PlannedTournament, tournament: Tournament) -> tuple[forms.SeatCard, ...]:
    return tuple(card for event in tournament.events for card in forms.seat_cards(planned, tournament, event))


def _chosen(thing: str, which: str | None, found: Mapping[str, T]) -> T:
    names = list(found)
    if not names:
        raise Problems([Problem("THING", f"the records hold nothing for {thing}", "Choose another thing.")])
    if which is not None and which not in found:
        known = ", ".join(names[-10:])
        raise Problems([Problem("--which", f"{shown(which)} is not on record", f"The last ones are: {known}.")])
    return found[which if which is not None else names[-1]]
