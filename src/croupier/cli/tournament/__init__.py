"""`croupier tournament`: tournaments of a journal, and structures before they are played."""

from croupier.cli.command import Subcommand, SubcommandGroup

GROUP = SubcommandGroup(
    "croupier tournament",
    "Tournaments: their status in a journal, their forms, and simulations of a structure.",
    "croupier tournament simulate examples/tournament.toml --runs 5",
    (
        Subcommand("list", "the tournaments of a journal", "croupier.cli.tournament.listing"),
        Subcommand("show", "one tournament: places, money, and the next step", "croupier.cli.tournament.status"),
        Subcommand("form", "entrants, payouts, vouchers, proceeds, seats, colors", "croupier.cli.tournament.form"),
        Subcommand("rules", "the printed rules of a tournament's file", "croupier.cli.tournament.rules"),
        Subcommand("simulate", "play a structure many times", "croupier.cli.tournament.simulation"),
    ),
)
