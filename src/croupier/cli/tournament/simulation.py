"""`croupier tournament simulate`: plays a structure many times."""

from __future__ import annotations

import argparse

import msgspec

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import ColumnBlock, print_json, show
from croupier.cli.table_options import add_json, add_rulebooks
from croupier.cli.tournament.finding import planned_of
from croupier.terms.money import dollars
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

EXAMPLE = "croupier tournament simulate examples/tournament.toml --runs 5"
EPILOG = """\
Every run is a whole tournament, from the draft to the close. All players but one wager at random: the favorite makes
small wagers, and in the last two games of a round wagers what it takes to lead.

JSON: {"runs", "entrants", "games_mean", "minutes_mean", "favorite_wins", "first_prizes", "awarded_mean",
       "proceeds_mean"}      Amounts are cents.
"""
RUNS_MAX = 100_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.toml", help="the file of a tournament, or - for standard input")
    parser.add_argument("--entrants", type=int, metavar="N", help="how many enter each event (default: all seats)")
    parser.add_argument("--runs", type=int, default=100, metavar="N", help="how many tournaments (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the random seed (1)")
    parser.add_argument("--seconds", type=int, default=90, metavar="N", help="how long one game takes (90)")
    add_rulebooks(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.lab.tournaments import simulate_tournaments

    planned = planned_of(args)
    room = min(event.room for event in planned.setup.events)
    entrants = room if args.entrants is None else args.entrants
    problems = []
    if not 1 <= entrants <= room:
        problems.append(Problem("--entrants", f"{entrants} do not fit", f"Give 1 to {room}, the seats of an event."))
    if not 1 <= args.runs <= RUNS_MAX:
        problems.append(Problem("--runs", f"{args.runs} is out of range", f"Give 1 to {RUNS_MAX:,}."))
    if args.seconds < 1:
        problems.append(Problem("--seconds", f"{args.seconds} is out of range", "Give 1 or more."))
    if problems:
        raise Problems(problems)
    figures = simulate_tournaments(planned, entrants, args.runs, args.seed)
    minutes = figures.games_mean * args.seconds / 60
    if args.json:
        print_json({**msgspec.to_builtins(figures), "minutes_mean": minutes})
        return ExitCode.DONE
    least, most = figures.first_prizes[0], figures.first_prizes[-1]
    first = dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
    rows = [
        ("entrants", str(entrants)),
        ("games in sequence", f"{figures.games_mean:.1f}"),
        (f"length at {args.seconds} s per game", f"{minutes:.0f} min"),
        ("the favorite wins", f"{figures.favorite_share:.1%} (by chance {1 / entrants:.1%})"),
        ("the largest prize", first),
        ("all prizes, on average", dollars(round(figures.awarded_mean))),
        ("proceeds, on average", dollars(round(figures.proceeds_mean))),
    ]
    show(f"{planned.setup.title}: {counted(figures.runs, 'run')}.", ColumnBlock(("figure", "value"), rows))
    return ExitCode.DONE
