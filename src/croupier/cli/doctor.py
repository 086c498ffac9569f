"""`croupier doctor`: what is wrong with a setup, and what to do."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import ColumnBlock, print_json, show
from croupier.cli.table_options import add_json
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, shown

if TYPE_CHECKING:
    from croupier.journal.store_check import StoreCheck

ROOM = 1 << 30
"""The free bytes below which a disk is a finding."""
WRITES = 20
SLOW_S = 0.1
"""A slower median sync delays every wager noticeably."""

EXAMPLE = "croupier doctor floor"
EPILOG = """\
STORE is postgresql://… if several nodes share a database, or the directory of a service. The service may be running.
For a database it checks settings, standbys, clocks, schema, commits, the lease, checkpoints and the house file; for a
directory, whether the journal accepts records, how fast the disk syncs, and the free space.
Exit code: 0 without findings, 1 with findings, 2 if there is no such store.

JSON: {"store", "ok", "examined": [{"what", "ok", "found", "do"}]}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("store", metavar="STORE", help="postgresql://…, or the directory of a service")
    parser.add_argument("--standby", action="store_true", help="a database must have a synchronous standby")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.journal.stores import is_address, open_store, without_password

    if is_address(args.store):
        open_store(args.store)  # raises what is missing
        from croupier.journal.postgres.connection import PostgresAddress
        from croupier.journal.postgres.examination import examine

        examined = list(examine(PostgresAddress(args.store, args.standby)))
    else:
        examined = list(_examine_directory(Path(args.store)))
    ok = all(each.ok for each in examined)
    name = without_password(args.store)
    if args.json:
        listed = [{"what": e.what, "ok": e.ok, "found": e.found, "do": "" if e.ok else e.do} for e in examined]
        print_json({"store": name, "ok": ok, "examined": listed})
    else:
        rows = [(each.what, "ok" if each.ok else "WRONG", each.found) for each in examined]
        show(ColumnBlock(("what", "", "found"), rows))
        show(*(f"{each.what}: {each.do}" for each in examined if not each.ok))
    return ExitCode.DONE if ok else ExitCode.FINDINGS


def _examine_directory(directory: Path) -> Iterator[StoreCheck]:
    from croupier.floor.premises import JOURNAL_FILE
    from croupier.journal.append_failure import trouble_of
    from croupier.journal.stores import SqliteStore

    if not (directory / JOURNAL_FILE).is_file():
        wrong = f"{shown(str(directory))} holds no journal"
        raise Problems([Problem("STORE", wrong, "Name the directory of a service, or a database.")])
    try:
        SqliteStore(directory / JOURNAL_FILE).try_to_write()
    except Fault as fault:
        trouble = trouble_of(fault)
        yield _check("journal", trouble.what, trouble.do, ok=False)
    else:
        yield _check("journal", "it accepts records")
    took = list(_syncs(directory))
    words = f"median {1000 * median(took):.1f} ms, slowest {1000 * max(took):.1f} ms of {WRITES}"
    yield _check("disk", words, "Use a faster disk, or find out what else uses this one.", ok=median(took) <= SLOW_S)
    free = shutil.disk_usage(directory).free
    yield _check("room", f"{free / (1 << 30):,.1f} GiB are free", "Free some space.", ok=free >= ROOM)


def _syncs(directory: Path) -> Iterator[float]:
    with tempfile.TemporaryFile(dir=directory) as file:
        for _ in range(WRITES):
            began = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            yield time.perf_counter() - began


def _check(what: str, found: str, do: str = "", *, ok: bool = True) -> StoreCheck:
    from croupier.journal.store_check import StoreCheck

    return StoreCheck(what, ok, found, do)
