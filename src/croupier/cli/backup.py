"""`croupier backup`: a verified copy of a journal, even while it is in use."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.access.opening import open_people
from croupier.access.people_file import PeopleFile
from croupier.access.store import FILE as PEOPLE_FILE
from croupier.access.store import PeopleStore
from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import show
from croupier.floor.journal_jobs import unsound
from croupier.floor.premises import JOURNAL_FILE
from croupier.journal.backup import back_up
from croupier.journal.stores import SqliteStore, is_address, open_store
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

EXAMPLE = "croupier backup day.journal copy.journal"
EPILOG = """\
DIR is the directory of a service, a journal file, or postgresql://… if several nodes share a database.
The copy is always a journal file; croupier restore --move takes it to another store. The service may be running:
writers are not blocked, and the copy holds everything that was committed when the command started. It is verified and
its tables' events go through the ledger before it gets its name, and it never replaces a file. The people are copied
to FILE.people; keys and the house file are not copied. verify_journal.py, which verifies the copy without croupier,
is written next to it.
Exit code: 0 if the copy is valid, 2 if there is no journal, 3 if it cannot be written or is not valid.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("data", metavar="DIR", help="the directory of a service, a journal file, or postgresql://…")
    parser.add_argument("file", metavar="FILE", help="the new file")


def run(args: argparse.Namespace) -> int:
    if is_address(args.data):
        store = open_store(args.data)
        people = open_people(store, Path())
        try:
            _copy_people(people, Path(f"{args.file}.people"))
        finally:
            people.close()
        report = back_up(store, Path(args.file), check=unsound)
        show(f"{args.file}: {counted(report.records, 'record')} of {store}, verified.")
        return ExitCode.DONE
    directory = source = Path(args.data)
    if directory.is_dir():
        source = directory / JOURNAL_FILE
    if not source.is_file():
        raise Problems([Problem("DIR", f"{source} does not exist", "Name the directory of a service, or its journal.")])
    if (directory / PEOPLE_FILE).is_file():
        kept = PeopleFile(directory / PEOPLE_FILE)
        try:
            _copy_people(kept, Path(f"{args.file}.people"))
        finally:
            kept.close()
    report = back_up(SqliteStore(source), Path(args.file), check=unsound)
    show(f"{args.file}: {counted(report.records, 'record')} of {source}, verified.")
    return ExitCode.DONE


def _copy_people(source: PeopleStore, target: Path) -> None:
    if target.exists():
        raise Fault(f"{target} exists. A backup never replaces a file. Give another name.")
    source.copy_to(target)
