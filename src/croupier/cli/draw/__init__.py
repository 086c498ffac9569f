"""`croupier draw`: draws of seats that anybody can check."""

from croupier.cli.command import Subcommand, SubcommandGroup

GROUP = SubcommandGroup(
    "croupier draw",
    "Draws of seats: a committed seed, the entrants' words, and the seats that follow from them.",
    "croupier draw verify heat-1.draw.json",
    (
        Subcommand("seed", "a new secret seed and the commitment to publish", "croupier.cli.draw.seed"),
        Subcommand("beacon", "the name and the value of a public beacon's pulse", "croupier.cli.draw.pulse"),
        Subcommand("export", "write the draws of a tournament as files", "croupier.cli.draw.export"),
        Subcommand("verify", "check a draw from its file", "croupier.cli.draw.verification"),
    ),
)
