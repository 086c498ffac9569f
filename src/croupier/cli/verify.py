"""`croupier verify`: verifies a journal, a dispute bundle or a receipt, offline."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.bundles import bundle_of
from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import is_journal, opened, readable
from croupier.cli.output import print_json, show
from croupier.cli.table_options import add_json
from croupier.cli.times import utc
from croupier.journal.key import load_public
from croupier.journal.note import SignedNote
from croupier.journal.policy import Demands, WitnessPolicy, load_policy
from croupier.journal.stores import is_address, open_store, without_password
from croupier.journal.tape import Progress
from croupier.journal.verify import VerificationReport, load_note
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

if TYPE_CHECKING:
    from croupier.records.audit import Audited
    from croupier.wire.inspection import TournamentOpening

EXAMPLE = "croupier verify day.journal --key day.key.pub"
EPILOG = """\
Reads a journal file (also a live one), a database (postgresql://…), an export, a dispute bundle or a receipt, and
needs nothing else.
Signatures are checked against the key that the file itself names, which proves that nothing changed since; with --key
they are checked against yours, which proves who signed. A receipt names no key, so it needs --policy or --key.
With --policy, the policy must name the log, and the last checkpoint must have the quorum of its witnesses: then not
even the house can have shown two histories. --seen takes a note of a checkpoint that was kept elsewhere, and --ask
requests the last notes from the witnesses at the addresses in the policy; either detects a journal that was cut off
together with its checkpoints.
With --key every record must be under a signature: a journal without a checkpoint, or with records after the last one,
is not valid.
Then the tables are replayed: every event goes through the ledger, every round is settled again under its recorded
rules, and every order whose command is on record is decided again. --quick skips this, and the output says so.
Recorded rulebooks are checked against their digests, and so is each opening of a table; tournaments are checked
against the records of the tables where they were played.
Exit code: 0 if everything is valid, 1 with the first bad record, 2 if the file is none of these, 3 if a witness does
not answer.

JSON: {"file", "ok", "records", "streams", "checkpoints", "sealed", "trusted", "witnessed", "origin", "size",
       "cosigned", "cosigned_at", "receipts": ["..."], "tournaments": ["..."],
       "audit": null | {"tables", "events", "rounds", "orders", "refused", "undecided", "findings": [...]},
       "finding": null | {"wrong", "detail", "stream", "version", "position", "checkpoint", "message"}}
      of a bundle: {"file", "ok", "table", "round", "seat", "records", "key", "trusted", "cosigned",
                    "finding": null | "...", "note"}
      of a receipt: {"file", "ok", "origin", "cosigned", "cosigned_at", "receipt": null | {...}, "finding"}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "journal", metavar="FILE", help="a journal, an export of one, a dispute bundle, a receipt, or postgresql://…"
    )
    parser.add_argument("--key", metavar="PUB", help="a public key file; signatures must be from this key")
    parser.add_argument(
        "--policy", metavar="FILE", help="a policy file; its log must have signed and its quorum cosigned"
    )
    parser.add_argument(
        "--seen", metavar="NOTE", action="append", default=[], help="a checkpoint's note that was kept elsewhere"
    )
    parser.add_argument("--ask", action="store_true", help="ask the witnesses of the policy for their last note")
    parser.add_argument("--quick", action="store_true", help="chain and signatures only; do not replay or settle")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from croupier.journal.proof import is_proof
    from croupier.wire.inspection import rules_inspections

    path: str = args.journal
    start = b"" if is_address(path) else _start(path)
    demands = read_demands(args)
    if not is_address(path) and (data := bundle_of(path)) is not None:
        return _run_bundle(args, data, demands)
    if is_proof(start):
        from croupier.cli.receipt import verify_receipt_file

        return verify_receipt_file(path, demands, json=args.json)
    openings: list[TournamentOpening] = []
    with readable(path), _progress() as on_progress:
        report = open_store(path).verify(demands, on_progress, rules_inspections(openings))
    audited = None if args.quick or not report.ok else _audited(path)
    findings = audited.findings if audited is not None else []
    receipts = _wrong_receipts(path) if report.ok and not findings else ()
    tournaments = _wrong_tournaments(path, openings) if report.ok and not findings else ()
    right = report.ok and not findings and not receipts and not tournaments
    path = without_password(path)
    if args.json:
        wrong = {"receipts": list(receipts), "tournaments": list(tournaments)}
        print_json({**_json(path, report), "ok": right, "audit": audited and _audit_json(audited), **wrong})
    elif findings:
        show(*(f"{path}: {finding}" for finding in findings))
    else:
        show(*_report_lines(path, report, demands), *_audit_lines(audited, report, args), *receipts, *tournaments)
    return ExitCode.DONE if right else ExitCode.FINDINGS


def _audited(path: str) -> Audited | None:
    """Replays the tables of a journal event by event; None for an export."""
    if not is_journal(path):
        return None
    from croupier.records.audit import audit

    with opened(path) as journal, _progress("Replaying") as on_progress:
        return audit(journal, on_progress=on_progress)


def _audit_json(audited: Audited) -> dict[str, object]:
    names = ("tables", "events", "rounds", "orders", "refused", "undecided")
    findings = [{"stream": each.stream, "version": each.version, "detail": each.detail} for each in audited.findings]
    return {**{name: getattr(audited, name) for name in names}, "findings": findings}


def _audit_lines(audited: Audited | None, report: VerificationReport, args: argparse.Namespace) -> Iterator[str]:
    if report.finding:
        return
    if audited is None:
        kind = "Quick" if args.quick else "An export"
        yield f"{kind}: chain, signatures and rulebooks only. No event went through the ledger, no round was settled."
        return
    yield (
        f"{counted(audited.events, 'event')} of {counted(audited.tables, 'table')} went through the ledger: nothing is "
        f"overdrawn. {counted(audited.rounds, 'round')} settled again and {counted(audited.orders, 'order')} decided "
        "again, with the same results."
    )
    if audited.refused or audited.undecided:
        yield (
            f"Not decided again, since their command is not on record: {counted(audited.refused, 'refusal')} and "
            f"{counted(audited.undecided, 'other order')}."
        )


def _wrong_receipts(path: str) -> tuple[str, ...]:
    """The receipts in a journal that contradict its tables' records."""
    if not is_journal(path):
        return ()
    from croupier.records.receipt import wrong_receipts

    with opened(path) as journal:
        return tuple(wrong_receipts(journal))


def _wrong_tournaments(path: str, openings: Sequence[TournamentOpening]) -> tuple[str, ...]:
    """Contradictions between tournaments and the tables where they were played."""
    if not is_journal(path):
        return ()
    from croupier.records.tournament_tables import tournament_disagreements
    from croupier.wire.tournaments import tournament_stream

    with opened(path) as journal:
        lost = [
            f"{each.stream} {each.version}: it opens for tournament {each.tournament}, which has no records here."
            for each in openings
            if not journal.head(tournament_stream(each.tournament)).version
        ]
        return (*lost, *tournament_disagreements(journal))


def read_demands(args: argparse.Namespace) -> Demands:
    """What the command line requires; raises a problem if a file is wrong."""
    keys: tuple[bytes, ...] = ()
    if args.key is not None:
        with readable(args.key):
            keys = load_public(Path(args.key))
    policy = load_policy(Path(args.policy)) if args.policy is not None else None
    seen = []
    for path in args.seen:
        with readable(path):
            seen.append(load_note(Path(path)))
    if args.ask:
        if policy is None or not any(witness.url for witness in policy.witnesses):
            wrong = "it needs the address of a witness"
            raise Problems([Problem("--ask", wrong, "Give a --policy with the addresses of its witnesses.")])
        seen += _asked(policy)
    return Demands(keys, policy, tuple(seen), sealed=bool(keys))


def _asked(policy: WitnessPolicy) -> Iterator[SignedNote]:
    """The last notes that the witnesses of a policy cosigned, for each log of the policy."""
    from croupier.journal.cosignature import cosignatures
    from croupier.journal.submission import WitnessClient

    for witness in policy.witnesses:
        if not witness.url:
            continue
        client = WitnessClient(witness.url)
        try:
            for log in policy.logs:
                note = client.checkpoint(log.name)
                if note is not None and not cosignatures(note, (witness.key,)):
                    raise Fault(f"{witness.url} shows a note of {log.name} that it has not cosigned.")
                if note is not None:
                    yield note
        finally:
            client.close()


def _start(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(32)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise Problems([Problem("", f"it cannot be read: {reason}", "Check the path.", file=path)]) from None


@contextmanager
def _progress(what: str = "Verifying") -> Iterator[Progress | None]:
    """A progress bar on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _json(path: str, report: VerificationReport) -> dict[str, object]:
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
        "origin": report.origin,
        "size": report.size,
        "cosigned": report.cosigned,
        "cosigned_at": report.cosigned_s or None,
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


def _report_lines(path: str, report: VerificationReport, demands: Demands) -> Iterator[str]:
    if report.finding:
        yield f"{path}: {report.finding}"
        yield f"Before it: {counted(report.records, 'record')}, all valid."
        return
    yield f"{path}: {counted(report.records, 'record')} in {counted(report.streams, 'stream')}, all valid."
    if report.checkpoints:
        signed = f"{counted(report.checkpoints, 'signed checkpoint')} over {counted(report.sealed, 'record')}"
        yield f"{signed}, by {'the key given' if report.trusted else 'the key that the journal names'}."
    if demands.policy and report.cosigned_s:
        yield f"The quorum of witnesses has cosigned all of them, last at {utc(report.cosigned_s)}."
    unsealed = report.records - report.sealed
    if unsealed:
        yield f"Not sealed yet: the last {counted(unsealed, 'record')}. A cut there would not be detected."
    if demands.seen:
        yield f"Nothing is missing since {counted(len(demands.seen), 'note')} kept elsewhere."


def _run_bundle(args: argparse.Namespace, data: bytes, demands: Demands) -> int:
    from croupier.records.any_bundle import verify_any_bundle

    path: str = args.journal
    try:
        report = verify_any_bundle(data, demands)
    except Problems as problems:
        raise problems.within(path) from None
    if args.json:
        names = ("table", "round", "seat", "records", "key", "trusted", "cosigned")
        rest = {"finding": report.finding or None, "note": report.note}
        print_json({"file": path, "ok": report.ok, **{name: getattr(report, name) for name in names}, **rest})
    elif report.ok:
        whose = "the key given" if report.trusted else f"key {report.key[:16]}, which the bundle names"
        records = counted(report.records, "record")
        part = f", seat {report.seat} only" if report.seat else ""
        show(f"{path}: round {report.round} at table {report.table}{part}, {records}, signed by {whose}.")
        if demands.policy:
            of = counted(len(demands.policy.witnesses), "witness", "witnesses")
            show(f"Cosigned by {report.cosigned} of {of}: the quorum.")
        show(report.note)
    else:
        show(f"{path}: round {report.round} at table {report.table} is not proved. {report.finding}")
    return ExitCode.DONE if report.ok else ExitCode.FINDINGS
