"""`croupier print par`: the PAR sheet of one table configuration, as PDF, HTML or text."""

from __future__ import annotations

import argparse

from msgspec.structs import replace

from croupier.cli.exit_codes import ExitCode
from croupier.cli.print.output import EXTRA, add_language, add_out, check_out, deliver, labels_for
from croupier.cli.table_options import add_table_choices, rules_of

EXAMPLE = "croupier print par nj --zero half --out par.html"
EPILOG = f"""\
The sheet shows the wheel in order, wagers, odds, exact edge and variance, the house's win over 1,000 rounds with
exact bands, what each house option costs or earns, and the clause and basis of every value.
{EXTRA}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_table_choices(parser)
    add_language(parser)
    add_out(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.press.par import par_sheet

    check_out(args.out)
    rules = rules_of(args)
    deliver(par_sheet(rules, replace(labels_for(args), currency=rules.book.money.currency)), args.out)
    return ExitCode.DONE
