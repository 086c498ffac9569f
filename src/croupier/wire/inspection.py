"""Verification beyond the hash chain: whether tables name rules that were recorded."""

from __future__ import annotations

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.journal.record import Record
from croupier.journal.verify import Inspections
from croupier.table.event import OpenedForTournament, TableOpened
from croupier.terms.fault import Fault
from croupier.wire.events import from_record, kind_of_event
from croupier.wire.rulebooks import KINDS, STREAM, RecordedRulebooks


class _Named(Struct, frozen=True):
    """The rulebook that a rules document names; older journals have no digest."""

    book: str
    digest: str = ""


_decoder = json.Decoder(_Named)


class TournamentOpening(Struct, frozen=True):
    """A record that opens a table for a tournament."""

    stream: str
    version: int
    tournament: str


def rules_inspections(openings: list[TournamentOpening] | None = None) -> Inspections:
    """Checks for one verification: recorded files match their digests, and openings name recorded rulebooks.

    `openings` gets every opening for a tournament.
    """
    recorded = RecordedRulebooks()

    def check_rules(record: Record) -> str:
        if record.stream != STREAM:
            return ""
        try:
            recorded.add_record(record)
        except Fault as fault:
            return str(fault).rstrip(".")
        return ""

    def check_opening(record: Record) -> str:
        try:
            event = from_record(record).event
            if not isinstance(event, TableOpened):
                return ""
            named = _decoder.decode(event.rules)
        except (Fault, DecodeError, ValidationError) as error:
            return f"its rules cannot be read: {str(error).rstrip('.')}"
        if not named.digest or named.digest in recorded:
            return ""
        return f"it opens a table under rulebook {named.book}, whose files are not recorded before it"

    def note_opening(record: Record) -> str:
        event = from_record(record).event
        if openings is not None and isinstance(event, OpenedForTournament):
            openings.append(TournamentOpening(record.stream, record.version, event.tournament))
        return ""

    return {
        **dict.fromkeys(KINDS.values(), check_rules),
        kind_of_event(TableOpened): check_opening,
        kind_of_event(OpenedForTournament): note_opening,
    }
