"""Figures for print: fans of bankrolls, distributions, curves of ruin; PNG or SVG, by the file's ending."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from croupier.lab.simulate import marks_of
from croupier.terms.problem import Problem, Problems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from croupier.lab.law import FlatLaw
    from croupier.lab.progression import SessionLaw
    from croupier.lab.simulate import Simulation

FORMATS = ("png", "svg")
_INK, _ACCENT, _SOFT = "#1f2430", "#0b6e4f", "#9fc9b8"


def _page(title: str, across: str, up: str) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, color=_INK, loc="left")
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _save(figure: Figure, path: Path) -> Path:
    import matplotlib as mpl

    if path.suffix.lstrip(".") not in FORMATS:
        raise Problems([Problem("figures", f"{path.name} is no PNG or SVG", "End the name in .png or .svg.")])
    with mpl.rc_context({"svg.hashsalt": "croupier"}):  # the same figure is the same file
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
    return path


def fan(simulation: Simulation, path: Path) -> Path:
    """Bankrolls over the rounds: the median, and the middle half and nine tenths of sessions."""
    session = simulation.session
    rounds = [0, *marks_of(session.rounds)]
    money = np.array(simulation.block.fan) * (session.measure / 100)
    start = np.full((1, money.shape[1]), session.cents(session.bankroll) / 100)
    levels = np.quantile(np.concatenate([start, money]), [0.05, 0.25, 0.5, 0.75, 0.95], axis=1)
    figure, axes = _page(f"{session.system}: bankroll over {session.rounds:,} rounds", "round", "dollars")
    axes.fill_between(rounds, levels[0], levels[4], color=_SOFT, alpha=0.5, label="nine in ten sessions")
    axes.fill_between(rounds, levels[1], levels[3], color=_SOFT, label="half of the sessions")
    axes.plot(rounds, levels[2], color=_ACCENT, label="median")
    axes.legend(frameon=False)
    return _save(figure, path)


def ruin_curve(simulation: Simulation, law: SessionLaw | None, path: Path) -> Path:
    """The share of sessions that are ruined by each round, and the exact curve where there is one."""
    session = simulation.session
    figure, axes = _page(f"{session.system}: ruined by round", "round", "share of sessions")
    shares = simulation.block.ruined_by / max(1, simulation.block.watched)
    axes.plot(marks_of(session.rounds), shares, "o", color=_ACCENT, markersize=3, label="simulated")
    if law is not None:
        axes.plot(np.arange(1, len(law.ruined) + 1), law.ruined, color=_INK, linewidth=1, label="exact")
    axes.legend(frameon=False)
    return _save(figure, path)


def distribution(simulation: Simulation, law: SessionLaw | None, path: Path) -> Path:
    """Where sessions end, in the simulation's bins, and the exact chances in the same bins."""
    session = simulation.session
    bins = simulation.bins()
    lows = np.array([low for low, _, _ in bins])
    width = (bins[0][1] - bins[0][0]) / 100
    figure, axes = _page(f"{session.system}: bankroll at the end", "dollars", "share of sessions")
    shares = np.array([count for _, _, count in bins]) / simulation.sessions
    axes.bar(lows / 100, shares, width=width, align="edge", color=_SOFT, label="simulated")
    if law is not None:
        at = np.maximum(np.searchsorted(lows, law.bankrolls, side="right") - 1, 0)
        exact = np.bincount(at, weights=law.chances, minlength=len(lows))
        axes.step([*(lows / 100), lows[-1] / 100 + width], [*exact, exact[-1]], where="post", color=_INK, label="exact")
    axes.set_yscale("log")
    axes.set_ylim(max(1e-9, 0.3 / simulation.sessions), 1.5)
    full = np.flatnonzero(shares)
    axes.set_xlim(lows[full[0]] / 100 - 2 * width, lows[full[-1]] / 100 + 3 * width)
    axes.legend(frameon=False)
    return _save(figure, path)


def law_figure(law: FlatLaw | SessionLaw, path: Path) -> Path:
    """The distribution of an exact law, gathered into at most 400 bins."""
    results = _results(law)
    money = np.array([cents for cents, _ in results], dtype=np.float64) / 100
    chances = np.array([chance for _, chance in results])
    shown = chances > 1e-12
    money, chances = money[shown], chances[shown]
    figure, axes = _page("Exact distribution", "dollars", "chance")
    if len(money) > 400:
        chances, edges = np.histogram(money, bins=400, weights=chances)
        axes.stairs(chances, edges, fill=True, color=_ACCENT)
    else:
        axes.vlines(money, 0, chances, color=_ACCENT)
    return _save(figure, path)


def _results(law: FlatLaw | SessionLaw) -> Sequence[tuple[int, float]]:
    from croupier.lab.law import FlatLaw

    if isinstance(law, FlatLaw):
        return law.results()
    return list(zip(law.bankrolls.tolist(), law.chances.tolist(), strict=True))
