"""Settles a whole round at once: columns in, columns out, with the same results as wager by wager.

A column of spots holds indices into `rules.layout.spots`; `Batch.codes` makes one from names. This is the only module
of the core that loads numpy (extra `batch`).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.game.settlement import Verdict
from croupier.rules.table import Rules
from croupier.rules.wagers import Wager
from croupier.terms.fault import Fault
from croupier.terms.money import STAKE_MAX, Favor
from croupier.terms.problem import Problem, Problems
from croupier.terms.refusal import Refusal

try:
    import numpy as np
except ImportError as error:  # pragma: no cover - the extra is installed where the tests run
    raise Fault("Settling in batches needs numpy: install croupier[batch].") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Codes = NDArray[np.intp]
    Bytes = NDArray[np.uint8]

VERDICTS = tuple(Verdict)
LOST = VERDICTS.index(Verdict.LOSE)
REFUSED = len(VERDICTS)
"""The verdict code of a wager that the rules refuse."""


class Columns(Struct, frozen=True):
    """The outcome of every wager of a batch.

    `verdict` holds an index into `VERDICTS`, or `REFUSED`, for each wager. Most wagers lose, so amounts are given only
    for the others: `winnings` and `returned` (cents) belong to the wagers at `kept`.
    """

    verdict: Bytes
    kept: Codes
    winnings: Ints
    returned: Ints

    def refused(self) -> Codes:
        """The positions of the refused wagers; `Rules.admit` says why."""
        return np.flatnonzero(self.verdict == REFUSED)

    def every(self) -> tuple[Ints, Ints]:
        """Winnings and returned for every wager of the batch, zero if it lost or was refused."""
        winnings, returned = np.zeros(len(self.verdict), np.int64), np.zeros(len(self.verdict), np.int64)
        winnings[self.kept] = self.winnings
        returned[self.kept] = self.returned
        return winnings, returned


class Batch:
    """Settles the rounds of one table, each in one call. The effect of a result on each spot is computed once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        spots = rules.layout.spots
        bounds = [rules.bounds(spot.wager) for spot in spots]
        self._index = {str(spot.id): code for code, spot in enumerate(spots)}
        self._effects: dict[str, _Effect] = {}
        self._minimum = _column(each.minimum or 1 for each in bounds)
        self._maximum = _column(min(each.maximum or STAKE_MAX, STAKE_MAX) for each in bounds)
        self._parts = _column(spot.parts for spot in spots)

    def codes(self, spots: Iterable[str]) -> Codes:
        """The column of spots for canonical ids of this layout; raises a problem at the first unknown one."""
        try:
            return np.fromiter((self._index[spot] for spot in spots), dtype=np.intp)
        except KeyError as missing:
            refusal = self.rules.admit(Wager(1, str(missing.args[0]), 1))
            right = refusal.message if isinstance(refusal, Refusal) else "Write the spot as `read_spot` gives it."
            raise Problems([Problem("spots", f"{missing} is not a spot of this layout", right)]) from None

    def settle(self, result: str, spots: Codes, stakes: Ints) -> Columns:
        """Settles stakes (cents) on spots (codes) when the ball rests in `result`.

        No wager of a batch is imprisoned, has a coupon or its own choice: in prison, the table's default choice
        applies.
        """
        effect = self._effects.get(result) or self._effect(result)
        self._check(spots, stakes)
        verdict = effect.verdict.take(spots, mode="wrap")  # all are codes; the mode that raises takes longer
        refused = self._refused(spots, stakes)
        if refused is None:
            kept = _positions(verdict != LOST)
        else:
            verdict[refused] = REFUSED
            kept = _positions((verdict != LOST) & ~refused)
        spot, stake = spots.take(kept), stakes.take(kept)
        winnings = stake * effect.pays[spot]
        if effect.divides:
            winnings = self._rounded(winnings, effect.divisor[spot])
        returned = stake
        if effect.shares:
            returned = self._shared(stake, effect.share[spot], effect.halves)
        return Columns(verdict, kept, winnings, returned)

    def _shared(self, stakes: Ints, share: Ints, halves: bool) -> Ints:
        """The part of each stake that is returned; whole cents are halved by shifting."""
        if not halves or self.rules.game.rounding.unit != 1:
            return np.minimum(self._rounded(stakes, share), stakes)
        shift = share - 1
        up = self.rules.game.rounding.favor is Favor.PLAYER
        return (stakes + shift if up else stakes) >> shift

    def _rounded(self, amounts: Ints, divisor: Ints) -> Ints:
        """Quotients in whole rounding units, rounded as the rules say."""
        unit = self.rules.game.rounding.unit
        step = divisor * unit
        up = self.rules.game.rounding.favor is Favor.PLAYER
        return np.where(divisor == 1, amounts, (-(-amounts // step) if up else amounts // step) * unit)

    def _effect(self, result: str) -> _Effect:
        self.rules.check_result(result)
        effect = self._effects[result] = _Effect(self.rules, result)
        return effect

    def _check(self, spots: Codes, stakes: Ints) -> None:
        if spots.shape != stakes.shape or spots.ndim != 1:
            wrong = "spots and stakes are not two columns of one length"
            raise Problems([Problem("stakes", wrong, "Give one stake per spot.")])
        if spots.dtype != np.intp or stakes.dtype != np.int64:
            wrong = f"the columns hold {spots.dtype} and {stakes.dtype}"
            raise Problems([Problem("stakes", wrong, "Give spots as intp and stakes as int64.")])
        if len(spots) and spots.view(np.uintp).max() >= len(self._parts):  # as unsigned, a negative code is huge
            raise Problems([Problem("spots", "a code is outside the layout", "Make the column with Batch.codes.")])

    def _refused(self, spots: Codes, stakes: Ints) -> NDArray[np.bool_] | None:
        """Which stakes the rules refuse; None if the extremes show that none is."""
        if not len(stakes):
            return None
        refused = None
        if stakes.min() < self._minimum.max() or stakes.max() > self._maximum.min():
            refused = (stakes < self._minimum[spots]) | (stakes > self._maximum[spots])
        if self._parts.max() > 1:
            uneven = stakes % self._parts[spots] != 0
            refused = uneven if refused is None else refused | uneven
        return refused


class _Effect:
    """The effect of a result on a stake on each spot, computed by settling once per spot."""

    def __init__(self, rules: Rules, result: str) -> None:
        spots = rules.layout.spots
        unit = 2 * lcm(*(spot.parts for spot in spots))
        odds = [rules.game.odds_on(spot, result) for spot in spots]
        rulings = [rules.game.settle(spot, unit, result, choice=rules.default_choice) for spot in spots]
        wins = [ruling.verdict is Verdict.WIN for ruling in rulings]
        parts = [spot.parts if won else 1 for spot, won in zip(spots, wins, strict=True)]
        halves = [ruling.verdict is Verdict.HALF for ruling in rulings]
        self.verdict = np.array([VERDICTS.index(ruling.verdict) for ruling in rulings], dtype=np.uint8)
        self.pays = _column(won * each.numerator for won, each in zip(wins, odds, strict=True))
        self.divisor = _column(each.denominator * part for each, part in zip(odds, parts, strict=True))
        self.share = _column(2 if halved else part for halved, part in zip(halves, parts, strict=True))
        self.divides = bool(self.divisor[wins].max(initial=1) > 1)
        self.shares = bool(self.share.max() > 1)
        self.halves = bool(self.share.max() == 2)


def _positions(marks: NDArray[np.bool_]) -> Codes:
    """The marked positions.

    Up to a tenth of marks, numpy looks for one after the other, which takes three times as long as passing over all
    positions unless there are few; more marks behind the last one have it do the other.
    """
    size, count = len(marks), int(np.count_nonzero(marks))
    if not size < 40 * count <= 4 * size:
        return np.flatnonzero(marks)
    more = np.ones(size + size // 8 + 1, np.bool_)
    more[:size] = marks
    return np.flatnonzero(more)[:count]


def _column(values: Iterable[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64)
