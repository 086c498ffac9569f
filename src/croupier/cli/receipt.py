"""Verifies receipts, for `croupier verify`."""

from __future__ import annotations

from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import print_json, show
from croupier.cli.times import utc
from croupier.journal.policy import Demands
from croupier.journal.proof import LOG_PROOF_MAX
from croupier.records.receipt import ReceiptReport, Slip, amounts, verify_receipt
from croupier.terms.money import dollars
from croupier.terms.problem import Problem, Problems


def verify_receipt_file(path: str, demands: Demands, *, json: bool) -> int:
    """Verifies the receipt of a file and prints what it proves."""
    if not demands.public_keys and demands.policy is None:
        right = "Give --policy with the file that names the house and its witnesses, or --key."
        raise Problems([Problem("--policy", "a receipt does not name its own key", right, file=path)])
    try:
        with Path(path).open("rb") as file:
            text = file.read(LOG_PROOF_MAX + 1).decode()
    except UnicodeDecodeError:
        report = ReceiptReport(finding="It is not a proof: it is not UTF-8 text.")
    else:
        report = verify_receipt(text, demands)
    if json:
        print_json(_json(path, report))
    elif report.ok and report.slip:
        show(*_lines_of(path, report, report.slip, demands))
    else:
        show(f"{path}: nothing is proved. {report.finding}")
    return ExitCode.DONE if report.ok else ExitCode.FINDINGS


def _json(path: str, report: ReceiptReport) -> dict[str, object]:
    slip = report.slip if report.ok else None
    return {
        "file": path,
        "ok": report.ok,
        "origin": report.origin,
        "cosigned": report.cosigned,
        "cosigned_at": report.cosigned_s or None,
        "receipt": slip
        and {
            "table": slip.table,
            "round": slip.round,
            "seat": slip.seat,
            "number": slip.number,
            "part": slip.part,
            "parts": slip.parts,
            "wagers": [
                {
                    "wager": each.wager,
                    "amount": each.amount,
                    "outcome": each.outcome.value,
                    "winnings": each.winnings,
                    "returned": each.returned,
                }
                for each in slip.wagers
            ],
        },
        "finding": report.finding or None,
    }


def _lines_of(path: str, report: ReceiptReport, slip: Slip, demands: Demands) -> list[str]:
    part = f", part {slip.part} of {slip.parts}" if slip.parts > 1 else ""
    lines = [f"{path}: round {slip.round} at table {slip.table}, seat {slip.seat}: the number was {slip.number}{part}."]
    for each in slip.wagers:
        got = f"wins {dollars(each.winnings)}, {dollars(each.returned)} back" if each.winnings else each.outcome.value
        if not each.winnings and each.returned:
            got += f", {dollars(each.returned)} back"
        lines.append(f"  {each.wager}, {dollars(each.amount)}: {got}")
    staked, back = amounts(slip)
    lines.append(f"Staked {dollars(staked)}, back {dollars(back)}. It is in the journal of {report.origin}.")
    if demands.policy and report.cosigned:
        of = f"{report.cosigned} of {len(demands.policy.witnesses)}"
        lines.append(f"Cosigned by {of} witnesses, the quorum, at {utc(report.cosigned_s)}.")
    elif demands.policy:
        lines.append("The policy requires no witness: only the house has signed.")
    return lines
