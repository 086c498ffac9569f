"""`croupier voucher redeem`."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import show
from croupier.cli.voucher.office import actor, add_by, add_office, office
from croupier.press.voucher import spaced
from croupier.terms.money import dollars
from croupier.terms.problem import Problems

EXAMPLE = "croupier voucher redeem floor 123456789012345671 --by cas"
EPILOG = """\
Exit code: 0 redeemed, 1 not redeemed. If two people redeem a number at the same time, only one succeeds.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_office(parser)
    parser.add_argument("number", metavar="NUMBER", help="the number, with or without spaces")
    parser.add_argument("--holder", metavar="NAME", default="", help="who presents it, if it is bound to a person")
    parser.add_argument("--where", metavar="PLACE", default="cage", help="where it is redeemed (cage)")
    add_by(parser)


def run(args: argparse.Namespace) -> int:
    with office(args) as kept:
        try:
            voucher = kept.redeem(actor(args), args.number.replace(" ", ""), args.where, args.holder)
        except Problems as problems:
            show(f"{problems.problems[0].wrong}. {problems.problems[0].right}")
            return ExitCode.FINDINGS
    show(f"Redeemed: {voucher.what} {spaced(voucher.number)}. Pay {dollars(voucher.amount)}.")
    return ExitCode.DONE
