"""`croupier restore`: a backup as the journal of a new directory, under a new name that refers to the old one."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from croupier.access.opening import open_people
from croupier.access.people_file import PeopleFile
from croupier.access.store import copy_people
from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import readable
from croupier.cli.output import show
from croupier.floor.premises import JOURNAL_FILE, KEY_FILE, LAST_FILE
from croupier.journal.checkpoint import Checkpoint
from croupier.journal.last_checkpoint import LastCheckpointFile
from croupier.journal.note import ED25519, BadNote, VerifierKey, is_name
from croupier.journal.restore import move, restore
from croupier.journal.stores import JournalStore, is_address, open_store
from croupier.journal.verify import load_note
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, shown
from croupier.terms.text import counted

EXAMPLE = "croupier restore copy.journal restored --origin house.example/premises/2"
EPILOG = """\
Records made after the backup are lost, and witnesses know that they existed. So the journal continues as another log
with a new origin and a new key, and its first checkpoint names the last head of the old origin. Give that head with
--seen, from a witness (croupier verify --ask shows it) or from the page of the day; without it, the backup's own last
head is named.
DIR must be new, and so must the database that --store names; DIR then holds only the key. Add the printed line to the
policy and keep the old log line, give the new log to the witnesses, copy the house file, and start the service on DIR.
The people are restored too, if croupier backup wrote them next to the journal (BACKUP.people).
Use --move if nothing was lost: the service was stopped, which sealed everything, and then the backup was made. The
journal continues in its new store under its old name and key, which you put into DIR. This moves a house from a file
to a database, or back.
Exit code: 0 if DIR is ready, 2 if an option or a file is wrong, 3 if it cannot be written.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", metavar="BACKUP", help="a copy that croupier backup made")
    parser.add_argument("data", metavar="DIR", help="the new directory of the service")
    parser.add_argument("--store", metavar="URL", help="restore into this database: postgresql://user@host/database")
    parser.add_argument("--origin", metavar="NAME", help="the new name, like house.example/premises/2")
    parser.add_argument("--move", action="store_true", help="nothing was lost: continue under the old name and key")
    parser.add_argument("--seen", metavar="NOTE", help="the last known note of the old origin")


def run(args: argparse.Namespace) -> int:
    if (args.origin is None) != args.move:
        right = "Give --origin with a new name, or --move when nothing was lost."
        raise Problems([Problem("--origin", "exactly one of --origin and --move is needed", right)])
    if args.origin is not None and not is_name(args.origin):
        right = "Use an address without a scheme, like house.example/premises/2."
        raise Problems([Problem("--origin", f"{shown(args.origin)} is not a name for a log", right)])
    if args.store is not None and not is_address(args.store):
        right = "Give one like postgresql://user@host/database, or leave it out for a file in DIR."
        raise Problems([Problem("--store", f"{shown(args.store)} is not an address of a database", right)])
    if not Path(args.backup).is_file():
        raise Problems([Problem("BACKUP", f"{args.backup} does not exist", "Name a backup.")])
    seen = None
    if args.seen is not None:
        with readable(args.seen):
            seen = load_note(Path(args.seen))
    directory = Path(args.data)
    store = open_store(args.store or str(directory / JOURNAL_FILE))
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if args.move:
            last = move(Path(args.backup), store, directory / KEY_FILE, seen)
            _told_moved(store, last)
        else:
            now = time.time_ns() // 1_000_000
            last = restore(Path(args.backup), store, directory / KEY_FILE, args.origin, now, seen)
            _show_result(store, last)
        LastCheckpointFile(directory / LAST_FILE).save(last)
        _restore_people(Path(f"{args.backup}.people"), store, directory)
    except BadNote as error:
        raise Problems([Problem("--seen", str(error).rstrip("."), "Give a note of the old origin.")]) from None
    except OSError as error:
        raise Fault(f"{directory} cannot be written ({error.strerror}).") from error
    return ExitCode.DONE


def _restore_people(backup: Path, store: JournalStore, directory: Path) -> None:
    """Restores the people that croupier backup wrote next to the journal."""
    if not backup.is_file():
        return
    kept, people = PeopleFile(backup), open_people(store, directory)
    try:
        if people.row("SELECT name FROM accounts LIMIT 1") is not None:
            raise Fault(f"{store} already has people. The journal is restored, but the people of {backup} are not.")
        copy_people(kept, people)
        accounts = kept.rows("SELECT name FROM accounts")
        show(f"{backup}: {counted(len(accounts), 'account')} restored.")
    finally:
        people.close()
        kept.close()


def _show_result(store: JournalStore, made: Checkpoint) -> None:
    old = made.statement.continues
    if old is not None:
        after = f"after {old.origin} at {counted(old.size, 'leaf', 'leaves')}"
        show(f"{store}: {counted(made.records, 'record')}, sealed as {made.head.origin}, {after}.")
    show(f"Policy line: log {VerifierKey(made.head.origin, ED25519, made.key)}")


def _told_moved(store: JournalStore, last: Checkpoint) -> None:
    show(f"{store}: {counted(last.records, 'record')}, continued as {last.head.origin}.")
    show("Keep the old journal as it is, and never start a service on it again.")
