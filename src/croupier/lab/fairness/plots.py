"""A plot of recorded spins: counts on the wheel's ring, and the monitor's evidence by spin."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.projections.polar import PolarAxes
from scipy import special

from croupier.game.wheel import PLAIN, Wheel
from croupier.lab.fairness.audit_text import WHEELS
from croupier.lab.fairness.ring import Floats, Ring
from croupier.lab.fairness.spins import Spins
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

FORMATS = (".png", ".svg", ".pdf")
_PLAIN = "#5b6b7c"
_FILL = {"red": "#b3262e", "black": "#23262b", "green": "#1f7a4a"}
_INK, _FAINT, _BAND = "#23262b", "#8a93a0", "#d9dee5"
_POINTS = 2000


def plot(spins: Spins, wheel: Wheel, path: Floats, alpha: float, out: Path) -> None:
    """Writes the plot to `out`, in the format of its suffix."""
    if out.suffix.lower() not in FORMATS:
        raise Problems([Problem("plot", f"{out.name} has no known kind", f"End it in {', '.join(FORMATS)}.")])
    figure = Figure(figsize=(11, 5.6), layout="constrained", facecolor="white")
    finest = spins.stops or spins
    grid = figure.add_gridspec(1, 2)
    left, right = grid[0, 0], grid[0, 1]
    if finest.ring.places is None:
        _bars(figure.add_subplot(left), finest)
    else:
        _ring(cast(PolarAxes, figure.add_subplot(left, projection="polar")), finest, wheel)
    _evidence(figure.add_subplot(right), path, alpha)
    figure.suptitle(f"{counted(spins.count, 'spin')}, {WHEELS[spins.ring.name]}", color=_INK, fontsize=14)
    svg = out.suffix.lower() == ".svg"
    with mpl.rc_context({"svg.hashsalt": "croupier", "svg.fonttype": "none"}):  # the same input gives the same bytes
        figure.savefig(out, dpi=144, metadata={"Date": None} if svg else None)


def _family_bounds(ring: Ring, spins: int, level: float = 0.01) -> tuple[Floats, Floats]:
    """Bounds that the counts of a fair wheel exceed in at most one record in a hundred, over all outcomes together."""
    reach = special.ndtri(1 - level / 2 / len(ring.outcomes)) * np.sqrt(spins * ring.p * (1 - ring.p))
    return spins * ring.p - reach, spins * ring.p + reach


def _ring(axes: PolarAxes, spins: Spins, wheel: Wheel) -> None:
    ring, counts = spins.ring, spins.counts
    ratio = counts / (spins.count * ring.p)
    low, high = (bound / (spins.count * ring.p) for bound in _family_bounds(ring, spins.count))
    step = 2 * np.pi / ring.size
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    top = float(max(1.3, ratio.max() * 1.05, high.max() * 1.05))
    hole = -0.9 * top
    axes.set_ylim(hole, top * 1.18)
    around = np.linspace(0, 2 * np.pi, 361)
    axes.fill_between(around, max(low.min(), 0.0), high.max(), color=_BAND, linewidth=0, zorder=0)
    axes.plot(around, np.ones_like(around), color=_FAINT, linewidth=1, zorder=1)
    outside = (ratio > high) | (ratio < low)
    fills = [_fill(wheel, outcome) for outcome in ring.outcomes]
    axes.bar(ring.angle, ratio, width=step * 0.86, color=fills, zorder=2)
    for angle, value, far in zip(ring.angle, ratio, outside, strict=True):
        if far:
            axes.plot([angle], [value + 0.06 * top], marker="v", color="#d97706", markersize=6, zorder=3)
    for outcome, angle, fill in zip(ring.outcomes, ring.angle, fills, strict=True):
        axes.text(angle, top * 1.12, outcome, ha="center", va="center", fontsize=8, color=fill, fontweight="bold")
    axes.set_yticks([])
    axes.set_xticks([])
    axes.spines["polar"].set_visible(False)
    axes.text(
        0, hole, "count / expected\ngray: 99% band\nover all of them\n▾ beyond it", ha="center", va="center",
        fontsize=8, color=_INK,
    )  # fmt: skip


def _fill(wheel: Wheel, outcome: str) -> str:
    return _FILL.get(wheel.color.get(outcome, PLAIN), _PLAIN)


def _bars(axes: Axes, spins: Spins) -> None:
    ring, counts = spins.ring, spins.counts
    low, high = _family_bounds(ring, spins.count)
    at = np.arange(len(ring.outcomes))
    expected = spins.count * ring.p
    axes.bar(at, counts / expected, color=_PLAIN, width=0.6, zorder=2)
    axes.errorbar(
        at, np.ones(at.size), yerr=[1 - low / expected, high / expected - 1], fmt="none", ecolor="#d97706", capsize=5,
        zorder=3,
    )  # fmt: skip
    axes.axhline(1, color=_FAINT, linewidth=1, zorder=1)
    axes.set_xticks(at, [outcome.replace("$", r"\$") for outcome in ring.outcomes])
    axes.set_ylabel("count / expected (bars: 99% band over all of them)")
    _plain(axes)


def _evidence(axes: Axes, path: Floats, alpha: float) -> None:
    """Plots the highest evidence of each stretch, so that no peak is lost between two points."""
    stretch = max(1, -(-path.size // _POINTS))
    starts = np.arange(0, path.size, stretch)
    highest = np.maximum.reduceat(path, starts)
    axes.plot(np.minimum(starts + stretch, path.size), highest, color="#1d5fa8", linewidth=1.3)
    axes.set_yscale("log")
    axes.axhline(1 / alpha, color="#b3262e", linewidth=1.2, linestyle="--")
    axes.annotate(
        f"alarm at {1 / alpha:,.0f}", (0.01, 1 / alpha), xycoords=("axes fraction", "data"), xytext=(0, 4),
        textcoords="offset points", color="#b3262e", fontsize=9,
    )  # fmt: skip
    axes.axhline(1, color=_FAINT, linewidth=0.8)
    axes.set_xlim(0, max(path.size, 2))
    axes.set_ylim(min(0.5, float(highest.min())) / 2, max(3 / alpha, float(highest.max()) * 3))
    axes.set_xlabel("spins")
    axes.set_ylabel("evidence against a fair wheel")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    _plain(axes)


def _plain(axes: Axes) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(colors=_INK, labelsize=9)
