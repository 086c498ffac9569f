"""Metrics of a table's writer: orders by outcome, and commit durations."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from time import perf_counter

from croupier.floor.commit_group import CommitGroup
from croupier.floor.order import Answer, Order, Unanswered
from croupier.floor.writer import Writer
from croupier.terms.refusal import Refusal

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histogram of commit durations, in seconds; slower commits count beyond the last."""


class WriterMetrics:
    """Counts of one table since the service started; written by the desk, readable from any thread."""

    def __init__(self) -> None:
        self.orders: Counter[str] = Counter()
        """Orders by outcome: done, refused, or the reason why they were not answered."""
        self.commits = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0
        self.version = 0

    def note(self, seconds: float, answers: Sequence[Answer]) -> None:
        """Adds one commit."""
        self.version = max(self.version, *(answer.version for answer in answers))
        self.commits[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds
        self.orders.update(_outcome(answer) for answer in answers)


class MeteredWriter(Writer):
    """A writer whose commits are counted."""

    metrics: WriterMetrics

    _began = 0.0

    def begin(self, orders: Sequence[Order]) -> CommitGroup:
        self._began = perf_counter()
        return super().begin(orders)

    def answers_of(self, group: CommitGroup) -> list[Answer]:
        answers = super().answers_of(group)
        self.metrics.note(perf_counter() - self._began, answers)
        return answers


def _outcome(answer: Answer) -> str:
    outcome = answer.outcome
    if isinstance(outcome, Unanswered):
        return outcome.reason.value
    return "refused" if isinstance(outcome, Refusal) else "done"
