"""The audit of recorded spins: a replay of the monitor, the battery with Holm's correction, and its power."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from croupier.lab.fairness.battery import (
    Test,
    chi_square,
    displacements,
    hottest,
    rayleigh,
    sector_scan,
    serial,
    void_rate,
)
from croupier.lab.fairness.monitor import Monitor, Suspect, check_alpha
from croupier.lab.fairness.power import Power, detectable, stated_powers
from croupier.lab.fairness.ring import Floats
from croupier.lab.fairness.spins import Spins
from croupier.lab.fairness.sprt import Allegation, Sprt, sprt


class Judged(Struct, frozen=True):
    """A test with its p-value after Holm's correction, and whether it is significant at the report's level."""

    test: Test
    holm: float | None
    stands_out: bool


class MonitorResult(Struct, frozen=True):
    """The monitor's state after the last spin."""

    evidence: float
    peak: float
    threshold: float
    p_value: float
    alarm: int | None
    components: int
    suspects: tuple[Suspect, ...]


class SpinTally(Struct, frozen=True):
    outcome: str
    count: int
    expected: float


class Audit(Struct, frozen=True):
    """Everything that recorded spins show about a wheel, as data."""

    wheel: str
    by: str
    """What was counted: compartment, insignia or stop."""
    spins: int
    voids: int
    first: str | None
    last: str | None
    alpha: float
    tallies: tuple[SpinTally, ...]
    watch: MonitorResult
    tests: tuple[Judged, ...]
    powers: tuple[Power, ...]
    detectable: float | None
    """The smallest odds ratio of a sector of five (or the rarest insignia) that this many spins show with power 80%."""
    sprt: Sprt | None = None
    named: tuple[str, ...] = ()
    """Which of time, dealer and direction are recorded."""


def audit(spins: Spins, alpha: float = 0.01, allegation: Allegation | None = None) -> tuple[Audit, Floats]:
    """The audit at level alpha, and the monitor's evidence after each spin."""
    check_alpha(alpha)
    finest = spins.stops or spins
    monitor = Monitor(finest.ring, alpha)
    path = monitor.replay(finest.results)
    counts = finest.counts
    result = Audit(
        wheel=spins.ring.name,
        by=_by(spins),
        spins=spins.count,
        voids=spins.voids,
        first=spins.first.isoformat() if spins.first else None,
        last=spins.last.isoformat() if spins.last else None,
        alpha=alpha,
        tallies=tuple(
            SpinTally(outcome, int(count), float(spins.count * p))
            for outcome, count, p in zip(finest.ring.outcomes, counts, finest.ring.p, strict=True)
        ),
        watch=MonitorResult(
            monitor.evidence,
            monitor.peak,
            monitor.threshold,
            monitor.p_value,
            monitor.alarm,
            len(monitor.alternatives),
            monitor.suspects(),
        ),
        tests=judge(tuple(_battery(spins, finest)), alpha),
        powers=stated_powers(finest.ring, spins.count, alpha),
        detectable=detectable(finest.ring, spins.count, alpha),
        sprt=sprt(spins, allegation, alpha) if allegation else None,
        named=tuple(
            name
            for name, value in (("time", spins.first), ("dealer", spins.dealers), ("direction", spins.directions))
            if value is not None
        ),
    )
    return result, path


def _by(spins: Spins) -> str:
    if spins.stops is not None:
        return "stop"
    return "insignia" if spins.ring.places is None else "compartment"


def _battery(spins: Spins, finest: Spins) -> Iterator[Test]:
    what = _by(spins)
    yield chi_square(finest.ring, finest.counts, what=what)
    yield hottest(finest.ring, finest.counts, what=what)
    if spins.stops is not None:
        yield chi_square(spins.ring, spins.counts, "chi-square-insignia", "insignia")
        yield hottest(spins.ring, spins.counts, "largest-count-insignia", "insignia")
    if finest.ring.places is not None:
        yield sector_scan(finest.ring, finest.counts)
        yield rayleigh(finest.ring, finest.counts)
    yield serial(finest)
    if finest.ring.places is not None:
        yield from displacements(finest)
    if spins.ring.void:
        yield void_rate(spins)


def judge(tests: Sequence[Test], alpha: float) -> tuple[Judged, ...]:
    """Holm's step-down correction over the tests made: the probability of any false alarm is at most alpha."""
    made = sorted((test.p, at) for at, test in enumerate(tests) if test.p is not None)
    corrected: dict[int, float] = {}
    running = 0.0
    for rank, (p, at) in enumerate(made):
        running = max(running, min(1.0, p * (len(made) - rank)))
        corrected[at] = running
    return tuple(
        Judged(test, corrected.get(at), at in corrected and corrected[at] <= alpha) for at, test in enumerate(tests)
    )
