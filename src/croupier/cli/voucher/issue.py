"""`croupier voucher issue`."""

from __future__ import annotations

import argparse

from croupier.cli.amounts import read_amount
from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import print_json, show
from croupier.cli.table_options import add_json, read_day
from croupier.cli.voucher.office import actor, add_by, add_office, office
from croupier.press.voucher import spaced
from croupier.terms.money import DOLLAR, dollars
from croupier.terms.problem import Problem, Problems

EXAMPLE = "croupier voucher issue floor 25 --by cas"
EPILOG = """\
The number has 18 random digits, the last of which is a check digit.

JSON: {"number", "what", "amount", "owner", "until"}
      "amount" is cents; "owner" is empty and "until" null if the voucher has none.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_office(parser)
    parser.add_argument("amount", metavar="AMOUNT", help="the amount in dollars, such as 25 or 2.50")
    parser.add_argument("--what", default="Voucher", help='the title, such as "Tournament ticket" (default: Voucher)')
    parser.add_argument("--owner", metavar="NAME", default="", help="bind it to this person")
    parser.add_argument("--until", metavar="DAY", help="the last day on which it is valid")
    add_by(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    problems: list[Problem] = []
    amount = read_amount("AMOUNT", args.amount, DOLLAR, problems)
    if amount is None:
        raise Problems(problems)
    with office(args) as kept:
        voucher = kept.issue(actor(args), args.what, amount, args.owner, read_day(args.until, "--until"))
    if args.json:
        until = str(voucher.until) if voucher.until else None
        print_json(
            {
                "number": voucher.number,
                "what": voucher.what,
                "amount": voucher.amount,
                "owner": voucher.owner,
                "until": until,
            }
        )
    else:
        show(f"{voucher.what} {spaced(voucher.number)}, {dollars(voucher.amount)}.")
    return ExitCode.DONE
