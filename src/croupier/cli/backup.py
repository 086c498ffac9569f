"""`croupier backup`: a verified copy of a journal, also of a live one."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.access.store import FILE as PEOPLE_FILE
from croupier.access.store import PeopleStore
from croupier.cli.guard import DONE
from croupier.cli.page import show
from croupier.floor.premises import JOURNAL_FILE
from croupier.journal.backup import back_up
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems

EPILOG = """\
DIR is the directory of a service (or name a journal file itself). The service may run: writers are not held up,
and the copy holds everything that was committed when the command began. It is verified before it gets its name,
and replaces nothing. The people of a directory are copied beside it (FILE.people); keys and the house file are not.
Exit code: 0 when the copy is right, 2 when there is no journal, 3 when it cannot be written or is not right.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("data", metavar="DIR", help="the directory of a service, or a journal file")
    parser.add_argument("file", metavar="FILE", help="the new file")


def run(args: argparse.Namespace) -> int:
    directory = source = Path(args.data)
    if directory.is_dir():
        source = directory / JOURNAL_FILE
    if not source.is_file():
        raise Problems([Problem("DIR", f"{source} is not there", "Name the directory of a service, or its journal.")])
    if (directory / PEOPLE_FILE).is_file():
        _copy_people(directory / PEOPLE_FILE, Path(f"{args.file}.people"))
    report = back_up(source, Path(args.file))
    show(f"{args.file}: {report.records:,} records of {source}, verified.")
    return DONE


def _copy_people(source: Path, target: Path) -> None:
    if target.exists():
        raise Fault(f"{target} exists. A backup never replaces a file: give another name.")
    store = PeopleStore(source)
    try:
        store.copy_to(target)
    finally:
        store.close()
