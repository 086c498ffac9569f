"""`croupier law`: the exact law of flat play, or of a system with a bankroll."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import ExitCode
from croupier.cli.extras import require
from croupier.cli.output import Block, aligned, print_json, show
from croupier.cli.session_options import SessionInput, add_session, directory, figure_text, write_csv
from croupier.lab.law import FlatLaw, flat_law
from croupier.lab.rounds import round_of
from croupier.lab.strategies import System, read_system
from croupier.terms.money import Currency
from croupier.terms.problem import Problem
from croupier.terms.text import counted

if TYPE_CHECKING:
    from croupier.lab.drawdown import Drawdown
    from croupier.lab.progression import SessionLaw

EXAMPLE = "croupier law nj --wheel european --wager red=5 --spins 1000"
EPILOG = """\
The exact law of a number of rounds: of flat play with any wagers, or of a system with --strategy and --bankroll.
A spin that imprisons wagers and the spin that decides them count as one round.
It needs the extra lab: pip install 'croupier[lab]'.

JSON: {"book", "wheel", "zero", "strategy", "wagers": {spot: cents}, "spins", "method", "bound", "edge", "mean",
       "variance", "ahead": {"chance", "bound"}, "behind": {"chance", "bound"}, "quantiles": {"0.5": cents},
       "spins_mean", "drawdown": {"closing_mean", "deepest_mean", "deepest_median", "deepest_95"}}
      with --bankroll: also "bankroll", "goal", "states", "ruin", "goal_reached", "rounds_mean"; "ahead" is a chance.
      Amounts are cents; "drawdown" is present only with --drawdown.
"""
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def configure(parser: argparse.ArgumentParser) -> None:
    add_session(parser, "flat (default), martingale, dalembert, fibonacci, paroli or james-bond")
    parser.add_argument("--exact", action="store_true", help="integer arithmetic instead of Fourier, for flat play")
    parser.add_argument("--drawdown", action="store_true", help="expected depths below the highest point, flat play")


def run(args: argparse.Namespace) -> int:
    system = read_system(args.strategy)
    problems: list[Problem] = []
    if system not in (System.FLAT, System.JAMES_BOND) and args.bankroll is None:
        wrong = f"{system} without a bankroll has no law, because its stakes are unbounded"
        problems.append(Problem("--bankroll", wrong, "Give --bankroll."))
    if args.bankroll is not None and (args.exact or args.drawdown):
        problems.append(Problem("--bankroll", "--exact and --drawdown are for flat play without one", "Leave it out."))
    given = SessionInput(args, problems)
    if args.figures:
        require("matplotlib")
    return print_law(args, given, system, exact=args.exact, drawn=args.drawdown)


def print_law(
    args: argparse.Namespace, given: SessionInput, system: System, *, exact: bool = False, drawn: bool = False
) -> int:
    """Prints the requested law. `simulate` uses it if there are too many rounds to play."""
    wagers = given.portfolio(args, system)
    if given.bankroll is not None:
        return _session(args, given, wagers, system, given.bankroll)
    return _flat(args, given, wagers, exact=exact, drawn=drawn)


def _flat(args: argparse.Namespace, given: SessionInput, wagers: dict[str, int], *, exact: bool, drawn: bool) -> int:
    if not exact or drawn:
        require("numpy")
    law = flat_law(round_of(given.rules, wagers), given.spins, exact=exact)
    falls = None
    if drawn:
        from croupier.lab.drawdown import drawdown

        falls = drawdown(law.each, given.spins)
    if args.csv:
        write_csv(args.csv, ("net_cents", "chance"), [(cents, repr(chance)) for cents, chance in law.results()])
    if args.figures:
        from croupier.lab.figures import law_figure

        law_figure(law, directory(args.figures) / f"law.{args.figure_format}")
    if args.json:
        print_json({**given.head(args, wagers), **_flat_document(law, falls)})
    else:
        show(*_flat_text(law, falls, given.currency))
    return ExitCode.DONE


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
    "exact": "integer arithmetic, nothing rounded",
    "fourier": "Fourier; no probability is off by more than {bound:.1e}",
    "normal": "normal law, since there are too many results to list; off by at most the bound beside each chance",
}


def _flat_text(law: FlatLaw, falls: Drawdown | None, currency: Currency) -> list[Block]:
    ahead, behind, write = law.ahead, law.behind, currency.write
    rows = [
        ("edge", f"{law.each.edge} ({float(law.each.edge):.4%})"),
        ("mean result", write(round(law.mean))),
        ("standard deviation", write(round(law.deviation))),
        ("ahead", f"{figure_text('chance', ahead.value, currency)} (± {ahead.bound:.1e})"),
        ("behind", f"{figure_text('chance', behind.value, currency)} (± {behind.bound:.1e})"),
        *_quantiles(law, currency),
    ]
    if law.each.prison:
        rows.append(("spins, with the second spins of wagers in prison", f"{float(law.spins):,.1f} on average"))
    if falls is not None:
        rows += [
            ("below the highest point at the end", f"{write(round(falls.closing))} on average"),
            ("below it at the worst moment", f"{write(round(falls.deepest))} on average"),
            ("one in twenty falls deeper than", write(falls.deepest_95)),
        ]
    title = f"{counted(law.rounds, 'round')} of {write(law.each.cost)}: "
    return [f"{title}{_METHODS[law.method].format(bound=law.bound)}.", aligned(rows)]


def _quantiles(law: FlatLaw | SessionLaw, currency: Currency) -> list[tuple[str, str]]:
    return [(f"{share:.0%} end at or below", currency.write(law.quantile(share))) for share in QUANTILES]


def _session(
    args: argparse.Namespace, given: SessionInput, wagers: dict[str, int], system: System, bankroll: int
) -> int:
    require("numpy", "scipy")
    from croupier.lab.progression import session_law
    from croupier.lab.sessions import session_of

    session = session_of(given.rules, wagers, system, bankroll=bankroll, goal=given.goal, rounds=given.spins)
    law = session_law(session)
    if args.csv:
        pairs = zip(law.bankrolls.tolist(), law.chances.tolist(), strict=True)
        write_csv(args.csv, ("bankroll_cents", "chance"), [(cents, repr(chance)) for cents, chance in pairs])
    if args.figures:
        from croupier.lab.figures import law_figure

        law_figure(law, directory(args.figures) / f"law.{args.figure_format}")
    if args.json:
        money = {"bankroll": bankroll, "goal": given.goal}
        print_json({**given.head(args, wagers), **money, **_session_document(law)})
    else:
        show(*_session_text(law, given.currency))
    return ExitCode.DONE


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


def _session_text(law: SessionLaw, currency: Currency) -> list[Block]:
    session = law.session
    start = currency.write(session.cents(session.bankroll))
    rows = [("ruined", figure_text("chance", law.ruin, currency))]
    if session.has_goal:
        rows.append(("goal reached", figure_text("chance", law.goal, currency)))
    rows += [
        ("ahead at the end", figure_text("chance", law.ahead, currency)),
        ("mean bankroll", currency.write(round(law.mean))),
        ("rounds played", f"{law.rounds_mean:,.2f} on average, {law.spins_mean:,.2f} spins"),
        *_quantiles(law, currency),
    ]
    return [
        f"{session.system}: {session.system.words}.",
        f"At most {counted(session.rounds, 'round')} from {start}: {counted(law.states, 'state')}, "
        f"every figure within {law.bound:.1e}.",
        aligned(rows),
    ]
