"""`croupier people`: accounts and roles, at the machine itself."""

from croupier.cli.command import Command, Group

GROUP = Group(
    "croupier people",
    "Accounts and roles. Key managers are made here; they make the others here or in the browser.",
    (
        Command("list", "every account of a data directory", "croupier.cli.people.listing"),
        Command("add", "make an account, in one role", "croupier.cli.people.adding"),
        Command("role", "give an account another role", "croupier.cli.people.role"),
        Command("disable", "let nobody sign in with an account any more", "croupier.cli.people.disabling"),
        Command("enable", "let an account be signed in with again", "croupier.cli.people.enabling"),
        Command("reset", "set a new password, and lift a lockout", "croupier.cli.people.resetting"),
    ),
    notes="A running service hears of every change within a second, and sessions that must end do.",
)
