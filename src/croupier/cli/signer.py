"""`croupier signer`: holds the key of a journal under a separate account."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from croupier.cli.exit_codes import ExitCode
from croupier.cli.journals import readable
from croupier.cli.output import flush, show
from croupier.journal.key import create_key, load_key
from croupier.terms.text import counted

EXAMPLE = "croupier signer --data signer --socket signer.sock"
EPILOG = """\
The service requests each signature over the socket: croupier serve --signer SOCKET. Run the signer under its own
account, and add the service's account to the group that owns the socket.
DIR holds the key (signer.key) and the counter (signer.sqlite), which lists every signed checkpoint. The signer signs
only trees that extend the last one it signed, so not even the service's account can get a second history signed.
Do not restore DIR from a backup without the journal: the counter would be behind.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", required=True, help="the directory with the key and the counter")
    parser.add_argument("--socket", metavar="SOCKET", required=True, help="the socket for the service")


def run(args: argparse.Namespace) -> int:
    from croupier.journal.signer import Counter, SignerServer

    directory = Path(args.data)
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = directory / "signer.key"
    with readable(str(path)):
        key = load_key(path) if path.exists() else create_key(path)
    counter = Counter(directory / "signer.sqlite", key)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with SignerServer(Path(args.socket), counter) as server:
            try:
                for origin, count in counter.counted():
                    show(f"{origin}: {counted(count, 'checkpoint')} signed so far.")
                show(f"Signing with {key.public.hex()} at {args.socket}. Ctrl-C stops it.")
                flush()
                server.serve_forever()
            except KeyboardInterrupt:
                show("Stopped. Every signature is on record.")
    finally:
        signal.signal(signal.SIGTERM, before)
        counter.close()
    return ExitCode.DONE
