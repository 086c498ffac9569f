"""`croupier serve`: runs the tables of a house as a live service."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.exit_codes import ExitCode
from croupier.cli.extras import require
from croupier.cli.output import flush, show
from croupier.cli.shared_files import pull, push
from croupier.cli.stored_house import check_in_force, keep_house, read_house_text
from croupier.cli.stored_policy import keep_policy, read_witnessing
from croupier.cli.table_options import add_rulebooks
from croupier.terms.problem import Problem, Problems, shown

if TYPE_CHECKING:
    from croupier.floor.witnessing import Witnessing
    from croupier.journal.stores import JournalStore, KeptFiles
    from croupier.rules.house import HouseText

EXAMPLE = "croupier serve --data floor --house examples/house.toml"
EPILOG = """\
DIR holds everything: the journal (journal.sqlite), the key that signs its checkpoints, the people, and the house file
(house.toml, with its hash) with the house's own rulebooks (rulebooks). The first start needs --house; later ones use
the copy in DIR, until another file is given. The same applies to --policy, which names the witnesses that cosign the
journal: docs/witnesses.md.
With --store the records, the people and the house file are in PostgreSQL, and several nodes may run on it, each with
its own DIR for its caches; the key stays in the DIR of the node that seals. See docs/many-nodes.md.
A table with findings does not open: they are listed at the start, and its tile shows what each clause requires.
No table opens under a text that is not in force today, unless the house plays a past day (plays_day).
A table that was open when the house file or its rulebook changed keeps the rules it was opened under, which are in the
journal, until it closes.
The service is reachable from this machine only, unless --host is given; then it needs --tls-cert and --tls-key.
Behind a proxy that speaks TLS, give --url and --proxy: only that proxy's X-Forwarded-For is trusted. See
docs/operations.md.
With --workers the tables run in N processes, another commits for all of them, and one that is killed is started again
while the others play on. With 0 or 1, or with a single table, everything is one process. By default it is one on up to
three cores, and otherwise N is two less than there are cores.
With --store and --workers, from 1 on, the workers of all nodes share the tables, if each node gives the address where
the others reach its workers with --peers. By default a node on a database is one process.
Ctrl-C closes the betting if the round allows it, keeps every round in its current state, and seals the journal.
Exit code: 0 after a stop, 2 if an option or the house file is wrong, 3 if the service cannot run or could not write
everything at its end, 130 if it was stopped before it ran.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    from croupier.web.address import HOST, PORT

    parser.add_argument("--data", metavar="DIR", required=True, help="the directory that holds everything")
    parser.add_argument("--store", metavar="URL", help="a database for several nodes: postgresql://user@host/database")
    parser.add_argument("--standby", action="store_true", help="refuse a database without a synchronous standby")
    parser.add_argument("--house", metavar="FILE", help="a house file; a copy of it is kept in DIR")
    add_rulebooks(parser)
    parser.add_argument("--host", metavar="ADDRESS", default=HOST, help=f"where to listen (default {HOST})")
    parser.add_argument(
        "--port", metavar="N", type=read_port, default=PORT, help=f"the port (default {PORT}), 0 for any free one"
    )
    parser.add_argument(
        "--socket-port", metavar="N", type=read_port, help="a separate port for sockets, for thousands of terminals"
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=read_workers,
        help="processes for the tables (default: the spare cores)",
    )
    parser.add_argument(
        "--peers",
        metavar="HOST:PORT",
        help="where other nodes reach the first worker; others have the next ports",
    )
    parser.add_argument("--name", metavar="NAME", action="append", default=[], help="a host name that browsers use")
    parser.add_argument("--tls-cert", metavar="FILE", help="a certificate in PEM form, with its chain")
    parser.add_argument("--tls-key", metavar="FILE", help="the certificate's private key")
    parser.add_argument(
        "--url", metavar="URL", default="", help="the address that browsers use: https://tables.example"
    )
    parser.add_argument(
        "--proxy", metavar="ADDRESS", action="append", default=[], help="a proxy whose X-Forwarded-For is trusted"
    )
    parser.add_argument(
        "--socket-url",
        metavar="URL",
        default="",
        help="the address of --socket-port for browsers: wss://tables.example:8443",
    )
    parser.add_argument(
        "--policy", metavar="FILE", help="who cosigns the journal's checkpoints; a copy of it is kept in DIR"
    )
    parser.add_argument("--origin", metavar="NAME", default="", help="the journal's name for witnesses, given once")
    parser.add_argument("--signer", metavar="SOCKET", help="a croupier signer that holds the key")
    parser.add_argument("--log", choices=("debug", "info", "warning", "error"), default="info", help="how much to log")


def read_port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port. Give a number up to 65535, 0 for any free one")
    return int(text)


def read_workers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes. Give 0 to 99, 0 for a single one")
    return int(text)


def run(args: argparse.Namespace) -> int:
    from croupier.journal.stores import shared_files
    from croupier.web import logs
    from croupier.web.server import Tls
    from croupier.web.service_settings import ServiceSettings
    from croupier.web.serving import serve_premises

    if problems := tuple(wrong_addresses(args)):
        raise Problems(problems)
    if args.socket_port is not None:  # the process behind it imports them, and would end after everything is open
        instead = "Or leave out --socket-port: terminals then use the service's own address."
        require("picows", "uvloop", what="--socket-port", otherwise=instead)
    workers = _workers(args)
    directory = Path(args.data)
    store = _store(args, directory)
    files = shared_files(store)
    if files is not None:
        pull(files, directory)
    house = read_house_text(directory, args.house, args.rulebooks)
    check_in_force(store, house)
    witnessing = read_witnessing(directory, args)
    tls = Tls(Path(args.tls_cert), Path(args.tls_key)) if args.tls_cert else None
    logs.configure(args.log)
    settings = ServiceSettings(
        directory,
        (house,),
        args.host,
        args.port,
        tls,
        socket_port=args.socket_port,
        workers=workers,
        peers=_peers(args, workers),
        names=tuple(args.name),
        prepare=lambda _: _keep(directory, house if args.house else None, witnessing if args.policy else None, files),
        store=store,
        witnessing=witnessing,
        url=args.url.lower(),
        proxies=tuple(args.proxy),
        socket_url=args.socket_url.lower(),
    )
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # an interrupted start also shuts down in order
    try:
        serve_premises(settings, show_lines=_show_lines)
    finally:
        signal.signal(signal.SIGTERM, before)
    return ExitCode.DONE


def wrong_addresses(args: argparse.Namespace) -> Iterator[Problem]:
    """Options that would make the service unreachable, unencrypted, or trusting of strangers."""
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
        right = "Give https:// and a host name, and a port if needed."
        yield Problem("--url", f"{shown(args.url)} is not an address of pages", right)
    elif args.url and not tls and not args.proxy:
        yield Problem("--url", "https needs TLS", "Name the proxy that speaks TLS with --proxy, or give --tls-cert.")
    if args.proxy and not args.url:
        yield Problem(
            "--proxy", "it goes with --url", "Give the address that browsers use, like https://tables.example."
        )
    yield from (problem for problem in map(_wrong_proxy, args.proxy) if problem)
    if args.socket_url and not _is_address(args.socket_url, "wss"):
        right = "Give wss:// and a host name, and a port if needed."
        yield Problem("--socket-url", f"{shown(args.socket_url)} is not an address of sockets", right)
    elif args.socket_url and args.socket_port is None:
        yield Problem("--socket-url", "it goes with --socket-port", "Give the port that it leads to.")


def _workers(args: argparse.Namespace) -> int:
    """How many processes run the tables; on a database none, unless the option is given."""
    from croupier.web.workers.process_setup import can_fork, spare_workers

    if args.workers is None:
        return 0 if args.store else spare_workers()
    if args.workers > (0 if args.store else 1) and not can_fork():
        raise Problems([Problem("--workers", "this system cannot fork processes", "Leave it out.")])
    return int(args.workers)


def _peers(args: argparse.Namespace, workers: int) -> tuple[str, int] | None:
    """The host and port at which other nodes reach the workers."""
    from croupier.web.security.origin import split_host

    if args.peers is None:
        return None
    if not (args.store and workers):
        raise Problems([Problem("--peers", "it goes with --store and --workers", "Give both, or leave it out.")])
    split = split_host(args.peers)
    if split is None or split[1] is None:
        right = "Give a host and a port, like 10.0.0.1:8100."
        raise Problems([Problem("--peers", f"{shown(args.peers)} is not an address", right)])
    return split[0], split[1]


def _wrong_proxy(text: str) -> Problem | None:
    from croupier.web.security.proxy import networks

    try:
        (network,) = networks((text,))
    except ValueError:
        return Problem("--proxy", f"{shown(text)} is not an address", "Give one like 127.0.0.1, or 10.0.0.0/24.")
    if network.prefixlen == 0:
        return Problem("--proxy", f"{shown(text)} would trust everybody", "Name the address of the proxy.")
    return None


def _is_address(url: str, scheme: str) -> bool:
    from croupier.web.security.origin import split_host

    own, _, host = url.lower().partition("://")
    return own == scheme and split_host(host) is not None


def _store(args: argparse.Namespace, directory: Path) -> JournalStore:
    """Where the records are kept: a file in the directory, or the named database with its schema."""
    from croupier.floor.premises import JOURNAL_FILE
    from croupier.journal.stores import is_address, open_store

    if args.store is None:
        if args.standby:
            raise Problems([Problem("--standby", "it goes with --store", "Name the database.")])
        return open_store(str(directory / JOURNAL_FILE))
    if not is_address(args.store):
        right = "Give one like postgresql://user@host1,host2/database."
        raise Problems([Problem("--store", f"{shown(args.store)} is not an address of a database", right)])
    if (directory / JOURNAL_FILE).exists():
        wrong = f"{directory} already holds a journal"
        raise Problems([Problem("--store", wrong, "Move it with croupier backup and croupier restore --move.")])
    store = open_store(args.store, standby=args.standby)
    store.prepare()
    return store


def _keep(directory: Path, house: HouseText | None, witnessing: Witnessing | None, files: KeptFiles | None) -> None:
    """Stores what was given for the next start."""
    if house is not None:
        keep_house(directory, house)
    if witnessing is not None and witnessing.policy is not None:
        keep_policy(directory, witnessing.policy.text)
    if files is not None and (house is not None or witnessing is not None):
        push(files, directory)


def _show_lines(lines: Iterable[str]) -> None:
    show(*lines)
    flush()
