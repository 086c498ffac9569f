"""A sequential monitor that is valid after every spin.

Each alternative is a gambler who stakes the whole capital on its law: a spin that ends in `x` multiplies the capital by
q(x)/p(x). On a fair wheel the expected capital is always 1, so it is a martingale, and so is the average over all
alternatives. By Ville's inequality, the average ever reaches 1/alpha on a fair wheel with probability at most alpha,
however often it is checked.

A wheel may also go bad late, when capital staked from the start has long been lost. So half of the capital is staked at
the start and the rest is released gradually, one part every thousand spins. Capital that waits is worth 1 per unit, so
the total is still a martingale. The share that waits after j thousand spins is one half over log2(j + 2). This is slow
enough to monitor a wheel for years: a defect that appears after 10, 100 or 1,000 thousand spins costs 5, 9 or 12 nats
of evidence rather than all that was lost before.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.fairness.alternatives import Alternative, alternatives, weights
from croupier.lab.fairness.ring import Counts, Floats, Ring
from croupier.terms.coded_message import Facts
from croupier.terms.problem import Problem, Problems

RELEASE_EVERY = 1000
"""Spins between two releases of waiting capital."""
_START_SHARE = 0.5
_BLOCK = 250
"""Spins per batch of a replay: divides RELEASE_EVERY, and its tables fit the processor's cache."""
_ALPHA_LEAST = 1e-12
_LOG_MAX = 700.0
"""Log evidence is capped here, where floats end."""


class Suspect(Struct, frozen=True):
    """An alternative and its share of the evidence."""

    family: str
    words: str
    share: float
    facts: Facts = {}
    """The values in the words."""


class Monitor:
    """Evidence against the fairness of one wheel, valid after every spin.

    `evidence` starts at 1 and has expectation 1 on a fair wheel at all times; reaching 1/alpha is an alarm, which is
    permanent. The monitor reads results and cannot cause or predict one.
    """

    def __init__(self, ring: Ring, alpha: float = 0.01) -> None:
        check_alpha(alpha)
        self.ring = ring
        self.alpha = alpha
        self.alternatives = alternatives(ring)
        self._log_weights = np.log(weights(self.alternatives))
        ratios: Floats = np.array([each.law for each in self.alternatives]).T / ring.p[:, None]
        self._log_ratios = np.log(ratios)
        self._rows = list(ratios)
        self._ones = np.ones(len(self.alternatives))
        self._log_capital = self._log_weights + np.log(_START_SHARE)
        self._waiting = waiting(0)
        self.spins = 0
        self.voids = 0
        self.evidence = 1.0
        self.peak = 1.0
        self.alarm: int | None = None
        """The spin, counted from 1, at which the evidence first reached 1/alpha."""

    @property
    def threshold(self) -> float:
        return 1 / self.alpha

    @property
    def p_value(self) -> float:
        """A p-value that is valid however often it is checked."""
        return min(1.0, 1 / self.peak)

    def observe(self, label: str) -> bool:
        """Adds one result; returns whether there has been an alarm. Void compartments are only counted."""
        if label in self.ring.void:
            self.voids += 1
        else:
            self._step(self.ring.find(label))
        return self.alarm is not None

    def _step(self, at: int) -> None:
        self._log_capital += self._log_ratios[at]
        self.spins += 1
        top = float(self._log_capital.max())
        log_staked = float(np.log(np.exp(self._log_capital - top).sum())) + top
        self._update(float(np.exp(min(log_staked, _LOG_MAX))) + self._waiting)
        self._release()

    def _update(self, evidence: float) -> None:
        self.evidence = evidence
        self.peak = max(self.peak, evidence)
        if self.alarm is None and evidence >= self.threshold:
            self.alarm = self.spins

    def _release(self) -> None:
        """Stakes part of the waiting capital every `RELEASE_EVERY` spins."""
        if self.spins % RELEASE_EVERY == 0:
            left = waiting(self.spins // RELEASE_EVERY)
            part, self._waiting = self._waiting - left, left
            self._log_capital = np.logaddexp(self._log_capital, self._log_weights + np.log(part))

    def replay(self, results: Counts | Iterable[str]) -> Floats:
        """Adds many results, as labels or as indices of outcomes; returns the evidence after each."""
        indices = results if isinstance(results, np.ndarray) else self.ring.indices(results)
        if indices.size and not 0 <= int(indices.min()) <= int(indices.max()) < len(self.ring.outcomes):
            raise Problems([Problem("number", "an index is outside the wheel", "Give indices of its outcomes.")])
        evidence = np.empty(indices.size)
        table = np.empty((_BLOCK, len(self.alternatives)))
        done = 0
        while done < indices.size:
            block = indices[done : done + min(_BLOCK, RELEASE_EVERY - self.spins % RELEASE_EVERY)]
            evidence[done : done + block.size] = self._replay_block(block, table[: block.size])
            done += block.size
        return evidence

    def _replay_block(self, block: Counts, table: NDArray[np.float64]) -> Floats:
        """Handles a block without releases: running products, scaled by the largest capital."""
        top = float(self._log_capital.max())
        capital = np.exp(self._log_capital - top)
        for at, row in zip(block.tolist(), table, strict=True):  # three times as fast as numpy's accumulate
            capital = np.multiply(capital, self._rows[at], row)
        looks: Floats = np.exp(np.minimum(np.log(table @ self._ones) + top, _LOG_MAX)) + self._waiting
        self._log_capital += np.bincount(block, minlength=len(self.ring.outcomes)) @ self._log_ratios
        if self.alarm is None and looks.max() >= self.threshold:
            self.alarm = self.spins + int(np.argmax(looks >= self.threshold)) + 1
        self.spins += block.size
        self.peak = max(self.peak, float(looks.max()))
        self.evidence = float(looks[-1])
        self._release()
        return looks

    def suspects(self, most: int = 5) -> tuple[Suspect, ...]:
        """The alternatives that hold most of the staked capital, largest first."""
        shares = np.exp(self._log_capital - np.logaddexp.reduce(self._log_capital))
        order = np.argsort(-shares, kind="stable")[:most]
        found: list[tuple[Alternative, float]] = [(self.alternatives[at], float(shares[at])) for at in order]
        return tuple(Suspect(each.family, each.words, share, each.facts) for each, share in found)


def waiting(turns: int) -> float:
    """The share of the capital that still waits after this many releases."""
    return (1 - _START_SHARE) / log2(turns + 2)


def check_alpha(alpha: float) -> None:
    """Raises a problem unless 0 < alpha < 1."""
    if not _ALPHA_LEAST <= alpha < 1:
        right = "Give a number above 0 and below 1, such as 0.01."
        raise Problems([Problem("alpha", f"{alpha!r} is not a level for an alarm", right)])
