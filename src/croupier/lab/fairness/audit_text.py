"""An audit in plain English: what can be concluded, and what cannot."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.lab.fairness.audit import Audit
from croupier.lab.fairness.power import POWER_GOAL
from croupier.lab.fairness.sprt import Decision
from croupier.terms.text import counted

CERTIFICATION_SPINS = 10_000
"""What GLI-19 3.4 requires of a physical wheel at certification."""
WHEELS = {
    "american": "American wheel",
    "european": "European wheel",
    "double-as-single": "double-zero wheel used as single-zero",
    "big-six": "Big Six wheel",
}


class Words(Struct, frozen=True):
    """The verdict in one line, the findings, and the limits of the record."""

    verdict: str
    findings: tuple[str, ...]
    limits: tuple[str, ...]


def words(audit: Audit) -> Words:
    return Words(_verdict(audit), tuple(_findings(audit)), tuple(_limits(audit)))


def suspicious(audit: Audit) -> bool:
    """Whether the monitor or a test of the battery is significant."""
    return audit.watch.alarm is not None or any(judged.stands_out for judged in audit.tests)


def _verdict(audit: Audit) -> str:
    if suspicious(audit):
        return (
            f"These {audit.spins:,} spins are not what one expects of a fair {WHEELS[audit.wheel]}. "
            "Inspect the wheel and check the record."
        )
    if (audit.powers[0].power if audit.powers else 0) < 0.5:
        spins = counted(audit.spins, "spin")
        return f"A record of {spins} is too short to say much: even a gross bias would probably not show in it."
    return f"Nothing in these {audit.spins:,} spins is evidence against a fair {WHEELS[audit.wheel]}."


def _findings(audit: Audit) -> Iterator[str]:
    watch, level = audit.watch, f"{audit.alpha:.3g}"
    if watch.alarm is not None:
        yield (
            f"The monitor raised an alarm at spin {watch.alarm:,}, when its evidence reached {watch.threshold:,.0f}. "
            f"On a fair wheel the chance that this ever happens is at most {level}, however often it is checked."
        )
        suspect = watch.suspects[0]
        yield f"Most of the evidence at the end points to: {suspect.words} ({suspect.share:.0%} of it)."
    else:
        yield (
            f"The monitor raised no alarm: its evidence rose to {watch.peak:,.2f} at most, "
            f"and an alarm needs {watch.threshold:,.0f}."
        )
    made = [judged for judged in audit.tests if judged.holm is not None]
    outstanding = [judged for judged in made if judged.stands_out]
    for judged in outstanding:
        yield f"{judged.test.title}: {judged.test.found}; p = {judged.holm:.2g} after Holm's correction."
    if not outstanding:
        tests = "The one audit test does not stand" if len(made) == 1 else f"None of the {len(made)} audit tests stands"
        yield f"{tests} out at {level} after Holm's correction."
    elif watch.alarm is None:
        yield (
            "The audit finds what the monitor does not: it looks once at the whole record, "
            "and for things such as order and dealers that the monitor does not look for."
        )
    if watch.alarm is not None and not outstanding:
        yield "The monitor finds what the audit does not: a defect may have come, or gone, within the record."
    yield from _sprt(audit)


def _sprt(audit: Audit) -> Iterator[str]:
    test = audit.sprt
    if test is None:
        return
    alleged = f"{', '.join(test.allegation.outcomes)} at {test.allegation.ratio:g} times the odds"
    match test.decision:
        case Decision.BIASED:
            yield f"The alleged bias, {alleged}, is borne out: Wald's test decided at spin {test.at:,}."
        case Decision.FAIR:
            yield f"The alleged bias, {alleged}, is not borne out: Wald's test decided at spin {test.at:,}."
        case Decision.OPEN:
            yield f"The alleged bias, {alleged}, is undecided: the likelihood ratio stands at {test.evidence:.2g}."


def _limits(audit: Audit) -> Iterator[str]:
    missed = [power for power in audit.powers if power.power < POWER_GOAL]
    if missed:
        kinds = "; ".join(
            f"{power.words} ({power.power:.0%}, and 80% takes {power.spins_needed:,})" for power in missed
        )
        spins = counted(audit.spins, "spin")
        yield f"These biases could be present but undetected; the chance that {spins} would show them: {kinds}."
    if not suspicious(audit):
        if audit.detectable is not None:
            kind = "the rarest insignia" if audit.by == "insignia" else f"a sector of five {audit.by}s"
            yield (
                f"No finding does not prove fairness: only a bias of at least {audit.detectable:.2f} times the odds of "
                f"{kind} is detected here with a chance of 80% or more."
            )
    else:
        yield "The figures do not say why: wear, a tilt, the ball, a dealer's habit and a false record look alike."
    if audit.spins < CERTIFICATION_SPINS and audit.by == "compartment":
        yield f"GLI-19 3.4 requires at least {CERTIFICATION_SPINS:,} outcomes when a physical wheel is certified."
    if audit.by == "insignia":
        yield "Stops are not recorded, so nothing can be said about parts of the wheel or about single stops."
    elif missing := [name for name in ("dealer", "direction") if name not in audit.named]:
        yield f"The record does not name {' and '.join(missing)}, so such habits cannot be detected."
    unmade = [judged.test.title for judged in audit.tests if judged.holm is None]
    if unmade:
        yield f"Not tested, for lack of spins or records: {'; '.join(unmade)}."
    yield "The record is assumed complete and true: omitted or invented spins are not detected as such."
    yield "Nothing here says anything about the next spin."
