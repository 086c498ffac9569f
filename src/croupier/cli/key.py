"""`croupier key`: a signing key and the verifier key that others know it by."""

from __future__ import annotations

import argparse
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import readable
from croupier.cli.output import print_json, show
from croupier.cli.table_options import add_json
from croupier.journal.checkpoint import default_origin
from croupier.journal.key import create_key, load_key
from croupier.journal.note import ED25519, VerifierKey, is_name
from croupier.terms.problem import Problem, Problems, shown

EXAMPLE = "croupier key day.key --origin house.example/premises"
EPILOG = """\
A log is identified by its origin and its key. The verifier key holds both: put it into the policy of the house, and
give it to the witnesses (croupier witness --log VKEY). A service signs with checkpoint.key in its directory.
If the file does not exist, it is created for its owner only, with the public key next to it.

JSON: {"file", "origin", "vkey", "public"}
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a private key file; created if it does not exist")
    parser.add_argument("--origin", metavar="NAME", help="the name of the log, like house.example/premises")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.origin is not None and not is_name(args.origin):
        right = "Use an address without a scheme, like house.example/premises."
        raise Problems([Problem("--origin", f"{shown(args.origin)} is not a name for a log", right)])
    path = Path(args.file)
    with readable(args.file):
        key = load_key(path) if path.exists() else create_key(path)
    origin = args.origin or default_origin(key.public)
    vkey = str(VerifierKey(origin, ED25519, key.public))
    if args.json:
        print_json({"file": args.file, "origin": origin, "vkey": vkey, "public": key.public.hex()})
    else:
        show(vkey)
    return ExitCode.DONE
