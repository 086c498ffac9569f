"""`croupier print`: documents that follow from the rules."""

from croupier.cli.command import Command, Group

GROUP = Group(
    "croupier print",
    "Documents that follow from the rules, ready for paper.",
    (Command("par", "the PAR sheet of one table configuration", "croupier.cli.print.par"),),
)
