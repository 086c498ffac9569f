"""`croupier serve`: runs the tables of a house as a live service."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from croupier.cli.files import read_text
from croupier.cli.guard import DONE
from croupier.cli.page import show
from croupier.terms.fault import Fault
from croupier.terms.problem import Problem, Problems, shown

EPILOG = """\
DIR keeps everything: the journal (journal.sqlite), the key that signs its checkpoints, the people, and the house
file (house.toml, with its hash). The first start needs --house; later ones take the file that DIR keeps, until
another is given.
A table with findings does not open: they are listed here, and its tile says which clause asks for what.
A table that was open when the house file changed keeps the rules it was opened under until it is closed.
The service answers on this machine alone unless --host says otherwise, and then it wants --tls-cert and --tls-key.
Behind a proxy that speaks TLS, give --url and --proxy: only that proxy's X-Forwarded-For is believed. See
docs/operations.md.
Ctrl-C closes the betting where a round allows it, keeps every round as it stands, and seals the journal.
Exit code: 0 after a stop, 2 when the house file cannot be read, 3 when the service cannot run.
"""
HOUSE_FILE = "house.toml"


def configure(parser: argparse.ArgumentParser) -> None:
    from croupier.web.server import HOST, PORT

    parser.add_argument("--data", metavar="DIR", required=True, help="the directory that keeps everything")
    parser.add_argument("--house", metavar="FILE", help="a house file; a copy of it is kept in DIR")
    parser.add_argument("--host", metavar="ADDRESS", default=HOST, help=f"where to listen (default {HOST})")
    parser.add_argument(
        "--port", metavar="N", type=read_port, default=PORT, help=f"the port (default {PORT}), 0 for any free one"
    )
    parser.add_argument(
        "--socket-port", metavar="N", type=read_port, help="a port for sockets alone, for thousands of terminals"
    )
    parser.add_argument("--name", metavar="NAME", action="append", default=[], help="a name browsers reach it by")
    parser.add_argument("--tls-cert", metavar="FILE", help="a certificate in PEM form, with its chain")
    parser.add_argument("--tls-key", metavar="FILE", help="the certificate's private key")
    parser.add_argument("--url", metavar="URL", default="", help="how browsers reach it: https://tables.example")
    parser.add_argument(
        "--proxy", metavar="ADDRESS", action="append", default=[], help="a proxy whose word on who asks is believed"
    )
    parser.add_argument(
        "--socket-url", metavar="URL", default="", help="how --socket-port is reached: wss://tables.example:8443"
    )
    parser.add_argument("--log", choices=("debug", "info", "warning", "error"), default="info", help="how much to log")


def read_port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port. Give a number up to 65535, 0 for any free one")
    return int(text)


def run(args: argparse.Namespace) -> int:
    from croupier.floor.premises import HouseText
    from croupier.web import logs
    from croupier.web.server import Tls
    from croupier.web.service import Serving, serve_premises

    if problems := tuple(wrong_addresses(args)):
        raise Problems(problems)
    directory = Path(args.data)
    text = read_house_text(directory, args.house)
    tls = Tls(Path(args.tls_cert), Path(args.tls_key)) if args.tls_cert else None
    logs.configure(args.log)
    serving = Serving(
        directory,
        (HouseText(text, HOUSE_FILE),),
        args.host,
        args.port,
        tls,
        socket_port=args.socket_port,
        names=tuple(args.name),
        prepare=(lambda _: keep_house(directory, text)) if args.house else None,
        url=args.url.lower(),
        proxies=tuple(args.proxy),
        socket_url=args.socket_url.lower(),
    )
    serve_premises(serving, told=_told)
    return DONE


def wrong_addresses(args: argparse.Namespace) -> Iterator[Problem]:
    """What would leave the service unreachable, or reachable in clear, or believing strangers."""
    from croupier.web.security.origin import split_host
    from croupier.web.server import is_loopback

    tls = args.tls_cert is not None
    if tls != (args.tls_key is not None):
        yield Problem("--tls-cert", "it goes with --tls-key", "Give both, or neither.")
    elif not tls and not is_loopback(args.host):
        right = "Give --tls-cert and --tls-key, or leave it out."
        yield Problem("--host", f"{args.host} is open to others", right)
    for name in args.name:
        split = split_host(name)
        if split is None or split[1] is not None:
            yield Problem("--name", f"{shown(name)} is not a host name", "Give one without port, like tables.example.")
    if args.url and not _is_address(args.url, "https"):
        right = "Give https:// and a host name, with a port where there is one."
        yield Problem("--url", f"{shown(args.url)} is not an address of pages", right)
    elif args.url and not tls and not args.proxy:
        yield Problem("--url", "nothing speaks TLS here", "Name the proxy that does with --proxy, or give --tls-cert.")
    if args.proxy and not args.url:
        yield Problem(
            "--proxy", "it goes with --url", "Give the address that browsers use, like https://tables.example."
        )
    yield from (problem for problem in map(_wrong_proxy, args.proxy) if problem)
    if args.socket_url and not _is_address(args.socket_url, "wss"):
        right = "Give wss:// and a host name, with a port where there is one."
        yield Problem("--socket-url", f"{shown(args.socket_url)} is not an address of sockets", right)
    elif args.socket_url and args.socket_port is None:
        yield Problem("--socket-url", "it goes with --socket-port", "Give the port that it leads to.")


def _wrong_proxy(text: str) -> Problem | None:
    from croupier.web.security.proxy import networks

    try:
        (network,) = networks((text,))
    except ValueError:
        return Problem("--proxy", f"{shown(text)} is not an address", "Give one like 127.0.0.1, or 10.0.0.0/24.")
    if network.prefixlen == 0:
        return Problem("--proxy", f"{shown(text)} would believe everybody", "Name the address of the proxy.")
    return None


def _is_address(url: str, scheme: str) -> bool:
    from croupier.web.security.origin import split_host

    own, _, host = url.lower().partition("://")
    return own == scheme and split_host(host) is not None


def read_house_text(directory: Path, given: str | None) -> str:
    """The text of the house file that is given, or that the directory keeps."""
    if given is None:
        kept, seal = _kept(directory)
        if not kept.is_file():
            raise Problems([Problem("--house", f"{directory} keeps no house file yet", "Give one with --house FILE.")])
        text = read_text(str(kept))
        if not seal.is_file() or read_text(str(seal)) != _digest(text):
            wrong = f"{kept} is not the file that was given with --house"
            raise Problems([Problem("--house", wrong, f"If its changes are meant, give it: --house {kept}.")])
        return text
    text = read_text(given)
    _check(text, given)
    return text


def keep_house(directory: Path, text: str) -> None:
    """Afterwards the next start takes this house file; called by whoever holds the directory."""
    kept, seal = _kept(directory)
    try:
        for path, body in ((kept, text), (seal, _digest(text))):
            fresh = path.with_name(f"{path.name}.new")
            fresh.unlink(missing_ok=True)
            with open(fresh, "x", encoding="utf-8", opener=_for_the_owner) as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
    except OSError as error:
        raise Fault(f"{kept} cannot be written ({error.strerror}). Choose another --data.") from error


def _kept(directory: Path) -> tuple[Path, Path]:
    return directory / HOUSE_FILE, directory / f"{HOUSE_FILE}.sha256"


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


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
