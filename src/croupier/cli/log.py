"""`croupier log`: inspections, adjustments and replacements."""

from __future__ import annotations

import argparse

from msgspec import to_builtins

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import add_journal, add_one_or_all, opened, table_streams
from croupier.cli.output import Block, ColumnBlock, Heading, print_json, show
from croupier.cli.table_options import add_json
from croupier.equipment.view import SeenEntry
from croupier.records.maintenance import WORK, LogEntry, maintenance
from croupier.terms.day import moment_of

EXAMPLE = "croupier log day.journal"
EPILOG = """\
The log of adjustments and replacements that a text may require, and the inspections of table, wheel and ball.
The signature of an entry is its record, which was written in the session of the named person and is part of the chain
that croupier verify checks.

JSON: {"entries": [{"table", "record", "hash", "at", "kind": "inspection|adjustment|replacement|director|ball",
       "name", "role", "part", "external", "what", "license", "signed", "witness", "witness_license", "place",
       "passed", "failed", "note"}]}
      "at" is a time; fields that a kind does not have are empty.
"""
_KINDS = {
    "inspection": "table inspected",
    "adjustment": "wheel adjusted",
    "replacement": "part replaced",
    "director": "inspected for the Director",
    "ball": "ball inspected",
}


def configure(parser: argparse.ArgumentParser) -> None:
    add_journal(parser)
    add_one_or_all(parser)
    parser.add_argument("--work", action="store_true", help="only adjustments and replacements")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with opened(args.journal) as journal:
        streams = table_streams(journal, args.table)
        entries = [each for stream in streams for each in maintenance(journal.read(stream))]
    if args.work:
        entries = [each for each in entries if each.entry.kind in WORK]
    if args.json:
        print_json({"entries": [_json(each) for each in entries]})
    else:
        show(*(_page(entries) if entries else ["The log is empty."]))
    return ExitCode.DONE


def _json(each: LogEntry) -> dict[str, object]:
    own = {"table": each.table, "record": each.record, "hash": each.hash}
    return {**own, **to_builtins(each.entry), "at": moment_of(each.entry.at).isoformat()}


def _page(entries: list[LogEntry]) -> list[Block]:
    blocks: list[Block] = []
    columns = ("date", "entry", "what", "name", "license", "signature")
    for table in dict.fromkeys(each.table for each in entries):
        rows = [_row(each) for each in entries if each.table == table]
        blocks += [Heading(f"Table {table}"), ColumnBlock(columns, rows)]
    return blocks


def _row(each: LogEntry) -> tuple[str, ...]:
    entry = each.entry
    who = entry.signed or f"{entry.role}:{entry.name}"
    signature = f"{who}, record {each.record}, {each.hash[:12]}"
    return (
        f"{moment_of(entry.at):%Y-%m-%d %H:%M}",
        _KINDS[entry.kind],
        _what(entry),
        entry.name,
        entry.license,
        signature,
    )


def _what(entry: SeenEntry) -> str:
    """The entry in words, all on one line."""
    parts = [f"{'external ' if entry.external else ''}{entry.part}: {entry.what}".strip(": ")] if entry.part else []
    if entry.kind not in WORK:
        parts.append("in order" if entry.passed else ", ".join(("not in order", *entry.failed)))
    if entry.place:
        parts.append(f"in {entry.place}")
    if entry.witness:
        parts.append(f"before {entry.witness}, security, license {entry.witness_license}")
    if entry.note:
        parts.append(entry.note)
    return "; ".join(parts)
