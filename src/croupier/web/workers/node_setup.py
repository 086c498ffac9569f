"""Prepares a node of a house in a database: its identity and its workers, created before they fork. See ADR 112."""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from croupier.access.integrity import running_fingerprint
from croupier.floor.clock import HouseClock
from croupier.floor.house_survey import survey
from croupier.floor.spread_premises import NodeIdentity, SpreadPlan
from croupier.journal.postgres.store import PostgresStore
from croupier.rules.house import HouseText
from croupier.web.server import bind
from croupier.web.workers.leased_worker import work_under_leases
from croupier.web.workers.peers import make_certificate
from croupier.web.workers.process_setup import claim_directory, listen_at
from croupier.web.workers.supervisor import Helper, Supervisor


def start_leased_workers(
    name: str,
    directory: Path,
    houses: Sequence[HouseText],
    workers: int,
    store: PostgresStore,
    peers: tuple[str, int] | None,
) -> SpreadPlan:
    """Starts the workers of a node and returns in the front.

    In the first process it raises `SystemExit` with the code of the front, when that has ended.
    """
    surveyed = survey(houses, HouseClock())
    store.prepare()
    lock = claim_directory(directory)
    private = Path(tempfile.mkdtemp(prefix="croupier-"))
    local = [listen_at(private / f"worker-{place + 1}") for place in range(workers)]
    remote = _listen_to_peers(peers, workers)
    certificate, key_file = make_certificate(private)
    addresses = tuple(_address_of(peers[0], bound) for bound in remote) if peers else ()
    node = NodeIdentity(name, house_hash(houses), certificate, str(key_file), addresses)
    plan = SpreadPlan(lock, surveyed, None, "", tuple(str(private / f"worker-{n + 1}") for n in range(workers)), node)
    helpers = [
        Helper(
            f"worker-{place + 1}",
            partial(
                work_under_leases,
                place,
                plan,
                directory,
                store.address,
                (local[place], remote[place] if remote else None),
            ),
        )
        for place in range(workers)
    ]
    code = Supervisor(helpers).supervise()
    if code is not None:
        shutil.rmtree(private, ignore_errors=True)
        raise SystemExit(code)
    for each in (*local, *remote):
        each.close()
    return plan


def house_hash(houses: Sequence[HouseText]) -> str:
    """The hash of what must be the same wherever tables of a house run: the program, the house files, the rulebooks."""
    whole = sha256(running_fingerprint().digest.encode())
    for house in houses:
        outside = house.library.outside_files()
        for part in (
            house.text.encode(),
            *(part for name in sorted(outside) for part in (name.encode(), outside[name])),
        ):
            whole.update(sha256(part).digest())
    return whole.hexdigest()


def _listen_to_peers(peers: tuple[str, int] | None, workers: int) -> list[socket.socket]:
    if peers is None:
        return []
    host, first = peers
    return [bind(host, first + place if first else 0, "--peers") for place in range(workers)]


def _address_of(host: str, bound: socket.socket) -> str:
    return f"[{host}]:{bound.getsockname()[1]}" if ":" in host else f"{host}:{bound.getsockname()[1]}"
