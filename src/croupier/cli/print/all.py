"""`croupier print all`: every document of a house file, each in its own file."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.files import writing
from croupier.cli.output import show
from croupier.cli.print.houses import add_house, read_house_tables
from croupier.cli.print.output import EXTRA, FORMATS, deliver
from croupier.terms.text import counted

EXAMPLE = "croupier print all examples/house.toml papers"
EPILOG = f"""\
Writes DIR/TABLE-THING.pdf for every sign, sheet and form that does not need records. Existing files are replaced.
{EXTRA}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_house(parser)
    parser.add_argument("directory", metavar="DIR", type=Path, help="a directory, created if it does not exist")
    kinds = [kind[1:] for kind in FORMATS]
    parser.add_argument("--as", dest="kind", choices=kinds, default="pdf", help="pdf (default), html or txt")


def run(args: argparse.Namespace) -> int:
    from croupier.press.catalog import catalog, document_of

    directory: Path = args.directory
    house, tables = read_house_tables(args)
    with writing("DIR", directory):
        directory.mkdir(exist_ok=True)
    count = 0
    for number, rules in tables.items():
        for each in catalog(rules):
            if not each.records:
                deliver(document_of(rules, each.id, house), directory / f"{number}-{each.id}.{args.kind}")
                count += 1
    show(f"{counted(count, 'file')} in {directory}.")
    return ExitCode.DONE
