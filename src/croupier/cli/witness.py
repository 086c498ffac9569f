"""`croupier witness`: cosigns the checkpoints of other houses' journals."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import time
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.output import flush, print_json, show
from croupier.cli.serve import read_port
from croupier.cli.table_options import add_json
from croupier.cli.times import utc
from croupier.journal.note import BadVerifierKey, parse_head
from croupier.journal.submission import parse_submission
from croupier.journal.witness import RefusedRequest, WitnessState
from croupier.journal.witness_http import WitnessServer
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems
from croupier.terms.text import counted

HOST, PORT = "127.0.0.1", 8090

EXAMPLE = "croupier witness --data witness --name witness.example/w1"
EPILOG = """\
A witness runs outside the house: at the regulator, the owner or another casino. It receives each checkpoint of a log
with the proof that it extends the last one, and cosigns it. A log that shows a second history gets no cosignature for
it, and the request is kept as evidence. Any log of C2SP tlog-witness v1.0.0 can be a client.
DIR holds the key and the last checkpoint of each log. Never restore it from a backup, and never reset it under the same
key: a witness that forgot could cosign a second history. Retire it and create a new one instead.
--log takes the verifier key of a log, as croupier key prints it, and stores it.
The verifier key printed at the start goes into the policies that rely on this witness.
--evidence prints refused requests and exits. Exit code: 0 if there are none, 1 if there are some.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", metavar="DIR", required=True, help="the directory with the key and the checkpoints seen"
    )
    parser.add_argument("--name", metavar="NAME", required=True, help="its name, like witness.example/w1")
    parser.add_argument("--log", metavar="VKEY", action="append", default=[], help="a log whose checkpoints to cosign")
    parser.add_argument("--host", metavar="ADDRESS", default=HOST, help=f"where to listen (default {HOST})")
    parser.add_argument(
        "--port", metavar="N", type=read_port, default=PORT, help=f"the port (default {PORT}), 0 for any free one"
    )
    parser.add_argument("--evidence", action="store_true", help="print refused requests, and exit")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    with WitnessState(Path(args.data), args.name, lambda: int(time.time())) as state:
        try:
            state.trust(args.log)
        except BadVerifierKey as error:
            raise Problems([Problem("--log", str(error).rstrip("."), "Copy it again.")]) from None
        if args.evidence:
            return _tell(state.refused(), json=args.json)
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
        _serve(state, args.host, args.port)
    return ExitCode.DONE


def _serve(state: WitnessState, host: str, port: int) -> None:
    try:
        server = WitnessServer((host, port), state)
    except OSError as error:
        why = error.strerror or error
        raise Fault(f"Cannot listen on {host}:{port} ({why}). Choose another --port.") from None
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with server:
        try:
            show(f"Witness {state.name} at http://{host}:{server.server_port} for {counted(len(state.logs()), 'log')}.")
            show(f"Verifier key: {state.key}")
            show("Ctrl-C stops it.")
            flush()
            server.serve_forever()
        except KeyboardInterrupt:
            show("Stopped. Every cosignature is on record.")
        finally:
            signal.signal(signal.SIGTERM, before)


def _tell(refused: tuple[RefusedRequest, ...], *, json: bool) -> int:
    if json:
        print_json(
            [
                {
                    "time": each.time_s,
                    "status": each.status,
                    "reason": each.reason,
                    "seen": each.seen,
                    "request": each.request.decode(errors="replace"),
                }
                for each in refused
            ]
        )
        return ExitCode.FINDINGS if refused else ExitCode.DONE
    for each in refused:
        head = parse_head(parse_submission(each.request).note.text)
        shown = f"{head.origin} showed {counted(head.size, 'leaf', 'leaves')}, root {head.root.hex()}"
        seen = counted(each.seen, "leaf", "leaves")
        show(f"{utc(each.time_s)}: {shown}, after a checkpoint with {seen} ({each.status}).")
    show(f"{counted(len(refused), 'request')} refused." if refused else "Nothing was refused.")
    return ExitCode.FINDINGS if refused else ExitCode.DONE
