"""`croupier people`: accounts and roles, managed on the machine itself."""

from croupier.cli.command import Subcommand, SubcommandGroup

GROUP = SubcommandGroup(
    "croupier people",
    "Accounts and roles. Create key managers here; they create the others here or in the browser.",
    "croupier people list --data floor",
    (
        Subcommand("list", "every account of a data directory", "croupier.cli.people.listing"),
        Subcommand("add", "create an account with one role", "croupier.cli.people.adding"),
        Subcommand("role", "give an account another role", "croupier.cli.people.role"),
        Subcommand("disable", "stop an account from signing in", "croupier.cli.people.disabling"),
        Subcommand("enable", "let an account sign in again", "croupier.cli.people.enabling"),
        Subcommand("reset", "set a new password, and lift a lockout", "croupier.cli.people.resetting"),
        Subcommand("reset-factor", "remove security keys and recovery codes", "croupier.cli.people.factor"),
    ),
    notes="A running service applies every change within a second, and ends the sessions that must end.",
)
