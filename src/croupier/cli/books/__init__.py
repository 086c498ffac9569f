"""`croupier books`: what the rulebooks say."""

from croupier.cli.command import Subcommand, SubcommandGroup

GROUP = SubcommandGroup(
    "croupier books",
    "The rulebooks as data, each value with its clause.",
    "croupier books diff co-2013 co-2014",
    (
        Subcommand("list", "the rulebooks and the days they are in force", "croupier.cli.books.listing"),
        Subcommand("show", "one rulebook, every value with its clause", "croupier.cli.books.contents"),
        Subcommand("diff", "how two rulebooks differ, clause by clause", "croupier.cli.books.comparison"),
        Subcommand("trace", "clause, rule and tests", "croupier.cli.books.tracing"),
    ),
    default="list",
)
