"""`croupier law`: the exact law of flat play, or of a system with a bankroll."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from croupier.cli._laboratory import (
    configure_session,
    configure_table,
    folder,
    need,
    portfolio_of,
    rules_of,
    shown_figure,
    whole,
    write_csv,
)
from croupier.lab.law import FlatLaw, flat_law
from croupier.lab.rounds import Portfolio, round_of
from croupier.lab.strategies import System, read_system
from croupier.rules.table import Rules
from croupier.terms.money import dollars
from croupier.terms.problem import Problem, Problems

if TYPE_CHECKING:
    from croupier.lab.drawdown import Drawdown
    from croupier.lab.progression import SessionLaw

EPILOG = "Example: croupier law nj --wheel european --wager red=500 --spins 1000 --drawdown"
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "The exact law of so many rounds: of flat play with any portfolio,\n"
        "or with --strategy and --bankroll of a system.\n"
        "A spin that imprisons wagers and the spin that decides them count as one round."
    )
    configure_table(parser)
    parser.add_argument(
        "--strategy", default="flat", help="flat (default), martingale, dalembert, fibonacci, paroli or james-bond"
    )
    parser.add_argument("--unit", metavar="CENTS", help="one part of james-bond's twenty (default 100)")
    configure_session(parser)
    parser.add_argument("--exact", action="store_true", help="whole numbers instead of Fourier, for flat play")
    parser.add_argument("--drawdown", action="store_true", help="expected depths below the highest point, flat play")


def run(args: argparse.Namespace) -> int:
    system = read_system(args.strategy)
    rules = rules_of(args)
    problems: list[Problem] = []
    spins = whole("spins", args.spins, problems)
    bankroll = whole("bankroll", args.bankroll, problems)
    goal = whole("goal", args.goal, problems)
    flat = system in (System.FLAT, System.JAMES_BOND)
    if not flat and args.bankroll is None:
        wrong = f"{system} without a bankroll has no law: it may stake without end"
        problems.append(Problem("bankroll", wrong, "Give --bankroll."))
    if args.bankroll is None and args.goal is not None:
        problems.append(Problem("goal", "a goal needs a bankroll to start from", "Give --bankroll."))
    if args.bankroll is not None and (args.exact or args.drawdown):
        problems.append(Problem("bankroll", "--exact and --drawdown are for flat play without one", "Leave it out."))
    if problems or spins is None:
        raise Problems(problems)
    portfolio = portfolio_of(args, system)
    if bankroll is None:
        return _flat(args, rules, portfolio, spins)
    return _session(args, rules, portfolio, system, spins, bankroll, goal)


def _flat(args: argparse.Namespace, rules: Rules, portfolio: Portfolio, spins: int) -> int:
    if not args.exact or args.drawdown:
        need("numpy")
    law = flat_law(round_of(rules, portfolio), spins, exact=args.exact)
    falls = None
    if args.drawdown:
        from croupier.lab.drawdown import drawdown

        falls = drawdown(law.each, spins)
    if args.csv:
        write_csv(args.csv, ("net_cents", "chance"), [(cents, repr(chance)) for cents, chance in law.results()])
    if args.figures:
        need("matplotlib")
        from croupier.lab.figures import law_figure

        law_figure(law, folder(args.figures) / f"law.{args.figure_format}")
    document = {**_head(args, portfolio, spins), **_flat_document(law, falls)}
    print(json.dumps(document, indent=2) if args.json else _flat_text(law, falls))
    return 0


def _head(args: argparse.Namespace, portfolio: Portfolio, spins: int) -> dict[str, object]:
    return {
        "book": args.book,
        "wheel": args.wheel,
        "zero": args.zero,
        "strategy": args.strategy,
        "wagers": dict(portfolio),
        "spins": spins,
    }


def _flat_document(law: FlatLaw, falls: Drawdown | None) -> dict[str, object]:
    ahead, behind = law.ahead, law.behind
    document: dict[str, object] = {
        "method": law.method.value,
        "bound": law.bound,
        "edge": str(law.each.edge),
        "mean": str(law.mean),
        "variance": str(law.variance),
        "ahead": {"chance": ahead.value, "bound": ahead.bound},
        "behind": {"chance": behind.value, "bound": behind.bound},
        "quantiles": {str(share): law.quantile(share) for share in QUANTILES},
        "spins_mean": str(law.spins),
    }
    if falls is not None:
        document["drawdown"] = {
            "closing_mean": falls.closing,
            "deepest_mean": falls.deepest,
            "deepest_median": falls.deepest_median,
            "deepest_95": falls.deepest_95,
        }
    return document


_METHODS = {
    "exact": "whole numbers, nothing rounded",
    "fourier": "Fourier; no chance of a result is off by more than {bound:.1e}",
    "normal": "normal law: too many results to list; off by at most the bound beside each chance",
}


def _flat_text(law: FlatLaw, falls: Drawdown | None) -> str:
    ahead, behind = law.ahead, law.behind
    lines = [
        f"{law.rounds:,} rounds of {dollars(law.each.cost)}: {_METHODS[law.method].format(bound=law.bound)}.",
        f"  edge                {law.each.edge} ({float(law.each.edge):.4%})",
        f"  mean result         {dollars(round(law.mean))}",
        f"  standard deviation  {dollars(round(law.deviation))}",
        f"  ahead               {shown_figure('chance', ahead.value)} (± {ahead.bound:.1e})",
        f"  behind              {shown_figure('chance', behind.value)} (± {behind.bound:.1e})",
    ]
    lines += [f"  {share:>4.0%} end at or below {dollars(law.quantile(share)):>14}" for share in QUANTILES]
    if law.each.prison:
        lines.append(f"  spins, second spins of prisoners included: {float(law.spins):,.1f} on average")
    if falls is not None:
        lines += [
            f"  below the highest point at the end    {dollars(round(falls.closing))} on average",
            f"  below it at the worst moment          {dollars(round(falls.deepest))} on average",
            f"  one in twenty falls deeper than       {dollars(falls.deepest_95)}",
        ]
    return "\n".join(lines)


def _session(
    args: argparse.Namespace,
    rules: Rules,
    portfolio: Portfolio,
    system: System,
    spins: int,
    bankroll: int,
    goal: int | None,
) -> int:
    need("numpy", "scipy")
    from croupier.lab.progression import session_law
    from croupier.lab.sessions import session_of

    session = session_of(rules, portfolio, system, bankroll=bankroll, goal=goal, rounds=spins)
    law = session_law(session)
    if args.csv:
        pairs = zip(law.bankrolls.tolist(), law.chances.tolist(), strict=True)
        write_csv(args.csv, ("bankroll_cents", "chance"), [(cents, repr(chance)) for cents, chance in pairs])
    if args.figures:
        need("matplotlib")
        from croupier.lab.figures import law_figure

        law_figure(law, folder(args.figures) / f"law.{args.figure_format}")
    document = {**_head(args, portfolio, spins), "bankroll": bankroll, "goal": goal, **_session_document(law)}
    print(json.dumps(document, indent=2) if args.json else _session_text(law))
    return 0


def _session_document(law: SessionLaw) -> dict[str, object]:
    return {
        "method": "dynamic-programming",
        "bound": law.bound,
        "states": law.states,
        "ruin": law.ruin,
        "goal_reached": law.goal,
        "ahead": law.ahead,
        "mean": law.mean,
        "variance": law.variance,
        "rounds_mean": law.rounds_mean,
        "spins_mean": law.spins_mean,
        "quantiles": {str(share): law.quantile(share) for share in QUANTILES},
    }


def _session_text(law: SessionLaw) -> str:
    session = law.session
    lines = [
        f"{session.system}: {session.system.words}.",
        f"At most {session.rounds:,} rounds from {dollars(session.cents(session.bankroll))}: {law.states:,} states, "
        f"every figure within {law.bound:.1e} of itself.",
        f"  ruined              {shown_figure('chance', law.ruin)}",
    ]
    if session.has_goal:
        lines.append(f"  goal reached        {shown_figure('chance', law.goal)}")
    lines += [
        f"  ahead at the end    {shown_figure('chance', law.ahead)}",
        f"  mean bankroll       {dollars(round(law.mean))}",
        f"  rounds played       {law.rounds_mean:,.2f} on average, {law.spins_mean:,.2f} spins",
    ]
    lines += [f"  {share:>4.0%} end at or below {dollars(law.quantile(share)):>14}" for share in QUANTILES]
    return "\n".join(lines)
