"""`croupier verify`: verifies a journal or a dispute bundle, offline."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.cli.guard import DONE, FINDINGS
from croupier.cli.journals import readable
from croupier.cli.page import print_json, show
from croupier.cli.tables import add_json
from croupier.journal.key import load_public
from croupier.journal.tape import Progress
from croupier.journal.verify import Report, load_witness, verify_file
from croupier.terms.problem import Problem, Problems

EPILOG = """\
Reads a journal file (also a live one), an export of one, or a dispute bundle, record by record, and needs nothing
else. Signatures are checked against the key that the file itself names, which proves that nothing changed since;
with --key they are checked against yours, which proves who signed. A witness is a copy of a checkpoint that was
kept elsewhere: with it, a journal that was cut off together with its checkpoints is found out.
Exit code: 0 when everything is right, 1 with the first bad record, 2 when the file is neither.

JSON: {"file", "ok", "records", "streams", "checkpoints", "sealed", "trusted", "witnessed",
       "finding": null | {"wrong", "detail", "stream", "version", "position", "checkpoint", "message"}}
      of a bundle: {"file", "ok", "table", "round", "records", "key", "trusted", "finding": null | "...", "note"}
"""
BUNDLE_MAX = 1 << 30


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="JOURNAL", help="a journal, an export of one, or a dispute bundle")
    parser.add_argument("--key", metavar="PUB", help="a public key file: signatures must be its owner's")
    parser.add_argument("--witness", metavar="FILE", help="a checkpoint that was kept elsewhere")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.records.bundle import is_bundle

    path: str = args.journal
    if is_bundle(_start(path)):
        return _run_bundle(args)
    with readable(path), _progress() as on_progress:
        report = verify_file(path, public_key=args.key, witness=args.witness, on_progress=on_progress)
    if args.json:
        print_json(_json(path, report))
    else:
        show(*_told(path, report, args.witness is not None))
    return DONE if report.ok else FINDINGS


def _start(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(32)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise Problems([Problem("", f"it cannot be read: {reason}", "Check the path.", file=path)]) from None


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """A bar on the terminal of whoever waits; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Verifying", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _json(path: str, report: Report) -> dict[str, object]:
    finding = report.finding
    return {
        "file": path,
        "ok": report.ok,
        "records": report.records,
        "streams": report.streams,
        "checkpoints": report.checkpoints,
        "sealed": report.sealed,
        "trusted": report.trusted,
        "witnessed": report.witnessed,
        "finding": finding
        and {
            "wrong": finding.wrong.value,
            "detail": finding.detail,
            "stream": finding.stream,
            "version": finding.version,
            "position": finding.position,
            "checkpoint": finding.checkpoint,
            "message": str(finding),
        },
    }


def _told(path: str, report: Report, witness: bool) -> Iterator[str]:
    if report.finding:
        yield f"{path}: {report.finding}"
        yield f"{report.records:,} records before it are right."
        return
    yield f"{path}: {_many(report.records, 'record')} in {_many(report.streams, 'stream')}, all right."
    if report.checkpoints:
        signed = f"{_many(report.checkpoints, 'signed checkpoint')} over {_many(report.sealed, 'record')}"
        yield f"{signed}, by {'the key given' if report.trusted else 'the key that the journal names'}."
    unsealed = report.records - report.sealed
    if unsealed:
        yield f"Not sealed yet: the last {_many(unsealed, 'record')}. A cut there would not be seen."
    if witness:
        yield "Everything that the witness has seen is there."


def _run_bundle(args: argparse.Namespace) -> int:
    from croupier.records.bundle import verify_bundle

    path: str = args.journal
    data = Path(path).read_bytes()
    if len(data) > BUNDLE_MAX:
        raise Problems([Problem("", "it is larger than any bundle", "Name a bundle.", file=path)])
    keys: tuple[bytes, ...] = ()
    if args.key is not None:
        with readable(args.key):
            keys = load_public(Path(args.key))
    witness = None
    if args.witness is not None:
        with readable(args.witness):
            witness = load_witness(Path(args.witness))
    try:
        report = verify_bundle(data, public_keys=keys, witness=witness)
    except Problems as problems:
        raise problems.within(path) from None
    if args.json:
        names = ("table", "round", "records", "key", "trusted")
        rest = {"finding": report.finding or None, "note": report.note}
        print_json({"file": path, "ok": report.ok, **{name: getattr(report, name) for name in names}, **rest})
    elif report.ok:
        whose = "the key given" if report.trusted else f"key {report.key[:16]}, which the bundle names"
        show(f"{path}: round {report.round} at table {report.table}, {report.records:,} records, signed by {whose}.")
        show(report.note)
    else:
        show(f"{path}: round {report.round} at table {report.table} is not proved. {report.finding}")
    return DONE if report.ok else FINDINGS


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
