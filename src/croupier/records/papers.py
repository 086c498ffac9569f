"""Prints of numbered papers, such as slips and prize vouchers: the records say which copy a paper is.

They are recorded in the stream `papers`. A paper is counted under its own name, whoever prints it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import DecodeError, Struct, ValidationError, json

from croupier.journal.record import Draft, Record
from croupier.wire.events import UnreadableRecord, canonical

STREAM = "papers"


class PaperPrinted(Struct, frozen=True, tag="paper-printed/1"):
    """`copy` is 1 for the first print, and more for each further one."""

    paper: str
    copy: int


_read = json.Decoder(PaperPrinted).decode


def draft_of(event: PaperPrinted, actor: str, at: int) -> Draft:
    """The event as a draft to commit."""
    return Draft(str(type(event).__struct_config__.tag), actor, at, canonical(event))


def prints(records: Iterable[Record]) -> Counter[str]:
    """How often each paper was printed, from the records of the stream."""
    found: Counter[str] = Counter()
    for record in records:
        try:
            found[_read(record.body).paper] += 1
        except (DecodeError, ValidationError) as error:
            raise UnreadableRecord(f"{record.stream} {record.version} is not a print: {error}") from error
    return found
