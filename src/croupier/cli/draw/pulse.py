"""`croupier draw beacon`: how a public beacon's pulse is named with a commitment, and revealed."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import print_json, show
from croupier.cli.table_options import add_json
from croupier.terms.problem import Problem, Problems
from croupier.tournament.beacon import milliseconds, named_pulse, revealed_pulse, why_not_the_pulse

EXAMPLE = "croupier draw beacon certificate.pem 2026-11-20T19:00:00.000Z"
EPILOG = """\
For beacons in version 2 of the Interoperable Randomness Beacons format, such as NIST's. Get the certificate from the
beacon and compare it with its publisher's. Name the pulse with the commitment, at least a minute before it is
published. Then save the beacon's response, and reveal the value that --pulse prints. Nothing is fetched.
Exit code: 0 if it is valid, 1 if the beacon has not signed that pulse, 2 if a file is wrong.

JSON: {"beacon", "beacon_at", "beacon_value": null | "..."}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("certificate", metavar="CERTIFICATE.pem", type=Path, help="the certificate of the beacon")
    parser.add_argument("time", metavar="TIME", help="the time of the pulse, such as 2026-11-20T19:00:00.000Z")
    parser.add_argument("--pulse", metavar="FILE", type=Path, help="the beacon's response, once it is published")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    certificate = _read(args.certificate)
    try:
        name = named_pulse(certificate, args.time)
        value = revealed_pulse(_read(args.pulse), certificate) if args.pulse is not None else None
    except ValueError as error:
        raise Problems([Problem("beacon", str(error).rstrip("."), "Check the files and the time.")]) from error
    wrong = why_not_the_pulse(name, value) if value is not None else ""
    if wrong:
        show(f"{args.pulse}: {wrong}.")
        return ExitCode.FINDINGS
    at = milliseconds(args.time)
    if args.json:
        print_json({"beacon": name, "beacon_at": at, "beacon_value": value})
    else:
        show(f"beacon        {name}", f"beacon_at     {at}")
        if value is not None:
            show(f"beacon_value  {value}")
    return ExitCode.DONE


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Problems(
            [Problem("", f"it cannot be read: {error.strerror}", "Check the path.", file=str(path))]
        ) from error
