"""`croupier voucher`: vouchers and tickets of a journal."""

from croupier.cli.command import Subcommand, SubcommandGroup

GROUP = SubcommandGroup(
    "croupier voucher",
    "Vouchers and tickets: issued with a random number, redeemed once by the journal.",
    "croupier voucher issue floor 25 --by cas",
    (
        Subcommand("issue", "record a new voucher", "croupier.cli.voucher.issue"),
        Subcommand("print", "print a voucher; further prints are marked as copies", "croupier.cli.voucher.print"),
        Subcommand("redeem", "redeem a voucher by its number", "croupier.cli.voucher.redeem"),
        Subcommand("list", "every voucher of a journal", "croupier.cli.voucher.list"),
    ),
)
