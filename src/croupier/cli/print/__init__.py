"""`croupier print`: documents that follow from the rules."""

from croupier.cli.command import Subcommand, SubcommandGroup

GROUP = SubcommandGroup(
    "croupier print",
    "Documents that follow from the rules and from a journal, ready for paper.",
    "croupier print list examples/house.toml",
    (
        Subcommand("list", "what can be printed for each table, and what is due there", "croupier.cli.print.list"),
        Subcommand("make", "one sign, sheet, form or slip", "croupier.cli.print.make"),
        Subcommand("all", "everything that follows from a house file", "croupier.cli.print.all"),
        Subcommand("post", "record that a sign is posted", "croupier.cli.print.post"),
        Subcommand("receipt", "a player's receipt, with its proof as a QR code", "croupier.cli.print.receipt"),
        Subcommand("par", "the PAR sheet of one table configuration", "croupier.cli.print.par"),
        Subcommand("note", "the page of the day: a journal's last note and its QR code", "croupier.cli.print.note"),
    ),
)
