"""`croupier tournament show`: the status of one tournament, from its records."""

from __future__ import annotations

import argparse

import msgspec

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import add_journal, opened
from croupier.cli.output import Block, ColumnBlock, Heading, print_json, show
from croupier.cli.table_options import add_json
from croupier.cli.tournament.finding import add_tournament, stream_named
from croupier.floor.tournament_writer import NoTournament, ReplayedTournament, replay_tournament
from croupier.terms.money import dollars
from croupier.terms.people import Actor, Role
from croupier.terms.problem import Problem, Problems
from croupier.tournament.check import PlannedTournament
from croupier.tournament.seen_tournament import SeenTournament
from croupier.tournament.state import Tournament
from croupier.tournament.view import tournament_view

EXAMPLE = "croupier tournament show series.db"
EPILOG = """\
JSON: {"id", "title", "house", "stage", "next", "colors", "events": [{"id", "title", "stage", "round", "rounds", "pool",
       "leaderboard": [{"entry", "name", "place", "points", "status", "table", "seat", "to_advance"}], "tables"}],
       "mine", "accounts": {"pool:open": 0}}      Amounts are cents.
"""
_VIEWER = Actor("command line", Role.DIRECTOR)


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    add_tournament(parser)
    parser.add_argument("--at", metavar="VERSION", type=int, help="its state after this record (default: the last)")
    add_json(parser)


def replayed(args: argparse.Namespace) -> tuple[PlannedTournament, Tournament]:
    """The named tournament, with its recorded rules."""
    with opened(args.journal) as journal:
        stream = stream_named(journal, args.tournament)
        until = getattr(args, "at", None)
        last = journal.head(stream).version
        if until is not None and not 1 <= until <= last:
            raise Problems([Problem("--at", f"there is no record {until}", f"Name one of 1 to {last}.")])
        found: ReplayedTournament = replay_tournament(journal, stream, until)
    if found.planned is None:
        raise NoTournament(f"{stream} holds no tournament yet.")
    return found.planned, found.tournament


def run(args: argparse.Namespace) -> int:
    planned, tournament = replayed(args)
    view = tournament_view(planned, tournament, _VIEWER)
    accounts = {str(account): held for account, held in tournament.balances.held().items()}
    if args.json:
        print_json({**msgspec.to_builtins(view), "accounts": accounts})
    else:
        show(*_page(view, tournament))
    return ExitCode.DONE


def _page(view: SeenTournament, tournament: Tournament) -> list[Block]:
    blocks: list[Block] = [f"{view.title} ({view.id}), {view.house}: {view.stage}.", f"Next: {view.next}."]
    for event in view.events:
        blocks.append(Heading(f"{event.title}: {event.stage}, round {event.round} of {event.rounds}"))
        blocks.append(f"The pool holds {dollars(event.pool)}.")
        rows = [
            (str(each.place), each.name, str(each.entry), f"{each.points:,}", each.status, f"{each.table}-{each.seat}")
            for each in event.leaderboard
        ]
        if rows:
            columns = ("place", "name", "entry", "points", "status", "seat")
            blocks.append(ColumnBlock(columns, rows, frozenset({"place", "entry", "points"})))
    blocks.append(Heading("Accounts"))
    held = tournament.balances.held()
    accounts = [(str(account), dollars(amount)) for account, amount in held.items()]
    blocks.append(ColumnBlock(("account", "holds"), accounts, frozenset({"holds"})))
    return blocks
