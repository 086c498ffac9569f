"""`croupier voucher print`."""

from __future__ import annotations

import argparse

from croupier.cli.exit_codes import ExitCode
from croupier.cli.print.output import EXTRA, add_language, add_out, check_out, deliver, labels_for
from croupier.cli.voucher.office import actor, add_by, add_office, office

EXAMPLE = "croupier voucher print floor 123456789012345671 --by cas --out voucher.pdf"
EPILOG = f"""\
Each print is recorded. The first one is the voucher; every further one is numbered as a copy.
{EXTRA}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_office(parser)
    parser.add_argument("number", metavar="NUMBER", help="the number, with or without spaces")
    parser.add_argument("--house", metavar="NAME", default="", help="the name of the house on the paper")
    add_by(parser)
    add_language(parser)
    add_out(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.press.voucher import voucher_document

    check_out(args.out)
    say = labels_for(args)
    with office(args) as kept:
        voucher = kept.print(actor(args), args.number.replace(" ", ""))
    deliver(voucher_document(voucher, args.house, say), args.out)
    return ExitCode.DONE
