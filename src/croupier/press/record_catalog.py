"""Documents made from the records of a table, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from croupier.journal.record import Record
from croupier.press import record_documents as r
from croupier.press.document import Document
from croupier.press.labels import Labels
from croupier.records.maintenance import maintenance
from croupier.records.report import days, shifts
from croupier.terms.problem import Problem, Problems, shown

T = TypeVar("T")


def record_document(
    thing: str, number: str, records: Sequence[Record], say: Labels, which: str | None = None
) -> Document:
    """A document from the records of table `number`; if there are several, the last, or the one that `which` names."""
    match thing:
        case "maintenance-log":
            return r.maintenance_log(number, maintenance(records), say)
        case "postings":
            return r.postings(number, records, say)
        case "fill-slip":
            slips = {each.slip: each for each in r.float_slips(number, records)}
            return r.float_slip(_chosen(thing, which, slips), say)
        case "dispute-decision":
            decided = {str(each.dispute): each for each in r.decided_disputes(number, records)}
            return r.dispute_decision(_chosen(thing, which, decided), say)
        case "shift-report":
            by_shift = {f"{each.day}/{each.shift}": each for each in shifts(records)}
            return r.report(_chosen(thing, which, by_shift), say)
        case "day-report":
            return r.report(_chosen(thing, which, {each.day: each for each in days(shifts(records))}), say)
        case _:
            raise Problems([Problem("THING", f"{shown(thing)} is not made from records", "Name another thing.")])


def _chosen(thing: str, which: str | None, found: Mapping[str, T]) -> T:
    names = list(found)
    if not names:
        raise Problems([Problem("THING", f"the records hold nothing for {thing}", "Choose another table.")])
    if which is not None and which not in found:
        known = ", ".join(names[-10:])
        raise Problems([Problem("--which", f"{shown(which)} is not on record", f"The last ones are: {known}.")])
    return found[which if which is not None else names[-1]]
