"""`croupier books`: what the five rulebooks say."""

from croupier.cli.command import Command, Group

GROUP = Group(
    "croupier books",
    "The five rulebooks as data, each value with its clause.",
    (
        Command("list", "the rulebooks and the days they are in force", "croupier.cli.books.listing"),
        Command("show", "one rulebook, every value with its clause", "croupier.cli.books.contents"),
        Command("diff", "what sets two rulebooks apart, clause by clause", "croupier.cli.books.comparison"),
        Command("trace", "clause, rule and tests", "croupier.cli.books.tracing"),
    ),
    default="list",
)
