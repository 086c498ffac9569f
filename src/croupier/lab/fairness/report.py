"""A fairness report: the audit and its text, as a struct for JSON or as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.lab.fairness.audit import Audit, audit
from croupier.lab.fairness.audit_text import WHEELS, Words, suspicious, words
from croupier.lab.fairness.ring import Floats
from croupier.lab.fairness.spins import Spins
from croupier.lab.fairness.sprt import Allegation
from croupier.terms.text import counted


class FairnessReport(Struct, frozen=True):
    audit: Audit
    words: Words
    suspicious: bool
    book: str | None = None


def report(
    spins: Spins, alpha: float = 0.01, allegation: Allegation | None = None, book: str | None = None
) -> tuple[FairnessReport, Floats]:
    """The report, and the monitor's evidence after each spin, for plots."""
    found, path = audit(spins, alpha, allegation)
    return FairnessReport(found, words(found), suspicious(found), book), path


def lines(made: FairnessReport) -> Iterator[str]:
    """The report as text for a terminal."""
    found, said = made.audit, made.words
    voids = f", {counted(found.voids, 'void spin')} left out" if found.voids else ""
    span = f", {found.first} to {found.last}" if found.first else ""
    yield f"Fairness, {WHEELS[found.wheel]}: {counted(found.spins, 'spin')} by {found.by}{voids}{span}"
    yield ""
    yield said.verdict
    yield ""
    yield "Findings"
    yield from (f"  - {line}" for line in said.findings)
    yield ""
    yield f"Audit tests (Holm's correction over {sum(j.holm is not None for j in found.tests)}, level {found.alpha:g})"
    for judged in found.tests:
        mark = "!" if judged.stands_out else " "
        p = "   –   " if judged.holm is None else f"{judged.holm:7.2g}"
        yield f"  {mark} p {p}  {judged.test.title}: {judged.test.found}"
    yield ""
    yield f"Power of the chi-square test over {counted(found.spins, 'spin')}"
    for power in found.powers:
        yield f"    {power.power:4.0%}  {power.words} (80% from {power.spins_needed:,} spins)"
    yield ""
    yield "What cannot be concluded"
    yield from (f"  - {line}" for line in said.limits)
