"""Settling a whole round at once: columns in, columns out, the same answers as wager by wager.

A column of spots holds indices into `rules.layout.spots`; `spot_codes` makes one from names.
numpy is loaded here and nowhere else in the core (extra `batch`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.game.settlement import Verdict
from croupier.game.wager import ADJACENT_PARTS, WagerKind
from croupier.rules.table import Rules
from croupier.rules.wagers import Wager
from croupier.terms.fault import Fault
from croupier.terms.money import STAKE_MAX
from croupier.terms.problem import Problem, Problems
from croupier.terms.refusal import Refusal

try:
    import numpy as np
except ImportError as error:  # pragma: no cover (the extra is installed where the tests run)
    raise Fault("Settling in batches needs numpy: install croupier[batch].") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Codes = NDArray[np.intp]
    Bytes = NDArray[np.uint8]

VERDICTS = tuple(Verdict)
LOST = VERDICTS.index(Verdict.LOSE)
REFUSED = len(VERDICTS)
"""Stands in the column of verdicts for a wager that the rules refuse."""


class Columns(Struct, frozen=True):
    """What became of every wager of a batch.

    `verdict` has an index into `VERDICTS`, or `REFUSED`, for each. Most wagers of a round lose, so the amounts
    stand only for those that do not: `winnings` and `returned` (cents) belong to the wagers at `kept`.
    """

    verdict: Bytes
    kept: Codes
    winnings: Ints
    returned: Ints

    def refused(self) -> Codes:
        """The positions of the wagers that were refused; `Rules.admit` says why."""
        return np.flatnonzero(self.verdict == REFUSED)

    def every(self) -> tuple[Ints, Ints]:
        """Winnings and returned for every wager of the batch, nothing where it lost or was refused."""
        winnings, returned = np.zeros(len(self.verdict), np.int64), np.zeros(len(self.verdict), np.int64)
        winnings[self.kept] = self.winnings
        returned[self.kept] = self.returned
        return winnings, returned


def spot_codes(rules: Rules, spots: Iterable[str]) -> Codes:
    """The column of spots for canonical ids of this layout; raises a problem at the first that is not there."""
    index = {spot.id: code for code, spot in enumerate(rules.layout.spots)}
    try:
        return np.fromiter((index[spot] for spot in spots), dtype=np.intp)  # type: ignore[index]
    except KeyError as missing:
        refusal = rules.admit(Wager(1, str(missing.args[0]), 1))
        right = refusal.message if isinstance(refusal, Refusal) else "Write the spot as `read_spot` gives it."
        raise Problems([Problem("spots", f"{missing} is not a spot of this layout", right)]) from None


def settle_batch(rules: Rules, result: str, spots: Codes, stakes: Ints) -> Columns:
    """Settles stakes (cents) on spots (codes) when the ball rests in `result`.

    No wager of a batch is imprisoned, has a coupon or makes a choice of its own: in prison, the table's
    default choice counts.
    """
    rules.check_result(result)
    if spots.shape != stakes.shape or spots.ndim != 1:
        raise Problems(
            [Problem("stakes", "spots and stakes are not two columns of one length", "Give one stake a spot.")]
        )
    if len(spots) and spots.astype(np.intp, copy=False).view(np.uintp).max() >= len(rules.layout.spots):
        raise Problems([Problem("spots", "a code is outside the layout", "Make the column with spot_codes.")])
    effect = _Effects(rules, result)
    verdict = effect.verdict.take(spots)
    refused = effect.refused(spots, stakes)
    if refused is not None:
        verdict[refused] = REFUSED
    kept = np.flatnonzero((verdict != LOST) & (verdict != REFUSED) if refused is not None else verdict != LOST)
    spot, stake = spots[kept], stakes[kept]
    winnings = stake * effect.pays[spot]
    if effect.divides:
        winnings = -(-winnings // effect.divisor[spot])
    returned = -(-stake // effect.share[spot]) if effect.shares else stake
    return Columns(verdict, kept, winnings, returned)


class _Effects:
    """What a result does to a stake on each spot, found by asking the game once for every spot."""

    def __init__(self, rules: Rules, result: str) -> None:
        spots = rules.layout.spots
        rulings = [rules.game.settle(spot, 2 * ADJACENT_PARTS, result, choice=rules.default_choice) for spot in spots]
        odds = [rules.pays(spot.wager) for spot in spots]
        parts = [ADJACENT_PARTS if spot.wager is WagerKind.FIVE_ADJACENT else 1 for spot in spots]
        wins = [ruling.verdict is Verdict.WIN for ruling in rulings]
        shares = [
            2 if ruling.verdict is Verdict.HALF else part if won else 1
            for ruling, part, won in zip(rulings, parts, wins, strict=True)
        ]
        self.verdict = np.array([VERDICTS.index(ruling.verdict) for ruling in rulings], dtype=np.uint8)
        self.pays = _column(won * each.numerator for won, each in zip(wins, odds, strict=True))
        self.divisor = _column(each.denominator * part for each, part in zip(odds, parts, strict=True))
        self.divides = bool(self.divisor[wins].max(initial=1) > 1)
        self.share = _column(shares)
        self.shares = max(shares) > 1
        self.parts = _column(parts)
        bounds = [rules.bounds(spot.wager) for spot in spots]
        self.minimum = _column(each.minimum or 1 for each in bounds)
        self.maximum = _column(min(each.maximum or STAKE_MAX, STAKE_MAX) for each in bounds)

    def refused(self, spots: Codes, stakes: Ints) -> NDArray[np.bool_] | None:
        """Which stakes the rules refuse; None when a look at the extremes shows that none is."""
        if not len(stakes):
            return None
        refused = None
        if stakes.min() < self.minimum.max() or stakes.max() > self.maximum.min():
            refused = (stakes < self.minimum[spots]) | (stakes > self.maximum[spots])
        if self.parts.max() > 1:
            uneven = stakes % self.parts[spots] != 0
            refused = uneven if refused is None else refused | uneven
        return refused


def _column(values: Iterable[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64)
