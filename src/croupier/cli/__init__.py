"""The command line: one file per command, loaded only when it is called."""

from __future__ import annotations

from croupier.cli.command import Subcommand, SubcommandGroup
from croupier.cli.errors import guarded

COMMANDS = SubcommandGroup(
    "croupier",
    "Regulated roulette and Big Six tables: the regulation is the program.",
    "croupier demo",
    (
        Subcommand("books", "the rulebooks: list, show, diff, trace", "croupier.cli.books"),
        Subcommand("layout", "every spot of a layout, drawn and listed", "croupier.cli.layout"),
        Subcommand("odds", "exact edge and variance of every wager", "croupier.cli.odds"),
        Subcommand("settle", "settle a round file, with the clause for each outcome", "croupier.cli.settle"),
        Subcommand("explain", "derive one outcome step by step, with clauses", "croupier.cli.explain"),
        Subcommand("check", "compliance findings of a house file or a tournament", "croupier.cli.check"),
        Subcommand("law", "the exact law of many rounds, or of a betting system", "croupier.cli.law"),
        Subcommand("simulate", "play sessions of a betting system by the million", "croupier.cli.simulate"),
        Subcommand("play", "play a scripted day at a table", "croupier.cli.play"),
        Subcommand("tournament", "tournaments: list, show, forms, printed rules, simulate", "croupier.cli.tournament"),
        Subcommand("draw", "draws of seats that anybody can check", "croupier.cli.draw"),
        Subcommand("verify", "verify a journal, a dispute bundle or a receipt, offline", "croupier.cli.verify"),
        Subcommand("round", "export a round from a journal, or settle every round again", "croupier.cli.round"),
        Subcommand("bundle", "one file that proves a round", "croupier.cli.bundle"),
        Subcommand("report", "win, drop and hold per shift or day", "croupier.cli.report"),
        Subcommand("log", "inspections, adjustments and replacements of the equipment", "croupier.cli.log"),
        Subcommand("fairness", "what a record of spins says about the wheel", "croupier.cli.fairness"),
        Subcommand("serve", "run the tables of a house as a live service", "croupier.cli.serve"),
        Subcommand("print", "signs, sheets, forms and slips: list, make, post", "croupier.cli.print"),
        Subcommand("voucher", "vouchers and tickets: issue, print, redeem, list", "croupier.cli.voucher"),
        Subcommand("backup", "a verified copy of a journal, even while it is in use", "croupier.cli.backup"),
        Subcommand("restore", "a backup as a new journal that names the old one", "croupier.cli.restore"),
        Subcommand("doctor", "what is wrong with a setup, and what to do", "croupier.cli.doctor"),
        Subcommand("key", "a signing key, and the verifier key that others know it by", "croupier.cli.key"),
        Subcommand("witness", "cosign the checkpoints of other houses' journals", "croupier.cli.witness"),
        Subcommand("signer", "hold a journal's key under another account", "croupier.cli.signer"),
        Subcommand("people", "accounts and roles of a data directory", "croupier.cli.people"),
        Subcommand("demo", "a whole floor in the browser, with nothing to configure", "croupier.cli.demo"),
    ),
    notes="Exit codes: 0 done, 1 findings, 2 bad input, 3 this machine cannot do it. docs/cli.md has the table.",
)


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code; nothing is raised and no traceback is shown."""
    return guarded(COMMANDS.run, argv)
