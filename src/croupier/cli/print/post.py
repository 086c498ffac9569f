"""`croupier print post`: records that a sign is posted."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import show
from croupier.cli.print.houses import add_house, read_house_tables
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

EXAMPLE = "croupier print post limits examples/house.toml floor --table 7 --code 2d758225fe630ae7 --place rail --by sue"
EPILOG = """\
Exit code: 0 recorded, 1 refused. DIR is the data directory of the service, which must not be running; while it runs,
use the pit page instead. The code is printed on the sign; a sign with another code does not match the current rules
and is refused.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sign", metavar="SIGN", help="such as limits or house_rules")
    add_house(parser)
    parser.add_argument("data", metavar="DIR", type=Path, help="the data directory of the service")
    parser.add_argument("--code", required=True, help="the code printed on the sign")
    parser.add_argument("--place", required=True, help="where it hangs")
    parser.add_argument("--by", metavar="NAME", required=True, help="the pit supervisor who posted it")


def run(args: argparse.Namespace) -> int:
    import secrets

    from croupier.equipment.command import PostSign
    from croupier.floor.clock import HouseClock
    from croupier.floor.lock import DirectoryLock
    from croupier.floor.order import Order, Unanswered
    from croupier.floor.premises import JOURNAL_FILE
    from croupier.floor.writer import Writer
    from croupier.journal.sqlite import SqliteJournal
    from croupier.records.script import stream_of
    from croupier.terms.fault import Fault
    from croupier.terms.people import Actor, Role
    from croupier.terms.refusal import Refusal

    _, tables = read_house_tables(args)
    if len(tables) != 1:
        raise Problems(
            [Problem("--table", f"the house has {counted(len(tables), 'table')}", f"Name one: {', '.join(tables)}.")]
        )
    ((number, rules),) = tables.items()
    data: Path = args.data
    if not (data / JOURNAL_FILE).is_file():
        raise Problems([Problem("DIR", f"{data} holds no journal", "Name the data directory of the service.")])
    lock = DirectoryLock(data)
    try:
        writer = Writer(SqliteJournal(data / JOURNAL_FILE), stream_of(number), rules)
        by = Actor(args.by, Role.SUPERVISOR)
        at = max(HouseClock().now(), writer.table.last_at)
        command = PostSign(by=by, at=at, sign=args.sign, digest=args.code, place=args.place)
        (answer,) = writer.commit([Order(f"print-post-{secrets.token_hex(8)}", command)])
        writer.close()
    finally:
        lock.release()
    if isinstance(answer.outcome, Refusal):
        show(answer.outcome.message)
        return ExitCode.FINDINGS
    if isinstance(answer.outcome, Unanswered):
        raise Fault(f"The posting was not recorded: {answer.outcome.reason}. Try again.")
    show(f"Recorded: {args.sign} of table {number} hangs {args.place}.")
    return ExitCode.DONE
