"""`croupier serve`: runs the tables of a house as a live service."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from croupier.cli.files import read_text
from croupier.cli.guard import DONE
from croupier.cli.page import show
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems

EPILOG = """\
DIR keeps everything: the journal (journal.sqlite), the key that signs its checkpoints, the people, and the house
file (house.toml, with its hash). The first start needs --house; later ones take the file that DIR keeps, until
another is given.
A table with findings does not open: they are listed here, and its tile says which clause asks for what.
A table that was open when the house file changed keeps the rules it was opened under until it is closed.
The service answers on this machine alone unless --host says otherwise, and then it wants --tls-cert and --tls-key.
Ctrl-C closes the betting where a round allows it, keeps every round as it stands, and seals the journal.
Exit code: 0 after a stop, 2 when the house file cannot be read, 3 when the service cannot run.
"""
HOUSE_FILE = "house.toml"


def configure(parser: argparse.ArgumentParser) -> None:
    from croupier.web.server import HOST, PORT

    parser.add_argument("--data", metavar="DIR", required=True, help="the directory that keeps everything")
    parser.add_argument("--house", metavar="FILE", help="a house file; a copy of it is kept in DIR")
    parser.add_argument("--host", metavar="ADDRESS", default=HOST, help=f"where to listen (default {HOST})")
    parser.add_argument("--port", metavar="N", type=_port, default=PORT, help=f"the port (default {PORT})")
    parser.add_argument(
        "--socket-port", metavar="N", type=_port, help="a port for sockets alone, for thousands of terminals"
    )
    parser.add_argument("--name", metavar="NAME", action="append", default=[], help="a name browsers reach it by")
    parser.add_argument("--tls-cert", metavar="FILE", help="a certificate in PEM form, with its chain")
    parser.add_argument("--tls-key", metavar="FILE", help="the certificate's private key")
    parser.add_argument("--log", choices=("debug", "info", "warning", "error"), default="info", help="how much to log")


def _port(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port. Give a number from 1 to 65535")
    return int(text)


def run(args: argparse.Namespace) -> int:
    from croupier.floor.premises import HouseText
    from croupier.web import logs
    from croupier.web.server import Tls, is_loopback
    from croupier.web.service import Serving, serve_premises

    directory = Path(args.data)
    text = keep_house(directory, args.house)
    if (args.tls_cert is None) != (args.tls_key is None):
        raise Problems([Problem("--tls-cert", "it goes with --tls-key", "Give both, or neither.")])
    tls = Tls(Path(args.tls_cert), Path(args.tls_key)) if args.tls_cert else None
    if tls is None and not is_loopback(args.host):
        raise Problems(
            [Problem("--host", f"{args.host} is open to others", "Give --tls-cert and --tls-key, or leave it out.")]
        )
    logs.configure(args.log)
    serving = Serving(
        directory,
        (HouseText(text, HOUSE_FILE),),
        args.host,
        args.port,
        tls,
        socket_port=args.socket_port,
        names=tuple(args.name),
    )
    serve_premises(serving, told=_told)
    return DONE


def keep_house(directory: Path, given: str | None) -> str:
    """The text of the house file; one that is given is read, and kept in the directory for the next start."""
    kept, seal = directory / HOUSE_FILE, directory / f"{HOUSE_FILE}.sha256"
    if given is None:
        if not kept.is_file():
            raise Problems([Problem("--house", f"{directory} keeps no house file yet", "Give one with --house FILE.")])
        text = read_text(str(kept))
        if not seal.is_file() or read_text(str(seal)) != _digest(text):
            wrong = f"{kept} is not the file that was given with --house"
            raise Problems([Problem("--house", wrong, f"If its changes are meant, give it: --house {kept}.")])
        return text
    text = read_text(given)
    _check(text, given)
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path, body in ((kept, text), (seal, _digest(text))):
            fresh = path.with_name(f"{path.name}.new")
            fresh.write_text(body, encoding="utf-8")
            fresh.replace(path)
    except OSError as error:
        raise Fault(f"{kept} cannot be written ({error.strerror}). Choose another --data.") from error
    return text


def _digest(text: str) -> str:
    """As `sha256sum --check` reads it."""
    return f"{sha256(text.encode()).hexdigest()}  {HOUSE_FILE}\n"


def _check(text: str, file: str) -> None:
    """What is wrong outside the tables is said before anything is kept."""
    from croupier.rules.house import survey_house

    survey_house(text, file)


def _told(lines: Iterable[str]) -> None:
    show(*lines)
    sys.stdout.flush()
