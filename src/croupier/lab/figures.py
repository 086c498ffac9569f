"""Figures as PNG or SVG: bankroll fans, distributions, ruin curves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from croupier.lab.simulate import marks_of
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

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
        raise Problems([Problem("figures", f"{path.name} is not PNG or SVG", "End the name in .png or .svg.")])
    with mpl.rc_context({"svg.hashsalt": "croupier"}):  # the same figure gives the same file
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
    return path


def fan(simulation: Simulation, path: Path) -> Path:
    """Bankrolls by round: the median, the middle half and the middle nine tenths of sessions."""
    session = simulation.session
    rounds = [0, *marks_of(session.rounds)]
    unit = session.each.currency.unit
    money = np.array(simulation.block.fan) * (session.measure / unit)
    start = np.full((1, money.shape[1]), session.cents(session.bankroll) / unit)
    levels = np.quantile(np.concatenate([start, money]), [0.05, 0.25, 0.5, 0.75, 0.95], axis=1)
    figure, axes = _page(
        f"{session.system}: bankroll over {counted(session.rounds, 'round')}", "round", session.each.currency.code
    )
    axes.fill_between(rounds, levels[0], levels[4], color=_SOFT, alpha=0.5, label="nine in ten sessions")
    axes.fill_between(rounds, levels[1], levels[3], color=_SOFT, label="half of the sessions")
    axes.plot(rounds, levels[2], color=_ACCENT, label="median")
    axes.legend(frameon=False)
    return _save(figure, path)


def ruin_curve(simulation: Simulation, law: SessionLaw | None, path: Path) -> Path:
    """The share of sessions ruined by each round, with the exact curve if there is one."""
    session = simulation.session
    figure, axes = _page(f"{session.system}: ruined by round", "round", "share of sessions")
    shares = simulation.block.ruined_by / max(1, simulation.block.watched)
    axes.plot(marks_of(session.rounds), shares, "o", color=_ACCENT, markersize=3, label="simulated")
    if law is not None:
        axes.plot(np.arange(1, len(law.ruined) + 1), law.ruined, color=_INK, linewidth=1, label="exact")
    axes.legend(frameon=False)
    return _save(figure, path)


def distribution(simulation: Simulation, law: SessionLaw | None, path: Path) -> Path:
    """Final bankrolls in the simulation's bins, with the exact probabilities in the same bins."""
    session = simulation.session
    bins = simulation.bins()
    lows = np.array([low for low, _, _ in bins])
    unit = session.each.currency.unit
    width = (bins[0][1] - bins[0][0]) / unit
    figure, axes = _page(f"{session.system}: bankroll at the end", session.each.currency.code, "share of sessions")
    shares = np.array([count for _, _, count in bins]) / simulation.sessions
    axes.bar(lows / unit, shares, width=width, align="edge", color=_SOFT, label="simulated")
    if law is not None:
        at = np.maximum(np.searchsorted(lows, law.bankrolls, side="right") - 1, 0)
        exact = np.bincount(at, weights=law.chances, minlength=len(lows))
        axes.step(
            [*(lows / unit), lows[-1] / unit + width], [*exact, exact[-1]], where="post", color=_INK, label="exact"
        )
    axes.set_yscale("log")
    axes.set_ylim(max(1e-9, 0.3 / simulation.sessions), 1.5)
    full = np.flatnonzero(shares)
    axes.set_xlim(lows[full[0]] / unit - 2 * width, lows[full[-1]] / unit + 3 * width)
    axes.legend(frameon=False)
    return _save(figure, path)


def law_figure(law: FlatLaw | SessionLaw, path: Path) -> Path:
    """The distribution of an exact law, in at most 400 bins."""
    from croupier.lab.law import FlatLaw

    results = _results(law)
    currency = (law.each if isinstance(law, FlatLaw) else law.session.each).currency
    money = np.array([cents for cents, _ in results], dtype=np.float64) / currency.unit
    chances = np.array([chance for _, chance in results])
    shown = chances > 1e-12
    money, chances = money[shown], chances[shown]
    figure, axes = _page("Exact distribution", currency.code, "chance")
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
