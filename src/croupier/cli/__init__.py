"""The command line: one file per command, loaded only when it is called."""

from __future__ import annotations

from croupier.cli.command import Command, Group
from croupier.cli.guard import guarded

COMMANDS = Group(
    "croupier",
    "Regulated roulette and Big Six tables: the regulation is the program.",
    (
        Command("books", "the five rulebooks: list, show, diff, trace", "croupier.cli.books"),
        Command("layout", "every spot of a layout, drawn and listed", "croupier.cli.layout"),
        Command("odds", "exact edge and variance of every wager", "croupier.cli.odds"),
        Command("settle", "settle a round file, with the clause for each outcome", "croupier.cli.settle"),
        Command("explain", "derive one outcome step by step, with clauses", "croupier.cli.explain"),
        Command("check", "compliance findings of a house file", "croupier.cli.check"),
        Command("law", "the exact law of many rounds, or of a betting system", "croupier.cli.law"),
        Command("simulate", "play sessions of a betting system by the million", "croupier.cli.simulate"),
        Command("play", "play a scripted day at a table", "croupier.cli.play"),
        Command("verify", "verify a journal or a dispute bundle, offline", "croupier.cli.verify"),
        Command("round", "export a round from a journal, or settle every round again", "croupier.cli.round"),
        Command("bundle", "one file that proves a round", "croupier.cli.bundle"),
        Command("report", "win, drop and hold per shift or day", "croupier.cli.report"),
        Command("log", "inspections, adjustments and replacements of the equipment", "croupier.cli.log"),
        Command("fairness", "what a record of spins says about the wheel", "croupier.cli.fairness"),
        Command("print", "documents of a table: its PAR sheet", "croupier.cli.print"),
        Command("serve", "run the tables of a house as a live service", "croupier.cli.serve"),
        Command("backup", "a verified copy of a journal, also of a live one", "croupier.cli.backup"),
        Command("people", "accounts and roles of a data directory", "croupier.cli.people"),
        Command("demo", "a whole floor in the browser, with nothing to configure", "croupier.cli.demo"),
    ),
    notes="Exit codes: 0 done, 1 findings, 2 bad usage or an unreadable file, 3 a fault of the machine.",
)


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code; nothing is raised and no traceback is shown."""
    return guarded(COMMANDS.run, argv)
