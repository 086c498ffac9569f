"""`croupier voucher list`."""

from __future__ import annotations

import argparse

from msgspec import to_builtins

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import ColumnBlock, print_json, show
from croupier.cli.table_options import add_json
from croupier.cli.voucher.office import add_office, office
from croupier.terms.money import dollars

EXAMPLE = "croupier voucher list floor"
EPILOG = """\
JSON: {"vouchers": [{"number", "what", "amount", "owner", "until", "issued_at", "issued_by", "copies", "redeemed_at",
       "redeemed_by"}]}
      Times are milliseconds since 1970, 0 if it was not redeemed.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_office(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with office(args, read_only=True) as kept:
        found = list(kept.all().values())
    if args.json:
        print_json({"vouchers": to_builtins(found)})
    elif found:
        rows = [
            (
                each.number,
                each.what,
                dollars(each.amount),
                each.owner,
                str(each.until or ""),
                f"redeemed by {each.redeemed_by}" if each.redeemed_at else "open",
            )
            for each in found
        ]
        show(ColumnBlock(("number", "what", "amount", "owner", "until", "state"), rows, frozenset({"amount"})))
    else:
        show("No voucher has been issued.")
    return ExitCode.DONE
